"""The lays of a company's first turn, each both ways: with 1830's data, changed."""

import pytest

from companion.rules.core.actions import LayTile, Pass
from companion.rules.data.lay_allowance import NEW, LayAllowance, LayPermission
from tests.support.positions import Position

TWO = LayAllowance((LayPermission(), LayPermission(frozenset((NEW,)), not_after_upgrade=True)))


def beginning(first_track: LayAllowance | None = TWO, has_operated: bool = False) -> Position:
    """Return the first turn of the PRR after that of the B&O, or a later one."""
    game = Position("1830", 3).with_data(first_track=first_track).phase("3").close_privates()
    game.started("B&O", 90, "p2", p2=60).floated("B&O", 500)
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500)
    game.state.alter("PRR", has_operated=has_operated)
    game.operating("B&O", "trains").trains("B&O", "3")
    while game.state.round.operating.company == "B&O":
        game.do(Pass("B&O"))
    return game


def test_two_yellow_tiles_in_a_first_turn():
    game = beginning().do(LayTile("PRR", "H14", "9", 1))
    assert game.waiting() == "track"
    game.do(
        LayTile("PRR", "G13", "9", 2)
        if game.allowed(LayTile("PRR", "G13", "9", 2))
        else Pass("PRR")
    )
    assert game.waiting() != "track"


@pytest.mark.parametrize(("first", "has_operated"), [(TWO, True), (None, False)])
def test_one_tile_in_other_turns(first, has_operated):
    game = beginning(first, has_operated).do(LayTile("PRR", "H14", "9", 1))
    assert game.waiting() != "track"


def test_an_upgrade_leaves_no_second_tile():
    game = beginning().tile("H14", "9", 1).tile("H10", "57", 1)
    upgrade = next(
        lay for lay in (LayTile("PRR", "H10", "14", r) for r in range(6)) if game.allowed(lay)
    )
    assert game.do(upgrade).waiting() != "track"
    game = beginning().tile("H10", "57", 1).do(LayTile("PRR", "H14", "9", 1))
    assert game.refused(upgrade) == {"lay.one_replaced"}
