"""Corrections of the map as a whole: a game goes on without it, or with it as it lies on the table.

Nobody has entered the lays and tokens of a game without its map. So the banker enters them all at
once, and they are checked: the supply, the chain of upgrades, the track that joins them to a token,
and the number of tokens.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.board.board import Board, PlacedTile
from companion.board.company_access import Access
from companion.board.lays import allotments
from companion.board.map import split_stop
from companion.board.repeated_play import with_token
from companion.board.upgrade_chains import can_become
from companion.rules.amend.correction_actions import CorrectMap, tell_correction
from companion.rules.core.actions import LayTile
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import StandardState
from companion.rules.core.state import State
from companion.rules.data.title_data import Phase
from companion.rules.judge.rules import Rules
from companion.rules.operating.home_slots import find_lost_homes, homes
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import is_between_turns
from companion.rules.operating.private_powers import NEW_CITY, TOKEN_MOVE, power
from companion.rules.operating.tokens import place_somewhere
from companion.rules.operating.track import lay, tile_count


def map_choices(rules: Rules, state: State) -> list[str]:
    """Return the values that the map of the game may take now: the other one, between two turns."""
    is_between = is_between_turns(rules, state)
    has_choice = rules.data.has_map and not rules.data.map_needed
    if state.end_reason or state.questions or not is_between or not has_choice:
        return []
    return [CHECKED if state.is_told else TOLD]


def check_map(rules: Rules, state: State, action: CorrectMap) -> Iterator[Refusal]:
    """Refuse a change in a turn, and a map that cannot lie as it is told."""
    is_laid = bool(action.tiles or action.tokens)
    if action.map not in map_choices(rules, state) or (is_laid and action.map == TOLD):
        yield rules.refuse("correct.map")
    elif action.map == CHECKED:
        yield from _check_supply(rules, state, action)
        unlaid = list(_find_unlaid(rules, state, action))
        yield from unlaid
        if not unlaid:
            change = Change(state.copy())
            yield from _place_tokens(change, rules, action)
            for hex, tile in find_unjoined(rules, state.board, change.state):
                yield rules.refuse("correct.map_unjoined", hex=hex, tile=tile)
            yield from find_robbed(rules, state, change.state)


def _check_supply(rules: Rules, state: State, action: CorrectMap) -> Iterator[Refusal]:
    """Refuse more copies of a tile than there are."""
    laid = {**{at: lies.tile for at, lies in state.board.laid.items()}, **_tiles(action)}
    for tile, count in Counter(laid.values()).items():
        most = tile_count(rules, state, tile)
        if most is not None and count > most:
            hexes = sorted(at for at, lies in laid.items() if lies == tile)
            yield rules.refuse("correct.map_supply", tile=tile, count=most, hexes=hexes)


def _tiles(action: CorrectMap) -> dict[str, str]:
    return {at: tile for at, tile, _ in action.tiles}


def _find_unlaid(rules: Rules, state: State, action: CorrectMap) -> Iterator[Refusal]:
    """Yield a refusal for each tile that cannot lie on its hex."""
    board, phase = state.board, rules.phase(state)
    twice = [at for at, count in Counter(at for at, *_ in action.tiles).items() if count > 1]
    yield from (rules.refuse("correct.map_twice", hex=at) for at in twice)
    for at, tile, rotation in action.tiles:
        if wrong := find_odd_tile(rules, board, phase, at, PlacedTile(tile, rotation)):
            yield wrong
        elif not allotments(board, at, tile, rotation):
            yield rules.refuse("correct.map_room", hex=at, tile=tile)


def has_new_cities(rules: Rules) -> bool:
    """Check whether privates of the title turn towns into cities."""
    return any(NEW_CITY in private.powers for private in rules.data.private_list)


def find_odd_tile(
    rules: Rules, before: Board, phase: Phase, at: str, lies: PlacedTile
) -> Refusal | None:
    """Return a refusal of a tile that no lays bring onto its hex, or not in this phase."""
    if not can_become(before, at, lies.tile, lies.rotation, has_new_cities(rules)):
        return rules.refuse("correct.map_tile", hex=at, tile=lies.tile)
    if rules.tile(lies.tile).colour not in phase.tiles:
        return rules.refuse("correct.map_colour", hex=at, tile=lies.tile, phase=phase.name)
    return None


def map_after(rules: Rules, state: State, action: CorrectMap) -> Board:
    """Return the board with all tiles and tokens that have room on it, allowed or not."""
    change = Change(state.copy())
    list(_place_tokens(change, rules, action))
    return change.state.board


def new_tokens(state: State, action: CorrectMap) -> list[tuple[str, str]]:
    """Return the tokens of the correction that are placed.

    The others lie on the hex before its tile is laid. They name the city to which they move. A
    token that is named twice lies on top of itself.
    """
    return [one for one, is_new in _find_new(state.board, action) if is_new]


def _find_new(board: Board, action: CorrectMap) -> list[tuple[tuple[str, str], bool]]:
    """Return the tokens of the correction, each with whether it is placed."""
    named = action.tokens
    return [(one, one in named[:n] or not _lies_on(board, *one)) for n, one in enumerate(named)]


def may_lie_on_top(rules: Rules, board: Board, owner: str, stop: str) -> bool:
    """Check whether one more token of the owner may lie on their own in this city."""
    has_one = owner in board.tokens[stop] and stop not in board.top_stops(owner)
    return rules.tokens.on_top and has_one


def _lies_on(board: Board, owner: str, stop: str) -> bool:
    at = split_stop(stop)[0]
    return at in board.map.hexes and any(owner in slots for slots in board.slots_of(at))


def _lay_tiles(change: Change, rules: Rules, action: CorrectMap) -> None:
    """Lay the tiles that have room for the tokens there. Tokens and homes move with their city."""
    for at, tile, rotation in action.tiles:
        board = change.state.board
        named = [(owner, stop) for owner, stop in action.tokens if split_stop(stop)[0] == at]

        def count_kept(
            way: Mapping[str, int],
            turned: tuple[str, str, int] = (at, tile, rotation),
            board: Board = board,
            named: Sequence[tuple[str, str]] = named,
        ) -> int:
            """Return how many tokens come to lie in the city that is named."""
            slots = board.carry_tokens(*turned, way).slots
            return sum(owner in slots.get(split_stop(stop)[1], ()) for owner, stop in named)

        if ways := allotments(board, at, tile, rotation):
            way = max(ways, key=count_kept)
            lay(change, rules, LayTile("", at, tile, rotation, allotment=tuple(way.items())))


def _place_tokens(change: Change, rules: Rules, action: CorrectMap) -> Iterator[Refusal]:
    """Lay the tiles and place the tokens. Yield a refusal for each token that has no place."""
    state, new = change.state, new_tokens(change.state, action)
    neutral = rules.data.neutral_company
    entered = sum(owner == neutral for owner, _ in new)
    if entered > state.told.tokens.get(neutral, 0) and may_leave_neutral(rules, state):
        place_somewhere(change, neutral)
    named = _find_new(state.board, action)
    state.map = CHECKED
    _lay_tiles(change, rules, action)
    for (owner, stop), is_new in named:
        at = split_stop(stop)[0]
        if stop not in state.board.tokens:
            yield rules.refuse("token.city", stop=stop)
        elif owner in state.board.tokens[stop] and not is_new:
            continue  # it has moved there with the tile
        elif may_lie_on_top(rules, state.board, owner, stop):
            state.board = state.board.with_top(stop, owner)
        elif owner in state.companies and _lies_on(state.board, owner, stop):
            yield rules.refuse("correct.map_hex", company=owner, hex=at)
        elif None not in state.board.tokens[stop]:
            yield rules.refuse("token.full", stop=stop)
        else:
            state.board = with_token(state.board, stop, owner)
    placed, told = Counter(owner for owner, _ in new), state.told.tokens
    for owner in dict.fromkeys((*told, *placed)):
        if owner in state.companies and placed[owner] != told.get(owner, 0):
            facts = {"count": told.get(owner, 0), "placed": placed[owner]}
            yield rules.refuse("correct.map_tokens", company=owner, **facts)
    state.told = replace(state.told, tokens={})


def may_leave_neutral(rules: Rules, state: State) -> bool:
    """Check whether a neutral token may lie on the map that nobody has told.

    It stays in the place of a home token that a private has moved.
    """
    neutral, own = rules.data.neutral_company, state.title_state
    if not neutral or not isinstance(own, StandardState):
        return False
    lying = len(state.board.token_stops(neutral)) + state.told.tokens.get(neutral, 0)
    has_moved = any(power(rules, private, TOKEN_MOVE) for private in own.used_privates)
    return has_moved and lying == len(own.neutral_placers)


def find_unjoined(rules: Rules, before: Board, after: State) -> Iterator[tuple[str, str]]:
    """Yield each new tile that no track joins to a token, with its hex.

    A hex of a private needs no such track.
    """
    board = after.board
    owners = frozenset(owner for slots in board.tokens.values() for owner in slots if owner)
    joined = {
        edge
        for owner in owners
        for edge in find_reach(rules, after, owner, Access(owner, passes=owners)).edges
    }
    cities = {split_stop(stop)[0] for stop, slots in board.tokens.items() if any(slots)}
    own = {at for private in rules.data.private_list for at in private.blocks}
    for at, lies in board.laid.items():
        is_new = before.laid.get(at) != lies and at not in cities | own
        if is_new and not any((at, edge) in joined for edge in board.tile_at(at).exits):
            yield at, lies.tile


def find_robbed(rules: Rules, before: State, after: State) -> Iterator[Refusal]:
    """Yield a refusal for each company that has no circle left for its home."""
    were, are = (before.board, homes(before)), (after.board, homes(after))
    for company in find_lost_homes(were, are, rules.tokens.replaceable):
        yield rules.refuse("correct.home", company=company)


def correct_map(change: Change, rules: Rules, action: CorrectMap) -> None:
    """Go on without the map, or with it as it lies."""
    if action.map == CHECKED:
        list(_place_tokens(change, rules, action))
    change.state.map = action.map
    if action.tiles or action.tokens:
        facts = {"tile_count": len(action.tiles), "token_count": len(action.tokens)}
        tell_correction(change, action, "corrected_map_laid", **facts)
    else:
        tell_correction(change, action, f"corrected_map_{action.map}")
