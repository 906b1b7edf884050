"""Reservations: homes that companies have still to take, and the slots kept free for them.

A home is a list of places, one of which becomes the home. A place is a stop ("H12.0"), which keeps
one of its slots, or a hex ("H12"), which keeps a slot in any of its cities.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from companion.board.board import Board
from companion.board.repeated_play import with_tile, with_token
from companion.board.tiles import Tile
from companion.board.token_slots import stop_map
from companion.rules.core.actions import LayTile
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.companies import Home, Homes
from companion.rules.judge.rules import Rules


def homes(state: State) -> dict[str, Homes]:
    """Return the homes still to be taken, by company, for companies that have any."""
    return {company: own.homes for company, own in state.companies.items() if own.homes}


def companies_by_place(state: State) -> dict[str, tuple[str, ...]]:
    """Return the companies that may have their home at each place, a stop or a hex."""
    found: dict[str, tuple[str, ...]] = {}
    for company, kept in homes(state).items():
        for place in dict.fromkeys(place for home in kept for place in home):
            found[place] = (*found.get(place, ()), company)
    return found


def stops_of(board: Board, home: Home) -> list[str]:
    """Return the cities that may become the home."""
    found: list[str] = []
    for place in home:
        found += [place] if "." in place else cities(board, place)
    return found


def cities(board: Board, at: str) -> list[str]:
    """Return the cities of a hex, as stops."""
    if at not in board.map.number:
        return []
    return [f"{at}.{index}" for index, stop in enumerate(board.tile_at(at).stops) if stop.slots]


def homeless(
    board: Board, kept: Mapping[str, Homes], yields: Collection[str] = ()
) -> list[tuple[str, int]]:
    """Return the homes without a slot in the best assignment, as (company, number).

    When several assignments are equally good, homes with the most choices are left out. Tokens of
    owners in ``yields`` make room.
    """
    free = {
        stop: sum(owner is None or owner in yields for owner in slots)
        for stop, slots in board.tokens.items()
    }
    wanted = {
        (company, number): stops_of(board, home)
        for company, own in kept.items()
        for number, home in enumerate(own)
    }
    taken: dict[str, list[tuple[str, int]]] = {}

    def settle(home: tuple[str, int], tried: set[str]) -> bool:
        """Assign a slot to the home; move other homes if that makes room."""
        for stop in wanted[home]:
            if stop in tried:
                continue
            tried.add(stop)
            here = taken.setdefault(stop, [])
            if len(here) >= free.get(stop, 0):
                leaves = next((other for other in here if settle(other, tried)), None)
                if leaves is None:
                    continue
                here.remove(leaves)
            here.append(home)
            return True
        return False

    inorder = sorted(wanted, key=lambda home: len(wanted[home]))
    return [home for home in inorder if not settle(home, set())]


def find_lost_homes(
    before: tuple[Board, Mapping[str, Homes]],
    after: tuple[Board, Mapping[str, Homes]],
    yields: Collection[str] = (),
) -> list[str]:
    """Return the companies that lose the place for a home between ``before`` and ``after``."""
    lost = homeless(*after, yields)
    if not lost or len(lost) <= len(had := homeless(*before, yields)):
        return []
    return list(dict.fromkeys(company for company, number in lost if (company, number) not in had))


def circle_refusals(
    rules: Rules,
    state: State,
    company: str,
    stop: str,
    instead: str | None = None,
    own: Homes = (),
) -> list[Refusal]:
    """Check that a token leaves other companies the slots they need for their homes.

    The token takes an empty slot or, with ``instead``, the place of that owner's token. ``own`` are
    homes of the company itself that need slots too.
    """
    board = state.board
    kept = {other: theirs for other, theirs in homes(state).items() if other != company}
    kept |= {company: own} if own else {}
    concerned = list(_with_home_at(board, kept, stop))
    if not concerned:
        return []
    refuse = rules.refuse
    found = [
        refuse("token.unchosen", stop=stop, home_company=other)
        for other, home in concerned
        if other != company and len(home) > 1 and rules.data.companies[other].keeps_all
    ]
    then = (
        board.with_other_owner(stop, instead, company)
        if instead
        else with_token(board, stop, company)
    )
    return found + [
        refuse("token.reserved", stop=stop, home_company=other)
        for other in find_lost_homes((board, kept), (then, kept), rules.tokens.replaceable)
    ]


def has_room(rules: Rules, state: State, company: str, place: str) -> bool:
    """Check whether the company could have another home there without blocking other homes."""
    kept = tuple(homes(state).items())
    # companies without a home share a cache entry
    asking = company if state.companies[company].homes else ""
    careful = frozenset(c for c, _ in kept if rules.data.companies[c].keeps_all)
    return _has_room(state.board, kept, careful, rules.tokens.replaceable, asking, place)


@lru_cache(maxsize=1024)
def _has_room(
    board: Board,
    homes: tuple[tuple[str, Homes], ...],
    careful: frozenset[str],
    yields: frozenset[str],
    company: str,
    place: str,
) -> bool:
    """Work out :func:`has_room` from the values it depends on, so that it can be cached.

    ``careful`` are companies that keep all places of their home. ``company`` is "" for one without
    a home.
    """
    kept = dict(homes)
    free = [
        stop
        for stop in stops_of(board, (place,))
        if any(owner is None or owner in yields for owner in board.tokens[stop])
    ]
    if free and not any(True for stop in free for _ in _with_home_at(board, kept, stop)):
        return True  # no other company may have its home there
    before = len(homeless(board, kept, yields)) if free else 0
    for stop in free:
        here = _with_home_at(board, kept, stop)
        if not any(len(stops) > 1 and other in careful for other, stops in here):
            then = {**kept, company: (*kept.get(company, ()), (stop,))}
            if len(homeless(board, then, yields)) <= before:
                return True
    return False


def _with_home_at(
    board: Board, kept: Mapping[str, Homes], stop: str
) -> Iterator[tuple[str, list[str]]]:
    """Yield the companies that may have a home in the city, with the cities of that home."""
    for company, theirs in kept.items():
        for home in theirs:
            stops = stops_of(board, home)
            if stop in stops:
                yield company, stops


def has_home(state: State, at: str) -> bool:
    """Check whether a company that has not begun may have its home on the hex."""
    homes = [home for own in state.companies.values() for home in own.homes]
    return at in [place.partition(".")[0] for home in homes for place in home]


def tile_refusals(rules: Rules, state: State, action: LayTile) -> list[Refusal]:
    """Check that a tile leaves room for the homes of companies that have not begun."""
    at, kept = action.hex, homes(state)
    if not has_home(state, at):
        return []
    moving = stop_map(state.board.tile_at(at), rules.tile(action.tile).rotate(action.rotation % 6))
    moved = {c: _move_homes(theirs, at, moving) for c, theirs in kept.items()}
    board = with_tile(state.board, at, action.tile, action.rotation, action.allotment)
    facts = {"hex": at, "tile": action.tile}
    return [
        rules.refuse("lay.home", company=company, **facts)
        for company in find_lost_homes(
            (state.board, kept), (board, moved), rules.tokens.replaceable
        )
    ]


def move_along(change: Change, at: str, old: Tile) -> None:
    """Move reservations with their cities when a new tile is laid on the hex."""
    state = change.state
    if not has_home(state, at):
        return
    moving = stop_map(old, state.board.tile_at(at))
    for company, kept in homes(state).items():
        moved = _move_homes(kept, at, moving)
        if moved != kept:
            state.alter(company, homes=moved)


def _move_homes(kept: Homes, at: str, moving: Sequence[int | None]) -> Homes:
    """Return the homes after a lay; ``moving`` gives the new stop of each stop of the hex."""

    def place(it: str) -> str:
        where, _, index = it.partition(".")
        to = moving[int(index)] if index and where == at else None
        return it if to is None else f"{at}.{to}"

    return tuple(tuple(place(it) for it in home) for home in kept)


def remove_home(kept: Homes, home: Iterable[str]) -> Homes:
    """Return the homes except that one."""
    left = list(kept)
    left.remove(tuple(home))
    return tuple(left)


def hex_refusals(rules: Rules, state: State, at: str) -> list[Refusal]:
    """Refuse track on a hex that is closed until a company has its home token."""
    opener = rules.data.operating.closed_hexes.get(at)
    if not opener or not state.companies[opener].homes:
        return []
    return [rules.refuse("lay.closed", hex=at, opener=opener)]
