"""Runs without the map: the table tells their revenue, and the foreign places that they visit.

The director is asked which foreign companies the run has reached. "As last time" tells both at
once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from companion.rules.core.actions import CompanyAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.running import trains_of, type_of
from companion.rules.without_map.actions import TellRun
from companion.rules.without_map.runs import ToldRunStep, find_running
from companion.titles.t1839_2015 import friesche
from companion.titles.t1839_2015.draws import foreign
from companion.titles.t1839_2015.foreign import record
from companion.titles.t1839_2015.running import record_run
from companion.titles.t1839_2015.title_state import game_of, note

ENDS = 2  # of the route of a train, each of which may be an off-board

Visits = tuple[str, ...]  # the foreign companies whose places a run has visited


@action("tell_run_to")
class TellRunTo(TellRun):
    """The revenue of a company's run, and the foreign companies that it has reached."""

    visits: Visits = ()


@action("tell_visits")
class TellVisits(CompanyAction):
    """The foreign companies that the run of this turn has reached."""

    visits: Visits = ()


def possible_visits(rules: Rules, company: str, trains: Sequence[str]) -> Iterator[Visits]:
    """Yield all sets of foreign companies that a run of these trains of the company may reach.

    A train has two ends at most, and the private that operates one. A FLOOD has any number.
    """
    there, types = foreign(rules.data), rules.data.trains
    ends = 1 if company == friesche.railway(rules) else ENDS * len(trains)
    is_open = not trains or any(types[type_of(train)].kind.floods for train in trains)
    most = len(there) if is_open else min(ends, len(there))
    for count in range(most + 1):
        yield from combinations(there, count)


def visit_refusals(
    rules: Rules, company: str, visits: Visits, trains: Sequence[str]
) -> list[Refusal]:
    """Refuse visits that no run of these trains makes."""
    is_possible = visits in possible_visits(rules, company, trains)
    return [] if is_possible else [rules.refuse("told.visits", company=company)]


def note_visits(change: Change, rules: Rules, company: str, visits: Visits) -> None:
    """Record the revenue of the turn with the foreign companies, which may enter the market."""
    revenue = turn_of(change.state).revenue or 0
    note(change, told_visits={**game_of(change.state).told_visits, company: visits})
    change.tell("told_visits" if visits else "told_no_visit", company=company, visits=visits)
    if company == friesche.railway(rules):
        for one in visits:
            record(change, one, company, friesche.RECORDED * revenue)
    else:
        record_run(change, rules, company, visits, revenue)


class ToldRunStep2015(ToldRunStep):
    """The revenue of a turn, and the foreign companies that were reached."""

    accepts = (TellRun, TellRunTo)

    @property
    def subject(self) -> str:
        return "run"

    def run_for(self, state: State, revenue: int) -> TellRun:
        """Return a run to the same foreign companies as the last one, if these are known."""
        company = self.company(state)
        told = TellRun(company, revenue)
        visits = game_of(state).told_visits.get(company)
        if visits is None or not revenue:
            return told
        possible = possible_visits(self.rules, company, find_running(state, told))
        return TellRunTo(company, revenue, (), visits) if visits in possible else told

    def usual_action(self, state: State) -> TellRun | None:
        """Return the last run; None if other trains would run, or if its visits are not known."""
        usual = super().usual_action(state)
        if usual is None or not usual.revenue:
            return usual
        told = self.run_for(state, usual.revenue)
        return replace(told, parts=usual.parts) if isinstance(told, TellRunTo) else None

    def refusals(self, state: State, action: TellRun) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, TellRunTo) and not found:
            trains = find_running(state, action)
            found = visit_refusals(self.rules, action.company, action.visits, trains)
            if action.visits and not action.revenue:
                found = [self.rules.refuse("told.visits", company=action.company)]
        return found

    def apply(self, change: Change, action: TellRun) -> None:
        trains = find_running(change.state, action)
        super().apply(change, action)
        self.pay(change)
        if isinstance(action, TellRunTo) and action.revenue:
            note_visits(change, self.rules, action.company, action.visits)
        elif action.revenue:
            change.state.ask(Question(VisitStep.name, action.company, (action.company, *trains)))

    def pay(self, change: Change) -> None:
        """Pay at once what the run has earned, if no dividend does."""


class ToldFriescheRunStep(ToldRunStep2015):
    """The revenue of the private that operates: it runs only with the tile of its turn."""

    def waits(self, state: State) -> bool:
        return bool(trains_of(state, self.company(state)) and turn_of(state).lays)

    def pay(self, change: Change) -> None:
        friesche.pay_owner(change, self.rules)


class VisitStep(QuestionStep):
    """The question which foreign companies the run has reached.

    Its subjects are the company, and the trains that have run.
    """

    name = "told_visits"
    accepts = (TellVisits,)

    def offers(self, state: State) -> list[Offer]:
        company, *trains = self.question(state).subjects
        return [
            Offer("told_visits", TellVisits(company, visits), note=self._describe(visits))
            for visits in possible_visits(self.rules, company, trains)
        ]

    def _describe(self, visits: Visits) -> str:
        """Return the full name of a foreign company that stands alone."""
        return self.data.companies[visits[0]].name if len(visits) == 1 else ""

    def refusals(self, state: State, action: TellVisits) -> list[Refusal]:
        if found := self.refuse_others(state, action):
            return found
        company, *trains = self.question(state).subjects
        return visit_refusals(self.rules, company, action.visits, trains)

    def apply(self, change: Change, action: TellVisits) -> None:
        change.state.remove_question(self.question(change.state))
        note_visits(change, self.rules, action.company, action.visits)
