"""Data under options: the map as printed in 2023 (``map_2023.toml``), and train limits."""

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.board.map import Map, read_map
from companion.rules.data.title_data import EVERY_KIND, TitleData

FOLDER = Path(__file__).parent


@cache
def map_of_2023() -> Map:
    """Return the map of 2023, with its number of each tile. Raises DataError."""
    now, then = _parse_name("map.toml"), _parse_name("map_2023.toml")
    both = {**now, **{key: {**now[key], **then[key]} for key in then}}
    return read_map(both, f"{FOLDER.name}/map_2023.toml")


def _parse_name(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def with_map_of_2023(data: TitleData) -> TitleData:
    """Return the title's data with that map."""
    printed = map_of_2023()
    return replace(data, map=printed, tiles=printed.tiles)


def with_train_limit(data: TitleData, phase: str, limit: int) -> TitleData:
    """Return the title's data with another train limit in one phase, for all companies."""
    limits = {EVERY_KIND: limit}
    phases = (replace(p, train_limits=limits) if p.name == phase else p for p in data.phases)
    return replace(data, phases=tuple(phases))
