"""Dividends: a company's revenue is divided, money and price move, and a receipt explains it.

The title's policy (``rules.dividends``) holds the ways to divide and the move of the price. A
title's own step may leave out some ways.
"""

from collections.abc import Sequence

from companion.ledger.entries import BANK
from companion.ledger.receipts import PayeeLine, PayoutReceipt
from companion.rules.core.actions import Dividend
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import POOL, State
from companion.rules.data.codec import register_stored
from companion.rules.data.revenue_divisions import WITHHOLD, Division
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.operating.running import run_lines
from companion.rules.shares import holdings, market

register_stored("payout_receipt")(PayoutReceipt)
register_stored("payee_line")(PayeeLine)


def payee_of(rules: Rules, state: State, company: str, place: str) -> str | None:
    """Return the payee of shares at a place; None if nobody is paid.

    Players are paid for their shares. The company is paid for its own and, if its kind says so, for
    those in the pool and in the initial offering.
    """
    kind = rules.kind(state, company)
    if place == company or (place == POOL and kind.pool_pays):
        return company
    if place == holdings.INITIAL and kind.initial_pays:
        return company
    return place if holdings.is_player(place) else None


def divide(rules: Rules, state: State, company: str, way: Division, revenue: int) -> PayoutReceipt:
    """Return the receipt of dividing ``revenue`` in this way, without runs.

    Companies may have revenue without running trains. Changes nothing.
    """
    kept = way.company_part(revenue)
    shared = revenue - kept
    payees, unpaid = [], []
    shares = holdings.shares(rules.data, state, company) if shared else {}
    for place, percent in shares.items():
        payee = payee_of(rules, state, company, place)
        if payee is None:
            unpaid.append(PayeeLine(place, percent, 0, place))
            continue
        amount = way.part(shared, percent, holdings.is_player(payee))
        at = "" if holdings.is_player(place) else place
        rounding = (amount * 100 > shared * percent) - (amount * 100 < shared * percent)
        payees.append(PayeeLine(payee, percent, amount, at, rounding))
    before = market.cell_of(rules.data, state, company)
    after = before
    if before and not way.price_stays:
        after = rules.dividends.price_move(rules, state, company, shared)
    unit = rules.kind(state, company).unit
    to_treasury = kept + sum(line.amount for line in payees if line.owner == company)
    bank = state.cash[BANK]
    return PayoutReceipt(
        company=company,
        kind=way.name,
        runs=(),
        revenue=revenue,
        per_share=_hundredth(shared * unit),
        payees=tuple(payees),
        unpaid_payees=tuple(unpaid),
        to_treasury=to_treasury,
        bank_before=bank,
        bank_after=bank - kept - sum(line.amount for line in payees),
        price_before=before.price if before else 0,
        price_after=after.price if after else 0,
        cell_before=before.id if before else "",
        cell_after=after.id if after else "",
        rule=rules.data.cite("dividend.kind", company),
        unit=unit,
        is_withheld_rounded=way.keeps.numerator * revenue != way.keeps.denominator * kept,
    )


def _hundredth(amount: int) -> float:
    """Return a hundredth of the amount, as an integer if there is no remainder."""
    whole, rest = divmod(amount, 100)
    return amount / 100 if rest else whole


def payout_preview(rules: Rules, state: State, company: str, kind: str) -> PayoutReceipt:
    """Return the receipt of dividing this turn's revenue in the way named ``kind``.

    Changes nothing. Raises StopIteration for an unknown name.
    """
    turn = turn_of(state)
    way = next(way for way in (*rules.dividends.ways, WITHHOLD) if way.name == kind)
    divided = divide(rules, state, company, way, turn.revenue or 0)
    runs = run_lines(rules, state, company)
    return replace(divided, runs=runs, better_revenue=turn.better_revenue, is_proved=turn.is_proved)


class DividendStep(TurnStep):
    """The step that divides the revenue; without revenue it withholds 0."""

    name = "dividend"
    accepts = (Dividend,)

    def has_acted(self, state: State) -> bool:
        return bool(turn_of(state).division)

    def waits(self, state: State) -> bool:
        return bool(turn_of(state).revenue)

    def offers(self, state: State) -> list[Offer]:
        company, revenue = self.company(state), turn_of(state).revenue
        first, *others = (Dividend(company, name) for name in self._names(state))
        return [
            Offer("dividend", first, revenue, weight=4),
            *(Offer("dividend", other, revenue, weight=1) for other in others),
        ]

    def ways(self, state: State) -> Sequence[Division]:
        """Return the ways in which the company may divide its revenue now, the usual one first."""
        return self.rules.dividends.ways

    def _names(self, state: State) -> tuple[str, ...]:
        return tuple(way.name for way in self.ways(state))

    def refusals(self, state: State, action: Dividend) -> list[Refusal]:
        found, names = self.not_its_turn(state, action), self._names(state)
        if action.kind not in names:
            found.append(self.rules.refuse("dividend.kind", kind=action.kind, kinds=names))
        return found

    def apply(self, change: Change, action: Dividend) -> None:
        self._pay(change, action.company, action.kind)

    def end(self, change: Change) -> None:
        """End the step without revenue: the price moves as if it were withheld."""
        self._pay(change, self.company(change.state), WITHHOLD.name)

    def _pay(self, change: Change, company: str, kind: str) -> None:
        pay_out(change, self.rules, payout_preview(self.rules, change.state, company, kind))
        update_turn(change, division=kind, step=turn_of(change.state).step + 1)


def pay_out(change: Change, rules: Rules, receipt: PayoutReceipt) -> None:
    """Pay the amounts in a receipt, log the event, and move the price."""
    company, kept = receipt.company, receipt.kept
    change.pay(BANK, company, kept, "withheld", company)
    for line in receipt.payees:
        change.pay(BANK, line.owner, line.amount, "dividend", company)
    facts = {"company": company, "revenue": receipt.revenue, "receipt": receipt}
    if not receipt.shared:
        change.tell("withheld" if receipt.revenue else "did_not_run", **facts)
    elif kept:
        change.tell("paid_part", per_share=receipt.per_share, withheld=kept, **facts)
    else:
        change.tell("paid", per_share=receipt.per_share, **facts)
    if receipt.cell_after:
        market.move(change, rules.data, company, rules.data.cells[receipt.cell_after])
