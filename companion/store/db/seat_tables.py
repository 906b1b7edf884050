"""The tables of devices, seats, proposals, programs, drafts and answered forms.

Their rows are not part of a game's file: they ``stay``, because they belong to the devices of one
table. Above all their secrets must not leave. A device is known by its secret of 128 random bits;
only a hash of it is stored.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, UniqueConstraint, false, true
from sqlmodel import Field, SQLModel

from companion.store.db.tables import UtcDateTime

STAYS = {"info": {"stays": True}}


class DeviceRow(SQLModel, table=True):
    """A known device: ``secret_hash``, and its apparent ``kind``.

    A device that ``is_host`` is banker of every game.
    """

    __tablename__ = "device"

    id: int | None = Field(default=None, primary_key=True)
    secret_hash: str = Field(unique=True)
    kind: str
    is_host: bool = Field(sa_column_kwargs={"server_default": false()})
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class SittingRow(SQLModel, table=True):
    """The settings of a game's table.

    ``code`` is the code by which devices join, and a table that ``is_locked`` admits no new ones.
    With ``players_enter`` set, players enter their own actions; otherwise the banker enters
    everything.

    ``pin_hash`` is the hash of the PIN by which a device becomes banker; "" while there is none.
    ``pin_tries`` counts the guesses, and none is accepted before ``pin_blocked_until``.
    ``change_count`` counts all changes of devices, seats and proposals. While the table makes a
    break, or a dispute freezes the game, ``halt`` says so, since ``halted_at``.
    """

    __tablename__ = "table_settings"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    code: str = Field(unique=True)
    players_enter: bool = Field(sa_column_kwargs={"server_default": true()})
    is_locked: bool = Field(sa_column_kwargs={"server_default": false()})
    pin_hash: str = Field(default="", sa_column_kwargs={"server_default": ""})
    pin_tries: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    pin_blocked_until: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    change_count: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    halt: str = Field(default="", sa_column_kwargs={"server_default": ""})
    halted_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))


class PlaceRow(SQLModel, table=True):
    """The place of a device in a game.

    A device without a seat watches. ``is_asking`` is set while it asks to be banker.
    ``claimed_seat`` is a seat that another device holds, and whose player has returned on this one.
    A device that ``is_locked_out`` of a locked table has only that claim. ``address_mark`` marks
    the address of the device; devices with the same address have the same mark.
    """

    __tablename__ = "place"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    device: int = Field(primary_key=True, foreign_key="device.id", index=True)
    is_banker: bool = Field(sa_column_kwargs={"server_default": false()})
    is_asking: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    claimed_seat: str = Field(default="", sa_column_kwargs={"server_default": ""})
    is_locked_out: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    address_mark: str = Field(default="", sa_column_kwargs={"server_default": ""})
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class SeatRow(SQLModel, table=True):
    """A seat of a game ("p1") and the device that holds it."""

    __tablename__ = "seat"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    device: int = Field(foreign_key="device.id", index=True)


class AwayRow(SQLModel, table=True):
    """A ``seat`` whose player has left early; the seat ``deputy`` decides for it."""

    __tablename__ = "away_seat"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    deputy: str
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class ProposalRow(SQLModel, table=True):
    """An ``action`` that the seat ``author`` proposed when the game was at ``version``.

    ``seats_needed`` lists the seats whose consent it needs, and ``seats_agreed`` those that agreed.
    ``declined_by`` is the seat that declined it.
    """

    __tablename__ = "proposal"
    __table_args__ = STAYS

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id", index=True)
    version: int
    action: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    author: str
    seats_needed: list[str] = Field(sa_column=Column(JSON, nullable=False))
    seats_agreed: list[str] = Field(sa_column=Column(JSON, nullable=False))
    declined_by: str = Field(default="", sa_column_kwargs={"server_default": ""})
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class ProgramRow(SQLModel, table=True):
    """The decision of a ``seat`` for its next turns of a round; see ``rules.stock.programs``.

    Only the devices of the seat and the bankers see it. ``purchase`` is the action that is done
    again, ``price`` the sum that it may cost, and ``purchases_left`` how often. ``last_row`` is the
    last row of the log that the program has written or repeats; 0 if there is none.
    """

    __tablename__ = "program"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    kind: str
    round: str
    round_number: int
    round_part: int
    purchase: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    price: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    purchases_left: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    last_row: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class DraftRow(SQLModel, table=True):
    """The actions that one device tries in a game; no other device sees them.

    ``purpose`` is "what if", or for the log at ``row`` "change", "insert" or "remove".
    ``deeds`` are the deeds in order; each action has its author and its ruling. ``decisions`` maps
    the numbers of later rows to decisions ("rule", "out", "best"). ``serial`` counts its changes
    and is the version of its screens. ``base_version`` is the version of the game below it.
    """

    __tablename__ = "draft"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    device: int = Field(primary_key=True, foreign_key="device.id")
    serial: int
    base_version: int
    row: int | None = None
    purpose: str
    deeds: list[Any] = Field(sa_column=Column(JSON, nullable=False))
    decisions: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class PositionDraftRow(SQLModel, table=True):
    """The position of a game that has begun on paper, as far as a table has typed it in.

    ``fields`` are those of the form. The row is there until the game begins with the position.
    """

    __tablename__ = "position_draft"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    fields: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class AnsweredRow(SQLModel, table=True):
    """A form that was sent and handled.

    ``device`` is the hash of the sender's secret, ``key`` the form's key, ``content_hash`` a hash
    of its content. ``location`` is that of the answer.
    """

    __tablename__ = "handled_form"
    __table_args__ = (UniqueConstraint("device", "key"), STAYS)

    id: int | None = Field(default=None, primary_key=True)
    device: str
    key: str
    content_hash: str
    game: int | None = Field(default=None, foreign_key="game.id", index=True)
    location: str
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))
