"""Texts of entries of the books name what the entries are about."""

import pytest

from companion.reporting.content.entry_texts import name_account
from companion.rules.data.setup import Setup
from companion.titles import rules_for


@pytest.mark.parametrize(
    ("title", "id", "name"),
    [
        ("18tn", "F11", "F11 Nashville"),
        ("18tn", "F11.0", "F11 Nashville"),
        ("18tn", "H17", "H17"),  # no name on the map
        ("18tn", "IC", "IC"),
        ("18tn", "TCC", "Tennessee Copper Co."),
        ("18tn", "6B-0", "6B-train"),
        ("18nl", "P3", "De Veluwe"),
        ("1839", "L1", "L1"),  # a company, and a hex
        ("18tn", "p1", "Ann"),
    ],
)
def test_a_hex_has_its_name_beside_its_code(title: str, id: str, name: str) -> None:
    rules = rules_for(Setup(title, ("Ann", "Bob", "Cleo")))
    assert name_account(rules, id) == name
