"""What happens in many games of simulated players: with FULL set in the environment, for each takes
its seconds. What is too rare for that has tests of its own.
"""

import os
from collections import Counter

import pytest

from companion.rules.setup import Setup
from companion.simulate import NAMES, careful, careless, play
from companion.titles import rules_for
from tests.titles.t1828.happenings import ALL, happened

RARE = {
    "director changed by donation",
    "blocking marker by merger",
    "marker chosen to make room",
    "second coal back",
    "$500 by dividend",
    "$500 by rise",
    "$500 by merger",
    "end by market",
    "end by agreement",
}


@pytest.mark.skipif(not os.environ.get("FULL"), reason="40 games")
def test_in_forty_games_all_happens_that_is_not_rare() -> None:
    found: Counter[str] = Counter()
    for seed in range(40):
        rules = rules_for(Setup("1828", NAMES[: 3 + seed % 3], {}, seed))
        state = rules.start().state
        for action, outcome in play(rules, seed, manner=careful if seed % 2 else careless):
            found += happened(state, action, outcome)
            state = outcome.state
    assert set(found) <= set(ALL)
    assert set(ALL) - RARE <= set(found), found
