"""Emergency train buying: markers, cash last, shares and privates; bankruptcy ends the game."""

from companion.rules.core.actions import (
    BuyTrain,
    DeclareBankruptcy,
    GiveUpPrivate,
    Pass,
    SellShares,
    SellToken,
)
from companion.rules.core.change import Change
from companion.rules.judge.worth import total_worth
from companion.rules.operating.emergency_money import help_needed
from companion.rules.operating.tokens import put_on_top
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, floated, stock_round
from tests.titles.t1839_2015.test_trains import buy, next_of, sold_out


def emergency(cash: int = 100, treasury: int = 60, shares: int = 20) -> Position:
    """NRS, with 60, has no train, and the next train is a 3+ at 250.

    It has markers in Utrecht, worth nothing, and in Amsterdam, worth 40. Its director p1 has that
    much cash, and shares of SS at 72.
    """
    at = (
        stock_round()
        .started("NRS", 67, "p1", p1=20, pool=40)
        .started("SS", 72, "p2", p1=shares, p2=40)
    )
    floated(floated(at, "NRS"), "SS").cash(NRS=treasury, p1=cash)
    at.token("I12.0", "NRS").token("G10.0", "NRS")
    at.privates(LVG="p1")
    return sold_out(at.operating("NRS", "trains"), "3+")


def test_a_marker_a_share_and_the_rest_stays_with_them():
    at = emergency().tile("G8", "H6", 5).token("G8.0", "NRS")  # 30
    at.do(SellToken("NRS", "G8.0"))
    assert at.state.cash["NRS"] == 90
    assert at.state.companies["NRS"].tokens == 3
    assert help_needed(at.rules, at.state).lacking == 60
    at.do(SellShares("p1", "SS", 10))
    assert at.refused(SellShares("p1", "SS", 10)) == {"forced.not_short"}
    assert at.at("SS") == 72
    at.do(buy("NRS", at, "3+", 250))
    assert (at.state.cash["NRS"], at.state.cash["p1"]) == (0, 12)


def test_a_private_first_and_then_still_a_share():
    at = emergency(treasury=90)
    assert at.refused(SellShares("p1", "SS", 20)) == {"forced.too_much"}
    at.do(GiveUpPrivate("p1", "LVG"))
    assert at.state.cash["p1"] == 135
    assert at.state.privates["LVG"] == "gone"
    assert at.refused(GiveUpPrivate("p1", "LVG")) == {"forced.no_private"}
    assert at.refused(SellShares("p1", "SS", 20)) == {"forced.too_much"}
    at.do(SellShares("p1", "SS", 10), buy("NRS", at, "3+", 250))
    assert (at.state.cash["NRS"], at.state.cash["p1"]) == (0, 47)


def test_the_track_of_privates_lies_when_they_are_given_up():
    at = emergency(cash=0).privates(RWS="p1", SWO="p1", LVG="p2")
    at.do(GiveUpPrivate("p1", "RWS"))
    assert at.state.cash["p1"] == 125
    assert {"F13", "G12"} <= set(at.state.board.laid)
    at.do(GiveUpPrivate("p1", "SWO"))
    assert {"C10", "D9"} <= set(at.state.board.laid)


def test_the_last_marker_stays_and_none_is_sold_once_the_treasury_pays():
    at = emergency()
    at.do(SellToken("NRS", "G10.0"))
    assert at.state.cash["NRS"] == 100
    assert at.refused(SellToken("NRS", "I12.0")) == {"forced.last_token"}
    assert at.refused(SellToken("NRS", "G10.0")) == {"forced.no_token"}
    at = emergency(treasury=220)
    at.do(SellToken("NRS", "G10.0"))
    assert at.state.cash["NRS"] == 260
    assert at.refused(SellToken("NRS", "I12.0")) >= {"forced.not_short"}
    at = emergency(treasury=250)
    assert "forced.not_short" in at.refused(SellToken("NRS", "G10.0"))


def test_the_upper_of_two_stacked_markers_goes_first_and_each_for_the_place():
    at = emergency()
    put_on_top(Change(at.state), "NRS", "G10.0")
    assert help_needed(at.rules, at.state).can_raise == 80 + 2 * 72 + 35
    at.do(SellToken("NRS", "G10.0"))
    assert at.state.cash["NRS"] == 100
    assert at.state.board.top_stops("NRS") == ()
    assert "G10.0" in at.state.board.token_stops("NRS")
    at.do(SellToken("NRS", "G10.0"))
    assert at.state.cash["NRS"] == 140
    assert at.state.board.token_stops("NRS") == ("I12.0",)


def test_markers_may_be_sold_though_their_cash_would_do_and_nothing_else():
    at = emergency(cash=500)
    assert at.refused(SellShares("p1", "SS", 10)) == {"forced.not_short"}
    assert at.refused(GiveUpPrivate("p1", "LVG")) == {"forced.not_short"}
    at.do(SellToken("NRS", "G10.0"), buy("NRS", at, "3+", 250))
    assert at.state.cash["p1"] == 500 - 150


def test_no_more_is_sold_than_the_train_of_another_company_needs():
    """Two shares at 72 beside 130; with one of them the two could have paid 202."""
    at = emergency(cash=70).trains("SS", "3+")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    at.do(SellShares("p1", "SS", 20))
    assert at.refused(BuyTrain("NRS", train, 202)) == {"train.needless"}
    assert at.allowed(BuyTrain("NRS", train, 203))


def test_markers_that_are_sold_after_shares_pay_before_them():
    """With one share less and 40 for a marker the two could have paid 242."""
    at = emergency(cash=70).trains("SS", "3+")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    at.do(SellShares("p1", "SS", 20), SellToken("NRS", "G10.0"))
    assert at.refused(BuyTrain("NRS", train, 242)) == {"train.needless"}
    assert at.allowed(BuyTrain("NRS", train, 243))


def test_a_train_of_another_company_at_its_face_at_most():
    at = emergency(cash=170).trains("SS", "3+")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    assert at.refused(BuyTrain("NRS", train, 260)) >= {"train.face"}
    assert at.allowed(BuyTrain("NRS", train, 230))
    at.do(BuyTrain("NRS", train, 240 - 10))
    assert (at.state.cash["NRS"], at.state.cash["p1"]) == (0, 0)
    at = emergency(cash=180).trains("SS", "3+")
    at.do(BuyTrain("NRS", train, 240))
    assert (at.state.cash["NRS"], at.state.cash["p1"]) == (0, 0)


def test_revenue_after_an_emergency_may_pay_more_than_face():
    at = emergency(cash=500).trains("SS", "3+").privates(NFW="NRS").operating("NRS", "token")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    at.do(SellToken("NRS", "G10.0"))
    assert at.refused(BuyTrain("NRS", train, 260)) == {"train.face"}
    at.do(buy("NRS", at, "3+", 250))
    assert at.state.cash["NRS"] == 0
    at.cash(NRS=300).turn(step=4)
    assert at.allowed(BuyTrain("NRS", train, 260))


def test_money_for_anothers_train_is_raised_as_for_one_of_the_supply():
    at = emergency(cash=170).trains("SS", "3+")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    assert "train.president" in at.refused(BuyTrain("NRS", train, 240))  # 230 are there
    at.do(SellShares("p1", "SS", 10))
    assert at.refused(BuyTrain("NRS", train, 260)) >= {"train.face"}
    assert at.refused(BuyTrain("NRS", train, 230)) == {"train.needless"}
    at.do(BuyTrain("NRS", train, 240))
    assert (at.state.cash["NRS"], at.state.cash["p1"]) == (0, 170 + 72 - 180)


def test_shares_of_companies_yet_to_operate_are_not_sold_and_it_keeps_its_director():
    at = emergency().started("AMS", 67, "p2", p1=10)
    assert at.refused(SellShares("p1", "AMS", 10)) == {"sell.not_operated"}
    at = stock_round().started("NRS", 67, "p1", p1=30, p2=20).token("I12.0", "NRS")
    floated(at, "NRS").cash(NRS=0, p1=0)
    sold_out(at.operating("NRS", "trains"), "3+")
    assert "forced.presidency" in at.refused(SellShares("p1", "NRS", 20))
    assert at.allowed(SellShares("p1", "NRS", 10))


def test_foreign_shares_go_at_the_next_lower_price():
    at = entered(emergency(shares=0).phase("Green"), "BEL", 72)
    for certificate in at.data.companies["BEL"].certificates[:1]:
        at.state.certificates[certificate] = "p1"
    sold_out(at, "3+").do(SellShares("p1", "BEL", 2))
    assert at.state.cash["p1"] == 167


def test_another_company_changes_director_before_its_train_is_bought():
    at = stock_round().started("NRS", 67, "p1", p1=60).started("SS", 72, "p1", p1=20, p2=20)
    floated(floated(at, "NRS"), "SS").cash(NRS=0, p1=0).token("I12.0", "NRS").trains("SS", "2")
    at.operating("NRS", "trains")
    at.do(SellShares("p1", "SS", 10))
    assert at.president("SS") == "p2"
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    assert BuyTrain("NRS", train, 50).partners(at.state) == ("SS",)
    assert at.allowed(BuyTrain("NRS", train, 50))


def test_bankruptcy_is_known_before_anything_is_sold_and_ends_the_game_at_once():
    at = emergency(cash=0, treasury=0, shares=10)
    # the dearer marker, the share, half of LVG; the director's certificate stays
    needed = help_needed(at.rules, at.state)
    assert needed.can_raise == 40 + 72 + 35
    assert needed.bankrupt
    assert at.allowed(DeclareBankruptcy("p1"))
    worth = total_worth(at.rules, at.state, "p1")
    at.do(DeclareBankruptcy("p1"))
    assert at.state.end_reason == "bankrupt"
    assert total_worth(at.rules, at.state, "p1") == worth == 2 * 67 + 72 + 70
    at = emergency(cash=103, treasury=0, shares=10)
    assert help_needed(at.rules, at.state).bankrupt is False
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert at.refused(Pass("NRS")) == {"train.always"}
    assert next_of(at, "3+") == "3+-0"


def test_no_help_while_a_train_is_owned_or_the_treasury_pays():
    at = emergency().trains("NRS", "3+")
    assert at.refused(buy("NRS", at, "3+", 250)) == {"train.cash"}
    assert at.refused(SellToken("NRS", "G10.0")) >= {"forced.not_short"}
    at = emergency(treasury=250)
    assert at.allowed(buy("NRS", at, "3+", 250))
