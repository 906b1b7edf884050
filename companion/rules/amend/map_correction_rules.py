"""Corrections of the map: tokens, tiles, and further copies of a tile."""

from collections.abc import Iterator

from companion.board.lay_and_route_faults import Fault
from companion.board.lays import faults
from companion.rules.amend.correction_actions import (
    CorrectSupply,
    CorrectTile,
    CorrectToken,
    tell_correction,
)
from companion.rules.amend.map_choice import find_robbed, may_lie_on_top
from companion.rules.core.actions import LayTile
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.home_slots import move_along
from companion.rules.operating.tokens import place_token, put_on_top, take_up
from companion.rules.operating.track import lay, tiles_left

MOST_CUT = 9  # further copies of one tile at a time

Placed = tuple[str, str | None]  # a token's owner and its city; None off the map


def tokens(rules: Rules, state: State) -> list[Placed]:
    """Return the tokens that may be moved.

    They are all tokens on the map, and neutral ones and those of started companies off the map that
    have a city to go to.
    """
    started = [c for c, own in state.companies.items() if own.started and own.tokens]
    off = [*started, *(marker.symbol for marker in rules.data.marker_list)]
    free = _free(rules, state)
    found: list[Placed] = [
        (owner, None)
        for owner in off
        if any(_may_come(rules, state, (owner, None), to) for to in free)
    ]
    for stop, slots in state.board.tokens.items():
        found += [(owner, stop) for owner in dict.fromkeys(slots) if owner is not None]
    return found


def token_places(rules: Rules, state: State) -> list[str | None]:
    """Return the cities where one of these tokens may go, and None if one may leave the map."""
    may = tokens(rules, state)
    off: list[str | None] = [None] if any(stop for _, stop in may) else []
    on = (to for to in _free(rules, state) if any(_may_come(rules, state, one, to) for one in may))
    return [*off, *on]


def _free(rules: Rules, state: State) -> list[str]:
    """Return the cities with a free slot; all cities if tokens may lie on top of others."""
    cities = state.board.tokens.items()
    return [stop for stop, slots in cities if None in slots or rules.tokens.on_top]


def _may_come(rules: Rules, state: State, placed: Placed, to: str) -> bool:
    owner, stop = placed
    return not any(check_token(rules, state, CorrectToken(owner, stop, to, reason="")))


def check_token(rules: Rules, state: State, action: CorrectToken) -> Iterator[Refusal]:
    """Refuse a token that is not there or that has no slot to go to."""
    token, stop, to = action.token, action.stop, action.destination
    board, own = state.board, state.companies.get(token)
    change = Change(state.copy())
    if to is not None and to not in board.tokens:
        yield rules.refuse("token.city", stop=to)
    elif stop == to:
        yield rules.refuse("correct.nothing")
    elif stop is not None and token not in board.tokens[stop]:
        yield rules.refuse("correct.no_token", owner=token, stop=stop)
    elif stop is None and own is not None and not own.started:
        yield rules.refuse("correct.unstarted", company=token)
    elif stop is None and own is not None and not own.tokens:
        yield rules.refuse("token.none", company=token)
    elif not _move_token(change, rules, action):
        yield rules.refuse("token.full", stop=to)
    else:
        yield from find_robbed(rules, state, change.state)


def _move_token(change: Change, rules: Rules, action: CorrectToken) -> bool:
    """Move the token if it has a slot to go to, and return whether it had one."""
    token, to = action.token, action.destination
    if action.stop is not None:
        take_up(change, token, action.stop)
    if to is None:
        return True
    board = change.state.board
    if may_lie_on_top(rules, board, token, to):
        put_on_top(change, token, to)
    elif None in board.tokens[to]:
        place_token(change, token, to)
    else:
        return False
    return True


def correct_token(change: Change, rules: Rules, action: CorrectToken) -> None:
    """Move the token."""
    _move_token(change, rules, action)
    token, stop, to = action.token, action.stop, action.destination
    if stop is None:
        tell_correction(change, action, "corrected_token_to", destination=to, token=token)
    elif to is None:
        tell_correction(change, action, "corrected_token_off", stop=stop, token=token)
    else:
        tell_correction(change, action, "corrected_token", stop=stop, destination=to, token=token)


def check_tile(rules: Rules, state: State, action: CorrectTile) -> Iterator[Refusal]:
    """Refuse a tile with no copies left, or without room for the tokens on the hex."""
    at, tile = action.hex, action.tile
    laid, printed = state.board.laid.get(at), state.board.map.hexes[at]
    copy = laid is not None and laid.tile == tile
    same = laid and (laid.tile, laid.rotation) == (tile, action.rotation % 6)
    if laid is None if tile is None else same:
        yield rules.refuse("correct.nothing")
    elif printed.fixed:
        yield rules.refuse_fault("lay", Fault("fixed", hex=at, text=printed.colour))
    elif tile is not None and not copy and tiles_left(rules, state, tile) == 0:
        yield rules.refuse("correct.none_left", tile=tile)
    elif homeless := list(_no_place(rules, state, action)):
        yield from homeless
    else:
        change = Change(state.copy())
        _lay(change, rules, action)
        yield from find_robbed(rules, state, change.state)


def _no_place(rules: Rules, state: State, action: CorrectTile) -> Iterator[Refusal]:
    """Refuse a tile or a bare hex that has no slot for a token on it."""
    if action.tile is not None:
        for fault in faults(state.board, action.hex, action.tile, action.rotation):
            if fault.code == "no_place":
                yield rules.refuse_fault("lay", fault)
        return
    try:
        state.board.without_tile(action.hex)
    except ValueError:
        yield rules.refuse("correct.bare", hex=action.hex)


def _lay(change: Change, rules: Rules, action: CorrectTile) -> None:
    state = change.state
    if action.tile is not None:
        lay(change, rules, LayTile("", action.hex, action.tile, action.rotation))
        return
    old = state.board.tile_at(action.hex)
    state.board = state.board.without_tile(action.hex)
    move_along(change, action.hex, old)


def correct_tile(change: Change, rules: Rules, action: CorrectTile) -> None:
    """Lay the tile, or remove the one on the hex."""
    _lay(change, rules, action)
    hex, tile, rotation = action.hex, action.tile, action.rotation
    if tile is None:
        tell_correction(change, action, "corrected_tile_off", hex=hex)
    else:
        tell_correction(change, action, "corrected_tile", tile=tile, rotation=rotation, hex=hex)


def check_supply(rules: Rules, state: State, action: CorrectSupply) -> Iterator[Refusal]:
    """Refuse more than the maximum of further copies, or any of an unlimited tile."""
    if not 0 < action.count <= MOST_CUT or rules.data.tiles[action.tile] is None:
        yield rules.refuse("correct.count", limit=MOST_CUT, tile=action.tile)


def correct_supply(change: Change, rules: Rules, action: CorrectSupply) -> None:
    """Add the copies to the supply."""
    state, tile, count = change.state, action.tile, action.count
    state.extra_tiles = {**state.extra_tiles, tile: state.extra_tiles.get(tile, 0) + count}
    tell_correction(change, action, "corrected_supply", tile=tile, count=count)
