"""The tables of who sits at a game, and with which device.

None of their rows leaves with a game's file: they ``stay``, for what belongs to devices, and above
all their secrets, is nobody else's. What a device is known by is its secret, 128 random bits, of
which only a hash is stored.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, UniqueConstraint, false, true
from sqlmodel import Field, SQLModel

from companion.store.db.tables import Moment

STAYS = {"info": {"stays": True}}


class DeviceRow(SQLModel, table=True):
    """A device that has been given a place: ``secret`` is the hash of its secret, ``kind`` what it
    seems to be. A ``host`` is banker of every game.
    """

    __tablename__ = "device"

    id: int | None = Field(default=None, primary_key=True)
    secret: str = Field(unique=True)
    kind: str
    host: bool = Field(sa_column_kwargs={"server_default": false()})
    at: datetime = Field(sa_column=Column(Moment, nullable=False))


class SittingRow(SQLModel, table=True):
    """How a game's table is kept: by which ``code`` devices join, whether it is ``locked`` to those
    that are new, whether ``each`` enters his own or the banker everything.

    ``pin`` is the hash of the PIN by which a device becomes banker, empty while there is none;
    ``tries`` counts the guesses, of which none is heard before the moment ``wait``. ``changes``
    counts every change to who sits here and what is proposed.
    """

    __tablename__ = "sitting"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    code: str = Field(unique=True)
    each: bool = Field(sa_column_kwargs={"server_default": true()})
    locked: bool = Field(sa_column_kwargs={"server_default": false()})
    pin: str = Field(default="", sa_column_kwargs={"server_default": ""})
    tries: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    wait: datetime | None = Field(default=None, sa_column=Column(Moment))
    changes: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class PlaceRow(SQLModel, table=True):
    """A device has a place in a game. Without a seat it watches; it ``asks`` to be banker, or
    ``claims`` a seat that another device holds: its player is back on this one. ``outside`` a
    locked table it has nothing of the game but that claim. ``source`` is a mark of the address
    that it came from, the same for all that came from there.
    """

    __tablename__ = "place"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    device: int = Field(primary_key=True, foreign_key="device.id", index=True)
    banker: bool = Field(sa_column_kwargs={"server_default": false()})
    asks: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    claims: str = Field(default="", sa_column_kwargs={"server_default": ""})
    outside: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    source: str = Field(default="", sa_column_kwargs={"server_default": ""})
    at: datetime = Field(sa_column=Column(Moment, nullable=False))


class SeatRow(SQLModel, table=True):
    """A seat of a game ("p1") and the device that holds it."""

    __tablename__ = "seat"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    seat: str = Field(primary_key=True)
    device: int = Field(foreign_key="device.id", index=True)


class ProposalRow(SQLModel, table=True):
    """What one player proposed to others as the game was at ``version``: the ``action``, the seat
    it is ``by``, whose consent it needs, who has ``agreed``, and who has ``declined`` it.
    """

    __tablename__ = "proposal"
    __table_args__ = STAYS

    id: int | None = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id", index=True)
    version: int
    action: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    by: str
    asked: list[str] = Field(sa_column=Column(JSON, nullable=False))
    agreed: list[str] = Field(sa_column=Column(JSON, nullable=False))
    declined: str = Field(default="", sa_column_kwargs={"server_default": ""})
    at: datetime = Field(sa_column=Column(Moment, nullable=False))


class DraftRow(SQLModel, table=True):
    """What one device tries in a game, and nobody else sees.

    ``way`` is what becomes of it: "what if", or in the log at ``row`` "change", "insert" or
    "remove". ``deeds`` are what was tried, one after the other: each with who entered it, when, and
    its actions with their rulings. ``decided`` is what is said of later rows ("rule", "out",
    "best"), by their numbers. ``serial`` counts its changes, and is the version of what is shown;
    ``base`` is the version of the game that it stands on.
    """

    __tablename__ = "draft"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    device: int = Field(primary_key=True, foreign_key="device.id")
    serial: int
    base: int
    row: int | None = None
    way: str
    deeds: list[Any] = Field(sa_column=Column(JSON, nullable=False))
    decided: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    at: datetime = Field(sa_column=Column(Moment, nullable=False))


class AnsweredRow(SQLModel, table=True):
    """A form that was sent and done: by the device of that ``secret`` (its hash), with that ``key``
    and ``mark`` of its content; where its answer led ``to``.
    """

    __tablename__ = "answered"
    __table_args__ = (UniqueConstraint("device", "key"), STAYS)

    id: int | None = Field(default=None, primary_key=True)
    device: str
    key: str
    mark: str
    game: int | None = Field(default=None, foreign_key="game.id", index=True)
    to: str
    at: datetime = Field(sa_column=Column(Moment, nullable=False, index=True))
