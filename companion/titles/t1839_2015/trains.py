"""Trains (Buy train(s)): purchases of a company, their prices and effects."""

from typing import Any

from companion.languages import format_text
from companion.rules.core.actions import (
    Action,
    BuyTrain,
    CompanyAction,
    DeclareBankruptcy,
    GiveUpPrivate,
    SellShares,
    SellToken,
    action,
)
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT, State
from companion.rules.judge.rules import Rules
from companion.rules.operating import private_powers, trains_and_phases
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.operating_round import step_of, turn_of, update_turn
from companion.rules.operating.private_powers import power, privates_with_power, refuse_owner
from companion.rules.operating.running import type_of
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.operating.trains_and_phases import TrainForSale
from companion.rules.privates import obsolete_privates
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.titles.t1839_2015.emergency_money import TellTokenSale
from companion.titles.t1839_2015.privates import close_on_train
from companion.titles.t1839_2015.rotterdam import needless, needs_no_sale, unpaid
from companion.titles.t1839_2015.saved_trains import (
    BuyMark,
    SaveTrain,
    TrainMarks,
    distinguish_train,
    is_for_sale,
    unmark,
)
from companion.titles.t1839_2015.title_figures import figures
from companion.titles.t1839_2015.title_state import game_of, note


@action("become_train")
class BecomeTrain(CompanyAction):
    """A private becomes the next train of the supply."""

    private: str


class TrainStep2015(TrainStep):
    """Buy trains, and mark them. A private may lower a price, or become a train.

    This is the last step. A turn stays open while a private may still be bought.
    """

    def __init__(self, rules: Rules, raising: MoneyRaising, privates: PrivatePurchaseStep) -> None:
        super().__init__(rules, raising, privates)
        self.marks = TrainMarks(rules)
        self.accepts = (*self.accepts, *self.marks.accepts, BecomeTrain)

    def takes(self, state: State, action: Action) -> bool:
        """Leave sales to the draw on the director while they have less than the drawn sum."""
        is_sale = isinstance(action, SellShares | GiveUpPrivate)
        short = game_of(state).director_payment > state.cash[self.actor(state)]
        return super().takes(state, action) and not (is_sale and short)

    def waits(self, state: State) -> bool:
        if super().waits(state):
            return True
        company = self.company(state)
        drawing = privates_with_power(self.rules, state, company, "director_pays")
        if drawing and trains_and_phases.has_room(self.rules, state, company):
            return True
        return any(offer.allowed for offer in self._further_offers(state))

    # --- prices

    def _discount(self, state: State, company: str, type: str) -> tuple[int, str]:
        """Return the discount of a company's private on a train of the supply, and that private."""
        for private in privates_with_power(self.rules, state, company, "train_discounts"):
            if off := power(self.rules, private, "train_discounts").get(type):
                return off, private
        return 0, ""

    def prices(self, state: State, company: str, item: TrainForSale) -> tuple[int, ...]:
        full = self.cost(state, company, item.type)
        off, _ = self._discount(state, company, item.type.name)
        return (full, full - off) if off else (full,)

    def trains_of_others(self, state: State) -> list[TrainForSale]:
        company = self.company(state)
        found: dict[tuple[str, tuple[str, bool]], TrainForSale] = {}
        for train, card in state.trains.items():
            if card.place in self.data.companies and card.place != company:
                key = (card.place, distinguish_train(state, train))
                type, _ = key[1]
                if is_for_sale(state, train) and self.data.trains[type].price:
                    found.setdefault(key, TrainForSale(train, self.data.trains[type], card.place))
        return list(found.values())

    def lowest_price(self, state: State, seller: str) -> int:
        """Return the lowest price: above the money that the director had without the last sale."""
        return max(super().lowest_price(state, seller), needs_no_sale(self.rules, state) + 1)

    # --- offers and refusals

    def offers(self, state: State) -> list[Offer]:
        *found, done = (o for o in super().offers(state) if self.takes(state, o.action))
        return [
            *(self._name_private(state, offer) for offer in found),
            *self._further_offers(state),
            done,
        ]

    def _name_private(self, state: State, offer: Offer) -> Offer:
        """Add the private that lowers the price to an offer of a train."""
        action = offer.action
        if not isinstance(action, BuyTrain) or state.place_of(action.train) != DEPOT:
            return offer
        type = self.data.trains[type_of(action.train)]
        _, private = self._discount(state, action.company, type.name)
        if action.price >= type.price:
            return offer
        says = format_text("with {private}", private=self.rules.words.private(private))
        return replace(offer, note=says, facts=(*offer.facts, ("private", private)))

    def _further_offers(self, state: State) -> list[Offer]:
        """Return the offers in addition to purchases: marks, and a private that becomes a train."""
        company = self.company(state)
        found = list(self.marks.offers(self, state, company))
        sale = trains_and_phases.cheapest(self.rules, state)
        for private in privates_with_power(self.rules, state, company, "becomes"):
            note = sale.type.name if sale else ""
            become = Offer("become", BecomeTrain(company, private), 0, note=note, weight=2)
            found.append(self.judge_offer(state, become))
        return found

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, BecomeTrain):
            return self.not_its_turn(state, action) or self._becoming(state, action)
        if isinstance(action, SaveTrain | BuyMark):
            return self.not_its_turn(state, action) or self.marks.refusals(state, action)
        found = super().refusals(state, action)
        if isinstance(action, BuyTrain) and not found:
            found += self._check_train_of_another(state, action)
            found += needless(self.rules, state, action.company, action.price)
        return found + unpaid(self.rules, state, action)

    def _check_train_of_another(self, state: State, action: BuyTrain) -> list[Refusal]:
        """Refuse a rusted train, and more than face value with money raised for it."""
        if not is_for_sale(state, action.train):
            return [self.rules.refuse("train.rusted", train=action.train)]
        face = self.data.trains[type_of(action.train)].price
        if self._has_help(state) and action.price > face:
            return [self.rules.refuse("train.face", maximum=face)]
        return []

    def _has_help(self, state: State) -> bool:
        """Has the company the director's money, or money from its markers?"""
        company = self.company(state)
        return (
            game_of(state).has_marker_money
            or self.rules.treasury.means(self.rules, state, company) > state.cash[company]
        )

    def highest_price(self, state: State, item: TrainForSale) -> int:
        most = super().highest_price(state, item)
        if not self._has_help(state):
            return most
        return min(
            item.type.price,
            max(most, self.rules.treasury.means(self.rules, state, self.company(state))),
        )

    def _becoming(self, state: State, action: BecomeTrain) -> list[Refusal]:
        refuse, company, private = self.rules.refuse, action.company, action.private
        if not power(self.rules, private, "becomes"):
            return [refuse("power.none", private=private)]
        if found := refuse_owner(self.rules, state, company, private):
            return found
        if trains_and_phases.cheapest(self.rules, state) is None:
            return [refuse("train.none_to_become", private=private)]
        return trains_and_phases.refuse_full(self.rules, state, company)

    # --- effects

    def apply(self, change: Change, action: Any) -> None:
        if isinstance(action, BecomeTrain):
            sale = trains_and_phases.cheapest(self.rules, change.state)
            assert sale is not None
            update_turn(change, trains_bought=(*turn_of(change.state).trains_bought, sale.train))
            become(change, self.rules, action.private, sale.train)
            trains_and_phases.ask_discards(change, self.rules)
        elif isinstance(action, SaveTrain | BuyMark):
            self.marks.apply(change, action)
        elif isinstance(action, BuyTrain):
            place, type = change.state.place_of(action.train), type_of(action.train)
            off, private = self._discount(change.state, action.company, type)
            super().apply(change, action)
            if not change.state.cash[action.company]:
                note(change, has_marker_money=False)  # the money from markers is spent
            if off and place == DEPOT and action.price < self.data.trains[type].price:
                private_powers.use_power(change, self.rules, action.company, private)
        else:
            super().apply(change, action)
            if isinstance(action, SellToken | TellTokenSale):
                note(change, has_marker_money=True)

    def apply_purchase(self, change: Change, company: str, train: str, place: str) -> None:
        unmark(change, company, train)
        close_on_train(change, self.rules, company)


class EarlyTrainStep(TrainStep2015):
    """Buy trains at any moment of a turn, with a private that allows it, even required ones."""

    name = "early_trains"

    def __init__(self, rules: Rules, raising: MoneyRaising, privates: PrivatePurchaseStep) -> None:
        super().__init__(rules, raising, privates)
        sources = (kind for kind in raising.accepts if kind is not DeclareBankruptcy)
        self.accepts = (BuyTrain, *sources)

    def takes(self, state: State, action: Action) -> bool:
        return super().takes(state, action) and (
            isinstance(action, BuyTrain) or bool(self._allow(state))
        )

    def waits(self, state: State) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        """Return no offers in the step of trains, which makes them itself."""
        if not self._allow(state) or step_of(self.rules, state) == TrainStep2015.name:
            return []
        found = [o for o in super().offers(state) if isinstance(o.action, self.accepts)]
        return [replace(offer, kind="early_train", weight=offer.weight / 20) for offer in found]

    def _allow(self, state: State) -> list[str]:
        """Return the privates that allow it."""
        return privates_with_power(self.rules, state, self.company(state), "early_trains")

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        found = super().refusals(state, action)
        if self._allow(state):
            return found
        return [*found, self.rules.refuse("train.not_yet", company=self.company(state))]

    def apply(self, change: Change, action: Any) -> None:
        allow = self._allow(change.state) if isinstance(action, BuyTrain) else []
        super().apply(change, action)
        for private in allow:
            private_powers.use_power(change, self.rules, action.actor(), private)


def become(change: Change, rules: Rules, private: str, train: str) -> None:
    """Turn a private into a train and close it. It counts as bought for nothing."""
    company, type = change.state.privates[private], type_of(train)
    change.tell("became_train", company=company, private=private, type=type, train=train)
    private_powers.close(change, rules, private)
    trains_and_phases.take_train(change, rules, train, company)
    close_on_train(change, rules, company)


def phase_began(change: Change, rules: Rules, phase: str) -> None:
    """Turn a company's private into the train that brings the phase, even without room for it.

    With that phase all privates become older.
    """
    state = change.state
    brings = {type.brings: type.name for type in rules.data.train_types}
    for private, owner in list(state.privates.items()):
        becomes = power(rules, private, "becomes")
        if becomes and becomes == brings.get(phase) and owner in rules.data.companies:
            supply = trains_and_phases.trains_on_sale(rules, state)
            if train := next((item.train for item in supply if item.type.name == becomes), None):
                become(change, rules, private, train)
    if phase == figures(rules.data).outdates:
        obsolete_privates.outdate(change)
