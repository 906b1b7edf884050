"""Docstrings and comments are plain English, and functions that do something begin with a verb."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.plain_english import faults_of

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    room: {
        str(file.relative_to(ROOT)): file.read_text("utf-8") for file in (ROOT / room).rglob("*.py")
    }
    for room in ("companion", "tests", "scripts")
}
MOST_PARTICIPLES = {"companion": 0, "tests": 203, "scripts": 1}  # lower it when one is renamed
DEFINED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
PARTICIPLE = re.compile(r"_?(?!need|seed)[a-z]+ed|_?(said|told|made|held|kept|begun|done|sold)")
OLD_WORDS = re.compile(r"\b(anew|thereof|whereof|whom|whoever|of before|of then|amid)\b")


def definitions(source: str) -> Iterator[Any]:
    """Yield the module, its classes and functions, without a look into expressions."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, DEFINED):
            yield node
        within = ast.iter_child_nodes(node)
        waiting += [child for child in within if isinstance(child, STATEMENTS)]


def texts(source: str) -> Iterator[str]:
    """Yield docstrings and comments of a file."""
    for node in definitions(source):
        if docstring := ast.get_docstring(node):
            yield from docstring.split("\n\n")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("# ")


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph; an indented one is a table or an example."""
    if text.startswith("  "):
        return []
    return re.split(r"(?<=[.?!;:]) ", " ".join(text.split()))


def faults_in(source: str) -> dict[str, list[str]]:
    """Return the sentences of a file that are not plain, each with its faults."""
    found = {}
    for text in texts(source):
        for sentence in sentences(text):
            faults = faults_of(sentence)
            if OLD_WORDS.search(sentence):
                faults.append("an old word")
            if faults:
                found[sentence] = faults
    return found


def participles(source: str) -> list[str]:
    """Return functions that are named by a participle alone; properties are values."""
    return [
        node.name
        for node in definitions(source)
        if isinstance(node, ast.FunctionDef)
        and PARTICIPLE.fullmatch(node.name)
        and not {"property", "cached_property"} & {ast.unparse(d) for d in node.decorator_list}
    ]


def odd_tests(source: str) -> list[str]:
    """Return the tests whose names are no plain sentences."""
    return re.findall(
        r"^def (test_(?:(?:what|whoever|who|where|of)_\w+|\w*_(?:he|his|him)(?:_\w*)?))\(",
        source,
        re.M,
    )


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_and_comments_are_plain(room: str) -> None:
    found = {name: faults for name, text in ROOMS[room].items() if (faults := faults_in(text))}
    assert not found


def test_names_of_tests_are_plain() -> None:
    found = [name for text in ROOMS["tests"].values() for name in odd_tests(text)]
    assert not found
    assert odd_tests("def test_who_goes(): ...\ndef test_they_go(): ...\n") == ["test_who_goes"]


def test_a_docstring_that_is_not_plain_is_found() -> None:
    source = '"""Where he goes. Where does it go?"""  # made anew\n'
    faults = ["opens like a question", "a player is 'they'"]
    assert faults_in(source) == {"Where he goes.": faults, "made anew": ["an old word"]}


@pytest.mark.parametrize("room", ROOMS)
def test_functions_are_named_by_verbs(room: str) -> None:
    assert sum(len(participles(text)) for text in ROOMS[room].values()) <= MOST_PARTICIPLES[room]


def test_a_function_named_by_a_participle_is_found() -> None:
    assert participles("def sold(): ...\ndef sell(): ...\n") == ["sold"]
