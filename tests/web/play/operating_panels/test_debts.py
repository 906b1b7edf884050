"""A debt that is no train on the screens: its sum and what pays it, in any round."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.money.debts import Debt
from companion.rules.standard.rules import StandardRules
from companion.store.games.game_store import GameStore
from tests.rules.money.invented_debts import add_fees, owing
from tests.support.game_stages import squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.web.play.operating_panels.test_operating_turn import html, send, table_of


@pytest.fixture
def owes(monkeypatch: pytest.MonkeyPatch) -> Position:
    """p1 presides over the PRR at 100, which has 20% of itself, and holds NYC at 67."""
    made = StandardRules.__init__

    def with_fees(rules: StandardRules, *given: Any) -> None:
        made(rules, *given)
        add_fees(rules)

    monkeypatch.setattr(StandardRules, "__init__", with_fees)
    game = Position("1830", 3).close_privates().cash(p1=90, p2=500, p3=500)
    game.started("PRR", 100, "p1", p1=40, p2=10, treasury=20).floated("PRR", 100)
    return game.started("NYC", 67, "p2", p2=40, p1=40).floated("NYC", 0)


def rows(page: str) -> dict[str, str]:
    """The sum of the debt, line by line."""
    return {head: cells[0] for head, cells in table_of(page).items()}


@pytest.mark.parametrize("round", ["stock", "operating", "between turns"])
def test_the_debt_stands_as_a_sum_over_what_may_be_sold(
    client: FlaskClient, store: GameStore, owes: Position, round: str
) -> None:
    if round == "stock":
        owes.stock_round(2, "p2")
    else:
        owes.operating("NYC")
    if round == "between turns":
        owes.state.round = replace(owes.state.round, turn=None)
    game = store_position(store, owing(owes, Debt("fee", "PRR", 460, "p1")))
    page = html(client, game)
    assert "PRR owes a fee." in page
    found = rows(page)
    assert (found["the fee"], found["treasury of PRR"]) == ("460", "−100")
    assert (found["own shares, sold first"], found["Anneke adds, out of $90"]) == ("−200", "−90")
    assert (found["still missing"], found["Anneke may raise by sales"]) == ("70", "432")
    assert 'id="deed"' not in page  # the only thing to do sells: a hand chooses it first
    own = chosen(client, game, "sell_own_shares")
    assert own and send(client, game, own) == 303
    page = html(client, game)
    assert "own shares, sold first" not in page and rows(page)["treasury of PRR"] == "−300"
    while "owes a fee" in html(client, game):
        sale = chosen(client, game, "sell_shares")
        assert sale and send(client, game, sale) == 303
    assert store.open(game).state.cash["PRR"] == 0


def chosen(client: FlaskClient, game: int, action: str) -> dict[str, str] | None:
    """The form of the first action of a kind that may be done, after a tap on it if need be."""
    page = html(client, game)
    links = [unescape(link) for link in re.findall(r'href="([^"]*pick=[^"]*)"', page)]
    taps = [squeezed(client.get(link).text) for link in links if f"pick={action}" in link]
    found = r'<form[^>]*action="[^"]*/act".*?</form>'
    for form in (form for each in (page, *taps) for form in re.findall(found, each, re.S)):
        fields = dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form))
        if fields["type"] == action:
            return fields
    return None


def test_a_players_own_debt_names_their_cash(
    client: FlaskClient, store: GameStore, owes: Position
) -> None:
    game = store_position(store, owing(owes.stock_round(2, "p2"), Debt("toll", "p1", 100, "p1")))
    page = html(client, game)
    found = rows(page)
    assert "Anneke has to pay the toll." in page
    assert (found["cash of Anneke"], found["still missing"]) == ("−90", "10")
    assert "adds" not in " ".join(found)
