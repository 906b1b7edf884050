"""Random legal play to the end of the game, for every title: no losses and no dead ends.

A fixed sample has a game of every second title; FULL in the environment runs 100 of each.
"""

import json
import os
from collections import Counter

import pytest

from companion.bots.simulation import NAMES
from companion.rules.amend.limits import find_new_excesses
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import action_to_json
from companion.rules.core.state import State, state_from_json, state_to_json
from companion.rules.data.codec import from_json, to_json
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import load, rules_for, titles
from tests.support.run_cache import play
from tests.support.whole_games import undo_all_and_redo_all

GAMES = 100 if os.environ.get("FULL") else 1  # of each title
CHUNK = 2 if os.environ.get("FULL") else 1


def setup_for(title: str, seed: int) -> Setup:
    """Return a set-up: each number of players in turn, and sometimes an option."""
    data = load(title).data
    counts = sorted(data.cash)
    players = NAMES[: counts[seed % len(counts)]]
    flags = {option.key: not option.default for option in data.options if option.kind == "flag"}
    chosen = [list(flags)[seed % len(flags)]] if seed % 3 == 2 and flags else []
    options: dict[str, object] = {key: flags[key] for key in chosen}
    if seed % 2 and any(option.key == "bank" for option in data.options):
        options["bank"] = data.bank // 2  # makes more games end with the bank
    return Setup(title, players, options, seed)


def assert_nothing_lost(rules: Rules, state: State, started_with: dict[str, Counter[str]]) -> None:
    """Count everything independently of the rules' own check."""
    assert sum(state.cash.values()) == 0
    assert set(state.certificates) == set(rules.data.percents)
    for company in rules.data.company_list:
        by_owner: Counter[str] = Counter()
        for certificate, percent in zip(company.certificates, company.shares, strict=True):
            by_owner[state.certificates[certificate]] += percent
        assert sum(by_owner.values()) == 100
        president = state.certificates[company.certificates[0]]
        if president in rules.seats:
            assert by_owner[president] == max(by_owner[seat] for seat in rules.seats)
    limited = {t.name for t in rules.data.train_types if t.count is not None}
    trains = Counter(t.rpartition("-")[0] for t in state.trains)
    assert {name: trains[name] for name in limited} == {
        name: started_with["trains"][name] for name in limited
    }
    laid = Counter(tile.tile for tile in state.board.laid.values())
    for tile, count in laid.items():
        assert rules.data.tiles[tile] is None or count <= rules.data.tiles[tile]
    on_map = Counter(c for slots in state.board.tokens.values() for c in slots if c)
    for company in rules.data.company_list:
        taken_over = state.companies[company.symbol].tokens_taken_over
        assert on_map[company.symbol] <= company.token_count + taken_over
    for account, balance in state.cash.items():
        assert balance >= 0 or account in rules.inventory.may_owe


def seeds(chunk: int) -> range:
    return range(chunk * CHUNK, (chunk + 1) * CHUNK)


@pytest.mark.in_part(8)
@pytest.mark.parametrize("chunk", range(GAMES // CHUNK))
@pytest.mark.parametrize("title", sorted(titles()))
def test_random_games_come_to_an_end_with_nothing_lost(title, chunk):
    for seed in seeds(chunk):
        setup = setup_for(title, seed)
        print(f"{title}: seed {seed}, {len(setup.players)} players, {dict(setup.options)}")
        rules = rules_for(setup)
        start = judge.start(rules).state
        counts = {"trains": Counter(t.rpartition("-")[0] for t in start.trains)}
        actions = []
        state = start
        for action, outcome in play(rules, seed):
            actions.append(action)
            print(f"action {len(actions)}: {action}")
            assert find_new_excesses(rules, state, action, outcome.state) == []
            state = outcome.state
            assert all(sum(p.amount for p in entry.postings) == 0 for entry in outcome.entries)
            for event in outcome.events:
                assert rules.words.tell(event)
            if len(actions) % 40 == 0:
                assert_nothing_lost(rules, state, counts)
                summary(rules, state)
                assert from_json(json.loads(json.dumps(to_json(outcome.events)))) is not None
                for offer in judge.offers(rules, state):
                    if offer.allowed:
                        assert judge.refusals(rules, state, offer.action) == [], offer
                        assert judge.apply(rules, state, offer.action).state is not state
        assert state.end_reason, f"seed {seed} came to no end in {len(actions)} actions"
        assert_nothing_lost(rules, state, counts)
        assert judge.offers(rules, state) == []
        # replay the log: undo of everything returns to the start, redo to the same end
        again = judge.start(rules).state
        assert state_to_json(again) == state_to_json(start)
        for action in actions:
            again = judge.apply(rules, again, read_action(action_to_json(action))).state
        stored = json.loads(json.dumps(state_to_json(again)))
        assert stored == json.loads(json.dumps(state_to_json(state)))
        assert state_to_json(state_from_json(stored, rules.data.map)) == state_to_json(state)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", sorted(titles()))
def test_undo_of_all_and_redo_of_all_give_the_same_state(title, tmp_path):
    store, rules = GameStore(tmp_path / "games.sqlite"), rules_for(setup_for(title, 7))
    played = list(play(rules, 7))
    undo_all_and_redo_all(store, rules, [action for action, _ in played], played[-1][1].state)
    store.close()
