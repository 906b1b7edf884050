"""Small boards with regions of off-boards, stacked tokens and loans, and all their best runs.

The best runs are found by trying everything, one for each set of regions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import Path, Route, check_route, check_run, path_pieces
from companion.board.tiles import Stop, Track
from companion.board.trains import CENTRES, Bonus, Fares, LentBenefit, StopCount, TrainKind
from tests.oracles.best_runs import (
    COMPANY,
    FLOOD,
    OTHERS,
    Position,
    flooded,
    one_of_each,
    random_board,
    ways,
)

CITY, LEAST = frozenset({"city"}), StopCount(2, CENTRES)
RUNNING = (
    TrainKind("2", (StopCount(2, CENTRES),), LEAST, once=CENTRES),
    TrainKind("3", (StopCount(3, CENTRES),), LEAST, once=CENTRES),
    TrainKind("2+", (StopCount(2, CITY),), LEAST, once=CENTRES),
    TrainKind("3+", (StopCount(3, CITY),), LEAST, once=CENTRES),
    TrainKind(
        "2D+", (), LEAST, multiplier=2, multiplies=CENTRES, best=StopCount(2, CITY), once=CENTRES
    ),
)
TOWNS = Bonus("towns", 20, where="value", kinds=frozenset({"town"}))
POST = Bonus("post", 10, kinds=CENTRES)
LENT = (LentBenefit("post", bonus=POST), LentBenefit("more", more=StopCount(1, CITY)))


def position(seed: int) -> Position:
    """A company about to run, on a board on which trying everything is not too much."""
    for again in range(100):
        at = _position(random.Random(seed * 100 + again))
        number = sum(not kind.floods for kind in at.trains.values())
        if len(list(ways(at.board))) ** number <= 40_000:
            return at
    raise AssertionError(f"no small board of {seed}")


def _position(dice: random.Random) -> Position:
    board = _abroad(dice, random_board(dice, dice.randint(4, 10)))
    for stop in board.tokens:
        if board.full(stop, Access(COMPANY)) and dice.random() < 0.6:
            board = board.with_top(stop, OTHERS[0])
    own = board.token_stops(COMPANY)
    if own and dice.random() < 0.5:
        board = board.with_top(own[0], COMPANY)
    kinds = dice.choices(RUNNING, k=dice.choice((1, 2, 2, 3, 4)))
    if dice.random() < 0.3:
        kinds = [kinds[0], FLOOD]
    trains = {f"{kind.name}-{number}": kind for number, kind in enumerate(kinds)}
    lent = tuple(each for each in LENT if dice.random() < 0.25)
    bonuses = (TOWNS,) if dice.random() < 0.25 else ()
    colours = ("yellow", "green", "brown")[: dice.choice((1, 3))]
    fares = Fares(colours, bonuses, frozenset(board.top_stops(COMPANY)), lent)
    return Position(board, Access(COMPANY), trains, fares)


def _abroad(dice: random.Random, board: Board) -> Board:
    """Add off-boards of regions to the board.

    Two hexes are one off-board, which may follow its route. One is in the east. One is in the
    north, and becomes worthless.
    """
    hexes = dict(board.map.hexes)
    follows = dice.random() < 0.6
    for at in ("C0", "B1"):
        west = replace(hexes[at].stops[0], region="D", follows=follows)
        hexes[at] = replace(hexes[at], stops=(west,))
    region = dice.choice(("B", "B", "D"))
    hexes["C10"] = replace(hexes["C10"], stops=(replace(hexes["C10"].stops[0], region=region),))
    north = Stop("offboard", (("yellow", 20), ("brown", 0)), region=dice.choice(("O", "B")))
    hexes["A5"] = Hex("A5", "North", "red", None, (north,), (Track(0, "s0"), Track(5, "s0")))
    return Board.restore(Map(hexes.values()), board.laid, board.tokens)


def every_best(at: Position) -> tuple[int, set[frozenset[str]]]:
    """The greatest revenue, and the sets of regions to which runs come that earn it."""
    all_ways = list(ways(at.board))
    greatest, regions = 0, {frozenset[str]()}
    for trains, fares in _lent(at):
        found = _most(replace(at, trains=trains, fares=fares), all_ways, max(greatest, 1))
        if (most := max(found.values(), default=0)) > greatest:
            greatest, regions = most, set()
        regions |= {each for each, revenue in found.items() if revenue == greatest}
    return greatest, regions


def _lent(at: Position) -> Iterator[tuple[Mapping[str, TrainKind], Fares]]:
    """Each thing that is lent with every train once."""
    plain = replace(at.fares, lent=())
    for takers in product(at.trains, repeat=len(at.fares.lent)):
        trains, fares = dict(at.trains), plain
        for lent, train in zip(at.fares.lent, takers, strict=True):
            if lent.bonus:
                fares = replace(fares, bonuses=(*fares.bonuses, replace(POST, train=train)))
            else:
                kind = trains[train]
                limits = tuple(replace(one, number=one.number + 1) for one in kind.limits)
                best = kind.best and replace(kind.best, number=kind.best.number + 1)
                trains[train] = replace(kind, limits=limits, best=best)
        yield trains, fares


def _choices(at: Position, all_ways: Sequence[Path]) -> list[list[tuple[int, frozenset[Any], Any]]]:
    """By train without flood: its routes, as revenue, track and report, the best first."""
    choices = []
    for train, kind in at.trains.items():
        if kind.floods:
            continue
        found = {}
        for path in all_ways:
            report = check_route(at.board, at.access, kind, Route(train, path), at.fares)
            if not report.faults:
                track = frozenset(piece for piece, _, _ in path_pieces(at.board.map, path))
                found[track, frozenset((path[0], path[-1]))] = report.revenue, track, report
        choices.append(sorted(found.values(), key=lambda item: -item[0]))
    return choices


def _most(at: Position, all_ways: Sequence[Path], least: int) -> dict[frozenset[str], int]:
    """Return the greatest revenue by the set of regions that its runs reach.

    Only revenues of ``least`` or more are complete.
    """
    board, access, trains, fares = at.board, at.access, at.trains, at.fares
    flood = next((train for train, kind in trains.items() if kind.floods), "")
    choices = _choices(at, all_ways)
    alone = [each[0][0] if each else 0 for each in choices]
    left: dict[frozenset[object], list[Route]] = {}

    def rest(taken: frozenset[object]) -> list[Route]:
        """The flood, with what it counts beside this track."""
        if flood and taken not in left:
            met = flooded(board, access, trains[flood], all_ways, taken)
            stops = one_of_each(board, trains[flood], flood, fares, met)
            left[taken] = [Route(flood, stops)] if stops else []
        return left.get(taken, [])

    beside = check_run(board, access, trains, rest(frozenset()), fares).revenue
    ahead = [sum(alone[number:]) + beside for number in range(len(alone) + 1)]
    best: dict[frozenset[str], int] = {}

    def extend(number: int, taken: frozenset[object], sum_: int, run: list[Route]) -> None:
        nonlocal least
        if number == len(choices):
            report = check_run(board, access, trains, [*run, *rest(taken)], fares)
            assert report.legal
            stops = [board.stop(stop.stop) for route in report.routes for stop in route.stops]
            regions = frozenset(str(stop.region) for stop in stops if stop.kind == "offboard")
            best[regions] = max(best.get(regions, 0), report.revenue)
            least = max(least, report.revenue)
            return
        for revenue, track, report in choices[number]:
            if sum_ + revenue + ahead[number + 1] < least:
                break
            if not track & taken:
                route = Route(report.train, report.path)
                extend(number + 1, taken | track, sum_ + revenue, [*run, route])
        if sum_ + ahead[number + 1] >= least:
            extend(number + 1, taken, sum_, run)

    extend(0, frozenset(), 0, [])
    return best
