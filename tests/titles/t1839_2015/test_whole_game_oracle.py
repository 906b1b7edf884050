"""Random games told a second time, from their deeds and the book's figures alone.

Everybody is paid the same, prices move alike, and each round ends with the same cash.
"""

import json

import pytest

from companion.rules.judge.worth import total_worth
from companion.titles import rules_for
from tests.oracles.t1839_2015.whole_game.play import play as reckon
from tests.support.run_cache import play
from tests.titles.t1839_2015.sheet_notes import Noting, drawn
from tests.titles.t1839_2015.test_whole_games import SEEDS, manner_for, setup_for

TOLD = ("company", "revenue", "choice", "kept", "paid", "price")  # of each payout


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_comes_out_as_the_book_has_it(seed):
    rules = rules_for(setup_for(seed))
    noting = Noting(rules)
    for action, outcome in play(rules, seed, manner=manner_for(seed)):
        noting.see(noting.state, action, outcome)
    noting.ended()
    game = reckon(len(rules.seats), drawn(rules), json.loads(json.dumps(noting.deeds)))
    for line, found in zip(game.payouts, noting.payouts, strict=True):
        assert [found[one] for one in TOLD] == [line[one] for one in TOLD], line
    for line, cash in zip(game.rounds, noting.rounds, strict=True):
        assert cash == line["cash"], line
    assert game.finished == noting.state.end_reason
    for player in rules.seats:
        assert game.worth(player) == total_worth(rules, noting.state, player)
