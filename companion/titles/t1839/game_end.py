"""The end of the game (§10): one player left, agreement, top of the market, or the last set."""

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.rules import Rules
from companion.rules.operating.game_end_notes import NotedAgreement
from companion.rules.shares import market


class Agreement1839(NotedAgreement):
    """The agreement on the winner, among all players still in the game."""

    def refusals(self, state: State, action: AgreeWinner) -> list[Refusal]:
        if action.player in state.order:
            return []
        return [self.rules.refuse("agree.left", player=action.player)]


def top_reached(rules: Rules, state: State) -> str:
    """Return a company whose price is at the end of the market, or ""."""
    priced = market.companies_by_price(state)
    return next((company for company in priced if market.is_at_end(rules.data, state, company)), "")
