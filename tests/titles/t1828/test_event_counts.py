"""The events in games of simulated players: one game, or forty with FULL in the environment.

Events that are too rare for that have tests of their own.
"""

import os
from collections import Counter

from companion.bots.playing_styles import careful, careless
from companion.bots.simulation import NAMES
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.titles import rules_for
from tests.support.run_cache import play
from tests.titles.t1828 import draft_event_counts
from tests.titles.t1828.draft_event_counts import DraftCounts
from tests.titles.t1828.event_counts import ALL, happened

RARE = {
    "director changed by donation",
    "blocking marker by merger",
    "marker chosen to make room",
    "second coal back",
    "ERIE's city named by another's tile",
    "$500 by dividend",
    "$500 by rise",
    "$500 by merger",
    "end by market",
    "end by agreement",
}


GAMES = 40 if os.environ.get("FULL") else 1


def test_in_many_games_all_happens_that_is_not_rare() -> None:
    """In forty games; in the one of the sample at least a third of it."""
    found: Counter[str] = Counter()
    for seed in range(GAMES):
        rules = rules_for(Setup("1828", NAMES[: 3 + seed % 3], {}, seed))
        state = judge.start(rules).state
        for action, outcome in play(rules, seed, manner=careful if seed % 2 else careless):
            found += happened(state, action, outcome)
            state = outcome.state
    assert set(found) <= set(ALL)
    if GAMES < 40:
        assert len(found) > len(ALL) // 3, found
    else:
        assert set(ALL) - RARE <= set(found), found


RARE_BY_DRAFT = {
    "price fallen",
    "taken for nothing",
    "gray bought past 60% before brown",
    "eighth marker on the map blocked",
    "B&O's private closed by red",
    "end by market",
    "end by agreement",
}


def test_in_many_games_by_the_draft_all_happens_that_is_not_rare() -> None:
    """In forty games; in the one of the sample at least a third of it."""
    found: Counter[str] = Counter()
    for seed in range(1, 1 + GAMES):
        rules = rules_for(Setup("1828", NAMES[: 3 + seed // 2 % 4], {"edition": "draft"}, seed))
        counts, state = DraftCounts(rules), judge.start(rules).state
        for action, outcome in play(rules, seed, manner=careful if seed % 2 else careless):
            counts.see(state, action, outcome)
            state = outcome.state
        found += counts.found
    whole = set(draft_event_counts.ALL)
    assert set(found) <= whole
    if GAMES < 40:
        assert len(found) > len(whole) // 3, found
    else:
        assert whole - RARE_BY_DRAFT <= set(found), found
