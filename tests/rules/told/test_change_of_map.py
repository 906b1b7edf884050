"""The banker changes between two turns whether a game is played with its map."""

from companion.rules.amend.correction_actions import CorrectMap
from companion.rules.core.actions import Pass
from companion.rules.told.actions import TellToken, TellTrack
from tests.support.positions import Position

WHY = {"reason": "it takes too long"}


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


def test_the_map_is_taken_up_again_only_when_no_token_lies_somewhere():
    game = turn().do(CorrectMap("told", **WHY), TellTrack("NYC", 0), TellToken("NYC", 40))
    game.operating("NYC")
    assert game.refused(CorrectMap("checked", **WHY)) == {"correct.map"}


def test_a_title_that_needs_its_map_keeps_it():
    game = Position("1882", 3)
    assert game.refused(CorrectMap("told", **WHY)) == {"correct.map"}


def test_a_stock_round_goes_on_as_it_was():
    game = turn().stock_round(2).do(CorrectMap("told", **WHY), Pass("p1"))
    assert (game.state.round.turn, game.state.is_told) == ("p2", True)
