"""Running (Run calculation).

The income of a run is recorded with the foreign companies of its off-boards. A foreign company that
is not on the market yet enters it.
"""

from collections.abc import Iterable

from companion.board.bestrun.equal_runs import regions_of
from companion.board.routes import Route
from companion.languages import format_text
from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import RunStep, report_run
from companion.rules.shares import market
from companion.titles.t1839_2015.draws import foreign
from companion.titles.t1839_2015.foreign import record
from companion.titles.t1839_2015.title_state import game_of


def foreign_companies_reached(rules: Rules, state: State, run: RunTrains) -> list[str]:
    """Return the foreign companies of the off-boards in a run, in their order."""
    regions = regions_of(state.board, map(Route._make, run.routes))
    return [c for c in foreign(rules.data) if rules.data.companies[c].name in regions]


class RunStep2015(RunStep):
    """Run all trains, and record the run with foreign companies.

    Among equally good runs the director chooses by the countries they reach.
    """

    def distinguish_run(self, state: State, run: RunTrains) -> str:
        """Return the foreign companies of a run, and those that it would bring on the market."""
        found = foreign_companies_reached(self.rules, state, run)
        names = [
            self.data.companies[company].name
            if state.companies[company].started
            else format_text("{company} (pars it)", company=self.data.companies[company].name)
            for company in found
        ]
        return ", ".join(names) or format_text("no foreign company")

    def apply(self, change: Change, action: RunTrains) -> None:
        revenue = report_run(self.rules, change.state, action).revenue
        companies = foreign_companies_reached(self.rules, change.state, action)
        super().apply(change, action)
        record_run(change, self.rules, action.company, companies, revenue)


def record_run(
    change: Change, rules: Rules, who: str, companies: Iterable[str], revenue: int
) -> None:
    """Record a run of ``who`` with the foreign companies that it reached, and let them enter."""
    for company in companies:
        if not change.state.companies[company].started:
            enter(change, rules, company)
        record(change, company, who, revenue)


def enter(change: Change, rules: Rules, company: str) -> None:
    """Bring a foreign company on the market, at the price that was drawn for it."""
    par = game_of(change.state).pars[company]
    market.start(change, company, rules.data.chart.pars[par])
    change.tell("came_to_market", company=company, price=par)
