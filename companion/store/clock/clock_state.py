"""The reduction of a clock's events to the time of each player.

All functions are pure: the time is in the events. Time changes no rule of a game. Times are in
milliseconds.

Time that a player has spent stays spent. An undo gives back what ran on others between a deed and
its undo. An allowance belongs to a round, a company and a player. So it is given once, however
often a turn is undone and done again.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from companion.rules.core.rounds import RoundId
from companion.store.clock import events as kinds
from companion.store.clock.events import ClockEvent, Turn
from companion.store.clock.settings import CHARGE, BadClockError, ClockSettings

# the reasons for which a clock is held
TABLE, PAUSE, BOOKING, CORRECTION = "table", "pause", "booking", "correction"
STOPPED, AWAY, BEGINNING = "stopped", "away", "beginning"
DRAFT = "draft "  # followed by the number of the device
HOLDS = (TABLE, PAUSE, BOOKING, CORRECTION, STOPPED, AWAY, BEGINNING, DRAFT)

_ENDED_BY_DEED = (BOOKING, CORRECTION, STOPPED, AWAY, BEGINNING)
_MINUTE = 60_000
_MOST_DEEDS = 10_000  # of one undo


class Slice(NamedTuple):
    """Time that ran on a player in a round."""

    player: str
    round: RoundId
    time: int


class TimedDeed(NamedTuple):
    """A deed by the player ``doer``, and the time that has run since; "" is nobody."""

    doer: str
    slices: tuple[Slice, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock after its last event, which was at the moment ``at``.

    ``settings`` is None while it is off. ``waits_for`` are the seats asked to agree to proposals of
    the ``proposers``. ``holds`` are the reasons for which it is held.

    ``spent`` is the time of each player by round, and ``allowances`` by round, company and player.
    ``given_back`` is the time that undo has given back. ``away`` is the time that ran while no
    device was there, as long as nobody has said whether it counts. ``left_out`` is the part of it
    that did not count. ``done`` and ``undone`` are the deeds that undo and redo can reach, latest
    last.
    """

    seats: tuple[str, ...]
    settings: ClockSettings | None = None
    at: datetime | None = None
    turn: Turn | None = None
    waits_for: tuple[str, ...] = ()
    proposers: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    spent: Mapping[tuple[RoundId, str], int] = field(default_factory=dict)
    allowances: Mapping[tuple[RoundId, str, str], int] = field(default_factory=dict)
    given_back: int = 0
    left_out: int = 0
    away: tuple[Slice, ...] = ()
    done: tuple[TimedDeed, ...] = ()
    undone: tuple[TimedDeed, ...] = ()

    @property
    def is_on(self) -> bool:
        """Does the game have a clock now?"""
        return self.settings is not None

    @property
    def asked(self) -> tuple[str, ...]:
        """The players who have to decide or to agree."""
        found = [*self.waits_for]
        asked = self.turn.asked if self.turn else ""
        if asked and asked not in self.proposers:
            found.append(asked)
        return tuple(dict.fromkeys(seat for seat in found if seat in self.seats))

    @property
    def running(self) -> tuple[str, ...]:
        """The players whose time runs now."""
        return () if self.settings is None or self.holds else self.asked

    def time_spent(self, player: str, at: datetime | None = None) -> int:
        """Return the time that the player has spent at that moment, or at the last event."""
        spent = sum(time for (_, seat), time in self.spent.items() if seat == player)
        return spent + (_between(self.at, at) if at and player in self.running else 0)

    def time_given(self, player: str) -> int:
        """Return the start and the allowances of the player."""
        start = self.settings.time_for(player, self.settings.start) if self.settings else 0
        return start + sum(time for (_, _, seat), time in self.allowances.items() if seat == player)

    def time_left(self, player: str, at: datetime | None = None) -> int:
        """Return the time that the player has left at that moment; below 0 if it is used up."""
        return self.time_given(player) - self.time_spent(player, at)

    def charge_for(self, player: str, at: datetime | None = None) -> int:
        """Return the sum for the minutes that the player has used beyond their time."""
        if self.settings is None or self.settings.effect != CHARGE:
            return 0
        return self.settings.charge * -(min(0, self.time_left(player, at)) // _MINUTE)

    def rounds(self) -> tuple[RoundId, ...]:
        """Return the rounds in which time was spent, in the order in which it was."""
        return tuple(dict.fromkeys(round for round, _ in self.spent))

    def after(self, event: ClockEvent) -> "Clock":
        """Return the clock after one more event. Raises BadClockError."""
        handle = _HANDLERS.get(event.kind)
        if handle is None:
            raise BadClockError("an event of the clock is of an unknown kind")
        since = event.moment("since") if event.kind in (kinds.STOP, kinds.AWAY) else event.at
        try:
            found = handle(_run_until(self, min(since, event.at)), event)
        except TypeError:  # moments with and without a time zone
            raise BadClockError("a moment of the clock cannot be read") from None
        return replace(found, at=event.at if self.at is None else max(self.at, event.at))


def reduce_events(seats: Iterable[str], found: Iterable[ClockEvent]) -> Clock:
    """Return the clock after these events. Raises BadClockError."""
    clock = Clock(tuple(seats))
    for event in found:
        clock = clock.after(event)
    return clock


def _between(begin: datetime | None, end: datetime) -> int:
    """Return the milliseconds between two moments; 0 if time went backwards."""
    return 0 if begin is None else max(0, (end - begin) // timedelta(milliseconds=1))


def _run_until(clock: Clock, at: datetime) -> Clock:
    """Return the clock at a later moment, with the time that ran until then."""
    moment = at if clock.at is None else max(clock.at, at)
    return _add(replace(clock, at=moment), _slices(clock, at))


def _slices(clock: Clock, until: datetime) -> tuple[Slice, ...]:
    time = _between(clock.at, until)
    if clock.turn is None or not time:
        return ()
    return tuple(Slice(player, clock.turn.round, time) for player in clock.running)


def _add(clock: Clock, slices: Iterable[Slice], sign: int = 1) -> Clock:
    """Return the clock with this time spent by its players, or given back."""
    found = tuple(slices)
    if not found:
        return clock
    spent = dict(clock.spent)
    for player, round, time in found:
        spent[round, player] = spent.get((round, player), 0) + sign * time
    if sign < 0:
        given_back = clock.given_back + sum(one.time for one in found)
        return replace(clock, spent=spent, given_back=given_back)
    done = clock.done
    if done:
        done = (*done[:-1], TimedDeed(done[-1].doer, (*done[-1].slices, *found)))
    return replace(clock, spent=spent, done=done)


def _with_turn(clock: Clock, turn: Turn) -> Clock:
    """Return the clock in that turn, with the allowances that it brings."""
    clock = replace(clock, turn=turn, waits_for=(), proposers=())
    settings = clock.settings
    if settings is None:
        return clock
    new: dict[tuple[RoundId, str, str], int] = {}
    if turn.company and turn.director in clock.seats:
        seconds = settings.turn + settings.train * turn.trains
        key = (turn.round, turn.company, turn.director)
        new[key] = settings.time_for(turn.director, seconds)
    elif turn.round.kind == "stock":
        for player in clock.seats:
            new[turn.round, "", player] = settings.time_for(player, settings.stock)
    return replace(clock, allowances={**new, **clock.allowances})


# --- the kinds of events


def _apply_settings(clock: Clock, event: ClockEvent) -> Clock:
    stored = event.facts.get("settings")
    settings = None if stored is None else ClockSettings.from_json(stored)
    waits_for, proposers = clock.waits_for, clock.proposers
    clock = _with_turn(replace(clock, settings=settings), event.turn())
    return replace(clock, waits_for=waits_for, proposers=proposers)


def _apply_deed(clock: Clock, event: ClockEvent) -> Clock:
    doer = event.text("doer") if event.kind == kinds.DEED else ""
    holds = tuple(why for why in clock.holds if why not in _ENDED_BY_DEED)
    clock = replace(clock, holds=holds, done=(*clock.done, TimedDeed(doer)), undone=())
    return _with_turn(clock, event.turn())


def _apply_undo(clock: Clock, event: ClockEvent) -> Clock:
    for _ in range(_deeds_of(event)):
        *below, last = clock.done or (TimedDeed(""),)  # it was done before there was a clock
        others = [one for one in last.slices if one.player != last.doer] if last.doer else []
        kept = tuple(one for one in last.slices if one not in others)
        if below:
            below[-1] = TimedDeed(below[-1].doer, (*below[-1].slices, *kept))
        undone = (*clock.undone, TimedDeed(last.doer))
        clock = _add(replace(clock, done=tuple(below), undone=undone), others, sign=-1)
    return _with_turn(clock, event.turn())


def _deeds_of(event: ClockEvent) -> int:
    found = event.number("deeds")
    if found > _MOST_DEEDS:
        raise BadClockError("an event of the clock undoes too many deeds")
    return found


def _apply_redo(clock: Clock, event: ClockEvent) -> Clock:
    for _ in range(_deeds_of(event)):
        *left, deed = clock.undone or (TimedDeed(""),)
        clock = replace(clock, done=(*clock.done, deed), undone=tuple(left))
    return _with_turn(clock, event.turn())


def _apply_consent(clock: Clock, event: ClockEvent) -> Clock:
    return replace(clock, waits_for=event.texts("waits_for"), proposers=event.texts("proposers"))


def _apply_hold(clock: Clock, event: ClockEvent) -> Clock:
    return _with_hold(clock, event.text("why"))


def _apply_go(clock: Clock, event: ClockEvent) -> Clock:
    why = event.text("why")
    return replace(clock, holds=tuple(one for one in clock.holds if why and one != why))


def _apply_stop(clock: Clock, event: ClockEvent) -> Clock:
    return _with_hold(clock, STOPPED)


def _apply_away(clock: Clock, event: ClockEvent) -> Clock:
    slices = _slices(clock, event.at)
    return _with_hold(replace(clock, away=(*clock.away, *slices)), AWAY) if slices else clock


def _apply_answer(clock: Clock, event: ClockEvent) -> Clock:
    counts, slices = event.facts.get("counts"), clock.away
    if not isinstance(counts, bool):
        raise BadClockError("an answer about the clock cannot be read")
    holds = tuple(why for why in clock.holds if why != AWAY)
    clock = replace(clock, away=(), holds=holds)
    if counts:
        return _add(clock, slices)
    return replace(clock, left_out=clock.left_out + sum(one.time for one in slices))


def _with_hold(clock: Clock, why: str) -> Clock:
    return clock if why in clock.holds else replace(clock, holds=(*clock.holds, why))


_HANDLERS: Mapping[str, Callable[[Clock, ClockEvent], Clock]] = {
    kinds.SET: _apply_settings,
    kinds.DEED: _apply_deed,
    kinds.EDIT: _apply_deed,
    kinds.UNDO: _apply_undo,
    kinds.REDO: _apply_redo,
    kinds.CONSENT: _apply_consent,
    kinds.HOLD: _apply_hold,
    kinds.GO: _apply_go,
    kinds.STOP: _apply_stop,
    kinds.AWAY: _apply_away,
    kinds.COUNT: _apply_answer,
}
