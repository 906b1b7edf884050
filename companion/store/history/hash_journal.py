"""The journal of a game: an append-only list of links, which tell what happened to its log.

Each link has a SHA-256 hash of itself and of the link before. So no link can be changed, removed or
inserted without breaking all later ones. A link that writes rows keeps marks of them, so that a
changed row is found too. The marks are hashes of the row's line, its events and its ledger entries.
The links determine which rows stand: see ``follow``.

These are the kinds with their facts. See ``marks`` for the marks in "rows".

    begin       {"setup": mark, "as": the set-up, "rows": marks, each with its status}: the
                journal begins. It begins again after some imports and after repairs.
    play        {"rows": marks}: a deed was done; rows that were undone are dropped.
    undo, redo  {"rows": [n]}: these rows were undone, or stand again. For a correction,
                {"others": [n]} are the rows that it had set aside. They stand again after an
                undo, and are set aside again after a redo.
    correction  {"rows": marks, "others": [n], ...}: rows that replace others, and why.
    count       {...}: the table has counted; no row changes.
    put back    {}: a copy replaced the game; no row changes.
    repair      {"changed": [tables], "lost": rows}: rows of these tables were repaired after
                damage, from the log and from copies.

A link of an unknown kind changes no row.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

from companion.store.history.records import CORRECTED, DROPPED, STANDING, UNDONE

BEGIN = "begin"
PLAY = "play"
UNDO = "undo"
REDO = "redo"
CORRECTION = "correction"
COUNT = "count"
PUT_BACK = "put back"
REPAIR = "repair"

Plain = Mapping[str, Any]  # a row of a table, or a part of it, as plain JSON

# The columns of the log that never change. To cover more columns, existing journals must begin
# again.
LINE = (
    *(
        "number",
        "depth",
        "deed",
        "action",
        "author",
        "created_at",
        "round",
        "round_number",
        "round_part",
    ),
    *("rules_version", "ruling", "reason", "repeated_row"),
)
ENTRY = ("position", "memo", "subjects", "round", "round_number", "round_part")


class News(NamedTuple):
    """The content of a new link; ``at`` is in UTC."""

    kind: str
    facts: Plain
    author: str
    created_at: datetime


def canonical(value: Any) -> str:
    """Return canonical JSON: one form for each value in every database, with moments in UTC."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=as_written)


def mark(value: Any) -> str:
    """Return the SHA-256 of a value."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def as_written(at: Any) -> str:
    """Format a moment as the journal writes it; other values become text unchanged."""
    try:
        found = at if isinstance(at, datetime) else datetime.fromisoformat(at)
    except (TypeError, ValueError):
        return str(at)
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return found.astimezone(UTC).isoformat(timespec="microseconds")


# --- marks of rows


def line_of(row: Plain) -> str:
    """Return the hash of a row's line in the log."""
    return mark({**{name: row[name] for name in LINE}, "created_at": as_written(row["created_at"])})


def marks(log: Iterable[Plain], entries: Iterable[Plain], postings: Iterable[Plain]) -> list[Plain]:
    """Return the marks of each row of the log: hashes of its line, its events and its books."""
    sides: dict[tuple[Any, Any], list[Any]] = {}
    for side in postings:
        told = [side["side"], side["account"], side["amount"]]
        sides.setdefault((side["row"], side["position"]), []).append(told)
    books: dict[Any, list[Any]] = {}
    for entry in entries:
        told = [entry[name] for name in ENTRY]
        books.setdefault(entry["row"], []).append(
            [*told, sides.pop((entry["row"], entry["position"]), [])]
        )
    for (n, place), lost in sides.items():  # postings without an entry
        books.setdefault(n, []).append([place, lost])
    return [
        {
            "number": row["number"],
            "depth": row["depth"],
            "deed": row["deed"],
            "line": line_of(row),
            "told": mark(row["events"]),
            "books": mark(books.get(row["number"], [])),
        }
        for row in log
    ]


def marks_of(rows: Mapping[str, Sequence[Plain]]) -> list[Plain]:
    """Return the marks of all rows of a game."""
    return marks(rows["log"], rows["entry"], rows["posting"])


def first_link(setup: Any, at: datetime) -> News:
    """Return the first link of a new game."""
    return News(BEGIN, {"setup": mark(setup), "as": setup, "rows": []}, "", at)


def first_link_with_rows(
    rows: Mapping[str, Sequence[Plain]], at: datetime, after: Mapping[int, int | None] | None = None
) -> News:
    """Return the first link of a journal for a game that has rows already.

    ``after`` gives the predecessor of each row, if known.
    """
    stands = ("status", "undone_by", "undone_at")
    told = [
        {**each, **{name: row[name] for name in stands}}
        for each, row in zip(marks_of(rows), rows["log"], strict=True)
    ]
    for each in told:
        each["undone_at"] = each["undone_at"] and as_written(each["undone_at"])
        if after is not None:
            each["after"] = after.get(each["number"])
    setup = rows["game"][0]["setup"]
    return News(BEGIN, {"setup": mark(setup), "as": setup, "rows": told}, "", at)


def links_for_rows(log: Sequence[Plain], told: Iterable[Plain], at: datetime) -> list[News]:
    """Return a link for each deed among the rows; ``told`` are their marks."""
    deeds = groupby(zip(log, told, strict=True), key=lambda both: both[0]["deed"])
    found = [list(both) for _, both in deeds]
    return [
        News(PLAY, {"rows": [each for _, each in both]}, str(both[0][0]["author"]), at)
        for both in found
    ]


# --- links


def build_links(after: Plain | None, news: Iterable[News]) -> list[dict[str, Any]]:
    """Return the links for these news, following the link ``after``; without a game number."""
    first, before = (after["number"] + 1, after["hash"]) if after else (0, "")
    made: list[dict[str, Any]] = []
    for k, each in enumerate(news, start=first):
        link: dict[str, Any] = {"number": k, **each._asdict()}
        before = hash_of(link, before)
        made.append({**link, "hash": before})
    return made


def hash_of(link: Plain, before: str) -> str:
    """Return the hash of a link that follows one with the hash ``before``."""
    told = {name: link[name] for name in ("number", "kind", "facts", "author")}
    return mark({**told, "created_at": as_written(link["created_at"]), "before": before})


def breaks(links: Iterable[Plain]) -> int | None:
    """Return the number of the first link that does not fit those before it; None if all fit."""
    before = ""
    for k, link in enumerate(links):
        if link["number"] != k or link["hash"] != hash_of(link, before):
            return k
        before = link["hash"]
    return None


@dataclass
class Stand:
    """The status of a row of the log by the journal.

    ``mark`` are its marks, ``k`` is the link that wrote it, and ``after`` its predecessor.
    ``undone_by`` is the author of its last undo, and ``undone_at`` the time (see ``as_written``).
    """

    mark: Plain
    k: int
    after: int | None
    status: str = STANDING
    undone_by: str | None = None
    undone_at: str | None = None


@dataclass
class Followed:
    """The result of following a journal: the mark of the set-up, and the status of each row."""

    setup: str = ""
    rows: dict[int, Stand] = field(default_factory=dict)
    way: list[int] = field(default_factory=list)  # the standing rows

    @property
    def head(self) -> Stand | None:
        """The last standing row."""
        return self.rows[self.way[-1]] if self.way else None

    def set(self, numbers: Iterable[int], status: str, *undone: str) -> None:
        """Set the status of rows; ``undone`` holds who undid them and when."""
        by, at = undone or (None, None)
        for n in numbers:
            row = self.rows[n]
            row.status, row.undone_by, row.undone_at = status, by, at
        self.way = sorted(n for n, row in self.rows.items() if row.status == STANDING)

    def write(self, link: Plain) -> None:
        """Apply a link that has written rows on the standing ones."""
        for told in link["facts"]["rows"]:
            after = self.way[-1] if self.way else None
            self.rows[told["number"]] = Stand(told, link["number"], after)
            self.way.append(told["number"])

    def begin(self, link: Plain) -> None:
        """Begin with the rows of this link alone.

        The predecessor of each row is the one that the link names, or the one known before.
        Otherwise it is the last earlier row with less depth.
        """
        self.setup = link["facts"]["setup"]
        before, self.rows = self.rows, {}
        path: list[int] = []
        for told in link["facts"]["rows"]:
            n, depth = told["number"], told["depth"]
            after = path[depth - 1] if 0 < depth <= len(path) else None
            after = told.get("after", before[n].after if n in before else after)
            stands = (told["status"], told["undone_by"], told["undone_at"])
            self.rows[n] = Stand(told, link["number"], after, *stands)
            path[depth:] = [n]
        self.set((), STANDING)


def follow(links: Iterable[Plain]) -> Followed:
    """Follow the links to the status of each row.

    Raises the errors of reading damaged facts (UNREADABLE).
    """
    found = Followed()
    undone: list[int] = []
    for link in links:
        kind, facts = link["kind"], link["facts"]
        if kind == BEGIN:
            found.begin(link)
            undone = [n for n, row in found.rows.items() if row.status == UNDONE]
        elif kind in (PLAY, CORRECTION):
            for n in undone:
                found.rows[n].status = DROPPED
            undone = []
            if facts.get("others"):
                found.set(facts["others"], CORRECTED)
            found.write(link)
        elif kind == UNDO:
            found.set(facts["rows"], UNDONE, link["author"], as_written(link["created_at"]))
            found.set(facts.get("others", ()), STANDING)
            undone += facts["rows"]
        elif kind == REDO:
            found.set(facts["rows"], STANDING)
            found.set(facts.get("others", ()), CORRECTED)
            undone = [n for n in undone if n not in facts["rows"]]
    return found
