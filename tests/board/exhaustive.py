"""Small boards laid at random, and the best run on them by trying every route and combination.

Nothing here is clever, and nothing is shared with companion/board/bestrun.py: ways are walked hex
by hex, and each is judged by ``check_route``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from companion.board.access import Access
from companion.board.board import Board
from companion.board.map import Hex, Map
from companion.board.routes import Bonus, Path, Route, TrainKind, check_route, path_pieces
from companion.board.tiles import Stop, Track, catalogue

COMPANY, OTHERS = "PRR", ("NYC", "B&M")
PLAIN = (
    "8",
    "9",
    "16",
    "17",
    "18",
    "19",
    "20",
    "23",
    "24",
    "25",
    "28",
    "29",
    "39",
    "41",
    "43",
    "45",
)
CITIES = ("57", "6", "14", "15", "63")
TOWNS = ("3", "4", "58", "56")
TWINS = ("59", "64", "66", "67")
EVERY = frozenset({"city", "town", "offboard"})
BIG = frozenset({"city", "offboard"})
KINDS = (
    TrainKind("2", 2),
    TrainKind("3", 3),
    TrainKind("4", 4),
    TrainKind("D", None),
    TrainKind("2 large", 2, counts=BIG, ends=BIG),
    TrainKind("3 large", 3, counts=BIG, ends=BIG),
    TrainKind("3E", 3, counts=BIG, pays=BIG, ends=BIG, multiplier=2),
)
COLOURS = ("yellow", "green", "brown")


def random_board(dice: random.Random, hexes: int) -> Board:
    """A board of hexes side by side with tiles that mostly fit, tokens, and off-boards around."""
    places = [
        f"{row}{column}"
        for row, first in zip("BCD", (3, 2, 3), strict=True)
        for column in range(first, first + 8, 2)
    ]
    inner = set(dice.sample(places, min(hexes, len(places))))
    off_board = Stop("offboard", (("yellow", 30), ("brown", 50)), group="West")
    red = [
        Hex("C0", "West", "red", None, (off_board,), (Track(4, "s0"), Track(3, "s0"))),
        Hex("B1", "West", "red", None, (off_board,), (Track(4, "s0"), Track(5, "s0"))),
        Hex(
            "C10",
            "East",
            "red",
            None,
            (Stop("offboard", (("", 40),)),),
            (Track(1, "s0"), Track(2, "s0")),
        ),
    ]
    kinds = {at: dice.choices((PLAIN, CITIES, TOWNS, TWINS), (5, 5, 1, 1))[0] for at in inner}
    stops = {
        CITIES: (Stop("city", (("", 0),), slots=1),),
        TOWNS: (Stop("town", (("", 0),)),),
        TWINS: (Stop("city", (("", 0),), slots=1), Stop("city", (("", 0),), slots=1)),
    }
    board = Board(Map([*red, *(Hex(at, stops=stops.get(kinds[at], ())) for at in sorted(inner))]))
    for at in dice.sample(sorted(inner), len(inner)):
        turns = [(tile, turn) for tile in kinds[at] for turn in range(6)]
        board = board.with_tile(
            at, *max(turns, key=lambda t: (_joins(board, at, *t), dice.random()))
        )
    cities = [stop for stop in board.stops() if board.stop(stop).kind == "city"]
    for number, city in enumerate(dice.sample(cities, len(cities))):
        if number < 2:
            board = board.with_token(city, COMPANY)
        elif dice.random() < 0.3:
            for company in OTHERS[: board.stop(city).slots]:
                board = board.with_token(city, company)
    return board


def _joins(board: Board, at: str, tile: str, turn: int) -> int:
    exits = catalogue()[tile].turned(turn).exits
    joined = 0
    for edge in range(6):
        other = board.map.neighbour(at, edge)
        theirs = other is not None and (edge + 3) % 6 in board.at(other).exits
        joined += (edge in exits) == theirs if theirs or other is None else 0
    return joined


def ways(board: Board) -> Iterator[Path]:
    """Every way from stop to stop without the same side or stop twice."""
    for stop in board.stops():
        yield from _on_from(board, (stop,), frozenset())


def _on_from(board: Board, path: Path, used: frozenset[str]) -> Iterator[Path]:
    hex, _, index = path[-1].partition(".")
    shape = board.shape(hex)
    for other in shape.stop_links[int(index)]:
        if (there := f"{hex}.{other}") not in path:
            yield (*path, there)
            yield from _on_from(board, (*path, there), used)
    for edge, _ in shape.stop_exits[int(index)]:
        yield from _over(board, path, hex, edge, used)


def _over(board: Board, path: Path, hex: str, edge: int, used: frozenset[str]) -> Iterator[Path]:
    """On over an edge."""
    other = board.map.neighbour(hex, edge)
    if other is None:
        return
    side = "".join(sorted((hex, other)))
    if side in used:
        return
    used |= {side}
    shape, came = board.shape(other), (edge + 3) % 6
    for index, _ in shape.stops_at[came]:
        if (stop := f"{other}.{index}") not in path:
            yield (*path, stop)
            yield from _on_from(board, (*path, stop), used)
    for out in shape.through[came]:
        yield from _over(board, (*path, other), other, out, used)


def exhaustive(
    board: Board,
    company: str,
    trains: Mapping[str, TrainKind],
    colours: Sequence[str],
    bonuses: Sequence[Bonus] = (),
) -> int:
    """The greatest revenue, by trying everything."""
    all_ways = list(ways(board))
    choices = []
    for train, kind in trains.items():
        best: dict[frozenset[object], int] = {}
        for path in all_ways:
            report = check_route(board, Access(company), kind, Route(train, path), colours, bonuses)
            if not report.faults:
                track = frozenset(piece for piece, _, _ in path_pieces(board, path))
                best[track] = max(best.get(track, 0), report.revenue)
        choices.append(sorted(best.items(), key=lambda item: -item[1]))

    def most(number: int, taken: frozenset[object]) -> int:
        if number == len(choices):
            return 0
        found = most(number + 1, taken)
        ahead = sum(c[0][1] for c in choices[number + 1 :] if c)
        for track, revenue in choices[number]:
            if revenue + ahead <= found:
                break
            if not track & taken:
                found = max(found, revenue + most(number + 1, taken | track))
        return found

    return most(0, frozenset())
