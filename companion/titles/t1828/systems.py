"""Systems: companies that another one has merged into ("Systems")."""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules
from companion.titles.t1828 import prices
from companion.titles.t1828.figures import SYSTEM
from companion.titles.t1828.notes import game_of


def is_system(state: State, company: str) -> bool:
    """Is the company a system?"""
    return state.companies[company].kind == SYSTEM


def part_of(state: State, company: str) -> str:
    """The system that a company has merged into; any other company itself."""
    return next((first for first, other in game_of(state).systems if other == company), company)


def parts(state: State, company: str) -> tuple[str, ...]:
    """The two companies that a system is made of, the one that gave the name first; of any other
    company itself.
    """
    return next((both for both in game_of(state).systems if both[0] == company), (company,))


def parts_of(rules: Rules, state: State, company: str) -> tuple[str, ...]:
    """Both companies of a system, for the policy of the table."""
    return parts(state, company)


def note_top(change: Change, rules: Rules, company: str) -> None:
    """A system that a merger brings to the top of the market ends the game with the stock round,
    whatever is sold of it then; by another reading nothing follows.
    """
    if not rules.options["merger_at_the_top_goes_on"]:
        prices.note_top(change, rules, company)
