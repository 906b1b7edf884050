"""The questions that rules ask about the map, and the answers of the board or of the table.

Rules ask here which hexes and stops a company reaches, whether a train has a route, which run earns
most, and which tiles fit. They do not ask the board themselves. In a game without its map the table
has told which companies have a route. Its steps of track, tokens and runs ask nothing else.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from companion.board.bestrun import best_run as search
from companion.board.bestrun.best_run import BestRun
from companion.board.company_access import Access
from companion.board.lay_and_route_faults import Fault
from companion.board.lays import allotments, city_faults, city_lays, each_lay
from companion.board.reach import Reach
from companion.board.repeated_play import lay_faults
from companion.board.trains import Fares, TrainKind
from companion.rules.core.actions import LayTile
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules

Allotted = tuple[tuple[str, int], ...]  # owners, each with the stop for their token


def find_reach(rules: Rules, state: State, company: str, access: Access | None = None) -> Reach:
    """Return all hexes and stops that the company reaches.

    ``access`` is another access than the company's own.
    """
    return state.board.reach(access or rules.access.of(rules, state, company))


def has_route(
    rules: Rules,
    state: State,
    company: str,
    kinds: Collection[TrainKind],
    access: Access | None = None,
) -> bool:
    """Check whether the company has a route for a train of one of these kinds."""
    if state.is_told:
        return company in state.told.routes
    access = access or rules.access.of(rules, state, company)
    return search.has_route(state.board, access, kinds)


def find_best_run(
    rules: Rules,
    state: State,
    company: str,
    trains: Mapping[str, TrainKind],
    fares: Fares,
    deadline: float | None = None,
) -> BestRun:
    """Return the run of these trains of the company that earns most."""
    access = rules.access.of(rules, state, company)
    return search.best_run(state.board, access, trains, fares, deadline)


def find_lays(
    rules: Rules, state: State, at: str, company: str | None, tiles: Iterable[str]
) -> Iterator[tuple[str, int]]:
    """Yield the tiles that fit on a hex, as (tile, rotation).

    If ``company`` is None, the hex need not be reached.
    """
    access = None if company is None else rules.access.of(rules, state, company)
    allots = rules.track.may_allot(rules, state, at)
    return each_lay(state.board, at, tiles, access, allots=allots)


def find_lay_faults(rules: Rules, state: State, action: LayTile, reach: bool) -> Iterable[Fault]:
    """Return the faults of a lay; with ``reach`` the company must reach it."""
    access, turned = rules.access.of(rules, state, action.company), (action.tile, action.rotation)
    allotted = action.allotment
    return lay_faults(state.board, action.hex, *turned, access, joined=reach, allotted=allotted)


def find_allotments(rules: Rules, state: State, action: LayTile, reach: bool) -> list[Allotted]:
    """Return the ways to put the tokens of the hex into the cities of a tile that fits."""
    access, turned = rules.access.of(rules, state, action.company), (action.tile, action.rotation)
    ways = allotments(state.board, action.hex, *turned, access, reach)
    return [tuple(way.items()) for way in ways]


def find_city_lays(
    rules: Rules, state: State, at: str, company: str, tiles: Iterable[str]
) -> list[tuple[str, int]]:
    """Return the tiles that turn the towns of a hex into a city, as (tile, rotation)."""
    return city_lays(state.board, at, tiles, rules.access.of(rules, state, company))


def find_city_faults(rules: Rules, state: State, action: LayTile) -> list[Fault]:
    """Return the faults of a tile that turns the towns of a hex into a city."""
    access, turned = rules.access.of(rules, state, action.company), (action.tile, action.rotation)
    return city_faults(state.board, action.hex, *turned, access)
