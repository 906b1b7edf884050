"""Emergency money (Emergency train buying).

It comes from the company's markers and its director's cash, shares and privates. If all of it is
not enough, the game ends.
"""

from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, CompanyAction, SellToken, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.money.debts import Debt, DebtHelp
from companion.rules.operating.debt_sources import PlayerShareSource, PrivateSource, TokenSource
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.private_powers import privates_with_power
from companion.rules.operating.tokens import count_placed, forget_places, take_up_somewhere
from companion.rules.without_map.actions import MOST
from companion.rules.without_map.private_uses import refuse_amount
from companion.rules.without_map.track import stop_values
from companion.titles.t1839_2015.stock import not_operated
from companion.titles.t1839_2015.title_state import game_of, note


class PlayerShareSource2015(PlayerShareSource):
    """The director's shares, by the usual rules.

    Public companies may be sold only after they have operated, and no price moves.
    """

    def keeps(self, debt: Debt) -> tuple[str, ...]:
        """Return the companies that keep their director.

        For the director's own debt to a company, that company is one of them.
        """
        return (debt.debtor, debt.payee)

    def limits(self, state: State, company: str) -> list[Refusal]:
        return not_operated(self.rules, state, company)


@action("tell_token_sale")
class TellTokenSale(CompanyAction):
    """A company returns a token, whose place is not told, to its charter for ``amount``."""

    amount: int


@action("tell_token_values")
class TellTokenValues(CompanyAction):
    """All tokens of a company but the cheapest would bring ``amount``. Nothing is sold yet."""

    amount: int


class TokenSource2015(TokenSource):
    """Placed tokens of the company. Without the map the table tells what the bank pays for them."""

    accepts: tuple[type[Action], ...] = (SellToken, TellTokenSale, TellTokenValues)

    def brings(self, state: State, debt: Debt) -> int:
        """Return the proceeds of all but one; without the map, those that were told last."""
        if not state.is_told:
            return super().brings(state, debt)
        is_counted = count_placed(state, debt.debtor) == game_of(state).told_marker_count
        return game_of(state).told_marker_sum if is_counted else 0

    def is_untold(self, state: State, debt: Debt) -> bool:
        """Return whether the table must tell first what the tokens that may be sold would bring."""
        count = count_placed(state, debt.debtor)
        return state.is_told and 1 < count != game_of(state).told_marker_count

    def values_offer(self, step: Step, state: State, debt: Debt) -> Offer:
        """Return the offer to tell what the tokens would bring."""
        tell, span = TellTokenValues(debt.debtor, 0), Span("amount", 0, MOST)
        return step.judge_offer(state, Offer("token_values", tell, span=span, weight=2))

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        if not state.is_told:
            return super().offers(step, state, debt)
        values = stop_values(self.rules, state.phase)
        sale, span = TellTokenSale(debt.debtor, values[0]), Span("amount", 0, MOST)
        facts = (("usual", values),)
        offer = Offer("sell_token", sale, values[0], span, weight=1, facts=facts)
        return [step.judge_offer(state, offer)]

    def refusals(self, state: State, debt: Debt, lacking: int, action: Any) -> list[Refusal]:
        refuse, company = self.rules.refuse, debt.debtor
        if state.is_told == isinstance(action, SellToken):
            return [refuse("turn.not_now", step="trains", actor=debt.helper)]
        if isinstance(action, SellToken):
            return super().refusals(state, debt, lacking, action)
        found = refuse_amount(self.rules, action.amount)
        if state.cash[company] >= debt.amount:
            found.append(refuse("forced.not_short", player=debt.helper, debt=debt.kind))
        if count_placed(state, company) < 2:
            found.append(refuse("forced.last_token", company=company))
        return found

    def apply(self, change: Change, debt: Debt, action: Any) -> None:
        if isinstance(action, SellToken):
            super().apply(change, debt, action)
            return
        if isinstance(action, TellTokenValues):
            count = count_placed(change.state, action.company)
            note(change, told_marker_count=count, told_marker_sum=action.amount)
            change.tell("told_token_values", company=action.company, amount=action.amount)
            return
        change.pay(BANK, action.company, action.amount, "told_token_sale", action.company)
        forget_places(change, action.company)
        take_up_somewhere(change, action.company)
        change.tell("told_token_sale", company=action.company, amount=action.amount)


class MoneyRaising2015(MoneyRaising):
    """Raising of money for the train that a company must buy."""

    def __init__(self, rules: Rules) -> None:
        helping = (PlayerShareSource2015(rules), PrivateSource(rules))
        self.markers = TokenSource2015(rules)
        super().__init__(rules, own=(self.markers,), helping=helping)

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        found = super().offers(step, state, debt)
        if self.lacking(state, debt) and self._must_tell(state, debt):
            found.append(self.markers.values_offer(step, state, debt))
        return found

    def _must_tell(self, state: State, debt: Debt) -> bool:
        """Return whether it depends on markers of unknown value if the debt can be paid."""
        return self.falls_short(state, debt) and self.markers.is_untold(state, debt)

    def may_fall_short(self) -> bool:
        """Allow a shortfall. The director chooses freely which markers to sell."""
        return True

    def help(self, state: State, debt: Debt) -> DebtHelp:
        """Return the help. Nobody is bankrupt if the company has another way to a train.

        Nobody is, either, as long as the value of its markers is not known.
        """
        found = super().help(state, debt)
        is_open = self._becomes(state, debt) or self._must_tell(state, debt)
        return replace(found, fails="") if is_open else found

    def check_bankruptcy(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        found = super().check_bankruptcy(state, debt, lacking)
        facts = {"company": debt.debtor, "player": debt.helper}
        if not found and self._must_tell(state, debt):
            found = [self.rules.refuse("bankrupt.markers", company=debt.debtor)]
        becomes = [] if found else self._becomes(state, debt)
        return found + [
            self.rules.refuse("bankrupt.becomes", private=one, **facts) for one in becomes
        ]

    def _becomes(self, state: State, debt: Debt) -> list[str]:
        """Return the privates of the company that become a train."""
        return privates_with_power(self.rules, state, debt.debtor, "becomes")

    def fail(self, change: Change, debt: Debt) -> None:
        """End the game at once, scored as it stands."""
        change.tell("bankrupt", player=debt.helper)
        self.rules.finish(change, "bankrupt")
