"""The sale of privates, 1830 §7 and §8.1."""

import pytest

from companion.rules.core.actions import (
    Bid,
    BuyPrivate,
    BuyShare,
    ExchangePrivate,
    Pass,
    SellPrivate,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.stock.auction import AuctionRound
from tests.support.positions import Position


@pytest.fixture
def game() -> Position:
    return Position("1830", 3)


@pytest.mark.parametrize(
    ("players", "cash", "limit"),
    [(2, 1200, 28), (3, 800, 20), (4, 600, 16), (5, 480, 13), (6, 400, 11)],
)
def test_players_divide_2400_and_hold_so_many_certificates(players, cash, limit):
    game = Position("1830", players)
    assert [game.state.cash[seat] for seat in game.rules.seats] == [cash] * players
    assert game.state.cash["bank"] == 12000 - 2400
    assert game.data.certificate_limit[players] == limit


def test_bank_may_be_of_another_size():
    assert Position("1830", 3, bank=8000).state.cash["bank"] == 5600


def test_cheapest_private_is_bought_at_face_value(game):
    game.do(BuyPrivate("p1", "SV"))
    assert game.state.privates["SV"] == "p1"
    assert game.state.cash["p1"] == 780
    assert game.rules.actor(game.state) == "p2"


def test_only_the_cheapest_private_may_be_bought(game):
    assert game.refused(BuyPrivate("p1", "CS")) == {"private.not_offered"}


def test_only_the_player_on_turn_acts(game):
    assert game.refused(BuyPrivate("p2", "SV")) == {"turn.not_yours"}
    assert game.refused(Pass("p3")) == {"turn.not_yours"}


def test_bid_is_five_above_face_value_or_the_last_bid(game):
    assert game.refused(Bid("p1", "DH", 74)) == {"bid.too_low"}
    game.do(Bid("p1", "DH", 75))
    assert game.refused(Bid("p2", "DH", 79)) == {"bid.too_low"}
    assert game.allowed(Bid("p2", "DH", 80))


def test_private_on_offer_is_not_bid_on(game):
    assert game.refused(Bid("p1", "SV", 25)) == {"bid.on_offer"}


def test_money_bid_is_laid_down_and_not_free_for_anything_else(game):
    game.do(Bid("p1", "BO", 790), Pass("p2"), Pass("p3"))
    assert game.refused(BuyPrivate("p1", "SV")) == {"private.cash"}
    assert game.refused(Bid("p1", "DH", 75)) == {"bid.cash"}
    assert game.allowed(Bid("p1", "BO", 800))  # the old bid is taken back into the new one


def test_single_bidder_gets_the_private_for_their_bid(game):
    game.do(Bid("p1", "CS", 45), BuyPrivate("p2", "SV"))
    assert game.state.privates["CS"] == "p1"
    assert game.state.cash["p1"] == 755
    assert game.rules.actor(game.state) == "p3"


def test_several_bidders_auction_with_the_lowest_bidder_first(game):
    game.do(Bid("p1", "CS", 45), Bid("p2", "CS", 50), BuyPrivate("p3", "SV"))
    assert game.rules.actor(game.state) == "p1"
    assert game.refused(Bid("p1", "CS", 50)) == {"bid.too_low"}
    assert game.refused(Bid("p3", "CS", 60)) == {"bid.not_in"}
    assert game.refused(BuyPrivate("p1", "CS")) == {"private.not_offered"}
    game.do(Bid("p1", "CS", 55), Pass("p2"))
    assert game.state.privates["CS"] == "p1"
    assert game.state.cash["p2"] == 800
    assert game.rules.actor(game.state) == "p1"  # left of the one who bought the SV


def test_first_private_falls_by_five_when_all_pass_and_must_be_taken_at_nothing(game):
    for _ in range(4):
        game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert "price_fell" in game.told()
    assert game.refused(Pass("p1")) == {"bid.forced"}
    assert game.refused(Bid("p1", "CS", 45)) == {"bid.forced"}
    assert game.offered("bid") == []
    game.do(BuyPrivate("p1", "SV"))
    assert game.state.cash["p1"] == 800
    assert game.allowed(Bid("p2", "DH", 75))


def test_one_may_bid_or_pass_while_the_first_private_costs_anything(game):
    for _ in range(3):
        game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.allowed(Bid("p1", "CS", 45))
    assert game.allowed(Pass("p1"))
    assert game.do(BuyPrivate("p1", "SV")).state.cash["p1"] == 795


def test_only_the_first_private_falls(game):
    game.do(Pass("p1"), Pass("p2"), Pass("p3"), BuyPrivate("p1", "SV"))
    assert game.state.cash["p1"] == 785
    game.do(Pass("p2"), Pass("p3"), Pass("p1"), BuyPrivate("p2", "CS"))
    assert game.state.cash["p2"] == 760


def test_a_bid_keeps_the_first_private_from_falling(game):
    game.do(Pass("p1"), Pass("p2"), Bid("p3", "CS", 45), Pass("p1"), Pass("p2"))
    assert game.rules.actor(game.state) == "p3"
    game.do(BuyPrivate("p3", "SV"))
    assert game.state.cash["p3"] == 800 - 20 - 45


# --- nobody buys a later private (§7.3)


def unsold(**options) -> Position:
    """p1 has bought the SV, p2 has bid on the D&H; nobody wants the C&SL."""
    game = Position("1830", 3, **options)
    return game.do(BuyPrivate("p1", "SV"), Bid("p2", "DH", 75), *map(Pass, ("p3", "p1", "p2")))


def test_round_in_which_nobody_buys_a_later_private_ends_and_privates_pay():
    game = unsold()
    assert [e.facts["amount"] for e in game.events if e.kind == "private_paid"] == [5]
    assert game.state.cash["p1"] == 785
    assert game.state.priority == "p2"  # left of p1, who bought last
    assert game.rules.actor(game.state) == "p2"
    assert [e.facts["round"] for e in game.events if e.kind == "round"] == [("auction", 2, 0)]


def test_bids_stand_in_the_new_round():
    game = unsold()
    assert game.state.round.standing_bids("DH") == [("p2", 75)]
    assert game.refused(BuyPrivate("p2", "DH")) == {"private.not_offered"}
    game.do(BuyPrivate("p2", "CS"))
    assert game.state.privates["DH"] == "p2"


def test_privates_are_traded_in_the_new_round_and_not_in_the_first():
    sale = SellPrivate("p1", "p2", "SV", 100)
    game = Position("1830", 3).do(BuyPrivate("p1", "SV"))
    assert game.refused(sale) == {"trade.first_round"}
    game = unsold()
    assert sale.private in {action.private for action in game.offered("trade")}
    assert game.refused(SellPrivate("p1", "p3", "SV", 100)) == {"trade.turn"}
    assert game.refused(SellPrivate("p1", "p2", "SV", 726)) == {"trade.cash"}  # 75 are laid down
    game.do(sale)
    assert game.rules.actor(game.state) == "p2"  # their turn goes on
    assert game.state.privates["SV"] == "p2"


def test_a_trade_keeps_the_round_going_and_moves_the_priority_deal():
    game = unsold().do(Pass("p2"), SellPrivate("p1", "p3", "SV", 10), Pass("p3"), Pass("p1"))
    assert game.state.round.number == 2  # the passes began again after p3's turn
    game.do(Pass("p2"), Pass("p3"))
    assert game.state.round.number == 3
    assert game.rules.actor(game.state) == "p1"  # left of p3, who traded last


def test_priority_deal_stays_where_it_is_when_nobody_acts_in_the_new_round():
    game = unsold().do(Pass("p2"), Pass("p3"), Pass("p1"))
    assert game.state.cash["p1"] == 790
    assert game.state.round.number == 3
    assert game.rules.actor(game.state) == "p2"


def test_nobody_trades_while_an_auction_interrupts_the_turns():
    game = unsold().do(Bid("p2", "MH", 115), Bid("p3", "DH", 80), BuyPrivate("p1", "CS"))
    assert game.state.round.contested_private == "DH"
    assert game.refused(SellPrivate("p1", "p2", "SV", 1)) == {"trade.turn"}
    assert game.offered("trade") == []


def test_shares_are_sold_in_the_round_that_begins_with_unsold_privates():
    game = unsold()
    for private in ("CS", "MH", "CA", "BO"):
        game.do(BuyPrivate(game.rules.actor(game.state), private))
    owner = game.rules.actor(game.state)
    game.do(SetPar(owner, "B&O", 67))
    assert (game.state.round.number, game.waiting()) == (2, "shares")
    turn = game.rules.actor(game.state)
    game.started("NYC", 67, turn, **{turn: 30})
    assert game.allowed(SellShares(turn, "NYC", 10))


def test_the_first_private_that_falls_does_not_end_the_round(game):
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.round.number == 1
    assert game.state.round.price_reduction == 5


def test_by_the_other_reading_the_sale_goes_on_and_privates_pay():
    game = unsold(unsold_privates_pay=True)
    assert game.state.cash["p1"] == 785
    assert game.state.round.number == 1
    assert game.rules.actor(game.state) == "p3"
    assert game.refused(SellPrivate("p1", "p3", "SV", 1)) == {"trade.first_round"}


def bought_out(game: Position) -> Position:
    """All privates sold: SV p1, CS p2, DH p3, MH p1, CA p2, BO p3."""
    for player, private in zip(("p1", "p2", "p3") * 2, game.data.privates, strict=True):
        game.do(BuyPrivate(player, private))
    return game


def test_camden_and_amboy_brings_a_share_that_waits_for_its_price(game):
    bought_out(game)
    assert game.percent("PRR", "p2") == 10
    game.do(SetPar("p3", "B&O", 67))
    game.stock_round(2, "p2")
    assert game.refused(SellShares("p2", "PRR", 10)) == {"sell.unpriced"}
    game.started("PRR", 67, "p1", p1=20)
    assert game.allowed(SellShares("p2", "PRR", 10))


def test_b_and_o_par_is_named_at_once_by_its_owner(game):
    bought_out(game)
    assert game.waiting() == "set_par"
    assert game.refused(SetPar("p1", "B&O", 100)) == {"turn.not_yours"}
    assert game.refused(SetPar("p3", "B&O", 95)) == {"start.par"}
    assert game.refused(BuyShare("p1", "PRR", "initial")) == {"turn.not_now"}
    assert game.offered("par") == [SetPar("p3", "B&O", p) for p in (100, 90, 82, 76, 71, 67)]
    game.do(SetPar("p3", "B&O", 100))
    assert game.at("B&O") == 100
    assert game.percent("B&O", "p3") == 20
    assert game.president("B&O") == "p3"


def test_after_the_privates_the_next_player_goes_on_with_the_shares(game):
    bought_out(game).do(SetPar("p3", "B&O", 67))
    assert game.waiting() == "shares"
    assert game.rules.actor(game.state) == "p1"
    assert game.allowed(StartCompany("p1", "PRR", 67))


def test_nothing_is_sold_in_the_first_stock_round(game):
    bought_out(game).do(SetPar("p3", "B&O", 67))
    game.do(StartCompany("p1", "PRR", 67), BuyShare("p2", "PRR", "initial"))
    game.stock_round(1, "p3")
    assert game.refused(SellShares("p3", "B&O", 10)) >= {"sell.first_round"}


def test_losing_bidders_have_their_money_back(game):
    game.do(Bid("p1", "CS", 45), Bid("p2", "CS", 50), BuyPrivate("p3", "SV"))
    assert game.state.round.bound("p2") == 50
    game.do(Bid("p1", "CS", 800), Pass("p2"))
    assert game.state.cash["p1"] == 0
    assert game.state.round.bound("p2") == 0


def test_bidders_raise_by_five_with_the_money_of_their_bid_and_no_more_than_they_have(game):
    game.do(Bid("p1", "CS", 45), Bid("p2", "CS", 50), BuyPrivate("p3", "SV"))
    assert game.refused(Bid("p1", "CS", 54)) == {"bid.too_low"}
    assert game.refused(Bid("p1", "CS", 801)) == {"bid.cash"}
    assert game.allowed(Bid("p1", "CS", 800))


def test_priority_goes_left_of_who_bought_last_where_nobody_buys_a_share(game):
    game.do(Bid("p1", "BO", 225))
    for player, private in zip(("p2", "p3", "p1", "p2", "p3"), game.data.privates, strict=False):
        game.do(BuyPrivate(player, private))
    game.do(SetPar("p1", "B&O", 67))
    assert game.rules.actor(game.state) == "p1"  # left of the last to buy what was on offer
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.priority == "p2"  # left of p1, who bought the last private with their bid


def test_mohawk_and_hudson_is_not_exchanged_before_all_privates_are_sold(game):
    sold = {private: "p1" for private in ("SV", "CS", "DH", "MH")}
    game.privates(**sold, CA="p2")
    game.state.round = AuctionRound("p1", number=2)
    assert game.refused(ExchangePrivate("p1", "MH", "initial")) == {"turn.not_now"}
    game.privates(BO="p3").stock_round(2, "p1")
    assert game.allowed(ExchangePrivate("p1", "MH", "initial"))
