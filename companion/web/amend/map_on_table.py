"""The page with which a game takes up its map: the banker lays it as it lies on the table.

The address holds what has been laid so far: tiles as "D20:57:1", tokens as "NYC:E19.0", with commas
between them. One correction enters it all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, request
from markupsafe import Markup

from companion.board.board import Board
from companion.board.lays import allotments
from companion.board.tiles import COLOURS
from companion.board.upgrade_chains import find_tiles_to_come
from companion.drawing import Marks, draw_minimap
from companion.languages import gettext
from companion.rules.amend.correction_actions import CorrectMap
from companion.rules.amend.map_choice import (
    has_new_cities,
    map_after,
    may_leave_neutral,
    may_lie_on_top,
    new_tokens,
)
from companion.rules.core.map_use import CHECKED
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import BANKER
from companion.rules.operating.track import tile_count
from companion.store.history.records import GameView
from companion.web.access.identity import current_device, only_bankers
from companion.web.play.operating_panels.operating_map import (
    draw_position,
    find_blocked_hexes,
    tile_picture,
)
from companion.web.play.operating_panels.tokens import side
from companion.web.render.screens import current_store, game_screen
from companion.web.render_cache import draw_once

blueprint = Blueprint("map_on_table", __name__)

Tiles = tuple[tuple[str, str, int], ...]
Tokens = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TileChoice:
    """A tile that may lie on the hex: its rotation, its picture, and how many are left."""

    tile: str
    rotation: int
    picture: Markup
    left: int | None
    is_chosen: bool
    tiles: str  # all tiles, in the address, if this one is chosen


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """A token in a city of the hex.

    ``way`` says what a tap does with it: "place", "take" it away again, or "move" it to this city
    of the new tile, in which it may be already ("lies"). A token on "top" of another of its owner
    is placed and taken away ("take_top") like any other.
    """

    owner: str
    place: str
    way: str
    tokens: str  # all tokens, in the address, after the tap


@blueprint.get("/game/<int:game>/map-on-table")
@draw_once
def lay_map(game: int) -> Response:
    """Show the map as it was laid so far, with the tiles and tokens for the chosen hex."""
    if current_device(game).role != BANKER:
        return only_bankers()
    view = current_store().open(game)
    action = CorrectMap(
        CHECKED,
        _read_tiles(request.args.get("tiles", "")),
        _read_tokens(request.args.get("tokens", "")),
        reason=gettext("as it lies on the table"),
    )
    refusals = judge.refusals(view.rules, view.state, action)
    if any(refusal.code.startswith("unknown.") for refusal in refusals):
        action = CorrectMap(CHECKED, reason=action.reason)
    board = map_after(view.rules, view.state, action)
    at = request.args.get("hex", "")
    at = at if at in board.map.hexes and view.state.is_told else ""
    return game_screen(
        view,
        "amend/map_on_table/lay.html",
        "correct",
        action=action,
        against=refusals if view.state.is_told else (),
        hex=at,
        hexes=[
            (id, board.map.full_name(id)) for id, hex in board.map.hexes.items() if not hex.fixed
        ],
        hex_name=board.map.full_name(at) if at else "",
        choices=list(_find_tiles(view, action, at)) if at else [],
        tokens=list(_find_tokens(view, action, board, at)) if at else [],
        without_hex=_write_without(action, at),
        missing=_count_missing(view, action),
        tiles_in_address=_write(action.tiles),
        tokens_in_address=_write(action.tokens),
        map=_draw(view, board, action, at),
        minimap=Markup(draw_minimap(board)),
    )


def _draw(view: GameView, board: Board, action: CorrectMap, at: str) -> Markup:
    """Draw the map with all that was laid."""
    laid = [hex for hex, *_ in action.tiles]
    marks = Marks(lit=laid, chosen=at or None, blocked=find_blocked_hexes(view.rules, view.state))
    label = gettext("The map on the table")
    return draw_position(view.rules, view.state, board, marks=marks, label=label)


# --- the address


def _parts(text: str) -> list[list[str]]:
    return [part.split(":") for part in text.split(",") if part]


def _read_tiles(text: str) -> Tiles:
    """Read the tiles in the address, without parts that are no tiles."""
    found = [part for part in _parts(text) if len(part) == 3 and part[2] in "012345"]
    return tuple((at, tile, int(turn)) for at, tile, turn in found)


def _read_tokens(text: str) -> Tokens:
    return tuple((part[0], part[1]) for part in _parts(text) if len(part) == 2)


def _write(parts: Iterable[tuple[str | int, ...]]) -> str:
    return ",".join(":".join(map(str, part)) for part in parts)


def _write_without(action: CorrectMap, at: str) -> str | None:
    """Write the tiles without the one on the hex; None if none was laid there."""
    others = [tile for tile in action.tiles if tile[0] != at]
    return _write(others) if len(others) < len(action.tiles) else None


# --- choices


def _find_tiles(view: GameView, action: CorrectMap, at: str) -> Iterable[TileChoice]:
    """Yield the tiles that may lie on the hex. The chosen one comes in all its rotations."""
    rules, state = view.rules, view.state
    others = tuple(tile for tile in action.tiles if tile[0] != at)
    laid = [lies.tile for hex, lies in state.board.laid.items() if hex != at]
    laid += [tile for _, tile, _ in others]
    chosen = next(((tile, turn) for hex, tile, turn in action.tiles if hex == at), None)
    colours = rules.phase(state).tiles
    ways = find_tiles_to_come(state.board, at, has_new_cities(rules))
    may = [tile for tile in rules.data.tiles if tile in ways and rules.tile(tile).colour in colours]
    may.sort(key=lambda tile: COLOURS.index(rules.tile(tile).colour))
    for tile in may:
        count = tile_count(rules, state, tile)
        left = None if count is None else count - laid.count(tile)
        turns = ways[tile] if chosen and chosen[0] == tile else ways[tile][:1]
        for turn in turns if left != 0 else ():
            picture = tile_picture(rules, tile, turn)
            address = _write((*others, (at, tile, turn)))
            yield TileChoice(tile, turn, picture, left, chosen == (tile, turn), address)


def _find_tokens(
    view: GameView, action: CorrectMap, board: Board, at: str
) -> Iterable[TokenChoice]:
    """Yield the tokens that were placed on the hex, and those that may be."""
    stops = [stop for stop in board.tokens if stop.partition(".")[0] == at]

    def place(stop: str) -> str:
        return side(board, stop) if len(stops) > 1 else board.stop_name(stop)

    for one in dict.fromkeys(new_tokens(view.state, action)):
        if one[1] in stops:
            way = "take_top" if one[1] in board.top_stops(one[0]) else "take"
            yield TokenChoice(one[0], place(one[1]), way, _write(_without(action.tokens, one)))
    for owner, stop in _find_moves(view, action, at):
        others = tuple(one for one in action.tokens if one[0] != owner or one[1] not in stops)
        way = "lies" if owner in board.tokens[stop] else "move"
        yield TokenChoice(owner, place(stop), way, _write((*others, (owner, stop))))
    missing, neutral = _count_missing(view, action), view.rules.data.neutral_company
    if may_leave_neutral(view.rules, view.state):
        missing[neutral] = missing.get(neutral, 0) + 1
    for owner, count in missing.items():
        on_top = [s for s in stops if count > 0 and may_lie_on_top(view.rules, board, owner, s)]
        for one in ((owner, stop) for stop in on_top):
            yield TokenChoice(owner, place(one[1]), "top", _write(_with_top(action.tokens, one)))
        if count > 0 and not any(owner in board.tokens[stop] for stop in stops):
            for stop in (stop for stop in stops if None in board.tokens[stop]):
                placed = (*action.tokens, (owner, stop))
                yield TokenChoice(owner, place(stop), "place", _write(placed))


def _without(tokens: Tokens, one: tuple[str, str]) -> Tokens:
    """Return the tokens without the last that is named so."""
    last = len(tokens) - 1 - tokens[::-1].index(one)
    return (*tokens[:last], *tokens[last + 1 :])


def _with_top(tokens: Tokens, one: tuple[str, str]) -> Tokens:
    """Return the tokens with one more on the named one."""
    return (*tokens, one) if one in tokens else (*tokens, one, one)


def _find_moves(view: GameView, action: CorrectMap, at: str) -> list[tuple[str, str]]:
    """Return the cities of the new tile to which each token of the hex may move.

    Only owners whose token has a choice are named.
    """
    board, found = view.state.board, dict[tuple[str, str], None]()
    for hex, tile, turn in action.tiles:
        for way in allotments(board, at, tile, turn) if hex == at else ():
            slots = board.carry_tokens(at, tile, turn, way).slots.items()
            found |= {(owner, f"{at}.{n}"): None for n, held in slots for owner in held if owner}
    owners = [owner for owner, _ in found]
    return sorted(one for one in found if owners.count(one[0]) > 1)


def _count_missing(view: GameView, action: CorrectMap) -> dict[str, int]:
    """Return how many tokens of each owner have no place yet."""
    told = view.state.told.tokens
    placed = [owner for owner, _ in new_tokens(view.state, action)]
    return {owner: count - placed.count(owner) for owner, count in told.items()}
