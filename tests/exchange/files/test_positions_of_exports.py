"""An export of 18xx.games is taken up at an action: the game begins with the position there."""

import os

import pytest

from companion.exchange.files.import_store import store_position
from companion.exchange.games_18xx.export_file import BadFileError, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.export_writer import write_stored
from companion.rules.core.refusals import ALL_SOFT
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.opening.opening_step import OpenPosition, start_state
from companion.rules.opening.position_sheet import renumber_trains, sheet_of, write_sheet
from companion.store.games.game_store import GameStore
from companion.web.library.position_fields import read_fields, write_fields
from tests.rules.opening.test_positions import is_between_turns, renamed, without_turn
from tests.support.references import GAMES
from tests.support.site_games import site_file
from tests.web.library.test_paper_games import begins_turn, match_trains

EVERY = 25  # rows between two moments
MOMENTS = 1_000 if os.environ.get("FULL") else 2
RECORDED = ("1830-bank-breaks", "soh-fifteen-rounds", "1828-four-players")
RECORDED += ("1828-stock-market-end", "1830-bankruptcy") if MOMENTS > 2 else ()


def test_an_export_is_taken_up_at_an_action_and_played_on(store: GameStore) -> None:
    data = site_file("1830", 3)
    game = ExportedGame(read_export(data))
    played = list(game.play())
    moment = next(
        n for n in range(len(played) // 2, len(played)) if is_between_turns(played[n].state)
    )
    stored = store_position(store, data, played[moment].sent.id)
    state, numbers = store.open(stored.game).state, renumber_trains(played[moment].state)
    for row in played[moment + 1 :]:
        if row.action is not None:
            view = store.open(stored.game)
            state = store.play(stored.game, view.version, renamed(row.action, numbers)).state
    assert without_turn(game.rules, state) == without_turn(game.rules, played[-1].state)
    written = write_stored(store, stored.game)
    assert written.stop and "began on paper" in written.stop.why


@pytest.mark.parametrize(("after", "says"), [(1, "choose another"), (99_999, "its last is")])
def test_a_moment_that_is_none_is_refused(store: GameStore, after: int, says: str) -> None:
    with pytest.raises(BadFileError, match=says):
        store_position(store, site_file("1830", 3), after)
    assert store.games() == []


@pytest.mark.references
@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_typed_in_as_a_position_ends_alike(name: str) -> None:
    """Fill in the form at the first turn that begins after every 25th row, and play on."""
    game = ExportedGame(read_export((GAMES / f"{name}.json").read_bytes()))
    rules, played = game.rules, list(game.play())
    start = start_state(rules)
    states: list[State] = [start, *(row.state for row in played)]
    wanted = range(EVERY, len(states), EVERY)
    starts = [n for n in range(1, len(states)) if begins_turn(states, n)]
    moments = list(dict.fromkeys(next((n for n in starts if n >= row), 0) for row in wanted))
    moments = [n for n in moments if n]
    for moment in moments[:: max(1, len(moments) // MOMENTS)]:
        fields = write_fields(rules, start, sheet_of(rules, states[moment], start))
        sheet, unread = read_fields(rules, start, fields)
        assert unread == []
        opening = OpenPosition(write_sheet(sheet))
        state = judge.apply(rules, start, opening, ALL_SOFT).state
        numbers = match_trains(states[moment], state)
        for row in played[moment:]:
            if row.action is not None:
                state = judge.apply(rules, state, renamed(row.action, numbers), ALL_SOFT).state
        assert without_turn(rules, state) == without_turn(rules, states[-1])
