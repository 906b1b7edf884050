"""The tile manifest: every tile of a game, how many are left, and where the others lie."""

from collections import defaultdict
from dataclasses import dataclass

from companion.board.tiles import COLOURS
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.track import tile_count, tiles_left


@dataclass(frozen=True, slots=True)
class TileRow:
    """A tile: its number in the catalogue and as printed, and its copies.

    ``left`` and ``total`` are None if there is no limit. ``hexes`` are those where copies lie.
    ``of_private`` is true if only a private lays it.
    """

    tile: str
    number: str
    colour: str
    left: int | None
    total: int | None
    hexes: tuple[str, ...]
    of_private: bool


def tile_manifest(rules: Rules, state: State) -> tuple[TileRow, ...]:
    """Return the tiles by colour, in the order of the title's data."""
    lying: defaultdict[str, list[str]] = defaultdict(list)
    for at, laid in state.board.laid.items():
        lying[laid.tile].append(at)
    rows = (
        TileRow(
            tile=tile,
            number=rules.data.map.printed_number(tile),
            colour=rules.tile(tile).colour,
            left=tiles_left(rules, state, tile),
            total=tile_count(rules, state, tile),
            hexes=tuple(sorted(lying[tile])),
            of_private=tile in rules.data.tiles_of_privates,
        )
        for tile in rules.data.tiles
    )
    return tuple(sorted(rows, key=lambda row: COLOURS.index(row.colour)))
