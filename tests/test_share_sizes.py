"""Sizes and limits of shares come from a company's kind; shared code assumes no tenths."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TENTHS = {5, 10, 20}  # percents of a share or certificate, as divisors
LIMITS = {50, 60}  # limits of holdings and of the pool
PARTS = ("rules", "ledger", "reporting", "web", "exchange", "drawing", "store")
SAID = re.compile(r"\b(5|10|20|50|60)( ?%|% | percent)")


def shared() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the shared parts."""
    for part in PARTS:
        for file in sorted((ROOT / "companion" / part).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text())


def whole(node: ast.AST, values: set[int]) -> bool:
    """Return whether the node is one of these whole numbers as a literal."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value in values


def texts(module: ast.Module) -> Iterator[str]:
    """Yield every text of a module except docstrings."""
    nodes = [node for node in ast.walk(module) if isinstance(node, ast.Expr)]
    documented = {node.value for node in nodes if isinstance(node.value, ast.Constant)}
    for node in ast.walk(module):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and node not in documented:
            yield str(node.value)


def test_no_shared_code_divides_into_tenths() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, module in shared()
        for node in ast.walk(module)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.FloorDiv | ast.Mod)
        and whole(node.right, TENTHS)
    ]
    assert not found


def test_no_rule_has_a_limit_of_its_own() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, module in shared()
        if name.startswith("companion/rules/") and not name.endswith("/codec.py")
        for node in ast.walk(module)
        if whole(node, LIMITS)
    ]
    assert not found


def test_nothing_shared_says_how_much_a_share_or_a_limit_is() -> None:
    found = [
        f"{name}: {text}"
        for name, module in shared()
        for text in texts(module)
        if SAID.search(text)
    ]
    assert not found


def test_no_template_and_no_script_does_either() -> None:
    tenth = re.compile(r"(//|%)\s*10\b|/ 10\b|\b(10|50|60) percent|\b10%")
    files: list[Path] = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "reports").glob("*.html"),
        *(ROOT / "static" / "js").rglob("*.js"),
    ]
    assert len(files) > 20
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if tenth.search(line)
    ]
    assert not found


def test_no_shared_code_takes_a_title_to_have_one_market() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, module in shared()
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute)
        and node.attr == "chart"
        and ast.unparse(node.value).endswith("data")
    ]
    assert not found
