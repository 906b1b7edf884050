"""Buying trains from the bank, the pool and other companies.

A train that a company must buy is a debt if its treasury cannot pay for it.
"""

from collections.abc import Sequence
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyTrain, Pass
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.data.title_data import ALWAYS, TrainType
from companion.rules.judge.rules import Rules, Step
from companion.rules.money.debts import Debt, DebtHelp
from companion.rules.operating import trains_and_phases
from companion.rules.operating.emergency_money import MoneyRaising, add_help
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.operating.private_powers import power, privates_with_power
from companion.rules.operating.routes_without_map import (
    TellNoRoute,
    TellRoute,
    is_route_asked,
    note_route,
    offer_routes,
    route_refusals,
)
from companion.rules.operating.running import trains_of, type_of
from companion.rules.operating.trains_and_phases import TrainForSale
from companion.rules.shares import company_kinds


class TrainStep(TurnStep):
    """The step that buys trains.

    A company with a route and no train must buy one. Money that it lacks is raised like any debt.
    In a game without its map the president says whether it has a route.
    If it is the last step of a turn, it stays open while a private may be bought in ``privates``.
    """

    name = "trains"
    deed = "train"

    def __init__(
        self, rules: Rules, raising: MoneyRaising | None = None, privates: Step | None = None
    ) -> None:
        super().__init__(rules)
        self.raising = raising or MoneyRaising(rules)
        self.privates = privates
        self.accepts = (BuyTrain, Pass, TellRoute, TellNoRoute, *self.raising.accepts)

    def has_acted(self, state: State) -> bool:
        return bool(turn_of(state).trains_bought)

    # --- overridden by titles

    def cost(self, state: State, company: str, type: TrainType) -> int:
        """Return the bank's price of a train of the type for the company.

        A private may take a percentage off.
        """
        private = next(iter(privates_with_power(self.rules, state, company, "discount")), None)
        return type.price * (100 - (power(self.rules, private, "discount") or 0)) // 100

    def prices(self, state: State, company: str, item: TrainForSale) -> tuple[int, ...]:
        """Return the prices at which the company may buy from the bank.

        The usual price is first; lower ones use something up.
        """
        return (self.cost(state, company, item.type),)

    def trains_of_others(self, state: State) -> list[TrainForSale]:
        """Return the trains of other companies that may be bought, one of each kind."""
        return trains_and_phases.others_trains(self.rules, state, self.company(state))

    def check_bank_limit(self, state: State, type: TrainType) -> list[Refusal]:
        """Refuse one more train of the type from the bank in this turn."""
        return []

    def lowest_price(self, state: State, seller: str) -> int:
        """Return the lowest price of a train of the company ``seller``."""
        return 1

    def check_help(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Refuse a train that the president may not help to pay for.

        They may help only with the bank's cheapest train, or another company's at no more than face
        value.
        """
        if place not in (trains_and_phases.DEPOT, trains_and_phases.POOL):
            face = self.data.trains[type_of(action.train)].price
            return [self.rules.refuse("train.face", maximum=face)] if action.price > face else []
        return self.dearer(state, action, "train.cheapest")

    def dearer(self, state: State, action: BuyTrain, code: str) -> list[Refusal]:
        """Refuse a price above that of the bank's cheapest train."""
        cheapest, due = trains_and_phases.cheapest(self.rules, state), self.due(state)
        if cheapest is None or action.price <= due:
            return []
        facts = {"company": action.company, "train": cheapest.type.name}
        return [self.rules.refuse(code, cost=due, **facts)]

    def apply_purchase(self, change: Change, company: str, train: str, place: str) -> None:
        """Apply the title's effects of buying a train that was at ``place``."""

    # --- the train that must be bought, as a debt

    def debt(self, state: State) -> Debt:
        """Return the debt for the bank's cheapest train.

        Its amount is 0 unless the company must buy a train that its treasury cannot pay for.
        """
        why = "train_always" if self.data.must_own == ALWAYS else "train"
        company = self.company(state)
        cheapest = trains_and_phases.cheapest(self.rules, state) if self.is_forced(state) else None
        if cheapest is None:
            return Debt(why, company, 0, self.actor(state))
        due = self.due(state)
        return Debt(why, company, due, self.actor(state), train_type=cheapest.type.name)

    def help_needed(self, state: State) -> DebtHelp | None:
        """Return the purchase that the president must help with, calculated in advance."""
        debt = self.debt(state)
        return self.raising.help(state, debt) if debt.amount else None

    def payable_before(self, state: State) -> int | None:
        """Return the funds for the required train if the last sale had one share less.

        The funds are those of company and president together. None if nothing was sold for the
        train, and for further trains, which the company pays for alone.
        """
        noted = turn_of(state).money_without_last_share
        return noted if noted is not None and self.may_have_help(state) else None

    # --- questions

    def waits(self, state: State) -> bool:
        is_asked = is_route_asked(self.rules, state, self.company(state))
        return is_asked or self.may_have_help(state) or self.waits_without_help(state)

    def waits_without_help(self, state: State) -> bool:
        """Check whether the company can buy anything with its own money."""
        company = self.company(state)
        if self.privates and self.privates.waits(state):
            return True
        cash = state.cash[company]
        sale = [
            item
            for item in trains_and_phases.trains_on_sale(self.rules, state)
            if not self.check_bank_limit(state, item.type)
        ]
        if trains_and_phases.has_room(self.rules, state, company):
            if any(min(self.prices(state, company, item)) <= cash for item in sale):
                return True
            if any(
                self.lowest_price(state, item.place) <= cash
                for item in self.trains_of_others(state)
            ):
                return True
        return any(self._trade_ins(state, item) for item in sale)

    def must_buy(self, state: State) -> bool:
        """Check whether the company must own a train and the bank has one to sell."""
        company = self.company(state)
        return trains_and_phases.must_own(self.rules, state, company) and bool(
            trains_and_phases.trains_on_sale(self.rules, state)
        )

    def due(self, state: State) -> int:
        """Return the lowest cost of the bank's cheapest train; 0 if there is none."""
        cheapest = trains_and_phases.cheapest(self.rules, state)
        return min(self.prices(state, self.company(state), cheapest)) if cheapest else 0

    def is_forced(self, state: State) -> bool:
        """Check whether the president helps with a train that the treasury cannot pay for."""
        return self.may_have_help(state) and state.cash[self.company(state)] < self.due(state)

    def may_have_help(self, state: State) -> bool:
        """Check whether the president may help to pay for a train, by default one it must own."""
        return self.must_buy(state)

    def _trade_ins(self, state: State, item: TrainForSale) -> dict[str, int]:
        """Return the types that the company could trade in, with the reduced price.

        Prices that the company cannot pay are left out.
        """
        if item.place != trains_and_phases.DEPOT or not item.type.trade_in:
            return {}
        company = self.company(state)
        own = {type_of(train) for train in trains_of(state, company)}
        full = self.cost(state, company, item.type)
        prices = {old: full - off for old, off in item.type.trade_in.items()}
        return {old: p for old, p in prices.items() if old in own and p <= state.cash[company]}

    # --- offers and refusals

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        charters = self._charters(state, company)
        found = []
        for item in trains_and_phases.trains_on_sale(self.rules, state):
            weight = 8 if not trains_of(state, company) else 4
            for price in self.prices(state, company, item):
                for charter in charters:
                    buy = BuyTrain(company, item.train, price, charter=charter)
                    found.append(
                        self.judge_offer(state, Offer("buy_train", buy, -price, weight=weight))
                    )
            for old, less in self._trade_ins(state, item).items():
                given = next(t for t in trains_of(state, company) if type_of(t) == old)
                buy = BuyTrain(company, item.train, less, given)
                found.append(self.judge_offer(state, Offer("trade_in", buy, -less, weight=1)))
        for item in self.trains_of_others(state):
            before = self.payable_before(state)
            least = max(self.lowest_price(state, item.place), -1 if before is None else before + 1)
            span = Span("price", least, max(least, self.highest_price(state, item)))
            for charter in charters:
                buy = BuyTrain(company, item.train, least, charter=charter)
                offer = Offer("buy_from", buy, -least, span, note=item.place, weight=0.1)
                found.append(self.judge_offer(state, offer))
        if (debt := self.debt(state)).amount:
            found += self.raising.offers(self, state, debt)
        if is_route_asked(self.rules, state, company):
            return found + offer_routes(company)
        found.append(self.pass_offer(state))
        return found

    def _charters(self, state: State, company: str) -> Sequence[int | None]:
        """Return the charters that may take the train; [None] if the company has only one."""
        if state.companies[company].charters == 1:
            return [None]
        return trains_and_phases.free_charters(self.rules, state, company) or [0]

    def highest_price(self, state: State, item: TrainForSale) -> int:
        """Return the highest price that the company may pay for another company's train."""
        treasury = state.cash[self.company(state)]
        if not self.is_forced(state):
            return treasury
        both = treasury + state.cash[self.actor(state)]
        return max(treasury, min(item.type.price, both))

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        if isinstance(action, BuyTrain):
            return self.not_its_turn(state, action) or self._buying(state, action)
        if isinstance(action, Pass):
            return self.not_its_turn(state, action) or self._end_refusals(state)
        if isinstance(action, TellRoute | TellNoRoute):
            company = action.company
            return self.not_its_turn(state, action) or route_refusals(self.rules, state, company)
        return self.raising.refusals(state, self.debt(state), action)

    def _end_refusals(self, state: State) -> list[Refusal]:
        """Refuse to end the step without a train that the company must own, or may have to."""
        company = self.company(state)
        if is_route_asked(self.rules, state, company):
            return [self.rules.refuse("route.asked", company=company)]
        if not self.must_buy(state):
            return []
        code = "train.always" if self.data.must_own == ALWAYS else "train.needed"
        return [self.rules.refuse(code, company=company)]

    def _buying(self, state: State, action: BuyTrain) -> list[Refusal]:
        company, place = action.company, state.place_of(action.train)
        if refusal := self._impossible(state, action, place):
            return [refusal]
        if place in (trains_and_phases.DEPOT, trains_and_phases.POOL):
            found = self._check_bank_price(state, action, place)
            found += self.check_bank_limit(state, self.data.trains[type_of(action.train)])
        else:
            found = self._check_agreed_price(state, action.price, place)
        charter = action.charter or 0
        free = trains_and_phases.free_charters(self.rules, state, company)
        if action.trade_in is None and charter not in free:
            item = TrainForSale(action.train, self.data.trains[type_of(action.train)], place)
            held = trains_and_phases.counted_trains(self.rules, state, company, charter)
            old = {"old_types": [*traded]} if (traded := self._trade_ins(state, item)) else {}
            limit = company_kinds.train_limit(self.rules.data, state, company)
            facts = {"company": company, "count": len(held), "limit": limit, **old}
            found.append(self.rules.refuse("train.limit", **facts))
        return found + self.paying(state, action, place)

    def _impossible(self, state: State, action: BuyTrain, place: str) -> Refusal | None:
        """Return the refusal that leaves nothing else to check, or None."""
        refuse, company = self.rules.refuse, action.company
        if place in (GONE, BANK):  # the bank keeps trains aside that nobody may buy
            return refuse("train.not_for_sale", train=action.train)
        if (action.charter or 0) >= state.companies[company].charters:
            return refuse("train.charter", company=company)
        type = self.data.trains[type_of(action.train)]
        if place == company:
            return refuse("train.own", company=company, train=type.name)
        if not trains_and_phases.may_be_sold(self.rules, state, action.train):
            return refuse("train.not_for_sale", train=type.name)
        if place in (trains_and_phases.DEPOT, trains_and_phases.POOL) and not any(
            item.type is type and item.place == place
            for item in trains_and_phases.trains_on_sale(self.rules, state)
        ):
            return trains_and_phases.not_on_sale(self.rules, state, type, place)
        if action.trade_in is not None:
            old = type_of(action.trade_in)
            owned = state.place_of(action.trade_in) == company
            if not owned or old not in (type.trade_in or {}) or place != trains_and_phases.DEPOT:
                return refuse("train.trade_in", train=type.name, trade_in=old)
        return None

    def _check_bank_price(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Check the price of a train from the depot or the pool, less that of a train given up."""
        type = self.data.trains[type_of(action.train)]
        off = (type.trade_in or {})[type_of(action.trade_in)] if action.trade_in is not None else 0
        item = TrainForSale(action.train, type, place)
        prices = [price - off for price in self.prices(state, action.company, item)]
        if action.price in prices:
            return []
        facts = {"train": type.name, "cost": prices[0], "price": action.price}
        return [self.rules.refuse("train.price", **facts)]

    def _check_agreed_price(self, state: State, price: int, seller: str) -> list[Refusal]:
        """Check the price of another company's train.

        It must be high enough, and high enough to need the president's last sale.
        """
        refuse, company = self.rules.refuse, self.company(state)
        least, before = self.lowest_price(state, seller), self.payable_before(state)
        found = [refuse("train.least", minimum=least)] if price < least else []
        if before is not None and price <= before:
            facts = {"company": company, "president": self.actor(state), "cash": before}
            found.append(refuse("train.needless", **facts))
        return found

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        """Refuse a price that the company cannot pay, alone or in a forced purchase with help."""
        refuse = self.rules.refuse
        company, cash = action.company, self.rules.treasury.means(self.rules, state, action.company)
        if action.price <= cash:
            return []
        if not self.is_forced(state):
            facts = {"company": company, "cash": cash, "price": action.price}
            return [refuse("train.cash", train=type_of(action.train), **facts)]
        found = self.check_help(state, action, place)
        president = self.actor(state)
        both = state.cash[company] + state.cash[president]
        if action.price > both:
            facts = {"company": company, "president": president, "cash": both}
            lacking = action.price - both
            found.append(refuse("train.president", price=action.price, lacking=lacking, **facts))
        return found

    # --- effects

    def apply(self, change: Change, action: Any) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
        elif isinstance(action, BuyTrain):
            self._buy(change, action)
        elif isinstance(action, TellRoute | TellNoRoute):
            note_route(change, action)
            if isinstance(action, TellNoRoute):
                self.end(change)
        else:
            self._raise(change, action)

    def _raise(self, change: Change, action: Action) -> None:
        """Raise money.

        After a sale by the president, money from the company's own sources adds to the funds that
        one share less would have left.
        """
        state, raising = change.state, self.raising
        both = (self.company(state), self.actor(state))
        cash, noted = sum(state.cash[who] for who in both), turn_of(state).money_without_last_share
        if raising.only_needed and raising.helps(action):
            update_turn(change, money_without_last_share=cash + raising.sum_one_less(state, action))
        raising.apply(change, self.debt(state), action)
        if noted is not None and raising.is_own(action):
            more = sum(change.state.cash[who] for who in both) - cash
            update_turn(change, money_without_last_share=noted + more)

    def _buy(self, change: Change, action: BuyTrain) -> None:
        state, company, train = change.state, action.company, action.train
        place, type = state.place_of(train), self.data.trains[type_of(train)]
        charter = action.charter or 0
        self.rules.treasury.before_paying(change, self.rules, company, action.price)
        lacking = action.price - state.cash[company]
        add_help(change, self.actor(state), company, lacking, train)
        if action.trade_in is not None:
            charter = state.trains[action.trade_in].charter
            state.move_train(action.trade_in, self.rules.discards.to)
            change.tell("traded_in_train", company=company, type=type_of(action.trade_in))
        update_turn(change, trains_bought=(*turn_of(state).trains_bought, train))
        sale = TrainForSale(train, type, place)
        trains_and_phases.buy(change, self.rules, company, sale, action.price, charter)
        trains_and_phases.ask_discards(change, self.rules)  # a ruling may have waived the limit
        self.apply_purchase(change, company, train, place)
