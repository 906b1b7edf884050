"""Edits of the past: replay the later actions after an earlier one has changed.

Each later action either fits the new past or is refused. The table decides about refused actions.
Passes are added if the game now waits for a player, and dropped if it no longer does. Random draws
come from the set-up alone, so they stay the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from time import monotonic
from typing import Any

from companion.board.bestrun.best_run import BestRun
from companion.rules.core.actions import Action, Pass, RunTrains
from companion.rules.core.refusals import ALL_SOFT, Refusal, RefusedError, has_hard
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import find_best, report_run, run_action, run_inputs

MOST_PASSES = 8  # added in a row before one action
SEARCH = 0.5  # seconds for all new searches of best runs together
LEAST = 0.2  # seconds for a best run that the table asks for
OUT_OF_TURN = frozenset(("turn.not_now", "turn.not_yours"))


class Decision(Enum):
    """The table's decision about a later action.

    Allow it by a ruling, leave it out, or take the best run available now.
    """

    RULE = "rule"
    OUT = "out"
    BEST = "best"


class ReplayResult(Enum):
    """The result of replaying an action.

    It is done as before, done by a ruling, added, no longer needed, left out by the table, or
    refused and therefore left out.
    """

    FITS = "fits"
    RULED = "ruled"
    NEW = "new"
    NEEDLESS = "needless"
    OUT = "out"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class PastAction:
    """An action of the past: its row in the log and the codes that a ruling waived."""

    n: int
    action: Action
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayedAction:
    """An action that is replayed, or added (``n`` is 0 then).

    ``before`` is the state before it. ``outcome`` is None if the action is left out, ``was`` if it
    is new. ``waived`` are the codes of the overruled ``refusals``. ``best`` is a better run than
    the one taken, if the old one was the best of its time.
    """

    n: int
    action: Action
    fit: ReplayResult
    before: State
    outcome: Outcome | None = None
    was: Outcome | None = None
    refusals: tuple[Refusal, ...] = ()
    waived: tuple[str, ...] = ()
    best: BestRun | None = None

    @property
    def differs(self) -> bool:
        """Whether its outcome differs from the one in the past."""
        if self.outcome is None or self.was is None:
            return True
        return self.outcome.entries != self.was.entries or self.outcome.events != self.was.events

    @property
    def may_rule(self) -> bool:
        """Whether the table may overrule its refusals."""
        return bool(self.refusals) and not has_hard(self.refusals)


@dataclass(frozen=True, slots=True)
class HistoryReplay:
    """The game replayed on another past: its ``steps`` and the final ``state``."""

    steps: tuple[ReplayedAction, ...]
    state: State

    @property
    def refused(self) -> tuple[ReplayedAction, ...]:
        """The actions that no longer fit and are not decided yet."""
        return tuple(step for step in self.steps if step.fit is ReplayResult.REFUSED)

    @property
    def done(self) -> tuple[ReplayedAction, ...]:
        """The actions that are done, in order."""
        return tuple(step for step in self.steps if step.outcome is not None)


def replay_history(
    rules: Rules,
    start: State,
    taken: Sequence[PastAction],
    instead: Iterable[Action],
    replaces: int = 0,
    *,
    decided: Mapping[int, Decision] | None = None,
    search: float = SEARCH,
) -> HistoryReplay:
    """Apply ``instead`` at ``start``, then replay the actions ``taken`` from there on.

    The first ``replaces`` of those are dropped. ``decided`` are the table's decisions by row. All
    soft refusals of ``instead`` are waived. Raises RefusedError if one of them is impossible.
    """
    replay = _Replay(rules, start, decided or {}, search)
    for action in instead:
        found = tuple(judge.refusals(rules, replay.state, action))
        outcome = judge.apply(rules, replay.state, action, ALL_SOFT)
        replay.add(0, action, ReplayResult.NEW, outcome, None, found, tuple(r.code for r in found))
    for place, one in enumerate(taken):
        replay.follow(one, gone=place < replaces)
    return HistoryReplay(tuple(replay.steps), replay.state)


class _Replay:
    """A replay in progress, with ``state`` on the new past and ``old`` on the original one."""

    def __init__(
        self, rules: Rules, start: State, decided: Mapping[int, Decision], search: float
    ) -> None:
        self.rules = rules
        self.state = self.old = start
        self.decided = decided
        self.until = monotonic() + search
        self.steps: list[ReplayedAction] = []

    def add(
        self, n: int, action: Action, fit: ReplayResult, outcome: Outcome | None, *details: Any
    ) -> None:
        """Add a step; ``details`` are the further fields of a replayed action."""
        step = ReplayedAction(n, action, fit, self.state, outcome, *details)
        self.steps.append(step)
        if outcome is not None:
            self.state = outcome.state

    def follow(self, one: PastAction, gone: bool) -> None:
        """Replay an action of the past, unless it is ``gone``: replaced or removed."""
        action, old = one.action, self.old
        was = judge.apply(self.rules, old, action, ALL_SOFT)
        self.old = was.state
        if gone:
            return
        found = tuple(judge.refusals(self.rules, self.state, action))
        if self.decided.get(one.n) is Decision.OUT:
            self.add(one.n, action, ReplayResult.OUT, None, was, found)
            return
        moved = isinstance(action, Pass) and self._waits(old) != self._waits(self.state)
        if moved or any(refusal.code in OUT_OF_TURN for refusal in found):
            passes = self._passes(old)
            if moved and passes is None:
                self.add(one.n, action, ReplayResult.NEEDLESS, None, was)
                return
            for each in passes or ():
                self.add(0, each, ReplayResult.NEW, judge.apply(self.rules, self.state, each))
        self._do_again(one, was, old)

    def _do_again(self, one: PastAction, was: Outcome, old: State) -> None:
        action, best, decision = one.action, None, self.decided.get(one.n)
        if isinstance(action, RunTrains):
            action, best = self._run(action, old, decision is Decision.BEST)
        found = tuple(judge.refusals(self.rules, self.state, action))
        ruled = decision is Decision.RULE and not has_hard(found)
        waived = tuple(r.code for r in found if r.may_rule and (ruled or r.code in one.waived))
        try:
            outcome = judge.apply(self.rules, self.state, action, waived)
        except RefusedError:
            self.add(one.n, action, ReplayResult.REFUSED, None, was, found, (), best)
            return
        fit = ReplayResult.RULED if waived else ReplayResult.FITS
        self.add(one.n, action, fit, outcome, was, found, waived, best)

    def _waits(self, state: State) -> tuple[str, str, tuple[object, ...]]:
        """Return the step that the game waits for, its actor or company, and the round."""
        step = self.rules.waiting(state)
        if step is None:
            return "", "", ()
        who = state.round.operating_company or step.actor(state)
        return step.name, who, tuple(state.round.id)

    def _passes(self, old: State) -> list[Pass] | None:
        """Return the passes after which the game waits as in ``old``; None if there are none."""
        wanted, state, found = self._waits(old), self.state, list[Pass]()
        while self._waits(state) != wanted:
            action = _pass(self.rules, state)
            if action is None or len(found) == MOST_PASSES:
                return None
            state = judge.apply(self.rules, state, action).state
            found.append(action)
        return found

    def _run(
        self, action: RunTrains, old: State, take_best: bool
    ) -> tuple[RunTrains, BestRun | None]:
        """Return the run to enter now, and a better one if there is any.

        Nothing is searched if the basis of the run is unchanged or time is up.
        """
        rules, state, company = self.rules, self.state, action.company
        left = self.until - monotonic()
        if run_inputs(rules, old, company) == run_inputs(rules, state, company):
            return action, None
        action = replace(action, better_revenue=None, is_proved=True)
        if rules.runs.free_routes(rules, state, company) is not None or (
            left <= 0 and not take_best
        ):
            return action, None
        best = find_best(rules, state, company, deadline=max(left, LEAST))
        if take_best:
            return run_action(company, best.routes), None
        report = report_run(rules, state, action)
        if report.all_faults:
            return action, best
        if best.revenue <= report.revenue:
            return action, None
        return replace(action, better_revenue=best.revenue, is_proved=best.proved), best


def _pass(rules: Rules, state: State) -> Pass | None:
    """Return the pass of the player or company that the game waits for, if they may pass."""
    step = rules.waiting(state)
    if step is None or Pass not in step.accepts:
        return None
    passes = (Pass(who) for who in (state.round.operating_company, step.actor(state)) if who)
    return next((each for each in passes if not judge.refusals(rules, state, each)), None)
