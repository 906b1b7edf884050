"""Receipts: how a payout came about, from the stops of each run to the price on the market."""

from dataclasses import dataclass


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
