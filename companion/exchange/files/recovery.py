"""Repair of one game from several sources: a damaged database and copies of the game.

The links of the journal are read first, as far as they are consistent. They name the rows that were
written, with hashes of them, and say which rows stand. Each row comes from the source whose row has
that hash. A row without a hash is used if the rules allow its action. Books, snapshots and the
state follow from the rows, so they need not be read.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.rules.judge.rules import RULES_VERSION, Rules
from companion.store.db import migrations
from companion.store.db.acknowledged_versions import AcknowledgedVersion
from companion.store.games.packs import open_packs_of_file
from companion.store.history.hash_journal import (
    REPAIR,
    News,
    build_links,
    first_link_with_rows,
    line_of,
)
from companion.store.history.hash_journal_diff import differences
from companion.store.history.import_check import Judged, check_rows, rules_of
from companion.store.history.intact_rows import BOOKS, Found, Journal, RowSource
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.log_writer import now
from companion.store.history.records import CORRECTED, DROPPED, STANDING, UNDONE, BadRowsError
from companion.store.history.row_values import Rows, check_fitting, migrate_rows

UNSURE = 1000  # added to a version that may have been higher, so that older screens count as stale


@dataclass(frozen=True, slots=True)
class RecoveredGame:
    """A game as far as it can be saved.

    ``lost`` counts the known rows of its course that are missing. ``version`` is the highest
    version in any source. ``changed`` names the tables whose rows differ from the first source.
    ``is_linked`` is true if no link of its journal is lost.
    """

    rows: Rows
    lost: int
    version: int
    changed: tuple[str, ...]
    is_linked: bool

    @property
    def actions(self) -> int:
        """Return the number of standing actions."""
        return int(self.rows["game"][0]["depth"])

    def has(self, answer: AcknowledgedVersion | None) -> bool:
        """Return whether the game includes an answer.

        The link of the answer may be lost while all that it refers to is present.
        """
        if answer is None or answer.hash in {link["hash"] for link in self.rows["journal"]}:
            return True
        return not (self.lost or self.is_linked) and self.version >= answer.version


def merge(found: Sequence[Mapping[str, Any]]) -> RecoveredGame | None:
    """Merge the rows of a game from several sources, the most reliable one first.

    All rows have the current table version. Returns None if nothing of the game can be saved.
    """
    for each in found:
        with suppress(BadRowsError):
            open_packs_of_file(each, trusted=True)
    sources = [RowSource(each) for each in found]
    if len(found) > 1:
        sources[1:] = [each for each in sources[1:] if not _is_another(sources[0], each)]
    journal = Journal(sources)
    setups = [setup for source in sources for setup in source.setups]
    for setup in sorted(setups, key=lambda each: not journal.began_with(each)):
        try:
            return _Merge(sources, journal, setup, rules_of(setup)).build()
        except BadRowsError:
            continue
    return None


def _is_another(first: RowSource, other: RowSource) -> bool:
    """Return whether the other source belongs to another game.

    The journals decide, because one action may have been changed.
    """
    if first.links and other.links:
        hashes = {link["hash"] for link in first.links.values()}
        return not any(link["hash"] in hashes for link in other.links.values())
    return bool(first.setups and other.setups) and first.setups[0] not in other.setups


class _Merge:
    """The merge of several sources' rows into one game."""

    def __init__(
        self, sources: Sequence[RowSource], journal: Journal, setup: Any, rules: Rules
    ) -> None:
        self.sources, self.journal, self.setup, self.rules = sources, journal, setup, rules
        self.newest = max(journal.agreeing, key=lambda source: source.version)
        numbers = set() if journal.whole else {n for each in journal.agreeing for n in each.log}
        self.known = sorted(n for n in numbers | journal.marks.keys() if n >= 0)
        self.after = self._after()
        self.rows: dict[int, dict[str, Any]] = {}
        self._take()

    def _after(self) -> dict[int, int | None]:
        """Return, for each row, the row that it was played on.

        This comes from the journal, else it is the last row with a lower depth.
        """
        found: dict[int, int | None] = {}
        path: list[int] = []
        for n in self.known:
            told = self.journal.marks.get(n)
            depth = told["depth"] if told else self._depth(n)
            if depth is not None:
                found[n] = path[depth - 1] if 0 < depth <= len(path) else None
                path[depth:] = [n]
        return found | {n: row.after for n, row in self.journal.followed.rows.items()}

    def _depth(self, n: int) -> int | None:
        return next((s.log[n]["depth"] for s in self.sources if "depth" in s.log.get(n, ())), None)

    # --- rows

    def _take(self) -> None:
        """Take each row from a source that has it unchanged."""
        play = Judged(self.rules, RULES_VERSION)
        for n in self.known:
            on = self.after.get(n)
            if n and (on is None or on not in self.rows):
                continue
            told = self.journal.marks.get(n)
            for row in self._candidates(n, told):
                try:
                    made = play.marks_after(on, row)
                except (BadRowsError, *UNREADABLE):
                    continue
                alike = told is None or line_of(row) == told["line"]
                if alike or (told and all(made[part] == told[part] for part in ("told", "books"))):
                    self.rows[n] = row
                    break

    def _candidates(self, n: int, told: Found | None) -> Iterator[dict[str, Any]]:
        """Yield all possible versions of a row, the likeliest first.

        A row is complete in one source, or its damaged columns come from another source or the
        journal.
        """
        sources = self.sources if told else self.journal.agreeing
        there = [source.log[n] for source in sources if n in source.log]
        default = self._default(n, told)
        full = [{**default, **row} for row in there]
        if told:
            sure = {name: told[name] for name in ("number", "depth", "deed")}
            full = [{**row, **sure} for row in full]
            patched = [
                {**row, name: other[name]}
                for row in full
                for other in full
                if other is not row
                for name in row
                if row[name] != other[name]
            ]
            full.sort(key=lambda row: line_of(row) != told["line"])
            if full and line_of(full[0]) != told["line"]:
                full = [row for row in patched if line_of(row) == told["line"]] + full
        yield from full

    def _default(self, n: int, told: Found | None) -> dict[str, Any]:
        """Return the row that stands in for one without readable columns."""
        link = self.journal.link_of(n)
        on = self.after.get(n)
        before = self.rows.get(on) if on is not None else None
        at = link["created_at"] if link else (before["created_at"] if before else now())
        deed = told["deed"] if told else (before["deed"] + 1 if before else 0)
        return {
            **{
                "game": 0,
                "number": n,
                "depth": (before["depth"] + 1) if before else 0,
                "deed": deed,
            },
            **{"action": None, "author": link["author"] if link else "", "created_at": at},
            **{"round": "", "round_number": 0, "round_part": 0, "status": STANDING},
            **{"rules_version": before["rules_version"] if before else RULES_VERSION},
            **{"events": [], "undone_by": None, "undone_at": None},
            **{"ruling": None, "reason": "", "repeated_row": None},
        }

    # --- the standing rows

    def _head(self) -> int | None:
        """Return the number of the last standing row, even if it cannot be saved."""
        head = self.journal.head
        said = self.newest.game
        if head is not None and (self.journal.whole or said.get("head") not in self.rows):
            return head
        if said.get("head") in self.rows:
            return int(said["head"])
        standing = [n for n, row in self.rows.items() if row["status"] == STANDING]
        return max(standing, default=None)

    def build(self) -> RecoveredGame:
        """Return the merged game. Raises BadRowsError if its first row is lost."""
        head = self._head()
        way: list[int] = []
        while head is not None and head not in way:
            way.append(head)
            head = self.after.get(head)
        way.reverse()
        saved = way[: next((at for at, n in enumerate(way) if n not in self.rows), len(way))]
        if not saved or saved[0] != 0:
            raise BadRowsError("its beginning is lost")
        whole = len(saved) == len(way)
        lost = len(way) - len(saved)
        if not self.journal.whole:
            lost = max(lost, int(self.newest.game.get("depth", 0)) + 1 - len(saved))
        log = self._log(saved, whole)
        rows = self._derive_rows(log, saved[-1], lost)
        return self._record_result(rows, lost)

    def _log(self, way: list[int], whole: bool) -> list[dict[str, Any]]:
        """Return the saved rows, each with its status."""
        undone = len(way)
        kept: list[dict[str, Any]] = []
        for n, row in sorted(self.rows.items()):
            told = self.journal.followed.rows.get(n) if self.journal.whole else None
            status, by, at = row["status"], row["undone_by"], row["undone_at"]
            if told:
                status, by, at = told.status, told.undone_by, told.undone_at
            if n in way:
                status, by, at = STANDING, None, None
            elif status == UNDONE:
                comes_back = whole and (told or (n > way[-1] and row["depth"] == undone))
                status = UNDONE if comes_back else DROPPED
                undone += status == UNDONE
            elif status != CORRECTED:
                status = DROPPED
            kept.append({**row, "status": status, "undone_by": by, "undone_at": at})
        return kept

    def _derive_rows(self, log: list[dict[str, Any]], head: int, lost: int) -> Rows:
        """Return all rows of the game, derived from its log. Raises BadRowsError."""
        new = {row["number"]: place for place, row in enumerate(log)}
        after = {
            new[n]: new.get(on) if on is not None else None for n, on in self._previous_rows(new)
        }
        log = [
            {**row, "number": new[row["number"]], "repeated_row": new.get(row["repeated_row"])}
            for row in log
        ]
        last = log[new[head]]
        sure = self.newest is self.sources[0] and not lost and bool(self.newest.game)
        counts = {"row_count": len(log) - 1, "head": new[head], "depth": last["depth"]}
        game = {**self._game(log), **counts, "deed_count": last["deed"]}
        game["version"] = max(self.newest.version, len(log)) + (0 if sure else UNSURE)
        rows: Rows = {"game": [game], "log": log, **{name: [] for name in BOOKS}}
        rows["clock"] = max((source.clock() for source in self.journal.agreeing), key=len)
        renumbered = any(old != place for old, place in new.items())
        links = [dict(link) for link in self.journal.chain]
        begin = first_link_with_rows({**rows, "journal": []}, now(), after)
        rows["journal"] = build_links(None, [begin])
        rows = check_rows(rows, RULES_VERSION, by_books=False)
        if renumbered or not links or any(differences({**rows, "journal": links})):
            begin = first_link_with_rows({**rows, "journal": []}, now(), after)
            links += build_links(links[-1] if links else None, [begin])
        rows = {**rows, "journal": links, "game": [{**rows["game"][0], "id": 0}]}
        for name in ("log", "journal", "clock", *BOOKS):
            rows[name] = [{**row, "game": 0} for row in rows[name]]
        return check_fitting(rows)

    def _previous_rows(self, new: Mapping[int, int]) -> Iterator[tuple[int, int | None]]:
        return ((n, self.after.get(n)) for n in new)

    def _game(self, log: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the row of the game itself, with defaults from the log for unreadable columns."""
        found: dict[str, Any] = {
            **{"id": 0, "title": self.rules.setup.title, "name": "", "version": 1, "state": {}},
            **{"rules_version": log[-1]["rules_version"], "end_reason": "", "winners": None},
            **{"round": "", "round_number": 0, "round_part": 0, "is_archived": False},
            **{"created_at": log[0]["created_at"], "changed_at": log[-1]["created_at"]},
        }
        for source in sorted(self.journal.agreeing, key=lambda source: source.version):
            found |= source.game
        return {**found, "title": self.rules.setup.title, "setup": self.setup}

    def _record_result(self, rows: Rows, lost: int) -> RecoveredGame:
        """Return the result and record in its journal which tables differ from the first source."""
        first = self.sources[0]
        changed = tuple(name for name in rows if first.differs(name, rows[name]))
        if changed:
            links = rows["journal"]
            news = News(REPAIR, {"changed": list(changed), "lost": lost}, "", now())
            more = build_links(links[-1], [news])
            rows = {**rows, "journal": [*links, *({"game": 0, **link} for link in more)]}
        return RecoveredGame(rows, lost, self.newest.version, changed, self.journal.whole)


def of_copy(rows: Mapping[str, Any], version: str) -> Rows:
    """Convert a copy's rows to the current table version. Raises BadRowsError."""
    return check_fitting(migrate_rows(rows, version))


def of_tables(rows: dict[str, list[dict[str, Any]]], version: str) -> Mapping[str, Any]:
    """Convert rows of a damaged database to the current table version.

    Returns no rows if that fails.
    """
    if version == migrations.HEAD:
        return rows
    try:
        return migrate_rows(rows, version)
    except BadRowsError:
        return {}
