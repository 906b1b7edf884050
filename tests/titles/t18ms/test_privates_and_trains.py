"""Privates for companies, trains, help and loans of 18MS, each rule both ways.

Numbers are those of its notes.
"""

from dataclasses import replace

import pytest

from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    Pass,
    SellShares,
)
from companion.rules.core.change import Change
from companion.rules.operating.running import find_best, run_action
from companion.rules.shares import holdings
from tests.support.positions import Position
from tests.titles.t18ms.positions import at_round, operating, other, towards_new_orleans

# --- privates (13, 27)


def buying(private: str = "BS", number: int = 3, owner: str = "p1", phase: str = "3") -> Position:
    return operating("IC", "trains", number, phase=phase, **{private.replace("&", "_"): owner})


def purchase(game: Position, private: str, price: int | None = None) -> BuyPrivateForCompany:
    face = game.data.privates[private].price
    return BuyPrivateForCompany("IC", private, face if price is None else price)


@pytest.mark.parametrize("private", ["AGS", "BS"])
def test_in_operating_round_1_two_privates_are_sold_at_their_price(private):
    # rule 13
    game = buying(private, 1, phase="2")
    face = game.data.privates[private].price
    assert game.allowed(purchase(game, private))
    for more in (-1, 1):
        assert game.refused(purchase(game, private, face + more)) == {"private.range"}


def test_in_operating_round_1_a_company_may_buy_both():
    # rule 13
    game = operating("IC", "trains", 1, phase="2", AGS="p1", BS="p1")
    game.do(purchase(game, "AGS"))
    assert game.allowed(purchase(game, "BS"))


@pytest.mark.parametrize("private", ["M&M", "M&O"])
def test_in_operating_round_1_the_others_are_not_sold(private):
    # rule 13
    game = buying(private, 1, phase="2")
    assert game.refused(purchase(game, private)) == {"private.first"}
    later = buying(private, 2)
    assert later.allowed(purchase(later, private))


@pytest.mark.parametrize(("private", "least", "most"), [("BS", 20, 60), ("M&O", 35, 105)])
def test_later_they_cost_half_to_one_and_a_half_times_their_price(private, least, most):
    # rule 13
    game = buying(private, 2)
    for price in (least, most):
        assert game.allowed(purchase(game, private, price))
    for price in (least - 1, most + 1):
        assert game.refused(purchase(game, private, price)) == {"private.range"}


def test_a_company_buys_privates_of_its_own_president_alone():
    # rule 13
    game = buying("BS", owner="p2")
    assert game.refused(purchase(game, "BS")) == {"private.other_president"}
    assert not game.offered("buy_private")
    assert buying("BS").offered("buy_private")


@pytest.mark.parametrize(("number", "allowed"), [(2, True), (4, True), (5, False)])
def test_the_mc_is_sold_in_operating_rounds_2_to_4(number, allowed):
    # rule 27
    game = buying("MC", number)
    codes = game.refused(purchase(game, "MC", 90))
    assert codes == (set() if allowed else {"private.rounds"})


def test_the_mc_is_not_sold_in_operating_round_1():
    # rules 13, 27
    game = buying("MC", 1, phase="2")
    assert game.refused(purchase(game, "MC")) == {"private.first", "private.rounds"}


def test_the_mc_brings_the_train_that_is_kept_and_closes():
    # rules 3, 27
    game = buying("MC").trains("IC", "3+", "3+")
    assert game.state.place_of("2+-4") == BANK
    game.do(purchase(game, "MC", 90))
    assert game.state.cash["p1"] == 625 + 90
    assert game.trains_of("IC") == ["2+", "3+", "3+"]
    assert game.state.privates["MC"] == "gone"


def test_the_mc_is_not_sold_to_a_company_with_three_trains():
    # rule 27
    game = buying("MC").trains("IC", "3+", "3+", "3+")
    assert game.refused(purchase(game, "MC", 90)) == {"private.no_room"}
    assert buying("MC").trains("IC", "3+", "3+").allowed(purchase(game, "MC", 90))


def test_the_train_of_the_mc_is_not_sold_but_leaves_for_salvage():
    # rules 6, 27
    game = buying("MC", 4).do(purchase(buying("MC", 4), "MC", 90))
    game = at_round(other(game, "GMO", "p2", "3+").operating("GMO", "trains"), 4)
    game.state.round = replace(game.state.round, companies_done=("IC",))
    assert game.refused(BuyTrain("GMO", "2+-4", 50)) == {"train.not_for_sale"}
    cash = game.state.cash["IC"]
    game.do(Pass("GMO"))
    assert game.state.place_of("2+-4") == "gone"
    assert game.state.cash["IC"] == cash + 20


def test_privates_close_with_phase_6():
    # rules 5, 27
    game = operating("IC", "trains", 6, MC="p2", BS="IC").trains("IC", "3+")
    for train in list(game.state.trains):
        if train.startswith(("2+", "3+-1", "3+-2", "3+-3", "4+", "5")):
            game.state.trains[train] = replace(game.state.trains[train], place="gone")
    game.do(BuyTrain("IC", "6-0", 550))
    assert game.state.phase == "6"
    assert {game.state.privates[name] for name in ("MC", "BS")} == {"gone"}


# --- trains on sale (18, 19, 28)


def offer_trains(
    phase: str = "3", cash: int = 2000, step: str = "trains", number: int = 7
) -> Position:
    """Return the purchase of trains, with types of earlier phases sold out."""
    game = operating("IC", "trains", 7, cash, phase)
    sold = {"3": ("2+",), "6": ("2+", "3+", "4+", "5"), "D": ("2+", "3+", "4+", "5")}[phase]
    for train, card in list(game.state.trains.items()):
        if train.rpartition("-")[0] in sold:
            game.state.trains[train] = replace(card, place="gone")
    if phase != "3":
        game.trains("GMO", "6")
        game.started("GMO", 80, "p2", p2=60).floated("GMO", 100, home=False)
    return game


def test_a_company_has_three_trains_at_most():
    # rule 18
    game = offer_trains().trains("IC", "3+", "3+", "3+")
    assert game.refused(BuyTrain("IC", "3+-3", 180)) == {"train.limit"}
    two = offer_trains().trains("IC", "3+", "3+")
    assert two.allowed(BuyTrain("IC", "3+-3", 180))


def test_d_trains_are_on_sale_beside_the_6_after_the_first_6():
    # rule 19
    game = offer_trains("6")
    for train, price in (("6-1", 550), ("2D-0", 500), ("4D-0", 750), ("5D-0", 850)):
        assert game.allowed(BuyTrain("IC", train, price))
    early = offer_trains()
    assert early.refused(BuyTrain("IC", "2D-0", 500)) == {"train.not_begun"}


def test_a_card_has_a_2d_and_a_4d_on_its_sides():
    # rule 19
    game = offer_trains("6").do(BuyTrain("IC", "2D-0", 500))
    assert game.state.phase == "D"
    game.do(BuyTrain("IC", "4D-1", 750))

    def left(type: str) -> int:
        trains = (t for t in game.state.trains if t.rpartition("-")[0] == type)
        return sum(game.state.place_of(train) == "depot" for train in trains)

    assert left("2D") == left("4D") == 2
    assert left("5D") == 1
    assert game.trains_of("IC") == ["2D", "4D"]


def test_after_four_cards_neither_side_is_on_sale():
    # rule 19
    game = offer_trains("6", 9000)
    for _ in range(3):
        game.do(next(buy for buy in game.offered("buy_train") if buy.train.startswith("4D")))
    at_round(game.operating("GMO", "trains"), 8).cash(GMO=5000)
    last = [b for b in game.offered("buy_train") if b.train.startswith("2D")]
    game.do(last[0])
    assert not [b for b in game.offered("buy_train") if b.train.startswith(("2D", "4D"))]


def offer_discount(*more: str) -> Position:
    game = operating("IC", "trains", 4, M_O="IC", cash=1000)
    for train, card in list(game.state.trains.items()):
        if train.startswith(("2+", *more)):
            game.state.trains[train] = replace(card, place="gone")
    return game


def test_the_mo_takes_100_off_one_train():
    # rule 28
    game = offer_discount()
    assert game.allowed(BuyTrain("IC", "3+-0", 180))
    game.do(BuyTrain("IC", "3+-0", 80))
    assert game.state.cash["IC"] == 920 and game.state.privates["M&O"] == "gone"
    assert game.refused(BuyTrain("IC", "3+-1", 80)) == {"train.price"}
    dear = offer_discount("3+").do(BuyTrain("IC", "4+-0", 200))
    assert dear.state.cash["IC"] == 800


def test_the_mo_is_for_the_3_and_the_4_of_the_bank():
    # rule 28
    game = offer_discount("3+", "4+")
    assert game.refused(BuyTrain("IC", "5-0", 400)) == {"train.price"}
    assert game.allowed(BuyTrain("IC", "5-0", 500))
    full = offer_discount().do(BuyTrain("IC", "3+-0", 180))
    assert full.state.privates["M&O"] == "IC"


def test_a_train_of_another_company_costs_any_price_of_its_own_money():
    # C8.2: a 3+ for 800
    game = other(operating("IC", "trains", 5, 800).trains("IC", "3+"), "GMO", "p2", "3+")
    cash = game.state.cash["GMO"]
    assert game.refused(BuyTrain("IC", "3+-1", 801)) == {"train.cash"}
    game.do(BuyTrain("IC", "3+-1", 800))
    assert game.state.cash["IC"] == 0 and game.state.cash["GMO"] == cash + 800


# --- trains that are about to leave (20, 32)


def after_a_run(number: int, **options: bool) -> Position:
    """Return the GMO that buys trains, after the Fr has run a 2+ in that operating round."""
    game = towards_new_orleans(operating("Fr", "run", number, **options)).trains("Fr", "2+", "2+")
    game.started("GMO", 80, "p2", p2=60).floated("GMO", 500)
    best = find_best(game.rules, game.state, "Fr").routes
    game.do(run_action("Fr", [route for route in best if route.train == best[0].train]))
    done = game.state.title_state
    game.operating("GMO", "trains")
    game.state.title_state = done
    return at_round(game, number)


@pytest.mark.parametrize(
    ("number", "option", "refused"), [(4, False, True), (3, False, False), (4, True, False)]
)
def test_a_train_that_has_run_is_not_sold_before_it_leaves(number, option, refused):
    game = after_a_run(number, allow_buy_rusting=option)
    ran = game.state.title_state.trains_run or ("2+-0",)
    codes = game.refused(BuyTrain("GMO", ran[0], 10))
    assert codes == ({"train.rusting"} if refused else set())


def test_a_train_that_has_not_run_is_sold_before_it_leaves():
    game = after_a_run(4)
    (ran,) = game.state.title_state.trains_run
    still = next(train for train in ("2+-0", "2+-1") if train != ran)
    assert game.allowed(BuyTrain("GMO", still, 10))


# --- help without need (21)


def help_with(cash: int, player: int, *trains: str, phase: str = "6") -> Position:
    game = offer_trains(phase, cash).cash(p1=player)
    return game.trains("IC", *(trains or ("4+",)))


@pytest.mark.parametrize(
    ("train", "price"), [("6-1", 550), ("2D-0", 500), ("4D-0", 750), ("5D-0", 850)]
)
def test_a_president_adds_the_rest_and_pays_50_more(train, price):
    game = help_with(price // 2, 1000)
    bank = game.state.cash[BANK]
    game.do(BuyTrain("IC", train, price))
    assert game.state.cash["IC"] == 0
    assert game.state.cash["p1"] == 1000 - (price - price // 2) - 50
    assert game.state.cash[BANK] == bank + price + 50


def test_help_needs_half_the_price():
    assert help_with(425, 1000).allowed(BuyTrain("IC", "5D-0", 850))
    assert help_with(424, 1000).refused(BuyTrain("IC", "5D-0", 850)) == {"train.cash"}


def test_the_president_needs_the_rest_and_the_fee():
    assert help_with(300, 300).allowed(BuyTrain("IC", "6-1", 550))
    assert help_with(300, 299).refused(BuyTrain("IC", "6-1", 550)) == {"train.help"}
    assert help_with(300, -10).refused(BuyTrain("IC", "6-1", 550)) == {"train.help"}


def test_no_help_for_a_plus_train_nor_for_a_train_of_another_company():
    game = operating("IC", "trains", 5, 100).trains("IC", "2+")
    assert game.allowed(BuyTrain("IC", "2+-1", 80))
    plus = offer_trains("3", 100).trains("IC", "3+").cash(p1=1000)
    assert plus.refused(BuyTrain("IC", "3+-1", 180)) == {"train.cash"}
    five = help_with(300, 1000)
    assert five.refused(BuyTrain("IC", "6-0", 550)) == {"train.cash"}


def test_no_fee_without_help():
    game = help_with(850, 1000).do(BuyTrain("IC", "5D-0", 850))
    assert game.state.cash["p1"] == 1000


def test_the_step_waits_for_help_that_is_possible():
    game = help_with(0, 1000)
    step = game.rules.waiting(game.state)
    assert not step.waits(game.state)
    helping = help_with(250, 1000)
    assert helping.rules.waiting(helping.state).waits(helping.state)


def test_no_help_at_the_train_limit():
    game = help_with(300, 1000, "4+", "4+", "4+")
    assert game.refused(BuyTrain("IC", "6-1", 550)) == {"train.limit"}


# --- a train that must be bought, and loans (22)


def must_buy(cash: int, player: int, **shares: int) -> Position:
    """Return a company of p1 without a train, but with a route, in phase 6."""
    game = offer_trains("6", cash).tile("B2", "58", 2).tile("B4", "9", 1).tile("B6", "9", 1)
    game.tile("B8", "9", 1).tile("B10", "9", 1).cash(p1=player)
    for company, percent in shares.items():
        own = game.data.companies[company]
        holdings.take(Change(game.state), own, "initial", "p1", percent)
    return game


def test_a_company_with_a_route_must_buy_a_train():
    game = must_buy(0, 1000)
    assert game.refused(Pass("IC")) == {"train.needed"}
    assert help_with(0, 1000).allowed(Pass("IC"))


def test_the_president_helps_with_any_train_on_sale_and_pays_no_fee():
    for train, price in (("2D-0", 500), ("6-1", 550), ("5D-0", 850)):
        game = must_buy(100, 1000).do(BuyTrain("IC", train, price))
        assert game.state.cash["p1"] == 1000 - (price - 100)


def test_the_president_helps_with_another_companys_train_up_to_its_price():
    game = must_buy(100, 1000)
    assert game.allowed(BuyTrain("IC", "6-0", 550))
    assert game.refused(BuyTrain("IC", "6-0", 551)) == {"train.face"}


def test_the_president_may_sell_more_than_is_needed_but_no_presidency():
    game = must_buy(450, 0, GMO=20)
    assert game.allowed(SellShares("p1", "GMO", 10))
    assert game.allowed(SellShares("p1", "GMO", 20))
    game.do(SellShares("p1", "GMO", 20))
    assert game.state.cash["p1"] == 160
    assert game.allowed(BuyTrain("IC", "2D-0", 500)) and game.allowed(BuyTrain("IC", "6-1", 550))


def test_no_company_gets_another_president_by_these_sales():
    game = must_buy(0, 0)
    holdings.take(Change(game.state), game.data.companies["IC"], "initial", "p2", 30)
    assert game.allowed(SellShares("p1", "IC", 30))
    assert game.refused(SellShares("p1", "IC", 40)) == {"forced.presidency"}
    third = must_buy(0, 0)
    third.started("WRA", 80, "p1", p1=30, p2=20).floated("WRA", 0, home=False)
    assert third.allowed(SellShares("p1", "WRA", 10))
    assert third.refused(SellShares("p1", "WRA", 20)) == {"forced.presidency"}


def test_a_president_without_shares_to_sell_borrows():
    game = must_buy(100, 30)
    sell_all(game)
    company, player = game.state.cash["IC"], game.state.cash["p1"]
    assert company + player < 500
    game.do(BuyTrain("IC", "2D-0", 500))
    assert game.state.cash["IC"] == 0
    assert game.state.cash["p1"] == -(500 - company - player) - 50


def sell_all(game: Position) -> None:
    """Leave p1 with the president's certificate alone, which cannot be sold."""
    for certificate in game.data.companies["IC"].certificates[1:]:
        if game.state.certificates[certificate] == "p1":
            game.state.certificates[certificate] = "initial"


def test_nobody_borrows_with_a_share_to_sell_or_with_the_money_for_the_cheapest_train():
    game = must_buy(100, 30)
    assert "train.loan" in game.refused(BuyTrain("IC", "2D-0", 500))
    sell_all(game)
    assert game.allowed(BuyTrain("IC", "2D-0", 500))
    game.cash(p1=400)
    assert "train.loan" in game.refused(BuyTrain("IC", "6-1", 550))
    assert game.allowed(BuyTrain("IC", "2D-0", 500))


def test_a_president_with_shares_is_told_what_is_missing_and_what_sales_bring():
    game = must_buy(100, 30, GMO=10)
    told = (
        "Anneke must sell their shares before they may borrow. $370 is missing; sales can bring up"
        " to $360."
    )
    assert told in game.sentences(BuyTrain("IC", "2D-0", 500))
    game.cash(p1=400)
    told = "Anneke may borrow only if there are no shares to sell"
    assert game.sentences(BuyTrain("IC", "6-1", 550))[0].startswith(told)


def test_a_debt_grows_with_the_next_loan():
    game = must_buy(100, -70)
    sell_all(game)
    game.do(BuyTrain("IC", "2D-0", 500))
    assert game.state.cash["p1"] == -70 - 400 - 50


def test_nobody_goes_bankrupt():
    game = must_buy(100, 30)
    sell_all(game)
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.loan"}
    assert not game.offered("bankrupt")
