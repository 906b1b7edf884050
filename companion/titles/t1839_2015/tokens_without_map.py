"""Markers without the map: the one of a turn, with the privates that help, or the move of one."""

from collections.abc import Iterator

from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.private_powers import (
    MOVES_TOKEN,
    TOKEN_PERCENT,
    power,
    privates_with_power,
    refuse_owner,
    use_power,
)
from companion.rules.operating.tokens import count_placed, forget_places
from companion.rules.privates.power_lays import turn_of
from companion.rules.without_map.actions import TellPower, TellToken
from companion.rules.without_map.private_uses import refuse_any_cost
from companion.rules.without_map.tokens import ToldTokenStep
from companion.rules.without_map.track import stop_values
from companion.titles.t1839_2015.exploitatie import ask_value
from companion.titles.t1839_2015.tokens import TokenStep2015
from companion.titles.t1839_2015.track_without_map import (
    TellPowerTrack,
    joint_of,
    joint_offers,
    joint_refusals,
    lay_joint,
)


class ToldTokenStep2015(ToldTokenStep):
    """The one marker of a turn, also with a private, or the move of one."""

    accepts = (TellToken, TellPowerTrack, TellPower, Pass)
    step: TokenStep2015

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, TellPowerTrack):
            joint = joint_of(self, action.private)
            return bool(joint and joint.beside)
        if isinstance(action, TellPower):
            return bool(power(self.rules, action.private, MOVES_TOKEN))
        return isinstance(action, TellToken | Pass)

    def waits(self, state: State) -> bool:
        if turn_of(state).tokens:
            return False
        return any(offer.allowed for offer in self._deeds(state))

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
        values, hexes = stop_values(self.rules, state.phase), count_placed(state, company) + 1
        most = max(0, self.rules.treasury.means(self.rules, state, company))
        cheaper = privates_with_power(self.rules, state, company, TOKEN_PERCENT)
        for private in (None, *cheaper):
            percent = power(self.rules, private, TOKEN_PERCENT) if private else 100
            usual = tuple(value * hexes * percent // 100 for value in values)
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
        if found := self.not_its_turn(state, action):
            return found
        if isinstance(action, TellPowerTrack):
            return joint_refusals(self, state, action)
        assert isinstance(action, TellPower)
        return self._move_refusals(state, action)

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        """Refuse a marker after two tiles, and one with a private that does not make it cheaper."""
        found, private, refuse = self.step.check_any_token(state), action.private, self.rules.refuse
        if private is None:
            return found
        percent = power(self.rules, private, TOKEN_PERCENT)
        if percent is None:
            code = "power.joint" if joint_of(self, private) else "power.none"
            return [refuse(code, private=private)]
        found += refuse_owner(self.rules, state, action.company, private)
        return found if percent else found + refuse_any_cost(self.rules, private, action.price)

    def _move_refusals(self, state: State, action: TellPower) -> list[Refusal]:
        refuse, private, company = self.rules.refuse, action.private, action.party
        found = self.step.check_any_token(state)
        found += refuse_owner(self.rules, state, company, private)
        if turn_of(state).tokens:
            found.append(refuse("token.one", company=company))
        if count_placed(state, company) < 2:
            found.append(refuse("token.alone", company=company))
        return found + refuse_any_cost(self.rules, private, action.cost)

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
