"""If a token of nobody makes room, the screen offers its place beside the free circles."""

import re

import pytest
from flask.testing import FlaskClient

from companion.rules.judge.policies import TokenPolicy
from companion.store.games.game_store import GameStore
from companion.titles import MORE
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.demo.rules import DemoRules
from tests.web.play.operating_panels.test_operating_turn import forms, html, send


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Position:
    """Southby's company reaches Midford, where a marker of nobody closes the one circle.

    Here such a marker makes room.
    """
    monkeypatch.setenv(MORE, "tests.titles")
    monkeypatch.setattr(DemoRules, "tokens", TokenPolicy(frozenset(("closed",))))
    table = Position("demo", 3).close_privates()
    company = next(c.symbol for c in table.data.company_list if c.homes == (("C6.0",),))
    table.started(company, 40, "p1", p1=60).floated(company, 300)
    table.tile("C6", "57", 2).tile("B5", "57", 2)
    return table.operating(company, "token")


def test_the_place_of_a_token_that_makes_room_is_listed_and_taken(
    client: FlaskClient, store: GameStore, closed: Position
) -> None:
    game = store_position(store, closed)
    page = html(client, game, step="token")
    assert "replacing nobody" in page
    (there,) = re.findall(r'id="stop-B5-0-closed"[^>]*href="[^"]*\?([^"]*)"', page)
    asked = dict(part.split("=") for part in there.replace("&amp;", "&").split("&"))
    (laid,) = [form for form in forms(html(client, game, **asked)) if form["type"] == "place_token"]
    assert (laid["stop"], laid["replaced_owner"]) == ("B5.0", "closed")
    assert send(client, game, laid) < 400
    assert store.open(game).state.board.tokens["B5.0"] == (laid["company"],)
