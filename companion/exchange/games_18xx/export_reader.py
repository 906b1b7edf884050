"""Reader of an export's actions: it replays them in step with the export's deeds.

A pass in the export is held back until the next deed. Then our game advances by passes of its own
until it awaits the deed. The passes of both games are aligned
(:mod:`companion.exchange.games_18xx.pass_matching`). Passes in both games match; those of the
export alone are dropped, those of our game alone are inserted.

Some deeds are allowed at any moment of a turn and do not show which step was passed. All possible
interpretations are kept until a later deed is legal in only one of them. Interpretations that lead
to the same state are merged.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import chain, takewhile
from typing import NamedTuple

from companion.exchange.games_18xx.action_reader import Translator
from companion.exchange.games_18xx.export_file import BadFileError, ExportedAction
from companion.exchange.games_18xx.pass_matching import (
    NEVER,
    Halt,
    Part,
    Passes,
    PassPlace,
    PlayedAction,
)
from companion.languages import format_text
from companion.rules.core.actions import Action, Pass
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules

USED = 1  # cost of a deed that answers a question of our game alone; it may belong to a later step
STRANGER = 12  # an interpretation is dropped if its cost exceeds the lowest by more
WAYS = 8  # interpretations kept at most
PUT_IN_AT_MOST = 40  # passes inserted before one deed

NOT_NOW = "turn.not_now"
WHOSE_TURN = frozenset({"turn.not_yours", NOT_NOW, "turn.over"})


class IllegalActionError(BadFileError):
    """The rules refuse an action of the file, with every reason.

    ``sent`` is the action. ``turn`` names the player or company whose turn it would be. The
    sentence is made on request, because most failures are tries at a wrong moment.
    """

    def __init__(self, sent: ExportedAction, refusals: list[Refusal], turn: str = "") -> None:
        super().__init__()
        self.sent = sent
        self.refusals = refusals
        self.turn = turn

    def __str__(self) -> str:
        if self.args:
            return super().__str__()
        reasons = [str(refusal) for refusal in self.refusals]
        if self.turn and all(refusal.code == NOT_NOW for refusal in self.refusals):
            reasons.append(format_text("It is the turn of {name}.", name=self.turn))
        why = " ".join(reasons)
        return format_text("{action} is not allowed: {why}", action=self.sent.label, why=why)

    @property
    def says_more(self) -> bool:
        """Return whether a refusal is about more than whose turn it is."""
        return any(refusal.code not in WHOSE_TURN for refusal in self.refusals)


class StuckError(IllegalActionError):
    """The game waits for something before this action that no pass can end."""


class Interpretation(NamedTuple):
    """One interpretation of the export so far.

    ``state`` is the state it leads to, ``strange`` its cost. ``played`` are the actions since it
    was the only one; the last ``new`` of them are new.
    """

    state: State
    strange: int = 0
    played: tuple[PlayedAction, ...] = ()
    new: int = 0


class ReadDeed(NamedTuple):
    """A deed of the export in our game: our action, the state after it, and refusals overruled."""

    action: Action
    state: State
    overruled: Sequence[Refusal] = ()


class Reader:
    """A reader of the actions of one export."""

    def __init__(self, rules: Rules, translator: Translator) -> None:
        self.rules = rules
        self.translator = translator
        self.passes = Passes(translator)

    def read(
        self, start: State, parts: Iterable[tuple[ExportedAction, bool]], to_the_end: bool
    ) -> Iterator[PlayedAction]:
        """Yield each action with the states before and after it, checked as in live play.

        ``to_the_end`` says that the export's game was played until it was over. Raises BadFileError
        at the first action that cannot be read. Raises IllegalActionError at the first refused one.
        The actions before it are yielded first.
        """
        ways = [Interpretation(start)]
        held: list[Part] = []
        part: Part | None = None
        for part in map(Part._make, parts):
            try:
                if not self.translator.is_deed(part.sent):
                    self.translator.check(part.sent, ways[0].state)
                    held.append(part)
                    continue
                ways = self._extend_ways(ways, held, part)
            except BadFileError:
                yield from ways[0].played
                raise
            held = []
            if len(ways) == 1:
                yield from ways[0].played
                ways = [Interpretation(ways[0].state)]
        if part:
            yield from self._find_cheapest(ways, held, part, to_the_end).played

    def _extend_ways(
        self, ways: Sequence[Interpretation], held: Sequence[Part], deed: Part
    ) -> list[Interpretation]:
        """Return the interpretations after the deed, the one with the lowest cost first.

        Raises BadFileError if there is none.
        """
        problems: list[BadFileError] = []
        found = [on for way in ways for on in self._with_deed(way, held, deed, problems)]
        if not found:
            raise _most_telling(problems)
        kept = found if len(found) == 1 else _merge(found)
        # The first one, with the lowest cost, says last which train each name means.
        for one in chain.from_iterable(way.played[-way.new :] for way in reversed(kept)):
            if one.action is not None:
                self.translator.record(one.sent, one.action, one.before, one.state)
        return kept

    def _with_deed(
        self, way: Interpretation, held: Sequence[Part], deed: Part, problems: list[BadFileError]
    ) -> list[Interpretation]:
        """Return the continuations with the deed, at each place where our game accepts it.

        Passes are inserted only if the deed is not accepted earlier, or if that costs less.
        """
        start = Halt(self.rules, way.state)
        tried: dict[Halt, ReadDeed | BadFileError] = {}
        straight = self.passes.match_exactly(start, held)
        if straight:
            on = self._do(way, straight, deed, tried, problems)
            if on and self._is_awaited(straight.halt, on.played[-1].action):
                return [on]
        passes = sum(self.translator.has_effect(part.sent) for part in held)
        found: list[Interpretation] = []
        least = PUT_IN_AT_MOST + 1  # the lowest cost found; more inserted passes cost more
        for place in self._places_up_to(start, held, deed, passes + PUT_IN_AT_MOST):
            put_in = place.number - passes
            if place.trail.strange < NEVER and (on := self._do(way, place, deed, tried, problems)):
                found.append(on)
                least = min(least, on.strange - way.strange)
            if found and put_in + (not place.halt.is_asked) >= least:
                return found
        state = place.halt.state
        if not found and put_in < PUT_IN_AT_MOST and self.rules.waiting(state):
            # No pass leads on from here: our game waits for something else first.
            who = state.round.operating_company or self.rules.actor(state) or ""
            refusals = judge.refusals(self.rules, state, Pass(who))
            problems.append(StuckError(deed.sent, refusals, self._turn(state)))
        return found

    def _places_up_to(
        self, start: Halt, held: Sequence[Part], deed: Part, number: int
    ) -> Iterator[PassPlace]:
        places = self.passes.places(start, held, deed.sent)
        return takewhile(lambda place: place.number <= number, places)

    def _do(
        self,
        way: Interpretation,
        place: PassPlace,
        deed: Part,
        tried: dict[Halt, ReadDeed | BadFileError],
        problems: list[BadFileError],
    ) -> Interpretation | None:
        """Do the deed at a place. A failure is added to ``problems``.

        ``tried`` holds the result of each halt, so that each is tried once.
        """
        halt = place.halt
        if halt not in tried:
            tried[halt] = self._try(halt.state, deed.sent)
        result = tried[halt]
        if isinstance(result, BadFileError):
            problems.append(result)
            return None
        action, state, overruled = result
        done = PlayedAction(deed.sent, action, halt.state, state, deed.last, overruled=overruled)
        played = (*place.trail.passes(), done)
        used = USED if halt.is_asked else 0
        strange = way.strange + place.trail.strange + used
        return Interpretation(state, strange, (*way.played, *played), len(played))

    def _try(self, state: State, sent: ExportedAction) -> ReadDeed | BadFileError:
        """Do the action in the state, or return the problem if that fails."""
        try:
            action = self.translator.translate(sent, state)
        except BadFileError as problem:
            return problem
        judgement = judge.judge_action(self.rules, state, action)
        overruled = self.translator.overruled_codes(sent)
        if any(not refusal.is_waived(overruled) for refusal in judgement.refusals):
            return IllegalActionError(sent, judgement.refusals, self._turn(state))
        outcome = judge.carry_out(self.rules, judgement, overruled)
        return ReadDeed(action, outcome.state, judgement.refusals)

    def _turn(self, state: State) -> str:
        """Return the name of the company or player whose turn it is."""
        actor = self.rules.actor(state)
        return state.round.operating_company or (self.rules.words.names[actor] if actor else "")

    def _is_awaited(self, halt: Halt, action: Action | None) -> bool:
        """Return whether the deed is only possible in the current step."""
        state, step = halt.state, halt.step
        if step is None or action is None or not step.takes(state, action):
            return False
        anytime = self.rules.round_rules(state).anytime
        return not any([beside.takes(state, action) for beside in anytime])

    def _find_cheapest(
        self, ways: Sequence[Interpretation], held: Sequence[Part], last: Part, to_the_end: bool
    ) -> Interpretation:
        """Return the interpretation with the lowest cost, including the passes after the last deed.

        If the export's game is over, those that reach the end of the game come first.
        """
        passes = sum(self.translator.has_effect(part.sent) for part in held)
        most = passes + (PUT_IN_AT_MOST if to_the_end else 0)
        found: list[tuple[bool, int, Interpretation]] = []
        for way in ways:
            for place in self._places_up_to(Halt(self.rules, way.state), held, last, most):
                if place.trail.strange < NEVER:
                    state, strange = place.halt.state, way.strange + place.trail.strange
                    on = Interpretation(state, strange, (*way.played, *place.trail.passes()))
                    found.append((to_the_end and not state.end_reason, strange, on))
        return min(found, key=lambda item: item[:2])[2]


def _merge(ways: list[Interpretation]) -> list[Interpretation]:
    """Return the interpretations to keep, the one with the lowest cost first."""
    ways.sort(key=lambda way: way.strange)
    kept: list[Interpretation] = []
    for way in ways:
        if way.strange > ways[0].strange + STRANGER or len(kept) == WAYS:
            break
        if not any(_same(way.state, other.state) for other in kept):
            kept.append(way)
    return kept


def _most_telling(problems: Sequence[BadFileError]) -> BadFileError:
    """Return the most informative problem.

    That is the first that is about more than whose turn it is. Otherwise it is the one that says
    what the game is waiting for.
    """
    for problem in problems:
        if not isinstance(problem, IllegalActionError) or problem.says_more:
            return problem
    return next((one for one in problems if isinstance(one, StuckError)), problems[0])


def _same(one: State, other: State) -> bool:
    """Return whether two states are the same, so that every action has the same result in both."""
    return (
        one.board.laid == other.board.laid
        and one.board.tokens == other.board.tokens
        and all(
            getattr(one, field.name) == getattr(other, field.name)
            for field in fields(State)
            if field.name != "board"
        )
    )
