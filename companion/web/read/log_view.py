"""The log as a list: newest first, by rounds, with undone actions folded."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.core.rounds import BEGINNING, OPENING, RoundId
from companion.store.history.records import STANDING, LogRow
from companion.web.render.paging_by_round import RequestedPage, RoundPage, chapters

BRANCH = 40  # rows of a branch on a page


@dataclass(frozen=True, slots=True)
class LogLine:
    """A standing row, or a ``branch`` of rows that were undone together, newest first.

    ``ends``: the row is the last of its deed, which is undone as a whole.
    """

    row: LogRow
    branch: tuple[LogRow, ...] = ()
    ends: bool = True

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its rows."""
        return tuple(row.n for row in self.branch) or (self.row.n,)

    def shown(self, row: int | None) -> tuple[LogRow, ...]:
        """Return the page of the branch that contains ``row``, by default the first page."""
        place = self.numbers.index(row) if row in self.numbers else 0
        return self.branch[place - place % BRANCH :][:BRANCH]


def history(
    rows: Sequence[LogRow],
    asked: RequestedPage,
    wanted: Callable[[LogRow], bool] = lambda row: True,
    amounts: Mapping[int, int] | None = None,
) -> list[RoundPage[LogLine]]:
    """Return the log's rows that are ``wanted``, oldest first, as chapters of lines.

    Each chapter has the sum of the ``amounts`` of its standing rows. The opening position of a game
    that has begun on paper is a chapter of its own.
    """
    opening = max((row.n for row in rows if row.round == OPENING), default=-1)
    rounds: dict[int, RoundId] = {}
    round = BEGINNING
    for row in rows:  # an undone row belongs to the round before it
        round = row.round if row.status == STANDING else round
        rounds[row.n] = round if row.n > opening else OPENING
    lines = [line for line in _fold_rows(rows) if any(map(wanted, line.branch or (line.row,)))]
    moved = amounts or {}
    return chapters(
        reversed(lines),
        lambda line: rounds[line.row.n],
        asked,
        lambda line: 0 if line.branch else moved.get(line.row.n, 0),
        lambda line: line.numbers,
    )


def _fold_rows(rows: Iterable[LogRow]) -> Iterable[LogLine]:
    """Yield each standing row alone, and neighbouring undone rows as one branch."""
    branch: list[LogRow] = []
    rows = tuple(rows)
    ends = {row.deed: row.n for row in rows if row.status == STANDING}
    for row in rows:
        if branch and row.status != branch[0].status:
            yield LogLine(branch[0], tuple(branch))
            branch = []
        if row.status == STANDING:
            yield LogLine(row, ends=ends[row.deed] == row.n)
        else:
            branch.insert(0, row)
    if branch:
        yield LogLine(branch[0], tuple(branch))
