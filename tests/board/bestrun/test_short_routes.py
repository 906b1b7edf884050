"""Routes of trains with few stops: the same as those of the diagrams that hold all routes."""

import random
from collections.abc import Iterator, Sequence

import pytest

from companion.bench.record_board import grid_problem
from companion.board.bestrun.best_run import best_run
from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Diagram, best_way
from companion.board.bestrun.kind_builder import KindBuilder
from companion.board.bestrun.scoring import Scoring, scorings, upper_bound
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.bestrun.short_routes import ShortRoutes, are_short
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import check_run
from companion.board.tiles import Stop, Track
from companion.board.trains import EVERY, Bonus, Fares, StopCount, TrainKind

COMPANY = "A"


def random_board(seed: int, side: int = 4) -> Board:
    """Return cities, towns and off-boards with track to most sides, and tokens of companies."""
    dice = random.Random(seed)
    hexes = []
    for a in range(side):
        for b in range(side):
            kind = dice.choice(("city", "city", "city", "town", "offboard"))
            slots = 2 if kind == "city" else 0
            stop = Stop(kind, (("", 10 * dice.randint(1, 6)),), slots)
            ends = kind == "offboard"
            edges = [edge for edge in range(6) if dice.random() < 0.8]
            tracks = tuple(Track(edge, "s0", ends) for edge in edges)
            colour = "red" if ends else "gray"
            at = f"{chr(ord('A') + a)}{2 * b + a % 2 + 1}"
            hexes.append(Hex(at, None, colour, None, (stop,), tracks))
    board = Board(Map(hexes))
    cities = [f"{hex.at}.0" for hex in hexes if hex.stops[0].kind == "city"]
    for city in dice.sample(cities, 2):
        board = board.with_token(city, COMPANY)
    for city in dice.sample(cities, 2):
        for owner in ("B", "C"):
            if board.free_slot(city) is not None:
                board = board.with_token(city, owner)
    return board


def problems(seed: int) -> Iterator[tuple[SharedSearchData, Scoring]]:
    """Yield kinds of train with few stops on a random board."""
    ground = SharedSearchData(random_board(seed), Access(COMPANY), 2)
    fares = Fares(("yellow",), (Bonus("end", 20, "A1.0", where="end"),))
    for most in (2, 3, 5):
        found = scorings(ground.network, TrainKind(str(most), (StopCount(most, EVERY),)), fares)
        assert are_short(ground.sweep, found)
        yield ground, found[0]
    best = TrainKind("4", (StopCount(4, EVERY),), best=StopCount(4))
    yield ground, scorings(ground.network, best, fares)[0]


def random_prices(ground: SharedSearchData, seed: int) -> list[float]:
    dice = random.Random(seed)
    return [dice.choice((0, 0, 5.5, 12)) for _ in range(ground.sweep.bits)]


def ways(diagram: Diagram | None, floor: float, prices: Sequence[float]) -> dict[int, int]:
    """Return the best gain of each way of a diagram with more than the floor left, by its bits."""
    found: dict[int, int] = {}
    stack = [(0, 0, 0, 0)] if diagram else []
    while diagram and stack:
        layer, state, gained, used = stack.pop()
        if layer < len(diagram.arcs):
            for mask, gain, to in diagram.arcs[layer][state]:
                stack.append((layer + 1, to, gained + gain, used | mask))
        elif gained - cost(used, prices) > floor:
            found[used] = max(gained, found.get(used, 0))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_best_route_and_all_good_routes_are_those_of_the_diagrams(seed: int) -> None:
    for ground, scoring in problems(seed):
        listed = ShortRoutes(ground.sweep, scoring, Clock(None))
        builder = KindBuilder(ground.sweep, [scoring], Clock(None))
        most, bits = best_way(builder.build(0))
        assert listed.best(())[0] == most <= upper_bound(scoring)
        assert listed.best((), bits)[0] == best_way(builder.build(0, without=bits))[0]
        prices = random_prices(ground, seed)
        every = ways(builder.build(0, prices=prices), 0, prices)
        left = max((gain - cost(used, prices) for used, gain in every.items()), default=0)
        assert listed.best(prices)[0] == left
        for floor in (0, max(0, left - 15)):
            good = {b: gain for b, gain in every.items() if gain - cost(b, prices) > floor}
            assert ways(listed.above(floor, prices), floor, prices) == good


def test_trains_that_pass_stops_free_of_charge_are_not_listed() -> None:
    ground = SharedSearchData(random_board(1), Access(COMPANY), 2)
    for kind in (
        TrainKind("D"),
        TrainKind("5", (StopCount(5, frozenset({"city"})),)),
        TrainKind("5E", best=StopCount(5)),
        TrainKind("20", (StopCount(20, EVERY),)),
    ):
        assert not are_short(ground.sweep, scorings(ground.network, kind, Fares(())))


@pytest.mark.in_part(5)
@pytest.mark.parametrize(
    ("side", "trains", "revenue"),
    [
        (6, ("8",), 390),
        (6, ("5", "8"), 630),
        (6, ("6", "7"), 630),
        (6, ("8", "8"), 760),
        (6, ("8", "8", "8"), 1110),
        (8, ("8", "8"), 790),
        (8, ("8", "8", "8", "8"), 1510),
        (8, ("5+5E", "8"), 910),
    ],
)
def test_runs_on_a_wide_grid_are_proved(side: int, trains: tuple[str, ...], revenue: int) -> None:
    """The revenues of six by six cities are those of the search in diagrams alone."""
    asked = grid_problem(side, trains)
    best = best_run(asked.board, asked.access, asked.trains, asked.fares)
    report = check_run(asked.board, asked.access, asked.trains, best.routes, asked.fares)
    assert report.legal and best.proved
    assert report.revenue == best.revenue == revenue
