"""Lines of keys in TOML texts, and texts that are none."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from companion.titles import titles
from companion.titles.schema.toml_lines import MOST_LEVELS, NestingError, Path, find_lines

TEXT = '''# a comment with [brackets] and a = sign
name = "a [b] # c"
"quoted.key" = 1
dotted . inner.deep = 2

[players] # all
cash = { 2 = 600, "3" = { of = [1,
  2] } }

[[trains]]
name = """two
lines"""
limits = [
    { number = 2, of = ["city"] }, # the first
    { number = 3 },
]

[[trains]]
name = 'T\\'
price = 1.5

[trains.inner]
x = [[1], [2, 3]]

[[trains.parts]]
y = 1979-05-27 07:32:00

[[trains.parts]]
"a\\u0062" = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("quoted.key",), 3),
        (("dotted",), 4),
        (("dotted", "inner", "deep"), 4),
        (("players",), 6),
        (("players", "cash", "2"), 7),
        (("players", "cash", "3", "of", 1), 8),
        (("trains",), 10),
        (("trains", 0), 10),
        (("trains", 0, "name"), 11),
        (("trains", 0, "limits"), 13),
        (("trains", 0, "limits", 0, "of", 0), 14),
        (("trains", 0, "limits", 1, "number"), 15),
        (("trains", 1), 18),
        (("trains", 1, "price"), 20),
        (("trains", 1, "inner", "x", 1, 1), 23),
        (("trains", 1, "parts", 0, "y"), 26),
        (("trains", 1, "parts", 1, "ab"), 29),
    ],
)
def test_each_key_has_its_line(path: Path, line: int) -> None:
    assert find_lines(TEXT)[path] == line


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of everything in parsed TOML."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*path, key))


def test_all_paths_of_a_text_are_found_and_no_others() -> None:
    assert set(find_lines(TEXT)) == set(paths(tomllib.loads(TEXT)))


@pytest.mark.parametrize("slug", titles())
def test_all_paths_of_every_title_are_found(slug: str) -> None:
    for file in titles()[slug].folder.glob("*.toml"):
        text = file.read_text("utf-8")
        lines, found = text.split("\n"), find_lines(text)
        assert set(found) == set(paths(tomllib.loads(text)))
        for path, line in found.items():
            if isinstance(path[-1], str):
                assert path[-1] in lines[line - 1]


@pytest.mark.parametrize("text", ["a = " + "[" * 9, "a" + ".a" * 8 + " = 1", "[a" + ".a" * 8 + "]"])
def test_too_many_levels_are_refused_by_their_line(text: str) -> None:
    assert MOST_LEVELS == 8
    with pytest.raises(NestingError) as caught:
        find_lines("\n" + text)
    assert caught.value.line == 2
    find_lines(text.replace("[" * 9, "[" * 8).replace("a.a.", "a.", 1))


NO_TOML = [
    "]]]",
    "}}}",
    "=",
    "[[",
    "[a",
    "[]",
    "a=]",
    "a=[}",
    "\\",
    ",,",
    "{{{{{",
    "'",
    "a={b=[{c",
    "[a]]]",
    "a.=1",
    "a=}",
    '"x',
]


@pytest.mark.parametrize("text", [*NO_TOML, '"""', "'''\n", "a = ]\n]", "a\nb = 1", "\x00"])
def test_a_text_that_is_no_toml_is_read_without_an_error(text: str) -> None:
    find_lines(text)
    find_lines(TEXT + text + TEXT)
