"""The clocks of games: read them, set them, hold them and let them go on."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from companion.languages import gettext
from companion.rules.core.state import State
from companion.rules.data import codec
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.store.clock.clock_state import Clock, reduce_events
from companion.store.clock.clock_writer import ClockWriter, find_turn
from companion.store.clock.events import AWAY, COUNT, GO, HOLD, SET, STOP, ClockEvent
from companion.store.clock.settings import BadClockError, ClockSettings
from companion.store.db.tables import ClockRow, Game, Meta
from companion.store.history.answered_forms import Noted
from companion.store.history.game_changes import Changes
from companion.store.history.game_loader import head_of, require_game
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.records import BadRowsError, require_version
from companion.store.history.row_values import Rows

KEPT = 64  # clocks in memory
GAP = timedelta(seconds=60)  # between two notes that the companion runs
_BEAT = "clock heartbeat"  # key in ``meta``

Known = tuple[int, ClockEvent, Clock]  # the number of the last event, it, and the clock after it


class Clocks:
    """The clocks of a database's games."""

    def __init__(self, changes: Changes, writer: ClockWriter) -> None:
        self._changes = changes
        self._database = changes.database
        self._writer = writer
        self._known: dict[int, Known] = {}
        self._guard = threading.Lock()

    @property
    def time(self) -> Callable[[], datetime]:
        """The function that returns the present moment."""
        return self._writer.time

    def of(self, game: int) -> Clock:
        """Return the clock of the game after its last event; off if it is unreadable."""
        with self._database.ask() as session:
            return self.read(session, game)

    def read(self, session: Session, game: int) -> Clock:
        """Return the clock of the game, within a transaction. Only new events are read."""
        with self._guard:
            known = self._known.get(game)
        try:
            events = _events(session, game, known[0] if known else 0)
            if known and events and events[0] == known[1]:
                number, _, clock = known
                events = events[1:]
            else:  # the first time, or others were put in the place of those that were read
                events = _events(session, game, 0) if known else events
                number, clock = -1, Clock(_seats_of(session, game) if events else ())
            for event in events:
                number, clock = number + 1, clock.after(event)
        except (BadClockError, *UNREADABLE):
            return Clock(())
        with self._guard:
            if events:
                self._known[game] = number, events[-1], clock
                while len(self._known) > KEPT:
                    del self._known[next(iter(self._known))]
        return clock

    def set(
        self,
        game: int,
        version: int,
        settings: ClockSettings | None,
        rules: Rules,
        state: State,
        noted: Noted | None = None,
    ) -> None:
        """Set the clock of the game as it was at ``version``, or switch it off with None.

        Raises NoGameError, StaleVersionError.
        """
        facts = {"settings": settings and settings.to_json(), **find_turn(rules, state).to_json()}
        with self._database.write() as session:
            require_game(session, game, held=True)
            require_version(head_of(session, game).version, version)
            self._writer.append(session, game, SET, facts)
            if noted:
                noted(session, game)
        self._changes.tell(game)

    def hold(self, game: int, why: str, noted: Noted | None = None) -> None:
        """Hold the clock for a reason. Raises NoGameError."""
        self._append(game, HOLD, {"why": why}, noted)

    def go_on(self, game: int, why: str = "", noted: Noted | None = None) -> None:
        """End one reason to hold the clock, or all. Raises NoGameError."""
        self._append(game, GO, {"why": why}, noted)

    def beat(self, starts: bool = False) -> list[int]:
        """Note that the companion runs now; return the games whose clocks are held.

        If it has just started, or did not run for a while, running clocks are held since the last
        such note.
        """
        now = self.time()
        with self._database.ask() as session:
            if session.scalar(select(col(ClockRow.game)).limit(1)) is None:
                return []
        with self._database.write() as session:
            last = session.get(Meta, _BEAT)
            if last is None:
                session.add(Meta(key=_BEAT, value=now.isoformat()))
                return []
            since, last.value = datetime.fromisoformat(last.value), now.isoformat()
            session.add(last)
            has_stopped = (starts and not self._database.shared) or now - since > GAP
            held = self._hold_running(session, STOP, since) if has_stopped else []
        for game in held:
            self._changes.tell(game)
        return held

    def tell_away(self, game: int, since: datetime) -> None:
        """Tell that no device was there since that moment, if the clock ran."""
        with self._database.write() as session:
            held = self._hold_running(session, AWAY, since, game)
        if held:
            self._changes.tell(game)

    def _hold_running(
        self, session: Session, kind: str, since: datetime, game: int | None = None
    ) -> list[int]:
        """Hold the running clocks, or that of one game; return the games."""
        wanted = select(col(ClockRow.game)).distinct().order_by(col(ClockRow.game))
        if game is not None:
            wanted = wanted.where(col(ClockRow.game) == game)
        held = [id for id in session.scalars(wanted).all() if self.read(session, id).running]
        for id in held:
            self._writer.append(session, id, kind, {"since": since.isoformat()})
        return held

    def count_away(self, game: int, counts: bool, noted: Noted | None = None) -> None:
        """Say whether the time counts in which no device was there. Raises NoGameError."""
        self._append(game, COUNT, {"counts": counts}, noted)

    def _append(
        self, game: int, kind: str, facts: dict[str, Any], noted: Noted | None = None
    ) -> None:
        with self._database.write() as session:
            require_game(session, game, held=True)
            self._writer.append(session, game, kind, facts)
            if noted:
                noted(session, game)
        self._changes.tell(game)


def check_clock(rows: Rows) -> None:
    """Check the events of a clock in rows from outside. Raises BadRowsError."""
    setup = codec.from_json(rows["game"][0]["setup"])
    found = [ClockEvent(row["kind"], row["created_at"], row["facts"]) for row in rows["clock"]]
    try:
        if [row["number"] for row in rows["clock"]] != list(range(len(found))):
            raise BadClockError("an event of the clock is missing")
        reduce_events(setup.seats, found)
    except BadClockError as fault:
        raise BadRowsError(gettext("The clock of the game in the file cannot be read.")) from fault


def _seats_of(session: Session, game: int) -> tuple[str, ...]:
    setup: Setup = codec.from_json(
        session.scalar(select(col(Game.setup)).where(col(Game.id) == game))
    )
    return setup.seats


def _events(session: Session, game: int, first: int) -> list[ClockEvent]:
    wanted = (
        select(col(ClockRow.kind), col(ClockRow.created_at), col(ClockRow.facts))
        .where(col(ClockRow.game) == game, col(ClockRow.number) >= first)
        .order_by(col(ClockRow.number))
    )
    return [ClockEvent(kind, at, facts) for kind, at, facts in session.execute(wanted)]
