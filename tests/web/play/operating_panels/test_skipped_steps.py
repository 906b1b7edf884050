"""Steps that need no tap: passed over on the screen, done with the next deed, left by a mark."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import Action, Dividend, Pass, PlaceToken
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import rules_for, titles
from tests.support.positions import Position
from tests.support.run_cache import play
from tests.support.stored_games import store_position, store_state


def pennsylvania(step: str = "token") -> Position:
    """PRR may place a token in Lancaster in each of its turns; there is no other company."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20, p3=10).floated("PRR", 1000)
    position.phase("3").trains("PRR", "2", "3")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    return position.operating("PRR", step, parts=2)


def do(store: GameStore, game: int, *actions: Action) -> None:
    """A deed each."""
    for action in actions:
        store.play(game, store.open(game).version, action)


def run(store: GameStore, game: int) -> Action:
    """The best run there is."""
    view = store.open(game)
    return next(o.action for o in judge.offers(view.rules, view.state) if o.kind == "run")


def next_turn(store: GameStore, *first: Action, step: str = "token") -> int:
    """A game in the PRR's second turn, at ``step``; it began its first one there with ``first``."""
    game = store_position(store, pennsylvania(step))
    do(store, game, *first)
    do(store, game, run(store, game), Dividend("PRR", "pay"))
    while store.open(game).state.round.part == 1:
        do(store, game, Pass("PRR"))
    while waits(store, game) != step:
        do(store, game, Pass("PRR"))
    return game


def waits(store: GameStore, game: int) -> str:
    view = store.open(game)
    step = view.rules.waiting(view.state)
    return step.name if step else ""


def look(client: FlaskClient, game: int, step: str = "") -> str:
    client.get(f"/game/{game}/search")  # on a busy machine no run is found while it is drawn
    return client.get(f"/game/{game}" + (f"?step={step}" if step else "")).get_data(as_text=True)


def subject(page: str) -> str:
    """The subject of the screen."""
    return re.findall(r"<h1[^>]*>[^<]* · ([^<]*)</h1>", page)[-1]


def form(page: str, button: str) -> dict[str, str]:
    """The values that the form with that button sends."""
    found = next(f for f in re.findall(r"<form.*?</form>", page, re.S) if f'id="{button}"' in f)
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', found)
    return {name: value.replace("&#34;", '"') for name, value in fields}


def test_a_step_declined_last_time_is_passed_over_and_nothing_is_done_yet(
    client: FlaskClient, store: GameStore
) -> None:
    game = next_turn(store, Pass("PRR"))
    version = store.version(game)
    page = look(client, game)
    assert subject(page) == "Run trains"
    assert "none, as last time" in page
    assert 'href="/game/1?step=token"' in page
    assert waits(store, game) == "token"
    assert store.version(game) == version


def test_the_next_deed_does_the_pass_too_and_both_are_undone_as_one(
    client: FlaskClient, store: GameStore
) -> None:
    game = next_turn(store, Pass("PRR"))
    head = store.open(game).head
    answer = client.post(f"/game/{game}/act", data=form(look(client, game), "deed"))
    assert answer.status_code == 303
    done = [row.action_json["type"] for row in store.rows(game)[head + 1 :]]
    assert done == ["pass", "run_trains"]
    assert waits(store, game) == "dividend"
    client.post(f"/game/{game}/undo", data={"version": store.version(game)})
    assert waits(store, game) == "token"


def test_the_log_undoes_a_deed_of_several_rows_at_one_of_them(
    client: FlaskClient, store: GameStore
) -> None:
    game = next_turn(store, Pass("PRR"))
    client.post(f"/game/{game}/act", data=form(look(client, game), "deed"))
    head = store.open(game).head
    log = client.get(f"/game/{game}/log").text
    rows = {n: log.partition(f'id="row-{n}"')[2].partition("</li>")[0] for n in (head - 1, head)}
    assert "Undo" in rows[head]
    assert rows[head - 1] and "Undo" not in rows[head - 1]


def test_the_mark_leads_back_to_the_step_which_can_be_done(
    client: FlaskClient, store: GameStore
) -> None:
    game = next_turn(store, Pass("PRR"))
    assert subject(look(client, game, "token")) == "Place a token"
    page = look(client, game, "token&stop=H16.0")
    assert client.post(f"/game/{game}/act", data=form(page, "deed")).status_code == 303
    assert store.open(game).state.board.tokens["H16.0"] == ("PRR",)
    assert waits(store, game) == "run"


def test_a_player_who_was_led_back_and_declines_again_passes_once(
    client: FlaskClient, store: GameStore
) -> None:
    game = next_turn(store, Pass("PRR"))
    head = store.open(game).head
    client.post(f"/game/{game}/act", data=form(look(client, game, "token"), "pass"))
    assert waits(store, game) == "run"
    assert store.open(game).head == head + 1


def test_a_step_used_last_time_is_not_passed_over(client: FlaskClient, store: GameStore) -> None:
    game = next_turn(store, PlaceToken("PRR", "H16.0"))
    assert waits(store, game) == "token"  # another city is open
    assert subject(look(client, game)) == "Place a token"


def test_after_an_undo_the_step_itself_is_shown(client: FlaskClient, store: GameStore) -> None:
    game = next_turn(store, Pass("PRR"))
    client.post(f"/game/{game}/act", data=form(look(client, game), "deed"))
    client.post(f"/game/{game}/undo", data={"version": store.version(game)})
    assert subject(look(client, game)) == "Place a token"


def test_trains_are_asked_for_in_every_turn(client: FlaskClient, store: GameStore) -> None:
    game = next_turn(store, Pass("PRR"))
    do(store, game, Pass("PRR"))
    do(store, game, run(store, game), Dividend("PRR", "pay"))
    assert subject(look(client, game)) == "Buy trains"


@pytest.mark.parametrize("ahead", ["token run", "token", "track"])
def test_a_form_that_passes_over_other_steps_does_nothing(
    client: FlaskClient, store: GameStore, ahead: str
) -> None:
    game = next_turn(store, Pass("PRR"))
    fields = form(look(client, game), "deed") | {"ahead": ahead}
    if ahead == "token":  # what the screen showed, at another moment
        do(store, game, Pass("PRR"))
    version = store.version(game)
    assert client.post(f"/game/{game}/act", data=fields).status_code in (409, 422)
    assert store.version(game) == version


def idle(title: str) -> Iterator[tuple[Rules, State]]:
    """Moments at which a company can do nothing but end a step that is not its last."""
    rules = rules_for(Setup(title, ("Anneke", "Jörg", "Daniël"), seed=1))
    for _, outcome in play(rules, 1):
        turn = getattr(outcome.state.round, "turn", None)
        if not isinstance(turn, OperatingTurn) or outcome.state.end_reason:
            continue
        ending = Pass(turn.company)
        if [o.action for o in judge.offers(rules, outcome.state) if o.allowed] != [ending]:
            continue
        then = getattr(judge.apply(rules, outcome.state, ending).state.round, "turn", None)
        if then and then.company == turn.company and then.step > turn.step:
            yield rules, outcome.state


def test_a_step_in_which_nothing_can_be_done_is_passed_over(
    client: FlaskClient, store: GameStore
) -> None:
    rules, state = next(idle("steam-over-holland"))
    game = store_state(store, rules, state)
    page = look(client, game)
    assert "nothing to do" in page
    assert f"step={rules.waiting(state).name}" in page
    assert waits(store, game) == rules.waiting(state).name


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_no_step_is_passed_over_in_which_something_can_be_done(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    rules = rules_for(Setup(title, ("Anneke", "Jörg", "Daniël"), seed=1))
    looked_at = 0
    for number, (_, outcome) in enumerate(play(rules, 1)):
        state = outcome.state
        if number % 9 or state.round.operating is None:
            continue
        if [o for o in judge.offers(rules, state) if o.allowed and not isinstance(o.action, Pass)]:
            looked_at += 1
            assert "nothing to do" not in look(client, store_state(store, rules, state))
    assert looked_at > 10
