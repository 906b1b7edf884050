"""How the game ends (§10): one player left, agreement, the top of the market, the last set."""

from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.agreed_end import Agreement, AgreeWinner
from companion.rules.judge.judge import Rules
from companion.rules.shares import market
from companion.titles.t1839.notes import game_of, note


class Agreed(Agreement):
    """All who are still in the game agree who of them has won."""

    def refusals(self, state: State, action: AgreeWinner) -> list[Refusal]:
        if action.player in state.order:
            return []
        return [self.rules.refuse("agree.left", player=action.player)]

    def note(self, change: Change, winner: str) -> None:
        note(change, winner=winner)


def top_reached(rules: Rules, state: State) -> str:
    """A company whose price stands at the end of the market, "" where none does."""
    priced = market.companies_by_price(state)
    return next((company for company in priced if market.is_at_end(rules.data, state, company)), "")


def note_set(change: Change, rules: Rules, number: int) -> None:
    """A set of operating rounds begins: the first that begins in the last phase is the last (§10.1;
    one that had begun before does not count).
    """
    if change.state.phase == rules.data.phases[-1].name:
        note(change, last_set=game_of(change.state).last_set or number)


def winner(rules: Rules, state: State) -> str | None:
    """The player who has won whatever anybody is worth."""
    return game_of(state).winner or None
