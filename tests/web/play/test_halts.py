"""Tests of breaks and disputes: all screens say so, the clock holds, and nobody acts."""

import re
from threading import Thread

import pytest
from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import BuyPrivate
from companion.store.clock.settings import PRESETS
from companion.store.games.game_store import GameStore
from companion.web.access.identity import current_device
from tests.support.clients import guest, press
from tests.support.game_stages import begun

PAGES = ("", "/shares", "/log", "/clock")


@pytest.fixture
def game(store: GameStore) -> int:
    return begun(store)


@pytest.fixture
def phones(client: FlaskClient, game: int) -> list[FlaskClient]:
    return [guest(client.application, game, seat, secret=seat) for seat in ("p1", "p2")]


def tap(device: FlaskClient, game: int, button: str) -> int:
    return press(device, device.get(f"/game/{game}").text, button).status_code


def buy(device: FlaskClient, game: int) -> int:
    """Buy the first private on sale; return the status of the answer."""
    page = device.get(f"/game/{game}?pick=buy_private~p1~SV").text
    return press(device, page, "deed").status_code


def test_one_tap_begins_a_break_that_all_screens_show(
    client: FlaskClient, store: GameStore, game: int, phones: list[FlaskClient]
) -> None:
    view = store.open(game)
    store.clocks.set(game, view.version, PRESETS["usual"], view.rules, view.state)
    assert tap(phones[1], game, "break") == 303
    for device in (client, *phones):
        for page in PAGES:
            assert "Break since" in device.get(f"/game/{game}{page}").text
    assert store.clocks.of(game).running == ()
    assert store.halts.is_break_on()
    assert tap(phones[0], game, "end-halt") == 303
    assert "Break since" not in client.get(f"/game/{game}").text
    assert store.clocks.of(game).running == ("p1",)
    assert not store.halts.is_break_on()


@pytest.mark.parametrize("page", ["", "/shares"])
def test_a_screen_shows_a_break_that_begins_while_it_is_drawn(
    client: FlaskClient, store: GameStore, game: int, page: str
) -> None:
    """Without the break it must not have the newest mark, or it is not requested again."""
    begins = [True]

    @client.application.before_request
    def begin() -> None:
        current_device(game)  # the request looks up its device before it draws the screen
        if begins and begins.pop():
            other = Thread(target=store.halts.begin, args=(game, "break"))
            other.start()
            other.join()

    drawn = client.get(f"/game/{game}{page}").text
    told = client.get(f"/game/{game}/stream").text.split()[-1]
    assert "Break since" in drawn and f'data-company="{told}"' in drawn


@pytest.mark.parametrize("halt", ["break", "dispute"])
def test_nobody_acts_during_a_halt(
    client: FlaskClient, store: GameStore, game: int, phones: list[FlaskClient], halt: str
) -> None:
    page = phones[0].get(f"/game/{game}?pick=buy_private~p1~SV").text
    banks = client.get(f"/game/{game}?pick=buy_private~p1~SV").text
    tap(client, game, halt)
    for device, shown in ((phones[0], page), (client, banks)):
        answer = press(device, shown, "deed")
        assert answer.status_code == 409
        assert "nothing was done" in answer.text
    assert " inert" in phones[0].get(f"/game/{game}").text
    assert store.open(game).undoable == 0
    tap(client, game, "end-halt")
    assert buy(phones[0], game) == 303
    assert store.open(game).undoable == 1


def test_a_player_freezes_the_game_and_only_the_banker_lets_it_go_on(
    client: FlaskClient, store: GameStore, game: int, phones: list[FlaskClient]
) -> None:
    assert tap(phones[1], game, "dispute") == 303
    page = phones[1].get(f"/game/{game}").text
    assert "Frozen since" in page and 'id="end-halt"' not in page
    guard = re.search(r'name="guard" value="([^"]*)"', phones[1].get(f"/game/{game}/seats").text)
    assert guard is not None
    answer = phones[1].post(f"/game/{game}/halt", data={"do": "go", "guard": guard[1]})
    assert answer.status_code == 403
    assert "Only the banker" in answer.text
    assert 'id="look-back"' in client.get(f"/game/{game}").text
    assert tap(client, game, "end-halt") == 303
    assert "Frozen since" not in client.get(f"/game/{game}").text


def test_the_banker_undoes_and_sets_right_during_a_dispute(
    client: FlaskClient, store: GameStore, game: int, phones: list[FlaskClient]
) -> None:
    store.play(game, store.version(game), BuyPrivate("p1", "SV"), by="p1")
    tap(client, game, "dispute")
    assert press(phones[0], phones[0].get(f"/game/{game}/log").text, "undo").status_code == 409
    correction = CorrectCash("bank", "p1", 10, reason="a note was lost")
    fields = {"type": correction.wire_name, "payer": "bank", "payee": "p1", "amount": "10"}
    sent = {**fields, "reason": "a note was lost", "version": str(store.version(game))}
    assert client.post(f"/game/{game}/act", data=sent).status_code == 303
    assert (
        client.post(f"/game/{game}/undo", data={"version": str(store.version(game))}).status_code
        == 303
    )
    assert store.open(game).undoable == 1


def test_a_watcher_halts_nothing(client: FlaskClient, store: GameStore, game: int) -> None:
    watcher = guest(client.application, game, secret="watcher")
    assert 'id="break"' not in watcher.get(f"/game/{game}").text


def test_a_halt_that_there_is_not_is_refused_with_a_message(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    answer = client.post(f"/game/{game}/halt", data={"do": "dance"})
    assert answer.status_code == 422
    assert "no such break or freeze" in answer.text
