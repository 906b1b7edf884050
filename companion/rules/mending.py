"""The past mended: what was done after a moment is done again on another past.

Each later action fits, or is refused there; what is left out or ruled is the table's to say. Passes
follow by themselves: one that nobody waits for any more is needless, and whoever is waited for now
where the game went on by itself then passes. What was drawn comes from the set-up alone, and is
drawn as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from time import monotonic

from companion.board.bestrun import BestRun
from companion.rules.actions import Action, Pass, RunTrains
from companion.rules.operating import OperatingRound
from companion.rules.refusals import ALL_SOFT, Refusal, Refused, has_hard
from companion.rules.rules import Outcome, Rules
from companion.rules.running import fares_of, find_best, kinds_of, report_run
from companion.rules.state import State

MOST_PASSES = 8  # in a row that are put in before an action
SEARCH = 0.5  # seconds for all best runs together that have to be found anew
LEAST = 0.2  # for one that the table asks for
OUT_OF_TURN = frozenset(("turn.not_now", "turn.not_yours"))


class Decision(Enum):
    """What the table says of a later action: let it stand by a ruling, leave it out, or, of a run,
    take the best one there is now.
    """

    RULE = "rule"
    OUT = "out"
    BEST = "best"


class Fit(Enum):
    """What becomes of an action: it is done as it was; done by a ruling; put in, by the table or as
    a pass that is needed; not needed; left out by the table; or refused, and so left out.
    """

    FITS = "fits"
    RULED = "ruled"
    NEW = "new"
    NEEDLESS = "needless"
    OUT = "out"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Taken:
    """An action of the past: its row in the log, what it was, and the codes that were waived."""

    n: int
    action: Action
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Again:
    """An action done again, or put in (``n`` is 0 then).

    ``before`` is the round in which it comes to be done, ``outcome`` what comes of it, None of what
    is left out; ``was`` what came of it in the past, None of what is new. ``refusals`` are what
    speaks against it, ``waived`` the codes of those that are overruled; ``best`` is a better run
    than the one taken, where the old one was as good as any.
    """

    n: int
    action: Action
    fit: Fit
    before: State
    outcome: Outcome | None = None
    was: Outcome | None = None
    refusals: tuple[Refusal, ...] = ()
    waived: tuple[str, ...] = ()
    best: BestRun | None = None

    @property
    def differs(self) -> bool:
        """Does something else come of it than in the past?"""
        if self.outcome is None or self.was is None:
            return True
        return self.outcome.entries != self.was.entries or self.outcome.events != self.was.events

    @property
    def may_rule(self) -> bool:
        """Could the table overrule what speaks against it?"""
        return bool(self.refusals) and not has_hard(self.refusals)


@dataclass(frozen=True, slots=True)
class Mended:
    """The course of the game on another past: ``steps`` one after the other, ``state`` at last."""

    steps: tuple[Again, ...]
    state: State

    @property
    def refused(self) -> tuple[Again, ...]:
        """What no longer fits, and nobody has said yet what becomes of it."""
        return tuple(step for step in self.steps if step.fit is Fit.REFUSED)

    @property
    def done(self) -> tuple[Again, ...]:
        """What is done, one after the other."""
        return tuple(step for step in self.steps if step.outcome is not None)


def mended(
    rules: Rules,
    start: State,
    taken: Sequence[Taken],
    instead: Iterable[Action],
    replaces: int = 0,
    decided: Mapping[int, Decision] | None = None,
    search: float = SEARCH,
) -> Mended:
    """What becomes of the game from ``start``, where ``taken`` was done from there on, when the
    actions ``instead`` come first, in the place of so many (``replaces``) of those taken.

    ``decided`` is what the table says of later actions, by their rows. What is put in first is done
    whatever soft reasons speak against it. Raises Refused where one of it cannot be done at all.
    """
    work = _Again(rules, start, decided or {}, search)
    work.put_in(instead)
    for place, one in enumerate(taken):
        work.follow(one, gone=place < replaces)
    return Mended(tuple(work.steps), work.state)


class _Again:
    """The work: ``state`` on the new past, ``old`` on the one that was."""

    def __init__(
        self, rules: Rules, start: State, decided: Mapping[int, Decision], search: float
    ) -> None:
        self.rules = rules
        self.state = self.old = start
        self.decided = decided
        self.until = monotonic() + search
        self.steps: list[Again] = []

    def put_in(self, actions: Iterable[Action]) -> None:
        """Do what the table puts in."""
        for action in actions:
            found = tuple(self.rules.refusals(self.state, action))
            outcome = self.rules.apply(self.state, action, ALL_SOFT)
            codes = tuple(refusal.code for refusal in found)
            self._add(Again(0, action, Fit.NEW, self.state, outcome, None, found, codes))

    def follow(self, one: Taken, gone: bool) -> None:
        """Do again what was taken, unless it is ``gone``: replaced or removed."""
        old = self.old
        was = self.rules.apply(old, one.action, ALL_SOFT)
        self.old = was.state
        if gone:
            return
        decision = self.decided.get(one.n)
        if decision is Decision.OUT:
            found = tuple(self.rules.refusals(self.state, one.action))
            self._add(Again(one.n, one.action, Fit.OUT, self.state, None, was, found))
            return
        if self._is_needless(one.action, old):
            self._add(Again(one.n, one.action, Fit.NEEDLESS, self.state, None, was))
            return
        self._passes(one, old)
        self._again(one, was, old, decision)

    def _again(self, one: Taken, was: Outcome, old: State, decision: Decision | None) -> None:
        action, best = one.action, None
        if isinstance(action, RunTrains):
            action, best = self._run(action, old, decision)
        found = tuple(self.rules.refusals(self.state, action))
        ruled = decision is Decision.RULE and not has_hard(found)
        waived = tuple(r.code for r in found if r.may_rule and (ruled or r.code in one.waived))
        try:
            outcome = self.rules.apply(self.state, action, waived)
        except Refused:
            self._add(Again(one.n, action, Fit.REFUSED, self.state, None, was, found, (), best))
            return
        fit = Fit.RULED if waived else Fit.FITS
        self._add(Again(one.n, action, fit, self.state, outcome, was, found, waived, best))

    def _add(self, step: Again) -> None:
        self.steps.append(step)
        if step.outcome is not None:
            self.state = step.outcome.state

    # --- passes

    def _is_needless(self, action: Action, old: State) -> bool:
        """Is it a pass for which the game does not wait any more?"""
        if not isinstance(action, Pass) or _waits(self.rules, old) == _waits(
            self.rules, self.state
        ):
            return False
        return self._leads_to(old) is None

    def _passes(self, one: Taken, old: State) -> None:
        """Pass for whoever is waited for, where the action comes after that."""
        found = self.rules.refusals(self.state, one.action)
        late = isinstance(one.action, Pass) and _waits(self.rules, old) != _waits(
            self.rules, self.state
        )
        if not late and not any(refusal.code in OUT_OF_TURN for refusal in found):
            return
        for action in self._leads_to(old) or ():
            outcome = self.rules.apply(self.state, action)
            self._add(Again(0, action, Fit.NEW, self.state, outcome))

    def _leads_to(self, old: State) -> list[Pass] | None:
        """The passes after which the game waits as it did then; None where none lead there."""
        wanted, state, found = _waits(self.rules, old), self.state, list[Pass]()
        while _waits(self.rules, state) != wanted:
            action = _pass(self.rules, state)
            if action is None or len(found) == MOST_PASSES:
                return None
            state = self.rules.apply(state, action).state
            found.append(action)
        return found

    # --- runs

    def _run(
        self, action: RunTrains, old: State, decision: Decision | None
    ) -> tuple[RunTrains, BestRun | None]:
        """The run as it is entered now, and a better one, where what it hangs on is not as it was.
        None is found where time is up: then the table looks at it itself.
        """
        company, left = action.company, self.until - monotonic()
        if _ground(self.rules, old, company) == _ground(self.rules, self.state, company):
            return action, None
        action = replace(action, possible=None, proved=True)
        chosen = self.rules.choices(self.state, company) is not None
        if chosen or (left <= 0 and decision is not Decision.BEST):
            return action, None
        best = find_best(self.rules, self.state, company, deadline=max(left, LEAST))
        if decision is Decision.BEST:
            routes = tuple((route.train, route.path) for route in best.routes)
            return RunTrains(company, routes), None
        report = report_run(self.rules, self.state, action)
        if report.all_faults:
            return action, best
        if best.revenue <= report.revenue:
            return action, None
        return replace(action, possible=best.revenue, proved=best.proved), best


def _waits(rules: Rules, state: State) -> tuple[str, str, tuple[object, ...]]:
    """What the game waits for: the step, whose it is, and in which round."""
    step = rules.waiting(state)
    if step is None:
        return "", "", ()
    turn = state.round.operating
    return step.name, turn.company if turn else step.actor(state), tuple(state.round.id)


def _pass(rules: Rules, state: State) -> Pass | None:
    """The pass of whoever is waited for, where he may."""
    step = rules.waiting(state)
    if step is None or Pass not in step.accepts:
        return None
    round = state.round
    company = round.turn.company if isinstance(round, OperatingRound) and round.turn else ""
    for who in (company, step.actor(state)):
        if who and not rules.refusals(state, Pass(who)):
            return Pass(who)
    return None


def _ground(rules: Rules, state: State, company: str) -> tuple[object, ...]:
    """All that a company's best run hangs on."""
    board = state.board
    return (
        board.laid,
        board.tokens,
        board.tops,
        rules.access(state, company),
        kinds_of(rules, state, company),
        fares_of(rules, state, company),
    )
