"""The preview of a correction, of an edit and of a what-if names things as the table does."""

import pytest

from companion.languages import speaking
from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.tokens import place_token
from companion.titles import rules_for
from companion.web.amend.corrections import _cash
from companion.web.amend.difference_texts import describe_differences

PLAYERS = ("Anneke", "Jörg", "Daniël")


def start_of(title: str) -> tuple[Rules, State]:
    rules = rules_for(Setup(title, PLAYERS))
    return rules, judge.start(rules).state


@pytest.mark.parametrize(("title", "is_told"), [("1830", True), ("steam-over-holland", False)])
def test_the_money_of_a_bank_is_told_only_if_it_has_a_limit(title: str, is_told: bool) -> None:
    rules, before = start_of(title)
    change = Change(before.copy())
    change.pay(BANK, "p1", 40, "dividend")
    ((head, rows),) = describe_differences(rules, before, change.state, frozenset(["cash"]))
    assert head == "Cash"
    assert [name for name, *_ in rows if name == "bank"] == ["bank"] * is_told
    assert [name for name, *_ in rows if name == "Anneke"] == ["Anneke"]
    choices = dict(_cash(rules, before)[0][2])
    assert choices[BANK].startswith("bank · $") == is_told
    assert is_told or choices[BANK] == "bank"


def test_a_token_is_named_by_the_place_where_it_lies() -> None:
    rules, before = start_of("1830")
    change = Change(before.copy())
    place_token(change, "PRR", "H12.0")
    ((_, rows),) = describe_differences(rules, before, change.state, frozenset(["token"]))
    assert rows == [("H12 Altoona", "–", "PRR")]


def test_a_phase_is_told_in_the_language_of_the_device() -> None:
    rules, before = start_of("1828")
    after = before.copy()
    after.phase = "Green"
    with speaking("nl"):
        ((_, rows),) = describe_differences(rules, before, after, frozenset(["phase"]))
    assert rows == [("", "Geel", "Groen")]
