"""Runs in a game without its map: the table tells the revenue, and nobody checks it."""

from companion.ledger.receipts import RunLine
from companion.rules.core.actions import Action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.map_use import Run
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.running import RunStep, trains_of
from companion.rules.without_map.actions import MOST, TellRun
from companion.rules.without_map.private_uses import refuse_amount
from companion.rules.without_map.step import ToldStep


class ToldRunStep(ToldStep):
    """The revenue of a turn, for each train or for all together."""

    name = "told_run"
    accepts: tuple[type[Action], ...] = (TellRun,)
    step: RunStep

    def waits(self, state: State) -> bool:
        return self.step.waits(state)

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        known = state.told.runs.get(company, ())
        revenue = sum(earned for _, earned in known)
        facts = (("usual", (revenue,)),) if known else ()
        run = TellRun(company, revenue)
        return [Offer("tell_run", run, revenue, Span("revenue", 0, MOST), facts=facts)]

    def run_for(self, state: State, revenue: int) -> TellRun:
        """Return the run of the company that earns so much, otherwise as last time."""
        return TellRun(self.company(state), revenue)

    def usual_action(self, state: State) -> TellRun | None:
        """Return the last run; None if none was told, or other trains would run now."""
        company = self.company(state)
        known, own = state.told.runs.get(company), trains_of(state, company)
        if known is None or (named := [train for train, _ in known if train]) not in ([], own):
            return None
        return TellRun(company, sum(earned for _, earned in known), known if named else ())

    def refusals(self, state: State, action: TellRun) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action) + refuse_amount(self.rules, action.revenue)
        own, named = trains_of(state, action.company), [train for train, _ in action.parts]
        if len(set(named)) < len(named) or not set(named) <= {*own}:
            found.append(refuse("told.trains", company=action.company))
        if action.parts and sum(earned for _, earned in action.parts) != action.revenue:
            found.append(refuse("told.sum", revenue=action.revenue))
        return found

    def apply(self, change: Change, action: TellRun) -> None:
        state, company, revenue = change.state, action.company, action.revenue
        run: Run = action.parts or (("", revenue),)
        lines = (
            tuple(RunLine(train, (), (), (), earned) for train, earned in run) if revenue else ()
        )
        state.told = replace(state.told, runs={**state.told.runs, company: run})
        update_turn(change, revenue=revenue, run_lines=lines, is_proved=False)
        change.tell("told_run", company=company, revenue=revenue)
        self.step.note_run(change, company, find_running(state, action))
        self.end(change)


def find_running(state: State, action: TellRun) -> list[str]:
    """Return the trains that run: those that are told to earn something, or all."""
    if not action.revenue:
        return []
    named = [train for train, earned in action.parts if earned]
    return named or list(trains_of(state, action.company))
