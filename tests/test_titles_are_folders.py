"""A title is a folder: code outside ``companion/titles`` names no title and no part of one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.titles import Title, titles

ROOT = Path(__file__).resolve().parent.parent
TITLES = ROOT / "companion" / "titles"
TEXTS = (".py", ".html", ".css", ".js", ".toml")
SOURCES = [
    path
    for folder in ("companion", "templates", "static", "reports")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in TEXTS and TITLES not in path.parents and "vendor" not in path.parts
]


def names(title: Title) -> set[str]:
    """Return a title's names: on its box, in addresses, and as a folder."""
    return {title.data.name, title.data.slug, title.folder.name}


def belongings(title: Title) -> set[str]:
    """Return the names of a title's companies and privates, with their longer symbols."""
    data = title.data
    owners = (*data.company_list, *data.private_list)
    return {o.name for o in owners} | {o.symbol for o in owners if len(o.symbol) > 2}


def says(text: str, name: str) -> bool:
    if name.lower() not in text.lower():
        return False
    return re.search(rf"(?<![\w&]){re.escape(name)}(?![\w&])", text, re.IGNORECASE) is not None


def texts_of(file: Path) -> Iterator[str]:
    """Yield the texts and names in a program, except docstrings, which may give examples."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    explained = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            explained.add(id(body[0].value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in explained:
                yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


@pytest.mark.parametrize("slug", sorted(titles()))
def test_no_file_outside_the_titles_names_a_title(slug: str) -> None:
    found = {
        f"{path.relative_to(ROOT)} names {name}"
        for path in SOURCES
        for name in names(titles()[slug])
        if says(path.read_text(encoding="utf-8"), name)
    }
    assert found == set()


def test_no_program_outside_the_titles_knows_a_company_or_private() -> None:
    """All titles are looked for in one text of each program, with a line for each of its texts."""
    known = set().union(*map(belongings, titles().values()))
    either = "|".join(map(re.escape, sorted(known)))
    any_of = re.compile(rf"(?<![\w&])(?:{either})(?![\w&])", re.IGNORECASE)
    found = set()
    for path in SOURCES:
        if path.suffix == ".py":
            text = "\n".join(texts_of(path))
            if any_of.search(text):
                found |= {
                    f"{path.relative_to(ROOT)} knows {name}" for name in known if says(text, name)
                }
    assert found == set()


def test_every_title_has_its_parts() -> None:
    for title in titles().values():
        assert (title.folder / "map.toml").is_file()
        own = (title.folder / "rules.py").is_file()
        place = f"companion.titles.{title.folder.name}" if own else "companion.rules.standard"
        assert title.rules_class.__module__ == f"{place}.rules"


def test_no_definition_stands_in_two_titles_alike() -> None:
    """Two titles have no equal definitions; common code belongs to the shared parts."""
    seen: dict[str, str] = {}
    twice = set()
    for title in titles().values():
        for file in title.folder.glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and len(node.body) > 2:
                    text = ast.dump(node)
                    here = f"{file.relative_to(TITLES)}: {node.name}"
                    if seen.setdefault(text, here) != here:
                        twice.add(f"{seen[text]} and {here}")
    assert twice == set()


class Bare(ast.NodeTransformer):
    """A transformer that removes names, constants and docstrings from a function."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name("", node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Attribute(self.visit(node.value), "", node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Constant(None)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg("", None)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return ast.keyword("", self.visit(node.value))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        body = node.body[1:] if ast.get_docstring(node) else node.body
        args, lines = self.visit(node.args), [self.visit(line) for line in body]
        return ast.FunctionDef("", args, lines, [], None)


def bare(source: str) -> Iterator[tuple[str, str]]:
    """Yield name and bare code of the functions with at least six lines after the docstring."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            said = node.body[0].end_lineno if ast.get_docstring(node) else node.lineno
            if (node.end_lineno or 0) - (said or 0) >= 6:
                yield node.name, ast.dump(Bare().visit(node))


def test_no_function_stands_in_two_titles_under_other_names() -> None:
    """Two titles have no equal functions under other names; common code is shared."""
    seen: dict[str, str] = {}
    twice = set()
    for title in titles().values():
        for file in title.folder.glob("*.py"):
            for name, text in bare(file.read_text(encoding="utf-8")):
                here = f"{file.relative_to(TITLES)}: {name}"
                if not seen.setdefault(text, here).startswith(f"{title.folder.name}/"):
                    twice.add(f"{seen[text]} and {here}")
    assert twice == set()


def test_functions_are_alike_whatever_they_call_things() -> None:
    one = "def a(x: int) -> int:\n  'Says.'\n" + "  b.c(x, d=1)\n" * 6
    other = "def e(y: str):\n" + "  f.g(y, h='i')\n" * 6
    assert [text for _, text in bare(one)] == [text for _, text in bare(other)] != []
    assert [text for _, text in bare(one)] != [text for _, text in bare(other + "  f.g(y)\n")]
    assert not list(bare("def a():\n  'Says.'\n" + "  b()\n" * 5))
