"""The map of the operating turn: its drawing, and the look of companies on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from companion.board.board import Board
from companion.board.map import split_stop
from companion.board.tiles import Tile
from companion.cache import Cache
from companion.drawing import CompanyLook, Look, Marks, Run, draw_map, draw_tile
from companion.languages import current_language, gettext, gettext_name, lazy_gettext
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import home_slots, track
from companion.rules.operating.map_answers import find_reach
from companion.web.play.operating_panels.turn_offers import TurnScreen
from companion.web.render.fragments import map_group


def look_of(rules: Rules, state: State) -> Look:
    """Return the look of the companies and markers, and the homes still reserved."""
    data = rules.data
    companies = {c.symbol: CompanyLook(c.symbol, c.short, c.colour) for c in data.token_owners}
    for marker in data.marker_list:
        words = gettext_name(marker.name)
        companies[marker.symbol] = replace(companies[marker.symbol], words=words)
    return Look(
        companies,
        home_slots.companies_by_place(state),
        rules.access.barriers_open(rules.data, state),
        {private.symbol: private.name for private in data.private_list},
    )


def find_blocked_hexes(rules: Rules, state: State) -> dict[str, str]:
    """Map the hexes that an open private blocks to its short name; add other marks of the title."""
    laid = state.board.laid
    kept = {at: own for at, own in track.blocked_hexes(rules, state).items() if at not in laid}
    return {**kept, **rules.table.hex_marks(rules, state)}


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the map: its letters, their meaning, and its hexes with their names.

    ``owner`` is the owner of the token that bears the letters, if any. ``square``: the token lies
    on top of another.
    """

    letters: str
    says: str
    hexes: tuple[str, ...]
    owner: str = ""
    square: bool = False


def marks_on(rules: Rules, state: State) -> list[Mark]:
    """Return the key to all marks on the map: tokens, blocked hexes, and other pieces."""
    board, data, place = state.board, rules.data, rules.words.hex
    found = []
    for owner in data.token_owners:
        hexes = dict.fromkeys(split_stop(stop)[0] for stop in board.token_stops(owner.symbol))
        if hexes:
            said = owner.symbol if owner.symbol in data.companies else gettext_name(owner.name)
            found.append(Mark(owner.short, said, tuple(map(place, hexes)), owner.symbol))
        if tops := tuple(place(stop) for stop in board.top_stops(owner.symbol)):
            top = f"{owner.symbol}, {rules.words.name('top_token')}"
            found.append(Mark(owner.short, top, tops, owner.symbol, square=True))
    by_words: dict[str, list[str]] = {}
    for at, words in find_blocked_hexes(rules, state).items():
        by_words.setdefault(words, []).append(at)
    for words, lies in by_words.items():
        private = data.privates.get(words)
        found.append(Mark(words, private.name if private else "", tuple(map(place, lies))))
    return found


BARRIER = lazy_gettext(
    "a barrier: new track cannot meet across it; trains and {tokens} cannot cross it"
)


def barrier_words(rules: Rules, state: State) -> str:
    """Explain the barriers on the map in the present phase; empty if there are none."""
    hexes = rules.data.map.hexes.values()
    if not any(border.kind == "barrier" for hex in hexes for border in hex.borders):
        return ""
    if rules.access.barriers_open(rules.data, state):
        return gettext("open: no longer a barrier")
    return rules.words.fill(BARRIER, {})


def draw_position(rules: Rules, state: State, board: Board | None = None, **how: Any) -> Markup:
    """Draw the map of a state, or another ``board``, as ``draw_map`` does."""
    clock = rules.phase(state).clock
    return Markup(draw_map(board or state.board, look_of(rules, state), clock, **how))


def chart(
    asked: TurnScreen,
    marks: Marks,
    runs: Sequence[Run] = (),
    board: Board | None = None,
    view: Collection[str] | None = None,
    label: str = "",
) -> Markup:
    """Draw the map, opened on the company's network unless ``view`` names other hexes."""
    return draw_position(
        asked.rules,
        asked.state,
        board,
        runs=runs,
        marks=marks,
        view=view or network(asked),
        numbers=True,  # shown where the switch over the map says so
        label=label,
        group=map_group,
    )


def network(asked: TurnScreen) -> Collection[str]:
    """Return the hexes that the company reaches; before its first token, its homes."""
    state = asked.state
    if asked.company:
        reached = find_reach(asked.rules, state, asked.company).hexes
        if reached:
            return reached
    homes = home_slots.homes(state).get(asked.company, ())
    return {place.partition(".")[0] for home in homes for place in home}


_tiles: Cache[tuple[Tile, int, bool, str], Markup] = Cache(600)


def tile_picture(rules: Rules, number: str, rotation: int) -> Markup:
    """Draw a single tile. The drawing is cached for each rotation and language."""
    tile, flat = rules.tile(number), rules.data.map.layout.flat
    key = (tile, rotation, flat, current_language())  # some tiles bear a word
    return _tiles.get(key, lambda: Markup(draw_tile(tile, rotation, flat=flat)))
