"""The absence of a device: the events of that time, and the figures that have changed.

A request names the row that the device showed last in a header. It names the row of its return,
too, once the device is back: "35", then "35-48".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import request

from companion.rules.explain.summary_rows import CompanyRow, GameSummary
from companion.store.history.records import (
    CORRECTED,
    STANDING,
    CannotRebuildError,
    GameView,
    LogRow,
)
from companion.web.render.screens import game_store, table_of

LOOKED = "Companion-Looked"
MOST = 30  # events shown; the log has all
_ROWS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


@dataclass(frozen=True, slots=True)
class Absence:
    """The time in which a device did not look, from the row ``since`` of the log on.

    ``rows`` are the deeds of that time, and ``undone`` those that it had seen and that do not stand
    any more, oldest first. With ``is_mended``, deeds that it had seen were edited. ``figures`` are
    the keys of all figures that have changed.
    """

    since: int
    rows: tuple[LogRow, ...]
    undone: tuple[LogRow, ...]
    is_mended: bool
    figures: tuple[str, ...]

    @property
    def shown(self) -> tuple[LogRow, ...]:
        """The last deeds, of which there is room for so many."""
        return self.rows[-MOST:]

    @property
    def count(self) -> int:
        """The number of things that happened."""
        return len(self.rows) + len(self.undone) + self.is_mended


def looked_at() -> str:
    """Return the rows in the header of the request; "" without a valid header."""
    named = request.headers.get(LOOKED, "")
    return named if _ROWS.fullmatch(named) else ""


def find_absence(view: GameView) -> Absence | None:
    """Find what happened while the requesting device was away; None if nothing did."""
    named = _ROWS.fullmatch(looked_at())
    if named is None or view.then is not None or view.tried:
        return None
    since, until = int(named[1]), int(named[2] or view.head)
    log = game_store().rows(view.id)
    seen = _rows_at(log, since)
    lost = [row for row in seen.values() if row.status != STANDING]
    rows = [
        row
        for row in log
        if row.status == STANDING
        and row.n <= max(until, since)
        and row.n not in seen
        and row.stands_for is None
    ]
    if not rows and not lost:
        return None
    is_mended = any(row.status == CORRECTED for row in lost)
    undone = tuple(row for row in lost if row.status != CORRECTED)
    return Absence(since, tuple(rows), undone, is_mended, _changed_figures(view, since))


def _rows_at(log: Iterable[LogRow], since: int) -> dict[int, LogRow]:
    """Return by their numbers the rows that stood when that row was the last."""
    path: dict[int, LogRow] = {}
    for row in log:
        if row.n <= since:
            path = {depth: one for depth, one in path.items() if depth < row.depth}
            path[row.depth] = row
    return {row.n: row for row in path.values()}


def _changed_figures(view: GameView, since: int) -> tuple[str, ...]:
    """Return the keys of the figures that were others after that row.

    If other deeds stand in its place, they are compared with those of the last row that stands.
    """
    past = game_store().past
    try:
        found = past.read_row(view.id, since)
        state = found.after if found else None
        before = past.at(view.id, since) if state is None else replace(view, state=state)
    except CannotRebuildError:
        return ()
    then, now = _figures(table_of(before)), _figures(table_of(view))
    return tuple(key for key in {**then, **now} if then.get(key) != now.get(key))


def _figures(table: GameSummary) -> Mapping[str, object]:
    """Return the figures of a game under the keys by which templates mark them."""
    found: dict[str, object] = {"bank": table.bank, "phase": table.phase}
    for player in table.players:
        found[f"cash {player.id}"] = player.cash
        found[f"worth {player.id}"] = player.worth
        found[f"certificates {player.id}"] = player.certificates
    for company in table.companies:
        found.update(_figures_of(company))
    return found


def _figures_of(company: CompanyRow) -> Mapping[str, object]:
    symbol = company.symbol
    return {
        f"price {symbol}": company.price,
        f"cash {symbol}": company.cash,
        f"trains {symbol}": company.trains,
        f"unsold {symbol}": company.unsold,
        f"pool {symbol}": company.pool,
        **{f"share {symbol} {owner}": part for owner, part in company.shares.items() if part},
    }
