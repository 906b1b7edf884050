"""Tests of the absence of a device: it is told the events in between and the changed figures."""

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from companion.web.render.missed_events import LOOKED
from tests.support.clients import guest
from tests.support.game_stages import begun

BOUGHT = ("SV", "CS", "DH")


@pytest.fixture
def game(store: GameStore) -> int:
    """A game in which three privates were sold, in the rows 1 to 3."""
    game = begun(store)
    for seat, private in zip(("p1", "p2", "p3"), BOUGHT, strict=True):
        store.play(game, store.version(game), BuyPrivate(seat, private), by=seat)
    return game


def read_news(device: FlaskClient, game: int, looked: str, page: str = "") -> list[str]:
    """The lines that a device is told that has looked at these rows."""
    text = device.get(f"/game/{game}{page}", headers={LOOKED: looked}).text
    found = re.search(r'<section class="absence".*?</section>', text, re.DOTALL)
    if found is None:
        return []
    lines = re.findall(r"<li>(.*?)</li>", found[0], re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]+>", " ", line)).split()) for line in lines]


def find_changed(device: FlaskClient, game: int, looked: str) -> list[str]:
    text = device.get(f"/game/{game}", headers={LOOKED: looked}).text
    found = re.search(r'data-figures="([^"]*)"', text)
    return json.loads(unescape(found[1])) if found else []


def test_a_device_that_was_away_is_told_what_happened(client: FlaskClient, game: int) -> None:
    lines = read_news(client, game, "1")
    assert len(lines) == 2
    assert lines[0].startswith("Daniël bought Delaware & Hudson") and lines[1].startswith(
        "Jörg bought Champlain & St. Lawrence"
    )
    assert read_news(client, game, "1", "/shares") == lines
    assert read_news(client, game, "1-2") == lines[1:]  # it is back since row 2


@pytest.mark.parametrize("looked", ["3", "", "x", "-", "1-", "9999999999", "1;2", "3-3"])
def test_a_device_that_looked_is_told_nothing(client: FlaskClient, game: int, looked: str) -> None:
    assert read_news(client, game, looked) == []


def test_the_figures_that_changed_are_named_and_marked(client: FlaskClient, game: int) -> None:
    found = find_changed(client, game, "2")
    assert "cash p3" in found and "bank" in found
    assert "cash p1" not in found and "cash p2" not in found
    places = re.findall(r'data-figure="([^"]+)"', client.get(f"/game/{game}/shares").text)
    assert {"cash p3", "bank"} <= set(places)


def test_a_device_is_told_of_deeds_undone_meanwhile(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    store.undo(game, store.version(game))
    (line,) = read_news(client, game, "3")
    assert line.startswith("Undone: Daniël bought Delaware & Hudson")
    assert "cash p3" in find_changed(client, game, "3")
    store.redo(game, store.version(game))
    assert read_news(client, game, "3") == []
    assert len(read_news(client, game, "2")) == 1


def test_devices_that_looked_at_other_rows_are_told_other_things(
    client: FlaskClient, game: int
) -> None:
    phones = [guest(client.application, game, seat, secret=seat) for seat in ("p1", "p2")]
    assert [len(read_news(one, game, row)) for one, row in zip(phones, "12", strict=True)] == [2, 1]
    assert read_news(phones[0], game, "2") == read_news(phones[1], game, "2")


def test_the_past_and_a_draft_tell_nothing(client: FlaskClient, game: int) -> None:
    assert read_news(client, game, "1", "/shares?then=2") == []
