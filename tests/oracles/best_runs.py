"""Small boards laid at random, and the best run on them by trying every route and combination.

Nothing here is clever, and nothing is shared with companion/board/bestrun/best_run.py: ways are
walked hex by hex, and each is judged by ``check_route``.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Border, Hex, Map
from companion.board.routes import (
    Path,
    Route,
    check_route,
    check_run,
    path_pieces,
    path_stops,
    route_faults,
)
from companion.board.tiles import DIESEL, Stop, Track, catalogue
from companion.board.trains import CENTRES, Bonus, Fares, StopCount, TrainKind

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
OLD_KINDS = (
    TrainKind("2", (StopCount(2),)),
    TrainKind("3", (StopCount(3),)),
    TrainKind("4", (StopCount(4),)),
    TrainKind("D"),
    TrainKind("2 large", (StopCount(2, BIG),), ends=BIG),
    TrainKind("3 large", (StopCount(3, BIG),), ends=BIG),
    TrainKind("3E", (StopCount(3, BIG),), pays=BIG, ends=BIG, multiplier=2),
)
CITY, OFF_BOARD, LEAST = frozenset({"city"}), frozenset({"offboard"}), StopCount(2, CENTRES)
DOUBLE = TrainKind("D+", least=LEAST, multiplier=2, multiplies=CENTRES)
KINDS = (
    TrainKind("2", (StopCount(2, CENTRES),), LEAST),
    TrainKind("3", (StopCount(3, CENTRES),), LEAST),
    TrainKind("2+", (StopCount(2, CITY),), LEAST),
    TrainKind("3+", (StopCount(3, CITY),), LEAST),
    TrainKind("2+1", (StopCount(2, CITY), StopCount(3, CENTRES)), LEAST),
    TrainKind("P2+", (StopCount(2, CITY), StopCount(1, OFF_BOARD)), LEAST),
    TrainKind("3 of 3", (StopCount(3, CENTRES),), StopCount(3, CENTRES)),
    replace(DOUBLE, name="2D+", best=StopCount(2, CITY)),
    replace(DOUBLE, name="3D+", best=StopCount(3, CITY)),
    TrainKind("D", least=LEAST),
)
FLOOD = TrainKind("Flood", least=LEAST, once=CENTRES, floods=True)
EACH = TrainKind("R3", (StopCount(3, CENTRES),), LEAST)  # is paid beside those that share
SHARING = (*(replace(kind, once=CENTRES) for kind in KINDS), EACH)
FARES = Fares(("yellow", "green", "brown"))


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
    kinds = {
        at: dice.choices((PLAIN, CITIES, TOWNS, TWINS), (5, 5, 1, 1))[0] for at in sorted(inner)
    }
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


@dataclass(frozen=True)
class Position:
    """A company about to run."""

    board: Board
    access: Access
    trains: Mapping[str, TrainKind]
    fares: Fares


def position(seed: int) -> Position:
    """A small board with everything on it that makes a run more than a sum of values."""
    dice = random.Random(seed)
    board = _with_borders_and_sea(dice, random_board(dice, dice.randint(6, 12)))
    several = len(list(ways(board)))
    most = 3 if several < 100 else 2 if several < 500 else 1  # or trying everything takes for ever
    number = min(most, dice.choice((1, 2, 3, 3)))
    kinds = dice.choices(SHARING if dice.random() < 0.9 else KINDS, k=number)
    if dice.random() < 0.3:
        kinds = kinds[:1] * len(kinds)
    if dice.random() < 0.25:
        kinds = [*kinds[:2], FLOOD if dice.random() < 0.8 else replace(FLOOD, once=frozenset())]
    trains = {f"{kind.name}-{number}": kind for number, kind in enumerate(kinds)}
    own = board.token_stops(COMPANY)
    again = frozenset(own[:1]) if dice.random() < 0.3 else frozenset()
    bonuses = tuple(_bonus(dice, board, list(trains)) for _ in range(dice.choice((0, 0, 1, 2))))
    for stop in board.tokens if dice.random() < 0.6 else ():
        if board.full(stop, Access(COMPANY)):
            board = board.with_top(stop, OTHERS[0])
    access = Access(
        COMPANY,
        passes=frozenset(OTHERS[:1]) if dice.random() < 0.2 else frozenset(),
        ignored=frozenset(own[1:]) if dice.random() < 0.15 else frozenset(),
        closed=frozenset({dice.choice(board.map.places)}) if dice.random() < 0.15 else frozenset(),
        barriers=dice.random() < 0.8,
        off_boards=dice.random() < 0.85,
        anywhere=dice.random() < 0.05,
    )
    return Position(board, access, trains, replace(FARES, bonuses=bonuses, again=again))


def _bonus(dice: random.Random, board: Board, trains: Sequence[str]) -> Bonus:
    where, doubled = dice.choice(("anywhere", "end", "value")), dice.random() < 0.5
    if dice.random() < 0.5:
        return Bonus("stop", 20, dice.choice(list(board.stops())), where, doubled)
    kinds = frozenset({dice.choice(("city", "town", "offboard"))})
    train = "" if where == "value" else dice.choice(("", *trains))
    return Bonus("kind", 10, "", where, doubled, kinds, train)


def _with_borders_and_sea(dice: random.Random, board: Board) -> Board:
    """The same with barriers, an off-board that follows its route, and one more in the north."""
    hexes = dict(board.map.hexes)
    for at, hex in hexes.items():
        if dice.random() < 0.15:
            hexes[at] = replace(hex, borders=(Border(dice.randrange(6), "barrier"),))
    east = hexes["C10"]
    sea = replace(
        east.stops[0], follows=dice.random() < 0.6, region=dice.choice((None, "sea", "sea"))
    )
    hexes["C10"] = replace(east, stops=(sea,))
    if dice.random() < 0.5:
        values = (("yellow", 20), ("brown", 0))
        north = Stop("offboard", values, region=dice.choice((None, "sea")))
        tracks = (Track(0, "s0"), Track(5, "s0"))
        hexes["A5"] = Hex("A5", "North", "red", None, (north,), tracks)
    return Board.restore(Map(hexes.values()), board.laid, board.tokens, board.stacked_tokens)


def with_ports(dice: random.Random, board: Board, *kinds: str) -> Board:
    """The same with ports of these kinds for all off-boards, and one more in the north."""
    hexes = dict(board.map.hexes)
    north = Hex("A5", "North", "red", None, hexes["C10"].stops, (Track(0, "s0"), Track(5, "s0")))
    off_boards = [hexes["C0"], hexes["B1"], hexes["C10"], north]
    for number, hex in enumerate(off_boards):
        port = dice.choice((*kinds, kinds[0], None)) if number else kinds[0]
        value = dice.choice((0, 10, 20, 20, 30))
        revenue = (("", value),) if port else hex.stops[0].revenue
        hexes[hex.at] = replace(hex, stops=(Stop("offboard", revenue, port=port),))
    return Board.restore(Map(hexes.values()), board.laid, board.tokens, board.stacked_tokens)


def _joins(board: Board, at: str, tile: str, turn: int) -> int:
    exits = catalogue()[tile].rotate(turn).exits
    joined = 0
    for edge in range(6):
        other = board.map.neighbour(at, edge)
        theirs = other is not None and (edge + 3) % 6 in board.tile_at(other).exits
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


def flooded(
    board: Board,
    access: Access,
    kind: TrainKind,
    all_ways: Sequence[Path],
    taken: frozenset[object],
) -> frozenset[str]:
    """The stops of all routes of any length on track not taken, one route after the other."""
    met: set[str] = set()
    roaming = replace(kind, least=StopCount(1), floods=False)
    for path in all_ways:
        if not set(path_stops(path)) <= met:
            track = {piece for piece, _, _ in path_pieces(board.map, path)}
            if not track & taken and not route_faults(board, access, roaming, path):
                met.update(path_stops(path))
    return frozenset(met)


def one_of_each(
    board: Board, kind: TrainKind, train: str, fares: Fares, met: Collection[str]
) -> Path:
    """Take only the off-board of a location that pays most."""
    colours = (*fares.colours, DIESEL) if kind.name == "D" else fares.colours

    def pays(stop: str) -> int:
        what = board.stop(stop).kind
        raised = sum(
            bonus.amount
            for bonus in fares.bonuses
            if bonus.where != "end" and bonus.holds(stop, what, train)
        )
        return board.stop(stop).value(colours) + raised

    best: dict[str, str] = {}
    for stop in board.stops():
        if stop in met:
            at = board.location(stop) if board.stop(stop).kind == "offboard" else stop
            if at not in best or pays(stop) > pays(best[at]):
                best[at] = stop
    centres = sum(board.stop(stop).kind in kind.least.of for stop in best.values())
    kept = set(best.values()) if centres >= kind.least.number else set()
    return tuple(stop for stop in board.stops() if stop in kept)


def exhaustive(board: Board, access: Access, trains: Mapping[str, TrainKind], fares: Fares) -> int:
    """The greatest revenue, by trying everything."""
    all_ways = list(ways(board))
    flood = next((train for train, kind in trains.items() if kind.floods), "")
    choices: list[list[tuple[int, frozenset[object], Route]]] = []
    for train, kind in trains.items():
        if kind.floods:
            continue
        best: dict[tuple[frozenset[object], Path], tuple[int, Route]] = {}
        for path in all_ways:
            route = Route(train, path)
            report = check_route(board, access, kind, route, fares)
            if not report.faults:
                track = frozenset(piece for piece, _, _ in path_pieces(board.map, path))
                # two ways over the same track call at the same stops, but need not end alike
                best[track, path[:1] + path[-1:]] = report.revenue, route
        found = [(revenue, track, route) for (track, _), (revenue, route) in best.items()]
        choices.append(sorted(found, key=lambda item: -item[0]))
    most = [c[0][0] if c else 0 for c in choices]  # of each train, were it alone
    ahead = [sum(most[number:]) for number in range(len(most) + 1)]
    apart = not flood and not any(kind.once for kind in trains.values())
    greatest = 0
    left: dict[frozenset[object], list[Route]] = {}

    def rest(taken: frozenset[object]) -> list[Route]:
        """The flood, with what it counts beside this track."""
        if taken not in left and flood:
            met = flooded(board, access, trains[flood], all_ways, taken)
            stops = one_of_each(board, trains[flood], flood, fares, met)
            left[taken] = [Route(flood, stops)] if stops else []
        return left.get(taken, [])

    if flood:
        alone = check_run(board, access, trains, rest(frozenset()), fares).revenue
        ahead = [each + alone for each in ahead]

    def extend(number: int, taken: frozenset[object], sum_: int, run: list[Route]) -> None:
        nonlocal greatest
        if number == len(choices):
            if not apart:
                report = check_run(board, access, trains, [*run, *rest(taken)], fares)
                assert report.legal
                sum_ = report.revenue
            greatest = max(greatest, sum_)
            return
        for revenue, track, route in choices[number]:
            if sum_ + revenue + ahead[number + 1] <= greatest:
                return
            if not track & taken:
                extend(number + 1, taken | track, sum_ + revenue, [*run, route])
        if sum_ + ahead[number + 1] > greatest:
            extend(number + 1, taken, sum_, run)

    extend(0, frozenset(), 0, [])
    return greatest
