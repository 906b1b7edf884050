"""The rules card before a game, and in its menu with the options of the game."""

from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.data.setup import Setup
from companion.rules.explain.rules_card import card_sections
from companion.store.games.game_store import GameStore
from companion.titles import load, titles


@pytest.mark.parametrize("slug", titles())
def test_the_form_of_a_new_game_leads_to_the_card(client: FlaskClient, slug: str) -> None:
    assert f"/rules/{slug}" in client.get(f"/new?title={slug}").text
    page = unescape(client.get(f"/rules/{slug}?player=Ann&player=Bo").text)
    assert "player=Ann&player=Bo" in page  # the way back
    for section in card_sections(load(slug).data):
        assert section.head in page
        assert [line for line in section.lines if line not in page] == []


def test_there_is_no_card_of_an_unknown_title(client: FlaskClient) -> None:
    assert client.get("/rules/nowhere").status_code == 404


def test_the_menu_of_a_game_leads_to_its_card_with_its_options(
    client: FlaskClient, store: GameStore
) -> None:
    data = load("1830").data
    option = next(option for option in data.options if "trains" in option.patch)
    usual = store.new_game(Setup("1830", ("Ann", "Bo", "Cas")))
    other = store.new_game(Setup("1830", ("Ann", "Bo", "Cas"), {option.key: True}))
    assert f"/game/{usual}/rules" in client.get(f"/game/{usual}").text
    pages = [client.get(f"/game/{game}/rules").text for game in (usual, other)]
    tables = [page.partition('id="card-trains"')[2].partition("</section>")[0] for page in pages]
    assert tables[0] and tables[0] != tables[1]
