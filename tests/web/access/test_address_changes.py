"""Another address: what its own screen says of it, and players who come back as other devices."""

import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.web.access.address_changes import A_WHILE, move
from companion.web.app_state import AddressChange, app_state
from tests.support.clients import form, guest, press, stranger
from tests.support.game_stages import begun


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


@pytest.fixture
def game(app: Flask, store: GameStore) -> int:
    """Anneke's seat is held by a phone."""
    game = begun(store)
    guest(app, game, "p1", secret="of before")
    return game


def back(app: Flask, store: GameStore, game: int) -> FlaskClient:
    """Her phone, by another address: it has no cookie. She says who she is."""
    phone = stranger(app)
    come = phone.get(f"/join/{store.places.sitting(game).code}")
    assert press(phone, come.text, "claim-p1").status_code == 303
    return phone


def holder(store: GameStore, game: int) -> int:
    return store.places.sitting(game).seats["p1"]


def button(page: str, begins: str) -> str:
    return begins + page.partition(f'id="{begins}')[2].partition('"')[0]


def test_a_device_that_comes_back_has_the_seat_again_by_one_tap_of_the_banker(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    before = holder(store, game)
    phone = back(app, store, game)
    page = phone.get(f"/game/{game}").text
    assert "The banker has been asked to give you the seat of Anneke." in page
    assert "data-alert-text" not in page  # it only watches yet
    banker = client.get(f"/game/{game}").text
    assert "Anneke is back, on another device: device." in banker
    assert "still there" not in banker
    done = press(client, banker, button(banker, "grant-"))
    assert (done.status_code, done.location) == (303, f"/game/{game}")
    assert holder(store, game) != before
    assert 'data-alert-text="Your turn"' in phone.get(f"/game/{game}").text
    assert "is back" not in client.get(f"/game/{game}").text
    old = guest(app, game, secret="of before").get(f"/game/{game}").text
    assert "Watching" in old


def test_the_banker_may_say_no_and_hears_that_the_other_is_there(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    before = holder(store, game)
    back(app, store, game)
    guest(app, game, "p1", secret="of before").get(f"/game/{game}")
    banker = client.get(f"/game/{game}").text
    assert "The previous device is still there." in banker
    press(client, banker, button(banker, "refuse-"))
    assert holder(store, game) == before
    assert "is back" not in client.get(f"/game/{game}").text


def test_nobody_but_the_banker_gives_a_seat_away(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    before = holder(store, game)
    phone = back(app, store, game)
    banker = client.get(f"/game/{game}").text
    _, sent = form(banker, button(banker, "grant-"))
    own = form(phone.get(f"/game/{game}/seats").text, "leave")[1]
    answer = phone.post(f"/game/{game}/seats", data={**sent, "guard": own["guard"]})
    assert answer.status_code == 403
    assert holder(store, game) == before


def test_only_a_seat_that_somebody_has_is_asked_back(
    app: Flask, store: GameStore, game: int
) -> None:
    phone = guest(app, game, secret="watcher")
    own = form(phone.get(f"/game/{game}/seats").text, "claim-p1")[1]
    answer = phone.post(f"/game/{game}/seats", data={**own, "seat": "p2"})
    assert answer.status_code == 422
    assert "That seat is free: take it." in answer.text
    assert press(phone, phone.get(f"/game/{game}/seats").text, "claim-p1").status_code == 303


def waiting(app: Flask, store: GameStore, game: int, seat: str = "p1") -> FlaskClient:
    """A phone that came to the locked table, and said whose it is."""
    phone = stranger(app)
    come = phone.get(f"/join/{store.places.sitting(game).code}").text
    assert 'id="watch"' not in come and 'id="take-' not in come
    done = press(phone, come, f"claim-{seat}")
    assert (done.status_code, done.location) == (303, f"/join/waiting/{game}")
    return phone


@pytest.mark.parametrize("seat", ["p1", "p2"])  # held by the earlier phone; free
def test_at_a_locked_table_too_one_tap_of_the_banker_gives_the_seat(
    client: FlaskClient, app: Flask, store: GameStore, game: int, seat: str
) -> None:
    store.places.lock(game, True)
    phone = waiting(app, store, game, seat)
    page = phone.get(f"/join/waiting/{game}")
    assert page.headers["Refresh"] and "The banker has been asked" in page.text
    banker = client.get(f"/game/{game}/seats").text
    assert "is back, on another device" in banker and "still there" not in banker
    assert "waits for a seat" in banker and 'id="bank-' not in banker.partition("waits")[2]
    done = press(client, banker, button(banker, "grant-"))
    assert (done.status_code, done.location) == (303, f"/game/{game}/seats")
    assert phone.get(f"/join/waiting/{game}").location == f"/game/{game}"
    assert phone.get(f"/game/{game}").status_code == 200
    assert store.places.sitting(game).locked
    if seat == "p1":
        old = guest(app, game, secret="of before").get(f"/game/{game}").text
        assert "Watching" in old


def test_a_device_that_waits_outside_a_locked_table_has_nothing_of_the_game(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    store.places.lock(game, True)
    phone = waiting(app, store, game)
    for path in ("", "/log", "/seats", "/stream", "/version", "/player/p1"):
        assert phone.get(f"/game/{game}{path}").status_code == 403, path
    assert "/game/" not in phone.get("/").text
    banker = client.get(f"/game/{game}").text
    to, sent = form(banker, button(banker, "grant-"))
    again = form(phone.get(f"/join/{store.places.sitting(game).code}").text, "claim-p1")[1]
    assert phone.post(to, data={**sent, "guard": again["guard"]}).status_code == 403
    join = f"/join/{store.places.sitting(game).code}"
    for tried in ({"seat": "p2"}, {}, {"claims": "p9"}, {"claims": "<b>"}):
        again = form(phone.get(join).text, "claim-p1")[1]
        assert phone.post(join, data={"guard": again["guard"], **tried}).status_code == 409
    assert phone.get(f"/game/{game}").status_code == 403
    assert stranger(app).get(f"/join/waiting/{game}").status_code == 403


def test_a_device_refused_at_a_locked_table_comes_in_when_it_is_open(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    store.places.lock(game, True)
    before, phone = holder(store, game), waiting(app, store, game)
    banker = client.get(f"/game/{game}").text
    press(client, banker, button(banker, "refuse-"))
    assert "You did not get the seat" in phone.get(f"/join/waiting/{game}").text
    assert holder(store, game) == before
    assert len(store.places.sitting(game).guests) == 1
    waiting(app, store, game)
    store.places.lock(game, False)
    come = phone.get(f"/join/{store.places.sitting(game).code}").text
    assert press(phone, come, "watch").status_code == 303
    assert phone.get(f"/game/{game}").status_code == 200


def test_its_own_screen_tells_the_other_address_until_all_are_back(
    client: FlaskClient, app: Flask, store: GameStore, game: int
) -> None:
    says = "This computer now has another address:"
    hers = guest(app, game, "p1", secret="of before")
    assert says not in client.get(f"/game/{game}").text
    move(app, "192.168.7.7")
    page = client.get(f"/game/{game}").text
    assert says in page and 'id="show-picture"' in page
    assert says not in hers.get(f"/game/{game}").text  # nor is she asleep now
    assert says in client.get(f"/game/{game}").text
    app_state(app).moved = AddressChange("192.168.7.7", time.monotonic() - A_WHILE)
    assert says not in client.get(f"/game/{game}").text
    app_state(app).presence = type(app_state(app).presence)(lambda game: None)
    assert says in client.get(f"/game/{game}").text  # she is looked for
    move(app, None)
    assert "This computer is no longer on a network" in client.get(f"/game/{game}").text
