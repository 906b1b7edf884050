"""Trains and phases, 1830 §20.2, §21-§24; privates for companies, §23."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    Pass,
    SellPrivate,
    SellShares,
)
from companion.rules.core.state import TrainCard
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.shares import company_kinds
from tests.support.positions import Position


def at_trains(cash: int = 2000, route: bool = False, phase: str = "2", **options: bool) -> Position:
    """PRR of p1 (60%) at its train step; with a route from Altoona to Lancaster if asked."""
    game = Position("1830", 3, **options).close_privates().phase(phase)
    game.started("PRR", 100, "p1", p1=60).floated("PRR", cash)
    if route:
        game.tile("H14", "9", 1).tile("H16", "57", 1)
    return game.operating("PRR", "trains")


# --- buying from the bank


def test_trains_are_sold_in_order_at_their_price():
    game = at_trains()
    assert game.refused(BuyTrain("PRR", "3-0", 180)) == {"train.sold_first"}
    assert game.refused(BuyTrain("PRR", "2-0", 79)) == {"train.price"}
    game.do(BuyTrain("PRR", "2-0", 80))
    assert game.state.cash["PRR"] == 1920
    assert game.trains_of("PRR") == ["2"]


def test_company_cannot_pay_more_than_it_has():
    game = at_trains(cash=79).trains("PRR", "2")
    assert game.refused(BuyTrain("PRR", "2-1", 80)) == {"train.cash"}
    assert game.cash(PRR=80).allowed(BuyTrain("PRR", "2-1", 80))


def test_four_trains_are_the_limit_at_first():
    game = at_trains().trains("PRR", "2", "2", "2")
    game.do(BuyTrain("PRR", "2-3", 80)).operating("PRR", "trains")
    assert game.refused(BuyTrain("PRR", "2-4", 80)) == {"train.limit"}


def test_discarded_train_is_sold_again_at_its_price():
    game = at_trains(phase="3").trains("pool", "3")
    assert game.allowed(BuyTrain("PRR", "3-0", 180))
    game.do(BuyTrain("PRR", "3-0", 180))
    assert game.state.place_of("3-0") == "PRR"


def test_diesels_come_with_the_purchase_of_the_first_6():
    game = at_trains(phase="6", cash=5000)
    assert game.refused(BuyTrain("PRR", "D-0", 1100)) == {"train.not_begun"}
    game.do(BuyTrain("PRR", "6-0", 630))
    assert game.allowed(BuyTrain("PRR", "D-0", 1100))


def test_diesel_costs_300_less_for_a_4_5_or_6():
    game = at_trains(phase="6").trains("B&O", "6").trains("PRR", "6")
    assert game.refused(BuyTrain("PRR", "D-0", 800)) == {"train.price"}
    assert game.refused(BuyTrain("PRR", "D-0", 1100, "6-0")) == {"train.trade_in"}
    game.do(BuyTrain("PRR", "D-0", 800, "6-1"))
    assert game.trains_of("PRR") == ["D"]
    assert game.state.place_of("6-1") == "pool"  # sold again at its value
    assert game.state.cash["PRR"] == 1200


def test_diesels_never_run_out_and_may_be_left_out():
    game = at_trains(phase="D", cash=5000).trains("B&O", "6")
    game.do(BuyTrain("PRR", "D-0", 1100), BuyTrain("PRR", "D-1", 1100))
    assert game.trains_of("depot") == ["D"]
    assert "D" not in Position("1830", 3, no_diesels=True).trains_of("depot")


def test_third_6_train_is_an_option():
    assert list(Position("1830", 3).trains_of("depot")).count("6") == 2
    assert list(Position("1830", 3, third_6_train=True).trains_of("depot")).count("6") == 3


# --- other companies


def test_train_of_another_company_costs_any_agreed_price():
    game = at_trains(cash=500).started("NYC", 67, "p2", p2=60).floated("NYC", 0)
    game.trains("NYC", "2")
    assert game.refused(BuyTrain("PRR", "2-0", 501)) == {"train.cash"}
    game.do(BuyTrain("PRR", "2-0", 500))
    assert game.state.cash["NYC"] == 500
    assert game.trains_of("NYC") == []


def test_train_of_another_presidents_company_may_cost_nothing():
    game = at_trains(cash=0).started("NYC", 67, "p2", p2=60).floated("NYC", 0).trains("NYC", "2")
    assert game.refused(BuyTrain("PRR", "2-0", -1)) == {"unknown.sum"}
    (offer,) = [o for o in judge.offers(game.rules, game.state) if o.kind == "buy_from"]
    assert (offer.allowed, offer.span.least) == (True, 0)
    game.do(BuyTrain("PRR", "2-0", 0))
    assert game.trains_of("PRR") == ["2"]


def test_train_within_one_president_costs_1_at_least():
    game = at_trains(cash=10).started("NYC", 67, "p1", p1=60).floated("NYC", 0).trains("NYC", "2")
    assert game.refused(BuyTrain("PRR", "2-0", 0)) == {"train.least"}
    assert game.allowed(BuyTrain("PRR", "2-0", 1))


def test_company_without_money_is_asked_while_a_train_may_be_had_for_nothing():
    """No money and no route; p2 may give the NYC's train away, p1 may not."""
    for president, waits in (("p2", True), ("p1", False)):
        game = at_trains(cash=0).started("NYC", 67, president, **{president: 60})
        game.floated("NYC", 0).trains("NYC", "2")
        assert game.rules.waiting(game.state).waits(game.state) == waits


def test_own_train_is_not_bought():
    assert at_trains().trains("PRR", "2").refused(BuyTrain("PRR", "2-0", 80)) == {"train.own"}


# --- phases


def first(train: str, **holders: str) -> Position:
    """PRR buys the first train of a type."""
    before = {"3": "2", "4": "3", "5": "4", "6": "5", "D": "6"}[train]
    game = at_trains(cash=5000, phase=before)
    game.started("NYC", 67, "p2", p2=60).floated("NYC", 0)
    for name, owner in holders.items():
        game.trains(owner, *name.strip("_").split("_"))
    for t, where in game.state.trains.items():
        if t[0] == before and where.place == "depot":
            game.state.trains[t] = TrainCard("gone")
    if train == "D":
        game.trains("NYC", "6")
    return game


def test_first_3_brings_green_tiles_and_privates_for_companies():
    game = first("3").do(BuyTrain("PRR", "3-0", 180))
    phase = game.rules.phase(game.state)
    assert (phase.name, phase.tiles) == ("3", ("yellow", "green"))
    assert phase.privates_for_companies
    assert phase.operating_rounds == 2


def test_first_4_rusts_the_2s_and_lowers_the_limit_to_three():
    game = first("4", _3_3="NYC")
    game.state.trains["2-0"] = TrainCard("NYC")
    game.do(BuyTrain("PRR", "4-0", 300))
    assert game.trains_of("NYC") == ["3", "3"]
    assert company_kinds.train_limit(game.rules.data, game.state, "PRR") == 3


def test_first_5_closes_privates_and_brings_brown_tiles_and_three_rounds():
    game = first("5").privates(SV="p1", CA="PRR")
    game.do(BuyTrain("PRR", "5-0", 450))
    assert set(game.state.privates.values()) == {"gone"}
    phase = game.rules.phase(game.state)
    assert phase.tiles == ("yellow", "green", "brown")
    assert (
        company_kinds.train_limit(game.rules.data, game.state, "PRR"),
        phase.operating_rounds,
    ) == (2, 3)


def test_first_6_rusts_the_3s_and_the_first_diesel_the_4s():
    game = first("6")
    game.state.trains["3-0"] = TrainCard("NYC")
    assert game.do(BuyTrain("PRR", "6-0", 630)).trains_of("NYC") == []
    game = first("D")
    game.state.trains["4-0"] = TrainCard("NYC")
    game.do(BuyTrain("PRR", "D-0", 1100))
    assert game.trains_of("NYC") == ["6"]


def test_rule_book_example_of_a_5_bought_with_a_3_and_a_4():
    """Three are allowed before the purchase, two after it: one is given up at once."""
    game = first("5", _3_4="PRR")
    game.do(BuyTrain("PRR", "5-0", 450))
    assert game.waiting() == "discard"
    step = game.rules.waiting(game.state)
    assert step.sentences(game.state) == ["PRR has 3 trains; 2 is the limit."]
    assert game.refused(Pass("PRR")) == {"turn.not_now"}
    game.do(DiscardTrain("PRR", "3-0"))
    assert game.state.place_of("3-0") == "pool"
    assert game.trains_of("PRR") == ["4", "5"]


def test_others_over_the_limit_discard_too():
    game = first("5", _3_3_3="NYC").do(BuyTrain("PRR", "5-0", 450))
    assert game.rules.actor(game.state) == "p2"
    assert game.refused(DiscardTrain("PRR", "5-0")) == {"train.not_over"}
    assert game.refused(DiscardTrain("NYC", "5-0")) == {"run.train"}
    game.do(DiscardTrain("NYC", "3-0"))
    assert game.waiting() != "discard"


def test_every_company_over_the_limit_is_offered_its_own_trains():
    game = first("5", _3_3_3="NYC", _4_3="PRR")
    game.do(BuyTrain("PRR", "5-0", 450))
    assert {action.company for action in game.offered("discard")} == {"PRR", "NYC"}
    nyc = next(action for action in game.offered("discard") if action.company == "NYC")
    game.do(nyc)  # the second may be quicker than the first
    assert {action.company for action in game.offered("discard")} == {"PRR"}
    game.do(game.offered("discard")[0])
    assert game.waiting() != "discard"


# --- the obligation, forced purchase, bankruptcy


def test_company_with_a_route_must_own_a_train():
    game = at_trains(route=True)
    assert game.refused(Pass("PRR")) == {"train.needed"}
    game.do(BuyTrain("PRR", "2-0", 80)).operating("PRR", "trains")
    assert game.allowed(Pass("PRR"))


def test_company_without_a_route_need_not():
    assert at_trains().allowed(Pass("PRR"))


def test_president_adds_what_the_treasury_lacks():
    game = at_trains(cash=30, route=True).cash(p1=100)
    game.do(BuyTrain("PRR", "2-0", 80))
    assert game.state.cash["PRR"] == 0
    assert game.state.cash["p1"] == 50
    assert "president_paid" in game.told()


def test_president_does_not_help_where_the_treasury_suffices():
    game = at_trains(cash=80, route=True).started("NYC", 67, "p2", p2=60).floated("NYC", 0)
    game.trains("NYC", "2")
    assert game.refused(BuyTrain("PRR", "2-0", 81)) == {"train.cash"}


def test_president_does_not_help_with_extra_trains():
    game = at_trains(cash=30, route=True).trains("PRR", "2")
    assert game.refused(BuyTrain("PRR", "2-1", 80)) == {"train.cash"}


def test_with_the_presidents_money_only_the_banks_cheapest_train():
    game = at_trains(cash=0, route=True, phase="6").trains("B&O", "6").trains("pool", "5")
    game.cash(p1=2000)
    assert game.refused(BuyTrain("PRR", "6-1", 630)) == {"train.cheapest"}
    assert game.allowed(BuyTrain("PRR", "5-0", 450))


def test_with_the_presidents_money_at_most_face_value_to_another_company():
    game = at_trains(cash=0, route=True).started("NYC", 67, "p2", p2=60).floated("NYC", 0)
    game.trains("NYC", "2").cash(p1=500)
    assert game.refused(BuyTrain("PRR", "2-0", 81)) == {"train.face"}
    assert game.allowed(BuyTrain("PRR", "2-0", 80))


def forced_purchase(cash: int = 0, own: int = 0, phase: str = "3", **options: bool) -> Position:
    """PRR needs a 3-train for 180; p1 also holds 30% of the NYC at 67, led by p2."""
    game = at_trains(cash=cash, route=True, phase=phase, **options).cash(p1=own)
    return game.started("NYC", 67, "p2", p2=40, p1=30).floated("NYC", 0)


def test_president_sells_when_their_cash_does_not_do():
    game = forced_purchase(own=120)
    assert game.refused(BuyTrain("PRR", "3-0", 180)) == {"train.president"}
    assert game.sentences(BuyTrain("PRR", "3-0", 180)) == [
        "PRR and Anneke have $120 together; the train costs $180. Sales must bring $60 first."
    ]
    game.do(SellShares("p1", "NYC", 10))
    assert game.refused(SellShares("p1", "NYC", 10)) == {"forced.not_short"}
    game.do(BuyTrain("PRR", "3-0", 180))
    assert game.state.cash["p1"] == 7


def test_president_sells_no_more_than_needed():
    game = forced_purchase(own=120)
    assert game.refused(SellShares("p1", "NYC", 20)) == {"forced.too_much"}
    assert forced_purchase(own=50).allowed(SellShares("p1", "NYC", 20))


def test_president_with_cash_enough_sells_nothing():
    assert forced_purchase(own=180).refused(SellShares("p1", "NYC", 10)) == {"forced.not_short"}


# --- a sale that was not needed


def at_diesels(own: int = 0) -> Position:
    """PRR of p1 needs a train and the bank has diesels for 1100; p1's NYC has a 5."""
    game = Position("1830", 3).close_privates().phase("D").cash(p1=own)
    game.started("PRR", 100, "p1", p1=60).floated("PRR", 0)
    game.started("NYC", 67, "p1", p1=60).floated("NYC", 0).trains("NYC", "5")
    game.started("CPR", 100, "p1", p1=40, p2=30).floated("CPR", 0).price("CPR", "0,10")
    return game.tile("H14", "9", 1).tile("H16", "57", 1).operating("PRR", "trains")


def test_sale_is_not_made_for_a_train_that_the_cash_would_have_paid():
    """10% of the CPR for 160, and then a 5 of their own NYC for 1."""
    game = at_diesels(own=300).do(SellShares("p1", "CPR", 10))
    assert game.refused(BuyTrain("PRR", "5-0", 1)) == {"train.needless"}
    assert game.refused(BuyTrain("PRR", "5-0", 300)) == {"train.needless"}
    assert game.allowed(BuyTrain("PRR", "5-0", 301))
    (offer,) = [o for o in judge.offers(game.rules, game.state) if o.kind == "buy_from"]
    assert (offer.allowed, offer.span.least, offer.span.most) == (True, 301, 450)


def test_sale_is_not_made_for_a_train_that_one_share_less_would_have_paid():
    """Two shares of the CPR bring 320; one alone would have brought 160."""
    game = at_diesels().do(SellShares("p1", "CPR", 20))
    assert game.refused(BuyTrain("PRR", "5-0", 160)) == {"train.needless"}
    assert game.allowed(BuyTrain("PRR", "5-0", 161))
    (offer,) = [o for o in judge.offers(game.rules, game.state) if o.kind == "buy_from"]
    assert (offer.allowed, offer.span.least, offer.span.most) == (True, 161, 320)
    game = at_diesels().do(SellShares("p1", "CPR", 40))  # 480 with one less
    assert game.president("CPR") == "p2"
    assert game.refused(BuyTrain("PRR", "5-0", 450)) == {"train.needless"}


def test_train_for_1_may_be_bought_while_nothing_was_sold():
    game = at_diesels(own=300)
    assert game.allowed(BuyTrain("PRR", "5-0", 1))
    assert game.offered("sell")


def test_the_payable_sum_before_the_last_sale_counts():
    game = at_diesels(own=100).cash(PRR=20)
    game.do(SellShares("p1", "CPR", 40), SellShares("p1", "PRR", 10))  # 640, then 100
    assert game.refused(BuyTrain("PRR", "5-0", 450)) == {"train.needless"}  # 760 without the last
    game = at_diesels(own=100).cash(PRR=20).do(SellShares("p1", "PRR", 10))
    assert game.refused(BuyTrain("PRR", "5-0", 120)) == {"train.needless"}
    assert game.allowed(BuyTrain("PRR", "5-0", 121))


def test_private_is_not_sold_for_a_train_that_the_cash_would_have_paid():
    game = at_diesels(own=300).privates(SV="p1")
    game.do(SellPrivate("p1", "p2", "SV", 50))
    assert game.refused(BuyTrain("PRR", "5-0", 300)) == {"train.needless"}
    assert game.allowed(BuyTrain("PRR", "5-0", 301))


def test_sale_for_one_company_does_not_bind_another():
    game = at_diesels(own=300).do(SellShares("p1", "CPR", 10), BuyTrain("PRR", "5-0", 301))
    game.cash(NYC=10).trains("CPR", "6").operating("NYC", "trains")
    assert game.allowed(BuyTrain("NYC", "6-0", 1))


def test_sale_binds_the_train_that_is_needed_and_no_further_one():
    game = at_diesels(own=300).started("B&O", 67, "p2", p2=60).floated("B&O", 0)
    game.trains("B&O", "6").do(SellShares("p1", "CPR", 10))
    assert game.refused(BuyTrain("PRR", "6-0", 0)) == {"train.needless"}
    game.do(BuyTrain("PRR", "5-0", 301))
    assert game.state.cash["PRR"] == 0
    assert game.allowed(BuyTrain("PRR", "6-0", 0))


# --- single sales at falling prices


def falling(own: int, **options: bool) -> Position:
    """PRR needs a 6 for 630; p1 may sell 40% of it at 100, and 30% of the NYC at 67."""
    return forced_purchase(phase="6", own=own, **options).trains("B&O", "6")


def test_single_sale_after_which_the_money_could_not_be_raised_is_refused():
    game = falling(29)  # 601 lacking, and 601 is what 40% and 30% bring
    single = SellShares("p1", "PRR", 10)
    assert game.refused(single) == {"forced.falls_short"}
    (refusal,) = judge.refusals(game.rules, game.state, single)
    assert refusal.facts["percent"] == 40
    assert refusal.facts["company"] == "PRR"
    assert refusal.may_rule
    game.do(SellShares("p1", "PRR", 40))
    assert game.allowed(SellShares("p1", "NYC", 20))  # it stays at 67 a row lower
    game.do(SellShares("p1", "NYC", 30), BuyTrain("PRR", "6-1", 630))
    assert game.state.cash["p1"] == 0


def test_by_another_reading_such_a_sale_is_made_and_ends_in_bankruptcy():
    game = falling(29, sales_fall_short=True)
    game.do(SellShares("p1", "PRR", 10))
    bankrupt = DeclareBankruptcy("p1")
    assert game.allowed(bankrupt)
    game.do(bankrupt)
    assert game.state.end_reason == "bankruptcy"


def test_single_sale_that_leaves_enough_is_allowed():
    game = falling(59)  # 571 lacking: 10% at 100, then 30% at 90 and the NYC
    assert game.do(SellShares("p1", "PRR", 10)).allowed(SellShares("p1", "PRR", 30))


def test_president_who_cannot_raise_the_money_sells_as_they_like():
    assert falling(28).allowed(SellShares("p1", "PRR", 10))


def test_offers_lead_to_the_train_wherever_it_can_be_paid():
    for choice in (0, -1):
        game = falling(29)
        while game.offered("sell"):
            game.do(game.offered("sell")[choice])
        assert game.offered("bankrupt") == []
        game.do(BuyTrain("PRR", "6-1", 630))


def test_forced_sale_does_not_change_the_president_of_the_company_itself():
    game = Position("1830", 3).close_privates().phase("3")
    game.started("PRR", 67, "p1", p1=40, p2=30).floated("PRR", 0)
    game.tile("H14", "9", 1).tile("H16", "57", 1).cash(p1=0).operating("PRR", "trains")
    assert game.refused(SellShares("p1", "PRR", 20)) == {"forced.presidency"}
    assert game.sentences(SellShares("p1", "PRR", 20)) == [
        "The sale would make Jörg president of PRR. A forced sale may not do that."
    ]
    assert game.allowed(SellShares("p1", "PRR", 10))


def test_forced_sale_may_change_the_president_of_another_company():
    game = Position("1830", 3).close_privates().phase("3")
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 0)
    game.started("NYC", 67, "p1", p1=40, p2=30).floated("NYC", 0)
    game.tile("H14", "9", 1).tile("H16", "57", 1).cash(p1=0).operating("PRR", "trains")
    game.do(SellShares("p1", "NYC", 20))
    assert game.president("NYC") == "p2"


def test_forced_sale_keeps_to_the_pools_limit():
    game = Position("1830", 3).close_privates().phase("3")
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 0)
    game.started("NYC", 67, "p2", p2=30, p1=20, pool=50).floated("NYC", 0)
    game.tile("H14", "9", 1).tile("H16", "57", 1).cash(p1=0).operating("PRR", "trains")
    assert game.refused(SellShares("p1", "NYC", 10)) == {"sell.pool"}


def test_president_may_sell_their_privates_and_need_not():
    game = forced_purchase(own=150).privates(SV="p1").cash(p2=100)
    game.do(SellPrivate("p1", "p2", "SV", 60), BuyTrain("PRR", "3-0", 180))
    assert game.state.privates["SV"] == "p2"
    game = forced_purchase(own=180).privates(SV="p1")
    assert game.refused(SellPrivate("p1", "p2", "SV", 60)) == {"forced.not_short"}


def test_bankruptcy_only_when_everything_sold_would_not_do():
    assert forced_purchase(own=120).refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    game = Position("1830", 3).close_privates().phase("5")
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 0).started("NYC", 67, "p2", p2=40, p1=10)
    game.tile("H14", "9", 1).tile("H16", "57", 1).cash(p1=5).operating("PRR", "trains")
    assert game.refused(DeclareBankruptcy("p2")) == {"turn.not_yours"}
    game.do(DeclareBankruptcy("p1"))
    assert game.state.end_reason == "bankruptcy"
    assert game.state.cash["p1"] == 0
    assert game.percent("PRR", "p1") == 20  # the president's certificate could not be sold
    assert game.percent("NYC", "p1") == 0
    worth = total_worth(game.rules, game.state, "p1")
    assert worth == 2 * game.at("PRR")
    assert game.refused(Pass("PRR")) == {"turn.over"}


# --- privates for companies


def buying(phase: str = "3", cash: int = 1000) -> Position:
    game = at_trains(cash=cash, phase=phase)
    return game.privates(CA="p1", SV="p2", BO="p3").operating("PRR", "track")


def test_company_buys_a_private_at_half_to_twice_its_value():
    game = buying()
    assert game.refused(BuyPrivateForCompany("PRR", "CA", 79)) == {"private.range"}
    assert game.refused(BuyPrivateForCompany("PRR", "CA", 321)) == {"private.range"}
    cash = game.state.cash["p1"]
    game.do(BuyPrivateForCompany("PRR", "CA", 320))
    assert game.state.cash["p1"] == cash + 320
    assert game.state.privates["CA"] == "PRR"


def test_company_buys_privates_only_in_phases_3_and_4_and_from_players():
    assert buying("2").refused(BuyPrivateForCompany("PRR", "CA", 160)) == {"private.phase"}
    assert buying("4").allowed(BuyPrivateForCompany("PRR", "CA", 160))
    game = buying().do(BuyPrivateForCompany("PRR", "SV", 20))
    assert game.refused(BuyPrivateForCompany("PRR", "SV", 20)) == {"private.not_player"}


def test_company_pays_privates_from_its_treasury():
    assert buying(cash=79).refused(BuyPrivateForCompany("PRR", "CA", 80)) == {"private.treasury"}
    assert buying(cash=80).allowed(BuyPrivateForCompany("PRR", "CA", 80))


def test_b_and_o_private_is_not_for_companies_and_closes_with_its_companys_first_train():
    assert buying().refused(BuyPrivateForCompany("PRR", "BO", 220)) == {"private.never"}
    (says,) = buying().sentences(BuyPrivateForCompany("PRR", "BO", 220))
    assert says.endswith("It closes with the first train of B&O.")
    game = Position("1830", 3).privates(BO="p1").close_privates()
    game.started("B&O", 100, "p1", p1=60).floated("B&O", 500).operating("B&O", "trains")
    game.do(BuyTrain("B&O", "2-0", 80))
    assert game.state.privates["BO"] == "gone"


def test_rule_book_example_first_3_train_then_the_camden_and_amboy_for_320():
    game = at_trains(cash=500).privates(CA="p1")
    for train in list(game.state.trains):
        if train.startswith("2-"):
            game.state.trains[train] = TrainCard("gone")
    game.operating("PRR", "trains")
    assert game.refused(BuyPrivateForCompany("PRR", "CA", 320)) == {"private.phase"}
    game.do(BuyTrain("PRR", "3-0", 180), BuyPrivateForCompany("PRR", "CA", 320))
    assert game.state.cash["PRR"] == 0


@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_privates_are_bought_at_any_time_of_the_turn(step):
    game = buying().operating("PRR", step, revenue=30 if step == "dividend" else None)
    assert game.allowed(BuyPrivateForCompany("PRR", "SV", 20))


# --- the other side of each


def test_diesel_in_exchange_needs_no_room_and_one_for_its_price_does():
    game = at_trains(phase="D", cash=2000).trains("PRR", "5", "6").trains("NYC", "6")
    assert game.refused(BuyTrain("PRR", "D-0", 1100)) == {"train.limit"}
    assert game.sentences(BuyTrain("PRR", "D-0", 1100)) == [
        "PRR has 2 trains; 2 is the limit. It may trade in a 5 or 6 instead."
    ]
    game.do(BuyTrain("PRR", "D-0", 800, "5-0"))
    assert game.trains_of("PRR") == ["6", "D"]
    assert game.state.place_of("5-0") == "pool"


def test_4_given_for_the_first_diesel_is_gone_with_the_others():
    game = at_trains(phase="6", cash=800).trains("PRR", "4").trains("NYC", "6", "4")
    assert game.offered("trade_in") == [BuyTrain("PRR", "D-0", 800, "4-0")]
    game.do(BuyTrain("PRR", "D-0", 800, "4-0"))
    assert game.trains_of("pool") == []
    assert game.trains_of("NYC") == ["6"]
    assert game.trains_of("PRR") == ["D"]


def test_only_trains_that_the_company_owns_are_given_in_exchange():
    game = at_trains(phase="6", cash=2000).trains("NYC", "6", "5").trains("PRR", "3")
    for given in ("5-0", "3-0", "6-0", "D-0"):
        assert game.refused(BuyTrain("PRR", "D-0", 800, given)) == {"train.trade_in"}
    game.trains("PRR", "5")
    assert game.allowed(BuyTrain("PRR", "D-0", 800, "5-1"))
    assert game.refused(BuyTrain("PRR", "6-1", 330, "5-1")) == {"train.trade_in"}


def test_company_at_its_limit_buys_from_nobody():
    game = at_trains(phase="5", cash=2000).trains("PRR", "4", "5")
    game.started("NYC", 67, "p2", p2=60).floated("NYC", 0).trains("NYC", "4")
    assert game.refused(BuyTrain("PRR", "4-1", 1)) == {"train.limit"}
    assert game.sentences(BuyTrain("PRR", "4-1", 1)) == ["PRR has 2 trains; 2 is the limit."]
    game.state.trains["4-0"] = TrainCard("gone")
    assert game.allowed(BuyTrain("PRR", "4-1", 1))


def test_several_trains_may_be_bought_in_one_turn():
    game = at_trains(cash=200).do(BuyTrain("PRR", "2-0", 80), BuyTrain("PRR", "2-1", 80))
    assert game.trains_of("PRR") == ["2", "2"]


def test_last_2_train_opens_the_3s():
    game = at_trains(cash=500)
    for train in ("2-0", "2-1", "2-2", "2-3", "2-4"):
        game.state.trains[train] = TrainCard("gone")
    assert game.refused(BuyTrain("PRR", "3-0", 180)) == {"train.sold_first"}
    game.do(BuyTrain("PRR", "2-5", 80))
    assert game.allowed(BuyTrain("PRR", "3-0", 180))


def test_treasury_may_pay_another_company_more_than_face_value_without_help():
    game = at_trains(cash=100, route=True, phase="3").cash(p1=500)
    game.started("NYC", 67, "p2", p2=60).floated("NYC", 0)
    game.state.trains["2-0"] = TrainCard("NYC")
    assert game.allowed(BuyTrain("PRR", "2-0", 100))
    assert game.refused(BuyTrain("PRR", "2-0", 101)) == {"train.face"}
    (offer,) = [o for o in judge.offers(game.rules, game.state) if o.kind == "buy_from"]
    assert (offer.span.least, offer.span.most) == (0, 100)


def test_president_may_arrange_a_train_from_another_company_of_theirs():
    game = at_trains(cash=0, route=True, phase="3").cash(p1=1)
    game.started("NYC", 67, "p1", p1=60).floated("NYC", 0).trains("NYC", "3")
    game.do(BuyTrain("PRR", "3-0", 1))
    assert game.state.cash["p1"] == 0
    assert game.state.cash["NYC"] == 1
    assert game.trains_of("PRR") == ["3"]


def test_company_that_the_bank_has_no_train_for_may_pass():
    game = at_trains(cash=0, route=True)
    for train in list(game.state.trains):
        game.state.trains[train] = TrainCard("gone")
    assert game.allowed(Pass("PRR"))


def test_forced_purchase_offers_a_way_out_at_every_step():
    """Sale after sale, until the train can be paid."""
    game = forced_purchase(own=20).privates(SV="p1").cash(p2=40)
    assert game.rules.waiting(game.state).help_needed(game.state).lacking == 160
    assert SellPrivate("p1", "p2", "SV", 20) in game.offered("trade")
    assert game.offered("bankrupt") == []
    game.do(SellPrivate("p1", "p2", "SV", 40))
    while game.offered("sell"):
        game.do(game.offered("sell")[0])
    game.do(BuyTrain("PRR", "3-0", 180))
    assert game.trains_of("PRR") == ["3"]


def test_others_do_not_sell_for_the_presidents_train():
    game = forced_purchase(own=120).privates(SV="p2")
    assert game.refused(SellShares("p2", "NYC", 10)) == {"turn.not_yours"}
    assert game.refused(SellPrivate("p2", "p1", "SV", 10)) == {"turn.not_yours"}
    assert game.refused(SellPrivate("p1", "p2", "SV", 10)) == {"trade.not_yours"}
    assert game.refused(DeclareBankruptcy("p2")) == {"turn.not_yours"}


def test_the_last_share_needed_is_sold_and_none_beyond_it():
    """150 lacking at 67 a share: three are needed, two are not enough."""
    game = forced_purchase(own=30)
    assert game.offered("sell")
    for percent in (10, 20, 30):
        assert game.allowed(SellShares("p1", "NYC", percent))
    game = forced_purchase(own=120)  # 60 lacking: one is enough
    assert game.refused(SellShares("p1", "NYC", 30)) == {"forced.too_much"}


def test_president_is_bankrupt_only_one_dollar_short():
    """p1 may sell 30% of the NYC for 201, and 40% of the PRR for 400."""
    game = forced_purchase(phase="6").trains("B&O", "6")
    most = game.rules.waiting(game.state).help_needed(game.state).can_raise
    assert most == 601
    game.cash(p1=630 - most)
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert game.sentences(DeclareBankruptcy("p1")) == [
        "Anneke is not bankrupt: $601 is missing, and sales can bring $601. Anneke must sell first."
    ]
    assert all(offer.kind != "bankrupt" for offer in judge.offers(game.rules, game.state))
    game.cash(p1=630 - most - 1)
    assert game.offered("bankrupt") == [DeclareBankruptcy("p1")]


def test_a_bankrupt_sells_in_the_order_in_which_the_companies_operate():
    """Two fall to 67, and the dearer one comes to lie on top."""
    game = Position("1830", 3).close_privates().phase("5").cash(p1=5)
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 0)
    game.started("NYC", 71, "p2", p2=40, p1=10).started("CPR", 76, "p2", p2=40, p1=20)
    game.tile("H14", "9", 1).tile("H16", "57", 1).price("PRR", "10,5").operating("PRR", "trains")
    game.do(DeclareBankruptcy("p1"))
    assert game.state.stacks["5,6"] == ("CPR", "NYC")


def test_president_sells_nothing_for_a_company_that_needs_no_train():
    game = at_trains(cash=0).cash(p1=0)
    game.started("NYC", 67, "p2", p2=40, p1=30).floated("NYC", 0)
    assert game.refused(SellShares("p1", "NYC", 10)) == {"forced.not_short"}
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not_short"}
    assert game.offered("sell") == game.offered("bankrupt") == []


def test_b_and_o_private_closes_with_a_train_from_another_company_too():
    game = Position("1830", 3).privates(BO="p2").close_privates()
    game.started("B&O", 100, "p1", p1=60).floated("B&O", 500)
    game.started("NYC", 67, "p1", p1=60).floated("NYC", 500).trains("NYC", "2")
    game.operating("NYC", "trains").do(BuyTrain("NYC", "2-1", 80))
    assert game.state.privates["BO"] == "p2"
    game.operating("B&O", "trains").do(BuyTrain("B&O", "2-0", 1))
    assert game.state.privates["BO"] == "gone"


@pytest.mark.parametrize("train", ["3", "4", "6", "D"])
def test_only_the_first_5_closes_the_privates(train):
    game = first(train).privates(SV="p1", CA="PRR")
    price = game.data.trains[train].price
    game.do(BuyTrain("PRR", f"{train}-0", price))
    assert game.state.privates["SV"] == "p1"
    assert game.state.privates["CA"] == "PRR"


def test_second_train_of_a_type_changes_nothing():
    game = first("4").do(BuyTrain("PRR", "4-0", 300))
    game.state.trains["2-0"] = TrainCard("NYC")  # as if it had not rusted
    game.do(BuyTrain("PRR", "4-1", 300))
    assert game.state.place_of("2-0") == "NYC"


@pytest.mark.parametrize("at_any_moment", [True, False])
def test_by_another_reading_the_m_and_h_is_exchanged_even_before_a_train_is_given_up(at_any_moment):
    game = Position("1830", 3, exchange_any_time=at_any_moment).close_privates()
    game.privates(MH="p2").started("PRR", 100, "p1", p1=60).floated("PRR", 2000)
    game.started("NYC", 100, "p2", p2=20).phase("3").trains("PRR", "3", "3", "3")
    game.state.trains |= {"3-3": TrainCard("gone"), "3-4": TrainCard("gone")}
    game.operating("PRR", "trains").do(BuyTrain("PRR", "4-0", 300))
    assert game.waiting() == "discard"
    swap = ExchangePrivate("p2", "MH", "initial")
    assert (game.refused(swap) == set()) is at_any_moment
    if at_any_moment:
        assert game.do(swap).waiting() == "discard"
    game.do(DiscardTrain("PRR", "3-0"))


@pytest.mark.parametrize("at_any_moment", [True, False])
def test_by_another_reading_privates_are_bought_and_used_even_before_a_train_is_given_up(
    at_any_moment,
):
    game = Position("1830", 3, privates_any_time=at_any_moment).close_privates()
    game.privates(SV="p2", CS="PRR", MH="p2").started("PRR", 100, "p1", p1=60)
    game.floated("PRR", 2000).phase("3").trains("PRR", "3", "3", "3")
    game.state.trains |= {"3-3": TrainCard("gone"), "3-4": TrainCard("gone")}
    game.operating("PRR", "trains").do(BuyTrain("PRR", "4-0", 300))
    assert game.waiting() == "discard"
    deeds = (BuyPrivateForCompany("PRR", "SV", 20), LayTile("PRR", "B20", "58", 2, "CS"))
    for deed in deeds:
        assert (game.refused(deed) == set()) is at_any_moment
    assert game.refused(ExchangePrivate("p2", "MH", "initial"))  # that is another reading
    if at_any_moment:
        assert game.do(*deeds).waiting() == "discard"
    game.do(DiscardTrain("PRR", "3-0"))


def test_company_that_needs_a_train_may_buy_a_private_before():
    """The president can use the company's payment for the train."""
    game = forced_purchase(cash=100, own=0).privates(SV="p1")
    game.do(BuyPrivateForCompany("PRR", "SV", 40))
    assert game.refused(BuyTrain("PRR", "3-0", 180)) == {"train.president"}
    step = game.rules.waiting(game.state)
    assert step.raising.lacking(game.state, step.debt(game.state)) == 80
