"""A company that is bankrupt without the map leaves, and the game goes on."""

import random

from companion.bots.simulation import choose
from companion.rules.core.actions import DeclareBankruptcy, Pass
from companion.rules.core.map_use import ToldFacts
from companion.rules.operating.routes_without_map import TellNoRoute, TellRoute
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.positions import Position
from tests.support.shown_deeds import do_undo_and_redo, open_pages
from tests.support.stored_games import store_position
from tests.titles.demo.test_screens import text_of
from tests.titles.steam_over_holland.game_start import company, table

GIVE_UP = DeclareBankruptcy("p1")


def poor() -> Position:
    """The NCS has three tokens on the map, a private, 7, and no train; its president has 33."""
    game = table(3, without_map=True).cash(p1=33, p2=0, p3=0).privates(KKI="NCS")
    company(game, "NCS", 50, "p1", cash=7, home=False, p1=20, p2=20, pool=40)
    company(game, "OSM", 100, "p2", cash=10, home=False, p2=40)
    for symbol, count in (("NCS", 3), ("OSM", 1)):
        left = game.state.companies[symbol].tokens - count
        game.state.alter(symbol, tokens=left, homes=())
    game.state.told = ToldFacts(tokens={"NCS": 3, "OSM": 1})
    return game.operating("NCS", "trains", parts=2, tokens=1)


def test_it_need_not_buy_a_train_without_a_route():
    game = poor()
    assert game.refused(GIVE_UP) == {"bankrupt.not_short"}
    assert game.refused(Pass("NCS")) == {"route.asked"}
    game.do(TellNoRoute("NCS"))
    assert game.state.companies["NCS"].floated


def test_it_leaves_and_every_page_tells_of_it(store: GameStore):
    game = store_position(store, poor())
    do_undo_and_redo(store, game, TellRoute("NCS"))
    after = do_undo_and_redo(store, game, GIVE_UP)
    assert (after.companies["NCS"].status, after.privates["KKI"]) == ("gone", "gone")
    assert (after.cash["NCS"], after.cash["p1"], after.end_reason) == (0, 33, "")
    assert after.told == ToldFacts(tokens={"OSM": 1})
    assert after.companies["NCS"].tokens_removed == 3 + poor().state.companies["NCS"].tokens
    client = create_app({"STORE": store}).test_client()
    assert "NCS is bankrupt and leaves the game" in text_of(open_pages(client, store, game))


def test_the_others_play_on_to_the_end():
    game, dice = poor().do(TellRoute("NCS"), GIVE_UP), random.Random(7)
    while not game.state.end_reason:
        game.do(choose(game.rules, game.state, dice))
        assert game.state.companies["NCS"].status == "gone"
    assert game.state.end_reason in ("rounds", "market")
