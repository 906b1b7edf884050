"""Tests of copies of values with changed fields."""

import dataclasses

import pytest

from companion.rules.core.actions import Pass
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.rounds import OperatingTurn
from companion.rules.operating.operating_round import OperatingRound
from tests.support.positions import Position


def test_a_copy_has_the_other_fields_and_keeps_the_rest() -> None:
    round = OperatingRound(number=2, part=1, parts=2, companies=("PRR",))
    changed = replace(round, turn=OperatingTurn("PRR"), companies_done=("NYC",))
    assert changed == dataclasses.replace(round, turn=OperatingTurn("PRR"), companies_done=("NYC",))
    assert round.turn is None


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(TypeError, match="Turn has no stop"):
        replace(OperatingTurn("PRR"), stop=1)


def test_a_value_that_does_something_when_it_is_made_does_it_in_a_copy_too() -> None:
    rules = Position("1830", 3).rules
    soft, first = rules.refuse("buy.sold", player="p1", company="PRR"), rules.refuse("turn.over")
    offer = Offer("pass", Pass("p1"))
    assert replace(offer, refusals=(soft, first)).refusals == (first, soft)
