"""The tiles to choose from: each way to lay one by itself, the most useful first."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.exchange.games_18xx.export_file import read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.rules.core.actions import LayTile
from companion.rules.core.state import State
from companion.rules.operating.track import Lay, TrackStep
from companion.store.games.game_store import GameStore
from companion.web.play.operating_panels.tile_order import (
    Merit,
    find_merits,
    order_fits,
)
from tests.browser.test_operating_turn import pennsylvania
from tests.support.references import GAMES
from tests.support.stored_games import store_position

PICKS = re.compile(r'id="tile-(\w+)-(\d)"')


def test_each_way_to_lay_a_tile_stands_by_itself_and_is_chosen_by_its_link(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, pennsylvania())
    page = client.get(f"/game/{game}?hex=H14").text
    picks = PICKS.findall(page)
    assert len(picks) == len(set(picks)) > len({tile for tile, _ in picks})
    tile, rotation = picks[-1]
    chosen = client.get(f"/game/{game}?hex=H14&tile={tile}&rotation={rotation}").text
    assert PICKS.findall(chosen) == picks  # none has another place when one is chosen
    assert f'name="tile" value="{tile}"' in chosen
    assert f'name="rotation" value="{rotation}"' in chosen


def test_the_tile_that_earns_most_comes_first_and_then_the_one_laid_last() -> None:
    fits = [Lay(tile, 0, 0, (), ((),), LayTile("PRR", "H14", tile, 0)) for tile in ("7", "8", "9")]
    less, more, far = Merit(20, 3), Merit(30, 3), Merit(20, 4)
    assert [fit.tile for fit in order_fits(fits, [less, less, more], {})] == ["9", "7", "8"]
    laid = {"8": 4, "9": 6}
    assert [fit.tile for fit in order_fits(fits, [less, less, less], laid)] == ["9", "8", "7"]
    assert [fit.tile for fit in order_fits(fits, [less, far, less], {})] == ["8", "7", "9"]
    refusal = pennsylvania().rules.refuse("train.face", maximum=1)
    refused = [replace(fits[0], refusals=(refusal,)), *fits[1:]]
    assert [fit.tile for fit in order_fits(refused, [more, less, less], {})] == ["8", "9", "7"]


def test_a_tile_that_lengthens_the_best_run_is_chosen_first(
    client: FlaskClient, store: GameStore
) -> None:
    position = pennsylvania()
    game = store_position(store, position)
    step = position.rules.waiting(position.state)
    assert isinstance(step, TrackStep)
    for at in step.hexes(position.state):
        picks = PICKS.findall(client.get(f"/game/{game}?hex={at}").text)
        fits = [lay for lay in step.possible_lays(position.state, at) if not lay.refusals]
        merits = find_merits(position.rules, position.state, "PRR", at, fits)
        earned = {
            (fit.tile, str(fit.rotation)): merit.revenue
            for fit, merit in zip(fits, merits, strict=True)
        }
        assert earned[picks[0]] == max(earned.values())


def picture(state: State, at: str, tile: str, rotation: int) -> tuple[str, frozenset[object]]:
    """A tile as it is seen on the hex: two rotations of a symmetric one look alike."""
    laid = state.board.with_tile(at, tile, rotation).tile_at(at)
    return tile, frozenset(frozenset((track.a, track.b)) for track in laid.tracks)


@pytest.mark.references
@pytest.mark.parametrize("name", ["1830-bank-breaks", "soh-fifteen-rounds", "1828-four-players"])
def test_every_recorded_lay_takes_three_taps_at_most_and_most_take_two(name: str) -> None:
    """A tap on the hex, one on the tile unless it is the first, and one on the deed."""
    game = ExportedGame(read_export(GAMES / f"{name}.json"))
    taps: list[int] = []
    laid: dict[str, int] = {}
    for number, played in enumerate(game.play()):
        action, step = played.action, game.rules.waiting(played.before)
        if not isinstance(action, LayTile):
            continue
        if isinstance(step, TrackStep) and not action.private:
            fits = step.possible_lays(played.before, action.hex)
            company = step.company(played.before)
            merits = find_merits(game.rules, played.before, company, action.hex, fits, seconds=60)
            ordered = order_fits(fits, merits, laid)
            ways = [picture(played.before, action.hex, fit.tile, fit.rotation) for fit in ordered]
            wanted = picture(played.before, action.hex, action.tile, action.rotation)
            taps.append(2 if ways[:1] == [wanted] else 3 if wanted in ways else 4)
        laid[action.tile] = number
    assert len(taps) > 40
    assert max(taps) == 3
    assert taps.count(2) >= 0.55 * len(taps), (taps.count(2), len(taps))
