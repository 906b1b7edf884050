"""Emergency train buying: the director's payment and sales, and their bankruptcy."""

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    Pass,
    SellShares,
)
from companion.rules.core.change import Change
from companion.rules.operating.emergency_money import help_needed
from companion.rules.shares import holdings
from companion.titles.t1828.coal import BuyCoal
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, system


def forced(treasury: int = 0, cash: int = 0, phase: str = "Yellow") -> Position:
    """GT has a route and no train; its director has 60% of it, and 30% of IC at 67."""
    at = floated("GT", treasury).tile("D6", "57", 1).cash(p1=cash)
    at.started("IC", 67, "p2", p2=40, p1=30).floated("IC", 0)
    return at.phase(phase).operating("GT", "trains")


def test_the_director_adds_no_more_than_is_lacking_and_the_treasury_is_empty_then():
    at = forced(30, 300).do(BuyTrain("GT", "2-0", 80))
    assert (at.state.cash["GT"], at.state.cash["p1"]) == (0, 250)
    assert at.state.round.turn is None or at.state.round.turn.company != "GT"


def test_they_add_nothing_to_a_second_train():
    at = forced(81, 300).trains("IC", "2").do(BuyTrain("GT", "2-1", 80))
    assert at.waiting() == "trains"
    assert at.refused(BuyTrain("GT", "2-0", 2)) == {"train.cash"}
    assert at.refused(SellShares("p1", "IC", 10))
    assert at.allowed(Pass("GT"))


def test_they_add_nothing_where_the_treasury_suffices():
    at = forced(80, 300)
    assert at.refused(SellShares("p1", "IC", 10))
    at.do(BuyTrain("GT", "2-0", 80))
    assert at.state.cash["p1"] == 300


def test_nothing_is_sold_as_long_as_cash_pays():
    assert forced(30, 50).refused(SellShares("p1", "IC", 10)) == {"forced.not_short"}
    at = forced(30, 49)
    assert at.refused(SellShares("p1", "IC", 20)) == {"forced.too_much"}
    assert at.allowed(SellShares("p1", "IC", 10))


def test_only_the_director_sells_and_only_their_own():
    at = forced()
    assert at.refused(SellShares("p2", "IC", 10)) == {"turn.not_yours"}
    assert at.refused(SellShares("p1", "IC", 40)) >= {"sell.none"}
    assert at.refused(SellShares("p1", "NYC", 10)) >= {"sell.none"}


def test_shares_of_the_company_itself_are_sold_but_not_its_directorship():
    at = forced(0, 0, "Brown")
    change = Change(at.state)
    holdings.take(change, at.data.companies["GT"], "p1", "initial", 10)
    holdings.take(change, at.data.companies["GT"], "initial", "p2", 30)
    assert (at.percent("GT", "p1"), at.percent("GT", "p2")) == (50, 30)
    assert at.allowed(SellShares("p1", "GT", 20))
    assert at.refused(SellShares("p1", "GT", 30)) >= {"forced.presidency"}


def test_another_company_changes_director_before_trains_are_bought_from_it():
    at = floated("GT", 0).tile("D6", "57", 1).cash(p1=0)
    at.started("IC", 67, "p1", p1=30, p2=30).floated("IC", 0).trains("IC", "2")
    at.operating("GT", "trains").do(SellShares("p1", "IC", 10))
    assert at.president("IC") == "p2"
    assert at.waiting() == "trains"
    at.do(BuyTrain("GT", "2-0", 67))
    assert (at.state.cash["GT"], at.state.cash["p1"], at.state.cash["IC"]) == (0, 0, 67)


def test_a_sale_moves_the_price_as_any_does():
    at = forced().price("IC", "10,6").do(SellShares("p1", "IC", 20))
    assert at.at("IC") == 68  # from 78, two rows down
    assert at.percent("IC", "pool") == 20


def test_the_train_of_another_company_costs_its_face_value_at_most_with_help():
    at = forced(10, 500).trains("IC", "2")
    assert "train.face" in at.refused(BuyTrain("GT", "2-0", 81))
    own = forced(200, 0).trains("IC", "2")
    own.do(BuyTrain("GT", "2-0", 200))  # what the treasury pays alone is as agreed
    assert own.state.cash["IC"] == 200


def test_nobody_has_to_buy_from_another_company():
    """A train may be had for $1, and the bank's is bought."""
    at = forced(10, 500).trains("IC", "2")
    at.do(BuyTrain("GT", "2-1", 80))
    assert at.trains_of("IC") == ["2"]


def test_they_may_sell_for_the_train_of_another_company_where_the_bank_s_is_too_dear():
    at = forced(0, 0, "Gray").trains("IC", "5")
    assert at.offered("bankrupt")  # nobody may be willing
    at.do(SellShares("p1", "IC", 10))
    assert at.refused(Pass("GT")) == {"train.needed"}
    train = next(t for t, card in at.state.trains.items() if card.place == "IC")
    at.do(BuyTrain("GT", train, 60))
    assert (at.state.cash["GT"], at.state.cash["p1"]) == (0, 7)


def test_no_more_is_sold_than_the_train_of_another_company_needs():
    """Two shares at 67, and a train for $1: they would keep $133."""
    at = forced(0, 0, "Gray").trains("IC", "5").do(SellShares("p1", "IC", 20))
    train = next(t for t, card in at.state.trains.items() if card.place == "IC")
    assert at.refused(BuyTrain("GT", train, 1)) == {"train.needless"}
    assert at.refused(BuyTrain("GT", train, 67)) == {"train.needless"}
    at.do(BuyTrain("GT", train, 68))
    assert at.state.cash["p1"] == 134 - 68


def test_bankrupt_is_who_cannot_raise_it_and_nobody_who_can():
    at = forced(10, 0)
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert not at.offered("bankrupt")
    rich = forced(10, 100)
    assert rich.refused(DeclareBankruptcy("p1")) == {"bankrupt.not_short"}
    poor = forced(0, 0, "Gray")
    assert poor.refused(DeclareBankruptcy("p2")) == {"turn.not_yours"}
    poor.do(DeclareBankruptcy("p1"))
    assert poor.state.end_reason == "bankruptcy"


def test_without_a_route_nobody_helps_and_nobody_is_bankrupt():
    at = floated("IC", 0).cash(p1=500).operating("IC", "trains")
    assert at.refused(BuyTrain("IC", "2-0", 80)) == {"train.cash"}
    assert at.refused(DeclareBankruptcy("p1"))


# --- an empty shell, and a train of another company for it


def half_empty(treasury: int = 0, cash: int = 0, phase: str = "Gray") -> Position:
    """The system IC with a 6 in its first shell; NYC sells it a 6, if anybody does.

    Its director has 60% of it, and 20% of NYC at 67.
    """
    at = system("IC", "PRR", treasury).phase(phase).trains("IC", "6").tile("H14", "4", 1)
    at.started("NYC", 67, "p2", p2=40, p1=20).floated("NYC", 0).trains("NYC", "6")
    return at.cash(p1=cash).operating("IC", "trains")


def of_nyc(at: Position) -> str:
    return next(t for t, card in at.state.trains.items() if card.place == "NYC")


def test_for_an_empty_shell_they_sell_for_a_train_of_another_company_where_only_that_can_be_paid():
    at = half_empty(100, 50)
    assert at.allowed(Pass("IC"))
    assert {sale.company for sale in at.offered("sell")} == {"IC", "NYC"}
    worked = help_needed(at.rules, at.state)
    assert worked is not None and not worked.bankrupt
    assert (worked.debt.amount, worked.lacking) == (650, 500)
    at.do(SellShares("p1", "NYC", 20))
    assert at.refused(Pass("IC")) == {"train.needed"}
    assert at.refused(BuyTrain("IC", of_nyc(at), 217, charter=1)) == {"train.needless"}
    assert at.refused(BuyTrain("IC", of_nyc(at), 218, charter=0)) == {"train.shell"}
    at.do(BuyTrain("IC", of_nyc(at), 218, charter=1))
    assert (at.state.cash["IC"], at.state.cash["p1"]) == (0, 50 + 134 - 118)


def test_an_empty_shell_makes_nobody_bankrupt():
    at = half_empty()
    assert not at.offered("bankrupt")
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.shell"}
    at.do(SellShares("p1", "NYC", 10))
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.shell"}
    assert at.offered("buy_from")


def test_if_nobody_has_a_train_to_sell_nothing_is_sold_for_an_empty_shell():
    at = half_empty()
    at.state.move_train(of_nyc(at), "gone")
    at.operating("IC", "trains")
    assert not at.offered("sell")
    assert at.refused(SellShares("p1", "NYC", 10))


def test_for_an_empty_shell_no_more_is_sold_than_the_dearest_of_them_costs():
    for cash, percent, found in (
        (600, 20, {"forced.too_much"}),
        (600, 10, set()),
        (650, 10, {"forced.not_short"}),
    ):
        at = half_empty(0, cash)
        holdings.take(Change(at.state), at.data.companies["IC"], "p1", "initial", 40)
        assert at.refused(SellShares("p1", "NYC", percent)) == found


# --- after a sale


def test_money_raised_for_a_train_is_spent_on_nothing_before_it():
    at = forced(0, 0, "Green").privates(**{"C&A": "p2", "M&H": "p1"}).operating("GT", "trains")
    at.cash(GT=60).do(SellShares("p1", "IC", 10))
    assert at.refused(BuyPrivateForCompany("GT", "C&A", 1)) == {"forced.train_first"}
    half = SwapPrivate("p1", "M&H", "NYC", "initial", 67)
    assert at.refused(half) == {"forced.train_first"}
    assert at.allowed(SwapPrivate("p1", "M&H", "IC", "initial"))
    at.do(SellShares("p1", "IC", 10), BuyTrain("GT", "3-0", 160))
    assert at.refused(half) != {"forced.train_first"}


def test_no_coal_is_bought_with_what_was_raised_for_an_empty_shell():
    at = system("IC", "PRR", 120).phase("Gray").trains("IC", "6").tile("J8", "9", 1)
    at.tile("J10", "8", 5).tile("H14", "4", 1)
    at.started("NYC", 67, "p2", p2=40, p1=20).floated("NYC", 0).trains("NYC", "6")
    at.cash(p1=0).operating("IC", "trains")
    assert at.allowed(BuyCoal("IC"))
    at.do(SellShares("p1", "NYC", 10))
    assert at.refused(BuyCoal("IC")) == {"forced.train_first"}
