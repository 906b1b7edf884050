"""Buying trains, and the train a company must buy: its own shares first, then its president's cash,
then, if he likes, his shares; else the company is bankrupt.
"""

from typing import Any

from companion.board.bestrun import has_route
from companion.board.trains import Count, TrainKind
from companion.ledger.entries import BANK
from companion.rules import holdings, market, stock, trains
from companion.rules.actions import (
    Action,
    BuyTrain,
    DeclareBankruptcy,
    Pass,
    SellOwnShares,
    SellShares,
)
from companion.rules.change import Change
from companion.rules.data import TrainType
from companion.rules.offers import Offer, Span
from companion.rules.operating import with_turn
from companion.rules.outlook import Help
from companion.rules.purchase import BuyTrains
from companion.rules.refusals import Refusal
from companion.rules.running import trains_of, type_of
from companion.rules.state import State
from companion.rules.tokens import take_out
from companion.titles.steam_over_holland.notes import turn_of
from companion.titles.steam_over_holland.operating import (
    own_sale_refusals,
    owned_power,
    power,
    sell_own,
    sellable,
)
from companion.titles.steam_over_holland.stock import forced_sale

ANY_TWO_STOPS = TrainKind("any two stops", (Count(2),))


class Trains(BuyTrains):
    """Buy trains; a company with a valid route and no train must."""

    accepts = (BuyTrain, Pass, SellOwnShares, SellShares, DeclareBankruptcy)

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, SellOwnShares):
            return self.is_forced(state) or self.has_raised(state)
        return super().takes(state, action)

    def actor(self, state: State) -> str:
        """The president; but who has sold shares of his own for the train pays for it, whoever may
        be president since.
        """
        return self.helper(state) or super().actor(state)

    # --- what must be bought

    def must_buy(self, state: State) -> bool:
        """By another reading also when the company only reaches a small city."""
        if super().must_buy(state) or not self.rules.options["small_city_routes"]:
            return super().must_buy(state)
        company = self.company(state)
        if trains_of(state, company) or trains.cheapest(self.rules, state) is None:
            return False
        return has_route(state.board, self.rules.access(state, company), [ANY_TWO_STOPS])

    # --- what was done for the train that the company does not own yet

    def has_raised(self, state: State) -> bool:
        """Has the company sold shares of its own for the train?"""
        return turn_of(state).raised and not self._has_train(state)

    def helper(self, state: State) -> str:
        """Who has sold shares of his own for the train, "" when nobody has."""
        return "" if self._has_train(state) else turn_of(state).helper

    def _has_train(self, state: State) -> bool:
        return bool(trains_of(state, self.company(state)))

    def cost(self, state: State, company: str, type: TrainType) -> int:
        """The printed price; a private takes 10% off."""
        private = owned_power(self.rules, state, company, "discount")
        off = power(self.rules, private, "discount") if private else 0
        return type.price * (100 - off) // 100

    def payable_before(self, state: State) -> int | None:
        """What a president sells is needed for the train; by another reading he sells freely."""
        return None if self.sells_freely() else super().payable_before(state)

    # --- what can be raised, in the written order

    def sells_freely(self) -> bool:
        """By another reading own shares are sold for a train as at any other time: as many as the
        company likes, once, even in vain. They still come before all other help, but a company
        that has not sold them, and could not pay, may also pass and stay without a train.
        """
        return bool(self.rules.options["own_sale_in_vain"])

    def own_first(self, state: State) -> bool:
        """Do shares of the company come before its president's money, his shares, or its end?"""
        if not self.sells_freely():
            return bool(self.own_needed(state))
        own = sellable(self.rules, state, self.company(state))
        return self.is_forced(state) and not turn_of(state).dealt and own > 0

    def own_needed(self, state: State) -> int:
        """Percent of itself that the company has to sell now: as few shares as pay for the train,
        or all it may when those are not enough.
        """
        company = self.company(state)
        if not self.is_forced(state) or self.sells_freely():
            return 0
        price = market.price(self.data, state, company) or 0
        lacking = self.due(state) - state.cash[company]
        return min(10 * -(-lacking // price), sellable(self.rules, state, company))

    def own_brings(self, state: State) -> int:
        """What those shares bring."""
        price = market.price(self.data, state, self.company(state)) or 0
        return price * self.own_needed(state) // 10

    def shortfall(self, state: State) -> int:
        """What is lacking when the company has sold its shares and the president given his cash."""
        return max(0, super().shortfall(state) - self.own_brings(state))

    def can_raise(self, state: State) -> int:
        """What the president could raise by selling his own shares after the company's."""
        sold = self.after_own_sale(state)
        return sum(self._brings(sold, other) for other in market.priced(state))

    def after_own_sale(self, state: State) -> State:
        """The state after the company has sold what it must."""
        needed = self.own_needed(state)
        if not needed:
            return state
        change = Change(state.copy())
        self.help(change, SellOwnShares(self.company(state), needed))
        return change.state

    def after_sale(self, state: State, action: SellShares) -> State:
        """The state after the president has sold shares of his own."""
        change = Change(state.copy())
        self.help(change, action)
        return change.state

    def falls_short(self, state: State) -> bool:
        """Would no train be paid even with everything sold?"""
        return self.can_raise(state) < self.shortfall(state)

    def _brings(self, state: State, other: str) -> int:
        player = self.actor(state)
        most = stock.most_sellable(self.rules, state, player, other, self.keeps(state))
        return most * (market.price(self.data, state, other) or 0) // 10

    def keeps(self, state: State) -> tuple[str, ...]:
        """Companies whose president a forced sale may not change: by the book none, by another
        reading the one that buys.
        """
        if self.rules.options["forced_sale_keeps_president"]:
            return (self.company(state),)
        return ()

    def help_needed(self, state: State) -> Help | None:
        found = super().help_needed(state)
        return found and found.with_own(self.own_brings(state))

    # --- offers and refusals

    def raising(self, state: State) -> list[Offer]:
        if not self.is_forced(state):
            return []
        company, player = self.company(state), self.actor(state)
        found = []
        if self.own_first(state):
            most = sellable(self.rules, state, company) if self.sells_freely() else 0
            least = self.own_needed(state) or 10
            price = market.price(self.data, state, company)
            span = Span("percent", least, max(least, most), 10)
            offer = Offer("sell_own", SellOwnShares(company, least), price, span, weight=5)
            found.append(self.judged(state, offer))
        elif self.shortfall(state):
            for other in market.priced(state):
                if holdings.percent(self.data, state, other, player):
                    found.append(stock.forced_sale_offer(self, state, player, other))
        if self.shortfall(state):
            bankrupt = Offer("bankrupt", DeclareBankruptcy(player), None, weight=2)
            found.append(self.judged(state, bankrupt))
        return found

    def helped_limits(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Help goes to the cheapest train; and the company's own shares come before it."""
        from_bank = place in (trains.DEPOT, trains.POOL)
        if self.sells_freely() and not from_bank:
            face = self.data.trains[type_of(action.train)].price
            return [self.rules.refuse("train.face", most=face)] if action.price > face else []
        found = [] if self.has_raised(state) else self._dearer(state, action, "train.cheapest")
        if self.own_first(state):
            found.append(self.rules.refuse("forced.treasury_first", company=action.company))
        return found

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Own shares that were sold pay for the cheapest train only, or one that costs no more."""
        found = self._dearer(state, action, "forced.cheapest") if self.has_raised(state) else []
        return found + super().paying(state, action, place)

    def _dearer(self, state: State, action: BuyTrain, code: str) -> list[Refusal]:
        """Against a price above that of the bank's cheapest train."""
        cheapest, due = trains.cheapest(self.rules, state), self.due(state)
        if cheapest is None or action.price <= due:
            return []
        facts = {"company": action.company, "train": cheapest.type.name}
        return [self.rules.refuse(code, cost=due, **facts)]

    def most_for(self, state: State, item: trains.ForSale) -> int:
        """With help, or with own shares sold, no more than the cheapest train of the bank costs."""
        cash = state.cash[self.company(state)]
        if self.is_forced(state) and self.sells_freely():
            return max(cash, min(item.type.price, cash + state.cash[self.actor(state)]))
        if self.is_forced(state) and not self.own_needed(state):
            cash += state.cash[self.actor(state)]
        elif not self.has_raised(state):
            return cash
        return min(self.due(state), cash)

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, Pass) and self.sells_freely():
            free = self.own_first(state) and self.shortfall(state) > 0
            return [refusal for refusal in found if not (free and refusal.code == "train.needed")]
        return found

    def helping(
        self, state: State, action: SellOwnShares | SellShares | DeclareBankruptcy
    ) -> list[Refusal]:
        refuse = self.rules.refuse
        player, company = self.actor(state), self.company(state)
        if isinstance(action, SellOwnShares):
            return self.not_its_turn(state, action) or self._selling_own(state, action)
        if action.player != player:
            return [refuse("turn.not_yours", actor=player, who=action.player)]
        lacking = self.shortfall(state)
        found = []
        if not lacking:
            if isinstance(action, DeclareBankruptcy) and self.is_forced(state):
                price = self.due(state)
                return [refuse("bankrupt.can_pay", company=company, player=player, price=price)]
            if isinstance(action, DeclareBankruptcy):
                return [refuse("bankrupt.not_short", player=player)]
            found.append(refuse("forced.not_short", player=player))
        if self.own_first(state) and (self.sells_freely() or isinstance(action, SellShares)):
            found.append(refuse("forced.treasury_first", company=company))
        if isinstance(action, DeclareBankruptcy):
            # Once shares of the company were sold so that the president's could pay, it goes on.
            can_raise = self.can_raise(state)
            if turn_of(state).helping and can_raise >= lacking:
                facts: dict[str, object] = {"price": lacking, "raise": can_raise}
                found.append(refuse("bankrupt.not", player=player, **facts))
            return found
        keeps = self.keeps(state)
        found += stock.forced_sale_refusals(self.rules, state, action, lacking, keeps)
        if self.sells_freely():
            return found
        if not found and self.falls_short(self.after_sale(state, action)):
            vain = self.falls_short(state)
            facts = {"company": action.company, "percent": action.percent}
            found.append(refuse("forced.in_vain" if vain else "forced.too_few", **facts))
        return found

    def _selling_own(self, state: State, action: SellOwnShares) -> list[Refusal]:
        """In a forced purchase just what is needed; and not for nothing."""
        refuse = self.rules.refuse
        if self.sells_freely():
            found = own_sale_refusals(self.rules, state, action)
            if turn_of(state).dealt:
                found.append(refuse("treasury.once", company=action.company))
            return found
        needed = self.own_needed(state)
        found = [] if needed else [refuse("forced.not_short", player=self.actor(state))]
        found += own_sale_refusals(self.rules, state, action)
        if not needed:
            return found
        if action.percent > needed:
            found.append(refuse("forced.treasury_too_much", company=action.company, most=needed))
        elif action.percent < needed:
            found.append(refuse("forced.treasury_first", company=action.company))
        if self.falls_short(state):
            # Even with everything sold no train can be paid: no sale takes place.
            found.append(refuse("forced.in_vain", company=action.company))
        return found

    # --- what is done

    def pass_on(self, change: Change) -> None:
        super().pass_on(change)
        with_turn(change, train_passed=True)

    def help(self, change: Change, action: SellOwnShares | SellShares | DeclareBankruptcy) -> None:
        state = change.state
        if isinstance(action, DeclareBankruptcy):
            self.go_bankrupt(change)
            return
        if isinstance(action, SellOwnShares) and self.sells_freely():
            with_turn(change, dealt=True)
            sell_own(change, self.rules, action)
            return
        turn = turn_of(state)
        helping = turn.helping or self.shortfall(state) > 0
        if isinstance(action, SellOwnShares):
            with_turn(change, helping=helping, raised=True)
            sell_own(change, self.rules, action)
        else:
            with_turn(change, helping=helping, helper=turn.helper or action.player)
            self.note_payable(change)
            forced_sale(change, self.rules, action)

    def go_bankrupt(self, change: Change) -> None:
        """The company leaves the game: tokens off the map, shares worthless, money to the bank."""
        state, company = change.state, self.company(change.state)
        take_out(change, company)
        for certificate in self.data.companies[company].certificates:
            state.certificates[certificate] = "gone"
        for private, owner in state.privates.items():
            if owner == company:
                state.privates[private] = "gone"
                change.tell("closed", private=private)
        change.pay(company, BANK, state.cash[company], "bankruptcy", company)
        market.remove(change, company)
        change.tell("company_bankrupt", company=company)
        with_turn(change, step=turn_of(state).step + 99)
