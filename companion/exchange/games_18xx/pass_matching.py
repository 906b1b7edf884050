"""Alignment of an export's passes with those of our game.

The other site and our rules agree about deeds, but not about who is asked to act. Each has passes
that the other does not wait for. Our game advances by the passes that it waits for. At each state
these are aligned with the passes of the export, so that as few as possible are left over on either
side.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.exchange.games_18xx.action_reader import Translator
from companion.exchange.games_18xx.export_file import ExportedAction
from companion.exchange.games_18xx.export_names import PLAYER
from companion.languages import gettext
from companion.rules.amend.rulings import ruling_for
from companion.rules.core.actions import Action, BuyPrivate, DeclareBankruptcy, Pass, RunTrains
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules

# The costs of an alignment: for each pass of the export alone, each of our game alone, and
# for a player's pass that is left out although our game waits for it, which needs a good reason.
# (A company's pass may belong to another step of its turn.)
LEFT_OUT, PUT_IN, LEFT_OUT_THOUGH_ASKED = 1, 1, 8
NEVER = 10**6

# With more than MANY passes in a row, only pairs at most ABOUT places apart are compared.
MANY, ABOUT = 200, 60


class Part(NamedTuple):
    """An action of the export or of the site after it. ``last`` marks the last one with its id."""

    sent: ExportedAction
    last: bool


class PlayedAction(NamedTuple):
    """One action of the export and its result.

    ``action`` is None if it was left out. ``put_in`` marks an inserted pass of ours, which comes
    before ``sent``. ``last`` marks the last action with its id. ``overruled`` are refusals that the
    other site did not know.
    """

    sent: ExportedAction
    action: Action | None
    before: State
    state: State
    last: bool = False
    put_in: bool = False
    overruled: Sequence[Refusal] = ()

    @property
    def ruling(self) -> dict[str, Any] | None:
        """The ruling to enter with the action, or None."""
        why = gettext("The recorded game was played this way.")
        return ruling_for(self.overruled, why).to_json() if self.overruled else None

    @property
    def shared(self) -> bool:
        """Return whether our game did the action of the export too."""
        return self.action is not None and not self.put_in


class Trail(NamedTuple):
    """The passes aligned so far, as a list linked from the last one back."""

    strange: int = 0
    played: PlayedAction | None = None
    before: "Trail | None" = None

    def add_pass(self, played: PlayedAction, strange: int = 0) -> "Trail":
        """Return the trail with one more pass."""
        return Trail(self.strange + strange, played, self)

    def passes(self) -> tuple[PlayedAction, ...]:
        """Return the passes in order."""
        found = []
        trail: Trail | None = self
        while trail and trail.played:
            found.append(trail.played)
            trail = trail.before
        return tuple(reversed(found))


NOTHING_PASSED, IMPOSSIBLE = Trail(), Trail(NEVER)


class NextMove(NamedTuple):
    """The next move of our game without a deed, and the halt after it.

    It ends the step that our game waits for. ``who`` is the seat or company that makes it.
    """

    action: Action
    who: str
    after: "Halt"


class Halt:
    """A state in which our game waits for somebody, and the next move without a deed.

    The move is computed when needed, and once for all alignments.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.step = rules.waiting(state)

    @property
    def is_asked(self) -> bool:
        """Return whether our game asks about a last chance, which the other site never does."""
        return self.step is self.rules.last_chance

    @cached_property
    def move(self) -> NextMove | None:
        """Return the move that ends the current step if it is no deed, else None.

        It is a pass, or the purchase of a free private that must be taken. Some moves are made only
        if the export has them. These are a run without trains and the end of a company that cannot
        pay.
        """
        for action, who in self._moves():
            judgement = judge.judge_action(self.rules, self.state, action)
            if not judgement.refusals:
                state = judge.carry_out(self.rules, judgement).state
                return NextMove(action, who, Halt(self.rules, state))
        return None

    def _moves(self) -> Iterator[tuple[Action, str]]:
        """Yield the actions that may end the current step, each with who makes it."""
        if self.step is None:
            return
        company = self.state.round.operating_company
        if company:
            yield Pass(company), company  # most steps of its turn take only that
        actor = self.step.actor(self.state)
        yield Pass(actor), actor
        if company:
            yield RunTrains(company), company
            yield DeclareBankruptcy(actor), company
        elif gift := self._gift():
            yield gift, actor

    def _gift(self) -> Action | None:
        """Return the purchase of a private that costs nothing any more.

        The next player must take it, and the other site does that automatically.
        """
        offers = [offer for offer in judge.offers(self.rules, self.state) if offer.allowed]
        if len(offers) == 1 and isinstance(offers[0].action, BuyPrivate) and not offers[0].price:
            return offers[0].action
        return None

    def pair_with(
        self, sent: ExportedAction, last: bool = False, put_in: bool = False
    ) -> PlayedAction:
        """Return the move as the counterpart of ``sent``."""
        assert self.move
        after = self.move.after.state
        return PlayedAction(sent, self.move.action, self.state, after, last, put_in)


class PassPlace(NamedTuple):
    """A halt that our game's own passes lead to, and how many.

    ``trail`` is the alignment with the lowest cost that covers all passes held back. The answer to
    a question of our game alone does not count as a pass.
    """

    number: int
    halt: Halt
    trail: Trail


class Passes:
    """The alignment of an export's passes with those of our game."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def match_exactly(self, halt: Halt, held: Sequence[Part]) -> PassPlace | None:
        """Return the place where our game makes exactly the export's passes, else None."""
        trail, number = NOTHING_PASSED, 0
        for part in held:
            if not self.translator.has_effect(part.sent):
                state = halt.state
                trail = trail.add_pass(PlayedAction(part.sent, None, state, state, part.last))
                continue
            while not self._is_next(halt, part.sent):
                if not (halt.is_asked and halt.move):
                    return None
                trail = trail.add_pass(halt.pair_with(part.sent, put_in=True))
                halt = halt.move.after
            assert halt.move
            trail = trail.add_pass(halt.pair_with(part.sent, part.last))
            halt, number = halt.move.after, number + 1
        return PassPlace(number, halt, trail)

    def places(self, halt: Halt, held: Sequence[Part], deed: ExportedAction) -> Iterator[PassPlace]:
        """Yield all places before ``deed`` in order, as far as passes lead."""
        effects = [0]
        for part in held:
            effects.append(effects[-1] + self.translator.has_effect(part.sent))
        about = ABOUT if effects[-1] > MANY else NEVER
        row = [NOTHING_PASSED, *[IMPOSSIBLE] * len(held)]  # by the number of passes read
        number = 0
        while True:
            near = [abs(count - number) <= about for count in effects]
            self._leave_out(row, halt, held, near)
            yield PassPlace(number, halt, row[-1])
            if halt.move is None:
                return
            number += not halt.is_asked
            near = [abs(count - number) <= about for count in effects]
            row = self._trails_after_move(row, halt, held, deed, near)
            if all(trail.strange >= NEVER for trail in row):
                return
            halt = halt.move.after

    def _leave_out(
        self, row: list[Trail], halt: Halt, held: Sequence[Part], near: Sequence[bool]
    ) -> None:
        """Leave out passes of the export at a halt where that costs less."""
        for read, part in enumerate(held):
            if near[read] and near[read + 1] and row[read].strange < NEVER:
                strange = row[read].strange + self._cost_of_leaving_out(part.sent, halt)
                if strange < row[read + 1].strange:
                    left_out = PlayedAction(part.sent, None, halt.state, halt.state, part.last)
                    row[read + 1] = Trail(strange, left_out, row[read])

    def _trails_after_move(
        self,
        row: Sequence[Trail],
        halt: Halt,
        held: Sequence[Part],
        deed: ExportedAction,
        near: Sequence[bool],
    ) -> list[Trail]:
        """Return the trails after the move at a halt, by the number of passes read."""
        assert halt.move
        below = [IMPOSSIBLE] * len(row)
        for read, trail in enumerate(row):
            if not near[read]:
                continue
            if read and row[read - 1].strange < NEVER:
                sent, last = held[read - 1]
                if self._is_same_move(halt.move, sent, halt.state):
                    below[read] = row[read - 1].add_pass(halt.pair_with(sent, last))
            coming = held[read].sent if read < len(held) else deed
            alone = 0 if halt.is_asked else self._cost_of_putting_in(halt, halt.move, coming, deed)
            if trail.strange + alone < below[read].strange:
                below[read] = trail.add_pass(halt.pair_with(coming, put_in=True), alone)
        return below

    def _is_next(self, halt: Halt, sent: ExportedAction) -> bool:
        """Return whether ``sent`` is what our game waits for.

        It may answer a last chance: who could only buy a private has a turn on the other site.
        """
        return halt.move is not None and self._is_same_move(halt.move, sent, halt.state)

    def _is_same_move(self, move: NextMove, sent: ExportedAction, state: State) -> bool:
        """Return whether ``sent`` is the move of our game."""
        runs = isinstance(move.action, RunTrains)
        return (
            self.translator.has_effect(sent)
            and not isinstance(move.action, BuyPrivate)
            and runs == (sent.type == "run_routes")
            and move.who == self.translator.passer(sent, state)
        )

    def _cost_of_leaving_out(self, sent: ExportedAction, halt: Halt) -> int:
        """Return the cost of leaving out ``sent``."""
        if not self.translator.has_effect(sent):
            return 0
        if self.translator.kind(sent) != PLAYER or halt.move is None:
            return LEFT_OUT
        asked = self._is_same_move(halt.move, sent, halt.state)
        return LEFT_OUT_THOUGH_ASKED if asked else LEFT_OUT

    def _cost_of_putting_in(
        self, halt: Halt, move: NextMove, coming: ExportedAction, deed: ExportedAction
    ) -> int:
        """Return the cost of a move that was not sent, before the action ``coming`` next."""
        if not isinstance(move.action, Pass | BuyPrivate):
            return NEVER
        return NEVER if self._ends_too_soon(halt, coming, deed) else PUT_IN

    def _ends_too_soon(self, halt: Halt, coming: ExportedAction, deed: ExportedAction) -> bool:
        """Return whether the move ends a round, or leaves a private unsold, too early.

        Its auction goes on while somebody bids, its stock round while players act.
        """
        assert halt.move
        before, after = halt.state, halt.move.after.state
        ends = not after.round.is_same(before.round)
        if before.round.kind == "auction":
            gone = [private for private, owner in after.privates.items() if owner == GONE]
            unsold = any(before.privates[private] != GONE for private in gone)
            return (ends or unsold) and deed.type == "bid"
        company = before.round.operating_company
        return ends and not company and self.translator.kind(coming) == PLAYER
