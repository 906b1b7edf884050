"""A round is told by values: its kind, its number, its part of a set. Until now it was told by its
name, "OR 2.1".
"""

import json
import re
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NAMES = re.compile(r"(Auction|SR|OR)(?: (\d{1,6})(?:\.(\d{1,6}))?)?")
KINDS = {"Auction": "auction", "SR": "stock", "OR": "operating"}


def value_of(name: str) -> tuple[str, int, int]:
    """Kind, number and part of the round of that name. A name that no code gave is its kind."""
    found = NAMES.fullmatch(name)
    if found is None:
        return name, 0, 0
    return KINDS[found[1]], int(found[2] or 1), int(found[3] or 0)


def upgrade() -> None:
    """Add the columns and fill them; in events of the log too the name becomes a value."""
    for table in ("game", "log", "entry"):
        for name in ("round_number", "round_part"):
            new = sa.Column(name, sa.Integer(), nullable=False, server_default="0")
            op.add_column(table, new)
        _fill(table)
    _retell()


def _fill(name: str) -> None:
    table = sa.table(name, *map(sa.column, ("round", "round_number", "round_part")))
    connection = op.get_bind()
    for (round,) in connection.execute(sa.select(table.c.round).distinct()).all():
        if isinstance(round, str):
            kind, number, part = value_of(round)
            values = {"round": kind, "round_number": number, "round_part": part}
            connection.execute(table.update().where(table.c.round == round).values(**values))


def _retell() -> None:
    """Rows that cannot be read are left as they are: they are told as damaged, as ever."""
    events = sa.column("events", sa.JSON())
    log = sa.table("log", sa.column("game"), sa.column("n"), events)
    text = sa.cast(events, sa.Text())
    connection = op.get_bind()
    wanted = sa.select(log.c.game, log.c.n, text).where(text.like('%"round"%'))
    for game, n, stored in connection.execute(wanted).all():
        told = _read(stored)
        if told is not None:
            here = (log.c.game == game) & (log.c.n == n)
            connection.execute(log.update().where(here).values(events=told))


def _read(stored: Any) -> list[Any] | None:
    """The events with the rounds in them as values; None where there is nothing to change."""
    try:
        told = json.loads(stored)
        rounds = [event["facts"] for event in told if event["kind"] == "round"]
        for facts in rounds:
            facts["round"] = list(value_of(facts.pop("name")))
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    return told if rounds else None
