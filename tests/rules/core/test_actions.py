"""Tests of action names: each is unique and permanent in the log."""

import re
from dataclasses import dataclass, fields

import pytest

from companion.ledger.entries import BANK
from companion.rules.amend.correction_actions import Correction
from companion.rules.core.action_parser import BadActionError, read_action, stored_actor
from companion.rules.core.actions import ACTIONS, Action, SellPrivate, action
from companion.rules.money.bank_advances import AdvanceMoney


def test_second_action_of_a_name_is_refused_where_it_is_made() -> None:
    before = dict(ACTIONS)

    with pytest.raises(TypeError, match="two actions are called pass"):

        @action("pass")
        @dataclass(frozen=True, slots=True)
        class Skip(Action):
            """An action with a name that is already taken."""

            other: str

    assert before == ACTIONS


def test_action_of_no_known_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadActionError):
        read_action({"type": "PassTwice", "party": "p1"})


@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_an_action_is_stored_under_a_name_of_its_own(name: str) -> None:
    kind = ACTIONS[name]
    assert kind.wire_name == name
    assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)
    assert name not in {kind.__name__, kind.__qualname__, kind.__module__}


DEEDS = sorted(
    kind for kind, cls in ACTIONS.items() if not issubclass(cls, (Correction, AdvanceMoney))
)


@pytest.mark.parametrize("kind", DEEDS)
def test_every_action_says_who_enters_it_and_who_it_is_about(kind: str) -> None:
    """Check that the actor is among the parties, and that the subject is a field's value."""
    texts = {field.name: field.name for field in fields(ACTIONS[kind])}
    done = ACTIONS[kind](**texts)
    assert done.actor() in ("player", "company", "seller", "party", "payer", BANK)
    assert done.actor() in done.parties()
    assert done.about() in ("", "company", "private")


def test_trade_needs_the_consent_of_buyer_and_seller_and_is_entered_by_the_seller() -> None:
    trade = SellPrivate(seller="p1", buyer="p2", private="SV", price=20)
    assert (trade.actor(), trade.about()) == ("p1", "SV")
    assert trade.parties() == ("p1", "p2")


def test_the_actor_of_a_stored_action_is_known_of_obsolete_actions_too() -> None:
    assert stored_actor({"type": "pass", "party": "PRR"}) == "PRR"
    trade = {"type": "sell_private", "private": "SV", "buyer": "p2", "seller": "p1", "price": 1}
    assert stored_actor(trade) == "p1"
    assert stored_actor({"type": "Juggle", "chair": "p3", "balls": 4}) == "p3"
