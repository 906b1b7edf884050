"""A turn of 1828 without the map, and how such a game follows one with it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.rules.core.actions import Action, LayTile, Pass
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.policy_without_map import PlayedAction, ToldPolicy
from companion.rules.judge.rules import Rules
from companion.rules.operating.last_chances import ExtraTileChance
from companion.rules.operating.operating_round import TurnStep, steps_to_come
from companion.rules.operating.private_powers import power
from companion.rules.operating.tokens import TokenStep
from companion.rules.without_map.actions import TellPower, TellToken
from companion.rules.without_map.followed_game import find_cost
from companion.rules.without_map.map_facts import MapFact
from companion.rules.without_map.private_uses import refuse_outside_track
from companion.rules.without_map.tokens import ToldFreeTokenStep, ToldPaidTokenStep, ToldTokenStep
from companion.rules.without_map.track import ToldTrackStep
from companion.rules.without_map.turn import make_told_steps
from companion.rules.without_map.turn_powers import ToldTurnPowerStep
from companion.titles.t1828.coal import is_tunnel_open, may_take_coal, open_tunnel
from companion.titles.t1828.cobourg import MarkerSwapStep, ToldMarkerSwapStep
from companion.titles.t1828.merger import MARKER, SHARED, SURPLUS, pending_merger
from companion.titles.t1828.merger_choices import BlockMarker, GiveWay, TellSharedHexes
from companion.titles.t1828.title_state import game_of, turn_of
from companion.titles.t1828.track import TrackStep1828, extra_lay_power, has_upgraded, note_power

FREE, PAID, TELEPORT = "extra_tile", "extra_yellow", "teleport"  # powers of privates


def tunnel_facts(rules: Rules) -> tuple[MapFact, ...]:
    """Return the facts of the tunnel: its coal goes to its builder, or is for sale."""

    def is_open(state: State, takes: bool) -> bool:
        company = turn_of(state).company
        return not is_tunnel_open(rules, state) and may_take_coal(rules, state, company) == takes

    return (
        MapFact("coal_taken", is_open=lambda state: is_open(state, True), note=open_tunnel),
        MapFact("coal_for_sale", is_open=lambda state: is_open(state, False), note=open_tunnel),
    )


def told_turn(
    rules: Rules, steps: Iterable[TurnStep], token: TokenStep
) -> tuple[tuple[TurnStep, ...], tuple[TurnStep, ...]]:
    """Return the steps of a turn without the map, and those beside it."""
    free = ToldMarkerStep(rules, token)
    told = make_told_steps(
        rules, steps, ToldTrackStep1828, lambda _, step: ToldPaidTokenStep(rules, step, free)
    )
    return told, (free, ToldPowerStep1828(rules, is_paid=True))


class ToldTrackStep1828(ToldTrackStep):
    """The lays of a turn. The step waits for the paid tile of a private, too."""

    step: TrackStep1828

    def waits(self, state: State) -> bool:
        return super().waits(state) or bool(self.step.extra_privates(state))


class ToldPowerStep1828(ToldTurnPowerStep):
    """The tile that a private adds: a free one at any time, or a paid one with the track."""

    def __init__(self, rules: Rules, is_paid: bool) -> None:
        super().__init__(rules)
        self.is_paid = is_paid

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, TellPower) and self.pays_ground(action.private) == self.is_paid

    def find_price(self, state: State, private: str) -> int | None:
        paid: int | None = power(self.rules, private, PAID)
        return paid or (0 if power(self.rules, private, FREE) else None)

    def pays_ground(self, private: str) -> bool:
        return bool(power(self.rules, private, PAID))

    def moment_refusals(self, state: State, action: TellPower) -> list[Refusal]:
        private, found = action.private, []
        if private in game_of(state).used_privates:
            found.append(self.rules.refuse("power.spent", private=private))
        if not self.pays_ground(private):
            return found
        if has_upgraded(state):
            facts = {"company": action.party, "private": private}
            found.append(self.rules.refuse("power.upgraded", **facts))
        return found + refuse_outside_track(self.rules, state, private)

    def apply(self, change: Change, action: TellPower) -> None:
        super().apply(change, action)
        note_power(change, action.private)


class ToldTileChance(ExtraTileChance):
    """The free tile of a private, which is lost with the turn of its company."""

    name = "told_power"
    opens = ()

    def facts(self, state: State) -> Mapping[str, Any]:
        use = next(use for use in self.step.find_allowed(state) if isinstance(use, TellPower))
        return {"company": use.party, "private": use.private}


class ToldMarkerStep(ToldFreeTokenStep):
    """The free marker with the tile of a private, before the step of markers is over."""

    key = TELEPORT

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        found, private = super().power_refusals(state, action), action.private
        left = steps_to_come(self.rules, state)
        if not turn_of(state).lays or not any(isinstance(step, ToldTokenStep) for step in left):
            found.append(self.rules.refuse("token.with_tile", private=private))
        if self.rules.options["scranton_once"] and private in game_of(state).used_privates:
            found.append(self.rules.refuse("power.spent", private=private))
        return found

    def apply(self, change: Change, action: TellToken | Pass) -> None:
        super().apply(change, action)
        assert isinstance(action, TellToken)
        note_power(change, str(action.private))


# --- a game with the map


def tell(rules: Rules, state: State, played: PlayedAction) -> Iterable[Action] | None:
    """Return what is told of the tiles of privates, and nothing of markers of a merger."""
    action = played.action
    if isinstance(action, GiveWay | BlockMarker):
        return ()
    if isinstance(action, Pass) and _asks_swap(played.before):
        return (action,)
    if not isinstance(action, LayTile) or action.private is None:
        return None
    if power(rules, action.private, TELEPORT):
        return None
    if extra_lay_power(rules, action) not in (None, FREE):
        return ()
    return (TellPower(action.company, action.private, find_cost(played.events)),)


def _asks_swap(state: State) -> bool:
    return any(question.step == MarkerSwapStep.name for question in state.questions)


def answer(rules: Rules, state: State, since: Sequence[PlayedAction]) -> Action | None:
    """Return in how many hexes two merging companies both had a marker, once it is known.

    Without a choice the marker of the private that operates is not replaced.
    """
    after = since[-1].after
    if state.questions[0].step == ToldMarkerSwapStep.name and not _asks_swap(after):
        return Pass(state.questions[0].actor)  # it could not lie there beside another
    here, there = pending_merger(state), pending_merger(after)
    if here is None or here.share_choice is None or here.share_choice.kind != SHARED:
        return None
    if there and there.share_choice and there.share_choice.kind in (MARKER, SURPLUS):
        return None
    blocked = sum(
        event.kind == "merger_blocked"
        for played in since
        if not isinstance(played.action, BlockMarker)
        for event in played.events
    )
    both = (here.survivor, here.other)
    homes = sum(len(since[0].before.companies[company].homes) for company in both)
    is_joined = there or both in game_of(after).systems
    kept = len(after.companies[here.survivor].homes) if is_joined else homes
    return TellSharedHexes(here.share_choice.player, blocked + homes - kept)


FOLLOWING = ToldPolicy(tell, answer)
