"""Privates whose power is not bound to one hex: the hex is chosen after the private."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.steam_over_holland.game_start import company, table
from tests.web.play.operating_panels.test_operating_turn import forms, html, send


@pytest.fixture
def turn() -> Position:
    """The OSM at Zwolle, with the private that gives a tile more and the one that pays a river."""
    game = table(3).phase("3").privates(SMAS="OSM", KKI="OSM", RW="OSM")
    company(game, "OSM", 100, "p1", p1=40)
    return game.tile("E14", "57", 0).operating("OSM", "track", tokens=1)


def test_the_private_is_chosen_then_one_of_its_hexes(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn)
    page = html(client, game)
    assert "private=SMAS" in page and "private=KKI" in page
    chosen = html(client, game, private="SMAS", do="lay_power")
    listed = set(re.findall(r'<option value="(\w+)"', chosen))
    step = turn.rules.waiting(turn.state)
    assert listed == set(step.hexes(turn.state))
    assert '<input type="hidden" name="private" value="SMAS">' in chosen
    on_hex = html(client, game, private="SMAS", do="lay_power", hex="D15")
    laid = next(form for form in forms(on_hex) if form["type"] == "lay_tile")
    assert (laid["hex"], laid["private"]) == ("D15", "SMAS")
    assert send(client, game, laid) == 303
    assert store.open(game).state.privates["SMAS"] == "gone"


def test_only_hexes_with_a_river_are_lit_for_the_one_that_pays_it(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn)
    page = html(client, game, private="KKI", do="lay_power", hex="F13")
    laid = next(form for form in forms(page) if form["type"] == "lay_tile")
    assert (laid["hex"], laid["private"]) == ("F13", "KKI")
    elsewhere = html(client, game, private="KKI", do="lay_power", hex="D15")
    assert not [f for f in forms(elsewhere) if f["type"] == "lay_tile" and f["hex"] == "D15"]


def test_a_hex_without_a_private_is_laid_without_one(
    client: FlaskClient, store: GameStore, turn: Position
) -> None:
    game = store_position(store, turn)
    laid = next(f for f in forms(html(client, game, hex="D15")) if f["type"] == "lay_tile")
    assert "private" not in laid
