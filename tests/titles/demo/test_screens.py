"""The ordinary screens show every turn of 18Demo, in its own words."""

import html
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.rules.actions import Pass
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.simulate import play
from companion.store.shelf import Shelf
from companion.titles import rules_for
from companion.web import create_app
from tests.stored import store_state
from tests.titles.demo.games import setup_for
from tests.web.operating.test_every_step import acts

PAGES = ["shares", "market", "map", "companies", "privates", "trains", "standings", "readings"]
OWN = {"cards", "branch_paid", "became_railway", "state_begins"}  # deeds and remarks of the title


@pytest.fixture
def client(shelf: Shelf) -> FlaskClient:
    """A browser without JavaScript."""
    return create_app({"SHELF": shelf}).test_client()


def moments(seed: int) -> Iterator[tuple[Rules, State, str]]:
    """A few moments of each step of each kind of round, and the end."""
    rules = rules_for(setup_for(seed))
    seen: dict[tuple[type, str], int] = {}
    for _, outcome in play(rules, seed):
        state = outcome.state
        step = rules.waiting(state)
        key = (type(state.round), step.name if step else "end")
        seen[key] = seen.get(key, 0) + 1
        if seen[key] in (1, 9) or step is None:
            yield rules, state, key[1]


def text_of(page: str) -> str:
    """The words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def choices(page: str, game: int) -> list[str]:
    """What may be tapped on a screen: another kind of link each."""
    here = f"/game/{game}"
    links = [html.unescape(link) for link in re.findall(rf'href="({here}\?[^"]*)"', page)]
    return list({re.sub(r"=[^&~]*", "", link): link for link in links}.values())


@pytest.mark.parametrize("seed", range(3))
def test_every_step_and_all_that_may_be_tapped_in_it_is_shown(
    client: FlaskClient, shelf: Shelf, seed: int
) -> None:
    steps = set()
    for rules, state, step in moments(seed):
        steps.add(step)
        game = store_state(shelf, rules, state)
        first = client.get(f"/game/{game}")
        assert first.status_code == 200
        page = first.get_data(as_text=True)
        links = [f"/game/{game}", *choices(page, game)]
        for link in links:
            answer = client.get(link)
            assert answer.status_code == 200, link
            for fields in acts(answer.get_data(as_text=True)):
                shown = state
                for _ in str(fields.pop("ahead", "")).split():  # steps the screen passed over
                    shown = rules.apply(shown, Pass(shown.round.operating.company)).state
                form = {**fields, "version": shelf.open(game).version}
                assert form["type"]
    assert {"auction", "shares", "track", "run", "dividend", "trains", "end"} <= steps


@pytest.mark.parametrize("seed", range(2))
def test_every_page_to_read_is_shown(client: FlaskClient, shelf: Shelf, seed: int) -> None:
    for rules, state, _ in moments(seed):
        game = store_state(shelf, rules, state)
        people = [f"player/{seat}" for seat in rules.seats]
        for page in (*PAGES, *people, *(f"company/{c}" for c in rules.data.companies)):
            assert client.get(f"/game/{game}/{page}").status_code == 200, page


def test_the_title_is_on_the_form_of_a_new_game(client: FlaskClient, shelf: Shelf) -> None:
    page = client.get("/new?title=demo").get_data(as_text=True)
    assert "18Demo" in text_of(page)
    answer = client.post("/new", data={"title": "demo", "player": ["Ann", "Bob"]})
    assert answer.status_code == 303
    game = client.get(answer.headers["Location"]).get_data(as_text=True)
    assert "Ferry Branch Line" in text_of(game)


def test_the_log_tells_it_in_the_title_s_words(client: FlaskClient, shelf: Shelf) -> None:
    seed = 5
    setup = setup_for(seed)
    rules = rules_for(setup)
    actions, told_of = [], set()
    for action, outcome in play(rules, seed):
        actions.append(action)
        told_of |= {rules.tell(event) for event in outcome.events if event.kind in OWN}
    game = shelf.import_game(setup, actions)
    log = client.get(f"/game/{game}/log").get_data(as_text=True)
    rounds = {None, *re.findall(r"log\?round=([^\"#]+)", log)}
    told = " ".join(
        text_of(client.get(f"/game/{game}/log", query_string={"round": one}).get_data(as_text=True))
        for one in rounds
    )
    assert len(told_of) > 6
    for words in told_of:
        assert words in told, words
    ledger = text_of(client.get(f"/game/{game}/ledger?account=FBR").get_data(as_text=True))
    assert "half of the branch line's revenue" in ledger
