"""The read model of a game: the view with the last rows, and a company's last turn."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, distinct, func, not_, or_, select
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col

from companion.store.db.tables import Row, is_round, round_of
from companion.store.history.game_loader import Opened
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.records import STANDING, UNDONE, GameView, LogRow
from companion.store.history.snapshot_replay import log_row

TAIL = 12
TURN = 24  # the most rows of one turn of a company


def view_of(
    session: Session,
    game: int,
    opened: Opened,
    before: GameView | None = None,
    until: int | None = None,
) -> GameView:
    """Return the view of the game with the last standing rows.

    The rows of ``before`` are reused if the game was played on from there. With ``until``, it is
    the game as it stood after that row, with nothing to undo or redo.
    """
    head = opened.head
    there = before.tail if before else ()
    standing: ColumnElement[bool] = (col(Row.game) == game) & (col(Row.status) == STANDING)
    if there:
        standing &= col(Row.number) > there[-1].n
    if until is not None:
        standing &= col(Row.number) <= until
    tail: Sequence[Row] = session.scalars(
        select(Row).where(standing).order_by(col(Row.number).desc()).limit(TAIL)
    ).all()
    redoable = None  # playing on drops the undone rows
    if before is None and until is None:
        redoable = session.scalar(
            select(func.count(distinct(col(Row.deed)))).where(
                col(Row.game) == game, col(Row.status) == UNDONE
            )
        )
    return GameView(
        id=game,
        setup=opened.setup,
        rules=opened.rules,
        state=opened.state,
        version=head.version,
        head=head.head,
        undoable=head.deeds if until is None else 0,
        redoable=redoable or 0,
        tail=(*there, *(log_row(opened.rules, row) for row in reversed(tail)))[-TAIL:],
        then=until,
    )


def last_turn(session: Session, game: int, opened: Opened, company: str) -> list[LogRow]:
    """Return the rows of the company's last turn in an earlier round of this kind.

    The newest row is first. Return nothing if a row is unreadable.
    """
    action, now = col(Row.action), opened.state.round.id
    own = or_(action["company"].as_string() == company, action["party"].as_string() == company)
    turn = (
        select(Row)
        .where(col(Row.game) == game, col(Row.status) == STANDING, own)
        .where(col(Row.round) == now.kind, not_(and_(*is_round(Row, now))))
        .order_by(col(Row.number).desc())
        .limit(TURN)
    )
    try:
        rows = session.scalars(turn).all()
        return [log_row(opened.rules, row) for row in rows if round_of(row) == round_of(rows[0])]
    except (OperationalError, *UNREADABLE):  # SQLite itself parses the actions here
        return []


def find_laid_tiles(session: Session, game: int) -> dict[str, int]:
    """Return the number of the standing row that laid each tile last.

    Return nothing if a row is unreadable.
    """
    laid = (
        select(col(Row.action)["tile"].as_string().label("tile"), func.max(col(Row.number)))
        .where(col(Row.game) == game, col(Row.status) == STANDING)
        .group_by("tile")
    )
    try:
        return {tile: number for tile, number in session.execute(laid) if tile is not None}
    except OperationalError:  # SQLite itself parses the actions here
        return {}
