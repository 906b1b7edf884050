"""Benchmarks of the search for best runs: recorded runs, and boards full of track."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.board.bestrun.best_run import best_run
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lays import lays
from companion.board.map import Hex, Map
from companion.board.tiles import Stop, Tile, Track
from companion.board.trains import CENTRES, Fares, StopCount, TrainKind


@dataclass(frozen=True, slots=True)
class RunProblem:
    """A company about to run its trains, and the revenue that was entered."""

    board: Board
    access: Access
    trains: Mapping[str, TrainKind]
    fares: Fares
    entered: int = 0


@dataclass(frozen=True, slots=True)
class BenchmarkResult:
    """The results of a benchmark; times in seconds."""

    count: int
    median: float
    p95: float
    longest: float
    unproved: tuple[RunProblem, ...]
    beaten: int  # runs found that earn more than the one entered
    short: int  # runs found that earn less than the one entered

    @property
    def proved(self) -> int:
        """The number of runs found that are proved best."""
        return self.count - len(self.unproved)


def bench_best_runs(
    questions: Iterable[RunProblem], deadline: float | None = None
) -> BenchmarkResult:
    """Search the best run for each question and measure the times."""
    times: list[float] = []
    unproved: list[RunProblem] = []
    beaten = short = 0
    for asked in questions:
        best = best_run(asked.board, asked.access, asked.trains, asked.fares, deadline)
        times.append(best.seconds)
        if not best.proved:
            unproved.append(asked)
        beaten += best.revenue > asked.entered
        short += best.revenue < asked.entered
    median, p95, longest = (percentile(times, part) for part in (0.5, 0.95, 1))
    return BenchmarkResult(len(times), median, p95, longest, tuple(unproved), beaten, short)


def percentile(values: Sequence[float], part: float) -> float:
    """Return the least value that at least this part (0-1) of the values does not exceed.

    Returns 0 for no values.
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else 0.0


def dense_board(
    map: Map, seed: int, company: str, share: float = 0.8, tokens: int = 3, full: int = 5
) -> Board:
    """Return a board with far more track than a game ever lays.

    A share of its hexes holds the title's latest tiles, without regard to their number, rotated to
    connect. Some cities have a token of the company, and others are full of other companies'
    tokens.
    """
    dice = random.Random(seed)
    board = Board(map)
    chosen = [at for at, hex in map.hexes.items() if not hex.fixed and dice.random() < share]
    tiles = {at: _latest(map, at) for at in chosen}
    for _ in range(3):
        dice.shuffle(chosen)
        for at in chosen:
            ways = [(tile, turn) for tile in tiles[at] for turn in range(6)]
            if ways:
                luck = {way: dice.random() for way in ways}
                tile, turn = max(ways, key=lambda way: (_meets(board, at, *way), luck[way]))
                board = board.with_tile(at, tile, turn)
    cities = [stop for stop in board.stops() if board.free_slot(stop) is not None]
    dice.shuffle(cities)
    for city in cities[:tokens]:
        board = board.with_token(city, company)
    for city in cities[tokens : tokens + full]:
        for slot in range(board.stop(city).slots):
            board = board.with_token(city, f"other {slot}")
    return board


def grid_board(side: int, company: str, seed: int = 1) -> Board:
    """Return a square of cities, each with track to all six neighbours, two with a token."""
    dice = random.Random(seed)
    tracks = tuple(Track(edge, "s0") for edge in range(6))
    places = [f"{chr(ord('A') + a)}{2 * b + a % 2 + 1}" for a in range(side) for b in range(side)]
    hexes = [
        Hex(at, None, "gray", None, (Stop("city", (("", 10 * dice.randint(1, 6)),), 2),), tracks)
        for at in places
    ]
    board = Board(Map(hexes))
    for at in dice.sample(places, 2):
        board = board.with_token(f"{at}.0", company)
    return board


def late_board(map: Map, seed: int, companies: int = 6, rounds: int = 10) -> tuple[Board, str]:
    """Return a board as late in a game, and the company with the largest reach on it.

    The board has about forty tiles, a third more than recorded games end with. Companies get random
    homes and lay two tiles each a round, where the new track connects to most other track. Tile
    colours become available one after the other. Companies also place a few more tokens.
    """
    dice = random.Random(seed)
    board = Board(map)
    names = [f"company {number}" for number in range(companies)]
    for name, city in zip(names, dice.sample(list(board.tokens), len(board.tokens)), strict=False):
        board = board.with_token(city, name)
    for turn in range(rounds):
        colours = _COLOURS[: 1 + turn * len(_COLOURS) // rounds]
        for name in names:
            for _ in range(2):
                board = _with_lay(board, Access(name), colours, dice)
            board = _with_another_token(board, Access(name), dice)
    return board, max(names, key=lambda name: len(board.reach(Access(name)).stops))


_COLOURS = ("yellow", "green", "brown")
_LOOKED_AT = 6  # hexes that a company considers for a lay
_TOKENS = 4


def _with_lay(board: Board, access: Access, colours: Sequence[str], dice: random.Random) -> Board:
    used = Counter(laid.tile for laid in board.laid.values())
    left = [
        tile
        for tile, count in board.map.tiles.items()
        if board.map.known[tile].colour in colours and (count is None or count > used[tile])
    ]
    hexes = sorted(at for at in board.reach(access).hexes if not board.map.hexes[at].fixed)
    fits = [
        (_meets(board, at, tile, turn) + 2 * dice.random(), at, tile, turn)
        for at in dice.sample(hexes, min(_LOOKED_AT, len(hexes)))
        for tile, turn in lays(board, at, left, access)
    ]
    return board.with_tile(*max(fits)[1:]) if fits else board


def _with_another_token(board: Board, access: Access, dice: random.Random) -> Board:
    own = board.token_stops(access.company)
    hexes = {stop.partition(".")[0] for stop in own}
    free = [
        stop
        for stop in sorted(board.reach(access).stops)
        if board.free_slot(stop) is not None and stop.partition(".")[0] not in hexes
    ]
    if not free or len(own) >= _TOKENS or dice.random() < 0.6:
        return board
    return board.with_token(dice.choice(free), access.company)


def late_trains() -> dict[str, dict[str, TrainKind]]:
    """Return sets of trains that a company may own late in a game, of all kinds that pay once."""
    city, least = frozenset({"city"}), StopCount(2, CENTRES)

    def kind(name: str, *limits: StopCount, once: bool = True) -> TrainKind:
        return TrainKind(name, limits, least, once=CENTRES if once else frozenset())

    double = replace(kind("5D+"), multiplier=2, multiplies=CENTRES, best=StopCount(5, city))
    flood = replace(kind("flood"), floods=True)
    n, n_plus = kind("6", StopCount(6, CENTRES)), kind("5+", StopCount(5, city))
    each = kind("4+1", StopCount(4, city), StopCount(5, CENTRES), once=False)
    one_off_board = kind(
        "3+", StopCount(3, city), StopCount(1, frozenset({"offboard"})), once=False
    )
    sets = (
        (n, n),
        (n, n_plus),
        (n_plus, n_plus, n_plus),
        (each, one_off_board, n_plus),
        (double, double),
        (double, n_plus),
        (flood,),
        (flood, n_plus),
        (flood, double),
    )
    return {
        " ".join(kind.name for kind in trains): {
            f"{kind.name}-{number}": kind for number, kind in enumerate(trains)
        }
        for trains in sets
    }


def late_questions(maps: Sequence[Map], boards: int = 20) -> Iterator[RunProblem]:
    """Yield a question for each of these sets of trains on each of several late boards.

    The boards use the maps in turn.
    """
    fares = Fares((*_COLOURS, "gray"))
    for seed in range(boards):
        board, company = late_board(maps[seed % len(maps)], seed)
        for trains in late_trains().values():
            yield RunProblem(board, Access(company), trains, fares)


def _latest(map: Map, at: str) -> list[str]:
    """Return the title's tiles for a hex.

    These are green and brown tiles for plain track, and tiles of the last colour for stops.
    """
    hex = map.hexes[at]
    found: dict[str, list[str]] = {}
    for number in map.tiles:
        tile = map.known[number]
        if _alike(tile, hex.printed) and tile.label == hex.label:
            found.setdefault(tile.colour, []).append(number)
    if not hex.stops:
        return [number for colour in ("green", "brown") for number in found.get(colour, ())]
    return next((found[c] for c in ("brown", "green", "yellow") if c in found), [])


def _alike(tile: Tile, printed: Tile) -> bool:
    return [stop.kind for stop in tile.stops] == [stop.kind for stop in printed.stops]


def _meets(board: Board, at: str, tile: str, turn: int) -> int:
    """Return a score of how well a tile's track connects to the track around it."""
    exits = board.map.known[tile].rotate(turn).exits
    well = 0
    for edge in range(6):
        other = board.map.neighbour(at, edge)
        if other is None:
            well -= 2 * (edge in exits)
        elif (edge + 3) % 6 in board.tile_at(other).exits:
            well += 3 if edge in exits else -1
        elif edge in exits and (other in board.laid or board.map.hexes[other].fixed):
            well -= 2
    return well
