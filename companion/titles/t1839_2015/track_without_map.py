"""Track without the map: the table tells their costs, and the use of privates.

Number and kind of lays, and the owners of privates, are as with the map.
The table says what drawn money pays for, so nothing is held against it.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from companion.rules.core.actions import Action, Pass, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.lay_allowance import UPGRADE, LayAllowance, LayPermission
from companion.rules.operating.operating_round import TurnStep, update_turn
from companion.rules.operating.private_powers import (
    BUILD,
    GROUND_OFF,
    JOINT,
    MORE_LAYS,
    MOVES_TOKEN,
    NEW_CITY,
    is_obsolete,
    power,
    privates_with_power,
    refuse_owner,
    use_power,
)
from companion.rules.operating.tokens import next_cost, place_somewhere
from companion.rules.privates.power_lays import turn_of
from companion.rules.without_map.actions import TellPower, TellTrack
from companion.rules.without_map.private_uses import (
    refuse_limits,
    refuse_outside_track,
)
from companion.rules.without_map.track import ToldTrackStep, pay_for_track, refuse_dear, usual_costs
from companion.rules.without_map.turn_powers import ToldTurnPowerStep
from companion.titles.t1839_2015.exploitatie import ask_value
from companion.titles.t1839_2015.operating import TrackStep2015


@action("tell_power_track")
class TellPowerTrack(TellTrack):
    """A company lays a tile with the power of ``private``, with some also a marker."""

    private: str = field(kw_only=True)


def joint_of(step: TurnStep, private: str) -> Any:
    return power(step.rules, private, JOINT)


def has_upgrades(step: TurnStep, state: State) -> bool:
    """Check whether the phase has tiles that replace others."""
    return len(step.rules.phase(state).tiles) > 1


def refuse_upgrade(step: TurnStep, state: State, action: TellTrack | Pass) -> list[Refusal]:
    """Refuse an upgrade in the first phase."""
    if isinstance(action, Pass) or action.kind != UPGRADE or has_upgrades(step, state):
        return []
    return [step.rules.refuse("told.upgrade", phase=state.phase)]


def joint_refusals(step: TurnStep, state: State, action: TellPowerTrack) -> list[Refusal]:
    """Check a tile that is told with a marker: its cost, and the marker."""
    refuse, company, costs = step.rules.refuse, action.company, joint_of(step, action.private).costs
    found = refuse_owner(step.rules, state, company, action.private)
    found += refuse_upgrade(step, state, action)
    cash = step.rules.treasury.means(step.rules, state, company)
    found += refuse_dear(step.rules, company, action.cost, cash)
    if action.cost not in costs.values():
        sums = tuple(sorted({*costs.values()}))
        found.append(refuse("told.joint", private=action.private, costs=sums))
    if turn_of(state).tokens:
        found.append(refuse("token.one", company=company))
    if next_cost(step.rules, state, company) is None:
        found.append(refuse("token.none", company=company))
    return found


def lay_joint(step: TurnStep, change: Change, action: TellPowerTrack) -> None:
    """Pay for a tile with a marker, and count the marker."""
    company = action.company
    pay_for_track(change, step.rules, company, action.cost)
    place_somewhere(change, company)
    change.tell("told_token", company=company, cost=0)
    update_turn(change, tokens=turn_of(change.state).tokens + 1)
    use_power(change, step.rules, company, action.private)


def joint_offers(step: TurnStep, state: State) -> Iterator[Offer]:
    """Yield the tiles with a marker that the step takes, one for each cost and kind of lay."""
    company = step.company(state)
    for private in privates_with_power(step.rules, state, company, JOINT):
        joint = joint_of(step, private)
        for cost in sorted(set(joint.costs.values())):
            for upgrades in (0, 1):
                use = TellPowerTrack(company, cost, upgrades, private=private)
                if step.takes(state, use) and not step.refusals(state, use):
                    yield Offer("tell_power", use, -cost, weight=0.2)
                    if joint.beside:
                        break  # it does not count as a lay of the turn


class ToldTrackStep2015(ToldTrackStep):
    """The lays of a turn, also those that privates allow."""

    accepts = (TellTrack, TellPowerTrack, Pass)
    step: TrackStep2015

    def takes(self, state: State, action: Action) -> bool:
        joint = joint_of(self, action.private) if isinstance(action, TellPowerTrack) else None
        return super().takes(state, action) and not (joint and joint.beside)

    def waits(self, state: State) -> bool:
        company = self.company(state)
        more = privates_with_power(self.rules, state, company, MORE_LAYS)
        return super().waits(state) or any(self._is_left(state, private) for private in more)

    def _is_left(self, state: State, private: str) -> bool:
        """Check whether the private may lay one more tile beside those of the turn."""
        laid = sum(by == private for by, _ in turn_of(state).extra_lays)
        return laid < max(1, len(power(self.rules, private, MORE_LAYS).hexes))

    def kinds(self, state: State) -> tuple[str, ...]:
        is_open = has_upgrades(self, state)
        return tuple(kind for kind in super().kinds(state) if is_open or kind != UPGRADE)

    # --- offers

    def offers(self, state: State) -> list[Offer]:
        *lays, done = super().offers(state)
        found = [self._with_usual(state, offer) for offer in lays]
        return [*found, *self._power_offers(state), *joint_offers(self, state), done]

    def _with_usual(self, state: State, offer: Offer) -> Offer:
        """Return the offer of a tile with its usual costs, less what a private takes off."""
        assert isinstance(offer.action, TellTrack)
        usual = self._usual(state, offer.action.cost)
        return replace(offer, facts=(("usual", usual),))

    def _usual(self, state: State, fee: int, more: int = 0) -> tuple[int, ...]:
        """Return the usual costs of a tile: its fee, and the ground.

        ``more`` is a cost besides the ground of the map. A private may lower both.
        """
        off = self._ground_off(state)
        sums = (fee + max(0, more + cost - off) for cost in (0, *usual_costs(self.rules)))
        return tuple(dict.fromkeys(sums))

    def _ground_off(self, state: State) -> int:
        """Return what privates of the company take off the cost of the ground."""
        cheaper = privates_with_power(self.rules, state, self.company(state), GROUND_OFF)
        return sum(power(self.rules, each, GROUND_OFF) for each in cheaper)

    def _power_offers(self, state: State) -> Iterator[Offer]:
        """Yield the tiles of privates, each with its usual costs."""
        company = self.company(state)
        most = max(0, self.rules.treasury.means(self.rules, state, company))
        for private, owner in state.privates.items():
            for upgrades in (0, 1) if owner == company else ():
                fee, more = self._fee(state, private, upgrades), self._more(private, upgrades)
                usual = self._usual(state, fee, more)
                use = TellPowerTrack(company, usual[0], upgrades, private=private)
                if not self._is_begun(state, private) and not self.refusals(state, use):
                    span, facts = Span("cost", usual[0], most), (("usual", usual),)
                    yield Offer("tell_power", use, 0, span, weight=0.2, facts=facts)

    def _is_begun(self, state: State, private: str) -> bool:
        """Return whether the build of the private has begun: more of its tiles need no name."""
        return bool(private) and turn_of(state).private_for_lays == private

    def _fee(self, state: State, private: str, upgrades: int) -> int:
        """Return the cost of the private's tile besides the ground."""
        build = power(self.rules, private, BUILD)
        if not build:
            return 0
        permission = self._permission(state, TellPowerTrack("", 0, upgrades, private=private))
        begins = self.step.build_begun_by(state, private) is not None
        return (permission.fee if permission else 0) + (int(build.fee) if begins else 0)

    def _more(self, private: str, upgrades: int) -> int:
        """Return the cost of the private's tile that counts as cost of the ground."""
        city = power(self.rules, private, NEW_CITY)
        return int(city.upgrade if upgrades else city.yellow) if city else 0

    # --- checks

    def refusals(self, state: State, action: TellTrack | Pass) -> list[Refusal]:
        if not isinstance(action, TellPowerTrack):
            return super().refusals(state, action) + refuse_upgrade(self, state, action)
        found = self.not_its_turn(state, action)
        if found:
            return found
        if joint_of(self, action.private):
            return self._enough(state, action) + joint_refusals(self, state, action)
        return refuse_upgrade(self, state, action) + self._power_refusals(state, action)

    def _power_refusals(self, state: State, action: TellPowerTrack) -> list[Refusal]:
        """Check the private that is named: its owner, its tiles in this turn, and the cost."""
        private, refuse, company = action.private, self.rules.refuse, action.company
        if not any(power(self.rules, private, key) for key in (BUILD, MORE_LAYS, NEW_CITY)):
            return [refuse("power.none", private=private)]
        found, turn = refuse_owner(self.rules, state, company, private), turn_of(state)
        is_begun = bool(turn.lays) or turn.has_finished_lays
        if power(self.rules, private, BUILD) and is_begun and turn.private_for_lays != private:
            found.append(refuse("power.whole_build", private=private))
        elif not power(self.rules, private, MORE_LAYS):
            found += self._enough(state, action)
        elif not self._is_left(state, private):
            found.append(refuse("power.once", private=private))
        cash = self.rules.treasury.means(self.rules, state, company)
        own = max(0, self._more(private, action.upgrades) - self._ground_off(state))
        least = self._fee(state, private, action.upgrades) + own
        found += refuse_limits(self.rules, private, action.cost, least)
        return found + refuse_dear(self.rules, company, action.cost, cash)

    def _permission(self, state: State, action: TellPowerTrack) -> LayPermission | None:
        """Return the permission of the turn, or of a build that the tile begins, or None."""
        build = self.step.build_begun_by(state, action.private)
        left = build.allowance.remaining(()) if build else self.step.remaining_lays(state)
        return next((one for one in left if action.kind in one.kinds), None)

    def _enough(self, state: State, action: TellPowerTrack) -> list[Refusal]:
        """Refuse a lay beyond those of the turn, or of the build."""
        if self._permission(state, action):
            return []
        if self.step.build_begun_by(state, action.private):
            return [self.rules.refuse("lay.power", private=action.private)]
        code = LayAllowance.refusal_code(self.step.remaining_lays(state), action.kind)
        return [self.rules.refuse(code, company=action.company)]

    # --- effects

    def apply(self, change: Change, action: TellTrack | Pass) -> None:
        if isinstance(action, TellPowerTrack):
            self._lay(change, action)
        else:
            super().apply(change, action)
        if isinstance(action, TellTrack):
            ask_value(change, self.rules)

    def _lay(self, change: Change, action: TellPowerTrack) -> None:
        private, turn = action.private, turn_of(change.state)
        more = power(self.rules, private, MORE_LAYS)
        if joint_of(self, private):
            lay_joint(self, change, action)
        else:
            pay_for_track(change, self.rules, action.company, action.cost)
        if more:
            is_over = turn.has_finished_lays or (bool(turn.lays) and not more.hexes)
            extra = (*turn.extra_lays, (private, ""))
            update_turn(change, extra_lays=extra, has_finished_lays=is_over)
        else:
            update_turn(change, lays=(*turn.lays, ("", action.kind)))
        if power(self.rules, private, BUILD):
            update_turn(change, private_for_lays=private)
        elif power(self.rules, private, NEW_CITY) or (more and not more.hexes):
            use_power(change, self.rules, action.company, private)


class ToldGroundStep(ToldTurnPowerStep):
    """The use of a private that makes the ground cheaper, told if it closes with its use."""

    weight = 1.0

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, TellPower):
            return False
        return not power(self.rules, action.private, MOVES_TOKEN)

    def find_price(self, state: State, private: str) -> int | None:
        is_told = power(self.rules, private, GROUND_OFF) and is_obsolete(state, private)
        return 0 if is_told else None

    def moment_refusals(self, state: State, action: TellPower) -> list[Refusal]:
        return refuse_outside_track(self.rules, state, action.private)

    def apply(self, change: Change, action: TellPower) -> None:
        super().apply(change, action)
        use_power(change, self.rules, action.party, action.private)
