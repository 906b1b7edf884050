"""Count files and lines of code by folder.

Blank lines, comments, imports and docstrings do not count.

Usage: python scripts/count_lines.py [FOLDER ...]
"""

import ast
import sys
import tokenize
from collections import Counter
from pathlib import Path

SKIPPED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def count_code(file: Path) -> int:
    """Return the number of lines of code in a Python file."""
    with file.open("rb") as source:
        lines = {
            line
            for token in tokenize.tokenize(source.readline)
            if token.type not in SKIPPED
            for line in range(token.start[0], token.end[0] + 1)
        }
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            text = node.body[0]
            lines -= set(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return len(lines)


def main() -> None:
    """Print a row for each folder directly below the named ones, and the sum."""
    for root in map(Path, sys.argv[1:] or ["companion"]):
        code: Counter[str] = Counter()
        files: Counter[str] = Counter()
        for file in root.rglob("*.py"):
            room = "/".join(file.relative_to(root).parts[:-1][:2]) or "."
            code[room] += count_code(file)
            files[room] += 1
        for room in sorted(code):
            print(f"{code[room]:7,}  {files[room]:4} files  {root / room}")
        print(f"{code.total():7,}  {files.total():4} files  {root}, all")


if __name__ == "__main__":
    main()
