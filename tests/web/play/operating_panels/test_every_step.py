"""Operating screens of games played at random: all are drawn, and their buttons are legal.

Some of the screens that each moment leads to are drawn; more of them with FULL in the environment.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import rules_for, titles
from companion.web.render.screens import is_turn_on_map
from tests.support.run_cache import play
from tests.support.stored_games import store_state
from tests.web.page_buttons import check_buttons

FEW = 2 if os.environ.get("FULL") else 1  # moments looked at of each step and round
SEED = 5
DEEP = 14 if os.environ.get("FULL") else 6  # screens looked at of each moment


def moments(title: str, seed: int) -> Iterator[tuple[Rules, State]]:
    """A few moments of each step of each operating round."""
    rules = rules_for(Setup(title, ("Anneke", "Jörg", "Daniël"), seed=seed))
    seen: dict[tuple[str, str], int] = {}
    for _, outcome in play(rules, seed):
        state = outcome.state
        step = rules.waiting(state)
        if step is None:
            return
        table = summary(rules, state)
        key = (table.round[:4], step.name)
        if is_turn_on_map(table) and seen.get(key, 0) < FEW:
            seen[key] = seen.get(key, 0) + 1
            yield rules, state


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_every_step_is_drawn_and_every_button_is_legal(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    looked_at = 0
    for rules, state in moments(title, SEED):
        game = store_state(store, rules, state)
        links, seen = [f"/game/{game}"], {f"/game/{game}"}
        while links and len(seen) < DEEP:
            answer = client.get(links.pop(0))
            assert answer.status_code == 200
            page = answer.get_data(as_text=True)
            looked_at += 1
            check_buttons(page, rules, state)
            for link in choices(page, game):
                if link not in seen:
                    seen.add(link)
                    links.append(link)
    assert looked_at > 22 * FEW


def choices(page: str, game: int) -> list[str]:
    """The choices in the turn's column: links, and the hexes of the list."""
    column = page.split('class="right"')[0]
    found = re.findall(rf'href="(/game/{game}\?[^"]*)"', column)
    found += [f"/game/{game}?hex={hex}" for hex in re.findall(r'<option value="(\w+)"', column)]
    return [link.replace("&amp;", "&") for link in found]
