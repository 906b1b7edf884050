"""The screen of a player who is not to act: their own options, and nothing of another's turn."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivateForCompany, ExchangePrivate
from companion.rules.core.state import State
from companion.rules.judge.consenting_parties import PLAYER, ActionRight, may_enter, parties
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from tests.support.clients import form, guest, press
from tests.support.game_stages import played, squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position

EACH = re.compile(r'<form\b[^>]*/act"[^>]*>.*?</form>', re.S)


def with_privates() -> Position:
    """PRR, which is Anneke's, begins its turn; Jörg has the M&H and the SV, Daniël the NYC."""
    position = Position("1830", 3).privates(MH="p2", SV="p2").close_privates()
    position.started("PRR", 100, "p1", p1=60).floated("PRR", 1000)
    position.started("NYC", 82, "p3", p3=60).floated("NYC", 300)
    return position.phase("3").trains("PRR", "3").operating("PRR")


@pytest.fixture
def game(store: GameStore) -> int:
    return store_position(store, with_privates())


def ways(page: str) -> list[str]:
    """The addresses of what may be done out of turn."""
    found = re.search(r"your options now</h2>(.*?)</section>", page, re.S)
    return [unescape(at) for at in re.findall(r'href="([^"]*)"', found[1])] if found else []


def picks(page: str) -> list[str]:
    return [unescape(at) for at in re.findall(r'href="([^"]*pick=[^"]*)"', page)]


def acts(page: str) -> list[str]:
    """The kinds of action of the forms on the page."""
    return [found[1] for f in EACH.findall(page) if (found := re.search(r'value="(\w+)"', kind(f)))]


def kind(of: str) -> str:
    found = re.search(r'<input[^>]*name="type"[^>]*>', of)
    return found[0] if found else ""


def test_a_private_is_exchanged_in_the_operating_turn_of_another(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    jörg = guest(client.application, game, "p2")
    page = jörg.get(f"/game/{game}").text
    assert acts(page) == []
    to = next(at for at in ways(page) if "exchange" in at)
    chosen = jörg.get(picks(jörg.get(to).text)[0]).text
    assert acts(chosen) == [ExchangePrivate.wire_name]
    assert press(jörg, chosen, "deed").status_code == 303
    view = store.open(game)
    assert view.state.privates["MH"] == "gone"
    assert (view.tail[-1].by, view.rules.actor(view.state)) == ("p2", "p1")


def test_a_private_is_sold_to_a_company_on_two_phones(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    """Its owner proposes it in the director's turn, who agrees on their own phone."""
    anneke, jörg = (guest(client.application, game, s, secret=s) for s in ("p1", "p2"))
    to = next(at for at in ways(jörg.get(f"/game/{game}").text) if "buy_private" in at)
    row = next(at for at in picks(jörg.get(to).text) if "SV" in at)
    chosen = jörg.get(row).text
    assert acts(chosen) == [BuyPrivateForCompany.wire_name]
    assert "Ask Anneke:" in squeezed(chosen)
    assert press(jörg, chosen, "deed", price="40").status_code == 303
    asked = anneke.get(f"/game/{game}").text
    agree = re.search(r'id="(agree-\d+)"', asked)
    assert agree and "Jörg proposes –" in squeezed(asked) and "$40" in asked
    assert press(anneke, asked, agree[1]).status_code == 303
    assert store.open(game).state.privates["SV"] == "PRR"


def test_a_player_who_acts_is_not_offered_anothers_choice(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    """The banker is, who may act for anyone."""
    anneke = guest(client.application, game, "p1")
    assert 'id="do-buy_private"' in anneke.get(f"/game/{game}").text
    assert 'id="do-exchange"' not in anneke.get(f"/game/{game}").text
    assert 'id="do-exchange"' in client.get(f"/game/{game}").text


@pytest.mark.parametrize("query", ["hex=H10", "pick=pass~PRR", "do=lay", "do=x"])
def test_an_address_shows_nothing_of_another_turn(
    client: FlaskClient, game: int, query: str
) -> None:
    jörg = guest(client.application, game, "p2")
    page = jörg.get(f"/game/{game}?{query}").text
    assert "your options now" in page
    assert acts(page) == []


def test_a_player_who_acts_out_of_turn_ends_no_turn_of_another(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    """Whatever is in the form."""
    jörg = guest(client.application, game, "p2")
    page = jörg.get(f"/game/{game}").text
    to = next(at for at in ways(page) if "exchange" in at)
    at, sent = form(jörg.get(picks(jörg.get(to).text)[0]).text, "deed")
    assert jörg.post(at, data={**sent, "then_pass": "1"}).status_code == 303
    assert len(store.rows(game)) == 2
    assert store.open(game).rules.actor(store.open(game).state) == "p1"


def out_of_turn(rules: Rules, state: State) -> bool:
    """A company operates, and somebody else may enter something by himself."""
    return state.round.operating is not None and bool(_others(rules, state))


def _others(rules: Rules, state: State) -> set[str]:
    offers = [o for step in rules.accepting(state)[1:] for o in step.offers(state) if o.allowed]
    return {
        seat
        for seat in rules.seats
        for offer in offers
        if seat != rules.actor(state)
        and may_enter(PLAYER, (seat,), parties(rules, state, offer.action)) is ActionRight.ENTER
    }


def test_an_1828_power_of_a_player_is_used_in_the_operating_turn_of_another(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, out_of_turn, "1828", seed=1)
    view = store.open(game)
    seat = min(_others(view.rules, view.state))
    phone = guest(client.application, game, seat)
    found = [phone.get(at).text for at in ways(phone.get(f"/game/{game}").text)]
    chosen = phone.get(picks(found[0])[0]).text
    assert press(phone, chosen, "deed").status_code == 303
    assert store.rows(game)[-1].by == seat
