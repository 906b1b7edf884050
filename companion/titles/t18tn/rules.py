"""The civil war: each company with a train loses a train's revenue in its next run (12 to 15)."""

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.core.standard_state import StandardState, note
from companion.rules.core.state import State
from companion.rules.core.vocabulary import EventWords, Vocabulary
from companion.rules.data.codec import register_stored
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.policies import DividendPolicy
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.running import RunStep, report_run, trains_of
from companion.rules.shares import market
from companion.rules.shares.price_rules import HasTitleData, move_by_dividend
from companion.rules.standard.rules import StandardRules
from companion.rules.standard.trains import StandardDividendStep

WAR = "3B"  # the train that brings the war
WORDS = Vocabulary(
    events={
        "war_began": EventWords(
            "The civil war began. In the next run of each of these, the train that earns least"
            " earns nothing: {companies:list}.",
            after="the civil war began",
            report="remark",
            milestone="",
        ),
        "war_loss": EventWords(
            "{company} lost {amount:$} of its run in the civil war.",
            after="{amount:$} lost in the civil war",
        ),
    },
    facts={"companies_at_war": "Companies still to be hit by the civil war"},
)


@register_stored("18tn_state")
class WarState(StandardState):
    """Own state of a game. ``companies_at_war`` have their loss before them."""

    companies_at_war: tuple[str, ...] = ()


def at_war(state: State) -> tuple[str, ...]:
    """Return the companies that have their loss before them."""
    assert isinstance(state.title_state, WarState)
    return state.title_state.companies_at_war


def move_price(rules: HasTitleData, state: State, company: str, shared: int) -> Cell:
    """Return the cell of the price. It stays for a company at war with a single train."""
    if company in at_war(state) and len(trains_of(state, company)) == 1:
        cell = market.cell_of(rules.data, state, company)
        assert cell is not None
        return cell
    return move_by_dividend(rules, state, company, shared)


def find_loss(rules: HasTitleData, state: State, company: str, earned: Sequence[int]) -> int:
    """Return what the train earns that earns least, if all trains of a company at war run."""
    is_hit = company in at_war(state) and len(earned) == len(trains_of(state, company))
    return min(earned, default=0) if is_hit else 0


class WarRunStep(RunStep):
    """Running trains. The table is told what the war costs."""

    def apply(self, change: Change, action: RunTrains) -> None:
        routes = report_run(self.rules, change.state, action).routes
        earned = [route.revenue for route in routes]
        lost = find_loss(self.rules, change.state, action.company, earned)
        super().apply(change, action)
        if lost:
            change.tell("war_loss", company=action.company, amount=lost)


class WarDividendStep(StandardDividendStep):
    """Dividing revenue. The war is over for the company with it."""

    def _pay(self, change: Change, company: str, kind: str) -> None:
        super()._pay(change, company, kind)
        left = tuple(one for one in at_war(change.state) if one != company)
        note(change, companies_at_war=left)


class TennesseeRules(StandardRules):
    """One game of 18TN."""

    own = WarState()
    vocabulary = StandardRules.vocabulary.with_own(WORDS)
    runs = replace(StandardRules.runs, loss=find_loss)
    dividends = DividendPolicy(price_move=move_price)
    run_step = WarRunStep
    dividend_step = WarDividendStep

    def first_train(self, change: Change, name: str) -> None:
        """Begin the war with its train, for all companies that have trains, and its buyer."""
        super().first_train(change, name)
        if name == WAR:
            state = change.state
            buyer = turn_of(state).company
            order = self.operating_order(state)
            hit = tuple(c for c in order if c == buyer or trains_of(state, c))
            note(change, companies_at_war=hit)
            change.tell("war_began", companies=hit)
