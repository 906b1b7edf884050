"""The writer of the log: collects rows, entries, postings and snapshots for one transaction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlmodel import Session, col

from companion.languages import gettext
from companion.ledger.entries import Entry
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import state_to_json
from companion.rules.data import codec
from companion.rules.judge.judge import Outcome
from companion.store.db import acknowledged_versions
from companion.store.db.tables import (
    JournalLink,
    LedgerEntry,
    LedgerPosting,
    Row,
    Snapshot,
    round_columns,
)
from companion.store.history.hash_journal import (
    CORRECTION,
    News,
    build_links,
    links_for_rows,
    marks,
)
from companion.store.history.records import STANDING, CannotOpenError

SNAPSHOT_EVERY = 20


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Entered:
    """An action with its author and its time; None is now.

    ``ruling``, ``reason`` and ``stands_for`` are as in ``tables.Row``.
    """

    action: Action
    by: str = ""
    at: datetime | None = None
    ruling: Mapping[str, Any] | None = None
    reason: str = ""
    stands_for: int | None = None


class Writer:
    """Collects the rows of one or many actions for one transaction."""

    def __init__(self, game: int, rules_version: int) -> None:
        self.game = game
        self.rules_version = rules_version
        self.rows: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []
        self.postings: list[dict[str, Any]] = []
        self.snapshots: list[dict[str, Any]] = []

    def add(
        self,
        n: int,
        depth: int,
        deed: int,
        entered: Entered | None,
        before: RoundId,
        outcome: Outcome,
    ) -> None:
        """Add a row with its entries; ``before`` is the round in which the action was done."""
        self.rows.append(
            {
                "game": self.game,
                "number": n,
                "depth": depth,
                "deed": deed,
                "action": action_to_json(entered.action) if entered else None,
                "author": entered.by if entered else "",
                "created_at": (entered.at if entered else None) or now(),
                **round_columns(before),
                "status": STANDING,
                "rules_version": self.rules_version,
                "events": codec.to_json(outcome.events),
                "ruling": entered.ruling if entered else None,
                "reason": entered.reason if entered else "",
                "repeated_row": entered.stands_for if entered else None,
            }
        )
        for place, (entry, round) in enumerate(_with_rounds(outcome, before)):
            key = {"game": self.game, "row": n, "position": place}
            about = list(entry.about)
            self.entries.append(
                {**key, "memo": entry.memo, "subjects": about, **round_columns(round)}
            )
            self.postings += [
                {**key, "side": side, "account": posting.account, "amount": posting.amount}
                for side, posting in enumerate(entry.postings)
            ]
        if depth % SNAPSHOT_EVERY == 0:
            self.snapshot(n, state_to_json(outcome.state))

    def set_game(self, game: int) -> None:
        """Set the number of the game, which is new, in all rows."""
        self.game = game
        for made in (self.rows, self.entries, self.postings, self.snapshots):
            for value in made:
                value["game"] = game

    def snapshot(self, n: int, state: dict[str, Any]) -> None:
        """Add a snapshot: ``state`` is the one after row ``n``."""
        self.snapshots.append(
            {"game": self.game, "row": n, "rules_version": self.rules_version, "state": state}
        )

    def write(self, session: Session, correction: Mapping[str, Any] | None = None) -> None:
        """Write everything in the transaction, and append it to the journal.

        The journal gets a link for each deed, or one ``correction`` with these facts. The game's
        row must be locked.
        """
        for table, values in (
            (Row, self.rows),
            (LedgerEntry, self.entries),
            (LedgerPosting, self.postings),
            (Snapshot, self.snapshots),
        ):
            if values:
                session.execute(insert(table), values)
        if self.rows or correction:
            note(session, self.game, *self._news(correction))

    def _news(self, correction: Mapping[str, Any] | None) -> list[News]:
        told = marks(self.rows, self.entries, self.postings)
        if correction is None:
            return links_for_rows(self.rows, told, now())
        by = str(self.rows[0]["author"] if self.rows else correction["corrected_by"])
        return [News(CORRECTION, {**correction, "rows": told}, by, now())]


def note(session: Session, game: int, *news: News) -> None:
    """Append links to the game's journal.

    The game's row must be locked, so that no other link comes in between. Raises CannotOpenError
    when the journal cannot be continued.
    """
    last = (
        select(col(JournalLink.number), col(JournalLink.hash))
        .where(col(JournalLink.game) == game)
        .order_by(col(JournalLink.number).desc())
        .limit(1)
    )
    after = session.execute(last).mappings().one_or_none()
    if after and not (type(after["number"]) is int and isinstance(after["hash"], str)):
        raise CannotOpenError(game, gettext("Its journal cannot be read."))
    made = build_links(dict(after) if after else None, news)
    session.execute(insert(JournalLink), [{"game": game, **link} for link in made])
    acknowledged_versions.tell(session, game, after["hash"] if after else "", made[-1]["hash"])


def _with_rounds(outcome: Outcome, before: RoundId) -> Iterator[tuple[Entry, RoundId]]:
    """Yield each entry with its round.

    The event of a round that began meanwhile tells how many entries were before it.
    """
    begun = [
        (int(event.facts["entries_before"]), RoundId(*event.facts["round"]))
        for event in outcome.events
        if event.kind == "round" and "entries_before" in event.facts
    ]
    round = before
    for place, entry in enumerate(outcome.entries):
        while begun and begun[0][0] <= place:
            round = begun.pop(0)[1]
        yield entry, round
