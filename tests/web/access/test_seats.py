"""Seats: who may see a game, who may do what there, and what robbers try."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.core.actions import Action, BuyPrivate
from companion.rules.data.setup import Setup
from companion.rules.judge.consenting_parties import BANKER
from companion.store.db.seat_tables import SittingRow
from companion.store.games.game_store import GameStore
from companion.store.people.bank_pin import MOST_TRIES, BankPins, WrongPinError
from companion.store.people.device_limits import MOST_WATCHING
from companion.store.people.seats import NoPlaceError
from companion.web.access import identity
from companion.web.http.rate_limit import RateLimit
from companion.web.render.screens import day
from tests.support.clients import form, guest, press, stranger
from tests.support.game_stages import begun, operating, played
from tests.web import all_pages as pages

SV = BuyPrivate("p1", "SV")


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


@pytest.fixture
def game(store: GameStore) -> int:
    """Anneke is to act, then Jörg, then Daniël."""
    return begun(store)


def words(page: str) -> str:
    """The words of a page, without its tags."""
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def table(client: FlaskClient, game: int) -> str:
    return client.get(f"/game/{game}").text


# --- who has no place


def test_nothing_of_a_game_is_answered_to_a_stranger(
    client: FlaskClient, app: Flask, store: GameStore
) -> None:
    """Nor whether there is such a game; what reads changes nothing, what writes is refused."""
    game = played(store, operating)
    before = store.version(game)
    nephew = stranger(app)
    asked = list(pages.addresses(client, store, "1830", game))
    asked += [f"/game/{game}/{last}" for last in ("report.pdf", "version", "search", "stream")]
    asked += [f"/games/{game}/{last}" for last in ("file", "delete")]
    of_the_game = [address for address in asked if re.match(rf"/games?/{game}\b", address)]
    assert len(of_the_game) > 20
    for address in of_the_game:
        answer = nephew.get(address)
        assert answer.status_code == 403, address
        none = nephew.get(address.replace(f"/{game}", "/77", 1))
        assert (none.status_code, unguarded(none.text)) == (403, unguarded(answer.text))
        assert "Anneke" not in answer.text
    assert store.version(game) == before


def unguarded(page: str) -> str:
    return re.sub(r'name="guard" value="[^"]*"', "", page)


@pytest.mark.parametrize("path", ["/new", "/games/copies", "/readings/1830"])
def test_a_stranger_begins_nothing(app: Flask, store: GameStore, path: str) -> None:
    assert stranger(app).get(path).status_code == 403


def test_home_shows_a_stranger_no_game(app: Flask, game: int) -> None:
    page = stranger(app).get("/").text
    assert "Anneke" not in page and "/game/" not in page
    assert "code of the table" in page


# --- coming in


def test_a_player_who_scans_takes_a_seat_with_one_tap_and_keeps_it(
    app: Flask, store: GameStore, game: int
) -> None:
    phone = stranger(app)
    come = phone.get(f"/join/{store.places.sitting(game).code}")
    done = press(phone, come.text, "take-p2")
    assert (done.status_code, done.location) == (303, f"/game/{game}")
    assert list(store.places.sitting(game).seats) == ["p2"]
    assert phone.get(f"/game/{game}").status_code == 200
    cookie = phone.get_cookie(identity.COOKIE)
    assert cookie is not None and cookie.http_only and cookie.same_site == "Lax"


def test_a_player_who_only_watches_comes_in_with_one_tap_and_changes_nothing(
    app: Flask, store: GameStore, game: int
) -> None:
    phone = stranger(app)
    come = phone.get(f"/join/{store.places.sitting(game).code}")
    assert press(phone, come.text, "watch").status_code == 303
    page = table(phone, game)
    assert "Watching" in page
    assert 'action="/game/1/act"' not in page and 'id="undo"' not in page
    sent = {"guard": token(page_of_form(phone)), "version": 1, "type": "buy_private"}
    answer = phone.post(f"/game/{game}/act", data={**sent, "player": "p1", "private": "SV"})
    assert answer.status_code == 403
    assert store.version(game) == 1


def page_of_form(client: FlaskClient) -> str:
    return client.get("/").text


def token(page: str) -> str:
    found = re.search(r'name="guard" value="([^"]+)"', page)
    assert found
    return found[1]


def test_one_device_holds_several_seats_and_no_seat_has_two_devices(
    app: Flask, store: GameStore, game: int
) -> None:
    guest(app, game, "p1", "p3", secret="tablet")
    assert set(store.places.who("tablet", game).seats) == {"p1", "p3"}
    with pytest.raises(NoPlaceError, match="Somebody else has that seat"):
        store.places.join(game, "phone", "other", "p3")
    with pytest.raises(NoPlaceError, match="no such seat"):
        store.places.join(game, "phone", "other", "p4")
    assert store.places.who("phone", game).role == ""  # nothing is half done


def test_a_locked_table_lets_nobody_new_in(app: Flask, store: GameStore, game: int) -> None:
    guest(app, game, "p1", secret="phone")
    store.places.lock(game, True)
    code = store.places.sitting(game).code
    assert "The table is locked" in stranger(app).get(f"/join/{code}").text
    with pytest.raises(NoPlaceError, match="locked"):
        store.places.join(game, "late", "other", "p2")
    store.places.join(game, "phone", "other", "p2")  # who is in may take another
    store.places.lock(game, False)
    assert store.places.sitting(game).code != code


def test_a_flood_of_devices_ends(app: Flask, store: GameStore, game: int) -> None:
    for number in range(MOST_WATCHING):
        store.places.join(game, f"phone {number}", "other")
    with pytest.raises(NoPlaceError, match="watch this table already"):
        store.places.join(game, "one more", "other")


def test_codes_are_not_guessed_quickly(app: Flask, store: GameStore, game: int) -> None:
    nephew = stranger(app)
    answers = [nephew.get(f"/join/aaaa{number:02}").status_code for number in range(25)]
    assert answers[:20] == [404] * 20
    assert set(answers[20:]) == {429}
    assert guest(app, game).get(f"/game/{game}").status_code == 200  # who plays goes on


def test_a_pace_lets_again_after_a_while() -> None:
    time = [0.0]
    pace = RateLimit(2, 3, 60, clock=lambda: time[0])
    assert [pace.lets(who) for who in ("a", "a", "a", "b", "c")] == [True, True, False, True, False]
    time[0] = 61
    assert pace.lets("a")


# --- cookies and forms


def test_a_forged_cookie_is_nobody(app: Flask, store: GameStore, game: int) -> None:
    guest(app, game, "p1", secret="phone")
    right = identity.cookie_of(store.places, "phone")
    forged = [
        "phone",
        "phone.",
        "phone.abc",
        right[:-1],
        "x" + right,
        "\x00",
        "x" * 5000,
        right * 2,
    ]
    for cookie in forged:
        nephew = stranger(app)
        nephew.set_cookie(identity.COOKIE, cookie)
        assert nephew.get(f"/game/{game}").status_code == 403, cookie
    with store.database.read() as session:
        rows = (
            session.connection().exec_driver_sql("SELECT secret_hash FROM device").scalars().all()
        )
    assert "phone" not in rows  # only its hash is stored
    assert right not in str(rows)


@pytest.mark.parametrize("sent", ["", "x", "x.y", "é.y", "." * 50])
def test_a_form_without_its_own_token_does_nothing(
    app: Flask, store: GameStore, game: int, sent: str
) -> None:
    phone = guest(app, game, "p1")
    to, fields = form(deed_page(phone, game), "deed")
    answer = phone.post(to, data={**fields, "guard": sent})
    assert answer.status_code == 403
    assert "out of date" in answer.text
    assert store.version(game) == 1


def test_the_token_of_another_device_is_none(app: Flask, store: GameStore, game: int) -> None:
    mine, other = (guest(app, game, s, secret=s) for s in ("p1", "p2"))
    to, fields = form(deed_page(mine, game), "deed")
    assert other.post(to, data=fields).status_code == 403
    assert store.version(game) == 1


def deed_page(client: FlaskClient, game: int) -> str:
    """The turn with the first private chosen."""
    return client.get(f"/game/{game}?pick=buy_private~p1~SV").text


def test_a_form_that_is_sent_again_gets_the_first_answer(
    app: Flask, store: GameStore, game: int
) -> None:
    """The answer may have been lost on the way; meanwhile somebody else may have acted."""
    phone = guest(app, game, "p1")
    to, fields = form(deed_page(phone, game), "deed")
    first = phone.post(to, data=fields)
    assert (first.status_code, first.location) == (303, f"/game/{game}")
    assert store.version(game) == 2
    again = phone.post(to, data=fields)
    assert (again.status_code, again.location) == (303, f"/game/{game}")
    store.undo(game, 2)
    assert phone.post(to, data=fields).status_code == 303
    assert store.version(game) == 3  # nothing was done twice
    changed = phone.post(to, data={**fields, "private": "CS"})
    assert changed.status_code == 409  # that is no form of this moment


def test_a_new_game_is_begun_once(client: FlaskClient, store: GameStore) -> None:
    del client.environ_base["HTTP_X_FORM_GUARD"]
    to, fields = form(client.get("/new?title=1830").text, "open")
    sent: dict[str, Any] = {**fields, "player": ["Ann", "Bo", ""]}
    first, again = client.post(to, data=sent), client.post(to, data=sent)
    assert first.location == again.location == "/game/1/seats"
    assert len(store.games()) == 1
    fresh = form(client.get("/new?title=1830").text, "open")[1]
    assert client.post(to, data={**sent, **{"guard": fresh["guard"]}}).location == "/game/2/seats"


@pytest.mark.both_databases
def test_a_form_that_is_done_does_nothing_with_something_else_in_it(
    client: FlaskClient, store: GameStore
) -> None:
    """As one can be sent that a browser kept for Back."""
    del client.environ_base["HTTP_X_FORM_GUARD"]
    to, fields = form(client.get("/new?title=1830").text, "open")
    assert client.post(to, data={**fields, "player": ["Ann", "Bo"]}).location == "/game/1/seats"
    answer = client.post(to, data={**fields, "player": ["Ann", "Cy"]})
    assert answer.status_code == 409
    assert "out of date" in answer.text
    assert len(store.games()) == 1


# --- roles


def test_a_player_enters_their_own_turn_and_the_log_says_so(
    app: Flask, store: GameStore, game: int
) -> None:
    phone = guest(app, game, "p1")
    assert press(phone, deed_page(phone, game), "deed").status_code == 303
    assert store.rows(game)[-1].by == "p1"


def test_a_player_on_turn_sees_it_and_another_does_not(app: Flask, game: int) -> None:
    mine, other = (guest(app, game, s, secret=s) for s in ("p1", "p2"))
    assert 'action="/game/1/act"' in table(mine, game)
    page = table(other, game)
    assert 'action="/game/1/act"' not in page
    assert "<h2>" in page and "Jörg" in page and "$800" in page


def test_a_seat_of_another_is_not_played(app: Flask, store: GameStore, game: int) -> None:
    """By a right form of one's own, with the action of another in it."""
    phone = guest(app, game, "p2")
    sent = {"guard": token(page_of_form(phone)), "version": 1, "type": "buy_private"}
    answer = phone.post(f"/game/{game}/act", data={**sent, "player": "p1", "private": "SV"})
    assert answer.status_code == 403
    assert "Only Anneke may do that." in answer.text
    answer = phone.post(f"/game/{game}/act", data={**sent, "player": "p2", "private": "SV"})
    assert answer.status_code == 422  # it is theirs, and the rules refuse it
    assert store.version(game) == 1


def test_if_the_banker_enters_everything_no_player_does(
    app: Flask, store: GameStore, game: int
) -> None:
    phone = guest(app, game, "p1")
    to, fields = form(deed_page(phone, game), "deed")
    store.places.set_players_enter(game, each=False)
    answer = phone.post(to, data=fields)
    assert answer.status_code == 403
    assert "the banker enters everything" in answer.text
    assert 'id="deed"' not in table(phone, game)
    banker = app.test_client()
    assert banker.post(to, data=fields).status_code == 303
    assert store.rows(game)[-1].by == BANKER


def test_a_player_undoes_their_own_last_deed_until_somebody_else_has_acted(
    app: Flask, store: GameStore, game: int
) -> None:
    one, two = (guest(app, game, s, secret=s) for s in ("p1", "p2"))
    press(one, deed_page(one, game), "deed")
    assert 'id="undo"' not in table(two, game)
    assert press(one, table(one, game), "undo").status_code == 303
    assert store.open(game).undoable == 0
    assert press(one, table(one, game), "redo").status_code == 303
    to, fields = form(table(one, game), "undo")
    do(store, game, BuyPrivate("p2", "CS"), "p2")
    version = str(store.version(game))
    answer = one.post(to, data={**fields, "version": version})
    assert answer.status_code == 403
    assert "until somebody else acts" in answer.text
    deeper = two.post(f"/game/{game}/undo", data={**guarded(two), "version": version, "depth": 2})
    assert deeper.status_code == 403
    assert press(two, table(two, game), "undo").status_code == 303
    assert store.open(game).undoable == 1


def guarded(client: FlaskClient) -> dict[str, str]:
    return {"guard": token(page_of_form(client))}


def do(store: GameStore, game: int, action: Action, by: str) -> None:
    store.play(game, store.version(game), action, by=by)


def test_the_log_says_who_entered_for_another_once_anybody_has_a_seat(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    client.post(f"/game/{game}/act", data={"version": 1, "type": "buy_private"} | FOR_ANNEKE)
    log = f"/game/{game}/log"
    assert "entered by" not in client.get(log).text
    guest(app, game, "p2")
    assert client.get(log).text.count("entered by the banker") == 1


FOR_ANNEKE = {"player": "p1", "private": "SV"}


# --- keeping the table


@pytest.mark.parametrize("do", ["free", "hand-on", "dismiss", "lock", "enter", "bank", "pin"])
def test_a_player_does_not_keep_the_table(app: Flask, store: GameStore, game: int, do: str) -> None:
    guest(app, game, "p2", secret="other")
    phone = guest(app, game, "p1")
    before = store.places.sitting(game)
    sent = {"do": do, "seat": "p2", "device": "3", "banker": "1", "locked": "1", "each": "0"}
    answer = phone.post(f"/game/{game}/seats", data={**guarded(phone), **sent})
    assert answer.status_code == 403
    assert store.places.sitting(game) == before
    assert phone.get(f"/games/{game}/delete").status_code == 403


def test_a_player_saves_the_game_and_is_shown_nothing_that_is_the_bankers(
    client: FlaskClient, app: Flask, game: int
) -> None:
    phone = guest(app, game, "p2")
    own, bankers = (each.get(f"/games/{game}").text for each in (phone, client))
    saves = re.findall(r'href="(/games/\d+/file[^"]*)"', own)
    assert len(saves) == 4
    assert [phone.get(at).status_code for at in saves] == [200] * 4
    for only in ('id="rename"', 'id="archive"', 'id="delete"', "earlier copies"):
        assert only in bankers and only not in own


def test_the_host_frees_a_seat_and_hands_it_on(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    old = guest(app, game, "p1", secret="old")
    guest(app, game, secret="new")
    seats = client.get(f"/game/{game}/seats").text
    new = store.places.who("new", game).device
    done = press(client, seats, "hand-on", seat="p1", device=str(new))
    assert done.status_code == 303
    assert store.places.who("new", game).seats == ("p1",)
    assert 'id="deed-form"' not in deed_page(old, game)
    press(client, client.get(f"/game/{game}/seats").text, "free-p1")
    assert store.places.sitting(game).seats == {}


def test_another_device_becomes_banker_by_the_hosts_consent(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    phone = guest(app, game, "p1", secret="phone")
    press(phone, phone.get(f"/game/{game}/seats").text, "ask")
    seats = client.get(f"/game/{game}/seats").text
    assert "asks to be banker" in seats
    press(client, seats, f"bank-{store.places.who('phone', game).device}")
    assert store.places.who("phone", game).role == BANKER
    assert phone.get("/new").status_code == 403  # of this game, no host


def test_another_device_becomes_banker_by_the_pin_of_the_hosts_screen(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    phone = guest(app, game, "p1", secret="phone")
    shown = press(client, client.get(f"/game/{game}/seats").text, "make-pin").text
    pin = re.search(r'id="pin">(\d{6})<', shown)
    assert pin
    assert pin[1] not in client.get(f"/game/{game}/seats").text
    press(phone, phone.get(f"/game/{game}/seats").text, "guess-pin", pin=pin[1])
    assert store.places.who("phone", game).role == BANKER
    with pytest.raises(WrongPinError):  # it is good once
        store.pins.guess(game, 1, pin[1])


def test_a_form_for_a_pin_that_is_sent_again_tells_the_same_until_it_is_used(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    client.environ_base.pop("HTTP_X_FORM_GUARD")  # its forms have their own guards
    to, sent = form(client.get(f"/game/{game}/seats").text, "make-pin")
    told = [re.findall(r'id="pin">(\d{6})<', client.post(to, data=sent).text) for _ in range(2)]
    assert told[0] == told[1] and told[0]
    guest(app, game, "p1", secret="phone")
    store.pins.guess(game, store.places.who("phone").device, told[0][0])
    again = client.post(to, data=sent)
    assert again.status_code == 422
    assert "There is no PIN at the moment." in again.text
    another = form(client.get(f"/game/{game}/seats").text, "make-pin")[1]
    assert 'id="pin"' in client.post(to, data=another).text


def test_guesses_of_the_pin_are_slowed_and_counted(
    app: Flask, store: GameStore, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = store.places.join(game, "phone", "other").device
    pin = store.pins.make(game)
    wrong = "000000" if pin != "000000" else "111111"
    with pytest.raises(WrongPinError, match="not the PIN"):
        store.pins.guess(game, device, wrong)
    with pytest.raises(WrongPinError, match="Wait"):
        store.pins.guess(game, device, pin)  # too soon, though it is right
    for _ in range(MOST_TRIES - 1):
        let_time_pass(store)
        with pytest.raises(WrongPinError):
            store.pins.guess(game, device, wrong)
    let_time_pass(store)
    with pytest.raises(WrongPinError, match="There is no PIN at the moment"):
        store.pins.guess(game, device, pin)
    assert isinstance(store.pins, BankPins)
    assert store.places.who("phone", game).role != BANKER


@pytest.mark.both_databases
def test_guesses_at_the_same_moment_are_counted_one_by_one(store: GameStore, game: int) -> None:
    pin = int(store.pins.make(game))
    phones = [store.places.join(game, f"phone {n}", "other").device for n in range(6)]

    def guess(number: int) -> str:
        with pytest.raises(WrongPinError) as told:
            store.pins.guess(game, phones[number], f"{(pin + 1 + number) % 10**6:06}")
        return str(told.value)

    with ThreadPoolExecutor(len(phones)) as pool:
        told = list(pool.map(guess, range(len(phones))))
    with store.database.read() as session:
        tries = session.get_one(SittingRow, game).pin_tries
    looked_at = [says for says in told if not says.startswith(("Wait", "There is no PIN"))]
    assert len(looked_at) == tries <= MOST_TRIES  # what was not counted was not looked at


@pytest.mark.parametrize("change", ["freed", "handed on", "sent away"])
def test_a_form_that_was_open_does_nothing_once_the_seat_is_gone(
    app: Flask, store: GameStore, game: int, change: str
) -> None:
    phone = guest(app, game, "p1", secret="phone")
    to, fields = form(deed_page(phone, game), "deed")
    device = store.places.who("phone", game).device
    if change == "freed":
        store.places.leave(game, "p1")
    elif change == "handed on":
        store.places.hand_on(game, "p1", store.places.join(game, "other", "other").device)
    else:
        store.places.dismiss(game, device)
    answer = phone.post(to, data=fields)
    assert answer.status_code == 403
    assert ("Anneke" in answer.text) == (change != "sent away")
    assert store.version(game) == 1


def let_time_pass(store: GameStore) -> None:
    with store.database.write() as session:
        session.connection().exec_driver_sql("UPDATE table_settings SET pin_blocked_until = NULL")


# --- the host


def test_the_link_of_the_start_makes_one_browser_the_host(app: Flask, store: GameStore) -> None:
    link = store.places.open_host()
    laptop, nephew = stranger(app), stranger(app)
    assert nephew.get("/host/guessed").status_code == 403
    answer = laptop.get(f"/host/{link}")
    assert (answer.status_code, answer.location) == (303, "/")  # it stays in no address
    assert laptop.get("/new").status_code == 200
    assert nephew.get(f"/host/{link}").status_code == 403
    assert nephew.get("/new", environ_base={"REMOTE_ADDR": "127.0.0.1"}).status_code == 403


def test_the_hosts_screens_show_how_to_join(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    code = store.places.sitting(game).code
    for path in ("/", f"/game/{game}/seats"):
        page = client.get(path).text
        assert code in page
        drawn = re.search(r'<svg viewBox="0 0 \d+ \d+" class="qr">.*?</svg>', page, re.S)
        assert drawn and "style=" not in drawn[0]


def test_a_name_with_a_script_in_it_is_a_name(app: Flask, store: GameStore) -> None:
    name = "<script>alert(1)"
    game = begun(store, names=(name, "Bo"))
    phone = guest(app, game, "p1")
    come = f"/join/{store.places.sitting(game).code}"
    for path in (f"/game/{game}", f"/game/{game}/seats", come):
        page = phone.get(path).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_a_game_that_gathers_counts_its_seats_and_begins_when_all_are_there_or_now(
    app: Flask, client: FlaskClient, store: GameStore
) -> None:
    fresh = store.new_game(Setup("1830", ("Ann", "Bob")))
    store.places.set_players_enter(fresh, each=True)
    page = words(client.get(f"/game/{fresh}/seats").text)
    assert "0 of 2 taken" in page and "Begin now 2 free" in page
    for secret, seat in (("one", "p1"), ("other", "p2")):
        guest(app, fresh, seat, secret=secret)
    page = words(client.get(f"/game/{fresh}/seats").text)
    assert "2 of 2 taken" in page and "Begin now" not in page and "Begin" in page
    store.play(fresh, 1, BuyPrivate("p1", "SV"))
    assert "To the table" in words(client.get(f"/game/{fresh}/seats").text)


def test_the_name_of_a_game_is_its_title_and_day_and_is_changed_beside_its_code(
    client: FlaskClient, store: GameStore
) -> None:
    fresh = store.new_game(Setup("1830", ("Ann", "Bob")))
    page = client.get(f"/game/{fresh}/seats").text
    usual = f"1830, {day(store.games()[0].begun)}"
    assert f"<h1>{usual}</h1>" in page
    answer = press(client, page, "rename", name="Friday")
    assert answer.location == f"/game/{fresh}/seats"
    assert "<h1>Friday</h1>" in client.get(answer.location).text
