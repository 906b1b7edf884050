"""Reading an export's actions into ours, in step with its deeds.

The other site and our rules agree about deeds, not about who is asked whether he passes: each asks
for passes that the other does not wait for. So a pass in the export is held back until the next
deed. Then our game goes on by the passes it waits for itself, as far as a state in which the deed
is what it takes; there, the passes held back and those of our game are laid beside each other. What
stands in both is one; what only the export has is left out, what only our game needs is put in.

A deed that may be done at any moment of a turn does not show which step was passed. While more than
one way of reading is possible all are kept; the first deed that is legal in one of them only tells
which was right, and ways that lead to the same state are one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import NamedTuple

from companion.exchange.export import BadFile, Sent
from companion.exchange.translate import PLAYER, Translator
from companion.rules.actions import Action, BuyPrivate, DeclareBankruptcy, Pass, RunTrains
from companion.rules.refusals import Refusal, Refused
from companion.rules.rules import Rules
from companion.rules.state import State

# How strange a way of reading is: for each pass that only the export has, or only our game needs;
# and for a player's that is left out although our game waits for just him, which takes a good
# reason. (A company's may be meant for another step of its turn.)
LEFT_OUT, PUT_IN, LEFT_OUT_THOUGH_ASKED = 1, 1, 8
USED = 1  # for a deed that answers a question which only our game asks: it may belong to later
NEVER = 10**6
STRANGER = 12  # a way that is so much stranger than another is not kept beside it
WAYS = 8  # kept at most
PUT_IN_AT_MOST = 40  # passes before one deed

WHOSE_TURN = frozenset({"turn.not_yours", "turn.not_now", "turn.over"})


class IllegalAction(BadFile):
    """An action of the file that the rules refuse, ``sent``, with every reason."""

    def __init__(self, sent: Sent, refusals: list[Refusal]) -> None:
        reasons = " ".join(str(refusal) for refusal in refusals)
        super().__init__(f"{sent.label} is not allowed: {reasons}")
        self.sent = sent
        self.refusals = refusals

    @property
    def says_more(self) -> bool:
        """Is it about more than whose turn it is?"""
        return any(refusal.code not in WHOSE_TURN for refusal in self.refusals)


@dataclass(frozen=True, slots=True)
class Played:
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


class Part(NamedTuple):
    """An action of the export, or one that the site did with it; ``last`` of those with its id."""

    sent: Sent
    last: bool


class Way(NamedTuple):
    """One way of reading what was sent: the state it leads to, how strange it is, and what was
    played on it since it was the only one.
    """

    state: State
    strange: int = 0
    played: tuple[Played, ...] = ()


class Trail(NamedTuple):
    """Passes held back and passes of our game, laid beside each other so far."""

    strange: int = 0
    played: tuple[Played, ...] = ()

    def by(self, played: Played, strange: int = 0) -> "Trail":
        """One action further."""
        return Trail(self.strange + strange, (*self.played, played))


class Move(NamedTuple):
    """How our game goes on where nobody does a deed: what ends the step it waits for, and whose
    that is, a seat's or a company's.
    """

    action: Action
    who: str


class Reader:
    """Reads the actions of one export."""

    def __init__(self, rules: Rules, translator: Translator) -> None:
        self.rules = rules
        self.translator = translator

    def read(
        self, start: State, parts: Iterable[tuple[Sent, bool]], to_the_end: bool
    ) -> Iterator[Played]:
        """Each action with the states before and after it, judged as in live play.

        ``to_the_end``: the export's game was played until it was over. Raises BadFile at the first
        action that cannot be read, IllegalAction at the first that is refused, after what was read
        before it.
        """
        ways = [Way(start)]
        held: list[Part] = []
        part: Part | None = None
        for part in map(Part._make, parts):
            try:
                if not self.translator.is_deed(part.sent):
                    self.translator.check(part.sent, ways[0].state)
                    held.append(part)
                    continue
                ways = self._joined(ways, held, part)
            except BadFile:
                yield from ways[0].played
                raise
            held = []
            if len(ways) == 1:
                yield from ways[0].played
                ways = [Way(ways[0].state)]
        if part:
            yield from self._finished(ways, held, part, to_the_end).played

    # --- from deed to deed

    def _joined(self, ways: Sequence[Way], held: Sequence[Part], deed: Part) -> list[Way]:
        """The ways on with the deed, the least strange first. Raises BadFile when none is."""
        problems: list[BadFile] = []
        found = [on for way in ways for on in self._with_deed(way, held, deed, problems)]
        if not found:
            raise _most_telling(problems)
        found.sort(key=lambda way: way.strange)
        kept: list[Way] = []
        for way in found:
            if way.strange > found[0].strange + STRANGER or len(kept) == WAYS:
                break
            if not any(_same(way.state, other.state) for other in kept):
                kept.append(way)
        for one in chain.from_iterable(way.played for way in kept):
            if one.action is not None:
                self.translator.done(one.sent, one.action, one.before, one.state)
        return kept

    def _with_deed(
        self, way: Way, held: Sequence[Part], deed: Part, problems: list[BadFile]
    ) -> list[Way]:
        """The way with the deed, wherever our game takes it. Passes are put in only where it is
        taken nowhere before, or where it would be stranger to do without them.
        """
        passes = sum(self.translator.has_effect(part.sent) for part in held)
        walk = self._trails(way.state, held, deed.sent)
        near = list(self._places(walk, passes))
        if near and near[-1][0] == passes and near[-1][2].strange == 0:
            on = self._do(way, *near[-1][1:], deed, problems)
            if on and self._is_awaited(on.played[-1]):
                return [on]
        found: list[Way] = []
        further = self._places(walk, passes + PUT_IN_AT_MOST, passes + 1)
        for place, state, trail in chain(near, further):
            if found and place - passes >= min(on.strange for on in found) - way.strange:
                break
            if trail.strange < NEVER and (on := self._do(way, state, trail, deed, problems)):
                found.append(on)
        if not found and place < passes + PUT_IN_AT_MOST:
            # No pass leads on from here: our game waits for something else first.
            who = _operating(state) or self.rules.actor(state) or ""
            problems.append(IllegalAction(deed.sent, self.rules.refusals(state, Pass(who))))
        return found

    def _do(
        self, way: Way, state: State, trail: Trail, deed: Part, problems: list[BadFile]
    ) -> Way | None:
        """Do the deed at the end of a trail; what is wrong with that goes to ``problems``."""
        try:
            action = self.translator.translate(deed.sent, state)
            after = self.rules.apply(state, action).state
        except Refused as refused:
            problems.append(IllegalAction(deed.sent, refused.refusals))
            return None
        except BadFile as problem:
            problems.append(problem)
            return None
        played = (*trail.played, Played(deed.sent, action, state, after, deed.last))
        strange = way.strange + trail.strange + (USED if self._is_asked(state) else 0)
        return Way(after, strange, (*way.played, *played))

    def _places(
        self, walk: Iterator[tuple[State, Trail]], last: int, first: int = 0
    ) -> Iterator[tuple[int, State, Trail]]:
        """The places on a walk, by how many passes of our game lie before them. The answer to a
        question that only our game asks is none.
        """
        place = first
        for state, trail in walk:
            yield place, state, trail
            if not self._is_asked(state):
                if place == last:
                    return
                place += 1

    def _is_asked(self, state: State) -> bool:
        """Does our game ask about a chance that would be lost, as the other site never does?"""
        return self.rules.waiting(state) is self.rules.last_chance

    def _is_awaited(self, deed: Played) -> bool:
        """Does it tell by itself which step the game has come to, as it is done in no other?"""
        state, action = deed.before, deed.action
        step = self.rules.waiting(state)
        if step is None or action is None or not step.takes(state, action):
            return False
        anytime = self.rules.round_rules(state).anytime
        return not any(beside.takes(state, action) for beside in anytime)

    def _finished(
        self, ways: Sequence[Way], held: Sequence[Part], last: Part, to_the_end: bool
    ) -> Way:
        """The least strange way with what came after the last deed; one that comes to the end of
        the game, where there is one and the export's does.
        """
        passes = sum(self.translator.has_effect(part.sent) for part in held)
        more = PUT_IN_AT_MOST if to_the_end else 0
        found: list[tuple[bool, int, Way]] = []
        for way in ways:
            walk = self._trails(way.state, held, last.sent)
            for _, state, trail in self._places(walk, passes + more):
                if trail.strange < NEVER:
                    strange = way.strange + trail.strange
                    on = Way(state, strange, (*way.played, *trail.played))
                    found.append((to_the_end and not state.finished, strange, on))
        return min(found, key=lambda item: item[:2])[2]

    # --- passes beside passes

    def _trails(
        self, state: State, held: Sequence[Part], deed: Sent
    ) -> Iterator[tuple[State, Trail]]:
        """The states that our game's own passes lead to, one after the other, each with the least
        strange trail to it that reads all that is held back.
        """
        row = [Trail()]  # by how many are read
        while True:
            move = self._move(state) if held else None
            for read, part in enumerate(held):
                left_out = Played(part.sent, None, state, state, part.last)
                trail = row[read].by(left_out, self._strange(part.sent, move, state))
                if read + 1 == len(row):
                    row.append(trail)
                elif trail.strange < row[read + 1].strange:
                    row[read + 1] = trail
            yield state, row[-1]
            move = move or self._move(state)
            if move is None:
                return
            after = self.rules.apply(state, move.action).state
            below = []
            for read, trail in enumerate(row):
                coming = held[read].sent if read < len(held) else deed
                put_in = Played(coming, move.action, state, after, put_in=True)
                alone = PUT_IN if isinstance(move.action, Pass | BuyPrivate) else NEVER
                if self._is_asked(state):
                    alone = 0
                ways = [trail.by(put_in, alone)]
                if read and self._answers(move, held[read - 1].sent, state):
                    sent, last = held[read - 1]
                    ways.insert(0, row[read - 1].by(Played(sent, move.action, state, after, last)))
                below.append(min(ways, key=lambda trail: trail.strange))
            if all(trail.strange >= NEVER for trail in below):
                return
            state, row = after, below

    def _move(self, state: State) -> Move | None:
        """What ends the step that our game waits for, if it is no deed: a pass, or taking what is
        free and must be taken; or what only the export's may stand for: a run of no train, the end
        of a company that cannot pay.
        """
        step = self.rules.waiting(state)
        if step is None:
            return None
        actor, company = step.actor(state), _operating(state)
        moves = [Move(Pass(actor), actor)]
        if company:
            others = (Pass(company), RunTrains(company), DeclareBankruptcy(actor))
            moves += [Move(action, company) for action in others]
        for move in moves:
            if not self.rules.refusals(state, move.action):
                return move
        gift = None if company else self._gift(state)
        return Move(gift, actor) if gift else None

    def _gift(self, state: State) -> Action | None:
        """The private that costs nothing any more: who is next has to take it, and the other site
        does that for him.
        """
        offers = [offer for offer in self.rules.offers(state) if offer.allowed]
        if len(offers) == 1 and isinstance(offers[0].action, BuyPrivate) and not offers[0].price:
            return offers[0].action
        return None

    def _answers(self, move: Move, sent: Sent, state: State) -> bool:
        """Is what was sent what our game goes on by?"""
        runs = isinstance(move.action, RunTrains)
        return (
            self.translator.has_effect(sent)
            and not isinstance(move.action, BuyPrivate)
            and runs == (sent.type == "run_routes")
            and move.who == self.translator.passer(sent, state)
        )

    def _strange(self, sent: Sent, move: Move | None, state: State) -> int:
        """How strange it is to leave out what was sent."""
        if not self.translator.has_effect(sent):
            return 0
        asked = move is not None and self._answers(move, sent, state)
        return LEFT_OUT_THOUGH_ASKED if asked and self.translator.kind(sent) == PLAYER else LEFT_OUT


def _operating(state: State) -> str:
    """The company whose turn it is, "" outside operating rounds."""
    return str(getattr(getattr(state.round, "turn", None), "company", ""))


def _most_telling(problems: Sequence[BadFile]) -> BadFile:
    """The first that is about more than whose turn it is; else where no pass leads on any more."""
    for problem in problems:
        if not isinstance(problem, IllegalAction) or problem.says_more:
            return problem
    return problems[-1]


def _same(one: State, other: State) -> bool:
    """Are the two states the same, so that whatever is done makes the same of both?"""
    return (
        one.board.laid == other.board.laid
        and one.board.tokens == other.board.tokens
        and all(
            getattr(one, field.name) == getattr(other, field.name)
            for field in fields(State)
            if field.name != "board"
        )
    )
