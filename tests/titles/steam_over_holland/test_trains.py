"""Trains: on sale, limits, phases at the end of the turn, rust, discards; forced purchases."""

import pytest

from companion.rules.core.actions import (
    BuyOwnShares,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    Decline,
    DiscardTrain,
    Pass,
    PlaceToken,
    SellOwnShares,
    SellShares,
    StartCompany,
)
from companion.rules.core.refusals import ALL_SOFT, RefusedError
from companion.rules.core.state import TrainCard
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.operating.emergency_money import help_needed
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import at_price, company, table


def buying(phase: str = "2", cash: int = 2000, *own: str, **options: object) -> Position:
    """The NRS buys trains; nobody has track, so nothing is forced."""
    game = table(3, **options).phase(phase)
    company(game, "NRS", 100, "p1", cash=cash, p1=40)
    company(game, "AR", 90, "p2", cash=500, p2=40)
    return game.trains("NRS", *own).operating("NRS", "trains", parts=2, tokens=1)


def sold_out(game: Position, *types: str) -> Position:
    for train, where in game.state.trains.items():
        if where.place == "depot" and train.rpartition("-")[0] in types:
            game.state.trains[train] = TrainCard("gone")
    return game


def on_offer(game: Position) -> set[str]:
    return {a.train.rpartition("-")[0] for a in game.offered("buy_train")}


# --- on sale


def test_only_trains_of_the_present_type_are_on_sale_until_they_are_sold_out():
    game = buying()
    assert on_offer(game) == {"2"}
    assert game.refused(BuyTrain("NRS", "3-0", 200)) == {"train.sold_first"}
    sold_out(game, "2")
    assert on_offer(game) == {"3"}


def test_trains_of_two_types_may_be_bought_in_one_turn():
    game = sold_out(buying(), "2").trains("NRS")
    game.state.trains["2-4"] = TrainCard("depot")
    game.do(BuyTrain("NRS", "2-4", 100), BuyTrain("NRS", "3-0", 200))
    assert game.trains_of("NRS") == ["2", "3"]


def test_6_and_3e_trains_are_on_sale_together():
    game = sold_out(buying("5"), "5")
    assert on_offer(game) == {"6", "3E"}
    assert game.refused(BuyTrain("NRS", "3E-0", 500)) == {"train.price"}
    assert game.allowed(BuyTrain("NRS", "3E-0", 600))
    assert game.allowed(BuyTrain("NRS", "6-0", 500))


@pytest.mark.parametrize("train", ["6-0", "3E-0"])
def test_either_begins_phase_6_and_rusts_the_4_trains(train):
    game = sold_out(buying("5"), "5").trains("AR")
    game.state.trains["4-0"] = TrainCard("AR")
    game.do(BuyTrain("NRS", train, 500 if train == "6-0" else 600), Pass("NRS"))
    assert game.state.phase == "6"
    assert list(game.trains_of("AR")) == []
    assert game.state.place_of("3E-1") == game.state.place_of("6-1") == "depot"


def test_other_companies_sell_at_1_or_more():
    game = buying().trains("AR", "2")
    (train,) = (t for t, where in game.state.trains.items() if where.place == "AR")
    assert game.refused(BuyTrain("NRS", train, 0)) == {"train.least"}
    assert game.allowed(BuyTrain("NRS", train, 1))
    game.do(BuyTrain("NRS", train, 1900))  # even the last one, at any price
    assert list(game.trains_of("AR")) == []
    assert game.state.cash["AR"] == 500 + 1900


def test_a_train_is_paid_from_the_treasury():
    game = buying(cash=99).trains("AR", "2")
    assert game.refused(BuyTrain("NRS", "2-4", 100)) == {"train.cash"}


@pytest.mark.parametrize(("phase", "limit"), [("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2)])
def test_a_company_at_its_limit_buys_none(phase, limit):
    game = buying(phase)
    bought = on_offer(game)
    owned = [train for train, where in game.state.trains.items() if where.place == "depot"][-limit:]
    for train in owned[1:]:
        game.state.trains[train] = TrainCard("NRS")
    assert on_offer(game) == bought
    game.state.trains[owned[0]] = TrainCard("NRS")
    refused = [o for o in judge.offers(game.rules, game.state) if o.kind == "buy_train"]
    assert {r.code for offer in refused for r in offer.refusals} == {"train.limit"}


# --- phases


def test_the_new_phase_begins_at_the_end_of_the_turn():
    game = sold_out(buying(), "2").do(BuyTrain("NRS", "3-0", 200))
    assert game.state.phase == "2"
    game.do(Pass("NRS"))
    assert game.state.phase == "3"


def test_by_the_other_reading_at_once():
    game = sold_out(buying(phase_at_once=True), "2").do(BuyTrain("NRS", "3-0", 200))
    assert game.state.phase == "3"


def test_trains_rust_with_the_phase():
    game = sold_out(buying("3", 2000, "3"), "3")
    game.state.trains["2-0"] = TrainCard("AR")
    game.state.trains["2-1"] = TrainCard("NRS")
    game.do(BuyTrain("NRS", "4-0", 300))
    assert game.trains_of("NRS") == ["2", "3", "4"]
    game.do(Pass("NRS"))
    assert game.trains_of("NRS") == ["3", "4"]
    assert list(game.trains_of("AR")) == []


def test_a_company_at_its_limit_buys_none_even_if_rust_would_make_room():
    game = sold_out(buying("3"), "3")
    for number in range(4):
        game.state.trains[f"2-{number}"] = TrainCard("NRS")
    assert game.refused(BuyTrain("NRS", "4-0", 300)) == {"train.limit"}


@pytest.mark.parametrize("any_time", [True, False])
def test_trains_beyond_a_lower_limit_are_given_up_and_out_of_the_game(any_time):
    """After the turn, when no company has one: then nothing else is done at any time."""
    game = sold_out(buying("3", 2000, any_time=any_time), "3")
    for number in range(4):
        game.state.trains[f"3-{number}"] = TrainCard("AR")
    game.do(BuyTrain("NRS", "4-0", 300), Pass("NRS"))
    if any_time:
        game.do(Decline("p1"))  # to sell shares of the NRS
    assert game.waiting() == "discard"
    assert {offer.kind for offer in judge.offers(game.rules, game.state)} == {"discard"}
    assert game.rules.actor(game.state) == "p2"
    assert game.refused(DiscardTrain("NRS", "4-0")) == {"train.not_over"}
    game.do(DiscardTrain("AR", "3-2"))
    assert game.state.place_of("3-2") == "gone"
    assert game.waiting() != "discard"


def test_all_privates_close_in_phase_5():
    game = sold_out(buying("4", 2000), "4").privates(W="AR", RW="p1")
    game.do(BuyTrain("NRS", "5-0", 400))
    assert game.state.privates["RW"] == "p1"
    game.do(Pass("NRS"))
    assert game.state.privates["W"] == game.state.privates["RW"] == "gone"


# --- the private with 10% off


def test_its_company_pays_10_percent_less_to_the_bank_the_first_5_train_included():
    game = sold_out(buying("4", 360), "4").privates(W="NRS")
    assert game.refused(BuyTrain("NRS", "5-0", 400)) >= {"train.price"}
    game.do(BuyTrain("NRS", "5-0", 360))
    assert game.state.cash["NRS"] == 0


def test_not_while_a_player_owns_it_and_not_from_other_companies():
    game = buying(cash=300).privates(W="p1").trains("AR", "2")
    assert game.refused(BuyTrain("NRS", "2-4", 90)) == {"train.price"}
    game.privates(W="NRS")
    assert game.allowed(BuyTrain("NRS", "2-4", 90))
    (train,) = (t for t, where in game.state.trains.items() if where.place == "AR")
    assert game.allowed(BuyTrain("NRS", train, 100))


# --- the train that must be bought


def forced(cash: int = 0, purse: int = 0, price: int = 65, **percents: int) -> Position:
    """The NCS has a route and no train; the cheapest costs 100. Its president is p1, with 20%."""
    game = table(3).cash(p1=purse, p2=0, p3=0)
    company(game, "NCS", price, "p1", cash=cash, p1=20, **percents)
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    return game.operating("NCS", "trains", parts=2, tokens=1)


def test_a_company_with_a_valid_route_and_no_train_must_buy_one():
    game = forced(cash=100)
    assert game.refused(Pass("NCS")) == {"train.needed"}
    game.do(BuyTrain("NCS", "2-0", 100))
    assert game.waiting() != "trains"


def test_without_a_route_nothing_is_forced():
    game = table(3)
    company(game, "NCS", 65, "p1", cash=50, p1=20)
    game.operating("NCS", "token", tokens=1).do(Pass("NCS"))
    assert game.waiting() != "trains"


def test_first_the_company_sells_of_its_own_shares_what_the_train_needs():
    game = forced(cash=40, purse=500)
    assert game.refused(BuyTrain("NCS", "2-0", 100)) == {"forced.treasury_first"}
    assert game.refused(SellOwnShares("NCS", 20)) == {"forced.treasury_too_much"}
    own = game.refused(SellShares("p1", "NCS", 10))
    assert own == {"forced.not_short", "forced.treasury_first", "sell.president"}
    game.do(SellOwnShares("NCS", 10), BuyTrain("NCS", "2-0", 100))
    assert game.state.cash["NCS"] == 40 + 65 - 100
    assert game.state.cash["p1"] == 500


def test_a_player_who_needs_money_for_a_train_buys_no_shares_back():
    game = company(table(3, any_time=True), "NCS", 65, "p1", cash=99, p1=20, pool=20)
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    game.operating("NCS", "trains", tokens=1)
    assert game.refused(BuyOwnShares("NCS", 10)) == {"train.needed"}
    assert game.cash(NCS=100).allowed(BuyOwnShares("NCS", 10))


def test_then_the_president_adds_cash_after_all_shares_that_may_be_sold():
    game = forced(cash=0, purse=500, price=65, pool=40)
    assert help_needed(game.rules, game.state).own == 65
    assert help_needed(game.rules, game.state).adds == 35
    assert game.refused(BuyTrain("NCS", "2-0", 100)) == {"forced.treasury_first"}
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.can_pay"}
    game.do(SellOwnShares("NCS", 10), BuyTrain("NCS", "2-0", 100))
    assert game.state.cash["p1"] == 465


def test_the_presidents_cash_pays_for_the_cheapest_train_only():
    game = sold_out(forced(purse=1000, pool=50), "2", "3", "4", "5")
    assert game.refused(BuyTrain("NCS", "3E-0", 600)) == {"train.cheapest"}
    game.do(BuyTrain("NCS", "6-0", 500))
    assert game.state.cash["p1"] == 500


def test_another_presidents_train_need_not_be_taken_but_may():
    game = forced(cash=30, purse=500, pool=50)
    company(game, "AR", 65, "p2", p2=20, home=False).trains("AR", "2").operating(
        "NCS", "trains", tokens=1
    )
    (train,) = (t for t, where in game.state.trains.items() if where.place == "AR")
    assert game.allowed(BuyTrain("NCS", train, 30))
    assert game.allowed(BuyTrain("NCS", train, 90))
    assert game.refused(BuyTrain("NCS", train, 120)) == {"train.cheapest"}


def selling(**options: object) -> Position:
    """The NCS sells 10% for the 100 of a 2; the AR of p2 has a 2, too."""
    game = table(3, **options).cash(p1=0, p2=0, p3=0)
    company(game, "NCS", 140, "p1", cash=40, p1=20)
    company(game, "AR", 65, "p2", p2=20, home=False).trains("AR", "2")
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    return game.operating("NCS", "trains", parts=2, tokens=1)


def of(game: Position, owner: str) -> str:
    """The one train of an owner."""
    (train,) = (t for t, where in game.state.trains.items() if where.place == owner)
    return train


def test_own_shares_sold_for_a_train_pay_another_company_no_more_than_the_cheapest_costs():
    game = selling().do(SellOwnShares("NCS", 10))
    assert game.state.cash["NCS"] == 180
    assert game.refused(BuyTrain("NCS", of(game, "AR"), 140)) == {"forced.cheapest"}
    assert game.refused(BuyTrain("NCS", of(game, "AR"), 101)) == {"forced.cheapest"}
    (offer,) = (o for o in judge.offers(game.rules, game.state) if o.kind == "buy_from")
    assert (offer.span.least, offer.span.most) == (1, 100)
    assert game.allowed(BuyTrain("NCS", of(game, "AR"), 100))


def test_own_shares_sold_for_a_train_pay_the_banks_cheapest_only():
    game = sold_out(selling().cash(NCS=470), "2", "3", "4", "5").do(SellOwnShares("NCS", 10))
    assert game.refused(BuyTrain("NCS", "3E-0", 600)) == {"forced.cheapest"}
    assert game.offered("buy_train") == [BuyTrain("NCS", "6-0", 500)]
    game.do(BuyTrain("NCS", "6-0", 500))
    assert game.state.cash["NCS"] == 110


def test_a_price_that_the_treasury_pays_without_a_sale_is_not_limited():
    game = sold_out(selling().cash(NCS=610), "2", "3", "4", "5")
    assert game.allowed(BuyTrain("NCS", "3E-0", 600))
    assert game.allowed(BuyTrain("NCS", of(game, "AR"), 610))


def test_with_its_train_a_company_that_sold_shares_buys_what_it_likes():
    game = selling().do(SellOwnShares("NCS", 10), BuyTrain("NCS", "2-1", 100))
    assert game.refused(BuyTrain("NCS", of(game, "AR"), 81)) == {"train.cash"}
    assert game.cash(NCS=140).allowed(BuyTrain("NCS", of(game, "AR"), 140))


def test_own_shares_sold_for_a_train_are_not_bought_back_and_no_more_are_sold():
    game = selling(any_time=True).do(SellOwnShares("NCS", 10))
    assert game.refused(SellOwnShares("NCS", 10)) == {"forced.not_short"}
    assert game.refused(BuyOwnShares("NCS", 10)) == {"train.needed"}
    game.do(BuyTrain("NCS", "2-1", 100)).cash(NCS=200)
    assert game.allowed(BuyOwnShares("NCS", 10))


@pytest.mark.parametrize(("before", "after"), [(0, 65), (10, 60), (20, 55)])
def test_two_sales_of_a_turn_fall_together_as_one(before, after):
    game = forced(price=65, cash=40, p2=10)
    if before:
        game.operating("NCS", "treasury", parts=2, tokens=1).do(SellOwnShares("NCS", before))
        game.turn(step=game.state.round.turn.step + 4).cash(NCS=40)
    assert game.waiting() == "trains"
    assert game.at("NCS") == (60 if before == 20 else 65)
    game.do(SellOwnShares("NCS", 10))
    assert game.at("NCS") == after


def test_by_the_other_reading_each_own_sale_falls_by_itself():
    game = company(table(3, own_sales_apart=True).cash(p1=0), "NCS", 65, "p1", p1=20, p2=10)
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    game.operating("NCS", "treasury", parts=2, tokens=1).do(SellOwnShares("NCS", 20))
    game.turn(step=game.state.round.turn.step + 4).cash(NCS=40)
    assert (game.waiting(), game.at("NCS")) == ("trains", 60)
    assert game.do(SellOwnShares("NCS", 10)).at("NCS") == 60


def test_a_refusal_that_may_be_ruled_away_stands_if_the_deed_is_possible_at_all():
    game = selling().do(SellOwnShares("NCS", 10))
    dear, dearer = (BuyTrain("NCS", of(game, "AR"), price) for price in (140, 181))
    assert game.refused(dear) == {"forced.cheapest"}
    outcome = judge.apply(game.rules, game.state, dear, ALL_SOFT)
    assert outcome.state.place_of(dear.train) == "NCS"
    with pytest.raises(RefusedError, match="has fl"):
        judge.apply(game.rules, game.state, dearer, ALL_SOFT)


def needy(pool: int = 50) -> Position:
    """No cash, and the market full of the NCS: p1 has shares of the AR, which p2 presides over."""
    game = company(forced(pool=pool), "AR", 65, "p2", home=False, p2=40, p1=40)
    return game.operating("NCS", "trains", parts=2, tokens=1)


def test_then_they_may_sell_shares_of_their_own_but_no_more_than_needed():
    game = needy()
    assert game.refused(SellShares("p1", "AR", 30)) == {"forced.too_much"}
    game.do(SellShares("p1", "AR", 20), BuyTrain("NCS", "2-0", 100))
    assert game.state.cash["p1"] == 30
    assert game.trains_of("NCS") == ["2"]


def test_they_sell_nothing_when_all_would_not_do():
    game = company(forced(pool=50), "AR", 65, "p2", home=False, p2=40, p1=10)
    game.operating("NCS", "trains", parts=2, tokens=1)  # 65 are not 100
    assert game.refused(SellShares("p1", "AR", 10)) == {"forced.in_vain"}
    assert game.sentences(SellShares("p1", "AR", 10)) == [
        "No sale takes place: fl.\u00a0100 is missing for the train, and all sales together"
        " would bring fl.\u00a065."
    ]
    assert game.offered("sell") == []
    assert game.allowed(DeclareBankruptcy("p1"))
    assert game.cash(NCS=35).allowed(SellShares("p1", "AR", 10))


def test_they_do_not_sell_so_few_that_the_fallen_price_leaves_them_short():
    game = company(forced(pool=50), "AR", 100, "p2", home=False, p2=40, p1=20)
    sold_out(game, "2").operating("NCS", "trains", parts=2, tokens=1)
    # 100 + 100 pay the 200 for a 3; 100 + 90 would not
    assert game.refused(SellShares("p1", "AR", 10)) == {"forced.too_few"}
    (sale,) = (o for o in judge.offers(game.rules, game.state) if o.kind == "sell" and o.allowed)
    assert (sale.action.percent, sale.span.least, sale.span.most) == (20, 20, 20)
    assert game.do(SellShares("p1", "AR", 20)).allowed(BuyTrain("NCS", "3-0", 200))


def test_they_are_not_required_to_and_the_company_goes_bankrupt_instead():
    game = needy()
    assert game.allowed(DeclareBankruptcy("p1"))
    assert game.refused(DeclareBankruptcy("p2")) == {"turn.not_yours"}


def test_once_they_have_begun_to_sell_they_go_on():
    game = needy().do(SellShares("p1", "AR", 10))
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert game.allowed(SellShares("p1", "AR", 10))


def test_all_that_they_sell_is_needed_for_the_train_they_buy():
    game = needy().trains("AR", "2").cash(NCS=10, p1=20)
    assert game.allowed(BuyTrain("NCS", of(game, "AR"), 30))
    game.do(SellShares("p1", "AR", 20))
    assert game.refused(BuyTrain("NCS", of(game, "AR"), 95)) == {"train.needless"}
    (offer,) = (o for o in judge.offers(game.rules, game.state) if o.kind == "buy_from")
    assert (offer.span.least, offer.span.most) == (96, 100)
    game.do(BuyTrain("NCS", of(game, "AR"), 96))
    assert (game.state.cash["NCS"], game.state.cash["p1"]) == (0, 20 + 130 - 86)


def test_ledges_hold_for_their_sales_too():
    game = at_price(needy(), "AR", 110)
    game.do(SellShares("p1", "AR", 10))
    assert game.at("AR") == 110


def test_the_companys_shares_come_before_theirs():
    game = needy(pool=40)
    assert game.refused(SellShares("p1", "AR", 10)) == {"forced.treasury_first"}
    assert game.sentences(SellShares("p1", "AR", 10)) == [
        "NCS must first sell own shares: the train needs 10%."
    ]
    game.do(SellOwnShares("NCS", 10))
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert game.sentences(DeclareBankruptcy("p1"))[0].startswith("NCS is not bankrupt")
    game.do(SellShares("p1", "AR", 10), BuyTrain("NCS", "2-0", 100))
    assert game.state.cash["p1"] == 30


def test_no_sale_takes_place_when_all_would_not_do():
    game = forced(cash=0, price=50, pool=40)
    assert game.refused(SellOwnShares("NCS", 10)) == {"forced.in_vain"}
    assert "fl.\u00a0100 is missing" in game.sentences(SellOwnShares("NCS", 10))[0]
    assert "would bring fl.\u00a050" in game.sentences(SellOwnShares("NCS", 10))[0]
    assert game.allowed(DeclareBankruptcy("p1"))


def leaving(**options: object) -> Position:
    """p1 presides over the NCS with 20% and has nothing else; p2 has 30% and p3 has 40% of it."""
    game = table(3, **options).cash(p1=0, p2=300, p3=300)
    company(game, "NCS", 65, "p1", cash=0, p1=20, p2=30, p3=40, pool=10)
    company(game, "OSM", 65, "p3", cash=10, p3=40)
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    return game.operating("NCS", "trains", parts=2, tokens=1)


def test_a_forced_sale_may_change_the_president_and_the_seller_pays_for_the_train():
    game = leaving().do(SellShares("p1", "NCS", 20))
    assert game.president("NCS") == "p3"
    assert game.rules.actor(game.state) == "p1"
    assert help_needed(game.rules, game.state).debt.helper == "p1"
    assert game.refused(Pass("NCS")) == {"train.needed"}
    assert game.refused(DeclareBankruptcy("p3")) == {"turn.not_yours"}
    game.do(BuyTrain("NCS", "2-0", 100))
    assert game.state.cash["p1"] == 30
    assert game.state.cash["p3"] == 300
    assert game.trains_of("NCS") == ["2"]


def test_with_the_train_paid_the_new_president_decides():
    game = leaving().trains("OSM", "2", "2").do(SellShares("p1", "NCS", 20))
    game.cash(NCS=120).do(BuyTrain("NCS", "2-0", 66))
    assert game.waiting() == "trains"  # the NCS can pay for another train
    assert game.rules.actor(game.state) == "p3"


def test_by_the_other_reading_a_forced_sale_changes_no_president_of_the_buyer():
    game = leaving(forced_sale_keeps_president=True)
    assert game.refused(SellShares("p1", "NCS", 20)) >= {"forced.presidency"}
    assert game.offered("sell") == []
    assert game.allowed(DeclareBankruptcy("p1"))


# --- bankruptcy


def broken() -> Position:
    game = forced(cash=7, purse=33, price=50, p2=20, pool=40)
    game.privates(KKI="NCS").token("J7.0", "NCS")
    company(game, "OSM", 100, "p2", cash=10, p2=40)
    game.operating("NCS", "trains", parts=2, tokens=1)
    return game.do(DeclareBankruptcy("p1"))


def test_the_company_leaves_the_game_and_its_president_is_unharmed():
    game = broken()
    assert game.state.cash["p1"] == 33
    assert game.state.cash["NCS"] == 0
    assert game.percent("NCS", "gone") == 100
    assert not game.state.companies["NCS"].started
    assert not game.state.board.token_stops("NCS")
    assert game.state.privates["KKI"] == "gone"
    assert game.state.end_reason == ""


def test_the_round_goes_on_with_the_next_company():
    game = broken()
    assert game.state.round.turn.company == "OSM"
    assert summary(game.rules, game.state).order == ("OSM",)
    row = summary(game.rules, game.state).company("NCS")
    assert (row.gone, row.price, row.president) == (True, None, None)


def test_its_shares_are_worth_nothing():
    game = broken()
    assert total_worth(game.rules, game.state, "p1") == 33


def test_it_is_not_started_again():
    game = broken().stock_round(3, "p1").cash(p1=500)
    assert game.refused(StartCompany("p1", "NCS", 65)) == {"start.gone"}
    assert game.refused(BuyShare("p1", "NCS", "pool")) == {"start.gone"}
    assert game.allowed(BuyShare("p1", "OSM", "OSM"))
    starts = [o.action.company for o in judge.offers(game.rules, game.state) if o.kind == "start"]
    assert "NCS" not in starts


def test_its_home_may_be_used_by_others():
    game = broken().tile("I8", "9", 0).tile("J7", "57", 0)
    company(game, "AR", 65, "p2", p2=20).operating("AR", "token", tokens=0)
    assert game.allowed(PlaceToken("AR", "H9.0"))
