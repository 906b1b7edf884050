"""The log as it is read: the newest first, by rounds, with what was undone folded away."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.core.rounds import BEGINNING, RoundId
from companion.store.history.records import STANDING, LogRow
from companion.web.render.paging_by_round import Asked, Chapter, chapters

BRANCH = 40  # rows of a branch on a page


@dataclass(frozen=True, slots=True)
class Line:
    """A row that stands, and whether it ``ends`` its deed, which is undone as a whole; or a
    ``branch`` of rows, the newest first, that were undone together.
    """

    row: LogRow
    branch: tuple[LogRow, ...] = ()
    ends: bool = True

    @property
    def numbers(self) -> tuple[int, ...]:
        """The rows in it."""
        return tuple(row.n for row in self.branch) or (self.row.n,)

    def shown(self, row: int | None) -> tuple[LogRow, ...]:
        """The rows of a branch that are shown, ``row`` among them if it is one of it."""
        place = self.numbers.index(row) if row in self.numbers else 0
        return self.branch[place - place % BRANCH :][:BRANCH]


def history(
    rows: Sequence[LogRow],
    asked: Asked,
    wanted: Callable[[LogRow], bool] = lambda row: True,
    amounts: Mapping[int, int] | None = None,
) -> list[Chapter[Line]]:
    """The log's rows that are ``wanted``, oldest first, as chapters of lines, each with the sum of
    ``amounts`` of those that stand.
    """
    rounds: dict[int, RoundId] = {}
    round = BEGINNING
    for row in rows:  # what was undone is told where the game stood when it was done
        round = row.round if row.status == STANDING else round
        rounds[row.n] = round
    lines = [line for line in _fold_rows(rows) if any(map(wanted, line.branch or (line.row,)))]
    moved = amounts or {}
    return chapters(
        reversed(lines),
        lambda line: rounds[line.row.n],
        asked,
        lambda line: 0 if line.branch else moved.get(line.row.n, 0),
        lambda line: line.numbers,
    )


def _fold_rows(rows: Iterable[LogRow]) -> Iterable[Line]:
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
