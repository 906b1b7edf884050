"""Queries of the ledger: valid entries by account and round."""

from collections import defaultdict

from sqlalchemy import func, select
from sqlmodel import Session, col

from companion.ledger.entries import Entry, Posting
from companion.rules.core.rounds import OPENING, RoundId
from companion.rules.opening.opening_step import is_opening
from companion.store.db.tables import LedgerEntry, LedgerPosting, Row, round_of
from companion.store.history.records import STANDING, LedgerLine


def ledger_lines(session: Session, game: int, account: str | None) -> list[LedgerLine]:
    """Return the entries of standing rows in order, optionally of one account.

    Those of an opening position, and before it, have a round of their own.

    Raises ValueError when a text or an amount is damaged.
    """
    wanted = select(LedgerEntry, col(Row.author), col(Row.created_at)).where(
        col(LedgerEntry.game) == game,
        col(Row.game) == game,
        col(Row.number) == col(LedgerEntry.row),
        col(Row.status) == STANDING,
    )
    if account is not None:
        wanted = wanted.where(
            select(LedgerPosting)
            .where(
                col(LedgerPosting.game) == game,
                col(LedgerPosting.account) == account,
                col(LedgerPosting.row) == col(LedgerEntry.row),
                col(LedgerPosting.position) == col(LedgerEntry.position),
            )
            .exists()
        )
    found = session.execute(wanted.order_by(col(LedgerEntry.row), col(LedgerEntry.position))).all()
    if not all(isinstance(entry.memo, str) for entry, *_ in found):
        raise ValueError("an entry of the books is damaged")
    sides, opening = _sides(session, game), find_opening_row(session, game)
    return [
        LedgerLine(
            entry.row,
            entry.position,
            entry.memo,
            tuple(entry.subjects),
            round_of(entry) if entry.row > opening else OPENING,
            by,
            at,
            tuple(sides[entry.row, entry.position]),
        )
        for entry, by, at in found
    ]


def find_opening_row(session: Session, game: int) -> int:
    """Return the row of a position with which the game begins; -1 if there is none."""
    first = select(col(Row.number), col(Row.action)).where(
        col(Row.game) == game, col(Row.status) == STANDING, col(Row.depth) == 1
    )
    found = (n for n, action in session.execute(first) if is_opening(action))
    return next(found, -1)


def entries_of(session: Session, game: int, n: int) -> list[Entry]:
    """Return the entries of row ``n``, whether it stands or not.

    Raises ValueError when they are damaged, and LedgerError when they do not balance.
    """
    wanted = select(LedgerEntry).where(col(LedgerEntry.game) == game, col(LedgerEntry.row) == n)
    found = session.scalars(wanted.order_by(col(LedgerEntry.position))).all()
    if not all(isinstance(entry.memo, str) for entry in found):
        raise ValueError("an entry of the books is damaged")
    sides = _sides(session, game, n - 1, n)
    return [Entry(e.memo, tuple(sides[n, e.position]), tuple(e.subjects)) for e in found]


def sum_movements(session: Session, game: int, account: str | None) -> dict[int, int]:
    """Return the amount that each row moved: in total, or into (+) and out of (-) an account.

    Rows that do not stand are included.
    """
    amount = col(LedgerPosting.amount)
    of = amount > 0 if account is None else col(LedgerPosting.account) == account
    wanted = select(col(LedgerPosting.row), func.sum(amount)).where(
        col(LedgerPosting.game) == game, of
    )
    return {n: int(sum) for n, sum in session.execute(wanted.group_by(col(LedgerPosting.row)))}


def sum_by_round(session: Session, game: int, account: str) -> list[tuple[RoundId, int]]:
    """Return the amount that moved into an account in each round, oldest first.

    Only rows that stand count, each in the round in which it was entered.
    """
    columns = (col(Row.round), col(Row.round_number), col(Row.round_part))
    moved = (
        select(col(LedgerPosting.row), func.sum(col(LedgerPosting.amount)).label("amount"))
        .where(col(LedgerPosting.game) == game, col(LedgerPosting.account) == account)
        .group_by(col(LedgerPosting.row))
        .subquery()  # once, and not for each row of the log
    )
    found = session.execute(
        select(*columns, func.coalesce(func.sum(moved.c.amount), 0).label("amount"))
        .join_from(Row, moved, moved.c.row == col(Row.number), isouter=True)
        .where(col(Row.game) == game, col(Row.status) == STANDING)
        .group_by(*columns)
        .order_by(func.min(col(Row.number)))
    )
    return [(round_of(row), int(row.amount)) for row in found]


def postings(
    session: Session, game: int, after: int, until: int
) -> defaultdict[int, list[tuple[Posting, ...]]]:
    """Return row -> the postings of each entry, for rows with after < n <= until."""
    found: defaultdict[int, list[tuple[Posting, ...]]] = defaultdict(list)
    for (n, _), sides in sorted(_sides(session, game, after, until).items()):
        found[n].append(tuple(sides))
    return found


def _sides(
    session: Session, game: int, after: int = -1, until: int | None = None
) -> defaultdict[tuple[int, int], list[Posting]]:
    """Return the postings by (row, place of their entry), each in order."""
    wanted = select(
        col(LedgerPosting.row),
        col(LedgerPosting.position),
        col(LedgerPosting.account),
        col(LedgerPosting.amount),
    ).where(col(LedgerPosting.game) == game, col(LedgerPosting.row) > after)
    if until is not None:
        wanted = wanted.where(col(LedgerPosting.row) <= until)
    found: defaultdict[tuple[int, int], list[Posting]] = defaultdict(list)
    for side in session.execute(wanted.order_by(col(LedgerPosting.side))):
        if not isinstance(side.account, str) or not isinstance(side.amount, int):
            raise ValueError(f"a posting of row {side.row} is damaged")
        found[side.row, side.position].append(Posting(side.account, side.amount))
    return found
