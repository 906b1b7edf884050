"""How long the search for best runs takes: over recorded runs, and on boards full of track."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .access import Access
from .bestrun import best_run
from .board import Board
from .map import Map
from .tiles import Tile, catalogue
from .trains import Fares, TrainKind


@dataclass(frozen=True, slots=True)
class Question:
    """A company about to run its trains, and what it was entered to earn."""

    board: Board
    access: Access
    trains: Mapping[str, TrainKind]
    fares: Fares
    entered: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of some questions; times in seconds."""

    count: int
    median: float
    p95: float
    longest: float
    proved: int
    beaten: int  # a better run was found than the one entered
    short: int  # the run found earns less than the one entered


def bench_best_runs(questions: Iterable[Question], deadline: float | None = None) -> Figures:
    """Search the best run for each question, and measure."""
    times: list[float] = []
    proved = beaten = short = 0
    for asked in questions:
        best = best_run(asked.board, asked.access, asked.trains, asked.fares, deadline)
        times.append(best.seconds)
        proved += best.proved
        beaten += best.revenue > asked.entered
        short += best.revenue < asked.entered
    median, p95, longest = (percentile(times, part) for part in (0.5, 0.95, 1))
    return Figures(len(times), median, p95, longest, proved, beaten, short)


def percentile(values: Sequence[float], part: float) -> float:
    """The least of the values that so large a part (0-1) of them does not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else 0.0


def dense_board(
    map: Map, seed: int, company: str, share: float = 0.8, tokens: int = 3, full: int = 5
) -> Board:
    """A board with far more track than a game ever lays: the latest tiles of the title on a
    share of its hexes, however few there are of them, turned to meet; cities with a token of the
    company, and cities full of others'."""
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


def _latest(map: Map, at: str) -> list[str]:
    """The title's tiles for a hex: for plain track those from green on, for stops the last ones."""
    hex = map.hexes[at]
    found: dict[str, list[str]] = {}
    for number in map.tiles:
        tile = catalogue()[number]
        if _alike(tile, hex.printed) and tile.label == hex.label:
            found.setdefault(tile.colour, []).append(number)
    if not hex.stops:
        return [number for colour in ("green", "brown") for number in found.get(colour, ())]
    return next((found[c] for c in ("brown", "green", "yellow") if c in found), [])


def _alike(tile: Tile, printed: Tile) -> bool:
    return [stop.kind for stop in tile.stops] == [stop.kind for stop in printed.stops]


def _meets(board: Board, at: str, tile: str, turn: int) -> int:
    """How well a tile's track meets the track around it."""
    exits = catalogue()[tile].turned(turn).exits
    well = 0
    for edge in range(6):
        other = board.map.neighbour(at, edge)
        if other is None:
            well -= 2 * (edge in exits)
        elif (edge + 3) % 6 in board.at(other).exits:
            well += 3 if edge in exits else -1
        elif edge in exits and (other in board.laid or board.map.hexes[other].fixed):
            well -= 2
    return well
