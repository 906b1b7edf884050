"""Entries and postings: the only way money moves.

Every account is a plain id: ``"bank"``, a player (``"p1"``), a company (``"PRR"``), or ``"box"``,
the game box. The box holds minus the money in play, so the balances of all accounts sum to zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.values import speed_up

BANK = "bank"
BOX = "box"


class LedgerError(Exception):
    """The books do not balance. This is a fault of the program, never of the table."""


@speed_up
@dataclass(frozen=True, slots=True)
class Posting:
    """One side of an entry: ``amount`` units of money into (+) or out of (-) ``account``."""

    account: str
    amount: int


@speed_up
@dataclass(frozen=True, slots=True)
class Entry:
    """One movement of money. Postings sum to zero; ``memo`` is a key for the reason.

    ``about`` names the things that were paid for, as plain ids: a company, a private, a hex, a
    train.
    """

    memo: str
    postings: tuple[Posting, ...]
    about: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        total = sum([posting.amount for posting in self.postings])
        if total:
            raise LedgerError(f"entry {self.memo!r} does not balance: its postings sum to {total}")


def transfer(payer: str, payee: str, amount: int, memo: str, *about: str) -> Entry:
    """Return the entry for one payment of ``amount`` >= 0 from ``payer`` to ``payee``.

    Raises LedgerError for an amount below 0.
    """
    if amount < 0:
        raise LedgerError(f"{memo}: a payment of {amount} from {payer} to {payee}")
    return Entry(memo, (Posting(payer, -amount), Posting(payee, amount)), about)


def post(balances: dict[str, int], entry: Entry) -> None:
    """Post ``entry`` to ``balances``. Raises LedgerError for an account that does not exist."""
    for posting in entry.postings:
        if posting.account not in balances:
            raise LedgerError(f"{entry.memo}: no account {posting.account!r}")
        balances[posting.account] += posting.amount


def check_balances(balances: Mapping[str, int], may_owe: frozenset[str]) -> None:
    """Raise LedgerError unless all balances sum to zero and only ``may_owe`` are below zero."""
    total = sum(balances.values())
    if total:
        raise LedgerError(f"the accounts sum to {total}, not to 0")
    for account in sorted({who for who, sum_ in balances.items() if sum_ < 0} - may_owe):
        balance = balances[account]
        raise LedgerError(f"{account} is at {balance}: only {sorted(may_owe)} may owe money")
