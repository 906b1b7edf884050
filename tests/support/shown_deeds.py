"""A deed that is undone and redone, and the pages of its game afterwards."""

from flask.testing import FlaskClient

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.store.games.game_store import GameStore
from tests.support.whole_games import as_stored

PAGES = (
    *("", "/shares", "/table", "/market", "/map", "/hexes", "/companies", "/privates", "/trains"),
    *("/tiles", "/standings", "/ledger", "/log", "/report", "/rebuild", "/count", "/rulings"),
    *("/correct", "/seats", "/rules", "/map-on-table"),
)


def do_undo_and_redo(store: GameStore, game: int, *actions: Action) -> State:
    """Do the actions as one deed, undo and redo it, and return the state after it.

    Undo leads to the state before it, and redo to the state after it. Nothing is lost in either.
    """
    before = store.open(game)
    done = store.play(game, before.version, *actions)
    undone = store.undo(game, done.version)
    assert as_stored(undone.state) == as_stored(before.state)
    redone = store.redo(game, undone.version)
    assert as_stored(redone.state) == as_stored(done.state)
    for state in (done.state, undone.state, redone.state):
        before.rules.inventory.check(state)
    return redone.state


def open_pages(client: FlaskClient, store: GameStore, game: int) -> str:
    """Open the pages of a game, of all in it and of its last rows; return the log."""
    data, seats = store.open(game).rules.data, store.open(game).rules.seats
    there = f"/game/{game}"
    pages = [
        *PAGES,
        *(f"/player/{seat}" for seat in seats),
        *(f"/company/{symbol}".replace("&", "%26") for symbol in data.companies),
        *(f"/receipt/{row.n}" for row in store.rows(game)[-3:]),
    ]
    for page in pages:
        answer = client.get(f"{there}{page}")
        assert answer.status_code == 200, (page, answer.status_code)
        assert ">None<" not in answer.text, page
    return client.get(f"{there}/log").text
