"""Every run of the recorded games is reckoned from the map, beside the best one."""

import pytest

from companion.exchange.games_18xx.replay_command import Trace, compare
from companion.rules.core.actions import RunTrains
from companion.rules.operating.running import find_best, report_run
from tests.support.references import GAMES
from tests.titles.t1828.recorded_games import RECORDED, recorded

RUNS = {"1828-four-players": (98, 20), "1828-stock-market-end": (81, 21)}  # and how many are less


@pytest.mark.references
@pytest.mark.parametrize("name", RECORDED)
def test_no_run_earns_more_than_the_best_and_every_best_is_proved(name: str) -> None:
    game = recorded(name)
    runs = less = 0
    for played, found in compare(game, Trace(GAMES / f"{name}.trace.jsonl")):
        assert not found
        if isinstance(played.action, RunTrains):
            company = played.action.company
            earned = report_run(game.rules, played.before, played.action).revenue
            best = find_best(game.rules, played.before, company)
            assert best.proved and best.revenue >= earned, (played.sent.id, company)
            runs += 1
            chosen = game.rules.runs.free_routes(game.rules, played.before, company) is not None
            less += best.revenue > earned and not chosen
    assert (runs, less) == RUNS[name]
