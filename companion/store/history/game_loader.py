"""The loader of stored games: from a game's row to its rules and state.

It reports why a game cannot be opened.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from companion import titles
from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.data import codec
from companion.rules.data.setup import BadSetupError, Setup, drop_unknown_choices
from companion.rules.explain.summary import standings
from companion.rules.judge.rules import RULES_VERSION, Rules
from companion.store.db.tables import Game
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.records import (
    CannotOpenError,
    CannotRebuildError,
    LogRow,
    NoGameError,
    describe_newer_rules,
)
from companion.store.history.snapshot_replay import read_state, rebuild

HIGHEST = 2**31 - 1  # the highest number of a game that every database can store


@dataclass(frozen=True, slots=True)
class GameHead:
    """The columns of a game's row, without the state."""

    version: int
    rows: int
    head: int
    depth: int
    deeds: int
    rules_version: int
    finished: str
    round: RoundId


@dataclass(frozen=True, slots=True)
class Point:
    """A state that undo or redo may reach: after row ``n``, with that many deeds."""

    n: int
    depth: int
    deeds: int
    state: State


KEPT_POINTS = 8


@dataclass(frozen=True, slots=True)
class Opened:
    """An open game.

    ``turns`` caches the last turns of companies in earlier rounds; no action of this round changes
    them. ``points`` are states before the last deeds and after undone ones. ``corrected`` tells
    whether the past was edited; None if not looked up yet.
    """

    setup: Setup
    rules: Rules
    state: State
    head: GameHead
    turns: dict[str, list[LogRow]] = field(default_factory=dict)
    points: tuple[Point, ...] = ()
    corrected: bool | None = None

    def points_until(self, most: int | None = None) -> tuple[Point, ...]:
        """Return the points with at most that many deeds, this state included; keep the nearest."""
        head = self.head
        here = Point(head.head, head.depth, head.deeds, self.state)
        found = [
            p for p in self.points if p.deeds != here.deeds and (most is None or p.deeds <= most)
        ]
        found.sort(key=lambda point: abs(point.deeds - here.deeds))
        return (here, *found[: KEPT_POINTS - 1])


_HEAD = (
    col(Game.version),
    col(Game.row_count),
    col(Game.head),
    col(Game.depth),
    col(Game.deed_count),
    col(Game.rules_version),
    col(Game.end_reason),
    col(Game.round),
    col(Game.round_number),
    col(Game.round_part),
)


# built once, because it runs several times for each answer
_WANTED = select(*_HEAD).where(col(Game.id) == bindparam("game"))


def head_of(session: Session, game: int) -> GameHead:
    """Read the game's row without the state. Raises NoGameError, CannotOpenError."""
    found = session.execute(_WANTED, {"game": game}).one_or_none() if game <= HIGHEST else None
    if found is None:
        raise NoGameError(format_text("There is no game {game}.", game=game))
    head = GameHead(
        version=found.version,
        rows=found.row_count,
        head=found.head,
        depth=found.depth,
        deeds=found.deed_count,
        rules_version=found.rules_version,
        finished=found.end_reason,
        round=RoundId(found.round, found.round_number, found.round_part),
    )
    counts = (head.version, head.rows, head.head, head.depth, head.deeds, head.rules_version)
    if not all(type(count) is int and 0 <= count <= HIGHEST for count in counts):
        raise CannotOpenError(game, gettext("Its row in the list of games cannot be read."))
    return head


_VERSION = select(col(Game.version)).where(col(Game.id) == bindparam("game"))


def version_of(session: Session, game: int) -> int | None:
    """Read the game's version; None if the game does not exist or its row is unreadable."""
    found = session.scalar(_VERSION, {"game": game}) if game <= HIGHEST else None
    return found if type(found) is int else None


def require_game(session: Session, game: int, held: bool = False) -> None:
    """Check that the game is stored, whatever its row holds.

    Raises NoGameError.

    With ``held``, nobody else can change it until the transaction ends.
    """
    wanted = select(col(Game.id)).where(col(Game.id) == game)
    wanted = wanted.with_for_update() if held else wanted
    if game > HIGHEST or session.scalar(wanted) is None:
        raise NoGameError(format_text("There is no game {game}.", game=game))


def open_stored(
    session: Session, game: int, head: GameHead, version: int = RULES_VERSION
) -> Opened:
    """Open the stored game, to continue under rules of that version. Raises CannotOpenError."""
    if head.rules_version > version:
        raise CannotOpenError(game, describe_newer_rules(head.rules_version, version))
    with catch_unreadable(game, lazy_gettext("Its set-up cannot be read.")):
        stored = session.scalars(select(col(Game.setup)).where(col(Game.id) == game)).one()
        setup = codec.from_json(stored)
        if not isinstance(setup, Setup):
            raise CannotOpenError(game, gettext("Its set-up is not valid data."))
        if titles.find(setup.title) is None:
            raise CannotOpenError(
                game,
                format_text("This companion does not have its title, {title}.", title=setup.title),
            )
        try:
            options = titles.load(setup.title).data.choices
            known = drop_unknown_choices(options, setup)
            rules = titles.rules_for(known)
        except BadSetupError as fault:
            raise CannotOpenError(game, str(fault)) from fault
    return Opened(setup, rules, _state(session, game, rules, head), head)


def _state(session: Session, game: int, rules: Rules, head: GameHead) -> State:
    try:
        stored = session.scalars(select(col(Game.state)).where(col(Game.id) == game)).one()
        state = read_state(rules, stored)
    except ValueError:  # invalid JSON
        state = None
    if state is not None:
        return state
    with catch_unreadable(game, lazy_gettext("Its log cannot be read.")):
        try:
            return rebuild(session, game, rules, head.head)
        except CannotRebuildError as fault:
            raise CannotOpenError(
                game,
                gettext(
                    "Its state cannot be read by these rules, and its actions cannot be "
                    "replayed under them."
                ),
            ) from fault


@contextmanager
def catch_unreadable(
    game: int, why: str = lazy_gettext("A row of its log or of its books cannot be read.")
) -> Iterator[None]:
    """Turn errors from unreadable rows in the block into CannotOpenError."""
    try:
        yield
    except NoGameError:
        raise
    except UNREADABLE as fault:
        raise CannotOpenError(game, gettext(why)) from fault


@contextmanager
def catch_not_rebuildable() -> Iterator[None]:
    """Turn errors from unreadable rows on the way to another state into CannotRebuildError."""
    try:
        yield
    except UNREADABLE as fault:
        raise CannotRebuildError(
            gettext(
                "A row of the log that leads there cannot be read. Nothing was done: the "
                "game continues from where it is."
            )
        ) from fault


def winners(rules: Rules, state: State) -> list[str] | None:
    """Return the names of the winners; None while the game runs."""
    if not state.end_reason:
        return None
    named = rules.ends.winner(rules, state)
    if named is not None:
        return [rules.words.names[named]]
    return [row.name for row in standings(rules, state) if row.place == 1]
