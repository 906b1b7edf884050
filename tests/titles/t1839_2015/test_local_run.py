"""What the railway of a player runs (Noord Friesche Locaalspoorweg-Maatschappij)."""

from companion.board.equal import regions_of
from companion.board.routes import Route
from companion.making.t1839_2015.local_run import local_routes
from companion.rules.change import Change
from companion.rules.tokens import put_on_top
from tests.positions import Position
from tests.titles.t1839_2015.table import built, stock_round

NORTH = "C18:55 B19:5/5"


def values(at: Position, hex: str = "C18") -> dict[tuple[str, ...], int]:
    return {path: route.revenue for path, route in local_routes(at.rules, at.state, hex).items()}


def test_two_places_and_an_off_board_at_one_end():
    at = built(stock_round(), NORTH)
    found = values(at)
    assert max(found.values()) == 10 + 20 + 20
    best = max(found, key=found.__getitem__)
    assert {best[0], best[-1]} == {"C18.0", "C20.0"}
    assert regions_of(at.state.board, [Route("", best)]) == {"Duitsland"}
    assert {value for path, value in found.items() if "C20.0" not in path} == {10 + 20}


def test_neither_place_is_full_unless_an_exchange_marker_lies_there():
    at = built(stock_round(), NORTH).token("B19.0", "SS")
    assert values(at) == {}
    put_on_top(Change(at.state), "SS", "B19.0")
    assert max(values(at).values()) == 10 + 20  # at the end its value, on the way nothing
    assert min(values(at).values()) == 10 + 0 + 20
    assert len(values(at)) == 2


def test_one_of_the_two_is_on_a_tile_with_a_place():
    at = built(stock_round(), NORTH)
    assert values(at, "B19") == values(at)
    assert values(at, "D15") == {}


def test_a_tile_without_a_place_lies_between_the_two():
    at = built(stock_round(), f"{NORTH} D17:7/3")
    assert values(at, "D17") == {("C18.0", "D17", "D19.0"): 10 + 20}


def test_or_before_the_off_board():
    at = built(stock_round(), "H13:57/2 I14:55/2 J15:8/2")
    assert values(at, "J15") == {("H13.0", "I14.0", "J15", "J17.0"): 20 + 10 + 20}
