"""Running trains (§8.3.3, §16): the access of a company, and whether it had a train."""

from collections.abc import Iterator

from companion.board.bestrun.best_run import BestRun
from companion.board.company_access import Access
from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import turn_of, update_turn
from companion.rules.operating.running import (
    RunStep,
    had_train,
    report_run,
    run_action,
    trains_of,
    type_of,
)
from companion.titles.t1839.company_start import LOCAL
from companion.titles.t1839.turn_state import Turn1839

STATE = "NS"  # the owner of the government's markers


def access(rules: Rules, state: State, company: str) -> Access:
    """Return the access of a company on the map (§14.3.2.2, §14.4, §16.2).

    A local passes the government's markers, and does not enter off-boards. Nobody crosses a barrier
    before barriers open. A marker that the company has swapped in this round does not count as its
    own.
    """
    local = state.companies[company].kind == LOCAL
    turn = state.round.operating
    swapped = turn.inactive_cities if isinstance(turn, Turn1839) and turn.company == company else ()
    return Access(
        company,
        passes=frozenset((STATE,)) if local else frozenset(),
        ignored=frozenset(swapped),
        barriers=rules.access.barriers_open(rules.data, state),
        off_boards=not local,
    )


class RunStep1839(RunStep):
    """Run all trains, and note whether there was one to run. The price depends on it (§13.2)."""

    def alike(self, state: State, company: str, best: BestRun) -> Iterator[RunTrains]:
        """Yield equally good runs in which an idle train replaces one of the trains.

        The exchange must change which trains have used one of their last runs. The director chooses
        among these runs (§8.3.3).
        """
        run = run_action(company, best.routes)
        revenue = report_run(self.rules, state, run).revenue
        for other in self._exchanges(state, run):
            report = report_run(self.rules, state, other)
            if not report.all_faults and report.revenue == revenue:
                yield other

    def _exchanges(self, state: State, run: RunTrains) -> Iterator[RunTrains]:
        running = {train for train, _ in run.routes}
        idle = [train for train in trains_of(state, run.company) if train not in running]
        for index, (train, path) in enumerate(run.routes):
            for other in idle:
                if self._matters(train) or self._matters(other):
                    routes = (*run.routes[:index], (other, path), *run.routes[index + 1 :])
                    yield RunTrains(run.company, routes)

    def _matters(self, train: str) -> bool:
        """Is a run of the train noted?"""
        return self.data.trains[type_of(train)].last_run

    def end(self, change: Change) -> None:
        company = turn_of(change.state).company
        update_turn(change, is_trainless=not had_train(change.state, company))
        super().end(change)
