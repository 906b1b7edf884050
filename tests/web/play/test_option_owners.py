"""An option of somebody else says whose it is: in its row, and on the button."""

from html import unescape

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.game_stages import squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position


def mohawk() -> Position:
    """Jörg holds the M&H and may swap it for a share of the NYC; the game waits for Anneke."""
    position = Position("1830", 3).privates(MH="p2").close_privates()
    position.started("NYC", 100, "p3", p3=20).started("PRR", 100, "p1", p1=60)
    return position.floated("PRR", 1000)


def test_a_row_of_the_stock_turn_says_whose_it_is(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, mohawk().stock_round(turn="p1"))
    page = squeezed(client.get(f"/game/{game}").text)
    row = page.partition('id="pick-exchange_private~p2~MH~initial"')[2].partition("</a>")[0]
    assert '<span class="long">Jörg · Exchange for a share' in row
    assert '<span class="short">Jörg · exchange</span>' in row
    picked = client.get(f"/game/{game}?pick=exchange_private~p2~MH~initial").text
    deed = squeezed(picked).partition('id="deed"')[2].partition("</button>")[0]
    assert "Jörg · Exchange Mohawk &amp; Hudson for a share" in deed


def test_a_short_row_keeps_the_letters_of_a_hex(client: FlaskClient, store: GameStore) -> None:
    position = Position("1889", 3).privates(MF="p2").close_privates()
    game = store_position(store, position.stock_round(turn="p1"))
    page = squeezed(client.get(f"/game/{game}?tab=aside").text)
    assert '<span class="short">Jörg · 437 on B11' in page


def test_the_owners_own_row_names_nobody(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, mohawk().stock_round(turn="p2"))
    page = squeezed(client.get(f"/game/{game}").text)
    row = page.partition('id="pick-exchange_private~p2~MH~initial"')[2].partition("</a>")[0]
    assert "Exchange for a share" in row
    assert "Jörg ·" not in row


def test_beside_an_operating_turn_too(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, mohawk().operating("PRR", "track"))
    page = squeezed(client.get(f"/game/{game}").text)
    assert "Jörg · Exchange a private" in page
    choices = unescape(squeezed(client.get(f"/game/{game}?do=exchange").text))
    assert "Jörg's choice · for a share from the initial offering" in choices
