"""Setting the map right: tokens, tiles, and tiles that the table has cut itself."""

from collections.abc import Iterator

from companion.board.faults import Fault
from companion.board.lays import faults
from companion.rules.actions import LayTile
from companion.rules.change import Change
from companion.rules.corrections import CorrectSupply, CorrectTile, CorrectToken
from companion.rules.refusals import Refusal
from companion.rules.reservations import homes, move_along, robbed
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.tokens import put, put_on_top, take_up
from companion.rules.track import lay, tiles_left

MOST_CUT = 9  # of one tile at a time

Placed = tuple[str, str | None]  # whose token, and in which city it lies; None: in none


def tokens(rules: Rules, state: State) -> list[Placed]:
    """The tokens that may lie elsewhere on the table: of companies that are started, and of nobody,
    off the map where one has a place to come to; and all that lie on it.
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
    """Where one at least of these tokens may lie instead: in which cities, None off the map."""
    may = tokens(rules, state)
    off: list[str | None] = [None] if any(stop for _, stop in may) else []
    on = (to for to in _free(rules, state) if any(_may_come(rules, state, one, to) for one in may))
    return [*off, *on]


def _free(rules: Rules, state: State) -> list[str]:
    """The cities where there may be room: with a free circle, or any where tokens may lie on top of
    their owner's.
    """
    cities = state.board.tokens.items()
    return [stop for stop, slots in cities if None in slots or rules.tokens_on_top]


def _may_come(rules: Rules, state: State, placed: Placed, to: str) -> bool:
    owner, stop = placed
    return not any(against_token(rules, state, CorrectToken(owner, stop, to, reason="")))


def against_token(rules: Rules, state: State, action: CorrectToken) -> Iterator[Refusal]:
    """Against a token of nobody there, or without a circle to come to."""
    token, stop, to = action.token, action.stop, action.to
    own = state.companies.get(token)
    if to is not None and to not in state.board.tokens:
        yield rules.refuse("token.city", stop=to)
        return
    if stop == to:
        yield rules.refuse("correct.nothing")
        return
    if stop is not None and token not in state.board.tokens[stop]:
        yield rules.refuse("correct.no_token", owner=token, stop=stop)
        return
    if stop is None and own is not None and not own.started:
        yield rules.refuse("correct.unstarted", company=token)
        return
    if stop is None and own is not None and not own.tokens:
        yield rules.refuse("token.none", company=token)
        return
    if to is not None:
        change = Change(state.copy())
        if stop is not None:
            take_up(change, token, stop)
        on_top = _goes_on_top(rules, change.state, action)
        if None not in change.state.board.tokens[to] and not on_top:
            yield rules.refuse("token.full", stop=to)
            return
    change = Change(state.copy())
    _move_token(change, rules, action)
    yield from _robs(rules, state, change.state)


def _robs(rules: Rules, before: State, after: State) -> Iterator[Refusal]:
    """Against what leaves a company no circle for its home."""
    were, are = (before.board, homes(before)), (after.board, homes(after))
    for company in robbed(were, are, rules.yields):
        yield rules.refuse("correct.home", company=company)


def _move_token(change: Change, rules: Rules, action: CorrectToken) -> None:
    if action.stop is not None:
        take_up(change, action.token, action.stop)
    if action.to is not None:
        on_top = _goes_on_top(rules, change.state, action)
        (put_on_top if on_top else put)(change, action.token, action.to)


def _goes_on_top(rules: Rules, state: State, action: CorrectToken) -> bool:
    """Does the token come to one of its owner's, where the title lets it lie on top of that? One
    lies on it at most.
    """
    board, token, to = state.board, action.token, action.to or ""
    return rules.tokens_on_top and token in board.tokens[to] and to not in board.top_stops(token)


def token(change: Change, rules: Rules, action: CorrectToken) -> None:
    """Move the token."""
    _move_token(change, rules, action)
    facts = {"token": action.token, "reason": action.reason}
    if action.stop is None:
        change.tell("corrected_token_to", to=action.to, **facts)
    elif action.to is None:
        change.tell("corrected_token_off", stop=action.stop, **facts)
    else:
        change.tell("corrected_token", stop=action.stop, to=action.to, **facts)


def against_tile(rules: Rules, state: State, action: CorrectTile) -> Iterator[Refusal]:
    """Against a tile that is not there, or has no place for what lies on the hex."""
    at, tile = action.hex, action.tile
    laid = state.board.laid.get(at)
    if laid is None if tile is None else laid and (laid.tile, laid.rotation) == _turned(action):
        yield rules.refuse("correct.nothing")
        return
    if (printed := state.board.map.hexes[at]).fixed:
        yield rules.refuse_fault("lay", Fault("fixed", hex=at, text=printed.colour))
        return
    if tile is not None and not (laid and laid.tile == tile) and not _is_left(rules, state, tile):
        yield rules.refuse("correct.none_left", tile=tile)
        return
    homeless = [*_no_place(rules, state, action)]
    yield from homeless
    if not homeless:
        change = Change(state.copy())
        _lay(change, rules, action)
        yield from _robs(rules, state, change.state)


def _turned(action: CorrectTile) -> tuple[str | None, int]:
    return action.tile, action.rotation % 6


def _is_left(rules: Rules, state: State, tile: str) -> bool:
    return tiles_left(rules, state, tile) != 0


def _no_place(rules: Rules, state: State, action: CorrectTile) -> Iterator[Refusal]:
    """Against a tile, or a bare hex, that has no circle for a token which lies there."""
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
    old = state.board.at(action.hex)
    state.board = state.board.without_tile(action.hex)
    move_along(change, action.hex, old)


def tile(change: Change, rules: Rules, action: CorrectTile) -> None:
    """Lay the tile, or bare the hex."""
    _lay(change, rules, action)
    facts = {"hex": action.hex, "reason": action.reason}
    if action.tile is None:
        change.tell("corrected_bare", **facts)
    else:
        change.tell("corrected_tile", tile=action.tile, rotation=action.rotation, **facts)


def against_supply(rules: Rules, state: State, action: CorrectSupply) -> Iterator[Refusal]:
    """Against more tiles than anybody cuts, or of which there is any number."""
    if not 0 < action.count <= MOST_CUT or rules.data.tiles[action.tile] is None:
        yield rules.refuse("correct.count", limit=MOST_CUT, tile=action.tile)


def supply(change: Change, rules: Rules, action: CorrectSupply) -> None:
    """There are so many more of the tile."""
    state = change.state
    more = state.tiles_more.get(action.tile, 0) + action.count
    state.tiles_more = {**state.tiles_more, action.tile: more}
    change.tell("corrected_supply", tile=action.tile, count=action.count, reason=action.reason)
