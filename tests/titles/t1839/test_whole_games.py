"""Random games of 1839 come to their end, and what the book says of every moment holds in them.

Three of them; all 300 with FULL set in the environment, which also counts how they ended and what
happened in them.
"""

import os
from collections import Counter

import pytest

from companion.bots.simulation import choose_setup
from companion.rules.core.state import DEPOT, GONE, LAST_RUN, RAN, type_of
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.operating import home_slots
from companion.rules.shares import holdings, market
from companion.rules.stock.number_cards import CardRound
from companion.titles import rules_for
from companion.titles.t1839.bot_styles import bullish, patient, thrifty
from companion.titles.t1839.title_state import game_of
from tests.oracles.t1839.play import Watcher
from tests.support.run_cache import once, play
from tests.support.whole_games import WholeGame
from tests.titles.t1839.event_counts import ENDS, KINDS, happened

FULL = bool(os.environ.get("FULL"))
LONG = {patient, thrifty, bullish}  # whose games take longest
OFTEN = 5  # times that all happens in 300 games, at least
ENDINGS = dict.fromkeys(ENDS.values(), 3)
PURPLE = 100  # games that come to the last phase


def setup_for(seed):
    """Two, three and four players in turn, with the options in turn."""
    return choose_setup("1839", seed)[0]


def check_companies(rules, state):
    """Check who directs, holds and is paid for each company (§7, §14.3)."""
    pars = Counter()
    for company, own in state.companies.items():
        parts = holdings.shares(rules.data, state, company)
        assert all(parts.get(player, 0) <= 60 for player in rules.seats)
        assert own.started or not any(company in stack for stack in state.stacks.values())
        if own.floated:
            assert rules.holdings.director(rules, state, company) in state.order
            assert parts.get("initial", 0) <= 40
        else:
            assert state.cash[company] == 0
        if own.status == GONE:
            assert parts == {GONE: 100}
        pars[own.cell] += own.started
    assert sum(pars.values()) == len(market.companies_by_price(state))


def check_board(state, rules):
    """Every reservation can be met at once, and no company has two markers in a hex (§7.5)."""
    kept = home_slots.homes(state)
    assert home_slots.homeless(state.board, kept, rules.tokens.replaceable) == []
    if state.questions:
        return
    for company in rules.data.companies:
        hexes = [stop.partition(".")[0] for stop in state.board.token_stops(company)]
        assert len(set(hexes)) == len(hexes)


def check_trains(rules, state):
    """A train that has rusted and is still there has not run (§16.3.2.2)."""
    begun = [phase.name for phase in rules.data.phases]
    begun = begun[: begun.index(state.phase) + 1]
    for train, card in state.trains.items():
        rusted = rules.data.trains[type_of(train)].rusted_by in begun
        if rusted and card.place not in (GONE, DEPOT):
            assert LAST_RUN in card.marks or "bank" in card.place or card.place in rules.seats
            assert RAN not in card.marks


def check_players(rules, state):
    """A player who has left has nothing and no card (§9)."""
    for player in game_of(state).departed_players:
        assert player not in state.order
        assert total_worth(rules, state, player) == 0
        assert player not in state.certificates.values()
        assert player not in state.privates.values()
    if isinstance(state.round, CardRound):
        assert set(state.round.cards) <= set(state.order)


def manner_for(seed):
    """The temper of its players."""
    return choose_setup("1839", seed)[1]


def seeds():
    """All 300, or else one of each number of players, whose games are sooner over."""
    if FULL:
        return range(300)
    return [seed for seed in range(18) if manner_for(seed) not in LONG][:3]


def counting(found):
    """Counts what happens, as it is seen."""
    return lambda before, action, outcome: found.update(happened(before, action, outcome))


def counts(seed):
    """Under what name it is kept what happened in a game."""
    return f"what happened in the game of 1839 with seed {seed}"


def counted(seed):
    """How often what happened in a game."""

    def count():
        found, rules = Counter(), rules_for(setup_for(seed))
        see, state = counting(found), judge.start(rules).state
        for action, outcome in play(rules, seed, manner=manner_for(seed)):
            see(state, action, outcome)
            state = outcome.state
        return found

    return once(counts(seed), count)


@pytest.mark.parametrize("seed", seeds())
def test_a_random_game_comes_to_its_end(seed, store):
    setup, manner = setup_for(seed), manner_for(seed)
    rules = rules_for(setup)
    print(f"1839: seed {seed}, {len(rules.seats)} players, {manner.__name__}")
    found: Counter[str] = Counter()
    game = WholeGame(rules, seed, manner, (Watcher(rules).saw, counting(found)))
    for state in game:
        check_companies(rules, state)
        check_board(state, rules)
        check_trains(rules, state)
        check_players(rules, state)
    game.is_its_log(store)
    assert found.keys() <= set(KINDS)
    once(counts(seed), lambda: found)
    assert len(found) > len(KINDS) // 4 or found["concession"]  # which may come early


def test_games_of_each_number_of_players_are_played():
    counts = Counter(len(setup_for(seed).players) for seed in seeds())
    assert set(counts) == {2, 3, 4}
    assert min(counts.values()) >= (20 if FULL else 1)


if FULL:

    def test_in_all_of_them_all_happens():
        found = sum(map(counted, seeds()), Counter())
        for kind, times in found.most_common():
            print(f"{times:>8}  {kind}")
        assert {kind: found[kind] for kind in KINDS if found[kind] < ENDINGS.get(kind, OFTEN)} == {}
        assert sum(counted(seed)["phase Purple"] > 0 for seed in seeds()) >= PURPLE
