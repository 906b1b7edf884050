"""Powers of privates for track, used beside the steps of a turn without the map."""

from collections.abc import Iterator

from companion.rules.core.change import Change
from companion.rules.core.map_use import TOLD
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.operating.operating_round import TurnStep
from companion.rules.operating.private_powers import refuse_owner
from companion.rules.without_map.actions import MOST, TellPower
from companion.rules.without_map.private_uses import refuse_any_cost, refuse_limits
from companion.rules.without_map.track import pay_for_track, refuse_dear, usual_costs


class ToldTurnPowerStep(TurnStep):
    """The use of such a private by the company on turn, at the cost that the table tells."""

    name = "told_power"
    accepts = (TellPower,)
    only_with = TOLD
    weight = 0.3  # of its offers

    def find_price(self, state: State, private: str) -> int | None:
        """Return what the private asks for its use; None if it has no such power now."""
        raise NotImplementedError

    def pays_ground(self, private: str) -> bool:
        """Return whether the ground is paid besides that price."""
        return False

    def waits(self, state: State) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        return list(self._find_uses(state))

    def _find_uses(self, state: State) -> Iterator[Offer]:
        company = self.company(state)
        for private, owner in state.privates.items():
            price = self.find_price(state, private) or 0
            use = TellPower(company, private, price)
            if owner != company or not self.takes(state, use) or self.refusals(state, use):
                continue
            if self.pays_ground(private):
                usual = tuple(price + cost for cost in (0, *usual_costs(self.rules)))
                span, facts = Span("cost", price, state.cash[company]), (("usual", usual),)
                yield Offer("tell_power", use, 0, span, weight=self.weight, facts=facts)
            else:
                yield Offer("tell_power", use, 0, weight=self.weight)

    def refusals(self, state: State, action: TellPower) -> list[Refusal]:
        if found := self.not_its_turn(state, action):
            return found
        private, company = action.private, action.party
        price = self.find_price(state, private)
        if price is None:
            return [self.rules.refuse("power.none", private=private)]
        found = refuse_owner(self.rules, state, company, private)
        found += self.moment_refusals(state, action)
        if not price:
            return found + refuse_any_cost(self.rules, private, action.cost)
        most = MOST if self.pays_ground(private) else price
        found += refuse_limits(self.rules, private, action.cost, price, most)
        return found + refuse_dear(self.rules, company, action.cost, state.cash[company])

    def moment_refusals(self, state: State, action: TellPower) -> list[Refusal]:
        """Refuse a use that is too early, too late, or one too many."""
        raise NotImplementedError

    def apply(self, change: Change, action: TellPower) -> None:
        if self.find_price(change.state, action.private):
            pay_for_track(change, self.rules, action.party, action.cost)
        change.tell("told_power", party=action.party, private=action.private)
