"""The list of games, read from their rows alone.

No game is opened for it, so a damaged game cannot break it.
"""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Text, cast, select
from sqlmodel import Session, col

from companion.rules.core.rounds import RoundId
from companion.rules.data.setup import EDITION
from companion.store.db.example_numbers import FIRST_EXAMPLE
from companion.store.db.tables import Game, in_utc
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.records import Listing


def listings(session: Session, game: int | None = None) -> list[Listing]:
    """List all games but examples, the most recently changed first; or the one ``game``."""
    number = col(Game.id)
    found = session.execute(
        select(
            col(Game.id),
            col(Game.title),
            col(Game.name),
            cast(col(Game.setup), Text).label("setup"),
            col(Game.round),
            col(Game.round_number),
            col(Game.round_part),
            col(Game.end_reason),
            cast(col(Game.winners), Text).label("winners"),
            col(Game.is_archived),
            col(Game.depth),
            cast(col(Game.created_at), Text).label("created_at"),
            cast(col(Game.changed_at), Text).label("changed_at"),
        )
        .where(number < FIRST_EXAMPLE if game is None else number == game)
        .order_by(col(Game.changed_at).desc(), col(Game.id).desc())
    ).all()
    return [
        Listing(
            id=game.id,
            title=game.title,
            name=str(game.name),
            players=_names(_read(game.setup, "players")),
            round=RoundId(str(game.round), game.round_number, game.round_part),
            finished=game.end_reason,
            winners=_names(_read(game.winners)),
            is_archived=game.is_archived,
            actions=game.depth,
            begun=_moment(game.created_at),
            changed=_moment(game.changed_at),
            edition=_edition(_read(game.setup, "options")),
        )
        for game in found
    ]


def example_numbers(session: Session, title: str) -> list[int]:
    """Return the numbers of the title's example games, the one changed last first."""
    wanted = select(col(Game.id)).where(col(Game.id) >= FIRST_EXAMPLE, col(Game.title) == title)
    return list(session.scalars(wanted.order_by(col(Game.changed_at).desc())))


def _read(text: str | None, key: str = "") -> Any:
    """Return the JSON value of a column, or one key of it; None if it is unreadable."""
    try:
        found = json.loads(text or "null")
        return found[key] if key else found
    except UNREADABLE:
        return None


def _moment(text: str) -> datetime | None:
    """Parse a stored moment as UTC; None if it is unreadable."""
    try:
        return in_utc(datetime.fromisoformat(text))
    except UNREADABLE:
        return None


def _edition(options: Any) -> str:
    return str(options.get(EDITION, "")) if isinstance(options, dict) else ""


def _names(found: Any) -> tuple[str, ...]:
    return tuple(str(name) for name in found) if isinstance(found, list) else ()
