"""A run that earns less than another: asked about once more, then told wherever the run is told."""

from __future__ import annotations

import html as entities
import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.board.bestrun.best_run import BestRun
from companion.ledger.receipts import PayoutReceipt
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Dividend, RunTrains, action_to_json
from companion.rules.data import codec
from companion.rules.operating import dividends, running
from companion.store.games.game_store import GameStore
from companion.web.play.best_run_searches import Searches
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.steam_over_holland.game_start import company, table

WEST, EAST = ("H10.0", "H12.0"), ("H12.0", "H14", "H16.0")


def pennsylvania() -> Position:
    """The PRR may run for 30 to the west, and for 40 to the east."""
    game = Position("1830", 3).close_privates()
    game.started("PRR", 100, "p1", p1=60, p2=20).floated("PRR", 1000)
    game.phase("3").trains("PRR", "2").tile("H10", "57", 1).tile("H14", "9", 1)
    return game.tile("H16", "57", 1).tile("H16", "15", 4).operating("PRR", "run")


def utrecht() -> Position:
    """The NCS may run for 40, from Utrecht to Breda."""
    game = table(3)
    company(game, "NCS", 65, "p1", p1=40).trains("NCS", "2")
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    return game.operating("NCS", "run", tokens=1)


CASES = [
    pytest.param(
        pennsylvania,
        RunTrains("PRR", (("2-0", WEST),)),
        "A run of $40 exists. This one earns $10 less. 1830 §20.3",
        "PRR ran for $30; $40 was possible.",
        id="1830",
    ),
    pytest.param(
        pennsylvania,
        RunTrains("PRR"),
        "A run of $40 exists. This one earns $40 less. 1830 §20.3",
        "PRR ran for $0; $40 was possible.",
        id="1830-nothing",
    ),
    pytest.param(
        utrecht,
        RunTrains("NCS"),
        "A run of fl. 40 exists. This one earns fl. 40 less. Steam over Holland, Running trains",
        "NCS ran for fl. 0; fl. 40 was possible.",
        id="holland-nothing",
    ),
]
cases = pytest.mark.parametrize(("position", "run", "asked", "told"), CASES)


def act(client: FlaskClient, game: int, **fields: Any) -> tuple[int, str]:
    """Send a form or, with ``json``, JSON; return the status, and the words of the page."""
    if fields.pop("json", False):
        answer = client.post(f"/game/{game}/act", json=fields)
    else:
        answer = client.post(f"/game/{game}/act", data=fields)
    return answer.status_code, answer.get_data(as_text=True)


def words(page: str) -> str:
    return " ".join(entities.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def form_of(page: str, button: str) -> dict[str, str]:
    """The fields of the form with the button of that id."""
    forms = re.findall(r"<form[^>]*/act\".*?</form>", page, re.S)
    (form,) = (form for form in forms if f'id="{button}"' in form)
    fields = re.findall(r'<input[^>]*name="(\w+)"[^>]*value="([^"]*)"', form)
    return {name: entities.unescape(value) for name, value in fields}


def sent(store: GameStore, game: int, run: RunTrains) -> dict[str, Any]:
    return {"version": store.version(game), **action_to_json(run)}


@cases
def test_it_is_asked_about_once_more_with_its_section_and_then_told_everywhere(
    client: FlaskClient, store: GameStore, position: Any, run: RunTrains, asked: str, told: str
) -> None:
    game = store_position(store, position())
    version = store.version(game)
    status, page = act(client, game, json=True, **sent(store, game, run))
    assert status == 422
    assert asked in words(page)
    assert store.version(game) == version

    form = {name: str(value) for name, value in sent(store, game, run).items()}
    if run.routes:
        form["routes"] = '[["2-0", ["H10.0", "H12.0"]]]'
    status, page = act(client, game, **form)
    assert status == 422
    assert asked in words(page)
    assert store.version(game) == version
    less = re.search(r"earns (\S+(?: \d+)?) less", asked)
    assert less and f"Run it anyway, {less[1]} less" in words(page)

    status, _ = act(client, game, **form_of(page, "own"))
    assert status == 303
    assert told in words(client.get(f"/game/{game}/log").text)
    assert told in words(client.get(f"/game/{game}").text)
    if store.open(game).rules.waiting(store.open(game).state).name == "dividend":
        store.play(game, store.version(game), Dividend(run.company, "withhold"))
    (row,) = (row for row in store.rows(game) if "receipt" in str(row.events))
    receipt = next(e.facts["receipt"] for e in row.events if "receipt" in e.facts)
    assert (receipt.better_revenue, receipt.is_proved) == (40, True)
    slip = words(client.get(f"/game/{game}/receipt/{row.n}").text)
    assert f"{told} {asked.partition(' less. ')[2]}" in slip


def test_the_best_run_is_run_with_one_tap(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, pennsylvania())
    best = RunTrains("PRR", (("2-0", EAST),), better_revenue=999)
    assert (
        act(client, game, json=True, **sent(store, game, replace(best, better_revenue=None)))[0]
        == 303
    )
    assert [e.kind for e in store.rows(game)[-1].events] == ["ran"]
    store.undo(game, store.version(game))
    # what nobody has to confirm is not told as lesser, whatever was sent
    assert act(client, game, json=True, **sent(store, game, best))[0] == 303
    assert store.rows(game)[-1].action == replace(best, better_revenue=None)


@pytest.mark.parametrize("possible", [31, 39, 41, 999])
def test_only_what_is_possible_confirms(
    client: FlaskClient, store: GameStore, possible: int
) -> None:
    game = store_position(store, pennsylvania())
    run = RunTrains("PRR", (("2-0", WEST),), better_revenue=possible)
    status, page = act(client, game, json=True, **sent(store, game, run))
    assert (status, "A run of $40 exists." in page) == (422, True)
    assert store.open(game).state.round.turn.revenue is None


def test_a_run_that_breaks_a_rule_is_refused_for_that(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, pennsylvania())
    run = RunTrains("PRR", (("2-0", ("H10.0", "H12.0", "H14", "H16.0")),), better_revenue=40)
    status, page = act(client, game, json=True, **sent(store, game, run))
    assert status == 422
    assert "too many for the train" in page
    assert "exists" not in page


def test_nothing_may_be_run_from_the_drawing(client: FlaskClient, store: GameStore) -> None:
    game = store_position(store, pennsylvania())
    drawing = client.get(f"/game/{game}?draw=1").text
    link = re.search(r'id="nothing" href="([^"]*)"', drawing)
    assert link
    asked = client.get(entities.unescape(link[1])).text
    assert "This one earns $40 less." in asked
    assert form_of(asked, "own")["better_revenue"] == "40"
    assert act(client, game, **form_of(asked, "own"))[0] == 303
    assert store.open(game).state.round.turn.division == "withhold"
    drawn = client.get(f"/game/{game}?draw=1&r=2-0:H10.0,H12.0").text
    assert 'id="nothing"' not in drawn


def test_a_best_run_that_is_only_found_is_called_no_more_than_that(
    client: FlaskClient, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search_without_an_end(*args: Any) -> BestRun:
        return replace(find(*args), proved=False)

    find = Searches.find
    monkeypatch.setattr(Searches, "find", search_without_an_end)
    game = store_position(store, pennsylvania())
    asked = client.get(f"/game/{game}?draw=1&challenge=1&r=2-0:H10.0,H12.0").text
    assert "A run of $40 exists, and maybe a better one." in asked
    assert re.search(r"Searched for \d+\.\d s", words(asked))
    assert act(client, game, **form_of(asked, "own"))[0] == 303
    told = "PRR ran for $30; $40 or more was possible."
    assert told in words(client.get(f"/game/{game}/log").text)
    turn = store.open(game).state.round.turn
    assert (turn.better_revenue, turn.is_proved) == (40, False)


def test_a_game_is_rebuilt_without_a_search(
    client: FlaskClient, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store_position(store, pennsylvania())
    run = RunTrains("PRR", (("2-0", WEST),), better_revenue=40)
    assert act(client, game, json=True, **sent(store, game, run))[0] == 303
    after = store.open(game).state
    monkeypatch.setattr(running, "find_best", None)
    store.undo(game, store.version(game))
    assert store.open(game).state.round.turn.revenue is None
    store.redo(game, store.version(game))
    again = store.open(game).state.round.turn
    assert again == after.round.turn
    assert (again.better_revenue, again.is_proved) == (40, True)


def test_a_run_of_before_is_read_as_one_of_which_nobody_knows_more() -> None:
    run = read_action({"type": "run_trains", "company": "PRR", "routes": [["2-0", list(WEST)]]})
    assert run == RunTrains("PRR", (("2-0", WEST),))
    game = pennsylvania().do(run)
    assert game.told()[0] == "ran"
    receipt = dividends.payout_preview(game.rules, game.state, "PRR", "pay")
    old = codec.to_json(receipt)
    del old["better_revenue"], old["is_proved"]
    read = codec.from_json(old)
    assert isinstance(read, PayoutReceipt)
    assert read == receipt


def test_the_run_said_to_be_possible_earns_more() -> None:
    game = pennsylvania()
    assert game.refused(RunTrains("PRR", (("2-0", EAST),), better_revenue=40)) == {"run.not_lesser"}
    assert game.refused(RunTrains("PRR", (("2-0", WEST),), better_revenue=30)) == {"run.not_lesser"}
    assert game.allowed(RunTrains("PRR", (("2-0", WEST),), better_revenue=31))
