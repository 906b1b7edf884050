"""Nothing that buys, sells or places is armed before a hand has chosen anything."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import DiscountPrivate, Dividend, RunTrains
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import rules_for, titles
from companion.titles.t1839_2015.auction import DealCards
from companion.web.play.posted_form import fields_of
from tests.support.run_cache import play
from tests.support.stored_games import store_state

# deals of cards and discounts are no choice
HARMLESS = (DealCards, DiscountPrivate, Dividend, RunTrains)
SEED, MOMENTS = 5, 4  # moments of each step that are looked at


def moments(title: str) -> Iterator[tuple[Rules, State]]:
    """A few moments of each step, those first at which only one thing may be done."""
    rules = rules_for(Setup(title, ("Anneke", "Jörg", "Daniël"), seed=SEED))
    found: dict[str, list[tuple[int, int, State]]] = {}
    for number, (_, outcome) in enumerate(play(rules, SEED)):
        step = rules.waiting(outcome.state)
        if step is not None:
            able = [o for o in step.cached_offers(outcome.state) if o.allowed and o.price]
            found.setdefault(step.name, []).append((abs(len(able) - 1), number, outcome.state))
    for of_step in found.values():
        for *_, state in sorted(of_step, key=lambda each: each[:2])[:MOMENTS]:
            yield rules, state


def armed(page: str) -> dict[str, str]:
    """The values that the deed of the screen would send; nothing where none is ready."""
    forms = re.findall(r"<form.*?</form>", page, re.S)
    found = next((one for one in forms if 'id="deed"' in one), "")
    return {name: unescape(to) for name, to in re.findall(r'name="(\w+)" value="([^"]*)"', found)}


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_a_screen_that_opens_has_no_deed_ready_that_buys_sells_or_places(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    looked_at = 0
    for rules, state in moments(title):
        game = store_state(store, rules, state)
        sent = armed(client.get(f"/game/{game}").text)
        looked_at += 1
        if "type" not in sent:
            continue
        beside = ("guard", "ahead", "step", "then_pass", "version")
        action = read_action(fields_of({k: v for k, v in sent.items() if k not in beside}))
        assert isinstance(action, HARMLESS), action
    assert looked_at > 10
