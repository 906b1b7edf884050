"""The records that the store returns, and the errors that it raises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from companion.languages import format_text
from companion.ledger.entries import Posting
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action
from companion.rules.core.change import Event
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules

STANDING = "standing"
UNDONE = "undone"
DROPPED = "dropped"
CORRECTED = "corrected"
PROGRAMMED = "programmed"  # the reason of a row that a program has written
ABSENT = "away"  # the reason of the pass of a player who is away
ON_THE_WAY = (STANDING, UNDONE)  # the rows below the present state, and those that redo restores


@dataclass(frozen=True)
class LogRow:
    """One row of the log: the action, its author, its time (UTC) and its events.

    Row 0 is the beginning and has no action. ``deed`` counts the deeds up to it; rows of one deed
    are undone together. ``status`` is STANDING, UNDONE (redo restores it), DROPPED (other actions
    were entered instead) or CORRECTED (a correction replaced it). ``events`` are the facts to show,
    in order. ``ruling``, ``reason`` and ``stands_for`` are as in ``tables.Row``.
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

    @property
    def is_programmed(self) -> bool:
        """Has a program of its seat entered it, or the player's absence?"""
        return self.reason in (PROGRAMMED, ABSENT)

    @cached_property
    def action(self) -> Action | None:
        """The action. Raises BadActionError when these rules no longer know it."""
        return None if self.action_json is None else read_action(self.action_json)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One ledger entry with its row, its round, and that row's author and time."""

    n: int
    place: int
    memo: str
    about: tuple[str, ...]
    round: RoundId
    by: str
    at: datetime
    postings: tuple[Posting, ...]

    def amount(self, account: str) -> int:
        """Return the amount that the entry moved into ``account`` (+) or out of it (-)."""
        return sum(posting.amount for posting in self.postings if posting.account == account)

    def touches(self, account: str) -> bool:
        """Does the entry move money from or to ``account``?"""
        return any(posting.account == account for posting in self.postings)


@dataclass(frozen=True, slots=True)
class Listing:
    """A game in the list of games.

    ``name`` is the table's name for it; "" if it has none. ``edition`` is that of the title; "" for
    the usual one. ``finished`` says why it is over; ""
    while it runs. ``winners`` are names; empty while it runs and if nobody can tell.
    ``is_archived`` tells whether it is archived. ``begun`` and ``changed`` are None if they are
    unreadable.
    """

    id: int
    title: str
    name: str
    players: tuple[str, ...]
    round: RoundId
    finished: str
    winners: tuple[str, ...]
    is_archived: bool
    actions: int
    begun: datetime | None
    changed: datetime | None
    edition: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """The draft in a game's view.

    ``base`` is the current version of the game, and ``deeds`` the number of deeds tried. ``way``
    and ``row`` are as in ``seat_tables.DraftRow``. ``moved`` is set if the game has moved on since
    the last of them. ``fault`` says why not all of them fit any more.
    """

    base: int
    deeds: int
    way: str
    row: int | None
    moved: bool
    fault: str


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as it stands, as it stood when row ``then`` was the last, or with a draft (``tried``).

    It has the state, the rules to query it, and the version to write from. ``undoable`` and
    ``redoable`` count the deeds that undo and redo could move. ``tail`` holds the last standing
    rows, oldest first.
    """

    id: int
    setup: Setup  # as stored; ``rules.setup`` omits options that these rules do not know
    rules: Rules
    state: State
    version: int
    head: int
    undoable: int
    redoable: int
    tail: tuple[LogRow, ...] = field(default=())
    then: int | None = None
    tried: Tried | None = None


class BadRowsError(ValueError):
    """Rows from outside do not form a valid game; the message says why.

    Nothing was stored.

    ``row`` is the number of the bad row in the log, if it is one.
    """

    def __init__(self, why: str, row: int | None = None) -> None:
        super().__init__(why)
        self.row = row


def describe_newer_rules(theirs: int, ours: int) -> str:
    """Say that a game was continued under a newer version of the rules than there is here."""
    return format_text(
        "It was continued by a newer companion, under version {theirs} of the "
        "rules; this one has version {ours}. Update the companion.",
        theirs=theirs,
        ours=ours,
    )


class NoGameError(LookupError):
    """There is no such game."""


class StaleVersionError(Exception):
    """The game has moved on to ``version`` since the screen was drawn; nothing was done."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version} by now.")
        self.version = version


def require_version(present: int, version: int) -> None:
    """Check that the game is at that version still. Raises StaleVersionError."""
    if present != version:
        raise StaleVersionError(present)


class NothingToUndoError(Exception):
    """There are not that many deeds to undo or redo; nothing was done."""


class CannotOpenError(Exception):
    """The stored game cannot be opened; the message says why. All its rows are still there."""

    def __init__(self, game: int, why: str) -> None:
        super().__init__(game, why)  # the arguments, so that it can be pickled
        self.game = game
        self.why = why

    def __str__(self) -> str:
        return self.why


class CannotRebuildError(Exception):
    """These rules cannot rebuild that state; nothing was done."""
