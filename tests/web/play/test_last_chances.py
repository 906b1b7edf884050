"""The question whether a last chance is used: by name, in words, and answered in one tap."""

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import BuyShare, Pass
from companion.rules.operating.last_chances import ChanceEffect
from companion.rules.stock.share_trading import StockRound
from companion.store.games.game_store import GameStore
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1830.test_last_chances import (
    ORDINARY,
    all_broke,
    between,
    settle_game,
    tile_owner,
)


def asking() -> Position:
    """p1 is asked in their turn whether they exchange the M&H, which floats the NYC."""
    game = all_broke().started("PRR", 67, "p3", p3=60).floated("PRR", 670, home=False)
    return settle_game(game)


def test_screen_asks_the_owner_by_name_and_says_why(client: FlaskClient, store: GameStore) -> None:
    page = client.get(f"/game/{store_position(store, asking())}").text
    assert "Anneke may exchange Mohawk &amp; Hudson for 10% of NYC now." in page
    assert (
        "NYC would float and first operate in operating round 1.1; "
        "after a later exchange it would start later." in page
    )
    for words in ("Exchange Mohawk &amp; Hudson for a share", "Not now", "Not in this round"):
        assert words in page


@pytest.mark.parametrize("answer", ["exchange_private", "pass", "decline"])
def test_one_tap_answers(client: FlaskClient, store: GameStore, answer: str) -> None:
    game = store_position(store, asking())
    fields = {
        "exchange_private": {"player": "p1", "private": "MH", "source": "initial"},
        "pass": {"party": "p1"},
        "decline": {"player": "p1"},
    }[answer]
    sent = client.post(f"/game/{game}/act", data={"type": answer, "version": 1, **fields})
    assert sent.status_code == 303
    state = store.open(game).state
    assert not store.open(game).rules.last_chance.waits(state)
    assert bool(state.companies["NYC"].floated) == (answer == "exchange_private")


def test_log_tells_what_was_let_be(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, asking())
    client.post(f"/game/{game}/act", data={"type": "decline", "player": "p1", "version": 1})
    log = client.get(f"/game/{game}/log").text
    assert "decided against the exchange of Mohawk &amp; Hudson for this round." in log


def test_owner_is_asked_between_operating_rounds(client: FlaskClient, store: GameStore) -> None:
    page = client.get(f"/game/{store_position(store, between().do(Pass('PRR')))}").text
    assert "Daniël may exchange Mohawk &amp; Hudson for 10% of NYC now." in page
    assert (
        "NYC would float and first operate in operating round 2.2; "
        "after a later exchange it would start later." in page
    )


def test_extra_tile_is_asked_about_with_its_tiles_on_the_screen(
    client: FlaskClient, store: GameStore
) -> None:
    page = client.get(f"/game/{store_position(store, tile_owner().do(ORDINARY))}").text
    assert "PRR may lay the extra tile of Champlain &amp; St. Lawrence in this turn." in page
    for words in ("Lay 3 on B20", "Not now", "Not in this round"):
        assert words in page


def buying(turn: str = "p1") -> Position:
    """p1 buys a share and ends their turn with it; p3 owns a private."""
    game = Position("1830", 3).privates(CA="p3").close_privates().cash(p1=100)
    return game.started("B&O", 67, "p2", p2=40, pool=50).stock_round(2, turn)


BUY = {"type": "buy_share", "player": "p1", "company": "B&O", "source": "initial", "version": 1}


def test_a_player_who_ends_their_turn_with_the_purchase_is_not_asked_about_trades(
    client: FlaskClient, store: GameStore
) -> None:
    for then_pass, actor in (("1", "p2"), ("", "p1")):
        game = store_position(store, buying())
        client.post(f"/game/{game}/act", data={**BUY, "then_pass": then_pass})
        view = store.open(game)
        assert view.rules.actor(view.state) == actor


def test_a_player_who_ends_their_turn_with_the_purchase_is_asked_about_chances_of_the_round(
    client: FlaskClient, store: GameStore
) -> None:
    """Nobody can do anything after p1: the round would end, and the NYC float a round later."""
    game = Position("1830", 3).privates(MH="p1").close_privates().cash(p1=67, p2=0, p3=0)
    game.started("NYC", 67, "p2", p2=20, p3=20).stock_round(1, "p1")
    number = store_position(store, game)
    form = {**BUY, "company": "NYC", "then_pass": "1"}
    client.post(f"/game/{number}/act", data=form)
    view = store.open(number)
    assert isinstance(view.state.round, StockRound)
    assert view.state.round.number == 1
    assert (view.rules.waiting(view.state).name, view.rules.actor(view.state)) == ("chance", "p1")
    done = game.do(BuyShare("p1", "NYC", "initial"))
    assert (
        ChanceEffect("begins", (1, 1)) in done.rules.last_chance.question(done.state).lost_effects
    )
