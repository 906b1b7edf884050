"""§8.3.4, §13.2: half and full dividends, what is rounded, and where the price goes."""

import pytest

from companion.rules.core.actions import Dividend
from companion.rules.core.state import LAST_RUN
from companion.rules.judge import judge
from companion.rules.operating.dividends import divide
from tests.titles.t1839.operating_positions import at_price, company, moment, turn


def paying(revenue, phase="Light Yellow", price=67, symbol="AMS", **percents):
    """A company that divides its revenue."""
    at = company(moment(phase=phase), symbol, 31 if symbol[0] == "L" else 67, **percents)
    at_price(at, symbol, price)
    at.trains(symbol, "2" if phase == "Light Yellow" else "4")
    at.state.questions = ()
    return turn(at, symbol, "dividend", revenue=revenue)


@pytest.mark.parametrize(
    ("revenue", "kept", "share"), [(10, 0, 1), (30, 10, 2), (50, 20, 3), (70, 30, 4), (150, 70, 8)]
)
def test_half_is_kept_in_tens_and_the_rest_is_shared(revenue, kept, share):
    at = paying(revenue)
    half = next(way for way in at.rules.dividends.ways if way.name == "half")
    receipt = divide(at.rules, at.state, "AMS", half, revenue)
    assert (receipt.kept, receipt.per_share) == (kept, share)


def test_treasury_and_pool_pay_the_company_and_the_ipo_pays_nobody():
    at = paying(70, price=38, symbol="L1", p1=60, pool=20)
    before = at.state.cash["p1"]
    at.do(Dividend("L1", "half"))
    assert at.state.cash["L1"] == 30 + 8
    assert at.state.cash["p1"] - before == 24
    assert at.at("L1") == 46


def test_the_price_goes_by_ten_times_what_a_share_gets():
    at = paying(130).do(Dividend("AMS", "half"))
    assert at.state.cash["AMS"] == 60
    assert at.at("AMS") == 74  # 70 is no less than 67
    at = paying(130, phase="Gray", price=61).do(Dividend("AMS", "pay"))
    assert at.at("AMS") == 74
    at = paying(200, price=82).do(Dividend("AMS", "withhold"))
    assert at.at("AMS") == 74
    assert at.state.cash["AMS"] == 200


def test_half_before_blue_and_all_from_blue_on():
    early, late = paying(50), paying(50, phase="Gray")
    assert early.refused(Dividend("AMS", "pay")) == {"dividend.kind"}
    assert early.allowed(Dividend("AMS", "half"))
    assert late.refused(Dividend("AMS", "half")) == {"dividend.kind"}
    assert late.allowed(Dividend("AMS", "pay"))


@pytest.mark.parametrize(("trains", "price"), [((), 67), (("2",), 74)])
def test_without_a_train_the_price_falls_once_more(trains, price):
    at = company(moment(), "HIJSM", cash=100)
    at_price(at, "HIJSM", 82)
    at.trains("HIJSM", *trains)
    turn(at, "HIJSM", "run")
    at.state.board = at.state.board.without_token("B13.0", "HIJSM")
    at.state.board = at.state.board.with_token("D19.0", "HIJSM")
    at.state.alter("HIJSM", tokens=2)
    judge.settle(at.rules, change := at_work(at))
    assert change.state.companies["HIJSM"].cell == cell(at, price)


def at_work(at):
    from companion.rules.core.change import Change

    return Change(at.state.copy())


def cell(at, price):
    market = at.data.markets["major"]
    return next(c.id for c in market.cells.values() if c.price == price)


def test_a_last_run_counts_as_a_train():
    """50 withheld at 82: the R5 that ran leaves the game before, and the price falls once."""
    at = company(moment(phase="Light Brown"), "ZHESM")
    at_price(at, "ZHESM", 82).trains("ZHESM", "R5")
    at.state.trains["R5-0"] = at.state.trains["R5-0"].with_mark(LAST_RUN)
    turn(at, "ZHESM", "run").do(*at.offered("run"))
    assert (at.state.trains["R5-0"].place, at.state.round.turn.revenue) == ("gone", 50)
    assert at.do(Dividend("ZHESM", "withhold")).at("ZHESM") == 74


@pytest.mark.parametrize(("symbol", "price"), [("L1", 65), ("AMS", 254)])
def test_at_the_ends_of_the_rows_a_price_stays(symbol, price):
    at = paying(900, price=price, symbol=symbol).do(Dividend(symbol, "half"))
    assert at.at(symbol) == (65 if symbol == "L1" else 300)
    low = {"L1": 10, "AMS": 40}[symbol]
    assert paying(10, price=low, symbol=symbol).do(Dividend(symbol, "withhold")).at(symbol) == low


@pytest.mark.parametrize(("revenue", "price", "over"), [(460, 300, True), (450, 254, False)])
def test_a_dividend_that_brings_300_ends_the_game_after_the_round(revenue, price, over):
    at = paying(revenue, phase="Purple", price=227).do(Dividend("AMS", "pay"))
    assert at.at("AMS") == price
    assert bool(at.state.title_state.top_company) is over
