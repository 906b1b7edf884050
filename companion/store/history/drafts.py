"""Drafts: actions that a device tries in a game, from the present or at a row of the past.

A device has at most one draft in a game. It is kept in the database for reloads and other
processes, but is not part of the game or its files.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, select
from sqlmodel import Session, col

from companion.languages import format_text
from companion.rules.amend.history_edit import Decision
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import action_to_json
from companion.store.clock.clock_state import DRAFT
from companion.store.clock.clock_writer import ClockWriter
from companion.store.clock.events import GO, HOLD
from companion.store.db import pg_notify
from companion.store.db.database import Database
from companion.store.db.seat_tables import DraftRow
from companion.store.history.answered_forms import Noted
from companion.store.history.log_writer import Entered, now

WHAT_IF, CHANGE, INSERT, REMOVE = "what if", "change", "insert", "remove"
MOST_DEEDS = 60
MOST_BYTES = 64_000  # the approximate limit for all deeds of a draft
FIRST = 500_000_000  # the first serial; versions of games are far below
ROOM = 400_000_000

Deed = tuple[Entered, ...]


class DraftTooLongError(Exception):
    """The draft is too long; the message says so. Nothing was done."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Deeds to be done in a game.

    A what-if continues from the present. The other ways are edits of the past: they change the
    ``row`` of the log, insert the deeds before it, or remove it.

    ``decided`` are the decisions about later rows. The rest is as in
    :class:`companion.store.db.seat_tables.DraftRow`.
    """

    game: int
    device: int = 0
    serial: int = 0
    base: int = 0
    row: int | None = None
    way: str = WHAT_IF
    deeds: tuple[Deed, ...] = ()
    decided: Mapping[int, Decision] = field(default_factory=dict)

    @property
    def entered(self) -> list[Entered]:
        """The actions in order."""
        return [one for deed in self.deeds for one in deed]


class Drafts:
    """The drafts in a database's games.

    ``on_change`` is called with the number of a game when a change to a draft there is on disk. The
    device may have other tabs.
    """

    def __init__(
        self, database: Database, on_change: Callable[[int], None], clock: ClockWriter
    ) -> None:
        self._database = database
        self._on_change = on_change
        self._clock = clock

    def of(self, game: int, device: int) -> Draft | None:
        """Find the draft of the device in that game."""
        with self._database.ask() as session:
            row = session.scalar(_select_draft(game, device))
            return None if row is None else _draft(row)

    def begin(
        self, game: int, device: int, base: int, way: str = WHAT_IF, row: int | None = None
    ) -> Draft:
        """Begin a draft, which replaces the device's earlier draft in that game."""
        serial = FIRST + int(time.time()) % ROOM
        with self._database.write() as session:
            before = session.scalar(_select_draft(game, device))
            if before is not None:
                serial = max(serial, before.serial + 1)
            draft = Draft(game, device, serial, base, row, way)
            _write(session, draft)
            self._clock.append(session, game, HOLD, {"why": f"{DRAFT}{device}"})
        self._on_change(game)
        return draft

    def keep(self, draft: Draft, noted: Noted | None = None) -> None:
        """Store a changed draft. Raises DraftTooLongError."""
        if len(draft.deeds) > MOST_DEEDS or len(str(_deeds(draft))) > MOST_BYTES:
            raise DraftTooLongError(
                format_text("At most {most} actions can be tried at once.", most=MOST_DEEDS)
            )
        with self._database.write() as session:
            _write(session, draft)
            if noted:
                noted(session, draft.game)
        self._on_change(draft.game)

    def drop(self, game: int, device: int) -> None:
        """Delete the draft."""
        with self._database.write() as session:
            self._drop(session, game, device)
        self._on_change(game)

    def dropping(self, draft: Draft) -> Noted:
        """Return a note that deletes the draft in another change's transaction."""
        return lambda session, game: self._drop(session, game, draft.device)

    def _drop(self, session: Session, game: int, device: int) -> None:
        """Delete the draft; the clock goes on."""
        _delete(session, game, device)
        self._clock.append(session, game, GO, {"why": f"{DRAFT}{device}"})


def _select_draft(game: int, device: int) -> Any:
    return select(DraftRow).where(col(DraftRow.game) == game, col(DraftRow.device) == device)


def _delete(session: Session, game: int, device: int) -> None:
    there = (col(DraftRow.game) == game, col(DraftRow.device) == device)
    session.execute(delete(DraftRow).where(*there))
    pg_notify.tell(session, game)


def _write(session: Session, draft: Draft) -> None:
    _delete(session, draft.game, draft.device)
    session.add(
        DraftRow(
            game=draft.game,
            device=draft.device,
            serial=draft.serial,
            base_version=draft.base,
            row=draft.row,
            purpose=draft.way,
            deeds=_deeds(draft),
            decisions={str(n): decision.value for n, decision in draft.decided.items()},
            created_at=now(),
        )
    )


def _deeds(draft: Draft) -> list[Any]:
    return [[_entered_to_json(one) for one in deed] for deed in draft.deeds]


def _entered_to_json(one: Entered) -> dict[str, Any]:
    action = action_to_json(one.action)
    return {"action": action, "author": one.by, "ruling": one.ruling, "reason": one.reason}


def _entered_from_json(one: dict[str, Any]) -> Entered:
    action = read_action(one["action"])
    return Entered(action, by=one["author"], ruling=one["ruling"], reason=one["reason"])


def _draft(row: DraftRow) -> Draft:
    deeds = tuple(tuple(_entered_from_json(one) for one in deed) for deed in row.deeds)
    decided = {int(n): Decision(word) for n, word in row.decisions.items()}
    return Draft(
        row.game, row.device, row.serial, row.base_version, row.row, row.purpose, deeds, decided
    )
