"""The log as it is read: the newest first, by rounds, with what was undone folded away."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.rounds import BEGINNING, RoundId
from companion.store.records import STANDING, LogRow
from companion.web.chapters import Chapter, chapters


@dataclass(frozen=True, slots=True)
class Line:
    """A row that stands, and whether it ``ends`` its deed, which is undone as a whole; or a
    ``branch`` of rows, the newest first, that were undone together.
    """

    row: LogRow
    branch: tuple[LogRow, ...] = ()
    ends: bool = True


def history(rows: Sequence[LogRow], asked: str | None, page: int) -> list[Chapter[Line]]:
    """The log's rows, oldest first, as chapters of lines."""
    rounds: dict[int, RoundId] = {}
    round = BEGINNING
    for row in rows:  # what was undone is told where the game stood when it was done
        round = row.round if row.status == STANDING else round
        rounds[row.n] = round
    lines = list(_folded(rows))
    return chapters(reversed(lines), lambda line: rounds[line.row.n], asked, page)


def _folded(rows: Iterable[LogRow]) -> Iterable[Line]:
    """Rows that stand each by itself, others with their neighbours of the same fate."""
    branch: list[LogRow] = []
    rows = tuple(rows)
    ends = {row.deed: row.n for row in rows if row.status == STANDING}
    for row in rows:
        if branch and row.status != branch[0].status:
            yield Line(branch[0], tuple(branch))
            branch = []
        if row.status == STANDING:
            yield Line(row, ends=ends[row.deed] == row.n)
        else:
            branch.insert(0, row)
    if branch:
        yield Line(branch[0], tuple(branch))
