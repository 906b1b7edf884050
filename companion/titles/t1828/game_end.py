"""The end of the game.

It ends at the top of the market, or after a complete set of operating rounds in the last phase. It
also ends when all players agree on the winner.
"""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.agreed_end import Agreement
from companion.rules.judge.rules import Rules
from companion.rules.operating.dividends import DividendStep
from companion.rules.shares import market
from companion.titles.t1828.title_state import game_of, note


def is_last_phase(rules: Rules, state: State) -> bool:
    """Is it the phase that brings the end?"""
    return rules.data.phases[-1].name == state.phase


def note_set(change: Change, rules: Rules, number: int) -> None:
    """Note the beginning of a set. The first complete one in the last phase is the last."""
    if is_last_phase(rules, change.state):
        note(change, last_set=game_of(change.state).last_set or number)


class DividendStep1828(DividendStep):
    """Pay or withhold. A dividend may bring a company to the top of the market.

    That ends the game with this operating round, even if the price falls afterwards.
    """

    def _pay(self, change: Change, company: str, kind: str) -> None:
        super()._pay(change, company, kind)
        cell = market.cell_of(self.data, change.state, company)
        if kind != "withhold" and cell is not None and "end" in cell.kinds:
            note(change, top_company=company)


class Agreement1828(Agreement):
    """The agreement on the winner, who is noted."""

    def note(self, change: Change, winner: str) -> None:
        note(change, winner=winner)


def winner(rules: Rules, state: State) -> str | None:
    """Return the winner by agreement, if there is one."""
    return game_of(state).winner or None
