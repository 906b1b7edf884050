"""Receipts: how a payout came about, and what any other row of the log moved, and why.

A payout's receipt runs from the stops of each run to the price on the market.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.ledger.entries import BANK, Posting


@dataclass(frozen=True, slots=True)
class StopLine:
    """One stop of a run: its id ("H12.0"), name, and the value it paid."""

    stop: str
    name: str
    value: int


@dataclass(frozen=True, slots=True)
class RunLine:
    """One train's run: its stops in order, bonuses as (name, amount), and its revenue."""

    train: str
    path: tuple[str, ...]
    stops: tuple[StopLine, ...]
    bonuses: tuple[tuple[str, int], ...]
    revenue: int
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class PayeeLine:
    """The amount one owner received for ``percent`` of the company.

    ``percent`` is 0 for shares that pay nobody. ``place`` is "pool" or "initial" for shares there,
    or the company's symbol for its own treasury. ``rounding`` is 1 where the amount was rounded up
    and -1 where it was rounded down.
    """

    owner: str
    percent: int
    amount: int
    place: str = ""
    rounding: int = 0


@dataclass(frozen=True, slots=True)
class PayoutReceipt:
    """A dividend: runs, division of the revenue, the bank's payments and the price change.

    ``kind`` names the way of division. ``per_share`` is the amount for a share of ``unit`` percent,
    before any rounding. ``to_treasury`` is the amount that the company withholds and receives for
    shares. ``is_withheld_rounded`` says whether the withheld amount was rounded.

    Prices are those before and after, and cells are "row,column". They are 0 and "" for a company
    on no market. ``better_revenue`` is the revenue of a better run, if the table knew of one.
    ``is_proved`` says whether no run earns more.

    ``incomes`` are the earnings of others, for a company that earns half of their sum. That half is
    rounded up to a multiple of ``rounding_step``. ``has_told_incomes`` says whether the table told
    one of these, so that nobody checked it.
    """

    company: str
    kind: str
    runs: tuple[RunLine, ...]
    revenue: int
    per_share: float
    payees: tuple[PayeeLine, ...]
    unpaid_payees: tuple[PayeeLine, ...]
    to_treasury: int
    bank_before: int
    bank_after: int
    price_before: int = 0
    price_after: int = 0
    cell_before: str = ""
    cell_after: str = ""
    rule: str = ""
    better_revenue: int | None = None
    is_proved: bool = True
    unit: int = 10
    is_withheld_rounded: bool = False
    incomes: tuple[tuple[str, int], ...] = ()
    rounding_step: int = 1
    has_told_incomes: bool = False

    @property
    def income(self) -> int:
        """The sum of the incomes."""
        return sum(income for _, income in self.incomes)

    @property
    def kept(self) -> int:
        """The amount that the company withholds before anything is shared out."""
        return self.to_treasury - sum(p.amount for p in self.payees if p.owner == self.company)

    @property
    def shared(self) -> int:
        """The amount divided over all shares, including those that pay nobody."""
        return self.revenue - self.kept

    @property
    def withheld(self) -> bool:
        """Whether there was revenue and none of it was shared out."""
        return self.revenue > 0 and not self.shared

    @property
    def is_told(self) -> bool:
        """Whether the table told the revenue, so that nobody checked the runs."""
        return self.has_told_incomes or any(not run.path for run in self.runs)

    @property
    def rounded(self) -> bool:
        """Whether any amount was rounded."""
        return self.is_withheld_rounded or any(line.rounding for line in self.payees)

    def payments(self) -> Iterator[tuple[str, int]]:
        """Yield the bank's payments in order, as (payee, amount)."""
        if self.kept:
            yield self.company, self.kept
        yield from ((line.owner, line.amount) for line in self.payees if line.amount)

    def postings(self) -> list[Posting]:
        """Return its postings in the books."""
        return [
            posting
            for owner, amount in self.payments()
            for posting in (Posting(BANK, -amount), Posting(owner, amount))
        ]


# --- the movements of one row of the log, of any kind


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a sum: ``count`` times ``each``, negative where it is subtracted.

    ``what`` is its key among the words for terms. ``of`` are ids that these words name.
    """

    what: str
    each: int
    count: int = 1
    of: tuple[str, ...] = ()

    @property
    def amount(self) -> int:
        """Its amount in money."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """An entry of the books: payers and payees, purpose, calculation, and place in the rule book.

    The ``terms`` add up to ``amount``. There are none when the amount is as it was entered.
    """

    memo: str
    about: tuple[str, ...]
    postings: tuple[Posting, ...]
    terms: tuple[Term, ...] = ()
    rule: str = ""

    @property
    def amount(self) -> int:
        """The total that changed hands."""
        return sum(posting.amount for posting in self.postings if posting.amount > 0)


@dataclass(frozen=True, slots=True)
class TransferLine:
    """Things that changed hands or moved somewhere else.

    ``sort`` is "share", "president" (that certificate), "private", "train", "token" or "tile".
    ``thing`` is the id of the company, private, type of train or tile. ``giver`` and ``taker`` are
    owners and places, or "" for the map; ``at`` is then the hex. ``percent`` is that of one
    certificate. ``swapped`` says whether it was exchanged for the president's certificate.
    """

    sort: str
    thing: str
    giver: str
    taker: str
    count: int = 1
    percent: int = 0
    at: str = ""
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class PriceLine:
    """A move on a market, with the ids of every cell from the first to the last, both included.

    ``before`` and ``after`` are the prices.
    """

    company: str
    before: int
    after: int
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DebtLine:
    """A debt as it stood before the row.

    ``owes`` had ``treasury`` for the ``amount``, and could raise ``own`` first. ``helper`` added
    ``adds`` from their cash. ``lacking`` was still to be raised, out of ``can_raise`` at most.
    """

    why: str
    owes: str
    helper: str
    amount: int
    treasury: int
    own: int
    adds: int
    lacking: int
    can_raise: int
    train: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Everything that row ``number`` of the log moved, in order.

    ``led`` are the numbers of earlier rows that led to it. Examples are the bids for a private, the
    sales for a debt, and the causes of a merger. ``whole`` says whether the states before and after
    were known. If not, the receipt holds only the contents of the books and the history.
    """

    number: int
    payouts: tuple[PayoutReceipt, ...] = ()
    money: tuple[MoneyLine, ...] = ()
    handed: tuple[TransferLine, ...] = ()
    prices: tuple[PriceLine, ...] = ()
    debt: DebtLine | None = None
    led: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    whole: bool = True

    @property
    def empty(self) -> bool:
        """Whether it moved nothing at all."""
        return not (self.payouts or self.money or self.handed or self.prices)

    def sum_by_account(self) -> dict[str, int]:
        """Sum what each account received (+) or paid (-)."""
        found: dict[str, int] = {}
        postings = [posting for line in self.money for posting in line.postings]
        for payout in self.payouts:
            postings += payout.postings()
        for posting in postings:
            found[posting.account] = found.get(posting.account, 0) + posting.amount
        return {account: amount for account, amount in found.items() if amount}
