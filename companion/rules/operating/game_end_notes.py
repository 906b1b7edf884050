"""Ends of the game that a title's state notes: a price at the end of the market, or a last set."""

from dataclasses import dataclass

from companion.rules.core.change import Change, note
from companion.rules.core.state import State, TitleState
from companion.rules.data.revenue_divisions import WITHHOLD
from companion.rules.judge.agreed_end import Agreement
from companion.rules.judge.rules import Rules
from companion.rules.operating.dividends import DividendStep
from companion.rules.shares import market


@dataclass(frozen=True, slots=True)
class TopState(TitleState):
    """The state of a title whose game ends after the round in which a dividend reaches the top.

    ``top_company`` is the company whose dividend brought it to the end of the market.
    """

    top_company: str = ""


@dataclass(frozen=True, slots=True)
class EndState(TopState):
    """The state of a title with a last set of operating rounds, and a winner by agreement.

    ``last_set`` is the number of that set once it has begun. ``winner`` is the winner regardless of
    anybody's worth, "" for nobody.
    """

    last_set: int = 0
    winner: str = ""


def ends_of(state: State) -> EndState:
    """Return the ends that the title's state notes."""
    assert isinstance(state.title_state, EndState)
    return state.title_state


def note_last_set(change: Change, rules: Rules, number: int) -> None:
    """Note the beginning of a set. The first that begins in the last phase is the last."""
    if change.state.phase == rules.data.phases[-1].name:
        note(change, last_set=ends_of(change.state).last_set or number)


def agreed_winner(rules: Rules, state: State) -> str | None:
    """Return the player who has won regardless of anybody's worth."""
    return ends_of(state).winner or None


class NotedAgreement(Agreement):
    """The agreement on the winner, who is noted in the state."""

    def note(self, change: Change, winner: str) -> None:
        note(change, winner=winner)


class TopDividendStep(DividendStep):
    """Divide the revenue, and note a company that a dividend brings to the end of the market.

    The game ends even if its price falls afterwards. ``event`` tells of it, "" for no event.
    ``first_only`` says whether only the first such company counts.
    """

    def __init__(self, rules: Rules, event: str = "top_reached", first_only: bool = False) -> None:
        super().__init__(rules)
        self.event, self.first_only = event, first_only

    def _pay(self, change: Change, company: str, kind: str) -> None:
        super()._pay(change, company, kind)
        noted = change.state.title_state
        assert isinstance(noted, TopState)
        again = self.first_only and noted.top_company
        if kind == WITHHOLD.name or again or not market.is_at_end(self.data, change.state, company):
            return
        note(change, top_company=company)
        if self.event:
            change.tell(self.event, company=company)
