"""What the store knows of a game beyond its moments: what was corrected in it, and the proof that
its log is as it was written.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.reporting.telling import sentence
from companion.rules.rules import Rules
from companion.rules.words.rounds import round_words
from companion.store.journal import CORRECTION, breaks
from companion.store.records import STANDING, LogRow
from companion.store.ruled import rulings

if TYPE_CHECKING:
    from companion.store.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Noted:
    """A row that the table corrected: its round, what was done, and why."""

    round: str
    says: str
    why: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The log of a stored game: how many rows it has and how many of them were taken back, what was
    ruled and corrected, how often the past was mended; the last hash of its journal, how many links
    that has, and the first that does not go with those before it (None where all do).
    """

    rows: int
    undone: int
    ruled: int
    corrected: tuple[Noted, ...]
    mended: int
    hash: str
    links: int
    broken: int | None


def proof(shelf: "Shelf", game: int) -> Proof:
    """What the store knows of a game. Raises NoGame, CannotOpen."""
    rules, rows = shelf.open(game).rules, shelf.rows(game)
    links = shelf.stored(game)["journal"]
    standing = [row for row in rows if row.status == STANDING]
    return Proof(
        len(rows) - 1,
        len(rows) - len(standing),
        sum(found.told is not None for found in rulings(rules, rows)),
        tuple(_corrected(rules, standing)),
        sum(link["kind"] == CORRECTION for link in links),
        links[-1]["hash"] if links else "",
        len(links),
        breaks(links),
    )


def _corrected(rules: Rules, rows: Iterable[LogRow]) -> Iterable[Noted]:
    """Rows with a reason of their own: correction entries, advances of the bank."""
    for row in rows:
        why = row.reason or next(
            (str(event.facts["reason"]) for event in row.events if event.facts.get("reason")), ""
        )
        if why:
            says = sentence(rules, row.events[0]) if row.events else ""
            yield Noted(round_words(row.round), says, why)
