"""A director is asked before they could lose something when their turn goes on by itself."""

import pytest

from companion.rules.core.actions import BuyPrivateForCompany, Pass, PlaceToken
from companion.rules.operating.last_chances import ChanceEffect
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import turn


def poor(treasury: int = 30, phase: str = "Green", **privates: str) -> Position:
    """HIJSM, in Hoorn and Leeuwarden, could pay no marker with so much: the one on Hoorn is 80."""
    at = turn("HIJSM", phase=phase, **{"CO": "p2", **privates}).cash(HIJSM=treasury)
    at.state.privates["SLK"] = "gone"
    return at.token("E10.0", "HIJSM").token("B13.0", "HIJSM")


def asked(at: Position) -> tuple[ChanceEffect, ...]:
    """The chances that would be lost by going on; nothing when nobody is asked."""
    question = at.rules.last_chance.current_question(at.state)
    return question.lost_effects if question else ()


def test_before_markers_are_passed_over_one_may_buy_the_private_that_pays_for_one():
    at = poor().do(Pass("HIJSM"))
    assert asked(at) == (ChanceEffect("token", ("CO",)),)
    at.do(BuyPrivateForCompany("HIJSM", "CO", 30))
    assert at.waiting() == "token" and at.allowed(PlaceToken("HIJSM", "E10.0", "CO"))
    assert at.state.cash["HIJSM"] == 0


def test_a_player_who_lets_it_be_buys_the_private_later_in_the_turn():
    at = poor().do(Pass("HIJSM"), Pass("p1"))
    assert at.waiting() == "trains" and at.allowed(BuyPrivateForCompany("HIJSM", "CO", 30))


@pytest.mark.parametrize(
    "other",
    [
        lambda: poor(phase="Yellow"),
        lambda: poor(phase="Brown"),
        lambda: poor(treasury=0),
        lambda: poor(CO="gone", VVD="p2"),  # nothing comes of it in this step
        lambda: poor(CO="HIJSM"),  # the step is there
        lambda: poor(treasury=80),
    ],
)
def test_nobody_is_asked_where_nothing_is_lost(other):
    assert not asked(other().do(Pass("HIJSM")))
