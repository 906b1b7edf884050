"""Routes of just two stops."""

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.direct_routes import direct_routes, stops_beside
from companion.board.map import Hex, Map
from companion.board.tiles import Stop

RED = Access("Red")
CITY, TOWN = Stop("city", (("", 20),), 1), Stop("town", (("", 10),))


def line() -> Board:
    """City B2, plain B4, town B6, city B8 in a row, with track from one to the next."""
    hexes = [
        Hex("B2", stops=(CITY,)),
        Hex("B4"),
        Hex("B6", stops=(TOWN,)),
        Hex("B8", stops=(CITY,)),
        Hex("B10"),
    ]
    board = Board(Map(hexes, {"57": None, "9": None, "4": None}))
    for at, tile in (("B2", "57"), ("B4", "9"), ("B6", "4"), ("B8", "57"), ("B10", "9")):
        board = board.with_tile(at, tile, 1)
    return board


def test_each_stop_has_a_route_to_the_next_over_plain_track():
    board = line()
    assert direct_routes(board, RED, ["B2.0"]) == (("B2.0", "B4", "B6.0"),)
    assert direct_routes(board, RED, ["B6.0"]) == (("B2.0", "B4", "B6.0"), ("B6.0", "B8.0"))


def test_none_goes_to_a_stop_that_is_closed_or_through_a_hex_that_is():
    board = line()
    closed = Access("Red", closed=frozenset(("B8.0",)))
    assert direct_routes(board, closed, ["B6.0"]) == (("B2.0", "B4", "B6.0"),)
    assert direct_routes(board, Access("Red", closed=frozenset(("B4",))), ["B2.0"]) == ()


def test_a_plain_tile_leads_to_the_stops_on_both_its_sides():
    board = line()
    assert stops_beside(board, "B4") == {"B2.0", "B6.0"}
    assert stops_beside(board, "B10") == {"B8.0"}
