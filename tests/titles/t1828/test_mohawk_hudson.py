"""The M&H: a private that its player swaps for a share ("Mohawk & Hudson Railroad")."""

import pytest

from companion.rules.core.actions import BuyShare, LayTile, Pass, SellShares, StartCompany
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from companion.titles.t1828.title_state import Turn1828
from tests.titles.t1828.game_start import table


def position(**options):
    """p1 owns the M&H; IC is floated with p2 director (50), p3 10 and 10 in the pool."""
    game = table(3, **options).close_privates().cash(p1=1000, p2=1000, p3=1000)
    game.privates(**{"M&H": "p1"})
    game.started("IC", 67, "p2", p2=50, p3=10, pool=10).floated("IC", 670)
    return game.stock_round(2, "p1")


@pytest.fixture
def game():
    return position()


def swap(company, source=INITIAL, price=None, player="p1"):
    return SwapPrivate(player, "M&H", company, source, price)


# --- for 10%


@pytest.mark.parametrize("source", [INITIAL, POOL])
def test_for_a_certificate_of_the_ipo_or_the_pool(game, source):
    before = game.percent("IC", source)
    game.do(swap("IC", source))
    assert game.percent("IC", "p1") == 10
    assert game.percent("IC", source) == before - 10
    assert (game.state.privates["M&H"], game.state.cash["p1"]) == ("gone", 1000)
    assert game.at("IC") == 67


def test_it_is_the_deed_of_the_turn(game):
    game.do(swap("IC"))
    assert game.refused(BuyShare("p1", "IC", POOL)) == {"buy.bought"}
    game.do(SellShares("p1", "IC", 10))
    assert game.rules.actor(game.state) == "p2"
    assert game.state.round.cards == ()


def test_it_is_none_beside_another_deed(game):
    game.started("MC", 67, "p1", p1=40).do(StartCompany("p1", "GT", 67))
    assert game.refused(swap("IC")) == {"buy.bought"}


def test_sales_before_and_after_it(game):
    game.started("MC", 67, "p1", p1=40).do(SellShares("p1", "MC", 10), swap("IC"))
    assert game.allowed(SellShares("p1", "IC", 10))


def test_the_limits_of_60_percent_and_of_shares_sold_do_not_hold(game):
    game.started("MC", 67, "p1", p1=70).do(SellShares("p1", "MC", 10))
    assert game.refused(BuyShare("p1", "MC", INITIAL)) == {"buy.sold", "buy.holding"}
    game.do(swap("MC"))
    assert game.percent("MC", "p1") == 70


def test_only_in_ones_own_turn_of_a_stock_round(game):
    game.do(Pass("p1"))
    assert game.refused(swap("IC")) == {"turn.not_yours"}
    assert game.refused(swap("IC", player="p2")) == {"swap.not_yours"}


def test_it_may_pass_the_directorship_and_float(game):
    game.started("MC", 67, "p2", p2=20, p1=20, p3=10)
    game.do(swap("MC"))
    assert game.president("MC") == "p1"
    assert game.state.cash["MC"] == 670


def test_none_is_left(game):
    game.started("MC", 67, "p2", p2=60, p3=40)
    assert game.refused(swap("MC")) == {"buy.none"}
    assert game.refused(swap("MC", POOL)) == {"buy.none"}
    assert game.refused(swap("C&P")) == {"buy.none"}


def test_no_other_private_and_no_company_swaps(game):
    game.privates(SVN="p1")
    assert game.refused(SwapPrivate("p1", "SVN", "IC", INITIAL)) == {"swap.power"}
    game.privates(**{"M&H": "IC"})
    assert game.refused(swap("IC")) == {"swap.not_yours"}
    assert not game.offered("swap_private")


def test_shares_of_an_unparred_company_only_by_another_reading(game):
    assert game.refused(swap("GT")) == {"swap.unparred"}
    other = position(swap_unparred=True).do(swap("GT"))
    assert other.percent("GT", "p1") == 10
    assert not other.state.companies["GT"].started


# --- for half the director's certificate


def test_half_the_directors_certificate_costs_the_par_price_once(game):
    game.started("MC", 67, "p1", p1=40).do(swap("GT", price=71))
    assert (game.percent("GT", "p1"), game.president("GT")) == (20, "p1")
    assert game.state.cash["p1"] == 1000 - 71
    assert game.state.companies["GT"].par == game.at("GT") == 71
    assert game.refused(StartCompany("p1", "B&O", 67)) == {"buy.bought"}


@pytest.mark.parametrize(
    ("company", "price", "cash", "codes"),
    [
        ("GT", 86, 1000, {"start.par"}),
        ("GT", 67, 66, {"swap.cash"}),
        ("GT", 67, 67, set()),
        ("IC", 67, 1000, {"start.started"}),
    ],
)
def test_par_by_phase_and_in_cash(game, company, price, cash, codes):
    game.cash(p1=cash)
    assert game.refused(swap(company, price=price)) == codes


def test_no_par_in_purple(game):
    game.phase("Purple")
    assert game.refused(swap("GT", price=67)) == {"start.par"}


def test_it_uses_nothing_up_by_another_reading():
    game = position(half_certificate_free=True).do(swap("GT", price=71))
    assert game.allowed(StartCompany("p1", "MC", 67))
    game.do(Pass("p1"))
    assert game.state.round.cards == ("p1",)
    game = position(half_certificate_free=True).do(swap("IC"))
    assert game.refused(StartCompany("p1", "MC", 67)) == {"buy.bought"}


# --- in an operating round


def operating(**options):
    """IC is operating; MC lacks one certificate of floating, and stands higher than IC."""
    game = position(**options).trains("IC", "2")
    game.started("MC", 79, "p3", p3=20, p2=30)
    return game.operating("IC", "track")


def test_at_any_time_of_an_operating_round():
    game = operating().turn(lays=(("J8", "yellow"),))
    game.do(swap("IC"))
    assert game.percent("IC", "p1") == 10
    assert game.rules.actor(game.state) == "p2"


def test_a_company_floated_before_any_has_begun_operates_in_its_place():
    game = operating().do(swap("MC"))
    assert game.state.cash["MC"] == 790
    assert game.state.round.turn.company == "MC"
    assert game.state.round.companies == ("MC", "IC")


def test_once_a_company_has_done_something_it_operates_from_the_next_round_on():
    game = operating().turn(lays=(("J8", "yellow"),)).do(swap("MC"))
    assert game.state.companies["MC"].floated
    assert game.state.round.turn.company == "IC"
    assert "MC" not in game.state.round.companies


def test_its_owner_need_not_be_the_director_and_anyone_else_is_refused():
    game = operating()
    assert game.refused(swap("MC", player="p2")) == {"swap.not_yours"}


def test_a_swap_that_is_open_keeps_a_turn_from_passing_by_itself(game):
    game.cash(p1=0)
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    game = position().cash(p1=0)
    assert game.rules.actor(game.state) == "p1"
    assert game.waiting() == "shares"


# --- while the C&P operates


def private_step(**options):
    """The C&P of p2 operates before the companies; MC lacks one certificate of floating."""
    game = position(**options).privates(**{"C&P": "p2"})
    game.started("MC", 79, "p3", p3=20, p2=30)
    game.state.round = PrivateOperatingRound(2, 1, 1, ("C&P",), turn=Turn1828("C&P"))
    return game


LAID = LayTile("C&P", "C17", "9", 1)


@pytest.mark.parametrize("first_only", [False, True])
def test_before_its_tile_it_is_in_time(first_only):
    game = private_step(exchange_first_only=first_only).do(swap("MC"), Pass("C&P"))
    assert game.state.round.turn.company == "MC"


def test_after_its_tile_it_is_in_time_for_no_share_company_has_begun():
    game = private_step().do(LAID, swap("MC"))
    game.do(game.offered("run")[0])
    assert game.state.round.companies == ("MC", "IC")


def test_by_another_reading_it_is_late_once_anything_has_been_done_in_the_round():
    game = private_step(exchange_first_only=True).do(LAID, swap("MC"))
    game.do(game.offered("run")[0])
    assert game.state.companies["MC"].floated
    assert game.state.round.companies == ("IC",)
    game = private_step(exchange_first_only=True).do(Pass("C&P"), swap("MC"))
    assert game.state.round.companies == ("IC",)
    assert private_step().do(Pass("C&P"), swap("MC")).state.round.companies == ("MC", "IC")


@pytest.mark.parametrize("reading", [False, True])
def test_after_it_one_more_of_a_gray_company_by_another_reading_only(reading):
    game = position(gray_after_other_deed=reading)
    game.started("MC", 67, "p1", p1=30, p2=10).price("MC", "11,0").do(swap("MC"))
    if not reading:
        assert game.refused(BuyShare("p1", "MC", INITIAL)) == {"buy.two"}
        return
    game.do(BuyShare("p1", "MC", INITIAL))
    assert game.refused(BuyShare("p1", "MC", INITIAL)) == {"buy.two"}
