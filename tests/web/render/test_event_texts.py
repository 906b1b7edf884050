"""Rows of the log in a line: the action, then what followed from it."""

from companion.rules.core.actions import BuyTrain
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.render.event_texts import summarize
from tests.support.positions import Position
from tests.support.stored_games import store_position


def rusting() -> Position:
    """PRR may buy the first 4, with which the 2-trains rust."""
    position = Position("1830").phase("3").started("PRR", 100, "p1", p1=60).floated("PRR", 1000)
    position.started("NYC", 82, "p2", p2=60).floated("NYC", 300).trains("NYC", "2", "3", "3")
    position.started("B&O", 82, "p3", p3=60).floated("B&O", 300).trains("B&O", "3", "3", "3")
    return position.operating("PRR", "trains")


def test_the_first_consequence_begins_with_a_capital(store: GameStore) -> None:
    game = store_position(store, rusting())
    view = store.open(game)
    view = store.play(game, view.version, BuyTrain("PRR", "4-0", 300), by="p1")
    told = summarize(view.rules, view.tail[-1])
    assert str(told.said.striptags()) == "PRR bought a 4 for $300 from the bank."
    assert told.more[0] == "The 2-trains rusted"
    missed = (
        create_app({"STORE": store}).test_client().get(f"/game/{game}/events?since=-1&before=9")
    )
    assert missed.json is not None
    assert missed.json[-1].startswith(
        "PRR bought a 4 for $300 from the bank. The 2-trains rusted · "
    )
