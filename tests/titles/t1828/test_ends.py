"""Ending the game: agreement, the top of the market, the set after purple; and who leaves play."""

from companion.rules.core.actions import BuyTrain, Dividend, Pass
from companion.rules.explain.summary import summary
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.worth import total_worth
from companion.rules.stock.share_trading import StockRound
from companion.store.history.game_loader import winners
from tests.support.positions import NAMES, Position
from tests.titles.t1828.game_start import floated


def test_all_may_agree_at_any_time_who_has_won():
    for at in (Position("1828", 4), floated("GT").operating("GT", "trains")):
        at.do(AgreeWinner("p3"))
        assert at.state.end_reason == "agreed"
        assert at.state.title_state.winner == "p3"


def test_a_dividend_at_the_top_ends_the_game_with_the_operating_round():
    at = floated("B&O").started("IC", 79, "p2", p2=60).floated("IC").price("B&O", "0,13")
    at.operating("B&O", "dividend", parts=2, revenue=100).do(Dividend("B&O", "pay"))
    assert at.at("B&O") == 500
    while not at.state.end_reason:
        assert at.state.round.part == 1
        at.do(Pass(at.state.round.turn.company))
    assert at.state.end_reason == "market"


def in_purple(stock: int = 7) -> Position:
    """The last phase, at the end of a stock round."""
    at = floated("GT").phase("Purple").trains("GT", "D")
    return at.stock_round(stock, "p1", cards=("p2", "p3", "p4"))


def test_the_first_complete_set_in_purple_is_the_last():
    at = in_purple().do(Pass("p1"))
    assert at.state.title_state.last_set == 7
    assert at.state.round.parts == 4


def test_the_game_is_over_with_the_last_operating_round_of_that_set():
    at, parts = floated("B&O").phase("Purple"), set()
    at.stock_round(7, "p1", cards=("p2", "p3", "p4")).do(Pass("p1"))
    while not at.state.end_reason:
        parts.add(at.state.round.part)
        at.do(Pass("B&O"))
    assert (at.state.end_reason, parts) == ("purple", {1, 2, 3, 4})


def test_a_set_that_runs_when_purple_begins_is_finished_and_another_follows():
    at = floated("GT").phase("Gray").trains("GT", "8E")
    for train in [t for t in at.state.trains if t.startswith("8E-")][1:]:
        at.state.move_train(train, "gone")
    at.operating("GT", "trains", parts=3, part=3).cash(GT=900).do(BuyTrain("GT", "D-0", 900))
    assert at.state.phase == "Purple"
    while not isinstance(at.state.round, StockRound):
        at.do(Pass("GT"))
    assert not at.state.end_reason
    assert at.state.title_state.last_set == 0


def test_unparred_companies_leave_play_in_the_first_stock_round_of_purple():
    at = floated("GT").phase("Purple").trains("GT", "D").operating("GT", "trains")
    while not isinstance(at.state.round, StockRound):
        at.do(Pass("GT"))
    tokens = at.state.board.tokens
    assert tokens["E15.0"] == tokens["E15.1"] == tokens["A15.0"] == ("blocked",)
    assert tokens["G23.1"] == ("blocked",)
    assert tokens["G23.0"] == (None,)
    assert at.state.companies["PRR"].status == "gone"
    assert at.state.companies["GT"].status == "floated"
    take = at.data.companies["PRR"].certificates[1]
    at.state.certificates[take] = "p2"
    assert total_worth(at.rules, at.state, "p2") == at.state.cash["p2"]


def test_the_agreed_winner_is_shown_and_the_worths_beside():
    at = Position("1828", 4).cash(p1=900).do(AgreeWinner("p3"))
    table = summary(at.rules, at.state)
    assert table.winner == NAMES[2]
    assert winners(at.rules, at.state) == [NAMES[2]]
    assert table.standings[0].name == NAMES[0]
