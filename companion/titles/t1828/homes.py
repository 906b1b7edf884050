"""Homes: placed at the first turn.

One company's home hex has two cities. The city of its marker may stay open until somebody lays the
first tile there. Then its director names it at once.
"""

from companion.board.map import split_stop
from companion.rules.core.change import Change
from companion.rules.judge.rules import Rules
from companion.rules.operating import homes, tokens
from companion.rules.operating.home_slots import cities
from companion.titles.t1828.title_state import game_of, note


def begin(change: Change, rules: Rules, company: str) -> None:
    """Place the home markers of a company at the beginning of its turn."""
    state = change.state
    for home in () if state.is_told else state.companies[company].homes:
        at = split_stop(home[0])[0]
        if len(home) > 1 and at not in state.board.laid:
            homes.place_home(change, company, home[0])
            note(change, open_homes=(*game_of(state).open_homes, at))
    if state.companies[company].homes:
        homes.place_homes(change, rules, company)


def name_city(change: Change, at: str) -> None:
    """Ask for the home city on a hex that has just got its tile, if it was left open."""
    state = change.state
    left_open = game_of(state).open_homes
    if at not in left_open:
        return
    note(change, open_homes=tuple(other for other in left_open if other != at))
    company = next(c for c in state.companies if tokens.tokens_in_hex(state, c, at))
    for stop in tokens.tokens_in_hex(state, company, at):
        tokens.take_up(change, company, stop)
    those = tuple(cities(state.board, at))
    state.alter(company, homes=(*state.companies[company].homes, those))
    homes.ask_home(change, company)
    change.tell("home_choice", company=company, hex=at)
