"""Writing the log: rows with entries, postings and snapshots, gathered for one transaction."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert
from sqlmodel import Session

from companion.ledger.entries import Entry
from companion.rules import codec
from companion.rules.actions import Action, action_to_json
from companion.rules.rounds import RoundId
from companion.rules.rules import Outcome
from companion.rules.state import state_to_json
from companion.store.records import STANDING
from companion.store.tables import LedgerEntry, LedgerPosting, Row, Snapshot, round_columns

SNAPSHOT_EVERY = 20


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Entered:
    """An action with who entered it and when; None is now."""

    action: Action
    by: str = ""
    at: datetime | None = None


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
        """One row with its entries. ``before`` is the round in which it was done."""
        self.rows.append(
            {
                "game": self.game,
                "n": n,
                "depth": depth,
                "deed": deed,
                "action": action_to_json(entered.action) if entered else None,
                "by": entered.by if entered else "",
                "at": (entered.at if entered else None) or now(),
                **round_columns(before),
                "status": STANDING,
                "rules_version": self.rules_version,
                "events": codec.to_json(outcome.events),
            }
        )
        for place, (entry, round) in enumerate(_with_rounds(outcome, before)):
            key = {"game": self.game, "n": n, "place": place}
            about = list(entry.about)
            self.entries.append({**key, "memo": entry.memo, "about": about, **round_columns(round)})
            self.postings += [
                {**key, "side": side, "account": posting.account, "amount": posting.amount}
                for side, posting in enumerate(entry.postings)
            ]
        if depth % SNAPSHOT_EVERY == 0:
            self.snapshot(n, state_to_json(outcome.state))

    def snapshot(self, n: int, state: dict[str, Any]) -> None:
        """Keep ``state`` as the one after row ``n``."""
        self.snapshots.append(
            {"game": self.game, "n": n, "rules_version": self.rules_version, "state": state}
        )

    def write(self, session: Session) -> None:
        """Into the transaction with it all."""
        for table, values in (
            (Row, self.rows),
            (LedgerEntry, self.entries),
            (LedgerPosting, self.postings),
            (Snapshot, self.snapshots),
        ):
            if values:
                session.execute(insert(table), values)


def _with_rounds(outcome: Outcome, before: RoundId) -> Iterator[tuple[Entry, RoundId]]:
    """Each entry with its round: one that began on the way tells after how many entries it did."""
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
