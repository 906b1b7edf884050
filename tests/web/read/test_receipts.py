"""The receipt of any row: what it moved, why so much, who entered it, and the ways on from it."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import (
    BuyShare,
    BuyTrain,
    Dividend,
    PlaceToken,
    RunTrains,
    SellShares,
    StartCompany,
)
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.game_stages import begun, never, played, squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position


def words(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", squeezed(answer.text))))


def selling(store: GameStore) -> int:
    """A game in which a sale was entered that makes another player president."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=40, p2=30, pool=0)
    game = store_position(store, position.stock_round())
    store.play(game, store.version(game), SellShares("p1", "PRR", 20), by="p1")
    return game


def test_a_sale_of_shares_is_told_with_price_fall_and_certificates(
    client: FlaskClient, store: GameStore
) -> None:
    said = words(client, f"/game/{selling(store)}/receipt/1")
    for part in (
        "receipt 1",
        "Anneke sold 20% PRR for $200.",
        "shares sold · PRR · 2 at the price of $100",
        "The president's certificate of PRR, 20% from Anneke to Jörg, in exchange",
        "2 × 10% PRR from Jörg to Anneke, in exchange",
        "2 × 10% PRR from Anneke to the pool",
        "PRR, two down",
        "1830 §15.0",
    ):
        assert part in said, part
    assert re.search(r"100 90 82", said)


def test_a_train_that_was_kept_aside_is_told_to_be_for_sale(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1882", 3).privates(SCP="p1").close_privates().cash(p1=600)
    for train in [train for train in position.state.trains if train.startswith("2-")]:
        position.state.move_train(train, "gone")
    game = store_position(store, position.stock_round(2, "p1"))
    store.play(game, store.version(game), StartCompany("p1", "SC", 67), by="p1")
    said = words(client, f"/game/{game}/receipt/1")
    assert "A 3 kept aside, for sale from now on" in said
    assert "from bank to bank" not in said


def test_a_receipt_leads_to_its_action_its_entries_and_the_game_as_it_stood(
    client: FlaskClient, store: GameStore
) -> None:
    game = selling(store)
    page = client.get(f"/game/{game}/receipt/1").text
    for there in ("log?row=1#row-1", "ledger?row=1#asked", "map?then=1"):
        assert f"/game/{game}/{there}" in page
    assert f'href="/game/{game}/receipt/1"' in client.get(f"/game/{game}/log").text
    assert f'href="/game/{game}/receipt/1"' in client.get(f"/game/{game}/ledger").text


def test_a_share_of_the_initial_offering_is_paid_at_par_though_its_price_is_the_same(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates().cash(p1=500)
    position.started("PRR", 100, "p2", p2=40)
    game = store_position(store, position.stock_round())
    store.play(game, store.version(game), BuyShare("p1", "PRR", "initial"), by="p1")
    assert "1 at the par of $100" in words(client, f"/game/{game}/receipt/1")


def test_an_undone_action_has_a_receipt_that_says_so(client: FlaskClient, store: GameStore) -> None:
    game = selling(store)
    store.undo(game, store.version(game))
    said = words(client, f"/game/{game}/receipt/1")
    assert "This was undone and does not count." in said
    assert "2 at the price of $100" in said
    assert "The game at that moment" not in said


def test_the_help_of_a_president_is_told_with_the_debt(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=40, p2=30, pool=0).floated("PRR", 50)
    position.tile("H10", "57", 1).cash(p1=500).operating("PRR", "trains", division="withhold")
    game = store_position(store, position)
    store.play(game, store.version(game), BuyTrain("PRR", "2-0", 80))
    said = words(client, f"/game/{game}/receipt/1")
    assert "PRR had to pay the cheapest, a 2 80" in said
    assert "PRR had −50" in said and "Anneke adds from cash −30" in said
    assert "due $80 · less $50 that PRR had 30" in said
    assert "face value of a 2, $80" in said


def store_run(store: GameStore) -> int:
    """Store a game in which PRR runs a 2 from Altoona to Pittsburgh or beyond."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=40, p2=30, pool=0).floated("PRR", 500)
    position.trains("PRR", "2").tile("H10", "57", 1).operating("PRR", "run")
    return store_position(store, position)


def test_a_payout_shows_its_routes_on_the_map_and_the_better_run(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_run(store)
    store.play(game, store.version(game), RunTrains("PRR", (), better_revenue=40))
    row = store.rows(game)[-1].n
    page = client.get(f"/game/{game}/receipt/{row}").text
    there = f"/game/{game}/receipt/{row}?better=1"
    assert f"{there}#better" in page
    better = squeezed(client.get(there).text)
    assert "the better run, $" in better
    assert 'class="routes"' in better and 'class="run ' in better


def test_a_run_shows_its_stops_and_the_map(client: FlaskClient, store: GameStore) -> None:
    game = store_run(store)
    run = RunTrains("PRR", (("2-0", ("H10.0", "H12.0")),))
    store.play(game, store.version(game), run)
    page = client.get(f"/game/{game}/receipt/1").text
    said = words(client, f"/game/{game}/receipt/1")
    assert 'class="routes"' in page and "PRR ran for $" in said
    assert "Pittsburgh" in said and "Altoona" in said and "Nothing changed hands" not in said


def test_the_headings_of_a_run_and_of_a_payout_are_in_order(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_run(store)
    for action in (RunTrains("PRR", (("2-0", ("H10.0", "H12.0")),)), Dividend("PRR", "pay")):
        store.play(game, store.version(game), action)
        page = client.get(f"/game/{game}/receipt/{store.rows(game)[-1].n}").text
        levels = re.findall(r"<h(\d)", page[page.index("<main") : page.index("</main")])
        assert levels[:3] == ["1", "2", "3"]


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", sorted(titles()))
def test_every_row_of_a_game_has_a_receipt(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    game = played(store, never, title)
    for row in store.rows(game)[::150]:
        assert f"receipt {row.n}," in words(client, f"/game/{game}/receipt/{row.n}")


def test_the_beginning_has_a_receipt_and_no_other_row_that_is_not_there(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    assert "starting money" in words(client, f"/game/{game}/receipt/0")
    assert client.get(f"/game/{game}/receipt/1").status_code == 404


def test_a_payment_for_track_or_a_token_names_the_place(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=40, p2=30, pool=0).floated("PRR", 500)
    position.tile("H10", "57", 1).operating("PRR", "token")
    game = store_position(store, position)
    store.play(game, store.version(game), PlaceToken("PRR", "H10.0"))
    assert "PRR to the bank token · H10 Pittsburgh" in words(client, f"/game/{game}/receipt/1")
    assert "PRR, H10 Pittsburgh" in words(client, f"/game/{game}/ledger")


def test_a_title_without_an_initial_offering_of_its_own_has_no_column_for_it(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("steam-over-holland", 3).close_privates().stock_round(1, "p1")
    game = store_position(store, position)
    store.play(game, store.version(game), StartCompany("p1", "NBD", 65))
    said = words(client, f"/game/{game}/receipt/1")
    assert "20% from the initial offering to Anneke" in said
    matrix = client.get(f"/game/{game}/shares").text.partition('class="matrix')[2]
    assert "treasury" in matrix and "initial" not in matrix.partition("</table>")[0]
