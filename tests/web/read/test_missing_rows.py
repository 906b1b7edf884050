"""Rows of a game that are gone: every address still answers with a page, and never stumbles.

Each kind of loss is tried with a sixth of the addresses, in turn; with all of them with FULL in the
environment.
"""

import os
import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from companion.exchange.files.automatic_copies import Copies
from companion.rules.core.actions import BuyPrivate
from companion.store.db.migrations import HEAD
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun

WORDS = {
    **{"<form>": "standings", "<symbol>": "PRR", "<seat>": "p1", "<kind>": "shares"},
    **{"<slug>": "1830", "<code>": "AAAA", "<link>": "x", "<int:row>": "1", "<int:id>": "1"},
}
APART = 1 if os.environ.get("FULL") else 6  # of so many addresses one is asked for
DEED = {"type": "buy_private", "player": "p2", "private": "CS", "depth": "1", "why": "so"}
GONE = {
    "its own row": ["game"],
    "its log": ["log"],
    "all but its own row": ["posting", "entry", "snapshot", "log", "journal"],
}


def paths(client: FlaskClient, copy: str) -> list[tuple[str, str]]:
    """Every way to ask for something about the game, those that may end it last."""
    found = []
    for rule in client.application.url_map.iter_rules():
        path = rule.rule.replace("<int:game>", "1").replace("<name>", copy)
        for mark, word in WORDS.items():
            path = path.replace(mark, word)
        if "<int:game>" in rule.rule and rule.endpoint != "turn_screen.stream":
            found += [(m, path) for m in sorted((rule.methods or set()) & {"GET", "POST"})]
    return sorted(found, key=lambda each: (each[0], bool(re.search("copies|delete", each[1]))))


@pytest.mark.in_part(1)
@pytest.mark.sqlite_only
@pytest.mark.parametrize("what", GONE)
def test_no_address_stumbles_over_a_game_of_which_rows_are_gone(
    client: FlaskClient, store: GameStore, what: str
) -> None:
    """Asked in turn by a companion that has the game open, and by one that has not."""
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    game = begun(store)
    store.play(game, 1, BuyPrivate("p1", "SV"), by="p1")
    Copies(store).write(game)
    (copy,) = Copies(store).list_of(game)
    rest = store.admin.read_rows(game)
    fields = None
    asked = paths(client, copy.name)
    assert len(asked) > 50
    for method, path in asked[list(GONE).index(what) % APART :: APART]:
        if method == "POST" or fields is None:  # looking changes nothing
            store.admin.put_right(game, rest, HEAD)
            fields = {**DEED, "version": str(store.open(game).version)}
            delete(store, game, GONE[what])
        answer = client.open(path, method=method, data=fields)
        assert answer.status_code < 500, (method, path)
        store.memory.forget(game)
        answer = client.open(path, method=method, data=fields)
        assert answer.status_code < 500, (method, path)


def delete(store: GameStore, game: int, tables: list[str]) -> None:
    """Delete rows of the game, as another program does."""
    with store.database._engine.connect() as connection:
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        connection.exec_driver_sql("BEGIN")
        for table in tables:
            of = "id" if table == "game" else "game"
            connection.execute(text(f"DELETE FROM {table} WHERE {of} = {game}"))
        connection.commit()
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
