"""Runs and dividends, 1830 §8.2, §20."""

import pytest

from companion.rules.core.actions import BuyTrain, Dividend, Pass, RunTrains
from companion.rules.operating.dividends import payout_preview
from companion.rules.operating.running import find_best
from tests.support.positions import Position


def lancaster(*trains: str) -> Position:
    """PRR from Pittsburgh (20) by Altoona (10) to Lancaster (20), at its run."""
    game = Position("1830", 3).close_privates()
    game.started("PRR", 100, "p1", p1=50, p2=10, pool=10).floated("PRR", 0)
    game.tile("H14", "9", 1).tile("H16", "57", 1).tile("H10", "57", 1)
    game.trains("PRR", *(trains or ("2",)))
    return game.operating("PRR", "run")


EAST = ("H12.0", "H14", "H16.0")
WEST = ("H10.0", "H12.0")


def run(*routes: tuple[str, ...]) -> RunTrains:
    return RunTrains("PRR", tuple((f"2-{n}", path) for n, path in enumerate(routes)))


def test_run_is_the_sum_of_its_stops():
    game = lancaster().do(run(EAST))
    assert game.state.round.turn.revenue == 30
    assert game.waiting() == "dividend"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (("H12.0",), "run.too_short"),
        (("H12.0", "H14", "I15.0"), "run.no_track"),
        (("H10.0", "H12.0", "H14", "H16.0"), "run.too_long"),
        (("H10.0", "H12", "H14", "H16.0"), "run.no_token"),
    ],
)
def test_route_that_breaks_a_rule_is_refused_with_its_reason(path, code):
    assert code in lancaster().refused(run(path))


def test_three_train_reaches_three_stops():
    game = lancaster("3")
    route = RunTrains("PRR", (("3-0", ("H10.0", "H12.0", "H14", "H16.0")),))
    assert game.do(route).state.round.turn.revenue == 50


def test_train_may_run_shorter_than_it_could():
    assert lancaster("3").allowed(RunTrains("PRR", (("3-0", EAST),)))


def test_trains_do_not_share_track_but_may_meet_in_a_city():
    game = lancaster("2", "2")
    assert game.refused(run(EAST, EAST)) >= {"run.track_shared"}
    assert game.do(run(EAST, WEST)).state.round.turn.revenue == 60


def test_train_of_another_company_is_not_run():
    assert lancaster().refused(RunTrains("PRR", (("3-0", EAST),))) == {"run.no_such_train"}


def test_blocked_city_may_only_end_a_route():
    game = lancaster("3").token("H16.0", "B&O").tile("I17", "9", 1)
    game.tile("H16", "14", 1).token("H16.0", "B&M")
    through = RunTrains("PRR", (("3-0", ("H12.0", "H14", "H16.0", "H18.0")),))
    assert "run.blocked" in game.refused(through)
    assert game.allowed(RunTrains("PRR", (("3-0", EAST),)))


def through_the_deep_south() -> Position:
    """B&O from Baltimore by Washington to the Deep South, and track on from there."""
    game = Position("1830", 3).close_privates().phase("6").trains("B&O", "6")
    game.started("B&O", 100, "p1", p1=60).floated("B&O", 0).tile("J14", "57", 0)
    game.tile("J12", "9", 2).tile("I11", "9", 2).tile("H10", "57", 2)
    return game.operating("B&O", "run")


def test_off_board_ends_a_route():
    game = through_the_deep_south()
    there = ("I15.0", "J14.0", "K13.0")
    assert game.allowed(RunTrains("B&O", (("6-0", there),)))
    on = RunTrains("B&O", (("6-0", (*there, "J12", "I11", "H10.0")),))
    assert game.refused(on) == {"run.off_board_passed"}


def test_route_does_not_begin_and_end_in_the_same_red_area():
    game = Position("1830", 3).close_privates().phase("6").trains("CPR", "6")
    game.started("CPR", 100, "p1", p1=60).floated("CPR", 0)
    game.tile("B10", "63", 0).tile("B12", "7", 1).token("B10.0", "CPR").operating("CPR", "run")
    assert game.allowed(RunTrains("CPR", (("6-0", ("A11.0", "B10.0")),)))
    around = RunTrains("CPR", (("6-0", ("A11.0", "B10.0", "B12", "A11.0")),))
    assert game.refused(around) == {"run.stop_twice"}


def test_run_is_for_the_company_and_the_step_on_turn():
    game = lancaster()
    game.started("NYC", 67, "p2", p2=60).floated("NYC", 0)
    assert game.refused(RunTrains("NYC", ())) == {"turn.not_yours"}
    game.operating("PRR", "trains")
    assert game.refused(run(EAST)) == {"turn.not_now"}


def test_train_bought_in_a_turn_runs_in_the_next():
    game = lancaster("2").cash(PRR=500).do(run(EAST), Dividend("PRR", "withhold"))
    assert game.waiting() == "trains"
    game.do(BuyTrain("PRR", "2-1", 80))
    assert game.refused(run(EAST, WEST)) == {"turn.not_now"}


def test_best_run_is_found_and_lesser_one_allowed():
    game = lancaster("2", "2")
    best = find_best(game.rules, game.state, "PRR")
    assert (best.revenue, best.proved) == (60, True)
    assert game.do(run(WEST)).state.round.turn.revenue == 30


@pytest.mark.parametrize(("phase", "train", "revenue"), [("4", "4", 80), ("5", "5", 90)])
def test_offboard_pays_more_from_phase_5(phase, train, revenue):
    """Baltimore (30), Washington (20) and the Deep South (30, then 40)."""
    game = Position("1830", 3).close_privates().phase(phase)
    game.started("B&O", 100, "p1", p1=60).floated("B&O", 0).tile("J14", "57", 0)
    game.trains("B&O", train).operating("B&O", "run")
    best = find_best(game.rules, game.state, "B&O")
    assert best.revenue == revenue


# --- dividends


def paying(revenue: int = 50, **shares: int) -> Position:
    """The book's example: 50% with the president, 20% in the pool, 30% unsold."""
    game = Position("1830", 3).close_privates().cash(p1=0, p2=0, p3=0)
    game.started("PRR", 100, "p1", **(shares or {"p1": 50, "pool": 20})).floated("PRR", 0)
    return game.operating("PRR", "dividend", revenue=revenue)


def test_rule_book_example_of_50_at_50_20_and_30_percent():
    game = paying()
    bank = game.state.cash["bank"]
    game.do(Dividend("PRR", "pay"))
    assert game.state.cash["p1"] == 25
    assert game.state.cash["PRR"] == 10
    assert game.state.cash["bank"] == bank - 35


def test_withheld_revenue_goes_to_the_treasury():
    game = paying().do(Dividend("PRR", "withhold"))
    assert game.state.cash["PRR"] == 50
    assert game.state.cash["p1"] == 0


def test_price_moves_right_for_a_dividend_and_left_without():
    assert paying().do(Dividend("PRR", "pay")).at("PRR") == 112
    assert paying().do(Dividend("PRR", "withhold")).at("PRR") == 90


def test_price_moves_up_at_the_right_end_and_down_at_the_left_end():
    game = paying().price("PRR", "3,12")
    assert game.do(Dividend("PRR", "pay")).state.companies["PRR"].cell == "2,12"
    game = paying().price("PRR", "3,0")
    assert game.do(Dividend("PRR", "withhold")).state.companies["PRR"].cell == "4,0"


def test_price_of_350_and_of_the_lowest_corner_stay():
    assert paying().price("PRR", "0,18").do(Dividend("PRR", "pay")).at("PRR") == 350
    game = paying().price("PRR", "7,0")
    assert game.do(Dividend("PRR", "withhold")).state.companies["PRR"].cell == "7,0"


def test_there_is_no_half_dividend():
    assert paying().refused(Dividend("PRR", "half")) == {"dividend.kind"}


def test_company_without_a_run_falls_without_being_asked():
    game = Position("1830", 3).close_privates().started("PRR", 100, "p1", p1=60)
    game.floated("PRR", 500).operating("PRR", "track")
    game.do(Pass("PRR"))
    assert game.at("PRR") == 90
    assert "did_not_run" in game.told()


def test_receipt_explains_the_payout_to_the_last_dollar():
    game = lancaster().do(run(EAST))
    receipt = payout_preview(game.rules, game.state, "PRR", "pay")
    assert receipt.revenue == 30
    assert receipt.per_share == 3
    assert [(line.stop, line.value) for line in receipt.runs[0].stops] == [
        ("H12.0", 10),
        ("H16.0", 20),
    ]
    assert {(line.owner, line.percent, line.amount) for line in receipt.payees} == {
        ("p1", 50, 15),
        ("p2", 10, 3),
        ("PRR", 10, 3),
    }
    assert [(line.owner, line.percent) for line in receipt.unpaid_payees] == [("initial", 30)]
    assert receipt.bank_before - receipt.bank_after == 21
    assert (receipt.price_before, receipt.price_after) == (100, 112)
    cash = dict(game.state.cash)
    game.do(Dividend("PRR", "pay"))
    for line in receipt.payees:
        assert game.state.cash[line.owner] == cash[line.owner] + line.amount
    assert game.state.cash["bank"] == receipt.bank_after
