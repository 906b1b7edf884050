"""The books as they are read: a row for each action, with its entries and an account's balance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from companion.reporting.booked import memo, named, told
from companion.rules.rounds import RoundId
from companion.rules.rules import Rules
from companion.store.records import LedgerLine
from companion.web.chapters import Asked, Chapter, chapters


@dataclass(frozen=True, slots=True)
class Move:
    """Money from one account to another."""

    payer: str
    payee: str
    amount: int
    what: str


@dataclass(frozen=True, slots=True)
class Booking:
    """What one action moved in one round: what for, ``amount`` in all, or to the account that is
    looked at; ``balance`` of that account after it. ``moves`` are all there was, in order.
    """

    n: int
    round: RoundId
    what: str
    about: str
    amount: int
    balance: int | None
    moves: tuple[Move, ...]


def bookings(
    rules: Rules,
    lines: Sequence[LedgerLine],
    account: str = "",
    wanted: Callable[[LedgerLine], bool] = lambda line: True,
) -> list[Booking]:
    """A booking for each action with entries that are ``wanted``, oldest first. ``lines`` are all
    entries, or all of ``account``, from the beginning.
    """
    found = []
    balance = 0
    for (n, round), group in groupby(lines, key=lambda line: (line.n, line.round)):
        all = list(group)
        balance += sum(line.amount(account) for line in all) if account else 0
        entries = [line for line in all if wanted(line)]
        if not entries:
            continue
        moves = tuple(move for line in entries for move in _moves(rules, line))
        amount = sum(move.amount for move in moves)
        if account:
            amount = sum(line.amount(account) for line in entries)
        memos = ", ".join(dict.fromkeys(memo(rules, line.memo) for line in entries))
        others = (id for line in entries for id in line.about if id != account)
        about = ", ".join(dict.fromkeys(named(rules, id) for id in others))
        found.append(Booking(n, round, memos, about, amount, balance if account else None, moves))
    return found


def by_round(found: Sequence[Booking], asked: Asked) -> list[Chapter[Booking]]:
    """Bookings by their rounds, the newest first, each with what they sum up to."""
    return chapters(
        reversed(found),
        attrgetter("round"),
        asked,
        attrgetter("amount"),
        lambda booking: (booking.n,),
    )


def _moves(rules: Rules, line: LedgerLine) -> list[Move]:
    """An entry as what each account that gains got, from those that lose."""
    payers = [posting.account for posting in line.postings if posting.amount < 0]
    payer = ", ".join(named(rules, account) for account in payers)
    return [
        Move(payer, named(rules, posting.account), posting.amount, told(rules, line))
        for posting in line.postings
        if posting.amount > 0
    ]
