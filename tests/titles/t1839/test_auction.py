"""The private auction (§6): two deeds a turn, each a purchase or a discount."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import BuyPrivate, DiscountPrivate, Pass, SetPar
from companion.rules.core.change import Change
from tests.titles.t1839.game_start import table


def left(*privates, discounts=(), turn="p1", players=3, **cash):
    """An auction in which only these are unsold; the turn of a player begins."""
    at = table(players).cash(**cash)
    for private, owner in at.state.privates.items():
        if owner == "bank" and private not in privates:
            at.state.privates[private] = "gone"
    at.state.round = replace(at.state.round, discounts=discounts)
    at.rules.sale.begin_turn(Change(at.state), turn)
    return at


def price(at, private):
    return at.rules.sale.price(at.state, private)


def test_a_turn_is_two_deeds_each_a_purchase_or_a_discount():
    for deeds in (
        (BuyPrivate("p1", "LP"), BuyPrivate("p1", "SRV")),
        (BuyPrivate("p1", "LP"), DiscountPrivate("p1", "SRV")),
        (DiscountPrivate("p1", "SRV"), BuyPrivate("p1", "LP")),
        (DiscountPrivate("p1", "SRV"), DiscountPrivate("p1", "LP")),
    ):
        at = table().do(deeds[0])
        assert at.rules.actor(at.state) == "p1"
        at.do(deeds[1])
        assert at.rules.actor(at.state) == "p2"
        assert at.refused(BuyPrivate("p1", "KR")) == {"turn.not_yours"}
        assert at.allowed(BuyPrivate("p2", "KR"))


def test_a_turn_is_not_passed():
    assert table().refused(Pass("p1")) == {"turn.not_now"}


def test_a_hundred_twice_discounted_is_sixty():
    at = table().do(DiscountPrivate("p1", "SRV"), DiscountPrivate("p1", "SRV"))
    assert price(at, "SRV") == 60
    at.do(BuyPrivate("p2", "SRV"))
    assert at.state.cash["p2"] == 360
    assert at.state.privates["SRV"] == "p2"


def test_nobody_buys_what_they_have_discounted_in_the_turn():
    at = table().do(DiscountPrivate("p1", "SRV"))
    assert at.refused(BuyPrivate("p1", "SRV")) == {"private.discounted"}
    assert at.allowed(BuyPrivate("p1", "LP"))
    at.do(DiscountPrivate("p1", "LP"), BuyPrivate("p2", "LP"), DiscountPrivate("p2", "KR"))
    at.do(DiscountPrivate("p3", "KR"), DiscountPrivate("p3", "KR"))
    at.do(DiscountPrivate("p4", "KR"), DiscountPrivate("p4", "KR"))
    assert at.allowed(BuyPrivate("p1", "SRV"))  # in a later turn p1 may


def test_privates_sold_or_never_for_sale_are_not_bought():
    at = table().do(BuyPrivate("p1", "LP"))
    assert at.refused(BuyPrivate("p1", "LP")) == {"private.gone"}
    assert at.refused(DiscountPrivate("p1", "LP")) == {"private.gone"}
    assert at.refused(BuyPrivate("p1", "RH")) == {"private.not_sold"}
    assert table(2).refused(BuyPrivate("p1", "CM")) == {"private.not_sold"}


def test_nobody_buys_what_they_cannot_pay():
    assert table().cash(p1=89).refused(BuyPrivate("p1", "LP")) == {"private.cash"}
    assert table().cash(p1=90).allowed(BuyPrivate("p1", "LP"))


# --- (a) what is at nothing when the turn begins


def test_a_private_at_nothing_is_taken_before_any_discount():
    at = left("LP", "SRV", "KR", discounts=("LP",) * 4)
    at.do(DiscountPrivate("p1", "LP"), DiscountPrivate("p1", "SRV"))
    assert price(at, "LP") == -10
    assert at.refused(DiscountPrivate("p2", "KR")) == {"private.free_first"}
    at.do(BuyPrivate("p2", "LP"))
    assert at.state.cash["p2"] == 500
    assert at.allowed(DiscountPrivate("p2", "KR"))


def test_another_purchase_comes_first_as_long_as_a_deed_is_left():
    at = left("LP", "SRV", "KR", discounts=("LP",) * 5)
    at.do(BuyPrivate("p1", "SRV"))
    assert at.refused(BuyPrivate("p1", "KR")) == {"private.free_first"}
    assert at.refused(DiscountPrivate("p1", "KR")) == {"private.free_first"}
    at.do(BuyPrivate("p1", "LP"))
    assert at.rules.actor(at.state) == "p2"


def test_two_at_nothing_are_both_deeds_of_the_turn():
    at = left("LP", "HLVVDG", "KR", discounts=("LP",) * 5 + ("HLVVDG",) * 5)
    assert at.refused(BuyPrivate("p1", "KR")) == {"private.free_first"}
    at.do(BuyPrivate("p1", "HLVVDG"))
    assert at.refused(BuyPrivate("p1", "KR")) == {"private.free_first"}
    at.do(BuyPrivate("p1", "LP"))
    assert at.rules.actor(at.state) == "p2"


def test_a_private_that_comes_to_nothing_in_the_turn_binds_the_next_player_only():
    at = left("LP", "KR", discounts=("LP",) * 4)
    at.do(DiscountPrivate("p1", "LP"))
    assert at.allowed(DiscountPrivate("p1", "KR"))


# --- (b) when nobody else can pay


def test_a_player_who_alone_can_pay_may_not_discount():
    at = left("AV", p1=300, p2=100, p3=100)
    assert at.refused(DiscountPrivate("p1", "AV")) == {"discount.only_buyer"}
    at.do(BuyPrivate("p1", "AV"))
    assert at.waiting() == "set_par"
    at.do(SetPar("p1", "MSS", 82))
    assert at.state.round.kind == "stock"


def test_a_player_who_cannot_pay_either_discounts_and_then_others_may():
    at = left("AV", players=2, p1=200, p2=100)
    at.do(DiscountPrivate("p1", "AV"))
    at.do(DiscountPrivate("p1", "AV"))
    assert (price(at, "AV"), at.rules.actor(at.state)) == (200, "p2")
    assert at.refused(BuyPrivate("p2", "AV")) == {"private.cash"}
    assert at.allowed(DiscountPrivate("p2", "AV"))  # p1 can pay the 200


def test_it_is_judged_again_for_each_deed():
    at = left("AV", "CO", p1=210, p2=100, p3=100)
    for private in ("AV", "CO"):
        assert at.refused(DiscountPrivate("p1", private)) == {"discount.only_buyer"}
    at.do(BuyPrivate("p1", "CO"), SetPar("p1", "NRS", 67))
    assert at.state.cash["p1"] == 10
    assert at.allowed(DiscountPrivate("p1", "AV"))


def test_if_another_could_pay_one_they_may_discount():
    at = left("AV", "LP", p1=300, p2=90, p3=0)
    assert at.allowed(DiscountPrivate("p1", "AV"))
    at = left("AV", "LP", p1=300, p2=89, p3=0)
    assert at.refused(DiscountPrivate("p1", "AV")) == {"discount.only_buyer"}


# --- what comes with a private


def test_a_brown_private_starts_its_company_for_nothing():
    at = table().do(BuyPrivate("p1", "AV"))
    assert at.state.cash["p1"] == 180
    assert at.waiting() == "set_par"
    assert at.refused(SetPar("p1", "MSS", 46)) == {"start.par"}
    at.do(SetPar("p1", "MSS", 74))
    assert (at.percent("MSS", "p1"), at.president("MSS"), at.at("MSS")) == (30, "p1", 74)
    assert at.state.cash["MSS"] == 0
    assert not at.state.companies["MSS"].floated


def test_each_of_the_three_has_another_par_and_the_last_follows_by_itself():
    at = left("CO", "AB", "AV", p1=900, p2=900)
    at.do(BuyPrivate("p1", "CO"), SetPar("p1", "NRS", 74))
    at.do(BuyPrivate("p1", "AB"))
    assert at.refused(SetPar("p1", "HIJSM", 74)) == {"start.par"}
    at.do(SetPar("p1", "HIJSM", 67))
    at.do(BuyPrivate("p2", "AV"))
    assert (at.at("MSS"), at.president("MSS")) == (82, "p2")
    assert at.state.round.kind == "stock"


def test_shares_of_a_company_without_par_are_held_until_it_is_parred():
    at = table().do(BuyPrivate("p1", "WCTS"), BuyPrivate("p1", "JJB"))
    assert (at.percent("MSS", "p1"), at.percent("HIJSM", "p1")) == (20, 10)
    assert at.president("MSS") is None
    at.do(BuyPrivate("p2", "AV"), SetPar("p2", "MSS", 82))
    assert (at.president("MSS"), at.percent("MSS", "p2")) == ("p2", 30)
    assert at.percent("MSS", "initial") == 50


def test_the_second_deed_lapses_when_nothing_is_left():
    at = left("LP").do(BuyPrivate("p1", "LP"))
    assert at.state.round.kind == "stock"


@pytest.mark.parametrize(
    ("cash", "order"),
    [
        ({"p1": 230, "p2": 60, "p3": 60}, ("p2", "p3", "p1")),
        ({"p1": 260, "p2": 400, "p3": 300}, ("p1", "p3", "p2")),
    ],
)
def test_the_cards_are_dealt_again_by_cash_the_least_first(cash, order):
    """After it 140/60/60 in cards 1, 2, 3 is the order 2, 3, 1."""
    at = left("LP", **cash).do(BuyPrivate("p1", "LP"))
    assert at.state.order == order
    assert at.rules.actor(at.state) == order[0]
