"""A game put together again, from what can still be read of it and from its newest copy."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.title import RULES_VERSION
from companion.store import migrations
from companion.store.differing import mended_journal
from companion.store.journal import breaks
from companion.store.judging import judged
from companion.store.records import DROPPED, STANDING, UNDONE, BadRows
from companion.store.saving import Rows, brought_up, fitting, fitting_rows

UNSURE = 1000  # added to a version that may have been higher: no screen of before acts then


@dataclass(frozen=True, slots=True)
class Mended:
    """A game as far as it can be saved; ``lost`` counts rows of its log that are known of and are
    not in it.
    """

    rows: Rows
    lost: int

    @property
    def actions(self) -> int:
        """How many actions stand."""
        return int(self.rows["game"][0]["depth"])


def mended(found: Mapping[str, Any], copy: Mapping[str, Any] | None) -> Mended | None:
    """The game from its rows and its newest copy, both of tables of now; None where nothing of it
    can be saved. What these rules have played is played again, so that books and state need not be
    read.
    """
    there = _Parts({**{name: [] for name in TABLES}, **found})
    kept = _Parts(copy) if copy else None
    if kept and not there.goes_with(kept):  # of another game, or of another course of this one
        there, kept = (there, None) if there.game else (kept, None)
    game = there.game or (kept.game if kept else None)
    if game is None:
        return None
    log = {**(kept.log if kept else {}), **there.log}
    known = max([game["rows"], *log])
    whole: list[dict[str, Any]] = []
    while len(whole) in log:
        whole.append(log[len(whole)])
    while whole:
        sure = there.game is not None and len(whole) > known
        rows = _standing(game, whole, sure=sure, headed=there.game is not None)
        try:
            return Mended(_with_books(rows, there, kept), known + 1 - len(whole))
        except _Cut as cut:
            whole = whole[: cut.at]
    return None


# what the list of games says of one, and the log says better
DEFAULTS = {"name": "", "finished": "", "round": "", "round_number": 0, "round_part": 0, "away": 0}
BOOKS = ("entry", "posting", "snapshot")
TABLES = ("game", "log", "journal", *BOOKS)


class _Parts:
    """The rows of a game that are what they should be."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        games = fitting_rows("game", [_with_defaults(row) for row in found["game"]])
        games = [row for row in games if isinstance(row["setup"], dict) and row["setup"].get("is")]
        self.game: dict[str, Any] | None = games[0] if len(games) == 1 else None
        self.log = {row["n"]: row for row in fitting_rows("log", found["log"])}
        self.links = {row["k"]: row for row in fitting_rows("journal", found["journal"])}
        self.books = {name: fitting_rows(name, found[name]) for name in BOOKS}

    def goes_with(self, other: "_Parts") -> bool:
        """Are both the same game: the same set-up, the same actions?"""
        if self.game and other.game and self.game["setup"] != other.game["setup"]:
            return False
        both = self.log.keys() & other.log.keys()
        return all(self.log[n]["action"] == other.log[n]["action"] for n in both)


def _with_defaults(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the list of games; what can be told from the log need not be there."""
    state = row.get("state")
    missing = {name: value for name, value in DEFAULTS.items() if row.get(name) is None}
    return {**row, **missing, "state": state if isinstance(state, dict) else {}}


def _standing(game: dict[str, Any], log: list[dict[str, Any]], *, sure: bool, headed: bool) -> Rows:
    """The game and its log, which ends somewhere: what the head stands on stands. The game's own
    row says which that is, where it is as old as the log (``headed``) and that reaches so far.
    """
    ends = [row["n"] for row in log if row["status"] == STANDING]
    head = game["head"] if headed and game["head"] < len(log) else max(ends, default=0)
    path: list[dict[str, Any]] = []  # by depth, what the next row may stand on
    there: list[dict[str, Any]] = []
    for row in log:
        path[row["depth"] :] = [row]
        if row["n"] == head:
            there = list(path)
    stands = {row["n"] for row in there}
    rows, undone = [], len(there)
    for row in log:
        status = STANDING if row["n"] in stands else DROPPED
        if row["n"] > head and row["status"] == UNDONE and row["depth"] == undone:
            status, undone = UNDONE, undone + 1
        rows.append({**row, "status": status})
    last = there[-1]
    if head != game["head"]:
        game = {**game, "state": {}}  # it is another's; this one's is worked out by the log
    counts = {"rows": len(log) - 1, "head": head, "depth": last["depth"], "deeds": last["deed"]}
    version = max(game["version"], len(log)) + (0 if sure else UNSURE)
    return {"game": [{**game, **counts, "version": version}], "log": rows}


class _Cut(Exception):
    """The log can be gone on with only up to before the row ``at``."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def _with_books(rows: Rows, there: _Parts, kept: _Parts | None) -> Rows:
    """The rows with what goes with them. Raises _Cut."""
    numbers = {row["n"] for row in rows["log"]}
    for name in BOOKS:
        found = {_key(row): row for row in (kept.books[name] if kept else [])}
        found |= {_key(row): row for row in there.books[name]}
        rows[name] = [row for _, row in sorted(found.items()) if row["n"] in numbers]
    entries = {(row["n"], row["place"]) for row in rows["entry"]}
    rows["posting"] = [row for row in rows["posting"] if (row["n"], row["place"]) in entries]
    known = {**(kept.links if kept else {}), **there.links}
    links = [known[k] for k in sorted(known)]
    try:
        whole = judged({**rows, "journal": links[: breaks(links)]}, RULES_VERSION, by_books=False)
        return {**whole, "journal": mended_journal(whole, links)}
    except BadRows as fault:
        if fault.row is None:
            raise _Cut(0) from None
        raise _Cut(fault.row) from None


def _key(row: Mapping[str, Any]) -> tuple[int, int, int]:
    return row["n"], row.get("place", 0), row.get("side", 0)


def of_copy(rows: Mapping[str, Any], version: str) -> Rows:
    """A copy's rows as tables of now have them. Raises BadRows."""
    return fitting(brought_up(rows, version))


def of_tables(rows: dict[str, list[dict[str, Any]]], version: str) -> Mapping[str, Any]:
    """Rows that were read of a damaged database, as tables of now have them; none where that cannot
    be.
    """
    if version == migrations.HEAD:
        return rows
    try:
        return brought_up(rows, version)
    except BadRows:
        return {}
