"""Tests of the clock on screens: set it, hold it, and see the same time on each device."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.clock.settings import CHARGE, PRESETS, ClockSettings
from companion.store.games.game_store import GameStore
from companion.web.app_state import app_state
from companion.web.http.presence import Presence
from tests.support.clients import guest, press
from tests.support.game_stages import begun, squeezed
from tests.support.stored_games import empty_file

BEGIN = datetime(2026, 5, 18, 19, tzinfo=UTC)


class Time:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> datetime:
        return BEGIN + timedelta(seconds=self.seconds)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def store(tmp_path: Path, time: Time) -> Iterator[GameStore]:
    opened = GameStore(empty_file(tmp_path), time=time)
    yield opened
    opened.close()


@pytest.fixture
def game(store: GameStore) -> int:
    return begun(store)


def set_clock(store: GameStore, game: int, settings: ClockSettings = PRESETS["usual"]) -> None:
    view = store.open(game)
    store.clocks.set(game, view.version, settings, view.rules, view.state)


def strip(client: FlaskClient, game: int, page: str = "") -> str:
    """Return the clock as a screen shows it; "" without one."""
    found = re.search(
        r'<section class="clock".*?</section>', client.get(f"/game/{game}{page}").text, re.S
    )
    return found[0] if found else ""


def instants(shown: str) -> tuple[str, list[tuple[str, bool]]]:
    """Return the instant of a clock and the time of each player, as the script reads them."""
    (since,) = re.findall(r'data-clock="(\d+)"', shown)
    times = re.findall(r'data-left="(-?\d+)"( data-runs)?', shown)
    return since, [(left, bool(runs)) for left, runs in times]


def settings_of(store: GameStore, game: int) -> ClockSettings | None:
    return store.clocks.of(game).settings


def test_a_game_without_a_clock_shows_none(client: FlaskClient, game: int) -> None:
    assert strip(client, game) == ""
    assert "without a clock" in client.get(f"/game/{game}/clock").text


@pytest.mark.parametrize("way", ["quick", "usual", "patient"])
def test_the_banker_sets_a_clock_by_name(
    client: FlaskClient, store: GameStore, game: int, way: str
) -> None:
    page = client.get(f"/game/{game}/clock").text
    typed = {"way": way, "banker": "p2", "effect": "nothing", "charge": "0"}
    assert press(client, page, "set-clock", **typed).status_code == 303
    found = settings_of(store, game)
    assert found is not None
    assert (found.start, found.banker) == (PRESETS[way].start, "p2")
    assert re.search(rf'value="{way}" checked', client.get(f"/game/{game}/clock").text)


def test_the_banker_sets_own_times_and_switches_the_clock_off(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    page = client.get(f"/game/{game}/clock").text
    own = {"start": "7", "stock": "1:30", "turn": "0:20", "train": "0:05"}
    typed = {"way": "own", "effect": "charge", "charge": "5", "banker": "", **own}
    assert press(client, page, "set-clock", **typed).status_code == 303
    assert settings_of(store, game) == ClockSettings(420, 90, 20, 5, "", CHARGE, 5)
    page = client.get(f"/game/{game}/clock").text
    assert press(client, page, "set-clock", way="off").status_code == 303
    assert settings_of(store, game) is None
    assert strip(client, game) == ""


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"start": "soon"}, "is not a time"),
        ({"start": "1:75"}, "is not a time"),
        ({"start": "9999"}, "is not a time"),
        ({"charge": "much"}, "must be a whole number"),
        ({"charge": "-5"}, "must be a whole number"),
        ({"effect": "expel"}, "Choose a clock"),
        ({"banker": "p9"}, "Choose a clock"),
        ({"way": "fast"}, "Choose a clock"),
    ],
)
def test_wrong_settings_are_refused_with_a_message(
    client: FlaskClient, store: GameStore, game: int, wrong: dict[str, str], says: str
) -> None:
    page = client.get(f"/game/{game}/clock").text
    typed = {"way": "own", "effect": "mark", "charge": "0", "banker": "", **wrong}
    answer = press(client, page, "set-clock", **typed)
    assert answer.status_code == 422
    assert says in squeezed(answer.text)
    assert settings_of(store, game) is None


def test_only_the_banker_sets_a_clock_and_watchers_do_not_hold_it(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    phone, watcher = (
        guest(client.application, game, "p1"),
        guest(client.application, game, secret="w"),
    )
    set_clock(store, game)
    assert 'id="set-clock"' not in phone.get(f"/game/{game}/clock").text
    page = client.get(f"/game/{game}/clock").text
    fields = {"way": "off", "version": "1"}
    guard = re.search(r'name="guard" value="([^"]*)"', phone.get(f"/game/{game}").text)
    assert guard is not None
    answer = phone.post(f"/game/{game}/clock", data={**fields, "guard": guard[1]})
    assert answer.status_code == 403
    assert 'id="clock-hold"' in page
    assert 'id="clock-hold"' not in strip(watcher, game)
    assert settings_of(store, game) is not None


def test_two_devices_and_each_page_show_the_same_instants(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    set_clock(store, game)
    phones = [guest(client.application, game, seat, secret=seat) for seat in ("p1", "p2")]
    time.seconds = 40
    store.play(game, store.version(game), BuyPrivate("p1", "SV"))
    time.seconds = 47
    shown = {
        str(instants(strip(phone, game, page)))
        for phone in phones
        for page in ("", "/clock", "/shares", "/log")
    }
    since = str(round(1000 * (BEGIN.timestamp() + 40)))
    times = [("600000", True), ("560000", False), ("600000", False)]
    assert shown == {str((since, times))}
    sent = str(round(1000 * (BEGIN.timestamp() + 47)))
    assert f'data-now="{sent}"' in strip(phones[0], game), "also of a screen that was drawn before"


def test_one_tap_holds_the_clock_for_all_and_one_lets_it_go_on(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    set_clock(store, game)
    phone = guest(client.application, game, "p2")
    time.seconds = 10
    page = phone.get(f"/game/{game}").text
    held = press(phone, page, "clock-hold")
    assert held.status_code == 303
    assert "Paused by the table" in strip(client, game)
    assert " data-runs" not in strip(client, game)
    time.seconds = 100
    press(client, client.get(f"/game/{game}").text, "clock-go")
    time.seconds = 105
    clock = store.clocks.of(game)
    assert clock.time_spent("p1", time()) == 15_000
    assert "Held" not in strip(phone, game)


def test_holding_leads_back_to_the_page_it_was_tapped_on(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    set_clock(store, game)
    page = client.get(f"/game/{game}").text
    for shown, back in (
        (f"http://localhost/game/{game}/log?round=1", f"/game/{game}/log?round=1"),
        ("http://elsewhere/evil", f"/game/{game}"),
        (f"http://localhost/game/{game}99/log", f"/game/{game}"),
        ("http://[", f"/game/{game}"),
    ):
        client.environ_base["HTTP_HX_CURRENT_URL"] = shown
        assert press(client, page, "clock-hold").headers["Location"] == back
        page = client.get(f"/game/{game}").text
        press(client, page, "clock-go")
        page = client.get(f"/game/{game}").text


def test_the_table_says_whether_the_time_counts_in_which_nobody_was_there(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    set_clock(store, game)
    time.seconds = 1000
    store.clocks.tell_away(game, BEGIN + timedelta(seconds=60))
    page = client.get(f"/game/{game}").text
    assert "Does that time count?" in page
    press(client, page, "clock-leave-out")
    assert store.clocks.of(game).time_spent("p1") == 60_000
    assert "Does that time count?" not in client.get(f"/game/{game}").text


def test_a_device_that_comes_back_after_ten_minutes_without_any_is_asked(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    """Nine minutes are not asked about: over plain http every screen sleeps."""
    set_clock(store, game)
    state = app_state(client.application)
    state.presence = Presence(state.hub.tell, lambda: float(time.seconds))
    client.get(f"/game/{game}")
    time.seconds = 540
    assert "Does that time count?" not in client.get(f"/game/{game}").text
    time.seconds = 540 + 700
    assert "Does that time count?" in client.get(f"/game/{game}").text
    assert store.clocks.of(game).time_spent("p1", time()) == 540_000


def spent_after_choice(
    client: FlaskClient, store: GameStore, game: int, time: Time, address: str
) -> int:
    """Return the seconds that run on the first player while the banker looks at that page."""
    set_clock(store, game)
    client.get(f"/game/{game}")
    client.get(f"/game/{game}{address}")
    time.seconds += 30
    return store.clocks.of(game).time_spent("p1", time()) // 1000


@pytest.mark.parametrize(
    ("address", "spent"),
    [("?pick=buy_private~p1~SV", 0), ("/correct", 0), ("/count", 0), ("/log", 30), ("", 30)],
)
def test_the_clock_is_held_while_the_banker_books_or_corrects(
    client: FlaskClient, store: GameStore, game: int, time: Time, address: str, spent: int
) -> None:
    """It goes on when the banker is back at the turn without a choice, or with the deed."""
    assert spent_after_choice(client, store, game, time, address) == spent
    client.get(f"/game/{game}")
    time.seconds += 7
    assert store.clocks.of(game).time_spent("p1", time()) // 1000 == spent + 7


def test_a_choice_holds_no_clock_where_players_enter_their_own_deeds(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    guest(client.application, game, "p1")
    assert spent_after_choice(client, store, game, time, "?pick=buy_private~p1~SV") == 30
    assert spent_after_choice(client, store, game, time, "/correct") == 30
    store.places.set_players_enter(game, each=False)
    client.get(f"/game/{game}")
    client.get(f"/game/{game}?pick=buy_private~p1~SV")
    assert store.clocks.of(game).holds == ("booking",)
    store.play(game, store.version(game), BuyPrivate("p1", "SV"))
    assert store.clocks.of(game).running == ("p2",)


def test_a_new_game_with_a_clock_begins_it_with_the_first_deed(
    client: FlaskClient, store: GameStore, time: Time
) -> None:
    page = client.get("/new?title=1830").text
    assert '<option value="usual">' in page
    players = {"player": ["Ann", "Bob", "Cleo"], "title": "1830", "clock": "usual"}
    assert client.post("/new", data=players).status_code == 303
    (game,) = (listed.id for listed in store.games())
    time.seconds = 300
    assert "Starts with the first action" in strip(client, game)
    store.play(game, store.version(game), BuyPrivate("p1", "SV"))
    time.seconds = 310
    clock = store.clocks.of(game)
    assert [clock.time_spent(seat, time()) for seat in clock.seats] == [0, 10_000, 0]


def test_the_sum_for_used_up_time_stands_beside_the_worth_and_changes_no_place_by_the_rules(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    set_clock(store, game, ClockSettings(60, 0, 0, 0, effect=CHARGE, charge=7))
    before = client.get(f"/game/{game}/standings").text
    assert 'id="with-clock"' not in before
    time.seconds = 130
    store.clocks.hold(game, "table")
    page = squeezed(client.get(f"/game/{game}/standings").text)
    found = re.search(r'id="with-clock".*?</table>', page)
    assert found is not None
    rows = re.findall(
        r"<td> ?(\d)\. (\w+) ?</td>.*?>(\d)\.</td>.*?−?(\d+|–)</td>.*?<b>(\d+)", found[0]
    )
    assert [(row[0], row[1]) for row in rows][-1] == ("3", "Anneke")
    assert "−14" in found[0]


def test_the_page_lists_the_time_of_each_player_by_round(
    client: FlaskClient, store: GameStore, game: int, time: Time
) -> None:
    set_clock(store, game)
    time.seconds = 75
    store.play(game, store.version(game), BuyPrivate("p1", "SV"))
    page = squeezed(client.get(f"/game/{game}/clock").text)
    assert re.search(r"<td>Auction</td> ?<td class=\"num\">1:15</td><td class=\"num\">0:00", page)
