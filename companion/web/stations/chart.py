"""The map of the operating turn: how companies look on it, and its drawing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace
from threading import Lock

from markupsafe import Markup

from companion.board.board import Board
from companion.drawing import CompanyLook, Look, Marks, Run, draw_map, draw_minimap, draw_tile
from companion.languages import translated
from companion.rules import reservations, track
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.web.stations.asking import Asked


def look_of(rules: Rules, state: State) -> Look:
    """How the companies look, and the homes still kept for them."""
    data = rules.data
    companies = {c.symbol: CompanyLook(c.symbol, c.short, c.colour) for c in data.token_owners}
    for marker in data.marker_list:
        words = translated(marker.name)
        companies[marker.symbol] = replace(companies[marker.symbol], words=words)
    return Look(companies, reservations.by_place(state))


def blocked(rules: Rules, state: State) -> dict[str, str]:
    """Hexes that an open private keeps, with its short name; and those where something lies."""
    laid = state.board.laid
    kept = {at: own for at, own in track.kept_hexes(rules, state).items() if at not in laid}
    return {**kept, **rules.lying(state)}


def chart(
    asked: Asked,
    marks: Marks,
    runs: Sequence[Run] = (),
    board: Board | None = None,
    view: Collection[str] | None = None,
    label: str = "",
) -> Markup:
    """The map, opened on the company's network unless ``view`` names other hexes."""
    state = asked.state
    shown = view or network(asked)
    drawn = draw_map(
        board or state.board,
        look_of(asked.rules, state),
        asked.table.colours,
        runs=runs,
        marks=marks,
        view=shown,
        label=label,
    )
    return Markup(drawn)


def network(asked: Asked) -> Collection[str]:
    """The hexes the company reaches, its homes before it has a token."""
    state = asked.state
    if asked.company:
        reached = state.board.reach(asked.rules.access(state, asked.company)).hexes
        if reached:
            return reached
    homes = reservations.homes(state).get(asked.company, ())
    return {place.partition(".")[0] for home in homes for place in home}


def minimap(board: Board, runs: Sequence[Run] = ()) -> Markup:
    """The small map beside it."""
    return Markup(draw_minimap(board, runs))


_tiles: OrderedDict[tuple[str, int], Markup] = OrderedDict()
_guard = Lock()


def tile_picture(rules: Rules, number: str, rotation: int) -> Markup:
    """A tile by itself; drawn once for each way it lies."""
    key = (number, rotation)
    with _guard:
        found = _tiles.get(key)
    if found is None:
        found = Markup(draw_tile(rules.tile(number), rotation))
        with _guard:
            _tiles[key] = found
            while len(_tiles) > 600:
                _tiles.popitem(last=False)
    return found
