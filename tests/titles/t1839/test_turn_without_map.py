"""1839 without its map: homes and their fee, privates, swaps, moves, locals for privates."""

import pytest

from companion.rules.amend.correction_actions import CorrectMap
from companion.rules.core.actions import BuyShare, NameHome, Pass
from companion.rules.core.map_use import TOLD
from companion.rules.core.state import Question
from companion.rules.judge import judge
from companion.rules.without_map.actions import TellPower, TellToken, TellTrack
from companion.rules.without_map.followed_game import FollowedGame
from companion.titles.t1839.running import STATE
from companion.titles.t1839.turn_without_map import TellHomeFee, TellMove, TellReturn, TellSwap
from tests.support.positions import Position
from tests.titles.t1839.game_start import stock_round
from tests.titles.t1839.operating_positions import company, moment, turn


def make_told_turn(phase: str = "Light Green", step: str = "track", cash: int = 500) -> Position:
    """The turn of a company; another one has operated, too."""
    at = moment(phase=phase)
    company(at, "AMS", cash=cash)
    company(at, "NRS", director="p2")
    for one in ("AMS", "NRS"):
        for stop in at.state.board.token_stops(one):
            at.state.board = at.state.board.without_token(stop, one)
    at.state.map = TOLD
    at.state.told = type(at.state.told)(tokens={"AMS": 2, "NRS": 2})
    at.state.questions = ()
    return turn(at, "AMS", step)


def test_a_swap_is_paid_and_either_company_tells_whether_two_lie_in_a_hex():
    at = make_told_turn(step="token").do(TellSwap("AMS", "NRS"))
    assert (at.state.cash["AMS"], at.waiting()) == (420, "told_return")
    at.do(TellReturn("AMS"))
    assert at.refused(TellReturn("AMS")) == {"turn.not_yours"}
    at.do(Pass("NRS"))
    assert at.state.told.tokens == {"AMS": 1, "NRS": 2, STATE: 1}
    assert at.waiting() != "told_token"


def test_a_swap_needs_money_and_companies_that_have_operated():
    assert make_told_turn(step="token", cash=79).refused(TellSwap("AMS", "NRS")) == {"token.cost"}
    assert make_told_turn(step="token").refused(TellSwap("AMS", "NBDS")) == {"token.not_operated"}
    assert make_told_turn(step="token").refused(TellSwap("AMS", "AMS")) == {"token.swap_own"}
    assert make_told_turn(step="token").turn(tokens=1).refused(TellSwap("AMS", "NRS")) == {
        "token.one"
    }


def test_a_private_moves_a_token_and_that_of_the_state_stays():
    at = make_told_turn("Blue", "token").privates(KR="p3")
    move = TellMove("p3", "KR", "AMS")
    assert at.offered("move_token") == [move]
    assert at.refused(TellMove("p2", "KR", "AMS")) == {"power.not_yours"}
    assert make_told_turn(step="token").privates(KR="p3").refused(move) == {"power.not_yet"}
    at.do(move, Pass("AMS"))
    assert at.state.told.tokens == {"AMS": 2, "NRS": 2, STATE: 1}
    assert at.state.privates["KR"] == "gone"


def test_a_private_adds_a_yellow_tile_after_those_of_the_turn():
    at = make_told_turn().privates(HLVVDG="AMS").do(TellTrack("AMS", 0), TellTrack("AMS", 20))
    assert at.waiting() == "told_track"
    assert at.refused(TellPower("AMS", "HLVVDG", 0)) == {"told.least"}
    at.do(TellPower("AMS", "HLVVDG", 60))
    assert (at.state.cash["AMS"], at.state.privates["HLVVDG"]) == (420, "gone")


def test_a_private_pays_for_a_tile_and_a_token_together():
    at = make_told_turn().privates(SRV="AMS")
    assert at.refused(TellToken("AMS", 0, "SRV")) == {"told.track"}
    at.do(TellPower("AMS", "SRV", 80), TellTrack("AMS", 0), TellToken("AMS", 0, "SRV"))
    assert at.refused(TellPower("AMS", "SRV", 80)) == {"power.once"}
    at.do(Pass("AMS"))
    assert (at.state.cash["AMS"], at.state.privates["SRV"]) == (420, "gone")
    assert at.state.told.tokens["AMS"] == 3
    assert at.waiting() != "told_token"


def test_a_local_names_its_homes_and_its_director_tells_the_fee():
    at = moment()
    at.state.map = TOLD
    at.started("L1", 31, "p1", p1=60).cash(p1=300)
    at.state.ask(Question("name_home", "p1", ("L1", "0")))
    at.state.ask(Question("name_home", "p1", ("L1", "1")))
    at.do(NameHome("L1", "L13"))
    assert at.refused(NameHome("L1", "L13")) == {"token.home_twice"}
    at.do(NameHome("L1", "K8"))
    assert at.waiting() == "home_fee"
    assert at.refused(TellHomeFee("L1", 10_000)) == {"told.revenue"}
    at.do(TellHomeFee("L1", 100))
    assert at.state.companies["L1"].floated
    assert at.state.cash["L1"] == 310 - 100


def test_the_owner_of_a_closed_private_tells_that_no_local_finds_homes():
    at = moment()
    before = at.state.cash["p2"]
    at.state.ask(Question("new_local", "p2", ("LP",)))
    assert at.refused(Pass("p2")) == {"turn.not_now"}
    at.state.map = TOLD
    at.do(Pass("p2"))
    assert at.state.cash["p2"] == before + 80


@pytest.mark.parametrize(
    ("homes", "tiles", "fee", "waits"),
    [
        (("I16", "G14"), (), 80, "track"),
        (("G10", "I8"), ("A425", "A61", "A990"), 240, "debt"),
    ],
)
def test_a_followed_local_has_the_same_fee_though_it_operates_at_once_or_owes_it(
    homes: tuple[str, str], tiles: tuple[str, ...], fee: int, waits: str
) -> None:
    """p3 buys the last share that L1 needs. Then nobody can act, and the round is over."""
    at = stock_round(1, "p3").started("L1", 20, "p1", p1=20, p2=30).cash(p1=0, p2=0, p3=20)
    at.state.alter("L1", homes=tuple((home,) for home in homes))
    for tile in tiles:
        at.tile("G10", tile, 0)
    before, buy = at.state, BuyShare("p3", "L1", "initial")
    told = judge.apply(at.rules, before, CorrectMap(TOLD, reason="it takes too long")).state
    game = FollowedGame(at.rules, at.rules, told)
    at.do(buy)
    assert game.follow(buy, before, at.state) is None
    assert (game.actions, at.waiting()) == ([buy, TellHomeFee("L1", fee)], waits)
