"""The audit of a game: checks by the log alone that all stored data are right.

Every row is judged and played again from the set-up, by every rule. The results are compared with
the ledger, the receipts, the snapshots and the current state (``full_replay.py``). Everything with
a limit is counted independently (``rules/amend/limits.py``). The journal shows which rows stand,
and that no row was changed (``journal_diff.py``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.languages import format_count, format_text, gettext, lazy_gettext
from companion.rules.core.actions import ACTIONS, Action
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.without_map.actions import TellRun
from companion.rules.words.rounds import round_words
from companion.store.db.acknowledged_versions import AcknowledgedVersion
from companion.store.db.tables import in_utc
from companion.store.history.full_replay import Replay
from companion.store.history.hash_journal import (
    BEGIN,
    Followed,
    breaks,
    first_link_with_rows,
    follow,
)
from companion.store.history.hash_journal_diff import differences
from companion.store.history.import_check import rules_of
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.log_writer import now
from companion.store.history.records import STANDING, BadRowsError
from companion.store.history.row_values import Rows

# The texts of findings. Each may name a ``thing`` and a reason ``why``.
SAYS: Mapping[str, str] = {
    "chain": lazy_gettext("The journal is inconsistent from link {thing} on."),
    "setup": lazy_gettext("The set-up is not the one that the game began with."),
    "head": lazy_gettext("The game is not where its journal leads."),
    "missing": lazy_gettext("This row was written, and is gone."),
    "added": lazy_gettext("This row was not written by the companion."),
    "line": lazy_gettext(
        "Its line in the log is not as written: the action, who entered it, or when."
    ),
    "told": lazy_gettext("The text of the line is not as written."),
    "books": lazy_gettext("Its ledger entries are not as written."),
    "status": lazy_gettext("Its status differs from the journal, which has “{thing}”."),
    "unreadable": lazy_gettext("This cannot be read: {why}"),
    "refused": lazy_gettext("The rules do not allow this action: {why}"),
    "stuck": lazy_gettext(
        "{thing} rows from here on cannot be replayed, because they build on this fault."
    ),
    "round": lazy_gettext("It was not entered in the round that it gives."),
    "entries": lazy_gettext("Its ledger entries are not those that the action makes."),
    "events": lazy_gettext("Its events are not those that the action causes."),
    "unbalanced": lazy_gettext("The entry “{thing}” does not balance."),
    "cash": lazy_gettext("By the books, {thing} has a different amount from the table."),
    "limit": lazy_gettext("A limit is broken: {why}"),
    "nowhere": lazy_gettext("Something is not in exactly one place: {why}"),
    "snapshot": lazy_gettext("The snapshot after it does not match the actions: {thing}."),
    "state": lazy_gettext("The state of the game does not match its actions: {thing}."),
    "list": lazy_gettext("The list of games does not match the game: {thing}."),
    "gone": lazy_gettext("Its row in the list of games is gone."),
    "answered": lazy_gettext(
        "The game was confirmed up to its version {thing}, but the file only goes up to "
        "version {why}."
    ),
}


_COUNTS = (
    "version",
    "row_count",
    "head",
    "depth",
    "deed_count",
    "rules_version",
)  # of the game's own row


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """Something that is wrong: its ``part`` (see SAYS), its row in the log, and that row's round.

    Row and round are None if it concerns no row, or the row is gone.
    """

    part: str
    n: int | None = None
    round: RoundId | None = None
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """The row and its round in words; "" if it concerns no row."""
        if self.n is None:
            return ""
        if self.round is None:
            return format_text("row {number}", number=self.n)
        return format_text("row {number}, {round}", number=self.n, round=round_words(self.round))

    @property
    def says(self) -> str:
        """The finding in a sentence."""
        return format_text(SAYS[self.part], **self.facts)


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of an audit, ordered by row.

    ``rulings`` counts the rows with a ruling. ``told`` counts the runs whose revenue was told and
    not checked. ``links`` and ``hash`` are the length of the journal
    and its last hash. ``since`` is when the journal began if rows existed before it; None if it
    covers the game from the beginning.
    """

    game: int
    rows: int
    entries: int
    recomputed: int
    rulings: int
    told: int
    links: int
    hash: str
    since: datetime | None
    found: tuple[AuditFinding, ...]

    @property
    def holds(self) -> bool:
        """Is everything right?"""
        return not self.found

    @property
    def says(self) -> str:
        """The result in one line."""
        if self.found:
            return format_count(
                "One fault was found.",
                "{number} faults were found.",
                len(self.found),
                number=len(self.found),
            )
        return format_text(
            "Everything agrees: {rows:,} rows of the log, {entries:,} entries of the "
            "books, {links:,} links of the journal.",
            rows=self.rows,
            entries=self.entries,
            links=self.links,
        )

    @property
    def says_chain(self) -> str:
        """A sentence that says how far back the journal goes, and introduces its last hash."""
        if self.since is None:
            return gettext("The journal goes back to the beginning of the game. Its last hash:")
        return format_text(
            "The journal begins on {day}, with all rows up to then. Its last hash:",
            day=self.since.date().isoformat(),
        )


def audit_rows(
    rows: Rows,
    version: int,
    states: dict[int, State] | None = None,
    *,
    game: int = 0,
    answered: AcknowledgedVersion | None = None,
) -> Audit:
    """Audit a game by its stored rows, under rules of that version.

    If ``states`` is given, it is filled with the states after the replayed rows. ``answered`` is
    the last version that was reported to somebody, if known. ``game`` is the game's number; its row
    in the list of games overrides it.
    """
    found: list[AuditFinding] = []
    replay: Replay | None = None
    try:
        if answered and answered.hash not in {link["hash"] for link in rows["journal"]}:
            stands = rows["game"][0]["version"] if rows["game"] else 0
            found.append(
                AuditFinding("answered", facts={"thing": str(answered.version), "why": str(stands)})
            )
        if not rows["game"]:
            raise BadRowsError(gettext("Its row in the list of games is gone."))
        if not all(type(rows["game"][0][count]) is int for count in _COUNTS):
            raise BadRowsError(gettext("Its row in the list of games cannot be read."))
        found += _differences(rows)
        replay = Replay(rows, rules_of(rows["game"][0]["setup"]), version, _follow_journal(rows))
        found += (AuditFinding(*each) for each in replay.found())
        if states is not None:
            states.update(replay.states)
    except BadRowsError as fault:
        part = "unreadable" if rows["game"] else "gone"
        found.append(AuditFinding(part, facts={"why": str(fault)}))
    except UNREADABLE as fault:
        found.append(AuditFinding("unreadable", facts={"why": f"{type(fault).__name__}: {fault}"}))
    rounds = {row["number"]: _round(row) for row in rows["log"]}
    placed = (AuditFinding(f.part, f.n, rounds.get(f.n), f.facts) for f in found)
    links = rows["journal"]
    begun = [
        link["created_at"]
        for link in links
        if link["kind"] == BEGIN and isinstance(link["facts"], dict) and link["facts"].get("rows")
    ]
    return Audit(
        game=rows["game"][0]["id"] if rows["game"] else game,
        rows=len(rows["log"]),
        entries=len(rows["entry"]),
        recomputed=replay.played if replay else 0,
        rulings=sum(bool(row["ruling"]) and row["status"] == STANDING for row in rows["log"]),
        told=sum(_is_told_run(row["action"]) and row["status"] == STANDING for row in rows["log"]),
        links=len(links),
        hash=str(links[-1]["hash"]) if links else "",
        since=_moment(begun[-1]) if begun else None,
        found=tuple(sorted(placed, key=lambda f: f.n if type(f.n) is int else -1)),
    )


def _is_told_run(action: Any) -> bool:
    """Return whether a stored action tells the revenue of a run."""
    if not isinstance(action, dict):
        return False
    kind = ACTIONS.get(str(action.get("type")), Action)
    return issubclass(kind, TellRun) and bool(action.get("revenue"))


def _follow_journal(rows: Rows) -> Followed:
    """Return the status of the rows by the journal, or by themselves if it is damaged."""
    if breaks(rows["journal"]) is None:
        try:
            return follow(rows["journal"])
        except UNREADABLE:
            pass
    begin = first_link_with_rows(rows, now())
    return follow([{"number": 0, **begin._asdict()}])


def _differences(rows: Rows) -> Iterator[AuditFinding]:
    lines: dict[Any, Any] = {row["number"]: row for row in rows["log"]}
    for part, n in differences(rows):
        if part == "chain":
            yield AuditFinding(part, facts={"thing": str(n or 0)})
        elif part == "status":
            yield AuditFinding(part, n, facts={"thing": str(lines[n]["status"])})
        else:
            yield AuditFinding(part, n)


def _round(row: Mapping[str, Any]) -> RoundId | None:
    parts: Sequence[Any] = (row["round"], row["round_number"], row["round_part"])
    kinds = [type(part) for part in parts]
    return RoundId(*parts) if kinds == [str, int, int] else None


def _moment(at: Any) -> datetime | None:
    try:
        return in_utc(datetime.fromisoformat(at))
    except (TypeError, ValueError):
        return None
