"""Tests of the reduction of a clock: each second belongs to somebody, and sums agree."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.rules.core.rounds import RoundId
from companion.store.clock.clock_state import AWAY, STOPPED, TABLE, Clock, reduce_events
from companion.store.clock.events import ClockEvent, Turn
from companion.store.clock.settings import (
    CHARGE,
    NOTHING,
    PRESETS,
    BadClockError,
    ClockSettings,
)

BEGIN = datetime(2026, 5, 18, 19, tzinfo=UTC)
SEATS = ("p1", "p2", "p3")
STOCK = RoundId("stock", 1)
OPERATING = RoundId("operating", 1, 1)
USUAL = PRESETS["usual"]


def at(seconds: int) -> datetime:
    return BEGIN + timedelta(seconds=seconds)


def event(seconds: int, kind: str, turn: Turn | None = None, **facts: Any) -> ClockEvent:
    return ClockEvent(kind, at(seconds), {**facts, **(turn.to_json() if turn else {})})


def switched_on(turn: Turn, settings: ClockSettings | None = USUAL) -> ClockEvent:
    return event(0, "set", turn, settings=settings and settings.to_json())


def asks(player: str, round: RoundId = STOCK) -> Turn:
    return Turn(player, round)


def operates(player: str, company: str, trains: int = 0) -> Turn:
    return Turn(player, OPERATING, company, player, trains)


def clock_of(*events: ClockEvent) -> Clock:
    return reduce_events(SEATS, events)


def seconds_spent(clock: Clock, now: int) -> list[int]:
    return [clock.time_spent(seat, at(now)) // 1000 for seat in SEATS]


def seconds_left(clock: Clock, player: str, now: int) -> int:
    return clock.time_left(player, at(now)) // 1000


def test_time_runs_for_whoever_is_asked() -> None:
    clock = clock_of(switched_on(asks("p1")), event(30, "deed", asks("p2"), doer="p1"))
    assert clock.running == ("p2",)
    assert seconds_spent(clock, 50) == [30, 20, 0]


def test_a_clock_that_is_off_counts_nothing() -> None:
    off = event(30, "set", asks("p1"), settings=None)
    clock = clock_of(switched_on(asks("p1")), off, event(90, "deed", asks("p2"), doer="p1"))
    assert not clock.is_on
    assert seconds_spent(clock, 200) == [30, 0, 0]


def test_a_game_that_is_over_has_no_running_clock() -> None:
    clock = clock_of(switched_on(asks("p1")), event(30, "deed", asks(""), doer="p1"))
    assert clock.running == ()
    assert seconds_spent(clock, 500) == [30, 0, 0]


def test_each_player_gets_the_start_and_an_allowance_for_a_stock_round() -> None:
    clock = clock_of(switched_on(asks("p1", RoundId("auction"))))
    assert clock.time_given("p2") == 600_000
    clock = clock.after(event(10, "deed", asks("p2"), doer="p1"))
    assert [clock.time_given(seat) for seat in SEATS] == [720_000] * 3


def test_a_director_gets_an_allowance_for_each_turn_and_each_train() -> None:
    clock = clock_of(switched_on(operates("p1", "B&O", trains=2)))
    assert clock.time_given("p1") == (600 + 45 + 2 * 15) * 1000
    assert clock.time_given("p2") == 600_000


def test_a_question_to_another_player_gives_that_player_no_allowance() -> None:
    turn = replace(operates("p1", "B&O"), asked="p2")
    clock = clock_of(switched_on(turn))
    assert clock.running == ("p2",)
    assert [clock.time_given(seat) for seat in SEATS] == [645_000, 600_000, 600_000]


def test_an_allowance_is_given_once_however_often_a_turn_is_undone_and_done_again() -> None:
    first, second = operates("p1", "B&O"), operates("p2", "PRR")
    events = [switched_on(first), event(10, "deed", second, doer="p1")]
    once = clock_of(*events)
    for k in range(5):
        events.append(event(20 + 10 * k, "undo", first, deeds=1))
        events.append(event(25 + 10 * k, "redo", second, deeds=1))
    again = clock_of(*events)
    assert [again.time_given(s) for s in SEATS] == [once.time_given(s) for s in SEATS]


def test_the_player_with_the_bank_may_have_a_tenth_more() -> None:
    clock = clock_of(switched_on(asks("p1"), replace(USUAL, banker="p2")))
    assert [clock.time_given(seat) for seat in SEATS] == [720_000, 792_000, 720_000]


def test_undo_gives_back_what_ran_on_others() -> None:
    clock = clock_of(
        switched_on(asks("p1")),
        event(30, "deed", asks("p2"), doer="p1"),
        event(50, "undo", asks("p1"), deeds=1),
    )
    assert seconds_spent(clock, 60) == [40, 0, 0]
    assert clock.given_back == 20_000


def test_undo_gives_nothing_back_to_whoever_did_the_deed() -> None:
    clock = clock_of(
        switched_on(operates("p1", "B&O")),
        event(30, "deed", operates("p1", "B&O"), doer="p1"),
        event(50, "undo", operates("p1", "B&O"), deeds=1),
    )
    assert seconds_spent(clock, 50) == [50, 0, 0]


def test_time_before_the_undone_deed_stays_spent() -> None:
    clock = clock_of(
        switched_on(asks("p1")),
        event(30, "deed", asks("p2"), doer="p1"),
        event(50, "deed", asks("p3"), doer="p2"),
        event(60, "undo", asks("p2"), deeds=1),
    )
    assert seconds_spent(clock, 60) == [30, 20, 0]
    clock = clock.after(event(70, "undo", asks("p1"), deeds=1))
    assert seconds_spent(clock, 70) == [30, 0, 0]


def test_consent_runs_for_whoever_has_to_agree_and_not_for_the_proposer() -> None:
    clock = clock_of(
        switched_on(asks("p1")),
        event(10, "consent", waits_for=["p2", "p3"], proposers=["p1"]),
        event(15, "consent", waits_for=["p3"], proposers=["p1"]),
        event(30, "deed", asks("p2"), doer="p1"),
    )
    assert seconds_spent(clock, 30) == [10, 5, 20]
    assert clock.running == ("p2",)


def test_a_proposal_out_of_turn_stops_no_other_time() -> None:
    asked = event(10, "consent", waits_for=["p2"], proposers=["p3"])
    clock = clock_of(switched_on(asks("p1")), asked)
    assert clock.running == ("p2", "p1")


def test_the_table_holds_the_clock_until_it_lets_it_go_on() -> None:
    clock = clock_of(
        switched_on(asks("p1")),
        event(10, "hold", why=TABLE),
        event(100, "deed", asks("p2"), doer="p1"),
    )
    assert clock.running == ()
    clock = clock.after(event(200, "go", why=TABLE))
    assert seconds_spent(clock, 220) == [10, 20, 0]


def test_a_clock_goes_on_when_the_last_reason_to_hold_it_ends() -> None:
    clock = clock_of(
        switched_on(asks("p1")),
        event(10, "hold", why="draft 3"),
        event(20, "hold", why=TABLE),
        event(30, "go", why=TABLE),
    )
    assert clock.running == ()
    assert clock.after(event(40, "go", why="draft 3")).running == ("p1",)
    assert clock.after(event(40, "go", why="")).running == ("p1",)


def test_the_clock_is_held_at_the_last_sign_of_a_companion_that_stopped() -> None:
    stopped = event(90_000, "stop", since=at(20).isoformat())
    clock = clock_of(switched_on(asks("p1")), stopped)
    assert clock.holds == (STOPPED,)
    assert seconds_spent(clock, 90_000) == [20, 0, 0]
    clock = clock.after(event(90_010, "deed", asks("p2"), doer="p1"))
    assert clock.running == ("p2",)
    assert seconds_spent(clock, 90_015) == [20, 5, 0]


@pytest.mark.parametrize(("counts", "spent"), [(True, 900), (False, 20)])
def test_the_table_says_whether_time_without_devices_counts(counts: bool, spent: int) -> None:
    clock = clock_of(switched_on(asks("p1")), event(900, "away", since=at(20).isoformat()))
    assert clock.holds == (AWAY,)
    assert seconds_spent(clock, 1000) == [20, 0, 0]
    clock = clock.after(event(1000, "count", counts=counts))
    assert clock.running == ("p1",)
    assert seconds_spent(clock, 1000) == [spent, 0, 0]
    assert clock.left_out == (0 if counts else 880_000)


def test_a_held_clock_asks_nothing_about_time_without_devices() -> None:
    away = event(900, "away", since=at(20).isoformat())
    clock = clock_of(switched_on(asks("p1")), event(10, "hold", why=TABLE), away)
    assert clock.holds == (TABLE,)


def test_each_minute_that_begins_beyond_the_time_costs_the_sum() -> None:
    settings = ClockSettings(60, 0, 0, 0, effect=CHARGE, charge=5)
    clock = clock_of(switched_on(asks("p1"), settings))
    assert [clock.charge_for("p1", at(now)) for now in (60, 61, 120, 121)] == [0, 5, 5, 10]
    assert seconds_left(clock, "p1", 90) == -30
    free = clock_of(switched_on(asks("p1"), replace(settings, effect=NOTHING)))
    assert free.charge_for("p1", at(500)) == 0


def test_a_computer_that_sets_its_time_back_takes_no_time_away() -> None:
    clock = clock_of(
        switched_on(asks("p1")),
        event(30, "deed", asks("p2"), doer="p1"),
        event(10, "deed", asks("p3"), doer="p2"),
    )
    assert seconds_spent(clock, 40) == [30, 0, 10]


@pytest.mark.parametrize(
    "bad",
    [
        event(1, "dance"),
        event(1, "deed", doer="p1"),
        event(1, "deed", asks("p1"), doer=3),
        event(1, "undo", asks("p1"), deeds=-1),
        event(1, "undo", asks("p1"), deeds=10**6),
        event(1, "hold"),
        event(1, "stop", since="yesterday"),
        event(1, "stop", since="2026-05-18T19:00:00"),
        event(1, "count", counts="yes"),
        event(1, "consent", waits_for="p1", proposers=[]),
        event(1, "set", asks("p1"), settings={"start": 5}),
        event(1, "set", asks("p1"), settings={**USUAL.to_json(), "start": -1}),
        event(1, "set", asks("p1"), settings={**USUAL.to_json(), "effect": "expel"}),
        ClockEvent("deed", at(1), {**asks("p1").to_json(), "doer": "p1", "round": [1, 2]}),
    ],
)
def test_an_event_that_cannot_be_read_is_an_error_with_a_message(bad: ClockEvent) -> None:
    with pytest.raises(BadClockError, match="clock"):
        clock_of(switched_on(asks("p1")), bad)


# --- random clocks, compared with a count of every second


@dataclass
class Second:
    """A second that ran on a player, with the deeds that stood then; it may be given back."""

    player: str
    round: RoundId
    deeds: tuple[tuple[int, str], ...]
    counts: bool = True


@dataclass
class Table:
    """A table that notes every second, and makes the events of its clock."""

    dice: random.Random
    now: int = 0
    deeds: list[tuple[int, str]] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=lambda: [asks("p1")])
    undone: list[tuple[tuple[int, str], Turn]] = field(default_factory=list)
    made: int = 0
    holds: set[str] = field(default_factory=set)
    seconds: list[Second] = field(default_factory=list)

    def think(self, most: int = 40) -> None:
        """Let time pass on the player on turn."""
        for _ in range(self.dice.randrange(most)):
            self.now += 1
            if not self.holds:
                turn = self.turns[-1]
                self.seconds.append(Second(turn.asked, turn.round, tuple(self.deeds)))

    def act(self) -> ClockEvent:
        """Return a random event after some time."""
        self.think()
        ways = [
            self.do_deed,
            self.do_deed,
            self.do_deed,
            self.undo,
            self.redo,
            self.hold,
            self.stop,
        ]
        return self.dice.choice(ways)()

    def do_deed(self) -> ClockEvent:
        self.made += 1
        doer = self.turns[-1].asked
        self.deeds.append((self.made, doer))
        player = self.dice.choice(SEATS)
        round = RoundId(self.dice.choice(["stock", "operating"]), 1 + self.made // 10)
        company = f"c{self.dice.randrange(3)}" if round.kind == "operating" else ""
        self.turns.append(Turn(player, round, company, player if company else "", 2))
        self.undone.clear()
        self.holds.discard(STOPPED)
        return event(self.now, "deed", self.turns[-1], doer=doer)

    def undo(self) -> ClockEvent:
        count = min(len(self.deeds), self.dice.randrange(1, 4))
        for _ in range(count):
            number, doer = self.deeds.pop()
            self.undone.append(((number, doer), self.turns.pop()))
            for second in self.seconds:
                if (number, doer) in second.deeds and second.player != doer:
                    second.counts = False
        return event(self.now, "undo", self.turns[-1], deeds=count)

    def redo(self) -> ClockEvent:
        count = min(len(self.undone), self.dice.randrange(1, 4))
        for _ in range(count):
            (_, doer), turn = self.undone.pop()
            self.made += 1
            self.deeds.append((self.made, doer))
            self.turns.append(turn)
        return event(self.now, "redo", self.turns[-1], deeds=count)

    def hold(self) -> ClockEvent:
        if TABLE in self.holds:
            self.holds.discard(TABLE)
            return event(self.now, "go", why=TABLE)
        self.holds.add(TABLE)
        return event(self.now, "hold", why=TABLE)

    def stop(self) -> ClockEvent:
        since = self.now
        self.now += self.dice.randrange(10_000)
        self.holds.add(STOPPED)
        return event(self.now, "stop", since=at(since).isoformat())

    def spent(self) -> Counter[tuple[RoundId, str]]:
        return Counter((s.round, s.player) for s in self.seconds if s.counts)


def given(clock: Clock) -> dict[str, int]:
    return {seat: clock.time_given(seat) for seat in SEATS}


def sums(clock: Clock) -> dict[tuple[RoundId, str], int]:
    return {key: time // 1000 for key, time in clock.spent.items() if time}


def once_each(turns: Iterable[Turn]) -> dict[str, int]:
    """Return the time of each player if each turn gives its allowance once."""
    found = dict.fromkeys(SEATS, USUAL.start)
    for round in {turn.round for turn in turns if not turn.company and turn.round.kind == "stock"}:
        found = {seat: time + USUAL.stock for seat, time in found.items() if round}
    for turn in {turn for turn in turns if turn.company}:
        found[turn.director] += USUAL.turn + 2 * USUAL.train
    return {seat: 1000 * time for seat, time in found.items()}


@pytest.mark.parametrize("seed", range(12))
def test_random_clocks_agree_with_a_count_of_every_second(seed: int) -> None:
    table = Table(random.Random(seed))
    events, turns = [switched_on(asks("p1"))], [asks("p1")]
    clock = clock_of(*events)
    for _ in range(120):
        events.append(table.act())
        turns.append(table.turns[-1])
        clock = clock.after(events[-1])
        assert sums(clock) == dict(table.spent())
        assert given(clock) == once_each(turns)
        assert sum(clock.spent.values()) + clock.given_back == 1000 * len(table.seconds)
    assert clock_of(*events) == clock, "a device that reads all events has another clock"
