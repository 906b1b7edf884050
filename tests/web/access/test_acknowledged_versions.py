"""A request is answered once the note of its deed is on disk, whatever the deed is."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask, template_rendered
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.db import acknowledged_versions
from companion.store.db.acknowledged_versions import DELETED, AcknowledgedVersion
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun
from tests.support.slow_disk import LateDisk
from tests.web.play.test_races import BANKERS, OF_A_MOMENT, Way, begin_for, device

pytestmark = pytest.mark.sqlite_only
CHANGES = {*(way.__name__ for way in OF_A_MOMENT), "count", "put back", "delete"}


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


@pytest.fixture
def game(store: GameStore) -> int:
    """Anneke has bought SV, entered by her own device; Jörg is to act."""
    game = begun(store)
    store.play(game, 1, BuyPrivate("p1", "SV"), by="p1")
    return game


def test_a_screen_is_drawn_while_the_disk_writes_and_sent_after_that(
    part: FlaskClient, app: Flask, store: GameStore, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = LateDisk(monkeypatch)
    fields = {"version": "2", "type": "buy_private", "player": "p2", "private": "CS"}

    def draw(*_: object, **about: object) -> None:
        disk.done.append("drawn")

    with template_rendered.connected_to(draw, app):
        answer = part.post(f"/game/{game}/act", data=fields)
    assert answer.status_code == 200
    assert disk.done == ["drawn", "on disk"]
    assert disk.answers()[game] == AcknowledgedVersion(3, store.admin.audit(game).hash)


@pytest.mark.parametrize("name", BANKERS)
def test_whatever_was_done_is_noted_on_disk_before_the_answer(
    app: Flask,
    store: GameStore,
    place: Path,
    game: int,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    way: Way = BANKERS[name]
    game = begin_for(way, store, game)
    bank = device(app, game, "bank", bank=True)
    device(app, game, "phone", "p1")
    path, fields = way(bank, store, game)
    before = acknowledged_versions.read(place)
    disk = LateDisk(monkeypatch)
    answer = bank.post(path, data={**fields, "version": str(store.version(game))})
    assert answer.status_code in (200, 303), answer.text[-900:]
    noted = acknowledged_versions.read(place)
    assert (noted != before) == (name in CHANGES or name == "open beside")
    if noted != before:
        assert disk.answers() == noted
    if name == "delete":
        assert noted[game].version == DELETED
    else:
        assert noted[game] == AcknowledgedVersion(store.version(game), store.admin.audit(game).hash)


def test_a_screen_tells_nothing_that_is_not_on_disk(
    client: FlaskClient, store: GameStore, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another has written, and is not answered yet: who looks meanwhile waits for the same."""
    disk = LateDisk(monkeypatch)
    with store.database.settle_last(), ThreadPoolExecutor(1) as other:
        store.play(game, 2, BuyPrivate("p2", "CS"))
        assert disk.done == []
        page = other.submit(client.get, f"/game/{game}/log").result()
        assert disk.done == ["on disk"]
    assert page.status_code == 200
