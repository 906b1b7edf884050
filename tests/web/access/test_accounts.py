"""Accounts: who logs in hosts the games that were begun so, and no others; guesses are slowed."""

import io
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlmodel import col

from companion.cli import main
from companion.exchange.files.own_file import file_of
from companion.store.games.game_store import GameStore
from companion.store.people import accounts
from companion.store.people.accounts import AccountRow
from companion.web.app_state import app_state
from companion.web.http.rate_limit import FREE_TRIES, Delays, RateLimit, source_of
from tests.support.clients import guest, press, stranger
from tests.support.game_stages import begun

pytestmark = pytest.mark.both_databases

WORD = "correct horse"
NAMES = ["Ann", "Bob", "Cleo"]


@pytest.fixture(autouse=True)
def quickly(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are kept in the way they are at a table, with less work for each guess."""
    if "stored" not in request.function.__name__:
        monkeypatch.setattr(
            accounts, "PasswordHasher", lambda: PasswordHasher(time_cost=1, memory_cost=64)
        )


@pytest.fixture
def app(client: FlaskClient, store: GameStore) -> Flask:
    """With two accounts, Vera's and Wim's."""
    for name in ("Vera", "Wim"):
        store.accounts.add(name, WORD)
    return client.application


def logged_in(app: Flask, name: str, password: str = WORD) -> FlaskClient:
    browser = stranger(app)
    page = browser.get("/account").text
    answer = press(browser, page, "go", name=name, password=password)
    assert answer.status_code == 303, answer.text
    return browser


def guard_of(browser: FlaskClient) -> str:
    """The guard that every form of this browser carries."""
    return browser.get("/account").text.partition('name="guard" value="')[2].partition('"')[0]


def begins(browser: FlaskClient, name: str) -> int:
    """A game with a player of that name; its number."""
    sent = {"title": "1830", "player": [name, *NAMES], "guard": guard_of(browser)}
    answer = browser.post("/new", data=sent)
    assert answer.status_code == 303
    return int(answer.headers["Location"].split("/")[2])


def test_an_account_hosts_the_games_that_it_began_and_sees_no_others(
    app: Flask, store: GameStore
) -> None:
    machines = begun(store)
    vera, wim = logged_in(app, "Vera"), logged_in(app, "Wim")
    hers, his = begins(vera, "Zoë"), begins(wim, "Yves")
    assert "Zoë" in vera.get("/").text and "Yves" not in vera.get("/").text
    assert "Yves" in wim.get("/").text and "Zoë" not in wim.get("/").text
    for browser, own, others in ((vera, hers, his), (wim, his, hers)):
        assert browser.get(f"/games/{own}").status_code == 200
        for game in (others, machines):
            for address in (f"/game/{game}", f"/games/{game}", f"/game/{game}/seats"):
                assert browser.get(address).status_code == 403
    assert store.accounts.games_of(2) == {his}


def test_on_another_device_the_account_hosts_the_same_games(app: Flask) -> None:
    game = begins(logged_in(app, "Vera"), "Zoë")
    again = logged_in(app, "Vera")
    assert again.get(f"/game/{game}/seats").status_code == 200
    page = again.get("/account").text
    assert "Vera" in page
    assert press(again, page, "leave").status_code == 303
    assert again.get(f"/game/{game}").status_code == 403
    assert "Zoë" not in again.get("/").text


def test_a_file_that_is_taken_in_is_the_accounts(app: Flask, store: GameStore) -> None:
    data = file_of(store.admin.read_rows(begun(store)))
    vera = logged_in(app, "Vera")
    sent = {"file": (io.BytesIO(data), "game.json"), "guard": guard_of(vera)}
    answer = vera.post("/import", data=sent)
    assert answer.status_code == 303
    assert vera.get(answer.headers["Location"]).status_code == 200


def test_the_ways_to_log_in_and_out_are_shown(app: Flask, store: GameStore) -> None:
    vera, phone = logged_in(app, "Vera"), guest(app, begun(store), "p1")
    assert "Logged in as Vera" in vera.get("/").text
    assert 'id="log-in"' in phone.get("/").text
    assert 'id="log-in"' in stranger(app).get("/").text
    for name in store.accounts.names():
        store.accounts.remove(name)
    assert 'id="log-in"' not in phone.get("/").text
    assert 'id="log-in"' not in stranger(app).get("/").text  # where nobody has an account


def test_players_need_no_account(app: Flask, store: GameStore) -> None:
    game = begins(logged_in(app, "Vera"), "Zoë")
    player = guest(app, game, "p1")
    assert player.get(f"/game/{game}").status_code == 200
    assert player.get("/new").status_code == 403


def test_a_deleted_game_leaves_nothing_to_its_account(app: Flask, store: GameStore) -> None:
    game = begins(logged_in(app, "Vera"), "Zoë")
    store.admin.delete(game)
    assert store.accounts.games_of(1) == set()


@pytest.mark.parametrize(("name", "password"), [("Vera", "wrong word"), ("Nobody", WORD), ("", "")])
def test_a_wrong_name_or_password_tells_nothing_of_either(
    app: Flask, name: str, password: str
) -> None:
    browser = stranger(app)
    answer = press(browser, browser.get("/account").text, "go", name=name, password=password)
    assert answer.status_code == 422
    assert "That name and password do not match." in answer.text
    assert password not in answer.text or not password
    assert browser.get("/new").status_code == 403


def test_a_form_that_this_device_was_not_shown_logs_nobody_in(app: Flask) -> None:
    answer = stranger(app).post("/account", data={"name": "Vera", "password": WORD})
    assert answer.status_code == 403


def guessed(browser: FlaskClient, password: str, name: str = "Vera", at: str = "") -> str:
    """The page's answer to a guess from that address; empty for a right one."""
    sent = {"name": name, "password": password, "guard": guard_of(browser)}
    there = {"REMOTE_ADDR": at or "192.168.1.9"}
    answer = browser.post("/account", data=sent, environ_overrides=there)
    if answer.status_code == 303:
        return ""
    found = re.search(r"do not match|Wait \d+ second|tried too often", answer.text)
    assert found, answer.text
    return found[0]


WRONG = "do not match"


def timed(app: Flask) -> list[float]:
    """A clock for the delays of the application."""
    time = [0.0]
    app_state(app).login_delays = Delays(clock=lambda: time[0])
    app_state(app).login_pace = RateLimit(999, 9999, 60)
    app_state(app).next_login_pace = RateLimit(999, 9999, 60)
    return time


def test_after_a_few_wrong_guesses_the_same_source_has_to_wait_and_is_never_locked_out(
    app: Flask,
) -> None:
    time, browser = timed(app), stranger(app)
    told = [guessed(browser, "wrong word") for _ in range(5)]
    assert told == [WRONG] * 3 + ["Wait 3 second"] * 2
    assert guessed(browser, WORD) == "Wait 3 second"  # a guess too early makes nothing longer
    assert guessed(browser, WORD, "Wim") == ""
    for _ in range(12):
        time[0] += 60
        assert guessed(stranger(app), "wrong word") == WRONG
        assert guessed(browser, WORD).startswith("Wait")
    time[0] += 60
    assert guessed(browser, WORD) == ""


def test_guesses_from_elsewhere_delay_nobody(app: Flask) -> None:
    """From many addresses, and all the time."""
    timed(app)
    for number in range(60):
        told = guessed(stranger(app), "wrong word", at=f"10.0.{number}.1")
        assert told == WRONG
    for _ in range(9):
        robber = guessed(stranger(app), "wrong word", at="10.0.1.1")
    assert robber.startswith("Wait")
    assert guessed(stranger(app), WORD) == ""


def test_a_device_that_has_logged_in_before_is_not_delayed_by_others(app: Flask) -> None:
    """Also not by guesses at the same address, as behind one router."""
    timed(app)
    browser = logged_in(app, "Vera")
    browser.post("/account/leave", data={"guard": guard_of(browser)})
    app_state(app).login_pace = RateLimit(9, 9, 60)
    app_state(app).next_login_pace = RateLimit(9, 9, 60)
    robber = stranger(app)
    told = [guessed(robber, "wrong word") for _ in range(12)]
    assert told[-1] == "tried too often"
    assert guessed(browser, "wrong word") == WRONG  # its own guesses count
    assert guessed(browser, WORD) == ""
    for _ in range(3):
        assert guessed(browser, "wrong word") == WRONG
    assert guessed(browser, WORD).startswith("Wait")
    assert guessed(browser, WORD, "Wim") == "tried too often"  # it is known to Vera's only


def test_the_mark_of_another_device_is_none(app: Flask) -> None:
    timed(app)
    browser, robber = logged_in(app, "Vera"), stranger(app)
    mark = browser.get_cookie("logged-in-before", path="/account")
    assert mark is not None
    robber.set_cookie("logged-in-before", mark.value, path="/account")
    told = [guessed(robber, "wrong word") for _ in range(4)]
    assert told[-1].startswith("Wait")
    assert guessed(stranger(app), "wrong word").startswith("Wait")  # it was the address


def test_constant_guesses_leave_room_for_a_first_guess(app: Flask) -> None:
    app_state(app).login_pace = RateLimit(10, 20, 60)
    app_state(app).next_login_pace = RateLimit(10, 20, 60)
    for round in range(4):
        for number in range(15):
            at = f"10.0.0.{number}"
            told = guessed(stranger(app), "wrong word", f"N{round}", at=at)
    assert told == "tried too often"
    assert guessed(stranger(app), WORD) == ""


def test_addresses_of_one_network_of_ipv6_are_one_source() -> None:
    assert source_of("2001:db8::1") == source_of("2001:db8::ffff:2") != source_of("2001:db8:0:1::1")
    assert source_of("::ffff:10.0.0.1") == source_of("10.0.0.1") != source_of("10.0.0.2")
    assert source_of(None) == "" and source_of("fe80::1%eth0") == source_of("fe80::2")


def test_guesses_at_the_same_moment_are_counted_one_by_one() -> None:
    """Each is counted before it is looked at."""
    delays = Delays(clock=lambda: 0.0)
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(lambda _: delays.begin("here", "Vera"), range(100)))
    assert waits.count(0.0) == FREE_TRIES


def test_one_address_does_not_guess_for_ever(app: Flask) -> None:
    app_state(app).login_pace = app_state(app).next_login_pace = RateLimit(2, 100, 60)
    browser = stranger(app)
    page = browser.get("/account").text
    told = [press(browser, page, "go", name=f"N{n}", password=WORD).status_code for n in range(3)]
    assert told == [422, 422, 429]


def test_the_password_itself_is_not_stored(app: Flask, store: GameStore) -> None:
    with store.database.read() as session:
        first, second = session.scalars(select(col(AccountRow.password_hash))).all()
    assert first.startswith("$argon2id$") and first != second
    assert WORD not in first


def test_another_password_ends_what_the_old_one_began(app: Flask, store: GameStore) -> None:
    vera = logged_in(app, "Vera")
    store.accounts.change("Vera", "another word")
    assert vera.get("/new").status_code == 403
    browser = stranger(app)
    page = browser.get("/account").text
    assert press(browser, page, "go", name="Vera", password=WORD).status_code == 422
    assert logged_in(app, "Vera", "another word").get("/new").status_code == 200


def test_accounts_are_made_listed_and_removed_by_the_command(
    place: object,
    store: GameStore,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if isinstance(place, str):
        monkeypatch.setenv("COMPANION_DATABASE_URL", place)
    else:
        monkeypatch.setenv("COMPANION_DATA", str(place.parent))  # type: ignore[attr-defined]

    def command(*arguments: str, typed: str = "") -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return main.main(["account", *arguments])

    assert command("add", "Vera", typed="short\n") == 1
    assert "A password has 8 to 200 letters." in capsys.readouterr().err
    assert command("add", "Vera", typed=f"{WORD}\n") == 0
    assert command("add", "Vera", typed=f"{WORD}\n") == 1
    assert "already" in capsys.readouterr().err
    assert command("password", "Wim", typed=f"{WORD}\n") == 1
    assert command("list") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Vera"
    assert command("remove", "Vera") == 0
    assert command("list", "Vera") == 2
    assert store.accounts.names() == []
