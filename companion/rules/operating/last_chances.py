"""Last chances: options that a player would lose if the game simply went on.

Turns, steps and rounds in which nothing can be done end by themselves, which saves taps. Other
options may be open at the same time. Examples are a private exchanged between turns or an extra
tile at any moment of a turn. If going on would lose such a chance, its owner is asked first, once
at each such moment.

A chance is lost if it is no longer open when the game next waits for a player. It is also lost if
it would then no longer have the same effect. Examples are a company that floats a round later, or a
step that is over.

A title lists its chances in its ``last_chances.py``. This module finds those about to be lost and
asks their owners.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.rules.core.actions import Action, BuyPrivateForCompany, Decline, LayTile, Pass
from companion.rules.core.change import Change, Savepoint
from companion.rules.core.copying import replace
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.codec import register_stored
from companion.rules.judge.rules import NoChanceStep, Rules, Step
from companion.rules.operating import operating_round as rounds
from companion.rules.operating.operating_round import OperatingRound, OperatingRules, turn_of
from companion.rules.stock.share_trading import StockRound
from companion.values import speed_up


@register_stored("effect", order=True)
class ChanceEffect:
    """One effect of using a chance.

    ``details`` holds the ids and numbers that distinguish it from others of its ``kind``. For
    "begins" they are the number and part of the round.
    """

    kind: str
    details: tuple[str | int, ...] = ()


@speed_up
@dataclass(frozen=True, slots=True)
class OpenChance:
    """An open chance: its player and all effects of using it now."""

    player: str
    effects: frozenset[ChanceEffect]


@register_stored("chance_question")
class ChanceQuestion(Question):
    """The question to a player about chances; ``lost_effects`` are the effects about to be lost."""

    lost_effects: tuple[ChanceEffect, ...] = ()


class Chance:
    """One kind of chance: when it is open, and the step that takes actions using it.

    ``name`` is its key in the vocabulary. Its ``facts`` fill the sentence templates there.
    ``ends_with_turn`` says whether ``effects_of_turn`` may return effects.
    """

    name = ""
    ends_with_turn = False

    def __init__(self, rules: Rules, step: Step) -> None:
        self.rules = rules
        self.data = rules.data
        self.step = step

    def open(self, state: State) -> OpenChance | None:
        """Return the chance's player and effects now; None if it is not open."""
        raise NotImplementedError

    def state_after(self, state: State, action: Action) -> State:
        """Return the state right after ``action`` has used it."""
        change = Change(state.copy())
        self.step.apply(change, action)
        return change.state

    def effects_of_turn(self, effects: Iterable[ChanceEffect]) -> frozenset[ChanceEffect]:
        """Return those of the effects that end with a player's turn.

        A player who ends their own turn gives them up and is not asked about them again.
        """
        return frozenset()

    def facts(self, state: State) -> Mapping[str, Any]:
        """Return the facts for its sentences."""
        return {}

    def sentences(self, state: State, question: ChanceQuestion) -> list[str]:
        """Return sentences that say what the player may do and why it would be lost."""
        words = self.rules.vocabulary.chances[self.name]
        facts = {"player": question.actor, **self.facts(state)}
        found = [self.rules.words.fill(words.says, facts)]
        before = state.copy()
        before.remove_question(question)
        now = self.open(before)
        own = now.effects if now else frozenset[ChanceEffect]()
        for effect in question.lost_effects:  # the question may be about other chances too
            if effect in own and effect.kind in words.reasons:
                reason = words.reasons[effect.kind]
                found.append(self.rules.words.fill(reason, {**facts, "of": effect.details}))
        return found


def next_operating(round: StockRound | OperatingRound) -> tuple[int, int]:
    """Return the number and part of the next operating round.

    A company that floats now begins with it.
    """
    if isinstance(round, StockRound):
        return round.number, 1
    if round.part < round.parts:
        return round.number, round.part + 1
    return round.number + 1, 1


class CompanyTurnChance(Chance):
    """A chance of the company on turn that is open at any moment of its turn.

    It must be used before a step in which the company could otherwise do nothing. ``opens`` names
    the steps it may make possible. ``done`` is the kind of effect that is lost with the turn; it is
    "" if a step at the end waits for it.
    """

    done = ""
    opens: tuple[str, ...] = ("token", "run")

    def open(self, state: State) -> OpenChance | None:
        rules, turn = self.rules.round_rules(state), state.round.operating
        if not isinstance(rules, OperatingRules) or turn is None:
            return None
        if self.step.name not in rules.names:
            return None
        uses = self.step.find_allowed(state)
        first = next(uses, None)
        if first is None:
            return None
        left = [step for step in rules.steps_in(state)[turn.step :] if step.subject in self.opens]
        if not (self.done or left):
            return None
        shut = [step for step in left if not step.waits(state)]
        effects = {ChanceEffect(self.done, self.turn_key(state))} if self.done else set()
        for action in chain((first,), uses) if shut else ():
            closed = {self.opening_effect(step, action): step for step in shut}
            closed = {effect: step for effect, step in closed.items() if effect not in effects}
            for after in self._outcomes(self.state_after(state, action)) if closed else ():
                effects |= {effect for effect, step in closed.items() if step.waits(after)}
                if closed.keys() <= effects:
                    break
        if not effects:
            return None
        return OpenChance(self.rules.decider(state, turn.company), frozenset(effects))

    def turn_key(self, state: State) -> tuple[int | str, ...]:
        """Return the round and company of the turn that the chance is lost with."""
        return (state.round.number, state.round.part, turn_of(state).company)

    def opening_effect(self, step: rounds.TurnStep, action: Action) -> ChanceEffect:
        """Return the effect of making a step possible by an action."""
        return ChanceEffect(step.subject)

    def _outcomes(self, state: State) -> Iterator[State]:
        """Yield the states that may follow, one for each answer to any open questions."""
        if not state.questions:
            yield state
            return
        asking = self.rules.waiting(state)
        assert asking is not None
        for action in asking.find_allowed(state):
            change = Change(state.copy())
            asking.apply(change, action)
            yield from self._outcomes(change.state)

    def facts(self, state: State) -> Mapping[str, Any]:
        return {"company": turn_of(state).company}


class ExtraTileChance(CompanyTurnChance):
    """The extra tile of a private.

    It is laid in this turn, before a token or a run that it makes possible.
    """

    name = "extra_tile"
    done = "tile"

    def turn_key(self, state: State) -> tuple[int | str, ...]:
        """Return the round alone, because only one company has the private."""
        return (state.round.number, state.round.part)

    def facts(self, state: State) -> Mapping[str, Any]:
        lays = self.step.find_allowed(state)
        private = next(lay.private for lay in lays if isinstance(lay, LayTile))
        return {"private": private, **super().facts(state)}


class PrivatePurchaseChance(CompanyTurnChance):
    """A private that a player sells to the company at any moment of its turn.

    It is a chance while the private can still make a step possible. The end of the turn waits for
    the sale anyway.
    """

    name = "buy_private"
    opens = ("track", "token", "run")

    def opening_effect(self, step: rounds.TurnStep, action: Action) -> ChanceEffect:
        assert isinstance(action, BuyPrivateForCompany)
        return ChanceEffect(step.subject, (action.private,))


def _let_go(state: State, key: str, gone: frozenset[ChanceEffect]) -> frozenset[ChanceEffect]:
    """Return those of the effects about to be lost that the owner has given up."""
    if state.declined_chances.get(key) == _round(state):
        return gone
    return frozenset(state.forgone_effects.get(key, ()))


def _key(player: str, chance: Chance) -> str:
    return f"{player} {chance.name}"


def _round(state: State) -> str:
    """Return the number and part of the round as text.

    The sale of privates counts as part of its stock round.
    """
    return f"{state.round.number}.{state.round.part}"


def _note(change: Change, player: str, chance: Chance, effects: frozenset[ChanceEffect]) -> None:
    """Note that the player gives up these effects.

    The player is not asked about them again until the game has waited for another player.
    """
    if effects:
        let_go = {**change.state.forgone_effects, _key(player, chance): tuple(sorted(effects))}
        change.state.forgone_effects = let_go


class LastChanceStep(NoChanceStep):
    """The question about chances that would be lost.

    Their owner uses one, lets them go (``Pass``), or does not want to be asked about them again in
    this round (``Decline``).
    """

    accepts = (Pass, Decline)

    def __init__(self, rules: Rules, *chances: Chance) -> None:
        super().__init__(rules)
        self.all = chances
        maps = (CHECKED, TOLD)
        self.by_map = {map: [c for c in chances if c.step.is_open(map)] for map in maps}

    def names(self) -> set[str]:
        return {chance.name for chance in self.all}

    # --- whether to ask

    def find_open(self, state: State) -> Mapping[Chance, OpenChance]:
        return {chance: found for chance in self.by_map[state.map] if (found := chance.open(state))}

    def find_question(
        self, passed: Sequence[tuple[Savepoint, Mapping[Chance, OpenChance]]], ahead: State
    ) -> tuple[Savepoint, ChanceQuestion] | None:
        there = {
            chance: None if ahead.end_reason else chance.open(ahead)
            for chance in {chance for _, found in passed for chance in found}
        }
        asking = ((moment, self._ask(moment.state, found, there)) for moment, found in passed)
        return next(((moment, question) for moment, question in asking if question), None)

    def _ask(
        self,
        state: State,
        found: Mapping[Chance, OpenChance],
        ahead: Mapping[Chance, OpenChance | None],
    ) -> ChanceQuestion | None:
        """Return the question about chances open in a state that are not open ``ahead``, or None.

        It goes to the player of the first such chance.
        """
        lost: dict[Chance, frozenset[ChanceEffect]] = {}
        for chance, here in found.items():
            there = ahead[chance]
            gone = here.effects - (there.effects if there else frozenset())
            if not gone <= _let_go(state, _key(here.player, chance), gone):
                lost[chance] = gone
        if not lost:
            return None
        player = found[next(iter(lost))].player
        mine = [chance for chance in lost if found[chance].player == player]
        effects = sorted({effect for chance in mine for effect in lost[chance]})
        names = tuple(chance.name for chance in mine)
        return ChanceQuestion(self.name, player, names, tuple(effects))

    def turn_ended(self, change: Change, player: str) -> None:
        ending = [chance for chance in self.all if chance.ends_with_turn]
        for chance, now in self._open_chances(change.state, player, ending):
            _note(change, player, chance, chance.effects_of_turn(now.effects))

    def _open_chances(
        self, state: State, player: str, chances: Iterable[Chance]
    ) -> Iterator[tuple[Chance, OpenChance]]:
        """Yield those of the chances that are open to the player."""
        for chance in chances:
            now = chance.open(state)
            if now and now.player == player:
                yield chance, now

    def forget(self, change: Change) -> None:
        change.state.forgone_effects = {}

    # --- the question

    def current_question(self, state: State) -> ChanceQuestion | None:
        """Return the question that waits for an answer, or None."""
        return next((q for q in self.pending(state) if isinstance(q, ChanceQuestion)), None)

    def chances(self, state: State) -> list[Chance]:
        """Return the chances that the question is about."""
        question = self.current_question(state)
        return [c for c in self.all if question and c.name in question.subjects]

    def sentences(self, state: State) -> list[str]:
        """Return sentences that say what the player may do and why it would be lost."""
        question = self.current_question(state)
        found = [c.sentences(state, question) for c in self.chances(state) if question]
        return [sentence for sentences in found for sentence in sentences]

    def ends_with_turn(self, state: State) -> bool:
        question = self.current_question(state)
        lost = frozenset(question.lost_effects if question else ())
        chances = self.chances(state)
        return lost == frozenset().union(*(chance.effects_of_turn(lost) for chance in chances))

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, self.accepts):
            return True
        return any(chance.step.takes(state, action) for chance in self.chances(state))

    def offers(self, state: State) -> list[Offer]:
        player = self.actor(state)
        found = []
        for chance in self.chances(state):
            uses = [offer for offer in chance.step.offers(state) if offer.allowed]
            found += [replace(offer, weight=1.0 / len(uses)) for offer in uses]
        return [
            *found,
            Offer("pass", Pass(player)),
            Offer("decline", Decline(player), weight=3),
        ]

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        if not isinstance(action, Pass | Decline):
            return self._taking(state, action).refusals(state, action)
        who, actor = action.actor(), self.actor(state)
        return [] if who == actor else [self.rules.refuse("turn.not_yours", actor=actor, party=who)]

    def _taking(self, state: State, action: Action) -> Step:
        steps = (chance.step for chance in self.chances(state))
        return next(step for step in steps if step.takes(state, action))

    def apply(self, change: Change, action: Any) -> None:
        state = change.state
        chances, player = self.chances(state), self.actor(state)
        step = None if isinstance(action, Pass | Decline) else self._taking(state, action)
        state.remove_question(self.question(state))
        if step:
            step.apply(change, action)
            return
        for chance, now in self._open_chances(state, player, self.all):
            _note(change, player, chance, now.effects)
        for chance in chances:
            what = {"chance": chance.name, "player": player, **chance.facts(state)}
            kind = "chance_declined" if isinstance(action, Decline) else "chance_forgone"
            change.tell(kind, player=player, chance=what)
        if isinstance(action, Decline):
            at = _round(state)
            kept = {key: round for key, round in state.declined_chances.items() if round == at}
            mine = {_key(player, chance): at for chance in chances}
            state.declined_chances = {**kept, **mine}
