"""Tests of stored clocks: they go with the deeds, and every reader has the same time."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of, read_own, rows_of
from companion.rules.core.actions import action_to_json
from companion.store.clock.clock_state import STOPPED, TABLE, Clock
from companion.store.clock.settings import PRESETS
from companion.store.games.clock_heartbeat import ClockHeartbeat
from companion.store.games.game_store import GameStore
from companion.store.history.drafts import CHANGE
from companion.store.history.log_writer import Entered
from companion.store.history.records import BadRowsError, GameView, StaleVersionError
from tests.support.random_play import SETUP, anything, played
from tests.support.stored_games import empty_file

USUAL = PRESETS["usual"]


class Time:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = datetime(2026, 5, 18, 19, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return empty_file(tmp_path)


@pytest.fixture
def store(file: Path, time: Time) -> GameStore:
    return GameStore(file, time=time)


def clock_of(store: GameStore, view: GameView) -> Clock:
    return store.clocks.of(view.id)


def begin_game(store: GameStore, count: int = 8, seed: int = 1) -> GameView:
    """Begin a game with a clock."""
    view, _ = played(store, count, seed)
    store.clocks.set(view.id, view.version, USUAL, view.rules, view.state)
    return view


def acting(view: GameView) -> str:
    return view.rules.actor(view.state) or ""


def spent(store: GameStore, view: GameView, now: datetime) -> dict[str, int]:
    clock = clock_of(store, view)
    return {seat: clock.time_spent(seat, now) // 1000 for seat in view.rules.seats}


def play_on(store: GameStore, view: GameView) -> GameView:
    return store.play(view.id, view.version, anything(view))


def test_a_game_without_a_clock_writes_no_events(store: GameStore) -> None:
    view, _ = played(store, 8)
    assert not clock_of(store, view).is_on
    assert store.admin.read_rows(view.id)["clock"] == []


def test_each_deed_passes_the_time_on(store: GameStore, time: Time) -> None:
    view = begin_game(store)
    first = acting(view)
    time.pass_by(30)
    view = play_on(store, view)
    time.pass_by(5)
    expected = dict.fromkeys(view.rules.seats, 0) | {first: 30}
    expected[acting(view)] += 5
    assert spent(store, view, time()) == expected


def test_an_undone_deed_gives_back_the_time_of_others_and_no_second_allowance(
    store: GameStore, time: Time
) -> None:
    view = begin_game(store)
    first = acting(view)
    given = {seat: clock_of(store, view).time_given(seat) for seat in view.rules.seats}
    for _ in range(3):
        time.pass_by(10)
        view = play_on(store, view)
        assert acting(view) != first
        time.pass_by(20)
        view = store.undo(view.id, view.version)
        view = store.redo(view.id, view.version)
        time.pass_by(20)
        view = store.undo(view.id, view.version)
    clock = clock_of(store, view)
    assert spent(store, view, time()) == dict.fromkeys(view.rules.seats, 0) | {first: 30}
    assert {seat: clock.time_given(seat) for seat in view.rules.seats} == given


def test_a_stale_form_does_not_set_the_clock(store: GameStore) -> None:
    view, _ = played(store, 8)
    play_on(store, view)
    with pytest.raises(StaleVersionError):
        store.clocks.set(view.id, view.version, USUAL, view.rules, view.state)
    assert not clock_of(store, view).is_on


def test_a_draft_holds_the_clock_until_it_is_dropped_or_written(
    store: GameStore, time: Time
) -> None:
    view = begin_game(store)
    first, second = (store.places.register(secret, "linux") for secret in ("one", "two"))
    store.drafts.begin(view.id, first, view.version)
    time.pass_by(100)
    assert clock_of(store, view).running == ()
    assert set(spent(store, view, time()).values()) == {0}
    store.drafts.drop(view.id, first)
    assert clock_of(store, view).running == (acting(view),)
    store.drafts.begin(view.id, first, view.version, CHANGE, view.head)
    what_if = store.drafts.begin(view.id, second, view.version)
    store.drafts.drop(view.id, first)
    assert clock_of(store, view).holds == (f"draft {second}",)
    deed = (Entered(anything(view)),)
    view = store.accept(replace(what_if, deeds=(deed,)), view.version)
    assert clock_of(store, view).running == (acting(view),)


def test_consent_runs_for_whoever_is_asked(store: GameStore, time: Time) -> None:
    view = begin_game(store)
    first, second, third = view.rules.seats
    action = action_to_json(anything(view))
    by = acting(view)
    asked = [seat for seat in (first, second, third) if seat != by]
    made = store.proposals.make(view.id, view.version, action, by, (by, *asked), [by])
    time.pass_by(10)
    store.proposals.agree(view.id, made.id, asked[:1])
    assert clock_of(store, view).running == (asked[1],)
    time.pass_by(10)
    store.proposals.decline(view.id, made.id, asked[1])
    assert clock_of(store, view).running == (by,)
    assert spent(store, view, time()) == {by: 0, asked[0]: 10, asked[1]: 20}


# --- the companion stops


def test_a_companion_that_starts_again_holds_clocks_at_its_last_heartbeat(
    store: GameStore, file: Path, time: Time
) -> None:
    """A deed lets the clock go on."""
    view = begin_game(store)
    other = store.open(store.new_game(SETUP))
    store.clocks.set(other.id, other.version, None, other.rules, other.state)
    ClockHeartbeat(store.clocks).begin()
    time.pass_by(20)
    assert store.clocks.beat() == []
    store.close()
    time.pass_by(100_000)
    again = GameStore(file, time=time)
    assert again.clocks.beat(starts=True) == [view.id], "the other clock is off"
    assert spent(again, view, time())[acting(view)] == 20
    assert clock_of(again, view).holds == (STOPPED,)
    time.pass_by(50)
    first, view = acting(view), play_on(again, view)
    time.pass_by(5)
    assert spent(again, view, time())[first] == 20
    assert clock_of(again, view).running == (acting(view),)
    again.close()


def test_a_computer_that_slept_holds_clocks_like_one_that_stopped(
    store: GameStore, time: Time
) -> None:
    view = begin_game(store)
    for seconds in (0, 10, 10, 5000):
        time.pass_by(seconds)
        store.clocks.beat()
    assert spent(store, view, time())[acting(view)] == 20
    assert store.clocks.beat() == []


def test_the_companion_of_an_orderly_end_notes_its_last_moment(
    store: GameStore, time: Time
) -> None:
    view = begin_game(store)
    heartbeat = ClockHeartbeat(store.clocks, every=3600)
    heartbeat.begin()
    time.pass_by(33)
    heartbeat.close()
    time.pass_by(9000)
    store.clocks.beat(starts=True)
    assert spent(store, view, time())[acting(view)] == 33


def test_time_without_devices_is_asked_about_only_while_the_clock_runs(
    store: GameStore, time: Time
) -> None:
    view = begin_game(store)
    store.clocks.hold(view.id, TABLE)
    time.pass_by(900)
    store.clocks.tell_away(view.id, time() - timedelta(seconds=700))
    assert clock_of(store, view).holds == (TABLE,)
    store.clocks.go_on(view.id)
    time.pass_by(900)
    store.clocks.tell_away(view.id, time() - timedelta(seconds=700))
    assert spent(store, view, time())[acting(view)] == 200
    store.clocks.count_away(view.id, counts=True)
    assert spent(store, view, time())[acting(view)] == 900


# --- the rows of a game


def test_a_clock_goes_with_the_file_of_its_game(store: GameStore, time: Time) -> None:
    view = begin_game(store)
    time.pass_by(30)
    view = play_on(store, view)
    data = file_of(store.admin.read_rows(view.id))
    copy = store.open(store_file(store, data).game)
    time.pass_by(7)
    assert spent(store, copy, time()) == spent(store, view, time())
    assert clock_of(store, copy) == clock_of(store, view)


@pytest.mark.parametrize(
    "damage",
    [
        lambda rows: rows[0].update(kind="dance"),
        lambda rows: rows[0].update(facts={"settings": 5}),
        lambda rows: rows.pop(0),
    ],
)
def test_a_file_with_an_unreadable_clock_is_refused_with_a_message(
    store: GameStore, damage: Callable[[list[dict[str, Any]]], object]
) -> None:
    view = play_on(store, begin_game(store))
    rows, version = rows_of(read_own(file_of(store.admin.read_rows(view.id))))
    damage(rows["clock"])
    with pytest.raises(BadRowsError, match=r"The clock .* cannot be read"):
        store.admin.take_in(rows, version)
    assert len(store.games()) == 1


def test_a_game_that_is_put_back_has_the_clock_of_that_time(store: GameStore, time: Time) -> None:
    view = begin_game(store)
    rows = store.admin.read_rows(view.id)
    before = clock_of(store, view)
    time.pass_by(30)
    play_on(store, view)
    assert clock_of(store, view) != before
    data = rows_of(read_own(file_of(rows)))
    store.admin.put_back(view.id, *data)
    assert clock_of(store, view) == before


# --- random games


@pytest.mark.parametrize("seed", [1, 2])
def test_in_random_games_all_readers_have_the_same_time(
    store: GameStore, file: Path, time: Time, seed: int
) -> None:
    """Two stores read one file, and a third one starts again: each has the same sums."""
    dice = random.Random(seed)
    view = begin_game(store, 20, seed)
    other = GameStore(file, time=time)
    ran = 0
    for _ in range(60):
        seconds = dice.randrange(60)
        ran += seconds * len(clock_of(store, view).running)
        time.pass_by(seconds)
        store.clocks.beat()
        way = dice.choice(["play", "play", "play", "undo", "redo", "hold", "start"])
        if way == "undo" and view.undoable:
            view = store.undo(view.id, view.version, dice.randrange(1, 1 + min(3, view.undoable)))
        elif way == "redo" and view.redoable:
            view = store.redo(view.id, view.version, dice.randrange(1, 1 + view.redoable))
        elif way == "hold":
            is_held = TABLE in clock_of(store, view).holds
            (store.clocks.go_on if is_held else store.clocks.hold)(view.id, TABLE)
        elif way == "start":
            other.close()
            other = GameStore(file, time=time)
            other.clocks.beat(starts=True)
        else:
            view = play_on(store, view)
        clock = clock_of(store, view)
        assert clock_of(other, view) == clock
        assert sum(spent(other, view, time()).values()) + clock.given_back // 1000 == ran
        assert min(clock.spent.values(), default=0) >= 0
    other.close()
