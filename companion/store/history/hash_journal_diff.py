"""The differences between a game's rows and its journal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.languages import format_text
from companion.store.history.hash_journal import (
    Followed,
    Plain,
    Stand,
    as_written,
    breaks,
    build_links,
    first_link_with_rows,
    follow,
    mark,
    marks_of,
)
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.log_writer import now
from companion.store.history.records import BadRowsError

Rows = Mapping[str, Sequence[Plain]]


class JournalDifference(NamedTuple):
    """A ``part`` that differs from the journal.

    It is the "chain" from link ``n`` on, or the "setup" or the "head" of the game. For the row
    ``n`` it is "missing" or "added", or the row's "line", its events ("told"), its "books" or its
    "status".
    """

    part: str
    n: int | None = None


def differences(rows: Rows) -> Iterator[JournalDifference]:
    """Yield all differences between the rows of a game and its journal, in the order of rows."""
    links = rows["journal"]
    broken = breaks(links)
    if broken is not None or not links:
        yield JournalDifference("chain", broken or 0)
    try:
        found = follow(links)
    except UNREADABLE:
        if broken is None:
            yield JournalDifference("chain", None)
        return
    (game,) = rows["game"]
    if found.setup != mark(game["setup"]):
        yield JournalDifference("setup")
    told = dict(zip((row["number"] for row in rows["log"]), marks_of(rows), strict=True))
    lines = {row["number"]: row for row in rows["log"]}
    for n in sorted(found.rows.keys() | told.keys()):
        if n not in told:
            yield JournalDifference("missing", n)
        elif n not in found.rows:
            yield JournalDifference("added", n)
        else:
            yield from _of_row(n, found.rows[n], told[n], lines[n])
    if not _leads_to_head(found, game):
        yield JournalDifference("head")


def _of_row(n: int, stand: Stand, told: Plain, line: Plain) -> Iterator[JournalDifference]:
    for part in ("line", "told", "books"):
        if stand.mark[part] != told[part]:
            yield JournalDifference(part, n)
    at = line["undone_at"] and as_written(line["undone_at"])
    stands = (stand.status, stand.undone_by, stand.undone_at)
    if stands != (line["status"], line["undone_by"], at):
        yield JournalDifference("status", n)


def _leads_to_head(found: Followed, game: Plain) -> bool:
    head = found.head
    if head is None:
        return False
    there = (game["row_count"], game["head"], game["depth"], game["deed_count"])
    return there == (max(found.rows), *(head.mark[name] for name in ("number", "depth", "deed")))


def with_journal(rows: Rows, trusted: bool) -> list[dict[str, Any]]:
    """Return the journal of an imported game.

    A game without a journal gets a new one. The journal also begins again if these rules describe
    the results of the actions in other words. Raises BadRowsError when the rows differ from the
    journal, unless they are ``trusted``.
    """
    links = [dict(link) for link in rows["journal"]]
    wrong = [] if trusted and links else list(differences(rows))
    if not wrong:
        return links
    for difference in wrong if links else ():
        if difference.part != "told":
            raise BadRowsError(_describe(difference), difference.n)
    return _begin_again(rows, links)


def _begin_again(rows: Rows, links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    game = rows["game"][0]["id"]
    made = build_links(links[-1] if links else None, [first_link_with_rows(rows, now())])
    return [*links, *({"game": game, **link} for link in made)]


def _describe(difference: JournalDifference) -> str:
    if difference.part == "chain":
        return format_text(
            "The journal in the file is inconsistent from link {number} on: it was changed.",
            number=difference.n or 0,
        )
    return format_text(
        "The log in the file does not match its journal from row {number} on: it was changed.",
        number=difference.n or 0,
    )
