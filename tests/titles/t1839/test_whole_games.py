"""Random games of 1839 come to their end, and what the book says of every moment holds in them.

A fixed sample; all 300 with FULL set in the environment.
"""

import os
from collections import Counter

import pytest

from companion.rules import holdings, market, reservations
from companion.rules.cards import CardRound
from companion.rules.setup import Setup
from companion.rules.state import DEPOT, GONE, LAST_RUN, RAN, type_of
from companion.simulate import NAMES, careful, play
from companion.titles import rules_for
from companion.titles.t1839.notes import game_of
from tests.titles.t1839.happenings import KINDS, happened
from tests.titles.t1839.restated_play import Watcher
from tests.titles.t1839.tempers import bullish, steadfast, thrifty, weary
from tests.whole_games import whole_game

GAMES = 300 if os.environ.get("FULL") else 2
MANNERS = (steadfast, steadfast, weary, thrifty, careful, bullish)
RARE = {"300 by a dividend", "end: 300", "several ranks at once"}


def setup_for(seed):
    """Two, three and four players in turn, with the options in turn."""
    options = {"gentle_pairing": seed % 2 == 1, "map_2023": seed % 5 == 3}
    return Setup("1839", NAMES[: 2 + seed % 3], {**options, "light_red_three": seed % 7 == 6}, seed)


def check_companies(rules, state):
    """Who directs, holds and is paid for what (§7, §14.3)."""
    pars = Counter()
    for company, own in state.companies.items():
        parts = holdings.shares(rules.data, state, company)
        assert all(parts.get(player, 0) <= 60 for player in rules.seats)
        assert own.started or not any(company in stack for stack in state.stacks.values())
        if own.floated:
            assert rules.director(state, company) in state.order
            assert parts.get("initial", 0) <= 40
        else:
            assert state.cash[company] == 0
        if own.status == GONE:
            assert parts == {GONE: 100}
        pars[own.cell] += own.started
    assert sum(pars.values()) == len(market.priced(state))


def check_board(state, rules):
    """Every reservation can be met at once, and no company has two markers in a hex (§7.5)."""
    kept = reservations.homes(state)
    assert reservations.homeless(state.board, kept, rules.yields) == []
    if state.questions:
        return
    for company in rules.data.companies:
        hexes = [stop.partition(".")[0] for stop in state.board.token_stops(company)]
        assert len(set(hexes)) == len(hexes)


def check_trains(rules, state):
    """What has rusted and is still there has not run (§16.3.2.2)."""
    begun = [phase.name for phase in rules.data.phases]
    begun = begun[: begun.index(state.phase) + 1]
    for train, card in state.trains.items():
        rusted = rules.data.trains[type_of(train)].rusted_by in begun
        if rusted and card.place not in (GONE, DEPOT):
            assert LAST_RUN in card.marks or "bank" in card.place or card.place in rules.seats
            assert RAN not in card.marks


def check_players(rules, state):
    """Who has left has nothing and no card (§9)."""
    for player in game_of(state).left:
        assert player not in state.order
        assert rules.worth(state, player) == 0
        assert player not in state.certificates.values()
        assert player not in state.privates.values()
    if isinstance(state.round, CardRound):
        assert set(state.round.cards) <= set(state.order)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_comes_to_its_end(seed):
    rules, manner = rules_for(setup_for(seed)), MANNERS[seed // 3 % len(MANNERS)]
    print(f"1839: seed {seed}, {len(rules.seats)} players, {manner.__name__}")
    found = Counter()

    def count(before, action, outcome):
        found.update(happened(before, action, outcome))

    for state in whole_game(rules, seed, manner, (Watcher(rules).saw, count)):
        check_companies(rules, state)
        check_board(state, rules)
        check_trains(rules, state)
        check_players(rules, state)
    assert found.keys() <= set(KINDS)
    assert len(found) > len(KINDS) // 4


if os.environ.get("FULL"):

    def test_in_many_games_all_happens_that_is_not_rare():
        found = Counter()
        for seed in range(60):
            rules = rules_for(setup_for(seed))
            state = rules.start().state
            for action, outcome in play(rules, seed, manner=MANNERS[seed // 3 % len(MANNERS)]):
                found += happened(state, action, outcome)
                state = outcome.state
        assert set(KINDS) - RARE <= found.keys()
