"""The citation of a title replaces its two parts, and is no format."""

from dataclasses import replace

import pytest

from companion.titles import load


@pytest.mark.parametrize(
    ("citation", "says"),
    [
        ("{name}, {section}", "1830, §1"),
        ("{section}{section}", "§1§1"),
        ("{name.__class__.__mro__}", "{name.__class__.__mro__}"),
        ("{name:>30000000}", "{name:>30000000}"),
        ("{0} {other} {{name}}", "{0} {other} {1830}"),
    ],
)
def test_name_and_section_are_put_in_literally(citation: str, says: str) -> None:
    assert replace(load("1830").data, citation=citation).place("§1") == says


def test_a_name_is_not_read_again() -> None:
    data = replace(load("1830").data, name="{section}", citation="{name} {section}")
    assert data.place("{name}") == "{section} {name}"
