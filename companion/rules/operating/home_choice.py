"""The first token of a company, and companies that choose the city of their home.

The home hex of such a company has several cities and no track. Its president names one of them at
its first turn, or when the first tile is laid there. Until then the cities are alike. So the player
who lays the first tile names the cities on the tile, as if placing it on the board.
"""

from companion.board.board import Board
from companion.board.map import split_stop
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.companies import Home
from companion.rules.data.switches import AT_FLOAT, AT_START, FIRST_TILE
from companion.rules.judge.rules import Rules
from companion.rules.operating import homes, tokens
from companion.rules.operating.home_slots import cities
from companion.rules.shares import market


def place_first_home(change: Change, rules: Rules, company: str) -> None:
    """Place the home token at the beginning of a company's turn, or ask for its city."""
    if change.state.is_told:
        homes.place_homes_somewhere(change, company)
        return
    state, by_tile = change.state, rules.data.operating.home_chosen == FIRST_TILE
    for home in state.companies[company].homes:
        if len(home) == 1 or (by_tile and _is_bare(state.board, home[0])):
            homes.place_home(change, company, home[0])
        else:
            homes.ask_home(change, company)


def place_due_homes(change: Change, rules: Rules) -> None:
    """Place the home tokens of companies that are started or floated, by the switch."""
    state, when = change.state, rules.data.operating.home_placed
    if when not in (AT_START, AT_FLOAT):
        return
    asked = {subject for question in state.questions for subject in question.subjects}
    for company in market.companies_by_price(state):
        own = state.companies[company]
        if own.homes and company not in asked and (own.floated or when == AT_START):
            place_first_home(change, rules, company)


def name_cities(change: Change, rules: Rules, layer: str, at: str, before: Board) -> None:
    """Ask for the cities of tokens after the first track of several cities is laid.

    The player who laid it names the city of each company with a token there, one after the other.
    """
    state = change.state
    those = cities(state.board, at)
    there = [token for stop in those for token in state.board.tokens[stop] if token]
    if before.tile_at(at).tracks or len(those) < 2:
        return
    for company in there:
        take_up(change, company, at)
    for company in there:
        homes.ask_home(change, company, layer)
        change.tell("home_city", company=company, layer=layer, hex=at)


def take_up(change: Change, company: str, at: str) -> None:
    """Take up the company's token on the hex. All cities of the hex can be its home again."""
    state = change.state
    for stop in state.board.token_stops(company):
        if split_stop(stop)[0] == at:
            tokens.take_up(change, company, stop)
    state.alter(company, homes=(tuple(cities(state.board, at)),))


def _is_bare(board: Board, stop: str) -> bool:
    return not board.tile_at(split_stop(stop)[0]).tracks


def foreign_home_refusals(rules: Rules, state: State, stop: str, company: str) -> list[Refusal]:
    """Refuse a token in another company's home, where homes are closed to others.

    That home is the city of its slot, with all slots that a tile adds. It is the whole hex for a
    company that chooses its city.
    """
    return [
        rules.refuse("token.foreign_home", stop=stop, home_company=other.symbol)
        for other in rules.data.company_list
        if other.symbol != company
        and any(stop in _home_cities(state, other.symbol, home) for home in other.homes)
    ]


def _home_cities(state: State, company: str, printed: Home) -> list[str]:
    """Return the cities that are a company's home now. Tiles may have changed their numbers."""
    at = split_stop(printed[0])[0]
    if len(printed) > 1:
        return cities(state.board, at)
    kept = [stop for home in state.companies[company].homes for stop in home]
    # A company has one token in a hex. A token in its home hex is the home token.
    return kept or [s for s in state.board.token_stops(company) if split_stop(s)[0] == at]
