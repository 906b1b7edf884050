"""What the store hands out: games, rows of the log, lines of the books, and why it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from companion.ledger.entries import Posting
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action
from companion.rules.core.change import Event
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.judge import Rules

STANDING = "standing"
UNDONE = "undone"
DROPPED = "dropped"
CORRECTED = "corrected"
ON_THE_WAY = (STANDING, UNDONE)  # what the game stands on, and what redo brings back


@dataclass(frozen=True)
class LogRow:
    """One row of the log: what was done, who entered it and when (UTC), and what came of it.

    Row 0 is the beginning and has no action. ``deed`` counts the deeds up to it: rows of one are
    undone together. ``status`` is STANDING, UNDONE (redo brings it back), DROPPED (something else
    was done instead) or CORRECTED (a correction has put others in its place). ``events`` are the
    facts to tell, in order; ``ruling``, ``reason`` and ``stands_for`` as in ``tables.Row``.
    """

    n: int
    depth: int
    deed: int
    action_json: Mapping[str, Any] | None
    by: str
    at: datetime
    round: RoundId
    status: str
    rules_version: int
    events: tuple[Event, ...]
    undone_by: str | None
    undone_at: datetime | None
    ruling: Mapping[str, Any] | None = None
    reason: str = ""
    stands_for: int | None = None

    @cached_property
    def action(self) -> Action | None:
        """The action. Raises BadAction when these rules have no such action any more."""
        return None if self.action_json is None else read_action(self.action_json)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One entry of the books, the row that made it, its round, who entered that and when."""

    n: int
    place: int
    memo: str
    about: tuple[str, ...]
    round: RoundId
    by: str
    at: datetime
    postings: tuple[Posting, ...]

    def amount(self, account: str) -> int:
        """What the entry brought ``account`` (+) or took from it (-)."""
        return sum(posting.amount for posting in self.postings if posting.account == account)

    def touches(self, account: str) -> bool:
        """Is it a movement from or to ``account``?"""
        return any(posting.account == account for posting in self.postings)


@dataclass(frozen=True, slots=True)
class Listing:
    """A game in the list of games. ``name`` is what the table calls it, empty where it has given it
    none. ``finished`` says why it is over; empty while it runs.
    ``winners`` are names; empty while it runs and where nobody can tell. ``away``: put away.
    ``begun`` and ``changed`` are None where they cannot be read.
    """

    id: int
    title: str
    name: str
    players: tuple[str, ...]
    round: RoundId
    finished: str
    winners: tuple[str, ...]
    away: bool
    actions: int
    begun: datetime | None
    changed: datetime | None


@dataclass(frozen=True, slots=True)
class Tried:
    """That a game is shown as a device tries it: ``base`` is the version of the game as it is,
    ``deeds`` how many are tried. ``way`` and ``row`` are as in ``seating.DraftRow``. ``moved``: the
    game has moved on since the last of them; ``fault``: why not all of them fit any more.
    """

    base: int
    deeds: int
    way: str
    row: int | None
    moved: bool
    fault: str


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as it stands: its state, the rules to ask about it, and the version to write from; or
    as it stood when row ``then`` was the last; or as somebody tries it.

    ``undoable`` and ``redoable`` count the deeds that undo and redo could move. ``tail`` holds the
    last standing rows, oldest first.
    """

    id: int
    setup: Setup  # as stored; ``rules.setup`` is without options that these rules do not know
    rules: Rules
    state: State
    version: int
    head: int
    undoable: int
    redoable: int
    tail: tuple[LogRow, ...] = field(default=())
    then: int | None = None
    tried: Tried | None = None


class BadRows(ValueError):
    """Rows from outside that make no game; the message says why, ``row`` which one of the log it
    is, where it is one. Nothing was stored.
    """

    def __init__(self, why: str, row: int | None = None) -> None:
        super().__init__(why)
        self.row = row


class NoGame(LookupError):
    """There is no such game."""


class StaleVersion(Exception):
    """The game has moved on since the screen was drawn, to ``version``; nothing was done."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version} by now.")
        self.version = version


class NothingThere(Exception):
    """There are not that many deeds to undo or redo; nothing was done."""


class CannotOpen(Exception):
    """The game cannot be opened as it is stored; the message says why. Its rows are all there."""

    def __init__(self, game: int, why: str) -> None:
        super().__init__(game, why)  # as it is made again when another process raised it
        self.game = game
        self.why = why

    def __str__(self) -> str:
        return self.why


class CannotRebuild(Exception):
    """These rules cannot rebuild that moment, played under older ones; nothing was done."""
