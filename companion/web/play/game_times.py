"""The clock of a game for screens: the time of each player, and the reasons to hold it.

A screen is drawn at one moment and read at another. So it holds instants, and a script draws the
seconds. Without the script it shows the times at the last event.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.languages import gettext, lazy_gettext
from companion.rules.core.rounds import RoundId
from companion.store.clock.clock_state import (
    AWAY,
    BEGINNING,
    BOOKING,
    CORRECTION,
    DRAFT,
    PAUSE,
    STOPPED,
    TABLE,
    Clock,
)
from companion.store.clock.settings import NOTHING
from companion.store.clock.time_texts import time_text
from companion.store.history.records import GameView
from companion.web.access.participants import extras_of
from companion.web.render.fragments import milliseconds

WHY_HELD: Mapping[str, str] = {
    TABLE: lazy_gettext("Paused by the table"),
    BEGINNING: lazy_gettext("Starts with the first action"),
    PAUSE: lazy_gettext("Break"),
    BOOKING: lazy_gettext("Paused for the banker's entry"),
    CORRECTION: lazy_gettext("Paused during a correction or a count"),
    STOPPED: lazy_gettext("Paused since the companion stopped"),
    AWAY: lazy_gettext("Paused: nobody was there"),
    DRAFT: lazy_gettext("Paused during a what-if"),
}


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """The time of a player at the last event; ``left`` and ``spent`` are in milliseconds."""

    id: str
    name: str
    left: int
    spent: int
    runs: bool
    charge: int

    @property
    def text(self) -> str:
        """The time that was left at the last event."""
        return time_text(self.left)


@dataclass(frozen=True, slots=True)
class GameTimes:
    """The clock of a game, and its ``players`` in the order of seats.

    ``since`` is the moment of the last event in milliseconds. ``held`` says why the clock is held.
    """

    clock: Clock
    players: tuple[PlayerTime, ...]
    since: str
    held: str

    @property
    def shown(self) -> tuple[PlayerTime, ...]:
        """The players, those whose time runs first."""
        return tuple(sorted(self.players, key=lambda player: not player.runs))

    @property
    def marks(self) -> bool:
        """Is a player marked whose time is used up?"""
        return self.clock.settings is not None and self.clock.settings.effect != NOTHING

    @property
    def rounds(self) -> tuple[RoundId, ...]:
        """The rounds in which time was spent."""
        return tuple(round for round in self.clock.rounds() if self.spent_in(round))

    def spent_in(self, round: RoundId) -> dict[str, str]:
        """Return the time that each player has spent in the round."""
        spent = {p.id: self.clock.spent.get((round, p.id), 0) for p in self.players}
        return {id: time_text(time) for id, time in spent.items()} if any(spent.values()) else {}

    def player(self, id: str) -> PlayerTime:
        """Return the time of that player."""
        return next(player for player in self.players if player.id == id)


def game_times(view: GameView) -> GameTimes | None:
    """Return the clock of the game; None if it never had one."""
    clock = extras_of(view).clock
    if clock.at is None:
        return None
    players = tuple(
        PlayerTime(
            seat,
            view.rules.words.name(seat),
            clock.time_left(seat),
            clock.time_spent(seat),
            seat in clock.running,
            clock.charge_for(seat),
        )
        for seat in view.rules.seats
    )
    return GameTimes(clock, players, milliseconds(clock.at), _why_held(clock))


def _why_held(clock: Clock) -> str:
    why = clock.holds[0] if clock.holds else ""
    return gettext(WHY_HELD.get(DRAFT if why.startswith(DRAFT) else why, why)) if why else ""
