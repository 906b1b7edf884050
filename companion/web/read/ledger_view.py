"""The ledger as a list: a row for each action, with its entries and an account's balance."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from companion.reporting.content.entry_texts import (
    ToldPayments,
    describe_entry,
    is_told,
    list_transfers,
    memo,
    name_account,
)
from companion.rules.core.rounds import RoundId
from companion.rules.judge.rules import Rules
from companion.store.history.records import LedgerLine
from companion.web.render.paging_by_round import RequestedPage, RoundPage, chapters


@dataclass(frozen=True, slots=True)
class MoneyMove:
    """Money from one account to another."""

    payer: str
    payee: str
    amount: int
    what: str


@dataclass(frozen=True, slots=True)
class Booking:
    """The money of one action in one round.

    ``amount`` is the sum, or the change of the chosen account; ``balance`` is that account's
    balance afterwards. ``moves`` lists all transfers in order. ``is_told`` says whether money came
    from a revenue that was told and not checked.
    """

    n: int
    round: RoundId
    what: str
    about: str
    amount: int
    balance: int | None
    moves: tuple[MoneyMove, ...]
    is_told: bool = False


def bookings(
    rules: Rules,
    lines: Sequence[LedgerLine],
    account: str = "",
    wanted: Callable[[LedgerLine], bool] = lambda line: True,
    told: ToldPayments = frozenset(),
) -> list[Booking]:
    """Return a booking for each action with entries that are ``wanted``, oldest first.

    ``lines`` are all entries, or all of ``account``, from the beginning. ``told`` are the payments
    to mark.
    """
    found = []
    for all, balance in _rows(lines, account):
        if entries := [line for line in all if wanted(line)]:
            found.append(_booking(rules, entries, account, balance, told))
    return found


def parts(rules: Rules, lines: Sequence[LedgerLine], account: str) -> list[Booking]:
    """Return a booking for each single entry of an action with several entries, oldest first.

    ``lines`` are all entries of ``account``, from the beginning.
    """
    return [
        _booking(rules, [line], account, balance)
        for all, balance in _rows(lines, account)
        if len(all) > 1
        for line in all
    ]


def _rows(
    lines: Sequence[LedgerLine], account: str
) -> Iterator[tuple[list[LedgerLine], int | None]]:
    """Yield the entries of each action in one round, with the account's balance after them."""
    balance = 0
    for _, group in groupby(lines, key=lambda line: (line.n, line.round)):
        all = list(group)
        balance += sum(line.amount(account) for line in all) if account else 0
        yield all, balance if account else None


def _booking(
    rules: Rules,
    entries: Sequence[LedgerLine],
    account: str,
    balance: int | None,
    told: ToldPayments = frozenset(),
) -> Booking:
    """Merge these entries of one action into one booking."""
    moves = tuple(move for line in entries for move in _moves(rules, line, told))
    amount = sum(move.amount for move in moves)
    if account:
        amount = sum(line.amount(account) for line in entries)
    memos = " · ".join(dict.fromkeys(memo(rules, line.memo) for line in entries))
    others = (id for line in entries for id in line.about if id != account)
    about = ", ".join(dict.fromkeys(name_account(rules, id) for id in others))
    first = entries[0]
    marked = any(is_told(line, told) for line in entries)
    return Booking(first.n, first.round, memos, about, amount, balance, moves, marked)


def by_round(found: Sequence[Booking], asked: RequestedPage) -> list[RoundPage[Booking]]:
    """Group bookings by round with their sums, newest first."""
    return chapters(
        reversed(found),
        attrgetter("round"),
        asked,
        attrgetter("amount"),
        lambda booking: (booking.n,),
    )


def _moves(rules: Rules, line: LedgerLine, told: ToldPayments) -> list[MoneyMove]:
    """Split an entry into transfers, one for each account that gains."""
    what = describe_entry(rules, line, told)
    return [MoneyMove(*transfer, what) for transfer in list_transfers(rules, line.postings)]
