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
    """What one owner got for ``percent`` of the company;
    ``amount`` 0 for shares nobody is paid for.
    """

    owner: str
    percent: int
    amount: int
    place: str = (
        ""  # "pool" or "initial" where the shares lie there; the company's own treasury: its symbol
    )


@dataclass(frozen=True, slots=True)
class PayoutReceipt:
    """A dividend: runs, division over the shares, what
    stayed in the bank, and the move of the price.

    ``kind`` is "pay" or "withhold"; ``per_share`` is what 10%
    gets; prices are before and after, cells "row,column". ``possible`` is what a better run would
    have earned, where the table knew of one, and ``proved`` whether no run earns more.
    """

    company: str
    kind: str
    runs: tuple[RunLine, ...]
    revenue: int
    per_share: int
    payees: tuple[PayeeLine, ...]
    unpaid: tuple[PayeeLine, ...]
    to_treasury: int
    bank_before: int
    bank_after: int
    price_before: int
    price_after: int
    cell_before: str
    cell_after: str
    rule: str
    possible: int | None = None
    proved: bool = True
