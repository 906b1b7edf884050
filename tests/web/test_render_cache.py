"""A screen that is alike on several devices is drawn once; no other device sees a private one."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, Response, template_rendered
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.access.idempotency import make_idempotent
from companion.web.access.identity import COOKIE, HEADER, cookie_of
from companion.web.app_state import app_state
from companion.web.http.pubsub import PubSub
from companion.web.render_cache import forbid_caching
from companion.web.request_state import Sketch
from tests.support.clients import HOST, guest, headers, press, stranger, without_form_keys
from tests.support.game_stages import begun, operating, played

PAGES = ("", "/shares", "/market", "/map", "/log", "/ledger", "/companies", "/privates")
SKETCH = Sketch("a screen", {})


@contextmanager
def drawings(app: Flask) -> Iterator[list[str]]:
    """The screens that are drawn meanwhile, by their templates."""
    found: list[str] = []

    def note(sender: Flask, template: object, **more: object) -> None:
        found.append(str(getattr(template, "name", "")))

    template_rendered.connect(note, app)
    yield found
    template_rendered.disconnect(note, app)


def watchers(app: Flask, game: int, count: int) -> list[FlaskClient]:
    """Browsers that watch a game, and are there."""
    found = [guest(app, game, secret=f"watcher {number}") for number in range(count)]
    for watcher in found:
        watcher.get(f"/game/{game}")
    return found


def device(app: Flask, secret: str) -> FlaskClient:
    """The browser that holds that secret."""
    client = stranger(app)
    client.set_cookie(COOKIE, cookie_of(app_state(app).store.places, secret))
    return client


def of_a_company(page: str) -> str:
    """The page without its guards, and without the mark that each process counts by itself."""
    return re.sub(r'data-company="[^"]*"|name="guard" value="[^"]*"', "", page)


# --- drawn once


def test_six_who_watch_are_shown_one_drawing(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    phones = watchers(client.application, game, 6)
    with drawings(client.application) as drawn:
        pages = {phone.get(f"/game/{game}?anew").text for phone in phones}
    assert len(pages) == 1
    assert drawn == ["play/turn_screen/waiting_screen.html"]


def test_after_a_deed_it_is_drawn_again(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    one, other = watchers(client.application, game, 2)
    before = one.get(f"/game/{game}").text
    store.play(game, 1, BuyPrivate("p1", "SV"))
    with drawings(client.application) as drawn:
        after = [phone.get(f"/game/{game}").text for phone in (one, other)]
    assert drawn == ["play/turn_screen/waiting_screen.html"]
    assert after[0] == after[1] != before
    store.undo(game, 2)
    assert 'data-version="3"' in one.get(f"/game/{game}").text


def test_a_page_and_the_part_that_is_swapped_in_are_not_taken_for_each_other(
    client: FlaskClient, store: GameStore
) -> None:
    (phone,) = watchers(client.application, game := begun(store), 1)
    for _ in range(2):
        assert phone.get(f"/game/{game}").text.startswith("<!doctype html>")
        swapped = phone.get(f"/game/{game}", headers={"HX-Request": "true"}).text
        assert swapped.startswith("<title>")


def test_a_cached_screen_is_like_a_fresh_one(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    seat = store.open(game).rules.seats[0]
    app, other = client.application, create_app({"STORE": store})
    devices = [HOST, "watcher", "player"]
    guest(app, game, secret="watcher")
    guest(app, game, seat, secret="player")
    for path in PAGES:
        for secret in (*devices, *devices):
            kept, anew = (
                of_a_company(device(each, secret).get(f"/game/{game}{path}").text)
                for each in (app, other)
            )
            app_state(other).sketches.clear()
            assert without_form_keys(kept) == without_form_keys(anew)


def test_each_language_is_drawn_by_itself(client: FlaskClient, store: GameStore) -> None:
    one, other = watchers(client.application, game := begun(store), 2)
    other.set_cookie("language", "nl")
    for _ in range(2):
        assert '<html lang="en">' in one.get(f"/game/{game}").text
        assert '<html lang="nl">' in other.get(f"/game/{game}").text


def test_a_proposal_is_shown_though_the_screen_was_cached(
    client: FlaskClient, store: GameStore
) -> None:
    app, game = client.application, begun(store)
    phone = guest(app, game, "p2", secret="two")
    assert "proposal" not in phone.get(f"/game/{game}").text.partition("<main")[0]
    fields = {"type": "pass", "party": "p1"}
    kept = {"fields": fields, "ahead": "", "step": "", "then_pass": False}
    store.proposals.make(game, 1, kept, "p1", ("p1", "p2"), ["p1"])
    assert "proposal" in phone.get(f"/game/{game}").text.partition("<main")[0]


# --- nothing of one device at another


def test_no_page_holds_the_guard_of_another_device(client: FlaskClient, store: GameStore) -> None:
    """Two bankers, two watchers and players ask for the same screens, one after the other."""
    game = played(store, operating)
    app, seats = client.application, store.open(game).rules.seats
    for secret, *held in (("one",), ("two",), ("three", seats[0]), ("four", seats[1])):
        guest(app, game, *held, secret=secret)
    banker = guest(app, game, secret="banker")
    store.places.let_bank(game, store.places.who("banker", game).device, True)
    secrets = (HOST, "banker", "one", "two", "three", "four")
    tokens = {secret: headers(store, secret)[HEADER].partition(".")[0] for secret in secrets}
    assert len(set(tokens.values())) == len(secrets)
    keys: dict[str, set[str]] = {secret: set() for secret in secrets}
    for path in PAGES:
        for secret in (*secrets, *reversed(secrets)):
            page = device(app, secret).get(f"/game/{game}{path}").text
            assert not {"\0", "\1"} & set(page)
            assert all(tokens[other] not in page for other in secrets if other != secret)
            sent = re.findall(r'name="guard" value="(\w+)\.(\w+)"', page)
            assert {token for token, _ in sent} <= {tokens[secret]}
            keys[secret] |= {key for _, key in sent}
    assert keys[HOST] and keys["banker"]
    assert not keys[HOST] & keys["banker"]
    with drawings(app) as drawn:  # what the host's machine was shown last
        page = banker.get(f"/game/{game}").text
    assert drawn == []
    assert press(banker, page, "undo").status_code == 303


def test_the_screen_of_a_role_is_not_shown_to_another(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    app = client.application
    player = guest(app, game, "p1", secret="player")
    (watcher,) = watchers(app, game, 1)
    for _ in range(2):
        assert 'name="guard"' not in watcher.get(f"/game/{game}").text
        assert "pick-buy_private" in player.get(f"/game/{game}").text
    store.places.leave(game, "p1")
    assert "pick-buy_private" not in player.get(f"/game/{game}").text


def test_a_player_who_claims_a_seat_is_told_so_alone(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    guest(client.application, game, "p1", secret="of before")
    (watcher,) = watchers(client.application, game, 1)
    phone = stranger(client.application)
    come = phone.get(f"/join/{store.places.sitting(game).code}").text
    assert press(phone, come, "claim-p1").status_code == 303
    for _ in range(2):
        assert "asked to give you the seat" in phone.get(f"/game/{game}").text
        assert "asked to give you the seat" not in watcher.get(f"/game/{game}").text


def test_a_device_without_a_place_is_shown_nothing_from_the_cache(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    (watcher,) = watchers(client.application, game, 1)
    shown = watcher.get(f"/game/{game}")
    assert shown.status_code == 200
    nobody = stranger(client.application).get(f"/game/{game}")
    assert nobody.status_code == 403
    assert "Anneke" not in nobody.text


def test_a_fleeting_screen_is_not_kept(client: FlaskClient, store: GameStore) -> None:
    client.application.before_request(forbid_caching)
    one, other = watchers(client.application, game := begun(store), 2)
    with drawings(client.application) as drawn:
        assert one.get(f"/game/{game}?anew").text == other.get(f"/game/{game}?anew").text
    assert drawn == ["play/turn_screen/waiting_screen.html"] * 2


# --- who has acted comes first


def test_others_are_called_after_the_answer_is_there() -> None:
    hub, called = PubSub(), []
    hub.listen(1, lambda: called.append(hub.moment(1).version))
    hub.hold()
    hub.tell(1, 5)
    assert hub.moment(1).version == 5
    assert called == []
    elsewhere = threading.Thread(target=hub.tell, args=(1, 6))
    elsewhere.start()
    elsewhere.join()
    assert called == [6]
    hub.let_go()
    assert called == [6, 6]
    hub.tell(1)
    assert called == [6, 6, 6]


def test_others_are_called_whatever_becomes_of_the_answer(client: FlaskClient) -> None:
    hub: PubSub = app_state(client.application).hub
    called = []
    hub.listen(1, lambda: called.append(1))

    @make_idempotent
    def spoilt() -> Response:
        hub.tell(1, 2)
        assert called == []
        raise ZeroDivisionError

    asked = client.application.test_request_context(method="POST")
    with pytest.raises(ZeroDivisionError), asked:
        spoilt()
    assert called == [1]
