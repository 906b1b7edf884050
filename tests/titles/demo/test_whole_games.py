"""18Demo plays at random to its end with all invariants; all of it is undone and done again.

A fixed sample of games; all 200 with FULL set in the environment.
"""

import os
from collections import Counter

import pytest

from companion.bots.simulation import play
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.rules.judge.test_waivers import goes_on, play_with_rulings
from tests.support.whole_games import WholeGame
from tests.titles.demo.games import setup_for

EVENTS = {
    *(
        "order_changed",
        "left_game",
        "bankrupt",
        "branch_paid",
        "branch_closed",
        "state_begins",
        "merged",
    ),
    *("became_railway", "paid_part", "paid_debt", "president_paid", "rusted_in_part", "last_run"),
    *("certificates_moved", "floated"),
}
FULL = bool(os.environ.get("FULL"))
GAMES = 200 if FULL else 18
RULED = 40 if FULL else 3  # with rulings


@pytest.mark.in_part(4)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_comes_to_its_end_with_nothing_lost(store: GameStore, seed: int) -> None:
    setup = setup_for(seed)
    print(f"demo: seed {seed}, {len(setup.players)} players")
    rules = rules_for(setup)
    game = WholeGame(rules, seed)
    for _ in game:
        for company in rules.data.company_list:
            assert sum(rules.data.percents[c] for c in company.certificates) == 100
    game.is_its_log(store)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("seed", range(RULED))
def test_an_action_without_a_hard_refusal_can_be_carried_out(seed: int) -> None:
    play_with_rulings("demo", seed, goes_on)


@pytest.mark.skipif(not FULL, reason="FULL plays all these games")
def test_the_games_come_by_everything_that_the_title_has() -> None:
    """Otherwise the others would prove less than they say."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for _, outcome in play(rules_for(setup_for(seed)), seed):
            seen.update(event.kind for event in outcome.events)
    assert seen.keys() >= EVENTS
