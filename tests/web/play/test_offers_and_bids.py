"""The order of offers is that of the matrix beside them; a device that waits sees the auction."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import Bid
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.screen_tour import course
from tests.support.clients import guest
from tests.support.positions import Position
from tests.support.stored_games import store_position, store_state

CHIP = re.compile(r'<span class="chip[^"]*">\s*([^<]+?)\s*</span>')
SYMBOL = re.compile(r'<th scope="row">\s*(?:<a class="chip[^>]*>|<b>)\s*([^<]+?)\s*</[ab]>')
OFFER = re.compile(r'<a class="offer( chosen)?( refused)?"(.*?)</a>', re.S)


@pytest.mark.in_part(3)
@pytest.mark.parametrize("title", list(titles()))
@pytest.mark.parametrize("step", ["early auction", "early shares", "shares"])
def test_offers_have_the_order_of_the_matrix(
    client: FlaskClient, store: GameStore, title: str, step: str
) -> None:
    moments, rules, _ = course(title)
    page = unescape(client.get(f"/game/{store_state(store, rules, dict(moments)[step])}").text)
    matrix = SYMBOL.findall(page)
    assert matrix
    for group in ("do", "sell"):
        end = r'(?=<div class="list g-|class="deeds)'
        found = re.search(rf'<div class="list g-{group}.*?{end}', page, re.S)
        offers = OFFER.findall(found[0]) if found else []
        for refused in (False, True):
            rows = [body for _, no, body in offers if bool(no) == refused]
            chips = [chip[1] for body in rows if (chip := CHIP.search(body))]
            places = [matrix.index(chip) for chip in chips if chip in matrix]
            assert places == sorted(places), (group, refused, chips)


def test_a_device_that_waits_sees_privates_and_bids(client: FlaskClient, store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël")))
    store.play(game, store.open(game).version, Bid("p1", "CA", 165))
    page = guest(client.application, game, "p3").get(f"/game/{game}").text
    sale = re.search(r'<section class="sheet on-sale">.*?</section>', page, re.S)
    assert sale
    rows = re.findall(r"<tr.*?</tr>", sale[0], re.S)
    told = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows]
    assert any("Camden" in row and "160" in row and "Anneke 165" in row for row in told)
    assert any("Schuylkill" in row and "20" in row for row in told)
    assert sum("on-offer" in row for row in rows) == 1


def test_a_device_that_waits_sees_who_owns_what_is_sold(
    client: FlaskClient, store: GameStore
) -> None:
    moments, rules, _ = course("1839-2015")
    game = store_state(store, rules, dict(moments)["auction"])
    state = store.open(game).state
    waits = next(seat for seat in rules.seats if seat != rules.actor(state))
    page = guest(client.application, game, waits).get(f"/game/{game}").text
    sale = re.search(r'<section class="sheet on-sale">.*?</section>', page, re.S)
    assert sale
    assert any(name in sale[0] for name in rules.setup.players)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_a_device_that_waits_sees_all_that_is_sold(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    moments, rules, _ = course(title)
    state = dict(moments)["early auction"]
    game = store_state(store, rules, state)
    sold = SYMBOL.findall(unescape(client.get(f"/game/{game}").text))
    acting = summary(rules, state).acting
    waits = next(seat for seat in rules.seats if seat != acting)
    page = unescape(guest(client.application, game, waits).get(f"/game/{game}").text)
    rows = re.findall(r"#private-[^>]*>\s*([^<]+?)\s*</a>\s*<span class=\"note\">", page)
    assert rows == sold


def test_kinds_of_purchases_that_are_refused_in_the_same_words_have_one_row(
    client: FlaskClient, store: GameStore
) -> None:
    moments, rules, _ = course("1839-2015")
    state = dict(moments)["shares"]
    refused = [offer for offer in judge.offers(rules, state) if not offer.allowed]
    assert {"buy", "bundle"} <= {o.kind for o in refused if o.action.about() == "NBDS"}
    page = client.get(f"/game/{store_state(store, rules, state)}").text
    buying = page.partition('<div class="list g-do')[2].partition('<div class="list g-sell')[0]
    assert CHIP.findall(buying).count("NBDS") == 1


def test_a_narrow_row_says_that_its_size_is_in_percent(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).started("PRR", 67, "p2", p2=60, p1=10).floated("PRR", 500)
    page = client.get(f"/game/{store_position(store, position.stock_round())}").text
    row = re.search(r'<a class="offer"\s+id="pick-sell_shares~p1~PRR".*?</a>', page, re.S)
    assert row
    assert '<span class="short">10%</span>' in row[0]
