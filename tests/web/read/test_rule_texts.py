"""A refusal that cites a numbered rule opens its text; all texts stand on one page."""

from html import unescape

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.titles import load
from tests.support.game_stages import begun, squeezed


def refused_page(client: FlaskClient, store: GameStore, title: str) -> str:
    """The turn of a new game in which a private that is not for sale yet is asked for."""
    game = begun(store, title)
    last = store.open(game).rules.data.private_list[-1].symbol
    form = {"type": "buy_private", "player": "p1", "private": last, "version": 1}
    answer = client.post(f"/game/{game}/act", data=form)
    assert answer.status_code == 422
    return squeezed(unescape(answer.text))


def test_a_refusal_opens_the_text_of_its_rule(client: FlaskClient, store: GameStore) -> None:
    page = refused_page(client, store, "18nl")
    assert 'popovertarget="rule-1"' in page and page.count('id="rule-1"') == 1
    assert load("18nl").data.rules["C3.1"] in page


def test_a_place_in_a_book_is_only_named(client: FlaskClient, store: GameStore) -> None:
    page = refused_page(client, store, "1830")
    assert "<cite>1830 §" in page and "popovertarget" not in page


def test_all_rules_stand_on_one_page(client: FlaskClient, store: GameStore) -> None:
    game = begun(store, "18nl")
    for address in (f"/game/{game}/rules", "/rules/18nl"):
        page = unescape(client.get(address).text)
        assert [text for text in load("18nl").data.rules.values() if text not in page] == []
