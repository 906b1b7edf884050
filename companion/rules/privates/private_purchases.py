"""Privates that companies buy from players, within the price range of the title."""

from collections.abc import Iterator
from math import ceil

from companion.rules.core.actions import Action, BuyPrivateForCompany, Pass
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note
from companion.rules.core.state import State
from companion.rules.data.switches import OWN_PRESIDENT
from companion.rules.operating.operating_round import OperatingRound, TurnStep, turn_of, update_turn
from companion.rules.operating.private_powers import build_tiles, has_stayed_open
from companion.rules.operating.running import run_lines
from companion.rules.privates.free_train import bring_train
from companion.rules.privates.player_tiles import ask_seller
from companion.rules.privates.route_bonuses import give_pair_bonuses
from companion.rules.shares import holdings


class PrivatePurchaseStep(TurnStep):
    """The purchase of privates from players, in phases that allow it."""

    name = "privates"
    deed = "private"
    accepts = (BuyPrivateForCompany, Pass)

    def has_acted(self, state: State) -> bool:
        return bool(turn_of(state).privates_bought)

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, Pass):
            return self.is_awaited(state)
        return isinstance(action, BuyPrivateForCompany)

    def waits(self, state: State) -> bool:
        return any(True for _ in self.find_allowed(state))

    def find_allowed(self, state: State) -> Iterator[BuyPrivateForCompany]:
        """Yield the allowed purchases at the lowest price."""
        if not self.is_time(state):
            return
        company = self.company(state)
        for private, owner in state.privates.items():
            if holdings.is_player(owner):
                buy = BuyPrivateForCompany(company, private, self.least(state, private))
                if not self.refusals(state, buy):
                    yield buy

    def is_time(self, state: State) -> bool:
        """Check whether companies may buy privates now, by the phase, a switch or a house rule."""
        by_phase = self.rules.phase(state).privates_for_companies
        return by_phase or self.is_at_face(state) or "private.phase" in self.rules.house

    def is_at_face(self, state: State) -> bool:
        """Check whether privates cost their face value: in the first operating round, by a switch.

        A company then buys one at most while the phase allows no other purchases.
        """
        round = state.round
        is_first = isinstance(round, OperatingRound) and (round.number, round.part) == (1, 1)
        return is_first and self.data.private_use.first_round_at_face

    def least(self, state: State, private: str) -> int:
        """Return the lowest price of a private, rounded up; 1 at least."""
        least, _ = self.data.private_use.price_factors
        factor = 1 if self.is_at_face(state) else least
        return max(1, ceil(self.data.privates[private].price * factor))

    def most(self, state: State, private: str) -> int:
        """Return the highest price of a private."""
        _, most = self.data.private_use.price_factors
        factor = 1 if self.is_at_face(state) else most
        return int(self.data.privates[private].price * factor)

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = []
        if self.is_time(state):
            for private, owner in state.privates.items():
                if holdings.is_player(owner):
                    least = self.least(state, private)
                    most = min(self.most(state, private), state.cash[company])
                    span = Span("price", least, max(least, most))
                    buy = BuyPrivateForCompany(company, private, least)
                    offer = Offer("buy_private", buy, -least, span, note=owner, weight=0.2)
                    found.append(self.judge_offer(state, offer))
        if self.is_awaited(state):
            found.append(self.pass_offer(state))
        return found

    def refusals(self, state: State, action: BuyPrivateForCompany | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        company, private, price = action.company, action.private, action.price
        phase = self.rules.phase(state)
        if not (phase.privates_for_companies or self.is_at_face(state)):
            found += self.rules.refuse_unless_house_rule("private.phase", phase=phase.name)
        if not holdings.is_player(state.privates[private]):
            return [*found, refuse("private.not_player", private=private)]
        found += self._check_seller(state, company, private)
        found += self._check_first_round(state, company, state.privates[private])
        powers = self.data.privates[private].powers
        if powers.get("never_for_companies") or has_stayed_open(self.rules, state, private):
            closer = powers.get("closes_on_train_of")
            facts = {"private": private, "closer": closer} if closer else {"private": private}
            found.append(refuse("private.never", **facts))
        least, most = self.least(state, private), self.most(state, private)
        if not least <= price <= most:
            found.append(refuse("private.range", private=private, minimum=least, maximum=most))
        cash = state.cash[company]
        if price > cash:
            found.append(
                refuse("private.treasury", company=company, cash=cash, private=private, price=price)
            )
        return found

    def _check_seller(self, state: State, company: str, private: str) -> list[Refusal]:
        """Refuse another seller than the president of the company, by a switch."""
        owner, president = state.privates[private], holdings.president(self.data, state, company)
        if self.data.private_use.sold_by != OWN_PRESIDENT or owner == president:
            return []
        facts = {"company": company, "private": private, "owner": owner}
        return [self.rules.refuse("private.other_president", **facts)]

    def _check_first_round(self, state: State, company: str, seller: str) -> list[Refusal]:
        """Refuse a second purchase or sale at face value in the first operating round."""
        found: list[Refusal] = []
        if not self.is_at_face(state):
            return found
        if turn_of(state).privates_bought and not self.rules.phase(state).privates_for_companies:
            found.append(self.rules.refuse("private.one_bought", company=company))
        if seller in game_of(state).private_sellers:
            found.append(self.rules.refuse("private.one_sold", player=seller))
        return found

    def apply(self, change: Change, action: BuyPrivateForCompany | Pass) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
            return
        state = change.state
        player, ran = state.privates[action.private], run_lines(self.rules, state, action.company)
        change.pay(action.company, player, action.price, "private_sale", action.private)
        state.privates[action.private] = action.company
        update_turn(change, privates_bought=(*turn_of(state).privates_bought, action.private))
        if self.is_at_face(state):
            note(change, private_sellers=(*game_of(state).private_sellers, player))
        if run_lines(self.rules, state, action.company) != ran:
            update_turn(change, run_lines=ran)
        facts = {"company": action.company, "private": action.private, "player": player}
        change.tell("company_bought_private", price=action.price, **facts)
        build_tiles(change, self.rules, action.private)
        bring_train(change, self.rules, action.company, action.private)
        give_pair_bonuses(change, self.rules, action.company, action.private)
        ask_seller(change, self.rules, action.private, player)
