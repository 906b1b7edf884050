"""Trains (§8.3, §8.3.5): of a first turn, bought ones, and that of a private."""

from companion.rules.core.actions import Action, BuyTrain, PlayerAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.money.debts import Debt, DebtHelp
from companion.rules.operating import trains_and_phases
from companion.rules.operating.emergency_money import add_help
from companion.rules.operating.operating_round import TurnStep, update_turn
from companion.rules.operating.running import trains_of, type_of
from companion.rules.operating.train_purchase import TrainStep
from companion.rules.operating.trains_and_phases import TrainForSale
from companion.rules.shares.holdings import is_player
from companion.titles.t1839.company_start import LOCAL
from companion.titles.t1839.emergency_money import MoneyRaising1839
from companion.titles.t1839.phases import figures_of
from companion.titles.t1839.turn_state import turn_of


class FirstTrainStep(TurnStep):
    """A company takes the next train of the supply in its first turn, before track.

    A local pays nothing, a major the price. No action is needed unless money has to be raised.
    """

    name = "first_train"

    def __init__(self, rules: Rules, raising: MoneyRaising1839) -> None:
        super().__init__(rules)
        self.raising = raising
        self.accepts = raising.accepts

    def due(self, state: State) -> TrainForSale | None:
        """Return the train that the company takes. Returns None once the last ranks are on sale."""
        if not turn_of(state).is_first:
            return None
        types = list(self.data.trains)
        sale = trains_and_phases.cheapest(self.rules, state)
        last = types.index(figures_of(self.rules).last_free_train)
        return sale if sale and types.index(sale.type.name) <= last else None

    def price(self, state: State, sale: TrainForSale) -> int:
        """Return the price that the company pays for it."""
        return 0 if state.companies[self.company(state)].kind == LOCAL else sale.type.price

    def debt(self, state: State) -> Debt:
        """Return the debt for it."""
        sale, company = self.due(state), self.company(state)
        amount = self.price(state, sale) if sale else 0
        train = sale.type.name if sale else ""
        return Debt("first_train", company, amount, self.actor(state), train_type=train)

    def help_needed(self, state: State) -> DebtHelp | None:
        """Return the help that is needed if the treasury cannot pay."""
        debt = self.debt(state)
        return self.raising.help(state, debt) if state.cash[debt.debtor] < debt.amount else None

    def waits(self, state: State) -> bool:
        debt = self.debt(state)
        return bool(self.raising.first(state, debt)) or self.raising.lacking(state, debt) > 0

    def offers(self, state: State) -> list[Offer]:
        return self.raising.offers(self, state, self.debt(state))

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        return self.raising.refusals(state, self.debt(state), action)

    def apply(self, change: Change, action: Action) -> None:
        self.raising.apply(change, self.debt(change.state), action)

    def end(self, change: Change) -> None:
        """Take the train, with all effects of its rank."""
        sale = self.due(change.state)
        super().end(change)
        if sale is not None:
            self._take(change, sale)

    def _take(self, change: Change, sale: TrainForSale) -> None:
        state, company = change.state, self.company(change.state)
        update_turn(change, trains_bought=(*turn_of(state).trains_bought, sale.train))
        price = self.price(state, sale)
        if price:
            lacking = price - state.cash[company]
            add_help(change, self.actor(state), company, lacking, sale.train)
            trains_and_phases.buy(change, self.rules, company, sale, price, station=self.name)
        else:
            facts = {"company": company, "type": sale.type.name, "train": sale.train}
            change.tell("received_train", **facts)
            trains_and_phases.take_train(change, self.rules, sale.train, company)
        trains_and_phases.ask_discards(change, self.rules)  # for one that came with a private


class TrainStep1839(TrainStep):
    """Buy trains, from other companies only with a train of its own.

    Without one a company buys from the supply. It sells its own shares before its director helps
    (§8.4.1).
    """

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        found = super().paying(state, action, place)
        if action.price > state.cash[action.company] and self.is_forced(state):
            found += self.raising.first_refusals(state, self.debt(state))
        return found

    def _check_agreed_price(self, state: State, price: int, seller: str) -> list[Refusal]:
        found = super()._check_agreed_price(state, price, seller)
        company = self.company(state)
        if not trains_of(state, company):
            found.append(self.rules.refuse("train.trainless", company=company))
        return found


@action("assign_train")
class AssignTrain(PlayerAction):
    """A player gives a company the train that their private has become."""

    company: str
    train: str

    def about(self) -> str:
        return self.company

    def parties(self) -> tuple[str, ...]:
        return self.player, self.company


class TrainAssignmentStep(Step):
    """The train of a private goes to an operating company with room, at any time, for nothing.

    It brings no phase (§14.2.3.2.3).
    """

    name = "assign"
    accepts = (AssignTrain,)

    def player_trains(self, state: State) -> list[str]:
        """Return the trains that players keep."""
        return [train for train, card in state.trains.items() if is_player(card.place)]

    def actor(self, state: State) -> str:
        kept = self.player_trains(state)
        return state.place_of(kept[0]) if kept else state.order[0]

    def offers(self, state: State) -> list[Offer]:
        return [
            self.judge_offer(
                state,
                Offer("assign", AssignTrain(state.place_of(train), company, train), weight=0.05),
            )
            for train in self.player_trains(state)
            for company in self.rules.operating_order(state)
        ]

    def refusals(self, state: State, action: AssignTrain) -> list[Refusal]:
        refuse, company = self.rules.refuse, action.company
        if state.place_of(action.train) != action.player:
            return [refuse("train.not_kept", player=action.player, train=type_of(action.train))]
        if not state.companies[company].floated:
            return [refuse("train.unfloated", company=company)]
        return trains_and_phases.refuse_full(self.rules, state, company)

    def apply(self, change: Change, action: AssignTrain) -> None:
        change.state.move_train(action.train, action.company)
        facts = {"player": action.player, "company": action.company}
        change.tell("assigned_train", type=type_of(action.train), train=action.train, **facts)
