"""The ordinary screens show every turn of 18Demo, in its own words."""

import html
import os
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.support.run_cache import play
from tests.support.stored_games import store_state
from tests.titles.demo.games import setup_for
from tests.web.page_buttons import check_buttons

PAGES = ["shares", "market", "map", "companies", "privates", "trains", "standings", "readings"]
# deeds and remarks in words of the title
OWN = {"president", "order_changed", "branch_paid", "became_railway", "state_begins"}


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


def until(name: str, charters: int = 1) -> Iterator[tuple[Rules, State, str]]:
    """The first moment that waits for a step of a company with at least that many charters.

    Raises AssertionError when there is none.
    """
    found = 0
    for seed in range(30):
        rules = rules_for(setup_for(seed))
        for _, outcome in play(rules, seed):
            state, step = outcome.state, rules.waiting(outcome.state)
            turn = state.round.operating
            own = state.companies[turn.company] if turn else None
            if step and step.name == name and own and own.charters >= charters:
                found += 1
                yield rules, state, name
                break
        if found == 2:
            return
    raise AssertionError(f"no game comes to {name}")


def text_of(page: str) -> str:
    """The words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def choices(page: str, game: int) -> list[str]:
    """The choices on a screen: one link of each kind."""
    here = f"/game/{game}"
    links = [html.unescape(link) for link in re.findall(rf'href="({here}\?[^"]*)"', page)]
    return list({re.sub(r"=[^&~]*", "", link): link for link in links}.values())


@pytest.mark.in_part(1)
@pytest.mark.parametrize("seed", range(3))
def test_every_step_and_all_that_may_be_tapped_in_it_is_shown(
    client: FlaskClient, store: GameStore, seed: int
) -> None:
    steps = set()
    for rules, state, step in moments(seed):
        steps.add(step)
        game = store_state(store, rules, state)
        first = client.get(f"/game/{game}")
        assert first.status_code == 200
        page = first.get_data(as_text=True)
        links = [f"/game/{game}", *choices(page, game)]
        for link in links:
            answer = client.get(link)
            assert answer.status_code == 200, link
            page = answer.get_data(as_text=True)
            assert "None" not in text_of(page), link
            check_buttons(page, rules, state)
    assert {"auction", "shares", "track", "run", "dividend", "trains", "end"} <= steps


@pytest.mark.in_part(1)
@pytest.mark.parametrize("seed", range(2))
def test_every_page_to_read_is_shown(client: FlaskClient, store: GameStore, seed: int) -> None:
    for rules, state, _ in list(moments(seed))[:: 1 if os.environ.get("FULL") else 4]:
        game = store_state(store, rules, state)
        people = [f"player/{seat}" for seat in rules.seats]
        for page in (*PAGES, *people, *(f"company/{c}" for c in rules.data.companies)):
            answer = client.get(f"/game/{game}/{page}")
            assert answer.status_code == 200, page
            assert "None" not in text_of(answer.get_data(as_text=True)), page


def test_a_company_s_page_says_of_what_kind_it_is_and_that_nobody_directs_it(
    client: FlaskClient, store: GameStore
) -> None:
    rules = rules_for(setup_for(0))
    states = (outcome.state for _, outcome in play(rules, 0))
    begun = next(state for state in states if state.companies["ST"].started)
    game = store_state(store, rules, begun)
    page = text_of(client.get(f"/game/{game}/company/ST").get_data(as_text=True))
    assert "kind state" in page
    assert "no director – Ada acts" in page
    assert "not started" not in page


def test_both_markets_are_shown_and_what_is_owed_by_whom(
    client: FlaskClient, store: GameStore
) -> None:
    """A debt is asked of a player while the screen is about the company that owes it."""
    for rules, state, _ in until("debt"):
        game = store_state(store, rules, state)
        market = text_of(client.get(f"/game/{game}/market").get_data(as_text=True))
        assert "Main market" in market and "Local market" in market
        owes = rules.data.companies[state.questions[0].subjects[0]]
        page = text_of(client.get(f"/game/{game}").get_data(as_text=True))
        assert f"{owes.name} · Raise money" in page
        assert f"{owes.symbol} owes the levy on its markers." in page
        assert "None" not in page


def test_a_train_is_bought_for_one_of_two_charters(client: FlaskClient, store: GameStore) -> None:
    for rules, state, _ in until("trains", charters=2):
        page = client.get(f"/game/{store_state(store, rules, state)}").get_data(as_text=True)
        assert re.search(r"to the charter (?!\d)\S+", text_of(page))


def test_the_title_is_on_the_form_of_a_new_game(client: FlaskClient, store: GameStore) -> None:
    page = client.get("/new?title=demo").get_data(as_text=True)
    assert "18Demo" in text_of(page)
    answer = client.post("/new", data={"title": "demo", "player": ["Ann", "Bob"]})
    assert answer.status_code == 303
    seats = answer.headers["Location"]
    game = client.get(seats.removesuffix("/seats")).get_data(as_text=True)
    assert seats.endswith("/seats") and "Ferry Branch Line" in text_of(game)


def test_the_log_tells_it_in_the_title_s_words(client: FlaskClient, store: GameStore) -> None:
    seed = 5
    setup = setup_for(seed)
    rules = rules_for(setup)
    actions, told_of = [], set()
    for action, outcome in play(rules, seed):
        actions.append(action)
        told_of |= {rules.words.tell(event) for event in outcome.events if event.kind in OWN}
    game = store.import_game(setup, actions)
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
