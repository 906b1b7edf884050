"""Actions have a name each: what a log names is one thing, for good."""

from dataclasses import dataclass, fields

import pytest

from companion.rules.actions import ACTIONS, Action, SellPrivate, action
from companion.rules.advances import AdvanceMoney
from companion.rules.corrections import Correction
from companion.rules.entering import BadAction, read_action, stored_actor


def test_second_action_of_a_name_is_refused_where_it_is_made() -> None:
    before = dict(ACTIONS)

    @dataclass(frozen=True, slots=True)
    class Pass(Action):
        """Another one."""

        other: str

    with pytest.raises(TypeError, match="two actions are called Pass"):
        action(Pass)
    assert before == ACTIONS


def test_action_of_no_known_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadAction):
        read_action({"type": "PassTwice", "who": "p1"})


DEEDS = sorted(
    kind for kind, cls in ACTIONS.items() if not issubclass(cls, (Correction, AdvanceMoney))
)


@pytest.mark.parametrize("kind", DEEDS)
def test_every_action_says_who_enters_it_and_whom_it_is_about(kind: str) -> None:
    """The actor is one of those whose consent it needs; what it is about is named in it."""
    texts = {field.name: field.name for field in fields(ACTIONS[kind])}
    done = ACTIONS[kind](**texts)
    assert done.actor() in ("player", "company", "seller", "who")
    assert done.actor() in done.parties()
    assert done.about() in ("", "company", "private")


def test_trade_needs_the_consent_of_buyer_and_seller_and_is_entered_by_the_seller() -> None:
    trade = SellPrivate(seller="p1", buyer="p2", private="SV", price=20)
    assert (trade.actor(), trade.about()) == ("p1", "SV")
    assert trade.parties() == ("p1", "p2")


def test_who_entered_a_stored_action_is_told_of_actions_that_are_known_no_more_too() -> None:
    assert stored_actor({"type": "Pass", "who": "PRR"}) == "PRR"
    trade = {"type": "SellPrivate", "private": "SV", "buyer": "p2", "seller": "p1", "price": 1}
    assert stored_actor(trade) == "p1"
    assert stored_actor({"type": "Juggle", "chair": "p3", "balls": 4}) == "p3"
