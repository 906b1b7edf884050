"""Counts of the table: the results of counting in a game, stored in its journal."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlmodel import col

from companion.store.db.tables import JournalLink
from companion.store.history.game_changes import Changes
from companion.store.history.game_loader import require_game
from companion.store.history.hash_journal import COUNT, News
from companion.store.history.log_writer import note, now


class Count(NamedTuple):
    """A count of the table: its author, its time (UTC) and its result (see ``Counts.note``)."""

    by: str
    at: datetime
    facts: Mapping[str, Any]


class Counts:
    """Notes counts of the table in the journal, and reads them."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._database = changes.database

    def note(self, game: int, facts: Mapping[str, Any], by: str) -> None:
        """Note in the journal that the table was counted.

        Raises NoGameError.

        In ``facts``, "row" is the last row that stood then, and "agrees" tells whether everything
        agreed.
        """
        with self._database.write() as session:
            require_game(session, game, held=True)
            note(session, game, News(COUNT, facts, by, now()))
        self._changes.tell(game)

    def of(self, game: int) -> list[Count]:
        """List the counts, oldest first."""
        wanted = select(
            col(JournalLink.author), col(JournalLink.created_at), col(JournalLink.facts)
        ).where(col(JournalLink.game) == game, col(JournalLink.kind) == COUNT)
        with self._database.read() as session:
            found = session.execute(wanted.order_by(col(JournalLink.number)))
            return [Count(by, at, facts) for by, at, facts in found]
