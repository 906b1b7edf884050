"""Receipts: how a payout came about, from the stops of each run to the price on the market; and
what any other row of the log has moved, with why so much.
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
    """What one owner got for ``percent`` of the company, 0 for shares that nobody is paid for.

    ``place`` is "pool" or "initial" where the shares lie there, the company's symbol for its own
    treasury; ``rounding`` 1 where the amount was rounded up, -1 where down.
    """

    owner: str
    percent: int
    amount: int
    place: str = ""
    rounding: int = 0


@dataclass(frozen=True, slots=True)
class PayoutReceipt:
    """A dividend: runs, how the revenue is divided, what the bank pays, and the move of the price.

    ``kind`` is the name of the way in which it is divided; ``per_share`` what a share of ``unit``
    percent gets, before any rounding; ``to_treasury`` what the company keeps and what it gets for
    shares; ``kept_rounded`` whether what it keeps was rounded. Prices are before and after, cells
    "row,column"; 0 and "" of a company on no market. ``possible`` is what a better run would have
    earned, where the table knew of one, and ``proved`` whether no run earns more.

    ``incomes`` is what others earned, where the revenue is half of that together, rounded up to a
    multiple of ``step``.
    """

    company: str
    kind: str
    runs: tuple[RunLine, ...]
    revenue: int
    per_share: float
    payees: tuple[PayeeLine, ...]
    unpaid: tuple[PayeeLine, ...]
    to_treasury: int
    bank_before: int
    bank_after: int
    price_before: int = 0
    price_after: int = 0
    cell_before: str = ""
    cell_after: str = ""
    rule: str = ""
    possible: int | None = None
    proved: bool = True
    unit: int = 10
    kept_rounded: bool = False
    incomes: tuple[tuple[str, int], ...] = ()
    step: int = 1

    @property
    def income(self) -> int:
        """The sum of the incomes."""
        return sum(income for _, income in self.incomes)

    @property
    def kept(self) -> int:
        """What the company keeps before anything is shared out."""
        return self.to_treasury - sum(p.amount for p in self.payees if p.owner == self.company)

    @property
    def shared(self) -> int:
        """What is divided over all shares, also those that nobody is paid for."""
        return self.revenue - self.kept

    @property
    def withheld(self) -> bool:
        """Was there revenue, and nothing of it shared out?"""
        return self.revenue > 0 and not self.shared

    @property
    def rounded(self) -> bool:
        """Was anything rounded?"""
        return self.kept_rounded or any(line.rounding for line in self.payees)

    def payments(self) -> Iterator[tuple[str, int]]:
        """What the bank pays, one payment after the other, to whom."""
        if self.kept:
            yield self.company, self.kept
        yield from ((line.owner, line.amount) for line in self.payees if line.amount)

    def postings(self) -> list[Posting]:
        """What it moves in the books."""
        return [
            posting
            for owner, amount in self.payments()
            for posting in (Posting(BANK, -amount), Posting(owner, amount))
        ]


# --- what one row of the log has moved, whatever it was


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a sum: ``count`` times ``each``, below 0 where it is taken off. ``what`` names it
    among the words for terms; ``of`` are ids that these words name.
    """

    what: str
    each: int
    count: int = 1
    of: tuple[str, ...] = ()

    @property
    def amount(self) -> int:
        """What it comes to."""
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """An entry of the books: from whom to whom, what for, why so much (the ``terms`` add up to
    ``amount``; none where the amount is as it was entered), and the place in the rule book.
    """

    memo: str
    about: tuple[str, ...]
    postings: tuple[Posting, ...]
    terms: tuple[Term, ...] = ()
    rule: str = ""

    @property
    def amount(self) -> int:
        """What changed hands."""
        return sum(posting.amount for posting in self.postings if posting.amount > 0)


@dataclass(frozen=True, slots=True)
class Handed:
    """Things that changed hands, or came to lie somewhere else.

    ``sort`` is "share", "president" (that certificate), "private", "train", "token" or "tile";
    ``thing`` the id of the company, private, type of train or tile; ``giver`` and ``taker`` owners
    and places, "" on the map, where ``at`` is the hex. ``percent`` is that of one certificate;
    ``swapped`` whether it was given in exchange for the president's.
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
    """A move on a market: every cell from the first to the last, both told, as ids. ``before`` and
    ``after`` are the prices.
    """

    company: str
    before: int
    after: int
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DebtLine:
    """A debt as it stood before the row: ``owes`` had ``treasury`` for the ``amount``, and could
    raise ``own`` first; ``helper`` added ``adds`` from his cash, and ``lacking`` was to be raised,
    of ``can_raise`` at most.
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
    """All that row ``number`` of the log has moved, in the order in which it did.

    ``led`` are the numbers of earlier rows that led to it: the bids for a private, the sales for a
    debt, what a merger came from. ``whole`` is whether the states before and after it were known:
    where not, it tells what the books and the history do.
    """

    number: int
    payouts: tuple[PayoutReceipt, ...] = ()
    money: tuple[MoneyLine, ...] = ()
    handed: tuple[Handed, ...] = ()
    prices: tuple[PriceLine, ...] = ()
    debt: DebtLine | None = None
    led: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    whole: bool = True

    @property
    def empty(self) -> bool:
        """Did it move nothing at all?"""
        return not (self.payouts or self.money or self.handed or self.prices)

    def moved(self) -> dict[str, int]:
        """What each account got in all (+), or gave (-)."""
        found: dict[str, int] = {}
        postings = [posting for line in self.money for posting in line.postings]
        for payout in self.payouts:
            postings += payout.postings()
        for posting in postings:
            found[posting.account] = found.get(posting.account, 0) + posting.amount
        return {account: amount for account, amount in found.items() if amount}
