"""A game that has begun on paper: typed in through the form, checked, begun and played on."""

import os
import random
import re
from html import unescape
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.board.upgrade_chains import find_tiles_to_come
from companion.bots.simulation import NAMES
from companion.exchange.games_18xx.export_file import read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.rules.core.actions import Action
from companion.rules.core.rounds import OPENING
from companion.rules.core.state import GONE, State, TrainCard, type_of
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.opening.opening_step import position_of, start_state
from companion.rules.opening.position_sheet import sheet_of
from companion.store.games.game_store import GameStore
from companion.store.history.records import NothingToUndoError
from companion.titles import rules_for, titles
from companion.web.library.position_fields import write_fields
from tests.rules.opening.test_positions import is_between_turns, renamed, without_turn
from tests.support.clients import guest
from tests.support.game_stages import squeezed
from tests.support.run_cache import once, play
from tests.support.site_games import site_file
from tests.test_random_games import setup_for

POSITIONS = 4 if os.environ.get("FULL") else 1
PAPER = "/game/1/paper"


def send(client: FlaskClient, fields: dict[str, str]) -> str:
    """Send the form, and return the page to which that leads."""
    return client.post(PAPER, data=fields, follow_redirects=True).text


def check(client: FlaskClient, fields: dict[str, str]) -> str:
    return send(client, {**fields, "do": "check"})


def begin(client: FlaskClient, title: str = "1830", players: int = 3, **options: str) -> None:
    """Begin a game on paper, and be led to its form."""
    named = {"title": title, "player": [*NAMES[:players]], "paper": "1", **options}
    answer = client.post("/new", data=named)
    assert answer.location == PAPER


def play_out(rules: Rules, seed: int) -> tuple[list[State], list[Action]]:
    states, actions = [start_state(rules)], []
    for action, outcome in play(rules, seed):
        actions.append(action)
        states.append(outcome.state)
    return states, actions


def begins_turn(states: list[State], moment: int) -> bool:
    """Return whether a turn begins with this moment, and nothing is open."""
    now, before = states[moment], states[moment - 1]
    turns = {one.round.operating and one.round.operating.company for one in (before, now)}
    is_same = None not in turns and len(turns) == 1
    return is_between_turns(now) and not is_same


def is_usual(rules: Rules, state: State) -> bool:
    return not judge.refusals(rules, start_state(rules), position_of(rules, state))


def match_trains(before: State, after: State) -> dict[str, str]:
    """Return the train of the game begun on paper for each train of the other game."""

    def key(train: str, card: TrainCard) -> tuple[str, TrainCard]:
        return type_of(train), TrainCard(GONE) if card.place == GONE else card

    left: dict[tuple[str, TrainCard], list[str]] = {}
    for train, card in after.trains.items():
        left.setdefault(key(train, card), []).append(train)
    return {train: left[key(train, card)].pop(0) for train, card in before.trains.items()}


def fill_in(rules: Rules, state: State) -> dict[str, str]:
    """Return the fields of the form for a state, as a person would fill them in."""
    start = start_state(rules)
    return write_fields(rules, start, sheet_of(rules, state, start))


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", sorted(titles()))
def test_a_position_typed_in_plays_on_to_the_same_end(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    rules = rules_for(setup_for(title, 0))
    states, actions = play_out(rules, 0)
    moments = [n for n in range(1, len(states)) if begins_turn(states, n)]
    for number, moment in enumerate(random.Random(1).sample(moments, POSITIONS), 1):
        game = store.new_game(rules.setup)
        store.position_drafts.keep(game, {})
        fields = fill_in(rules, states[moment])
        answer = client.post(
            f"/game/{game}/paper", data={**fields, "do": "begin", "allowed": "1", "why": "so it is"}
        )
        assert answer.location == f"/game/{game}/seats", unescape(answer.text)
        assert store.position_drafts.find(game) is None
        assert number == game
        numbers = match_trains(states[moment], store.open(game).state)
        for action in actions[moment:]:
            view = store.open(game)
            store.play(game, view.version, renamed(action, numbers))
        state = store.open(game).state
        assert state.end_reason == states[-1].end_reason
        assert without_turn(rules, state) == without_turn(rules, states[-1])


def fill_in_late_position() -> dict[str, str]:
    """Return the fields of a right position late in a game."""
    rules = rules_for(Setup("1830", NAMES[:3]))
    states, _ = play_out(rules, 3)
    late = (n for n in range(len(states) // 2, len(states)) if begins_turn(states, n))
    usual = (states[n] for n in late if is_usual(rules, states[n]))
    return fill_in(rules, next(usual))


@pytest.fixture
def fields(client: FlaskClient) -> dict[str, str]:
    """The fields of a right position of the game that has begun on paper."""
    begin(client)
    return once("fields of a late position on paper", fill_in_late_position)


def test_the_form_shows_the_start_of_the_title(client: FlaskClient) -> None:
    begin(client)
    page = client.get(PAPER).text
    assert 'name="cash.p1" value="800"' in page
    assert 'name="depot.2" value="6"' in page
    assert "Everything is there" not in page and 'id="faults"' not in page


def test_every_fault_of_a_form_is_named_at_once(
    client: FlaskClient, store: GameStore, fields: dict[str, str]
) -> None:
    company = next(c for c in ("PRR", "NYC", "B&O", "C&O") if fields.get(f"cell.{c}"))
    other = next(s for s in ("p1", "p2", "p3") if f"president.{company}.{s}" not in fields)
    has = int(fields.get(f"share.{company}.{other}", "0"))
    wrong = {
        **fields,
        f"share.{company}.{other}": str(has + 10),
        f"president.{company}.{other}": "1",
        "cash.p2": str(int(fields.get("cash.p2", "0")) + 7),
        "gone.2": str(int(fields["gone.2"]) - 1),
        "tokens.B&O": "many",
    }
    page = unescape(client.post(PAPER, data={**wrong, "do": "begin"}).text)
    assert f"{company}: 110% is entered, but there is 100%. 10% is too much." in page
    assert f"president's certificate of {company}" in page
    assert "The money is $7 too much" in page
    assert "2-trains: " in page and "1 missing" in page
    assert "B&O · Tokens on the charter · “many” cannot be read there" in page
    assert store.open(1).head == 0
    again = client.get(PAPER).text
    assert 'value="many"' in again  # the draft can be left and taken up later
    page = unescape(check(client, fields))
    assert "Not right yet" not in page
    assert client.post(PAPER, data={**fields, "do": "begin"}).location == "/game/1/seats"


def test_unusual_things_begin_only_when_the_table_allows_them(
    client: FlaskClient, store: GameStore, fields: dict[str, str]
) -> None:
    names = [phase.name for phase in store.open(1).rules.data.phases]
    earlier = {**fields, "phase": names[0]}
    refused = client.post(PAPER, data={**earlier, "do": "begin"})
    assert refused.status_code == 422 and "the trains in play bring phase" in refused.text
    allowed = {**earlier, "do": "begin", "allowed": "1", "why": "the card was lost"}
    assert client.post(PAPER, data=allowed).location == "/game/1/seats"
    (row,) = [row for row in store.rows(1) if row.action_json]
    assert "the card was lost" in str(row.ruling)


def test_undo_does_not_go_behind_the_position(
    client: FlaskClient, store: GameStore, fields: dict[str, str]
) -> None:
    client.post(PAPER, data={**fields, "do": "begin"})
    view = store.open(1)
    with pytest.raises(NothingToUndoError):
        store.undo(1, view.version)
    assert store.open(1).head == 1
    assert 'id="undo"' not in client.get("/game/1").text
    assert client.get(PAPER).status_code == 409
    assert "began on paper" in client.get("/game/1/log").text


def test_the_position_has_a_heading_of_its_own(
    client: FlaskClient, store: GameStore, fields: dict[str, str]
) -> None:
    client.post(PAPER, data={**fields, "do": "begin"})
    for page in ("log", "ledger"):
        text = client.get(f"/game/1/{page}").text
        heads = re.findall(r'<i class="fold"></i>\s*(.*?)\s*<span', text)
        assert heads == ["Opening position"]
    assert "receipt 1, Opening position" in squeezed(client.get("/game/1/receipt/1").text)
    assert {line.round for line in store.entries(1)} == {OPENING}
    past = client.get("/game/1/shares?then=1").text
    rounds = past.partition('id="past-rounds"')[2].partition("</nav>")[0]
    assert re.findall(r'then=(\d+)"[^>]*>\s*([^<]*?)\s*</a>', rounds) == [("1", "Opening position")]


def test_only_the_banker_tells_the_position(client: FlaskClient, store: GameStore) -> None:
    begin(client)
    app: Flask = client.application
    player = guest(app, 1, "p1")
    assert player.get(PAPER).status_code == 403
    assert player.post(PAPER, data={"do": "begin"}).status_code == 403
    assert store.open(1).head == 0


def test_a_game_without_the_box_has_no_draft(client: FlaskClient, store: GameStore) -> None:
    client.post("/new", data={"title": "1830", "player": [*NAMES[:3]]})
    assert store.position_drafts.find(1) is None


def test_an_export_is_taken_up_at_an_action(client: FlaskClient, store: GameStore) -> None:
    data = site_file("1830", 3)
    for after, status in (("much", 422), ("1", 422), ("99999", 422)):
        sent = {"file": (BytesIO(data), "game.json"), "after": after}
        assert client.post("/import", data=sent).status_code == status
    assert store.games() == []
    game = ExportedGame(read_export(data))
    rows = [row for row in game.play() if is_between_turns(row.state)]
    sent = {"file": (BytesIO(data), "game.json"), "after": str(rows[len(rows) // 2].sent.id)}
    assert client.post("/import", data=sent).status_code in (200, 303)
    assert store.open(1).head == 1
    assert "began on paper" in client.get("/games/1/elsewhere").text


def tap(client: FlaskClient, fields: dict[str, str], company: str, cell: str) -> dict[str, str]:
    """Tap a company and a cell of the market; return the fields of the page that comes."""
    page = send(client, {**fields, "placing": company, "place": cell})
    kept = re.findall(r'<input class="field[^>]* name="(stack[^"]*)" value="([^"]*)"', page)
    lists = re.findall(r'<select class="field"[^>]* name="(cell[^"]*)">(.*?)</select>', page, re.S)
    chosen = {name: re.findall(r'value="([^"]*)" selected', options) for name, options in lists}
    values = dict(kept) | {name: found[0] for name, found in chosen.items() if found}
    return {unescape(name): value for name, value in values.items() if value}


def test_prices_are_tapped_on_the_market(client: FlaskClient) -> None:
    begin(client)
    once = tap(client, {}, "PRR", "0,6")
    assert once == {"cell.PRR": "0,6", "stack.PRR": "1"}
    two = tap(client, once, "B&O", "0,6")
    assert two == {**once, "cell.B&O": "0,6", "stack.B&O": "2"}
    assert tap(client, two, "B&O", "0,6") == {**two, "stack.B&O": "1", "stack.PRR": "2"}
    assert tap(client, two, "B&O", "") == once
    assert tap(client, two, "nobody", "0,7") == two
    page = client.get(PAPER).text
    assert page.count('class="spot"') > 50 and 'name="placing" value="PRR"' in page


def test_odd_things_on_the_map_are_said(
    client: FlaskClient, store: GameStore, fields: dict[str, str]
) -> None:
    """A tile that cannot come to lie on its hex, and one that no track joins to a token."""
    start = start_state(store.open(1).rules).board
    laid = {line.split()[0] for line in fields["tiles"].splitlines()}

    def distance(at: str) -> int:
        return min(abs(ord(at[0]) - ord(hex[0])) + abs(int(at[1:]) - int(hex[1:])) for hex in laid)

    farthest = sorted(sorted({*start.map.hexes} - laid), key=distance, reverse=True)
    plain = (at for at in farthest if "9" in find_tiles_to_come(start, at))
    far, other = next(plain), next(plain)
    tiles = f"{fields['tiles']}\n{other} 63 0\n{far} 9 0"
    page = unescape(client.post(PAPER, data={**fields, "tiles": tiles, "do": "begin"}).text)
    assert f"Tile 63 cannot lie on {other} that way" in page
    assert f"No track joins tile 9 on {far} to a token." in page
    assert store.open(1).head == 0
    assert "Everything is there" in check(client, fields)
    allowed = {**fields, "tiles": tiles, "do": "begin", "allowed": "1"}
    assert client.post(PAPER, data=allowed).location == "/game/1/seats"
