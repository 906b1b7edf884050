"""Data under options: the map as printed in 2023 (``map_2023.toml``), and train limits."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from companion.board.map import Map
from companion.rules.data.title_data import EVERY_KIND, TitleData
from companion.titles.loading import load_map


@cache
def map_of_2023() -> Map:
    """Return the map of 2023, with its number of each tile. Raises DataError."""
    return load_map(Path(__file__).parent, "map.toml", "map_2023.toml")


def with_map_of_2023(data: TitleData) -> TitleData:
    """Return the title's data with that map."""
    printed = map_of_2023()
    return replace(data, map=printed, tiles=printed.tiles)


def with_train_limit(data: TitleData, phase: str, limit: int) -> TitleData:
    """Return the title's data with another train limit in one phase, for all companies."""
    limits = {EVERY_KIND: limit}
    phases = (replace(p, train_limits=limits) if p.name == phase else p for p in data.phases)
    return replace(data, phases=tuple(phases))
