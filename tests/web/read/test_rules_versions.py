"""Games with rows of other rules: what these do not know is told as it stands, on every screen.

Their reports are made, and one is printed; all with FULL in the environment.
"""

import copy
import os
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import insert, select, update
from sqlmodel import col

from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.report_html import report_html
from companion.rules.data.setup import Setup
from companion.rules.shares.market import companies_by_price
from companion.store.db.tables import Game, LedgerEntry, LedgerPosting, Row
from companion.store.games.game_store import GameStore
from companion.web.render.paging_by_round import key_of
from tests.reporting.report_games import texts
from tests.support.random_play import actions, anything

FULL = bool(os.environ.get("FULL"))
TITLES = ("1830", "steam-over-holland")
LANDED = {
    "$type": "event",
    "kind": "moon_landed",
    "facts": {
        "player": "p1",
        "crew": ["p2", "p3"],
        "amount": 40,
        "craft": {"$type": "Rocket", "name": "Eagle", "stages": [{"$type": "Stage"}]},
        "home_again": True,
    },
}
TOLD = "Moon landed, as it is stored: player Ann, crew Bob Cleo, amount 40, craft name Eagle"


def change(store: GameStore, column: Any, to: Callable[[Any], Any], *where: Any) -> None:
    """Write something else into a column of JSON."""
    with store.database.write() as session:
        found = session.execute(select(column).where(*where)).scalar_one()
        changed = to(copy.deepcopy(found))
        session.execute(update(column.class_).where(*where).values({column.key: changed}))
    store.memory.clear()


def row_is(game: int, n: int) -> tuple[Any, Any]:
    """Find that row of a game's log."""
    return col(Row.game) == game, col(Row.number) == n


@pytest.fixture(params=TITLES)
def game(request: pytest.FixtureRequest, store: GameStore) -> int:
    """A game in which companies have run, with something undone."""
    setup = Setup(request.param, ("Ann", "Bob", "Cleo"))
    number = store.import_game(setup, [action for action, _ in actions(setup, 230)])
    store.undo(number, store.version(number), 3)
    return number


def pages(store: GameStore, game: int) -> list[str]:
    """Every screen of the game."""
    view = store.open(game)
    named = ["", "log", "ledger", "shares", "market", "map", "companies", "privates", "trains"]
    named += [
        "standings",
        "readings",
        "ledger?account=bank",
        f"ledger?round={key_of(view.tail[0].round)}",
    ]
    named += ["player/p1", *(f"company/{symbol}" for symbol in companies_by_price(view.state)[:1])]
    return [f"/game/{game}/{name}".rstrip("/") for name in named]


def look_everywhere(client: FlaskClient, store: GameStore, game: int) -> None:
    for page in ("/", *pages(store, game)):
        assert client.get(page).status_code == 200, page


def report_of(client: FlaskClient, store: GameStore, game: int, printed: bool = FULL) -> str:
    """The words of a game's report."""
    if not printed:
        return report_html(gather(*moments_of_stored_game(store, game)), "a4")
    report = client.get(f"/game/{game}/report.pdf")
    assert report.status_code == 200
    return " ".join(texts(report.data))


def whole_log(client: FlaskClient, store: GameStore, game: int) -> str:
    """Every page of the log, round by round."""
    rounds = dict.fromkeys(row.round for row in store.rows(game))
    log = ""
    for round in rounds:
        page, more = 1, True
        while more:
            shown = {"round": key_of(round), "page": page}
            text = client.get(f"/game/{game}/log", query_string=shown).text
            page, more = page + 1, f"page={page + 1}" in text
            log += text
    return log


def test_an_event_of_other_rules_is_told_as_it_stands(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    for n in (0, 1, 120, 200, 227, 229):  # the beginning, auction, rounds, the last, an undone one
        change(store, Row.events, lambda e: [*e, LANDED], *row_is(game, n))
    look_everywhere(client, store, game)
    log = whole_log(client, store, game)
    assert log.count("oon landed, as it is stored") >= 6
    assert TOLD in log.replace("<b>", "").replace("</b>", "")
    assert "oon landed, as it is stored" in report_of(client, store, game)
    view = store.open(game)
    view = store.play(game, view.version, anything(view))
    assert store.undo(game, view.version, 100).undoable == 128


def test_events_that_say_less_or_more_than_now_are_told_as_they_stand(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    """Every event of the game loses what it says, one fact after the other; no screen is lost."""
    rows = store.rows(game)
    paid = next(row for row in rows if any(e.kind in ("paid", "withheld") for e in row.events))

    def poorer(events: list[Any]) -> list[Any]:
        for number, event in enumerate(events):
            for key in sorted(event["facts"])[number % 2 :: 2]:
                del event["facts"][key]
        return events

    def another_receipt(events: list[Any]) -> list[Any]:
        for event in events:
            if "receipt" in event["facts"]:
                event["facts"]["receipt"]["$type"] = "ReceiptOfThen"
        return events

    for row in rows[1:]:
        changed = another_receipt if row.n == paid.n else poorer
        change(store, Row.events, changed, *row_is(game, row.n))
    look_everywhere(client, store, game)
    log = whole_log(client, store, game)
    assert "receipt revenue" in log
    for row in (*rows[::25], paid):
        assert client.get(f"/game/{game}/receipt/{row.n}").status_code == 200
    assert report_of(client, store, game)


def test_an_action_of_other_rules_is_told_as_it_stands(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    fly = {"type": "FlyToMoon", "player": "p2", "craft": "Eagle", "price": 900}
    for n in (227, 228):  # the last that stands, and one that is undone
        change(store, Row.events, lambda e: [], *row_is(game, n))
        change(store, Row.action, lambda a: fly, *row_is(game, n))
    look_everywhere(client, store, game)
    log = client.get(f"/game/{game}/log").get_data(as_text=True)
    assert log.count("<b>Bob</b>: Fly to moon: craft Eagle, price 900.") >= 2
    assert report_of(client, store, game)


def test_an_option_of_other_rules_is_told_and_the_game_goes_on(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    def more(setup: dict[str, Any]) -> dict[str, Any]:
        return {**setup, "options": {**setup["options"], "two_moons": 7, "draw_by": "lot"}}

    before = store.open(game)
    change(store, Game.setup, more, col(Game.id) == game)
    look_everywhere(client, store, game)
    page = client.get(f"/game/{game}/readings").get_data(as_text=True)
    assert "Two moons: is 7." in page
    assert "Draw by: is lot." in page
    assert report_of(client, store, game)
    view = store.play(game, before.version, anything(before))
    assert view.setup.options["two_moons"] == 7  # nothing that was stored is lost
    assert store.undo(game, view.version, 150).undoable == 78


def test_entries_of_other_rules_are_told_as_they_stand(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    with store.database.write() as session:
        renamed = update(LedgerEntry).where(col(LedgerEntry.row).in_((150, 227)))
        session.execute(renamed.values(memo="moon_rent"))
        at = {"game": game, "row": 150, "position": 90}
        new = {"memo": "moon_rent", "subjects": ["sea_of_tranquility", "p1"]}
        session.execute(insert(LedgerEntry).values(**at, **new, round="merger", round_number=4))
        for side, account, amount in ((0, "moon", 15), (1, "p1", -15)):
            posting = {"side": side, "account": account, "amount": amount}
            session.execute(insert(LedgerPosting).values(**at, **posting))
    look_everywhere(client, store, game)
    assert client.get(f"/game/{game}/ledger?round=merger-4-0").status_code == 200
    ledger = client.get(f"/game/{game}/ledger").get_data(as_text=True)
    assert "moon rent" in ledger
    assert "moon_rent" not in ledger
    assert report_of(client, store, game)
