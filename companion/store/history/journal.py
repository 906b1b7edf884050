"""The journal of a game: what happened to its log, link after link, only ever appended to.

Each link has the SHA-256 of itself and of the hash before it, so that no link can be changed, taken
out or put in without all after it telling. A link that writes rows keeps marks of them (hashes of
the line in the log, of what it tells, of its books), so that a row that is changed is found too.
Whether a row stands follows from the links: ``follow`` works it out.

The kinds, with their facts ("rows" of marks: see ``marks``):

    begin       {"setup": mark, "as": the set-up, "rows": marks, each with the status then}: the
                journal begins here, or begins anew, after a game of before has come in, or one was
                mended
    play        {"rows": marks}: a deed was done; what was undone then is dropped
    undo, redo  {"rows": [n]}: these were taken back, or stand again; with them, where they are a
                correction's, {"others": [n]}: those it had set aside stand again, or no more
    correction  {"rows": marks, "others": [n], ...}: rows in the place of others, and why
    count       {...}: the table has counted; no row changes
    put back    {}: a copy was put in the place of the game as it stood; no row changes
    repair      {"changed": [tables], "lost": rows}: after damage, rows of these tables were put
                right by the log and by copies

A link of a kind that is not known here changes no row.
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

Plain = Mapping[str, Any]  # a row of a table, or a part of one, as plain JSON

# What never changes of a line in the log. Whoever adds columns that are to be covered lets the
# journals of before begin anew.
LINE = (
    *("n", "depth", "deed", "action", "by", "at", "round", "round_number", "round_part"),
    *("rules_version", "ruling", "reason", "stands_for"),
)
ENTRY = ("place", "memo", "about", "round", "round_number", "round_part")


class News(NamedTuple):
    """What a new link tells; ``at`` in UTC."""

    kind: str
    facts: Plain
    by: str
    at: datetime


def canonical(value: Any) -> str:
    """JSON with one form for one value, whichever database kept it; moments in UTC."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=as_written)


def mark(value: Any) -> str:
    """The SHA-256 of a value."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def as_written(at: Any) -> str:
    """A moment as the journal writes it; what is none any more stays as it is."""
    try:
        found = at if isinstance(at, datetime) else datetime.fromisoformat(at)
    except (TypeError, ValueError):
        return str(at)
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return found.astimezone(UTC).isoformat(timespec="microseconds")


# --- what is kept of rows


def marks(log: Iterable[Plain], entries: Iterable[Plain], postings: Iterable[Plain]) -> list[Plain]:
    """Of each row of the log what finds a change in it: of its line, what it tells, its books."""
    sides: dict[tuple[Any, Any], list[Any]] = {}
    for side in postings:
        told = [side["side"], side["account"], side["amount"]]
        sides.setdefault((side["n"], side["place"]), []).append(told)
    books: dict[Any, list[Any]] = {}
    for entry in entries:
        told = [entry[name] for name in ENTRY]
        books.setdefault(entry["n"], []).append(
            [*told, sides.pop((entry["n"], entry["place"]), [])]
        )
    for (n, place), lost in sides.items():  # postings without an entry
        books.setdefault(n, []).append([place, lost])
    return [
        {
            "n": row["n"],
            "depth": row["depth"],
            "deed": row["deed"],
            "line": mark({**{name: row[name] for name in LINE}, "at": as_written(row["at"])}),
            "told": mark(row["events"]),
            "books": mark(books.get(row["n"], [])),
        }
        for row in log
    ]


def marks_of(rows: Mapping[str, Sequence[Plain]]) -> list[Plain]:
    """The marks of all rows of a game."""
    return marks(rows["log"], rows["entry"], rows["posting"])


def begun(setup: Any, at: datetime) -> News:
    """The first link of a new game."""
    return News(BEGIN, {"setup": mark(setup), "as": setup, "rows": []}, "", at)


def begun_with(
    rows: Mapping[str, Sequence[Plain]], at: datetime, after: Mapping[int, int | None] | None = None
) -> News:
    """The link with which a journal begins that has rows already; ``after`` names the row that each
    was played on, where that is known.
    """
    stands = ("status", "undone_by", "undone_at")
    told = [
        {**each, **{name: row[name] for name in stands}}
        for each, row in zip(marks_of(rows), rows["log"], strict=True)
    ]
    for each in told:
        each["undone_at"] = each["undone_at"] and as_written(each["undone_at"])
        if after is not None:
            each["after"] = after.get(each["n"])
    setup = rows["game"][0]["setup"]
    return News(BEGIN, {"setup": mark(setup), "as": setup, "rows": told}, "", at)


def links_for_rows(log: Sequence[Plain], told: Iterable[Plain], at: datetime) -> list[News]:
    """A link for each deed among the rows, whose marks these are."""
    deeds = groupby(zip(log, told, strict=True), key=lambda both: both[0]["deed"])
    found = [list(both) for _, both in deeds]
    return [
        News(PLAY, {"rows": [each for _, each in both]}, str(both[0][0]["by"]), at)
        for both in found
    ]


# --- links


def build_links(after: Plain | None, news: Iterable[News]) -> list[dict[str, Any]]:
    """The links that tell these news, after the link ``after``; without the number of a game."""
    first, before = (after["k"] + 1, after["hash"]) if after else (0, "")
    made: list[dict[str, Any]] = []
    for k, each in enumerate(news, start=first):
        link: dict[str, Any] = {"k": k, **each._asdict()}
        before = hash_of(link, before)
        made.append({**link, "hash": before})
    return made


def hash_of(link: Plain, before: str) -> str:
    """The hash of a link that comes after one with the hash ``before``."""
    told = {name: link[name] for name in ("k", "kind", "facts", "by")}
    return mark({**told, "at": as_written(link["at"]), "before": before})


def breaks(links: Iterable[Plain]) -> int | None:
    """The number of the first link that does not go with those before it; None where all do."""
    before = ""
    for k, link in enumerate(links):
        if link["k"] != k or link["hash"] != hash_of(link, before):
            return k
        before = link["hash"]
    return None


@dataclass
class Stand:
    """How a row of the log stands by the journal; ``mark`` is what was kept of it, ``k`` the link
    that has written it, ``after`` the row it was played on; ``undone_by`` and ``undone_at`` who
    took it back last, and when (see ``as_written``).
    """

    mark: Plain
    k: int
    after: int | None
    status: str = STANDING
    undone_by: str | None = None
    undone_at: str | None = None


@dataclass
class Followed:
    """What follows from a journal: the set-up's mark, and how each row stands, by its number."""

    setup: str = ""
    rows: dict[int, Stand] = field(default_factory=dict)
    way: list[int] = field(default_factory=list)  # the rows that stand

    @property
    def head(self) -> Stand | None:
        """The last row that stands."""
        return self.rows[self.way[-1]] if self.way else None

    def set(self, numbers: Iterable[int], status: str, *undone: str) -> None:
        """Let rows stand so; ``undone`` by whom and when."""
        by, at = undone or (None, None)
        for n in numbers:
            row = self.rows[n]
            row.status, row.undone_by, row.undone_at = status, by, at
        self.way = sorted(n for n, row in self.rows.items() if row.status == STANDING)

    def write(self, link: Plain) -> None:
        """The link has written rows on what stands."""
        for told in link["facts"]["rows"]:
            after = self.way[-1] if self.way else None
            self.rows[told["n"]] = Stand(told, link["k"], after)
            self.way.append(told["n"])

    def begin(self, link: Plain) -> None:
        """The journal begins with these rows alone. Each stands on the row that the link names, on
        the one that was known before, or on the last before it that is less deep.
        """
        self.setup = link["facts"]["setup"]
        before, self.rows = self.rows, {}
        path: list[int] = []
        for told in link["facts"]["rows"]:
            n, depth = told["n"], told["depth"]
            after = path[depth - 1] if 0 < depth <= len(path) else None
            after = told.get("after", before[n].after if n in before else after)
            stands = (told["status"], told["undone_by"], told["undone_at"])
            self.rows[n] = Stand(told, link["k"], after, *stands)
            path[depth:] = [n]
        self.set((), STANDING)


def follow(links: Iterable[Plain]) -> Followed:
    """What follows from the links. Raises what reading damaged facts raises (UNREADABLE)."""
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
            found.set(facts["rows"], UNDONE, link["by"], as_written(link["at"]))
            found.set(facts.get("others", ()), STANDING)
            undone += facts["rows"]
        elif kind == REDO:
            found.set(facts["rows"], STANDING)
            found.set(facts.get("others", ()), CORRECTED)
            undone = [n for n in undone if n not in facts["rows"]]
    return found
