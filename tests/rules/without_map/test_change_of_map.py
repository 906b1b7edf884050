"""The banker changes between two turns whether a game is played with its map."""

import random
from dataclasses import replace

import pytest

from companion.bots.playing_styles import careful
from companion.rules.amend.correction_actions import CorrectMap, CorrectTile
from companion.rules.amend.map_choice import map_after, map_choices
from companion.rules.core.actions import Action, Pass
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.without_map.actions import TellToken, TellTrack
from companion.rules.without_map.followed_game import FollowedGame, find_difference
from companion.titles import rules_for
from tests.rules.without_map.test_whole_games import FULL
from tests.rules.without_map.test_whole_games import TOLD as TITLES
from tests.support import run_cache
from tests.support.positions import Position
from tests.test_random_games import setup_for

WHY = {"reason": "it takes too long"}
UNJOINED = "correct.map_unjoined"
NYC = ("NYC", "H10.0")
SWITCHES = 0.05  # how often a game between two turns goes on without its map
BACK = 0.1  # how often it goes on with its map again


def turn(**options: bool) -> Position:
    game = Position("1830", 3, **options).close_privates()
    return game.started("NYC", 100, "p1", p1=60).floated("NYC", 500).operating("NYC")


def test_a_game_goes_on_without_its_map_and_takes_it_up_again():
    game, told = turn(), CorrectMap("told", **WHY)
    cash, board = dict(game.state.cash), game.state.board
    game.do(told)
    assert (game.waiting(), game.told()) == ("told_track", ["corrected_map_told"])
    game.do(CorrectMap("checked", **WHY))
    assert (game.waiting(), game.state.cash, game.state.board) == ("track", cash, board)


def test_the_map_is_not_left_in_the_middle_of_a_turn():
    game = turn().turn(lays=(("D20", "yellow"),))
    assert game.refused(CorrectMap("told", **WHY)) == {"correct.map"}


def test_a_title_that_needs_its_map_keeps_it():
    game = turn()
    game.rules.data = replace(game.data, map_needed="Everything follows the map.")
    assert game.refused(CorrectMap("told", **WHY)) == {"correct.map"}


def test_a_stock_round_goes_on_as_it_was():
    game = turn().stock_round(2).do(CorrectMap("told", **WHY), Pass("p1"))
    assert (game.state.round.turn, game.state.is_told) == ("p2", True)


def without() -> Position:
    """Return the turn of a company that has a tile and a token whose places nobody has told."""
    game = turn().do(CorrectMap("told", **WHY), TellTrack("NYC", 0), TellToken("NYC", 40))
    return game.operating("NYC")


def lies(*tiles: tuple[str, str, int], tokens: tuple[tuple[str, str], ...] = ()) -> CorrectMap:
    return CorrectMap("checked", tiles, tokens, **WHY)


def test_the_map_is_taken_up_as_it_lies_on_the_table():
    game = without()
    cash, token = dict(game.state.cash), ("NYC", "F22.0")
    game.do(lies(("E19", "57", 1), ("E21", "9", 1), ("F22", "57", 1), tokens=(token,)))
    assert game.told() == ["corrected_map_laid"]
    assert (game.waiting(), game.state.cash, game.state.told.tokens) == ("track", cash, {})
    assert game.state.board.token_stops("NYC") == ("E19.0", "F22.0")


@pytest.mark.parametrize(
    ("action", "codes"),
    [
        (lies(), {"correct.map_tokens"}),
        (lies(tokens=(("PRR", "H10.0"),)), {"correct.map_tokens"}),
        (lies(tokens=(("NYC", "E19.0"),)), {"correct.map_tokens"}),
        (
            lies(tokens=(("NYC", "H10.0"), ("NYC", "H10.0"))),
            {"correct.map_hex", "correct.map_tokens"},
        ),
        (lies(tokens=(("NYC", "F20.0"),)), {"token.city"}),
        (lies(("E19", "14", 0), tokens=(("NYC", "H10.0"),)), {"correct.map_colour"}),
        (lies(("F22", "8", 0), tokens=(("NYC", "H10.0"),)), {"correct.map_tile"}),
        (lies(("F24", "57", 0), tokens=(("NYC", "H10.0"),)), {"correct.map_tile"}),
        (lies(("E19", "57", 0), ("E19", "57", 1)), {"correct.map_twice"}),
        (lies(("F20", "57", 0), tokens=(("NYC", "H10.0"),)), {"correct.map_tile"}),
        (lies(("H4", "57", 0), tokens=(("NYC", "H10.0"),)), {"correct.map_unjoined"}),
        (CorrectMap("told", (("F22", "57", 0),), **WHY), {"correct.map"}),
        (lies(("Z99", "57", 0)), {"unknown.id"}),
        (lies(tokens=(("XYZ", "H10.0"),)), {"unknown.id"}),
    ],
)
def test_a_map_that_cannot_lie_so_is_refused(action: CorrectMap, codes: set[str]):
    assert without().refused(action) == codes


def test_more_tiles_than_there_are_cannot_lie():
    hexes = ("D20", "C19", "E17", "F20", "E21", "D18", "G7")  # of tile 1 there is one
    tiles = tuple((at, "7", 0) for at in hexes)
    assert "correct.map_supply" in without().refused(lies(*tiles))


def lay_as(rules: Rules, told: State, there: State) -> list[Action]:
    """Return the corrections that lay all that lies in the game with the map.

    Tiles that only a private could lay there are corrections of their own.
    """
    tiles = [
        (at, lies.tile, lies.rotation)
        for at, lies in there.board.laid.items()
        if told.board.laid.get(at) != lies
    ]
    special = []
    while True:
        laid = map_after(rules, told, CorrectMap(CHECKED, tuple(tiles), **WHY))
        tokens = [
            (owner, stop)
            for stop, slots in there.board.tokens.items()
            for owner in filter(None, slots)
            if owner not in laid.tokens.get(stop, ())
        ]
        for stop, owners in there.board.stacked_tokens.items():
            for owner in set(owners) - set(laid.stacked_tokens.get(stop, ())):
                tokens += [(owner, stop)] if (owner, stop) in tokens else [(owner, stop)] * 2
        action = CorrectMap(CHECKED, tuple(tiles), tuple(tokens), **WHY)
        found = judge.refusals(rules, told, action)
        odd = {r.facts["hex"] for r in found if r.code in ("correct.map_tile", UNJOINED)}
        if not odd:
            return [action, *special]
        special += [CorrectTile(*tile, **WHY) for tile in tiles if tile[0] in odd]
        tiles = [tile for tile in tiles if tile[0] not in odd]


@pytest.mark.parametrize("seed", range(10 if FULL else 1))
@pytest.mark.parametrize("title", TITLES if FULL else ["1830", "18chesapeake"])
def test_a_game_goes_on_without_its_map_and_with_it_at_random_moments(title: str, seed: int):
    """Money, prices, holdings and trains are the same as with the map all the time."""
    rules, dice = rules_for(setup_for(title, seed)), random.Random(seed)
    before, game, switches = judge.start(rules).state, None, 0
    for action, outcome in run_cache.play(rules, seed, manner=careful):
        is_between = bool(map_choices(rules, before))
        if game is None and is_between and dice.random() < SWITCHES:
            told = judge.apply(rules, before, CorrectMap(TOLD, **WHY)).state
            game = FollowedGame(rules, rules, told)
        elif game is not None and is_between and dice.random() < BACK:
            assert game.follow(None, before, before) is None
            if map_choices(rules, game.state):
                state = game.state
                for correction in lay_as(rules, state, before):
                    state = judge.apply(rules, state, correction).state
                assert find_difference(before, state) is None
                assert (state.map, state.board.laid) == (CHECKED, before.board.laid)
                assert state.board.tokens == before.board.tokens
                game, switches = None, switches + 1
        if game is not None:
            assert game.follow(action, before, outcome.state) is None, action
        before = outcome.state
    assert switches
