"""A hex in words, for readers that see no picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.board.board import Board
from companion.drawing.companies import CompanyLook

COLOUR_WORDS = {"white": "", "gray": "grey", "blue": "water", "red": "off-board"}


def hex_words(
    board: Board,
    at: str,
    companies: Mapping[str, CompanyLook] | None = None,
    colours: Sequence[str] = ("yellow",),
) -> str:
    """ "H12 Altoona, grey, city 10, PRR token"."""
    printed, tile, laid = board.map.hexes[at], board.at(at), board.laid.get(at)
    head = f"{at} {printed.name}" if printed.name else at
    words = [head]
    colour = COLOUR_WORDS.get(tile.colour, tile.colour)
    if laid is not None:
        words.append(f"{colour} tile {laid.tile}")
    elif colour:
        words.append(colour)
    if tile.label:
        words.append(f"label {tile.label}")
    seen: set[str] = set()
    for index, stop in enumerate(tile.stops):
        if stop.hidden or (stop.group and stop.group in seen):
            continue
        if stop.group:
            seen.add(stop.group)
        value = stop.value(tuple(colours))
        kind = "worth" if stop.kind == "offboard" else stop.kind
        words.append(f"{kind} {value}" if value else kind)
        owners = [t for t in board.tokens.get(f"{at}.{index}", ()) if t]
        if owners:
            words.append(f"{' and '.join(owners)} token{'s' if len(owners) > 1 else ''}")
    if laid is None:
        words += [f"{t.kind} {t.cost}" for t in printed.terrain]
    return ", ".join(words)
