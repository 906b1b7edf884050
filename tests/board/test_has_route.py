"""Whether a company has a route at all: asked before it runs, and whether it must own a train."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.board.bestrun.best_run import has_route
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import read_map
from companion.board.trains import StopCount, TrainKind

MAP = Path(__file__).parents[2] / "companion" / "titles" / "t1830" / "map.toml"
CITY = frozenset({"city"})
TRACK = (("E11", "59", 0), ("F10", "4", 0), ("G9", "9", 0), ("H8", "7", 3), ("H10", "57", 1))


@pytest.fixture
def board() -> Board:
    """A city with a token, a town beyond it, and another city behind the town."""
    found = Board(read_map(tomllib.loads(MAP.read_text())))
    for hex, tile, rotation in TRACK:
        found = found.with_tile(hex, tile, rotation)
    stops = [stop for stop in found.tokens if stop.startswith("E11.")]
    for stop in stops:
        if "F10.0" in (reached := found.with_token(stop, "ERIE")).reach(Access("ERIE")).stops:
            return reached
    raise AssertionError("no city of E11 is joined to F10")


def test_a_town_beside_the_token_is_a_route(board: Board) -> None:
    assert has_route(board, Access("ERIE"), [TrainKind("2", (StopCount(2),))])


def test_a_train_that_cannot_end_in_towns_may_have_a_route_through_one(board: Board) -> None:
    assert has_route(board, Access("ERIE"), [TrainKind("2", (StopCount(2, CITY),), ends=CITY)])


def test_there_is_no_route_to_a_city_beyond_the_reach_of_every_train(board: Board) -> None:
    assert not has_route(board, Access("ERIE"), [TrainKind("2", (StopCount(2),), ends=CITY)])
    assert has_route(
        board,
        Access("ERIE"),
        [TrainKind("2", (StopCount(2),), ends=CITY), TrainKind("3", (StopCount(3),), ends=CITY)],
    )


def test_a_company_without_a_token_on_the_map_has_no_route(board: Board) -> None:
    assert not has_route(board, Access("PRR"), [TrainKind("D")])
