"""The row "the rest as usual": one tap for all that is left of a company's turn."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.languages import format_text, gettext
from companion.rules.core.action_parser import BadActionError
from companion.rules.core.actions import Action, Dividend, Pass, RunTrains, action_to_json
from companion.rules.core.state import State
from companion.rules.operating import running
from companion.rules.operating.dividends import payout_preview
from companion.rules.operating.operating_round import awaited_step
from companion.rules.operating.rest_of_turn import RestOfTurn, UsualAction, plan_rest
from companion.rules.without_map.actions import TellRun
from companion.store.history.records import GameView
from companion.web.play.operating_panels.runs import best_runs
from companion.web.play.revenue_sums import run_for
from companion.web.render.phrases import deed_in_full
from companion.web.render.screens import current_store

MORE = (10, 20, 30, 40, 50)  # revenues above the last one with a tap of their own
SOME_REVENUE = 100  # shows what follows a run whose revenue is not known yet


@dataclass(frozen=True, slots=True)
class RestRow:
    """The row: its actions, the sentence that tells them, and what is left out.

    ``then`` tells the decision before which it stops. While the best run is ``searched`` for, the
    row cannot be tapped. ``told`` is the revenue that it tells without the map; the form may send
    another one. ``run`` names that run, and ``after`` what follows any revenue.
    """

    actions: tuple[Action, ...]
    says: str
    left_out: str = ""
    then: str = ""
    run: str = ""
    searched: bool = False
    told: int = 0
    after: str = ""

    @property
    def revenues(self) -> tuple[int, ...]:
        """The revenues that are one tap each: a little more than last time."""
        return tuple(self.told + more for more in MORE) if self.told else ()

    @property
    def mark(self) -> str:
        """A mark of the actions, which the form sends: done is what the row told.

        Without the map another revenue may be sent, with which more or fewer steps are passed.
        """
        done = [a for a in self.actions if not (self.after and isinstance(a, TellRun | Pass))]
        actions = [action_to_json(action) for action in done]
        return hashlib.sha256(json.dumps(actions).encode()).hexdigest()[:8]


def rest_row(view: GameView, seconds: float = 0.0, told: Action | None = None) -> RestRow | None:
    """Return the row for the company on turn; None where it would be no help.

    That is where one tap ends the turn anyway, or where a decision comes first. The best run is
    searched for that many seconds; 0: for a short time. A ``told`` run takes the place of the last
    one.
    """
    rules, state = view.rules, view.state
    step = awaited_step(rules, state)
    if step is None:
        return None
    company = step.company(state)
    proved = True

    def find_run(at: State) -> RunTrains:
        nonlocal proved
        best = best_runs().find(replace(view, state=at), company, seconds)
        proved = best.proved
        return running.run_action(company, best.routes)

    rest = plan_rest(rules, state, find_run, _last_division(view, company), told)
    if len(rest.actions) < 2:
        return None
    if not proved and not seconds:
        return RestRow((), "", searched=True)
    run = next((usual for usual in rest.actions if isinstance(usual.action, TellRun)), None)
    return RestRow(
        tuple(usual.action for usual in rest.actions),
        _sentence(view, rest, proved),
        " · ".join(_left_out(view, rest)),
        _decision(view, rest),
        told=run.action.revenue if run and isinstance(run.action, TellRun) else 0,
        run=deed_in_full(rules, run.before, run.action) if run else "",
        after=_tell_after_run(view, rest),
    )


def row_for_any_revenue(view: GameView) -> RestRow | None:
    """Return the row for a revenue that is typed. It tells what follows."""
    return rest_row(view, told=run_for(view, SOME_REVENUE))


def _last_division(view: GameView, company: str) -> str:
    """Return the name of the way in which the company divided its revenue last; "" if never."""
    for row in current_store().last_turn(view.id, company, view.version):
        try:
            if isinstance(action := row.action, Dividend):
                return action.kind
        except BadActionError:
            continue
    return ""


def _sentence(view: GameView, rest: RestOfTurn, proved: bool) -> str:
    """Return the sentence: "no token, run $340 (best), pay out $34 a share, no train, end"."""
    return _join_parts(rest, [_phrase(view, usual, proved) for usual in rest.actions])


def _join_parts(rest: RestOfTurn, parts: list[str]) -> str:
    """Return the parts of a sentence, with the end of the turn if the rest goes so far."""
    end = [gettext("end")] if rest.decision is None else []
    return " · ".join(part[:1].lower() + part[1:] for part in parts + end)


def _tell_after_run(view: GameView, rest: RestOfTurn) -> str:
    """Return what follows a told run, without sums: "pay out, no train, end"; "" without one."""
    is_run = [isinstance(usual.action, TellRun) for usual in rest.actions]
    if True not in is_run:
        return ""
    after, divisions = rest.actions[is_run.index(True) + 1 :], view.rules.vocabulary.divisions
    parts = [
        gettext(divisions[usual.action.kind])
        if isinstance(usual.action, Dividend)
        else _phrase(view, usual, proved=True)
        for usual in after
    ]
    return _join_parts(rest, parts)


def _phrase(view: GameView, usual: UsualAction, proved: bool) -> str:
    rules, action = view.rules, usual.action
    if isinstance(action, RunTrains):
        revenue = rules.data.money(running.report_run(rules, usual.before, action).revenue)
        if proved:
            return format_text("run {revenue} (best)", revenue=revenue)
        return format_text("run {revenue} (best found)", revenue=revenue)
    if isinstance(action, Dividend):
        receipt = payout_preview(rules, usual.before, action.company, action.kind)
        words = gettext(rules.vocabulary.divisions[action.kind])
        if not receipt.shared:
            return words
        sum = rules.data.money(receipt.per_share)
        return " · ".join((words, gettext("%(sum)s a share") % {"sum": sum}))
    if isinstance(action, TellRun):
        revenue = rules.data.money(action.revenue)
        run = deed_in_full(rules, usual.before, action)
        return " · ".join((run, format_text("{revenue} (as last time)", revenue=revenue)))
    ends = rules.vocabulary.steps[usual.step.name].ends
    return rules.words.fill(ends[usual.step.has_acted(usual.before)], {})


def _left_out(view: GameView, rest: RestOfTurn) -> Iterator[str]:
    """Yield what would be possible: a train by its price, anything else by its step."""
    for usual in rest.actions:
        if usual.left_out and isinstance(usual.action, Pass):
            step = view.rules.vocabulary.steps[usual.step.name]
            if step.asks == "list":
                yield deed_in_full(view.rules, usual.before, usual.left_out[0].action)
            else:
                yield view.rules.words.fill(step.title, {})


def _decision(view: GameView, rest: RestOfTurn) -> str:
    """Return why the rest stops before the end of the turn; "" if it does not."""
    if rest.refusals:
        return rest.refusals[0].says
    if rest.decision is None:
        return ""
    return view.rules.words.fill(view.rules.vocabulary.steps[rest.decision.name].title, {})
