"""Replay of our game as the other site plays it: with its readings and its questions.

Deeds are the same on both sides, but each side has its own passes. Before each deed their game
advances by the passes it waits for, as far as ours has come. Then it has to accept the deed.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from companion.exchange.games_18xx.rule_differences import ASKS, TAKES
from companion.rules.core.actions import (
    Action,
    BuyOwnShares,
    Decline,
    LayTile,
    Pass,
    RunTrains,
    SellOwnShares,
    SellShares,
)
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import NoChanceStep, Rules
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.privates.player_tiles import LayPrivateTile
from companion.rules.stock.share_trading import StockRound
from companion.titles.site_adapter import Asks, SiteAdapter, TurnHistory

DEALS = (BuyOwnShares, SellOwnShares, SellShares)  # their price depends on the dividend
MOST_PASSES = 60  # before one deed
RANKS = {"auction": 0, "stock": 1, "operating": 2}  # the order of rounds with the same number


class SiteStep(NamedTuple):
    """One action in their game: a deed, or a pass that only their game waits for."""

    action: Action
    before: State
    after: State


class SiteRefusedError(Exception):
    """Their game refuses an action of ours. ``refusals`` say why."""

    def __init__(self, action: Action, refusals: list[Refusal]) -> None:
        super().__init__()
        self.action = action
        self.refusals = refusals


class Following:
    """Their game, which follows ours. ``rules`` have their readings and ask their questions."""

    def __init__(self, rules: Rules, adapter: SiteAdapter, ours: Rules) -> None:
        rules.last_chance = NoChanceStep(rules)  # the site asks nobody about a last chance
        self.course = TurnHistory()
        asks = {**ASKS, **adapter.asks}
        rules.asks = {step: _bound(asked, self.course) for step, asked in asks.items()}
        self.rules = rules
        self.adapter = adapter
        self.ours = ours
        self.state = judge.start(rules).state
        self._takes = {**TAKES, **adapter.takes}
        self._there: tuple[Any, ...] = ()  # their current turn
        self._of: tuple[Any, ...] = ()  # our current turn
        self._passed = 0  # steps of its turn that our company has passed itself

    def save(self) -> dict[str, Any]:
        """Return the current progress, for ``restore``."""
        course = TurnHistory(list(self.course.deeds), set(self.course.used))
        mine = {key: getattr(self, key) for key in ("state", "_there", "_of", "_passed")}
        return {**mine, "course": course}

    def restore(self, saved: dict[str, Any]) -> None:
        """Return to a saved progress."""
        for key, value in saved.items():
            if key != "course":
                setattr(self, key, value)
        self.course.deeds[:] = saved["course"].deeds
        self.course.used.clear()
        self.course.used.update(saved["course"].used)

    def do(self, before: State, action: Action) -> Iterator[SiteStep]:
        """Yield the steps of their game for an action of ours. Raises SiteRefusedError."""
        turn = before.round.operating
        self._begin(before)
        if self.is_own(before, action):
            if turn and isinstance(action, Pass) and action.party == turn.company:
                self._passed = turn.step + 1
            return
        awaited = self.ours.waiting(before)
        if turn is None or (awaited and awaited.takes(before, action)):
            yield from self.lead(before)
        else:  # allowed at any time: it follows the passes before it
            dealt = self._step_after_dividend(before) if isinstance(action, DEALS) else 0
            yield from self.lead(before, max(self._passed, dealt))
        while refusals := judge.refusals(self.rules, self.state, action):
            step = self._pass() if self._same_turn(before) else None
            if step is None:
                raise SiteRefusedError(action, refusals)
            yield step
        takes = self._takes.get(action.wire_name)
        if takes and not takes(action, self.rules, self.state, self._turn()):
            raise SiteRefusedError(action, [])
        yield self._apply(action)

    def _step_after_dividend(self, ours: State) -> int:
        """Return the number of the step after the dividend if our turn has paid it, else 0."""
        turn, here = ours.round.operating, self.ours.round_rules(ours)
        if turn is None or not turn.division or not isinstance(here, OperatingRules):
            return 0
        names = [step.name for step in here.steps]
        return names.index("dividend") + 1 if "dividend" in names else 0

    def is_own(self, before: State, action: Action) -> bool:
        """Return whether the action is a pass of our game alone, or has no counterpart there.

        A pass in an auction, or as an answer, is a deed.
        """
        if self.adapter.unsaid and self.adapter.unsaid(action, before):
            return True
        if self.ours.last_chance.waits(before):
            return isinstance(action, Pass | Decline)
        turns = isinstance(before.round, StockRound | OperatingRound)
        return isinstance(action, Pass) and turns and not before.questions

    def _begin(self, ours: State) -> None:
        """Forget the passed steps of the previous turn."""
        turn = (ours.round.id, ours.round.operating_company)
        if turn != self._of:
            self._of, self._passed = turn, 0

    def _turn(self) -> TurnHistory:
        """Return the course, which holds the deeds of the current turn."""
        round = self.state.round
        there = (round.id, round.operating_company)
        if there != self._there or not (round.operating or round.has_acted):
            self._there = there
            self.course.deeds.clear()
        return self.course

    def lead(self, ours: State, step_of_turn: int | None = None) -> Iterator[SiteStep]:
        """Yield the passes that bring their game to the point of ours.

        In the current turn they lead to the step ``step_of_turn``, if it is given.
        """
        for _ in range(MOST_PASSES):
            step = self._pass() if self._is_behind(ours, step_of_turn) else None
            if step is None:
                return
            yield step

    def _apply(self, action: Action) -> SiteStep:
        before = self.state
        self._turn().deeds.append(action)
        if isinstance(action, LayTile | LayPrivateTile) and action.private:
            self.course.used.add(action.private)
        self.state = judge.apply(self.rules, before, action).state
        return SiteStep(action, before, self.state)

    def _pass(self) -> SiteStep | None:
        """Make the pass that their game waits for. Returns None if nobody may pass."""
        step = self.rules.waiting(self.state)
        if step is None or self.state.questions:
            return None
        company = self.state.round.operating_company
        moves: list[Action] = [Pass(company or step.actor(self.state))]
        if company:
            moves.append(RunTrains(company))  # without trains, if nothing can be earned
        for move in moves:
            if not judge.refusals(self.rules, self.state, move):
                return self._apply(move)
        return None

    def _same_turn(self, ours: State) -> bool:
        """Return whether both games are in a turn of the same company."""
        theirs = self.state.round.operating_company
        return bool(theirs) and theirs == ours.round.operating_company

    def _is_behind(self, ours: State, step_of_turn: int | None = None) -> bool:
        theirs = self.state
        mine, other = _order(ours), _order(theirs)
        if mine != other or ours.end_reason:
            return other < mine or bool(ours.end_reason and not theirs.end_reason)
        if isinstance(theirs.round, OperatingRound) and isinstance(ours.round, OperatingRound):
            done, there = len(ours.round.companies_done), len(theirs.round.companies_done)
            return there < done or (there == done and self._step_behind(ours, step_of_turn))
        if not isinstance(theirs.round, StockRound):
            return False
        if self.rules.actor(theirs) != self.ours.actor(ours):
            return True
        return theirs.round.has_acted and not ours.round.has_acted

    def _step_behind(self, ours: State, step_of_turn: int | None) -> bool:
        """Return whether the company's turn has advanced less there."""
        here, there = self.ours.round_rules(ours), self.rules.round_rules(self.state)
        assert isinstance(here, OperatingRules) and isinstance(there, OperatingRules)
        mine, other = ours.round.operating, self.state.round.operating
        if mine is None or other is None:
            return False
        if mine.company != other.company:
            return True
        if [step.name for step in here.steps] != [step.name for step in there.steps]:
            return False  # another order of steps: the deeds themselves lead
        return other.step < (mine.step if step_of_turn is None else step_of_turn)


def _bound(asks: Asks, course: TurnHistory) -> Callable[[Any, State], bool]:
    return lambda step, state: asks(step, state, course)


def _order(state: State) -> tuple[int, int, int]:
    round = state.round.id
    return round.number, RANKS.get(round.kind, 1), round.part
