"""Trains of 18MS: help for a fee, loans, and trains that are kept until they rust (20 to 22)."""

from collections.abc import Sequence
from typing import Any

from companion.languages import format_text, lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyTrain, DeclareBankruptcy
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import StandardState, note
from companion.rules.core.state import DEPOT, POOL, State, type_of
from companion.rules.data.codec import register_stored
from companion.rules.judge.rules import Step
from companion.rules.money.debts import Debt
from companion.rules.operating.running import RunStep, trains_of
from companion.rules.operating.trains_and_phases import TrainForSale, has_room, trains_on_sale
from companion.rules.standard.trains import StandardMoneyRaising, StandardTrainStep

FEE = 50
LOAN = lazy_gettext("{player} has nothing to sell: they borrow what is missing, and {fee} more.")
HELP = lazy_gettext("{player} may add what is missing for a 5, 6 or D, and pay {fee} more.")
WITHOUT_HELP = ("2+", "3+", "4+")  # for a company that has a train


@register_stored("18ms_state")
class MississippiState(StandardState):
    """Own state of a game.

    ``chattanooga_company`` has been paid for Chattanooga. ``trains_run`` are trains that have run
    in the operating round after which they rust.
    """

    chattanooga_company: str = ""
    trains_run: tuple[str, ...] = ()


def own_state(state: State) -> MississippiState:
    """Return the own state of the game."""
    assert isinstance(state.title_state, MississippiState)
    return state.title_state


class MississippiRunStep(RunStep):
    """Running trains. Those that rust after the round are noted."""

    def note_run(self, change: Change, company: str, trains: Sequence[str]) -> None:
        super().note_run(change, company, trains)
        number, types = own_state(change.state).operating_rounds, self.data.trains
        ran = (train for train in trains if types[type_of(train)].rusts_after == number)
        note(change, trains_run=(*own_state(change.state).trains_run, *ran))


class LoanRaising(StandardMoneyRaising):
    """The president's cash and shares, for any train on sale. Nobody is bankrupt."""

    def fails(self, debt: Debt) -> str:
        return ""

    def may_fall_short(self) -> bool:
        return True

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        is_short = self.lacking(state, self.find_wanted(state, debt))
        return self.help_offers(step, state, debt) if is_short else []

    def refusals(self, state: State, debt: Debt, action: Action) -> list[Refusal]:
        if isinstance(action, DeclareBankruptcy):
            return [self.rules.refuse("bankrupt.loan", player=action.player)]
        return super().refusals(state, debt, action)


class MississippiTrainStep(StandardTrainStep):
    """Buying trains, with the help of the president for a fee, or their loan."""

    money_raising = LoanRaising

    def waits(self, state: State) -> bool:
        return super().waits(state) or any(
            not self.refusals(state, BuyTrain(self.company(state), item.train, item.type.price))
            for item in trains_on_sale(self.rules, state)
            if has_room(self.rules, state, self.company(state))
        )

    def trains_of_others(self, state: State) -> list[TrainForSale]:
        found, kept = super().trains_of_others(state), self._find_kept(state)
        return [item for item in found if item.train not in kept]

    def _find_kept(self, state: State) -> tuple[str, ...]:
        """Return the trains that are not sold any more before they rust."""
        may_buy = self.rules.options["allow_buy_rusting"]
        return () if may_buy else own_state(state).trains_run

    def sentences(self, state: State) -> list[str]:
        """Return the help that the president may give or the loan that they may take."""
        company, debt = self.company(state), self.debt(state)
        facts = {"player": self.rules.words.names[self.actor(state)], "fee": self.data.money(FEE)}
        if self.raising.can_raise(state, debt) == 0 < self.raising.lacking(state, debt):
            return [format_text(LOAN, **facts)]
        helps = [
            buy
            for buy in (offer.action for offer in self.cached_offers(state) if offer.allowed)
            if isinstance(buy, BuyTrain) and buy.price > state.cash[company] and not debt.amount
        ]
        return [format_text(HELP, **facts)] if helps else []

    def paying(self, state: State, action: BuyTrain, place: str) -> list[Refusal]:
        found = super().paying(state, action, place)
        if action.train in self._find_kept(state):
            found.append(self.rules.refuse("train.rusting", train=type_of(action.train)))
        codes = {refusal.code for refusal in found}
        if place not in (DEPOT, POOL) or not codes & {"train.cash", "train.president"}:
            return found
        company, player = action.company, self.actor(state)
        lacking, cash = action.price - state.cash[company], state.cash[player]
        if self.is_forced(state):
            debt = self.debt(state)
            short, raisable = self.raising.lacking(state, debt), self.raising.can_raise(state, debt)
            if raisable == 0 < short:
                return []
            sums = {"lacking": short, "raisable": raisable} if short else {}
            return [*found, self.rules.refuse("train.loan", player=player, **sums)]
        is_helped = trains_of(state, company) and type_of(action.train) not in WITHOUT_HELP
        if not is_helped or state.cash[company] < action.price // 2:
            return found
        if cash >= lacking + FEE:
            return []
        facts = {"player": player, "lacking": lacking, "fee": FEE, "cash": cash}
        return [self.rules.refuse("train.help", company=company, **facts)]

    def apply(self, change: Change, action: Any) -> None:
        state, player, fee = change.state, self.actor(change.state), 0
        if isinstance(action, BuyTrain):
            lacking = action.price - state.cash[action.company]
            is_lent = lacking > max(0, state.cash[player])
            if lacking > 0 and (is_lent or trains_of(state, action.company)):
                fee = FEE
        super().apply(change, action)
        if fee:
            change.pay(player, BANK, fee, "help_fee", action.company)
            change.tell("help_fee", player=player, amount=fee)
