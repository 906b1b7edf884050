"""The end of the game (§10): one player left, agreement, top of the market, or the last set."""

from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.agreed_end import Agreement, AgreeWinner
from companion.rules.judge.rules import Rules
from companion.rules.shares import market
from companion.titles.t1839.title_state import game_of, note


class Agreement1839(Agreement):
    """The agreement on the winner, among all players still in the game."""

    def refusals(self, state: State, action: AgreeWinner) -> list[Refusal]:
        if action.player in state.order:
            return []
        return [self.rules.refuse("agree.left", player=action.player)]

    def note(self, change: Change, winner: str) -> None:
        note(change, winner=winner)


def top_reached(rules: Rules, state: State) -> str:
    """Return a company whose price is at the end of the market, or ""."""
    priced = market.companies_by_price(state)
    return next((company for company in priced if market.is_at_end(rules.data, state, company)), "")


def note_set(change: Change, rules: Rules, number: int) -> None:
    """Note the beginning of a set. The first that begins in the last phase is the last (§10.1).

    A set that began before that phase does not count.
    """
    if change.state.phase == rules.data.phases[-1].name:
        note(change, last_set=game_of(change.state).last_set or number)


def winner(rules: Rules, state: State) -> str | None:
    """Return the player who has won regardless of anybody's worth."""
    return game_of(state).winner or None
