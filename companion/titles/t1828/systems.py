"""Systems: companies into which another one has merged ("Systems")."""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.titles.t1828 import prices
from companion.titles.t1828.title_figures import SYSTEM
from companion.titles.t1828.title_state import game_of


def is_system(state: State, company: str) -> bool:
    """Is the company a system?"""
    return state.companies[company].kind == SYSTEM


def parts(state: State, company: str) -> tuple[str, ...]:
    """Return the two companies of a system, the one with its name first.

    For any other company it is the company itself.
    """
    return next((both for both in game_of(state).systems if both[0] == company), (company,))


def parts_of(rules: Rules, state: State, company: str) -> tuple[str, ...]:
    """Return both companies of a system. Used as a policy of the rules."""
    return parts(state, company)


def note_top(change: Change, rules: Rules, company: str) -> None:
    """Note a system that a merger brings to the top of the market.

    It ends the game with the stock round, even if later sales lower the price. By another reading
    it has no effect.
    """
    if not rules.options["merger_at_the_top_goes_on"]:
        prices.note_top(change, rules, company)
