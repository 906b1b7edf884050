"""Track and markers without the map: the table tells their costs, and the use of privates.

Number and kind of lays, the one marker of a turn, and the owners of privates are as with the map.
The table says what drawn money pays for, so nothing is held against it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.rules.core.actions import Action, Pass, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.told_map import TOLD
from companion.rules.data.lay_allowance import UPGRADE, LayPermission
from companion.rules.operating.operating_round import TurnStep, is_laying_track, update_turn
from companion.rules.operating.private_powers import (
    BUILD,
    GROUND_OFF,
    JOINT,
    MORE_LAYS,
    MOVES_TOKEN,
    NEW_CITY,
    TOKEN_PERCENT,
    is_obsolete,
    owner_refusals,
    power,
    privates_with_power,
    use_power,
)
from companion.rules.operating.tokens import forget_places, next_cost, place_somewhere
from companion.rules.privates.power_lays import turn_of
from companion.rules.told.actions import TellPower, TellToken, TellTrack
from companion.rules.told.tokens import ToldTokenStep
from companion.rules.told.track import ToldTrackStep, pay_for_track, stop_values, usual_costs
from companion.titles.t1839_2015.exploitatie import ask_value
from companion.titles.t1839_2015.operating import TrackStep2015
from companion.titles.t1839_2015.tokens import TokenStep2015


@action("tell_power_track")
@dataclass(frozen=True, slots=True)
class TellPowerTrack(TellTrack):
    """A company lays a tile with the power of ``private``, with some also a marker."""

    private: str = field(kw_only=True)


def _joint(step: TurnStep, private: str) -> Any:
    return power(step.rules, private, JOINT)


def joint_refusals(step: TurnStep, state: State, action: TellPowerTrack) -> list[Refusal]:
    """Check a tile that is told with a marker: its cost, and the marker."""
    refuse, company, costs = step.rules.refuse, action.company, _joint(step, action.private).costs
    found = owner_refusals(step.rules, state, action)
    cash = step.rules.treasury.means(step.rules, state, company)
    if action.cost not in costs.values() or action.cost > cash:
        found.append(refuse("told.cost", company=company, cost=action.cost, cash=cash))
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
        joint = _joint(step, private)
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
        joint = _joint(self, action.private) if isinstance(action, TellPowerTrack) else None
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
        is_open = self._has_upgrades(state)
        return tuple(kind for kind in super().kinds(state) if is_open or kind != UPGRADE)

    def _has_upgrades(self, state: State) -> bool:
        """Check whether the phase has tiles that replace others."""
        return len(self.rules.phase(state).tiles) > 1

    # --- offers

    def offers(self, state: State) -> list[Offer]:
        *lays, done = super().offers(state)
        found = [self._with_usual(state, offer) for offer in lays]
        return [*found, *self._power_offers(state), *joint_offers(self, state), done]

    def _with_usual(self, state: State, offer: Offer) -> Offer:
        """Return the offer of a tile with its usual costs, less what a private takes off."""
        assert isinstance(offer.action, TellTrack)
        fee, mine = offer.action.cost, self.company(state)
        cheaper = privates_with_power(self.rules, state, mine, GROUND_OFF)
        off = sum(power(self.rules, each, GROUND_OFF) for each in cheaper)
        usual = dict.fromkeys(fee + max(0, cost - off) for cost in (0, *usual_costs(self.rules)))
        return replace(offer, facts=(("usual", tuple(usual)),))

    def _power_offers(self, state: State) -> Iterator[Offer]:
        """Yield the tiles of privates, each with its usual costs."""
        company = self.company(state)
        most = max(0, self.rules.treasury.means(self.rules, state, company))
        for private, owner in state.privates.items():
            for upgrades in (0, 1) if owner == company else ():
                fee = self._fee(state, private, upgrades)
                if fee is None:
                    continue
                use = TellPowerTrack(company, min(fee, most), upgrades, private=private)
                if not self.refusals(state, use):
                    offer = Offer("tell_power", use, 0, Span("cost", 0, most), weight=0.2)
                    yield self._with_usual(state, offer)

    def _fee(self, state: State, private: str, upgrades: int) -> int | None:
        """Return the cost of the private's tile beside the ground; None if it lays none alone."""
        if power(self.rules, private, MORE_LAYS):
            return 0
        if city := power(self.rules, private, NEW_CITY):
            return int(city.upgrade if upgrades else city.new)
        if build := power(self.rules, private, BUILD):
            permission = self._permission(state, TellPowerTrack("", 0, upgrades, private=private))
            return (permission.fee if permission else 0) + int(build.fee)
        return None

    # --- checks

    def refusals(self, state: State, action: TellTrack | Pass) -> list[Refusal]:
        if not isinstance(action, TellPowerTrack):
            return super().refusals(state, action) + self._colour_refusals(state, action)
        found = self.not_its_turn(state, action)
        if found:
            return found
        found = self._colour_refusals(state, action)
        if _joint(self, action.private):
            return found + self._enough(state, action) + joint_refusals(self, state, action)
        return found + self._power_refusals(state, action)

    def _colour_refusals(self, state: State, action: TellTrack | Pass) -> list[Refusal]:
        """Refuse an upgrade in the first phase."""
        if isinstance(action, Pass) or action.kind != UPGRADE or self._has_upgrades(state):
            return []
        return [self.rules.refuse("told.upgrade", phase=state.phase)]

    def _power_refusals(self, state: State, action: TellPowerTrack) -> list[Refusal]:
        """Check the private that is named: its owner, its tiles in this turn, and the cost."""
        private, refuse, company = action.private, self.rules.refuse, action.company
        if not any(power(self.rules, private, key) for key in (BUILD, MORE_LAYS, NEW_CITY)):
            return [refuse("power.none", private=private)]
        found, turn = owner_refusals(self.rules, state, action), turn_of(state)
        is_begun = bool(turn.lays) or turn.has_finished_lays
        if power(self.rules, private, BUILD) and is_begun and turn.private_for_lays != private:
            found.append(refuse("power.whole_build", private=private))
        elif not power(self.rules, private, MORE_LAYS):
            found += self._enough(state, action)
        elif not self._is_left(state, private):
            found.append(refuse("power.once", private=private))
        cash = self.rules.treasury.means(self.rules, state, company)
        if action.cost > cash:
            found.append(refuse("told.cost", company=company, cost=action.cost, cash=cash))
        return found

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
        code = "lay.one_replaced" if self.step.remaining_lays(state) else "lay.enough"
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
        if _joint(self, private):
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


class ToldTokenStep2015(ToldTokenStep):
    """The one marker of a turn, also with a private, or the move of one."""

    accepts = (TellToken, TellPowerTrack, TellPower, Pass)
    step: TokenStep2015

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, TellPowerTrack):
            joint = _joint(self, action.private)
            return bool(joint and joint.beside)
        if isinstance(action, TellPower):
            return bool(power(self.rules, action.private, MOVES_TOKEN))
        return isinstance(action, TellToken | Pass)

    def waits(self, state: State) -> bool:
        if turn_of(state).tokens:
            return False
        return any(offer.allowed for offer in self._deeds(state))

    def _count(self, state: State) -> int:
        """Return how many markers of the company lie on the map."""
        board, company = state.board, self.company(state)
        untold = state.told.tokens.get(company, 0)
        return len(board.token_stops(company)) + len(board.top_stops(company)) + untold

    # --- offers

    def offers(self, state: State) -> list[Offer]:
        return [*self._deeds(state), self.pass_offer(state)]

    def _deeds(self, state: State) -> Iterator[Offer]:
        yield from self.token_offers(state)
        yield from joint_offers(self, state)
        company = self.company(state)
        for private in privates_with_power(self.rules, state, company, MOVES_TOKEN):
            use = TellPower(company, private)
            if not self.refusals(state, use):
                yield Offer("tell_power", use, 0, weight=0.3)

    def token_offers(self, state: State) -> list[Offer]:
        """Return the marker that is paid, and those that privates make cheaper."""
        company, found = self.company(state), []
        values = stop_values(self.rules, state.phase)
        most = max(0, self.rules.treasury.means(self.rules, state, company))
        cheaper = privates_with_power(self.rules, state, company, TOKEN_PERCENT)
        for private in (None, *cheaper):
            percent = power(self.rules, private, TOKEN_PERCENT) if private else 100
            usual = tuple(value * (self._count(state) + 1) * percent // 100 for value in values)
            tell = TellToken(company, min(usual[0], most), private)
            offer = Offer("tell_token", tell, 0, weight=0.5)
            if percent:
                span, facts = Span("price", 0, most), (("usual", usual),)
                offer = Offer("tell_token", tell, 0, span, weight=0.5, facts=facts)
            found.append(self.judge_offer(state, offer))
        return [offer for offer in found if offer.allowed]

    # --- checks

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, TellToken | Pass):
            return super().refusals(state, action)
        found = self.not_its_turn(state, action)
        if not found and isinstance(action, TellPowerTrack):
            return joint_refusals(self, state, action)
        assert isinstance(action, TellPower)
        return found or self._move_refusals(state, action)

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        """Refuse a marker after two tiles, and one with a private that does not make it cheaper."""
        found, private, refuse = self.step.check_any_token(state), action.private, self.rules.refuse
        if private is None:
            return found
        percent = power(self.rules, private, TOKEN_PERCENT)
        if percent is None:
            code = "power.joint" if _joint(self, private) else "power.none"
            return [refuse(code, private=private)]
        found += owner_refusals(self.rules, state, action)
        if action.price and not percent:
            facts = {"company": action.company, "cost": action.price, "cash": 0}
            found.append(refuse("told.cost", **facts))
        return found

    def _move_refusals(self, state: State, action: TellPower) -> list[Refusal]:
        refuse, private, company = self.rules.refuse, action.private, action.party
        found = self.step.check_any_token(state)
        if state.privates[private] != company:
            found.append(refuse("power.not_owned", company=company, private=private))
        if turn_of(state).tokens:
            found.append(refuse("token.one", company=company))
        if not self._count(state):
            found.append(refuse("token.none", company=company))
        if action.cost:
            found.append(refuse("told.cost", company=company, cost=action.cost, cash=0))
        return found

    # --- effects

    def apply(self, change: Change, action: Action) -> None:
        company = self.company(change.state)
        if isinstance(action, TellPowerTrack):
            lay_joint(self, change, action)
        elif isinstance(action, TellPower):
            forget_places(change, company)
            change.tell("told_power", party=company, private=action.private)
            update_turn(change, tokens=turn_of(change.state).tokens + 1)
            use_power(change, self.rules, company, action.private)
        else:
            assert isinstance(action, TellToken | Pass)
            super().apply(change, action)
            if isinstance(action, TellToken) and action.private:
                use_power(change, self.rules, company, action.private)
        if isinstance(action, TellPowerTrack | TellPower):
            self.end(change)
        if not isinstance(action, Pass):
            ask_value(change, self.rules)


class ToldGroundStep(TurnStep):
    """The use of a private that makes the ground cheaper, told if it closes with its use."""

    name = "told_power"
    accepts = (TellPower,)
    only_with = TOLD

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, TellPower):
            return False
        return not power(self.rules, action.private, MOVES_TOKEN)

    def waits(self, state: State) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        mine = privates_with_power(self.rules, state, company, GROUND_OFF)
        uses = (TellPower(company, private) for private in mine)
        return [Offer("tell_power", use, 0) for use in uses if not self.refusals(state, use)]

    def refusals(self, state: State, action: TellPower) -> list[Refusal]:
        if found := self.not_its_turn(state, action):
            return found
        refuse, private, company = self.rules.refuse, action.private, action.party
        if not power(self.rules, private, GROUND_OFF) or not is_obsolete(state, private):
            return [refuse("power.none", private=private)]
        if state.privates[private] != company:
            found.append(refuse("power.not_owned", company=company, private=private))
        if not is_laying_track(self.rules, state):
            found.append(refuse("told.track", private=private))
        if action.cost:
            found.append(refuse("told.cost", company=company, cost=action.cost, cash=0))
        return found

    def apply(self, change: Change, action: TellPower) -> None:
        change.tell("told_power", party=action.party, private=action.private)
        use_power(change, self.rules, action.party, action.private)
