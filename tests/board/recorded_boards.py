"""Recorded games as bare boards: only their tiles, tokens and runs, for tests of the board."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.board.board import Board
from companion.board.map import Map, read_map
from companion.board.trains import Bonus, StopCount, TrainKind
from tests.support.references import GAMES

ROOT = Path(__file__).parents[2]

BIG = frozenset({"city", "offboard"})
EIGHTEEN_THIRTY = {
    **{str(n): TrainKind(str(n), (StopCount(n),)) for n in range(2, 7)},
    "D": TrainKind("D"),
}
STEAM_OVER_HOLLAND = {
    **{str(n): TrainKind(str(n), (StopCount(n, BIG),), ends=BIG) for n in range(2, 7)},
    "3E": TrainKind("3E", (StopCount(3, BIG),), pays=BIG, ends=BIG, multiplier=2),
}


@dataclass(frozen=True)
class Title:
    """The data of a title that these tests need."""

    folder: str
    trains: Mapping[str, TrainKind]
    homes: Mapping[str, str]
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)  # by private

    def map(self) -> Map:
        file = ROOT / "companion" / "titles" / self.folder / "map.toml"
        return read_map(tomllib.loads(file.read_text()))

    def colours(self, phase: str) -> tuple[str, ...]:
        if phase in "56D":
            return ("yellow", "green", "brown")
        return ("yellow", "green") if phase in "34" else ("yellow",)


T1830 = Title(
    "t1830",
    EIGHTEEN_THIRTY,
    {
        "PRR": "H12.0",
        "NYC": "E19.0",
        "CPR": "A19.0",
        "B&O": "I15.0",
        "C&O": "F6.0",
        "NYNH": "G19.0",
        "B&M": "E23.0",
    },
)
SOH = Title(
    "steam_over_holland",
    STEAM_OVER_HOLLAND,
    {
        "NBD": "K12.0",
        "HYSM": "F9.1",
        "NRS": "F9.0",
        "OSM": "E14.0",
        "AR": "J7.0",
        "NCS": "H9.0",
        "NSM": "I12.0",
    },
    {
        "VES": Bonus("ferry", 20, "D9.0"),
        "VVL": Bonus("boat train", 20, "J1.0", where="end"),
    },
)
RECORDED = {
    "1830-bank-breaks": T1830,
    "1830-bankruptcy": T1830,
    "soh-fifteen-rounds": SOH,
}


@dataclass(frozen=True)
class Moment:
    """The board just before an action that stood, and what the trace says came of it."""

    board: Board
    phase: str
    action: Mapping[str, Any]  # from the export; empty for the game's own actions
    line: Mapping[str, Any]  # from the trace
    tiles: Mapping[str, tuple[str, int]]  # laid by it
    bonuses: tuple[Bonus, ...]  # of the company that acts


def moments(game: str) -> Iterator[Moment]:
    title = RECORDED[game]
    export = json.loads((GAMES / f"{game}.json").read_text())
    actions = {action["id"]: action for action in export["actions"]}
    board, phase = Board(title.map()), ""
    held: dict[str, set[str]] = {}
    privates: dict[str, tuple[str, ...]] = {}
    with (GAMES / f"{game}.trace.jsonl").open() as lines:
        for text in lines:
            line = json.loads(text)
            changed = line.get("changed") or line.get("state") or {}
            action = actions.get(line["id"], {})
            if action.get("type") != line["type"]:
                action = {}
            tiles = {}
            for hex, laid in (changed.get("tiles") or {}).items():
                tile, rotation = laid.split("/")
                tiles[hex] = (tile, int(rotation))
            owned = privates.get(action.get("entity", ""), ())
            bonuses = tuple(title.bonuses[p] for p in owned if p in title.bonuses)
            yield Moment(board, phase, action, line, tiles, bonuses)
            phase = changed.get("phase", phase)
            for hex, (tile, rotation) in tiles.items():
                board = board.with_tile(hex, tile, rotation)
            for company, what in (changed.get("companies") or {}).items():
                privates[company] = what.get("privates", privates.get(company, ()))
                if "tokens" not in what:
                    continue
                now, before = set(what["tokens"]), held.get(company, set())
                for stop in board.token_stops(company):
                    if stop.partition(".")[0] in before - now:
                        board = board.without_token(stop, company)
                for hex in sorted(now - before):
                    home = title.homes.get(company, "")
                    stop = home if home.startswith(f"{hex}.") else _stop(hex, action)
                    board = board.with_token(stop, company)
                held[company] = now


def _stop(hex: str, action: Mapping[str, Any]) -> str:
    return f"{hex}.{action['city'].rpartition('-')[2]}" if "city" in action else f"{hex}.0"
