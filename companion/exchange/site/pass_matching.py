"""The passes of an export beside those of our game: which of them are the same.

The other site and our rules agree about deeds, not about who is asked whether he passes: each asks
for passes that the other does not wait for. Our game is led on by the passes it waits for itself;
at each state it comes to, they are laid beside those of the export, so that as few as can be are
left over on either side.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from companion.exchange.site.action_reader import Translator
from companion.exchange.site.export_file import Sent
from companion.exchange.site.site_names import PLAYER
from companion.rules.core.actions import Action, BuyPrivate, DeclareBankruptcy, Pass, RunTrains
from companion.rules.core.state import GONE, State
from companion.rules.judge.judge import Judgement, Rules

# How strange it is to read so: for each pass that only the export has, or only our game needs; and
# for a player's that is left out although our game waits for just him, which takes a good reason.
# (A company's may be meant for another step of its turn.)
LEFT_OUT, PUT_IN, LEFT_OUT_THOUGH_ASKED = 1, 1, 8
NEVER = 10**6

# Of so many passes in a row, those are laid beside each other that stand about as far down.
MANY, ABOUT = 200, 60


class Part(NamedTuple):
    """An action of the export, or one that the site did with it; ``last`` of those with its id."""

    sent: Sent
    last: bool


class Played(NamedTuple):
    """One action of the export and what it made. ``action`` is None for one that was left out;
    ``put_in`` marks a pass of ours that the export has not, before what was ``sent``; ``last`` the
    last action with its id.
    """

    sent: Sent
    action: Action | None
    before: State
    state: State
    last: bool = False
    put_in: bool = False

    @property
    def shared(self) -> bool:
        """Is it an action of the export that our game did too?"""
        return self.action is not None and not self.put_in


class Trail(NamedTuple):
    """Passes laid beside each other so far, from the last one back."""

    strange: int = 0
    played: Played | None = None
    before: "Trail | None" = None

    def by(self, played: Played, strange: int = 0) -> "Trail":
        """One pass further."""
        return Trail(self.strange + strange, played, self)

    def all(self) -> tuple[Played, ...]:
        """The passes in their order."""
        found = []
        trail: Trail | None = self
        while trail and trail.played:
            found.append(trail.played)
            trail = trail.before
        return tuple(reversed(found))


class Move(NamedTuple):
    """How our game goes on where nobody does a deed: what ends the step it waits for, and whose
    that is, a seat's or a company's. It has been judged.
    """

    judgement: Judgement
    who: str

    @property
    def action(self) -> Action:
        """The action that ends the step."""
        return self.judgement.action


class Halt:
    """A state in which our game waits for somebody, and how it goes on from there by itself; that
    is found out when it is asked for, and once for all ways of laying passes beside each other.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.step = rules.waiting(state)

    @property
    def is_asked(self) -> bool:
        """Does our game ask about a chance that would be lost, as the other site never does?"""
        return self.step is self.rules.last_chance

    @cached_property
    def move(self) -> Move | None:
        """What ends the step that our game waits for, if it is no deed: a pass, or taking what is
        free and must be taken; or what only the export's may stand for: a run of no train, the end
        of a company that cannot pay.
        """
        step = self.step
        if step is None:
            return None
        actor, company = step.actor(self.state), operating(self.state)
        actions: list[tuple[Action, str]] = [(Pass(actor), actor)]
        if company:
            others = (Pass(company), RunTrains(company), DeclareBankruptcy(actor))
            actions += [(action, company) for action in others]
        for action, who in actions:
            judgement = self.rules.judge(self.state, action)
            if not judgement.refusals:
                return Move(judgement, who)
        gift = None if company else self._gift()
        return Move(self.rules.judge(self.state, gift), actor) if gift else None

    def _gift(self) -> Action | None:
        """The private that costs nothing any more: who is next has to take it, and the other site
        does that for him.
        """
        offers = [offer for offer in self.rules.offers(self.state) if offer.allowed]
        if len(offers) == 1 and isinstance(offers[0].action, BuyPrivate) and not offers[0].price:
            return offers[0].action
        return None

    @cached_property
    def next(self) -> "Halt | None":
        """Where that move leads."""
        move = self.move
        return Halt(self.rules, self.rules.carry_out(move.judgement).state) if move else None

    def passed(self, sent: Sent, last: bool = False, put_in: bool = False) -> Played:
        """That move, for what was sent."""
        assert self.move and self.next
        return Played(sent, self.move.action, self.state, self.next.state, last, put_in)


class Place(NamedTuple):
    """A halt that our game's own passes lead to, after how many, and the least strange trail to it
    that reads all that was held back. The answer to a question that only our game asks is no pass.
    """

    number: int
    halt: Halt
    trail: Trail


class Passes:
    """Lays the passes of an export beside those of our game."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def straight(self, halt: Halt, held: Sequence[Part]) -> Place | None:
        """Where our game is when it passes just where the export does; None where it cannot."""
        trail, number = Trail(), 0
        for part in held:
            if not self.translator.has_effect(part.sent):
                state = halt.state
                trail = trail.by(Played(part.sent, None, state, state, part.last))
                continue
            while halt.is_asked and halt.move and halt.next:
                trail = trail.by(halt.passed(part.sent, put_in=True))
                halt = halt.next
            if not (halt.move and halt.next and self._answers(halt.move, part.sent, halt.state)):
                return None
            trail = trail.by(halt.passed(part.sent, part.last))
            halt, number = halt.next, number + 1
        return Place(number, halt, trail)

    def places(self, halt: Halt, held: Sequence[Part], deed: Sent) -> Iterator[Place]:
        """All places in their order, before ``deed``, as far as passes lead."""
        effects = [0]
        for part in held:
            effects.append(effects[-1] + self.translator.has_effect(part.sent))
        about = ABOUT if effects[-1] > MANY else NEVER
        never = Trail(NEVER)
        row = [Trail(), *[never] * len(held)]  # by how many are read
        number = 0
        while True:
            near = [abs(count - number) <= about for count in effects]
            for read, part in enumerate(held):
                if near[read] and near[read + 1] and row[read].strange < NEVER:
                    strange = row[read].strange + self._strange(part.sent, halt)
                    if strange < row[read + 1].strange:
                        left_out = Played(part.sent, None, halt.state, halt.state, part.last)
                        row[read + 1] = Trail(strange, left_out, row[read])
            yield Place(number, halt, row[-1])
            move, after = halt.move, halt.next
            if move is None or after is None:
                return
            number += not halt.is_asked
            below = [never] * len(row)
            for read, trail in enumerate(row):
                if not abs(effects[read] - number) <= about:
                    continue
                if read and row[read - 1].strange < NEVER:
                    sent, last = held[read - 1]
                    if self._answers(move, sent, halt.state):
                        below[read] = row[read - 1].by(halt.passed(sent, last))
                coming = held[read].sent if read < len(held) else deed
                alone = 0 if halt.is_asked else self._alone(halt, move, coming, deed)
                if trail.strange + alone < below[read].strange:
                    below[read] = trail.by(halt.passed(coming, put_in=True), alone)
            if all(trail.strange >= NEVER for trail in below):
                return
            halt, row = after, below

    def _answers(self, move: Move, sent: Sent, state: State) -> bool:
        """Is what was sent what our game goes on by?"""
        runs = isinstance(move.action, RunTrains)
        return (
            self.translator.has_effect(sent)
            and not isinstance(move.action, BuyPrivate)
            and runs == (sent.type == "run_routes")
            and move.who == self.translator.passer(sent, state)
        )

    def _strange(self, sent: Sent, halt: Halt) -> int:
        """How strange it is to leave out what was sent."""
        if not self.translator.has_effect(sent):
            return 0
        if self.translator.kind(sent) != PLAYER or halt.move is None:
            return LEFT_OUT
        asked = self._answers(halt.move, sent, halt.state)
        return LEFT_OUT_THOUGH_ASKED if asked else LEFT_OUT

    def _alone(self, halt: Halt, move: Move, coming: Sent, deed: Sent) -> int:
        """How strange it is to go on by this though it was not sent, before what is coming."""
        if not isinstance(move.action, Pass | BuyPrivate):
            return NEVER
        return NEVER if self._ends_too_soon(halt, coming, deed) else PUT_IN

    def _ends_too_soon(self, halt: Halt, coming: Sent, deed: Sent) -> bool:
        """Would it end a round that the export is still in, or leave a private unsold there? An
        auction goes on there while somebody bids, a stock round while players act.
        """
        assert halt.move and halt.next
        before, after = halt.state, halt.next.state
        ends = before.round.id != after.round.id
        if before.round.id.kind == "auction":
            gone = [private for private, owner in after.privates.items() if owner == GONE]
            unsold = any(before.privates[private] != GONE for private in gone)
            return (ends or unsold) and deed.type == "bid"
        return ends and not operating(before) and self.translator.kind(coming) == PLAYER


def operating(state: State) -> str:
    """The company whose turn it is, "" outside operating rounds."""
    turn = state.round.operating
    return turn.company if turn else ""
