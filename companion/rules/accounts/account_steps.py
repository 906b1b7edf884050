"""The steps of a game of accounts. They have no order, and nobody is waited for."""

from collections.abc import Iterator
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.accounts.account_actions import (
    AccountDividend,
    AccountPayment,
    AccountShares,
    CloseAccounts,
)
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.dividends import divide, pay_out
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL

TREASURY = "treasury"  # the place of shares that the company itself has
CLOSED = "closed"  # the reason of the end
MOST_REVENUE = 100_000


class AccountStep(Step):
    """A step that is open to everybody from the first deed to the last."""

    def waits(self, state: State) -> bool:
        return True

    def actor(self, state: State) -> str:
        return ""  # it is nobody's turn


class PaymentStep(AccountStep):
    """Payments between accounts."""

    name = "account_payment"
    accepts = (AccountPayment,)

    def accounts(self) -> tuple[str, ...]:
        """Return all accounts, players first."""
        return (*self.rules.seats, *self.data.companies, BANK)

    def means(self, state: State, payer: str) -> int:
        """Return the most that an account can pay. The bank pays on when it has nothing left."""
        return MOST_REVENUE if payer == BANK else state.cash[payer]

    def offers(self, state: State) -> list[Offer]:
        return list(self._offers(state))

    def _offers(self, state: State) -> Iterator[Offer]:
        for payer in self.accounts():
            if most := self.means(state, payer):
                for payee in self.accounts():
                    if payee != payer:
                        span = Span("amount", 1, most)
                        yield Offer(self.name, AccountPayment(payer, payee, 1), -1, span)

    def refusals(self, state: State, action: AccountPayment) -> list[Refusal]:
        refuse, payer = self.rules.refuse, action.payer
        if payer == action.payee:
            return [refuse("account.same")]
        if not action.amount:
            return [refuse("account.nothing")]
        if payer != BANK and state.cash[payer] < action.amount:
            cash = state.cash[payer]
            return [refuse("account.cash", payer=payer, cash=cash, amount=action.amount)]
        return []

    def apply(self, change: Change, action: AccountPayment) -> None:
        payer, payee, amount = action.payer, action.payee, action.amount
        change.pay(payer, payee, amount, "account_payment")
        side = {payer: "_by_bank", payee: "_to_bank"}.get(BANK, "")
        change.tell(f"account_payment{side}", payer=payer, payee=payee, amount=amount)


class AccountDividendStep(AccountStep):
    """Dividends by holdings."""

    name = "account_dividend"
    accepts = (AccountDividend,)

    def offers(self, state: State) -> list[Offer]:
        span = Span("amount", 10, 1000, 10)
        return [
            Offer(self.name, AccountDividend(company, 10, way.name), 10, span)
            for company in self.data.companies
            for way in self.rules.dividends.ways
        ]

    def refusals(self, state: State, action: AccountDividend) -> list[Refusal]:
        names = [way.name for way in self.rules.dividends.ways]
        if action.kind not in names:
            return [self.rules.refuse("dividend.kind", kind=action.kind, kinds=names)]
        return [] if action.amount else [self.rules.refuse("account.nothing")]

    def apply(self, change: Change, action: AccountDividend) -> None:
        way = next(way for way in self.rules.dividends.ways if way.name == action.kind)
        receipt = divide(self.rules, change.state, action.company, way, action.amount)
        pay_out(change, self.rules, receipt)


class AccountSharesStep(AccountStep):
    """Shares that change hands, for a price or without."""

    name = "account_shares"
    accepts = (AccountShares,)

    @property
    def places(self) -> tuple[str, ...]:
        """The places of shares."""
        return (*self.rules.seats, INITIAL, TREASURY, POOL)

    def offers(self, state: State) -> list[Offer]:
        return [
            Offer(self.name, AccountShares(company.symbol, giver, taker, company.step, 0), 0)
            for company in self.data.company_list
            for giver in self.places
            for taker in self.places
            if giver != taker and self._percent_at(state, company.symbol, giver)
        ]

    def refusals(self, state: State, action: AccountShares) -> list[Refusal]:
        refuse, company = self.rules.refuse, action.company
        if not {action.giver, action.taker} <= {*self.places}:
            return [refuse("account.place", company=company)]
        if action.giver == action.taker:
            return [refuse("account.same")]
        step = self.data.companies[company].step
        held = self._percent_at(state, company, action.giver)
        if action.percent <= 0 or action.percent % step:
            return [refuse("account.shares", company=company, percent=step)]
        found = []
        if action.percent > held:
            facts = {"owner": action.giver, "percent": held, "asked": action.percent}
            found.append(refuse("account.held", company=company, **facts))
        payer, amount = _account(company, action.taker), action.amount
        if payer != BANK and state.cash[payer] < amount:
            cash = state.cash[payer]
            found.append(refuse("account.cash", payer=payer, cash=cash, amount=amount))
        return found

    def _percent_at(self, state: State, company: str, place: str) -> int:
        return holdings.percent(self.data, state, company, _owner(company, place))

    def apply(self, change: Change, action: AccountShares) -> None:
        company, giver, taker = action.company, action.giver, action.taker
        places = _owner(company, giver), _owner(company, taker)
        holdings.take(change, self.data.companies[company], *places, action.percent)
        payer, payee = _account(company, taker), _account(company, giver)
        is_paid = bool(action.amount) and payer != payee
        if is_paid:
            change.pay(payer, payee, action.amount, "account_shares", company)
        facts: dict[str, Any] = {"company": company, "percent": action.percent}
        kind = "account_shares_sold" if is_paid else "account_shares"
        change.tell(kind, taker=taker, giver=giver, **facts, amount=action.amount)


def _owner(company: str, place: str) -> str:
    """Return the owner of shares at a place."""
    return company if place == TREASURY else place


def _account(company: str, place: str) -> str:
    """Return the account that pays for shares which come to a place, or is paid for them."""
    return BANK if place in (INITIAL, POOL) else _owner(company, place)


class CloseStep(AccountStep):
    """The end of the game, when the table says so."""

    name = "close_accounts"
    accepts = (CloseAccounts,)
    apart = "close"

    def offers(self, state: State) -> list[Offer]:
        return [Offer(self.apart, CloseAccounts(), weight=0.5)]

    def refusals(self, state: State, action: CloseAccounts) -> list[Refusal]:
        return []

    def apply(self, change: Change, action: CloseAccounts) -> None:
        self.rules.finish(change, CLOSED)


def largest_holder(rules: Rules, state: State, company: str) -> str | None:
    """Return the player with the most shares, the first of several; None if nobody has any."""
    parts = holdings.shares(rules.data, state, company)
    most = max((parts.get(seat, 0) for seat in rules.seats), default=0)
    return next((seat for seat in rules.seats if most and parts.get(seat) == most), None)
