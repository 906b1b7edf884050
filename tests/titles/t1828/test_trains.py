"""Buy trains, train limits by shell, the director's help, bankruptcy; pay or withhold dividends."""

from companion.rules.core.actions import (
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Dividend,
    Pass,
    SellShares,
)
from companion.rules.core.change import Change
from companion.rules.judge.worth import total_worth
from companion.rules.operating.dividends import payout_preview
from companion.rules.shares import holdings
from companion.titles.t1828.system_shells import MoveTrain
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, system


def buying(company: str = "GT", cash: int = 1000, phase: str = "Yellow") -> Position:
    return floated(company, cash).phase(phase).operating(company, "trains")


def take(at: Position, company: str, source: str, owner: str, percent: int) -> None:
    holdings.take(Change(at.state), at.data.companies[company], source, owner, percent)


# --- dividends


def dividend(at: Position, company: str, revenue: int) -> Position:
    return at.operating(company, "dividend", revenue=revenue)


def test_a_systems_own_tenth_and_the_pool_pay_it_and_the_ipo_pays_nobody():
    at = system()
    take(at, "GT", "initial", "pool", 20)
    dividend(at, "GT", 240)
    receipt = payout_preview(at.rules, at.state, "GT", "pay")
    assert receipt.to_treasury == 72
    before = {who: at.state.cash[who] for who in ("p1", "GT", "bank")}
    at.do(Dividend("GT", "pay"))
    assert at.state.cash["p1"] - before["p1"] == 144
    assert at.state.cash["GT"] - before["GT"] == 72
    assert before["bank"] - at.state.cash["bank"] == 240 - 24


def test_all_or_nothing_and_the_price_goes_right_or_left():
    at = dividend(floated("GT"), "GT", 60)
    assert at.refused(Dividend("GT", "half")) == {"dividend.kind"}
    at.do(Dividend("GT", "pay"))
    assert at.at("GT") == 74
    at = dividend(floated("GT"), "GT", 60).do(Dividend("GT", "withhold"))
    assert at.at("GT") == 64


# --- what is for sale


def test_one_kind_at_a_time_in_order():
    at = buying()
    assert at.refused(BuyTrain("GT", "3-0", 160)) == {"train.sold_first"}
    at.do(BuyTrain("GT", "2-0", 80))
    assert at.state.cash["GT"] == 920


def test_nobody_buys_what_the_cp_runs_with():
    at = buying()
    assert at.refused(BuyTrain("GT", "C&P-0", 1)) == {"train.not_for_sale"}


def test_a_250_private_closes_when_its_company_gets_a_train():
    at = buying().privates(GT="p2", IC="p2").do(BuyTrain("GT", "2-0", 80))
    assert (at.state.privates["GT"], at.state.privates["IC"]) == ("gone", "p2")
    at = system().privates(GT="p2", IC="p2").operating("GT", "trains").do(BuyTrain("GT", "2-0", 80))
    assert (at.state.privates["GT"], at.state.privates["IC"]) == ("gone", "gone")


def test_phases_rust_trains_and_red_closes_the_privates():
    at = buying(cash=5000, phase="Green").privates(**{"C&A": "p2", "IC": "p3"})
    at.trains("NYC", "2")
    for train in [t for t in at.state.trains if t.startswith("3-")]:
        at.state.move_train(train, "gone")
    at.do(BuyTrain("GT", "5-0", 250))
    assert at.state.phase == "Blue"
    assert at.state.place_of("2-0") == "gone"
    red = buying(cash=5000, phase="Brown").privates(**{"C&A": "p2", "IC": "p3"})
    for train in [t for t in red.state.trains if t.startswith("3+D-")]:
        red.state.move_train(train, "gone")
    red.do(BuyTrain("GT", "6-0", 650))
    assert set(red.state.privates.values()) == {"gone"}


# --- shells


def test_each_shell_has_its_own_limit():
    at = system().phase("Red").trains("GT", "6", "6").operating("GT", "trains")
    assert at.refused(BuyTrain("GT", "6-2", 650, charter=0)) == {"train.limit"}
    assert at.allowed(BuyTrain("GT", "6-2", 650, charter=1))


def test_a_fallen_limit_is_answered_shell_by_shell_out_of_the_game():
    at = system().trains("GT", "3", "3", "3")
    at.state.move_train("3-0", "GT", 1)
    at.phase("Brown")
    at.trains("GT", "3")
    at.state.phase = "Red"
    at.trains("GT", "5")
    assert at.waiting() == "discard"
    given = at.offered("discard")
    assert "3-0" not in {discard.train for discard in given}
    at.do(DiscardTrain("GT", given[0].train))
    assert at.state.place_of(given[0].train) == "gone"


# --- the train that must be owned


def with_route(cash: int, director: int = 700) -> Position:
    at = floated("GT", cash).tile("D6", "57", 1).cash(p1=director)
    return at.operating("GT", "trains")


def test_a_company_with_a_route_must_own_a_train():
    at = with_route(1000)
    assert at.refused(Pass("GT")) == {"train.needed"}
    assert floated("IC").operating("IC", "trains").allowed(Pass("IC"))


def test_the_treasury_first_then_the_directors_cash():
    at = with_route(50, 700).do(BuyTrain("GT", "2-0", 80))
    assert (at.state.cash["GT"], at.state.cash["p1"]) == (0, 670)


def test_then_their_shares_but_no_more_than_needed_nor_those_that_lose_the_company():
    at = with_route(0, 20).started("IC", 67, "p2", p2=40, p1=30).operating("GT", "trains")
    assert at.refused(SellShares("p1", "IC", 20)) == {"forced.too_much"}
    at.do(SellShares("p1", "IC", 10))
    at.do(BuyTrain("GT", "2-0", 80))
    assert (at.state.cash["GT"], at.state.cash["p1"]) == (0, 7)


def test_bankruptcy_ends_the_game_at_once_and_leaves_all_as_it_stands():
    at = with_route(0, 5)
    for certificate in at.data.companies["GT"].certificates[1:]:
        if at.state.certificates[certificate] == "p1":
            at.state.certificates[certificate] = "initial"
    assert at.offered("bankrupt")
    worth = total_worth(at.rules, at.state, "p1")
    at.do(DeclareBankruptcy("p1"))
    assert at.state.end_reason == "bankruptcy"
    assert total_worth(at.rules, at.state, "p1") == worth


def test_by_the_other_reading_the_bankrupt_sells_out():
    at = Position("1828", 4, bankrupt_sells_out=True).close_privates()
    at.started("GT", 67, "p1", p1=20).floated("GT", 0).tile("D6", "57", 1).cash(p1=5)
    at.started("IC", 67, "p2", p2=40, p1=10).operating("GT", "trains")
    at.do(DeclareBankruptcy("p1"))
    assert at.state.cash["p1"] == 0
    assert at.percent("IC", "p1") == 0


def test_the_coalfields_ask_for_no_train_without_coal_but_by_the_other_reading():
    for reading in (False, True):
        at = Position("1828", 4, coalfield_is_a_route=reading).close_privates()
        at.started("IC", 67, "p1", p1=60).floated("IC", 500)
        for here, tile, rotation in (("J8", "9", 1), ("J10", "8", 5)):
            at.tile(here, tile, rotation)
        passes = at.operating("IC", "trains").refused(Pass("IC"))
        assert passes == ({"train.needed"} if reading else set())


# --- an empty shell


def half_empty(treasury: int, director: int, route: bool = True) -> Position:
    at = system("IC", "PRR", treasury).phase("Green").trains("IC", "3").cash(p1=director)
    if route:
        at.tile("H14", "4", 1)
    return at.operating("IC", "trains")


def test_the_director_may_help_to_fill_an_empty_shell():
    at = half_empty(100, 100)
    buy = BuyTrain("IC", "3-1", 160, charter=1)
    assert at.allowed(Pass("IC"))
    assert at.refused(BuyTrain("IC", "3-1", 160, charter=0)) == {"train.shell"}
    at.do(buy)
    assert (at.state.cash["IC"], at.state.cash["p1"]) == (0, 40)


def test_they_may_sell_for_it_and_then_must_buy():
    at = half_empty(100, 0)
    assert not at.offered("bankrupt")
    at.do(SellShares("p1", "IC", 10))
    assert at.refused(Pass("IC")) == {"train.needed"}
    at.do(BuyTrain("IC", "3-1", 160, charter=1))
    assert at.state.cash["IC"] == 0


def test_not_without_money_that_suffices_nor_without_a_route():
    poor = system("IC", "PRR", 0).phase("Purple").trains("IC", "6").cash(p1=0).tile("H14", "4", 1)
    poor.operating("IC", "trains")
    assert not poor.offered("sell")
    away = half_empty(100, 100, route=False)
    assert away.refused(BuyTrain("IC", "3-1", 160, charter=1)) == {"train.cash"}


def test_by_the_other_reading_no_route_is_needed():
    at = Position("1828", 4, shell_without_route=True)
    assert at.rules.options["shell_without_route"]
    no_route = half_empty(100, 100, route=False)
    no_route.rules = at.rules
    assert no_route.allowed(BuyTrain("IC", "3-1", 160, charter=1))


# --- bad input


def test_trains_do_not_move_between_shells_after_a_purchase():
    at = system("IC", "PRR").phase("Green").trains("IC", "3").operating("IC", "trains")
    at.do(BuyTrain("IC", "3-1", 160, charter=1))
    assert at.refused(MoveTrain("IC", "3-0", "PRR")) == {"turn.not_now"}


def test_with_the_directors_money_another_companys_train_costs_its_face_value_at_most():
    at = with_route(10, 500).started("IC", 79, "p2", p2=60).floated("IC").trains("IC", "2")
    at.operating("GT", "trains")
    assert "train.face" in at.refused(BuyTrain("GT", "2-0", 81))
    at.do(BuyTrain("GT", "2-0", 80))
    assert (at.state.cash["GT"], at.state.cash["p1"]) == (0, 430)


def test_only_to_buy_a_train_that_it_must_own_is_a_company_helped():
    at = floated("IC", 50).operating("IC", "trains")
    assert at.refused(BuyTrain("IC", "2-0", 80)) == {"train.cash"}
