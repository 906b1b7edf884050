"""Presence: who is connected is seen by all, and who is looked for; without noise."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from companion.web.app_state import app_state
from companion.web.http.presence import AGAIN, AWAY, SIGN, Presence
from tests.support.clients import guest, headers
from tests.support.game_stages import begun
from tests.web.http.test_streams import Companion, HostsConnection, Listener, companion

__all__ = ["companion"]  # a fixture


class Hours:
    """A clock, and what was told."""

    def __init__(self) -> None:
        self.now = 0.0
        self.told: list[int] = []
        self.presence = Presence(self.told.append, lambda: self.now)


def test_an_arrival_is_told_once() -> None:
    hours = Hours()
    hours.presence.here(1, 5)
    hours.now += AWAY / 2
    hours.presence.here(1, 5)
    hours.presence.listens(1, 5)
    hours.presence.here(2, 5)
    assert hours.told == [1, 2]
    assert hours.presence.of(1) == {5}


def test_a_device_that_only_changes_pages_or_networks_was_never_away() -> None:
    hours = Hours()
    for _ in range(3):
        gone = hours.presence.listens(1, 5)
        hours.now += 10 * AWAY
        gone()
        hours.now += AWAY * 0.9
        hours.presence.look([1])
        assert hours.presence.of(1) == {5}
    assert hours.told == [1]


def test_a_device_that_comes_back_hears_for_how_long_none_was_there() -> None:
    hours = Hours()
    presence = hours.presence
    assert presence.here(1, 5) == 0
    gone = presence.listens(1, 5)
    hours.now += 1000
    assert presence.here(1, 6) == 0, "a stream is open"
    gone()
    hours.now += 800
    presence.look([1])
    assert presence.here(2, 7) == 0, "in another game"
    assert presence.here(1, 6) == 800
    assert presence.here(1, 5) == 0, "somebody is there again"


def test_a_sleeping_device_is_missed_once_and_so_is_its_return() -> None:
    hours = Hours()
    hours.presence.listens(1, 6)
    gone = hours.presence.listens(1, 5)
    gone()
    hours.now += AWAY
    assert hours.presence.of(1) == {6}
    hours.presence.look([1])
    hours.presence.look([1])
    assert hours.told == [1, 1, 1]
    hours.presence.listens(1, 5)
    assert hours.told == [1, 1, 1, 1]


def test_one_of_two_streams_is_enough() -> None:
    hours = Hours()
    gone = hours.presence.listens(1, 5)
    hours.presence.listens(1, 5)
    gone()
    hours.now += 10 * AWAY
    assert hours.presence.of(1) == {5}


def test_processes_tell_each_other_who_is_there_once_and_again_after_a_while() -> None:
    first, second = Hours(), Hours()

    def share() -> int:
        news = first.presence.news()
        for game, devices in news.items():
            second.presence.hear("first", game, devices)
        return len(news)

    gone = first.presence.listens(1, 5)
    assert share() == 1
    assert second.presence.of(1) == {5}
    assert second.told == [1]
    assert share() == 0
    first.now = second.now = AGAIN + 1
    assert share() == 1
    assert second.told == [1]  # it is no news
    gone()
    first.now = second.now = AGAIN + 1 + AWAY
    assert share() == 1
    assert second.presence.of(1) == frozenset()
    assert second.told == [1, 1]


def test_while_somebody_is_there_a_process_gives_a_sign_and_else_none() -> None:
    hours = Hours()
    hours.now += SIGN
    assert not hours.presence.news()
    gone = hours.presence.listens(1, 5)
    assert hours.presence.news() == {1: {5}}
    hours.now += SIGN / 2
    assert not hours.presence.news()
    hours.now += SIGN / 2
    assert hours.presence.news() == {0: frozenset()}
    gone()
    hours.now += AWAY
    assert hours.presence.news() == {1: frozenset()}
    hours.now += AGAIN
    assert not hours.presence.news()


def test_the_report_of_a_process_holds_while_it_gives_signs() -> None:
    hours = Hours()
    hours.presence.hear("another", 1, frozenset({5}))
    for _ in range(5):
        hours.now += 2 * SIGN
        hours.presence.hear("another", 0, frozenset())
        hours.presence.look([1])
    assert hours.presence.of(1) == {5}
    assert hours.told == [1]
    hours.now += 3 * SIGN  # it has died
    assert hours.presence.of(1) == frozenset()
    hours.presence.look([1])
    hours.presence.look([1])
    assert hours.told == [1, 1]
    hours.presence.hear("another", 2, frozenset({6}))
    assert hours.presence.of(1) == {5}  # it was only slow


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


def test_the_table_sees_whose_phone_is_asleep(app: Flask, store: GameStore) -> None:
    """Anneke is to act; hers has not been heard of, Jörg's asks."""
    game = begun(store)
    guest(app, game, "p1", secret="hers")
    his = guest(app, game, "p2", secret="his")
    page = his.get(f"/game/{game}").text
    assert "Anneke&#39;s device is asleep" in page
    assert "device asleep" in his.get(f"/game/{game}/market").text
    hers = guest(app, game, "p1", secret="hers")
    hers.get(f"/game/{game}")
    page = his.get(f"/game/{game}").text
    assert "asleep" not in page
    seats = his.get(f"/game/{game}/seats").text
    assert "asleep" not in seats and "free" in seats


def test_automatic_requests_of_a_page_are_no_sign_of_somebody(app: Flask, store: GameStore) -> None:
    """A tab that nobody looks at asks from time to time, and fetches the screen again."""
    game = begun(store)
    hers = guest(app, game, "p1", secret="hers")
    his = guest(app, game, "p2", secret="his")
    hers.get(f"/game/{game}/version?v=1")
    hers.get(f"/game/{game}", headers={"HX-Request": "true", "Companion-Shown": "1"})
    assert "Anneke&#39;s device is asleep" in his.get(f"/game/{game}").text


def listening(companion: Companion, secret: str) -> Listener:
    sent = headers(companion.store, secret)
    return Listener(HostsConnection(companion.port, sent), companion.game)


def test_a_device_is_there_while_it_listens_and_its_number_is_told_to_nobody(
    companion: Companion,
) -> None:
    store, game = companion.store, companion.game
    for seat in ("p1", "p2"):
        store.places.join(game, seat, "other", seat)
    first = listening(companion, "p1")
    mark = first.line().split()[2]
    second = listening(companion, "p2")
    assert "X-Device" not in second.answer.headers
    while (told := first.line().split())[2] == mark:
        pass
    there = app_state(companion.app).presence.of(game)
    assert there == {guest.device for guest in store.places.sitting(game).guests}
    mark = told[2]
    store.play(game, 1, BuyPrivate("p1", "SV"))
    assert first.until("data: 2").split()[2] == mark  # another listener makes no noise
