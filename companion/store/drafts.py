"""Drafts: what a device tries in a game without doing it, or is about to mend in its past.

One a device and game, kept in the database, so that it outlives a reload and every process finds
it; nothing of it is part of the game, and it leaves with no file.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlmodel import Session, col

from companion.languages import said
from companion.rules.actions import action_to_json
from companion.rules.entering import read_action
from companion.store import notices
from companion.store.answers import Noted
from companion.store.database import Database
from companion.store.seating import DraftRow
from companion.store.writing import Entered, now

WHAT_IF, CHANGE, INSERT, REMOVE = "what if", "change", "insert", "remove"
MOST_DEEDS = 60
MOST_BYTES = 64_000  # of all deeds of one draft, roughly
FIRST = 500_000_000  # versions of games are far below
ROOM = 400_000_000

Deed = tuple[Entered, ...]


class TooMuch(Exception):
    """More is not tried at once; the message says so. Nothing was done."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is tried; see :class:`companion.store.seating.DraftRow`."""

    game: int
    device: int
    serial: int
    base: int
    row: int | None = None
    way: str = WHAT_IF
    deeds: tuple[Deed, ...] = ()
    decided: Mapping[str, str] | None = None

    @property
    def entered(self) -> list[Entered]:
        """All that was tried, one after the other."""
        return [one for deed in self.deeds for one in deed]


class Drafts:
    """The drafts in a database's games. ``on_change`` is called with the number of a game after a
    change to what a device tries there, once that is on disk: it has other tabs.
    """

    def __init__(self, database: Database, on_change: Callable[[int], None]) -> None:
        self._database = database
        self._on_change = on_change

    def of(self, game: int, device: int) -> Draft | None:
        """What the device tries in that game."""
        with self._database.ask() as session:
            row = session.scalar(_wanted(game, device))
            return None if row is None else _draft(row)

    def begin(
        self, game: int, device: int, base: int, way: str = WHAT_IF, row: int | None = None
    ) -> Draft:
        """Begin one, in the place of what the device tried there before."""
        serial = FIRST + int(time.time()) % ROOM
        draft = Draft(game, device, serial, base, row, way, (), {})
        with self._database.write() as session:
            before = session.scalar(_wanted(game, device))
            if before is not None:
                draft = Draft(game, device, max(serial, before.serial + 1), base, row, way, (), {})
            _write(session, draft)
        self._on_change(game)
        return draft

    def keep(self, draft: Draft, noted: Noted | None = None) -> None:
        """Keep what has become of it. Raises TooMuch."""
        if len(draft.deeds) > MOST_DEEDS or len(str(_deeds(draft))) > MOST_BYTES:
            raise TooMuch(said("{most} deeds are the most that is tried at once.", most=MOST_DEEDS))
        with self._database.write() as session:
            _write(session, draft)
            if noted:
                noted(session, draft.game)
        self._on_change(draft.game)

    def drop(self, game: int, device: int) -> None:
        """Throw it away."""
        with self._database.write() as session:
            self.drop_in(session, game, device)
        self._on_change(game)

    @staticmethod
    def drop_in(session: Session, game: int, device: int) -> None:
        """The same, in a transaction of something else."""
        session.execute(_gone(game, device))
        notices.tell(session, game)


def _wanted(game: int, device: int) -> Any:
    return select(DraftRow).where(col(DraftRow.game) == game, col(DraftRow.device) == device)


def _gone(game: int, device: int) -> Any:
    return delete(DraftRow).where(col(DraftRow.game) == game, col(DraftRow.device) == device)


def _write(session: Session, draft: Draft) -> None:
    Drafts.drop_in(session, draft.game, draft.device)
    session.add(
        DraftRow(
            game=draft.game,
            device=draft.device,
            serial=draft.serial,
            base=draft.base,
            row=draft.row,
            way=draft.way,
            deeds=_deeds(draft),
            decided=dict(draft.decided or {}),
            at=now(),
        )
    )


def _deeds(draft: Draft) -> list[Any]:
    return [
        [
            {
                "action": action_to_json(one.action),
                "by": one.by,
                "ruling": one.ruling,
                "reason": one.reason,
            }
            for one in deed
        ]
        for deed in draft.deeds
    ]


def _draft(row: DraftRow) -> Draft:
    deeds = tuple(
        tuple(
            Entered(
                read_action(one["action"]),
                one["by"],
                ruling=one["ruling"],
                reason=one["reason"],
            )
            for one in deed
        )
        for deed in row.deeds
    )
    return Draft(row.game, row.device, row.serial, row.base, row.row, row.way, deeds, row.decided)
