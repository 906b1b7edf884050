"""Semi-restrictive track: an upgrade changes what the company reaches."""

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lays import faults, lays
from companion.board.map import Hex, Map
from companion.board.tiles import Stop, Track

CITY = Stop("city", (("", 20),), 1)
AROUND = ("B4", "B6", "C7", "D4", "D6")  # the hexes beside C5, but for C3
GREEN = ("16", "19", "20", "23", "24", "25", "26")
OWN = Access("own")


def board(must_change: bool, tile: str, rotation: int, middle: Hex | None = None) -> Board:
    """Return a map with a tile on C5, which the company enters from C3 in the west."""
    own = Hex("C3", stops=(CITY,), tracks=(Track("s0", 4),), colour="gray")
    hexes = [own, middle or Hex("C5"), *map(Hex, AROUND)]
    start = Board(Map(hexes, must_change=must_change)).with_token("C3.0", "own")
    return start.with_tile("C5", tile, rotation)


def codes(board: Board, tile: str, rotation: int) -> list[str]:
    return [fault.code for fault in faults(board, "C5", tile, rotation, OWN)]


@pytest.mark.parametrize("must_change", [False, True])
def test_new_track_that_the_company_reaches_may_always_be_laid(must_change):
    straight = board(must_change, "9", 1)
    assert codes(straight, "23", 1) == []  # it branches where the company comes in


@pytest.mark.parametrize(("tile", "rotation"), [("20", 0), ("23", 4)])
def test_new_track_beyond_the_network_is_laid_only_where_track_is_permissive(tile, rotation):
    assert codes(board(False, "9", 1), tile, rotation) == []  # it crosses, or joins from the east
    assert codes(board(True, "9", 1), tile, rotation) == ["no_change"]


def test_the_network_enters_new_track_where_it_comes_round():
    round_about = board(True, "9", 1).with_tile("C7", "7", 1).with_tile("B6", "7", 5)
    assert codes(round_about, "20", 0) == []


def test_track_between_two_sides_that_it_only_leaves_by_is_not_reached():
    branches = board(True, "8", 1).with_tile("C5", "25", 1)
    assert codes(board(False, "8", 1).with_tile("C5", "25", 1), "40", 1) == []
    assert codes(branches, "40", 1) == ["no_change"]


def test_the_first_track_of_a_hex_is_new_in_any_case():
    bare = board(True, "9", 1).without_tile("C5")
    assert codes(bare, "7", 0) == []


def test_a_city_of_another_value_is_change_enough():
    city = board(True, "57", 1, Hex("C5", stops=(CITY,)))
    assert codes(city, "14", 0) == []
    assert codes(city, "14", 1) == []


def test_lays_and_faults_agree():
    free, strict = board(False, "9", 1), board(True, "9", 1)
    refused = set(lays(free, "C5", GREEN, OWN)) - set(lays(strict, "C5", GREEN, OWN))
    assert ("20", 0) in refused
    assert all(codes(strict, *lay) == ["no_change"] for lay in refused)
