"""The draft and the stock rounds of 18MS, each rule both ways. Numbers are those of its notes."""

import pytest

from companion.rules.core.actions import BuyPrivate, BuyShare, Pass, SellShares
from companion.rules.core.change import Change
from companion.rules.explain.summary import private_rows
from companion.rules.stock.share_trading import certificate_count
from tests.support.positions import Position
from tests.titles.t18ms.positions import at_round, operating

ALL = {"AGS", "BS", "M&M", "MC", "M&O"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_player_takes_the_first_private_and_the_rest_leave_the_game(players):
    # rule 2
    game, taken = Position("18ms", players), {}
    for seat, private in zip(reversed(game.rules.seats), ("M&O", "BS", "M&M", "MC"), strict=False):
        assert game.waiting() == "auction" and game.rules.actor(game.state) == seat
        before = game.state.cash[seat]
        game.do(BuyPrivate(seat, private))
        assert game.state.cash[seat] == before - game.data.privates[private].price
        taken[private] = seat
    assert game.waiting() == "shares" and game.rules.actor(game.state) == "p1"
    assert {name: game.state.privates[name] for name in taken} == taken
    assert all(game.state.privates[name] == "gone" for name in ALL - set(taken))


def test_nobody_takes_a_private_out_of_turn_or_twice():
    # rule 2
    game = Position("18ms", 3)
    assert game.refused(BuyPrivate("p1", "BS")) == {"turn.not_yours"}
    game.do(BuyPrivate("p3", "BS"))
    assert game.refused(BuyPrivate("p2", "BS")) == {"private.gone"}
    assert game.allowed(BuyPrivate("p2", "AGS"))
    poor = Position("18ms", 3).cash(p3=69)
    assert poor.refused(BuyPrivate("p3", "M&O")) == {"private.cash"}
    assert poor.allowed(BuyPrivate("p3", "MC"))
    assert game.refused(Pass("p2"))


def test_no_private_is_marked_as_the_one_on_offer_as_all_are_for_sale():
    # rule 2
    game = Position("18ms", 3)
    assert {buy.private for buy in game.offered("buy")} == ALL
    assert not any(row.offered for row in private_rows(game.rules, game.state))


def trading() -> Position:
    game = Position("18ms", 3).close_privates()
    game.started("IC", 90, "p1", p1=60).started("GMO", 80, "p2", p2=60)
    return game.stock_round(2, "p1").cash(p1=500)


def test_sales_come_all_before_or_all_after_the_purchase():
    # rule 7
    game = trading().do(SellShares("p1", "IC", 10), BuyShare("p1", "GMO", "initial"))
    assert game.rules.actor(game.state) == "p2"
    game = trading().do(BuyShare("p1", "GMO", "initial"))
    assert game.allowed(SellShares("p1", "IC", 10))


def test_a_player_holds_70_percent():
    # rule 8
    game = trading().do(BuyShare("p1", "IC", "initial"))
    assert game.percent("IC", "p1") == 70
    game.stock_round(3, "p1")
    assert game.refused(BuyShare("p1", "IC", "initial")) == {"buy.holding"}


def test_privates_are_not_traded():
    # rule 9
    assert not Position("18ms", 3).data.stock.first_trades


def test_shares_on_yellow_spaces_do_not_count():
    # rule 10
    game = trading()
    assert certificate_count(game.rules, game.state, "p1") == 5
    game.price("IC", "0,0")
    assert certificate_count(game.rules, game.state, "p1") == 0


def test_a_player_in_debt_buys_nothing_and_pays_the_debt_with_sales():
    # rule 11
    game = trading().cash(p1=-200)
    assert game.refused(BuyShare("p1", "GMO", "initial")) == {"buy.cash"}
    game.do(SellShares("p1", "IC", 10))
    assert game.state.cash["p1"] == -110


@pytest.mark.parametrize(("cash", "after"), [(-100, -150), (-101, -152), (-1, -2), (0, 0), (7, 7)])
def test_half_of_a_debt_is_added_when_operating_rounds_begin_after_a_stock_round(cash, after):
    # rule 22
    game = trading().cash(p1=cash)
    change = Change(game.state.copy())
    game.rules.after_stock_round(change)
    assert change.state.cash["p1"] == after
    assert change.state.round.part == 1


def test_nothing_is_added_between_the_operating_rounds_of_a_set():
    # rule 22
    game = at_round(operating("IC", "trains", 3), 3).cash(p1=-100)
    change = Change(game.state.copy())
    game.rules.after_operating_round(change)
    assert change.state.round.part == 2 and change.state.cash["p1"] == -100
