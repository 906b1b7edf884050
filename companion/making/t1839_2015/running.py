"""Running (Run calculation): what a run earns is recorded with the foreign companies whose
off-boards it comes to; one that is not on the market yet enters it.
"""

from companion.board.board import split_stop
from companion.making.t1839_2015.drawn import foreign
from companion.making.t1839_2015.foreign import record
from companion.making.t1839_2015.notes import game_of
from companion.rules import market
from companion.rules.actions import RunTrains
from companion.rules.change import Change
from companion.rules.rules import Rules
from companion.rules.running import Run, report_run
from companion.rules.state import State


def called(rules: Rules, state: State, run: RunTrains) -> list[str]:
    """The foreign companies to whose off-boards a run comes, in their order."""
    regions = set()
    for _, path in run.routes:
        for end in (path[0], path[-1]):
            at, index = split_stop(end) if "." in end else (end, None)
            if index is not None:
                regions.add(state.board.at(at).stops[index].region)
    return [c for c in foreign(rules.data) if rules.data.companies[c].name in regions]


class Running(Run):
    """Run all trains; the foreign companies take note."""

    def apply(self, change: Change, action: RunTrains) -> None:
        revenue = report_run(self.rules, change.state, action).revenue
        companies = called(self.rules, change.state, action)
        super().apply(change, action)
        for company in companies:
            if not change.state.companies[company].started:
                enter(change, self.rules, company)
            record(change, company, action.company, revenue)


def enter(change: Change, rules: Rules, company: str) -> None:
    """A foreign company comes on the market, at the price that was drawn for it."""
    par = game_of(change.state).pars[company]
    market.start(change, company, rules.data.chart.pars[par])
    change.tell("entered", company=company, price=par)
