"""Tests of the page that helps a table to continue another day."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.game_stages import begun, never, operating, played
from tests.support.stored_games import empty_file

Late = tuple[FlaskClient, GameStore, list[timedelta]]


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Late]:
    """A browser, its store, and how much later than now it is; the last of the list counts."""
    later = [timedelta(0)]
    store = GameStore(empty_file(tmp_path), time=lambda: datetime.now(UTC) + later[-1])
    yield create_app({"STORE": store}).test_client(), store, later
    store.close()


def test_a_game_that_rested_is_continued_from_one_page(late: Late) -> None:
    client, store, later = late
    game = played(store, operating)
    for page in ("/", f"/game/{game}/seats"):
        assert 'id="continue"' not in client.get(page).text
    later.append(timedelta(days=7))
    assert 'id="continue" href="/game/1/seats"' in client.get("/").text
    page = client.get(f"/game/{game}/seats").text
    assert 'id="continue"' in page
    assert f"/game/{game}/rebuild" in page
    assert f"/game/{game}/count" in page


def test_a_game_that_is_fresh_or_over_is_not_continued(late: Late) -> None:
    client, store, later = late
    later.append(timedelta(days=7))
    for game in (begun(store), played(store, never)):
        assert 'id="continue"' not in client.get(f"/game/{game}/seats").text
