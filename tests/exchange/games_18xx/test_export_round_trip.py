"""Random games of ours, written as the other site would with all its oddities, are read again.

Two games of each title; three with FULL in the environment.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from functools import cache

import pytest

from companion.bots.simulation import NAMES, choose
from companion.exchange import ExportedGame, read_export
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.core.actions import Action, Pass, RunTrains
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.titles import load, rules_for
from tests.exchange.games_18xx.odd_exports import TITLES, Done, Exporter
from tests.exchange.games_18xx.site_order_games import SiteGame
from tests.support.imports import import_file

SEEDS = range(3 if os.environ.get("FULL") else 2)
ACTIONS = 300


@cache
def play_game(title: str, seed: int, players: int) -> tuple[object, list[Done]]:
    """Play a random game as far as it goes, under the readings of its exports.

    Last chances are declined: nobody has them on the other site.
    """
    rules = rules_for(Setup(title, NAMES[:players], dict(site_adapters()[title].readings), seed))
    dice = random.Random(seed)
    done: list[Done] = []
    before = judge.start(rules).state
    while not before.end_reason and len(done) < ACTIONS:
        action = choose(rules, before, dice)
        if rules.last_chance.waits(before):
            action = Pass(rules.last_chance.actor(before))
        after = judge.apply(rules, before, action).state
        done.append(Done(before, action, after))
        before = after
    while rules.last_chance.waits(done[-1].before):
        done.pop()  # nothing in an export would show it
    return rules, done


def alike(action: Action) -> Action:
    """The action with every train running in the same direction, whichever it was."""
    if not isinstance(action, RunTrains):
        return action
    return replace(action, routes=tuple((t, min(path, path[::-1])) for t, path in action.routes))


def alike_state(state: State) -> dict[str, object]:
    """Everything in a state but how the trains of the turn ran."""
    state = state.copy()
    if turn := state.round.operating:
        turn = replace(turn, routes=()) if isinstance(turn, OperatingTurn) else turn
        state.round = replace(state.round, turn=turn)
    return state_to_json(state)


@pytest.mark.in_part(2)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_game_written_as_an_export_is_read_as_the_same_game(title, seed):
    counts = sorted(load(title).data.cash)
    rules, done = play_game(title, seed, counts[seed % len(counts)])
    data = Exporter(rules, random.Random(seed)).export(done, odd=False)
    imported = import_file(json.dumps(data).encode())
    assert list(map(alike, imported.actions)) == [alike(one.action) for one in done]


@pytest.mark.in_part(2)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_whatever_is_odd_about_it(title, seed):
    counts = sorted(load(title).data.cash)
    rules, done = play_game(title, seed, counts[seed % len(counts)])
    assert_read_as(done, Exporter(rules, random.Random(seed)).export(done))


@pytest.mark.in_part(2)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_game_played_as_the_other_site_waits_is_read(title, seed):
    counts = sorted(load(title).data.cash)
    players = counts[seed % len(counts)]
    setup = Setup(title, NAMES[:players], dict(site_adapters()[title].readings), seed)
    game = SiteGame(rules_for(setup), random.Random(seed)).play(ACTIONS)
    assert_read_as(game.done, game.export())


def assert_read_as(done: list[Done], data: dict[str, object]) -> None:
    """The export is read as just these deeds, with the same states after them."""
    game = ExportedGame(read_export(json.dumps(data).encode()))
    read = list(game.play())
    deeds = [one for one in read if one.action and not isinstance(one.action, Pass)]
    ours = [one for one in done if not isinstance(one.action, Pass)]
    for mine, its in zip(ours, deeds, strict=True):
        assert alike(its.action) == alike(mine.action)
        assert its.state.cash == mine.after.cash, its.sent.label
        assert its.state.companies == mine.after.companies, its.sent.label
    assert alike_state(deeds[-1].state) == alike_state(ours[-1].after)
