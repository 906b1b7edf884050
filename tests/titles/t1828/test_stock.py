"""The stock round: one deed among sales, gray companies, number cards, directors, floating."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.explain.summary import player_row
from tests.titles.t1828.game_start import system, table


@pytest.fixture
def game():
    """IC floated with p1 director (50), p2 20; p1 to act in SR 2."""
    game = table(3).close_privates().cash(p1=1000, p2=1000, p3=1000)
    game.started("IC", 67, "p1", p1=50, p2=20).floated("IC", 670)
    return game.stock_round(2, "p1")


def turn(game, player="p1", number=2):
    return game.stock_round(number, player)


# --- a turn: sell, one deed, sell again


def test_sell_buy_sell(game):
    game.do(SellShares("p1", "IC", 10), StartCompany("p1", "MC", 67), SellShares("p1", "IC", 10))
    assert game.rules.actor(game.state) == "p1"
    assert game.refused(BuyShare("p1", "MC", "initial")) == {"buy.bought"}
    assert game.refused(StartCompany("p1", "GT", 67)) == {"buy.bought"}
    game.do(SellShares("p1", "IC", 10), Pass("p1"))
    assert game.rules.actor(game.state) == "p2"


def test_one_certificate_from_ipo_or_pool(game):
    game.do(BuyShare("p1", "IC", "initial"))
    assert "buy.bought" in game.refused(BuyShare("p1", "IC", "initial"))
    game = turn(game, "p2").do(SellShares("p2", "IC", 20), Pass("p2"))
    game.do(BuyShare("p3", "IC", "pool"))
    assert game.refused(BuyShare("p3", "IC", "pool")) == {"buy.bought"}


def test_ipo_at_par_pool_at_price_paid_to_the_bank(game):
    game.price("IC", "5,3")
    game.do(BuyShare("p1", "IC", "initial"))
    assert game.state.cash["p1"] == 1000 - 67
    turn(game, "p2").do(SellShares("p2", "IC", 10), Pass("p2"))
    game.price("IC", "5,3").do(BuyShare("p3", "IC", "pool"))
    assert game.state.cash["p3"] == 1000 - 94
    assert game.state.cash["IC"] == 670


def test_a_system_costs_its_price_wherever_it_is_bought(game):
    game.price("IC", "5,3")
    game.state.alter("IC", kind="system", par=None)
    game.do(BuyShare("p1", "IC", "initial"))
    assert game.state.cash["p1"] == 1000 - 94


def test_the_first_certificate_is_the_directors_at_twice_par(game):
    assert game.refused(BuyShare("p1", "MC", "initial")) == {"buy.not_started"}
    game.do(StartCompany("p1", "MC", 79))
    assert game.state.cash["p1"] == 1000 - 158
    assert (game.percent("MC", "p1"), game.president("MC")) == (20, "p1")
    assert game.refused(StartCompany("p1", "MC", 79)) == {"start.started"}


@pytest.mark.parametrize(
    ("phase", "pars"),
    [
        ("Yellow", {67, 71, 79}),
        ("Green", {67, 71, 79, 86, 94}),
        ("Blue", {67, 71, 79, 86, 94, 105}),
        ("Brown", {67, 71, 79, 86, 94, 105, 120}),
        ("Gray", {67, 71, 79, 86, 94, 105, 120}),
        ("Purple", set()),
    ],
)
def test_pars_of_a_phase(game, phase, pars):
    game.phase(phase)
    for price in (67, 71, 79, 86, 94, 105, 120, 122):
        expected = set() if price in pars else {"start.par"}
        assert game.refused(StartCompany("p1", "MC", price)) == expected


def test_no_starting_without_the_money(game):
    game.cash(p1=133)
    assert game.refused(StartCompany("p1", "MC", 67)) == {"start.cash"}
    assert game.allowed(StartCompany("p1", "MC", 67)) is False
    game.cash(p1=134)
    assert game.allowed(StartCompany("p1", "MC", 67))


# --- limits


def test_nothing_is_sold_in_the_first_stock_round(game):
    turn(game, number=1)
    assert game.refused(SellShares("p1", "IC", 10)) == {"sell.first_round"}
    turn(game, number=2)
    assert game.allowed(SellShares("p1", "IC", 10))


def test_nobody_buys_past_60_percent_outside_gray(game):
    game.do(BuyShare("p1", "IC", "initial"), Pass("p1"), Pass("p2"), Pass("p3"))
    turn(game)
    assert game.percent("IC", "p1") == 60
    assert game.refused(BuyShare("p1", "IC", "initial")) == {"buy.holding"}
    game.price("IC", "11,0")
    game.do(BuyShare("p1", "IC", "initial"), BuyShare("p1", "IC", "initial"))
    assert game.percent("IC", "p1") == 80


def test_nobody_is_forced_to_sell_for_being_over_60_percent(game):
    game.price("IC", "11,0").do(BuyShare("p1", "IC", "initial"), BuyShare("p1", "IC", "initial"))
    turn(game).price("IC", "5,3")
    assert not player_row(game.rules, game.state, "p1", "p1").over
    assert game.allowed(StartCompany("p1", "MC", 67))
    assert game.allowed(Pass("p1"))


def test_no_buying_of_what_one_sold_in_the_round(game):
    game.do(SellShares("p1", "IC", 10))
    assert game.refused(BuyShare("p1", "IC", "pool")) == {"buy.sold"}
    assert game.refused(BuyShare("p1", "IC", "initial")) == {"buy.sold"}
    turn(game, number=3)
    assert game.allowed(BuyShare("p1", "IC", "pool"))


def test_the_pool_takes_any_number_and_privates_never_count(game):
    game = table(3).cash(p1=1000).started("IC", 67, "p1", p1=20, p2=80).floated("IC", 670)
    for private in game.data.privates:
        game.state.privates[private] = "p2"
    turn(game, "p2").do(SellShares("p2", "IC", 80))
    assert game.percent("IC", "pool") == 80


def test_unparred_shares_are_not_sold(game):
    game.state.certificates["PRR_1"] = "p1"
    assert game.refused(SellShares("p1", "PRR", 10)) == {"sell.unpriced"}


# --- two of a gray company


@pytest.fixture
def gray(game):
    """IC in gray; p1 is its director with 50."""
    return game.price("IC", "11,0")


def test_the_director_of_a_gray_company_buys_two(gray):
    gray.do(BuyShare("p1", "IC", "initial"))
    assert gray.allowed(BuyShare("p1", "IC", "initial"))
    gray.do(BuyShare("p1", "IC", "initial"))
    assert gray.refused(BuyShare("p1", "IC", "initial")) == {"buy.two"}
    assert gray.refused(StartCompany("p1", "MC", 67)) == {"buy.bought"}


def test_from_the_pool_and_the_ipo(gray):
    turn(gray, "p2").do(SellShares("p2", "IC", 10), Pass("p2"))
    turn(gray, number=3).price("IC", "11,0")
    gray.do(BuyShare("p1", "IC", "pool"), BuyShare("p1", "IC", "initial"))
    assert gray.state.cash["p1"] == 1000 - 54 - 67


def test_a_player_who_does_not_direct_it_buys_one(gray):
    turn(gray, "p2").do(BuyShare("p2", "IC", "initial"))
    assert gray.refused(BuyShare("p2", "IC", "initial")) == {"buy.two"}


def test_two_of_a_company_outside_gray_are_refused(game):
    game.do(BuyShare("p1", "IC", "initial"))
    assert "buy.bought" in game.refused(BuyShare("p1", "IC", "initial"))


def test_no_second_one_of_gray_after_another_deed(gray):
    gray.do(StartCompany("p1", "MC", 67))
    assert gray.refused(BuyShare("p1", "IC", "initial")) == {"buy.bought"}


def brought(**options):
    """p2 will be director of gray IC with their next certificate."""
    game = table(3, **options).close_privates().cash(p1=1000, p2=1000, p3=1000)
    game.started("IC", 67, "p1", p1=30, p2=30, p3=10).floated("IC", 670).price("IC", "11,0")
    game.started("MC", 67, "p2", p2=50)
    return game.stock_round(2, "p2")


def test_a_directorship_that_the_first_one_brings_is_too_late():
    game = brought().do(BuyShare("p2", "IC", "initial"))
    assert game.president("IC") == "p2"
    assert game.refused(BuyShare("p2", "IC", "initial")) == {"buy.two"}


def test_a_directorship_that_the_first_one_brings_counts_by_another_reading():
    game = brought(gray_after_other_deed=True).do(BuyShare("p2", "IC", "initial"))
    game.do(SellShares("p2", "MC", 10), BuyShare("p2", "IC", "initial"))
    assert game.refused(BuyShare("p2", "IC", "initial")) == {"buy.two"}


def test_no_sale_lies_between_the_two(gray):
    gray.started("MC", 67, "p1", p1=40)
    gray.do(BuyShare("p1", "IC", "initial"), SellShares("p1", "MC", 10))
    assert gray.refused(BuyShare("p1", "IC", "initial")) == {"buy.two"}


# --- number cards


def test_cards_of_the_other_colour_make_the_next_order():
    game = table(4).close_privates().cash(p1=500, p2=500, p3=500, p4=500)
    game.started("IC", 67, "p1", p1=20).stock_round(2, "p1")
    game.do(Pass("p1"), Pass("p2"))
    assert game.state.round.cards == ("p1", "p2")
    game.do(BuyShare("p3", "IC", "initial"), Pass("p3"), Pass("p4"))
    assert game.state.round.cards == ("p1", "p2", "p4")
    game.do(BuyShare("p1", "IC", "initial"), Pass("p1"))
    assert game.state.round.cards == ("p2", "p4")
    game.do(Pass("p2"), Pass("p3"), Pass("p4"))
    assert game.state.order == ("p1", "p2", "p3", "p4")
    game.do(Pass("p1"))
    assert game.state.order == ("p2", "p4", "p3", "p1")


def test_a_turn_with_a_sale_is_no_pass(game):
    game.do(SellShares("p1", "IC", 10), Pass("p1"))
    assert game.state.round.cards == ()
    game.do(Pass("p2"), Pass("p3"))
    assert game.state.round.cards == ("p2", "p3")


def test_a_turn_in_which_nothing_is_possible_passes_and_takes_a_card(game):
    game.cash(p3=0).do(Pass("p1"), Pass("p2"))
    assert game.state.order == ("p1", "p2", "p3")
    assert type(game.state.round).__name__ == "OperatingRound"


def test_the_round_and_its_cards_are_kept_in_a_snapshot(gray):
    gray.do(Pass("p1"), BuyShare("p2", "IC", "initial"), Pass("p2"), Pass("p3"))
    gray.do(BuyShare("p1", "IC", "initial"))
    kept = state_to_json(gray.state)
    gray.state = state_from_json(kept, gray.data.map)
    assert state_to_json(gray.state) == kept
    assert gray.allowed(BuyShare("p1", "IC", "initial"))


# --- director


def test_more_than_the_director_by_buying_directs_at_once(game):
    game = table(3).close_privates().cash(p3=1000)
    game.started("IC", 67, "p1", p1=20, p3=20).stock_round(2, "p3")
    game.do(BuyShare("p3", "IC", "initial"))
    assert game.president("IC") == "p3"
    assert (game.percent("IC", "p3"), game.percent("IC", "p1")) == (30, 20)


def test_as_much_as_the_director_is_not_enough():
    game = table(3).close_privates().cash(p3=1000)
    game.started("IC", 67, "p1", p1=30, p3=20).stock_round(2, "p3")
    game.do(BuyShare("p3", "IC", "initial"))
    assert game.president("IC") == "p1"


def test_a_sale_passes_the_directorship_to_who_has_more_and_20_percent(game):
    game.do(SellShares("p1", "IC", 30))
    assert game.president("IC") == "p1"  # 20 each
    game.do(SellShares("p1", "IC", 10))
    assert game.president("IC") == "p2"
    assert game.percent("IC", "p1") == 10


def test_the_directors_certificate_is_not_sold_when_nobody_has_20_percent():
    game = table(3).close_privates().started("IC", 67, "p1", p1=40, p2=10).stock_round(2, "p1")
    assert game.refused(SellShares("p1", "IC", 30)) == {"sell.president"}
    assert game.allowed(SellShares("p1", "IC", 20))


@pytest.mark.parametrize(
    ("order", "new"), [("Anneke, Jörg, Daniël", "p2"), ("Jörg, Anneke, Daniël", "p3")]
)
def test_the_next_in_turn_order_after_the_old_director_among_several(order, new):
    game = table(3, order=order).close_privates()
    game.started("IC", 67, "p1", p1=40, p2=30, p3=30).stock_round(2, "p1")
    game.do(SellShares("p1", "IC", 20))
    assert game.president("IC") == new


# --- floating


def test_a_company_floats_at_40_percent_in_the_ipo_with_ten_times_par(game):
    game = table(3).close_privates().cash(p1=1000)
    game.started("IC", 79, "p1", p1=50).stock_round(2, "p1")
    assert not game.state.companies["IC"].floated
    game.do(BuyShare("p1", "IC", "initial"))
    assert game.state.companies["IC"].floated
    assert game.state.cash["IC"] == 790
    assert game.state.companies["IC"].tokens == 4


def test_shares_in_the_pool_count_as_gone_from_the_ipo():
    game = table(3).close_privates().cash(p1=1000)
    game.started("IC", 79, "p1", p1=20, p2=20, pool=10).stock_round(2, "p1")
    game.do(BuyShare("p1", "IC", "pool"))
    assert not game.state.companies["IC"].floated
    turn(game, "p1", 3).do(BuyShare("p1", "IC", "initial"))
    assert game.state.companies["IC"].floated


@pytest.mark.parametrize("reading", [False, True])
def test_after_a_merger_two_of_a_gray_company_by_another_reading_only(reading):
    game = table(3, gray_after_other_deed=reading).close_privates().cash(p1=1000)
    game.started("IC", 67, "p1", p1=30).floated("IC", 670).price("IC", "11,0")
    game.stock_round(2, "p1", has_merged=True)
    if not reading:
        assert game.refused(BuyShare("p1", "IC", "initial")) == {"buy.bought"}
        return
    game.do(BuyShare("p1", "IC", "initial"), BuyShare("p1", "IC", "initial"))
    assert game.refused(BuyShare("p1", "IC", "initial")) == {"buy.two"}
    assert "buy.bought" in game.refused(StartCompany("p1", "MC", 67))


def test_a_company_that_is_part_of_a_system_is_not_started_again():
    game = system("GT", "IC").stock_round(3, "p1")
    assert "start.gone" in game.refused(StartCompany("p1", "IC", 67))
    assert all(start.company != "IC" for start in game.offered("start"))
