"""The beginning of an operating round (§8.1): privates pay, and one costs its owner."""

from companion.rules.core.actions import BuyShare, Pass, SellShares
from companion.rules.core.change import Change
from companion.titles.t1839.title_state import game_of, note
from tests.titles.t1839.game_start import floated, stock_round


def passed(at):
    """All pass, and operating rounds begin."""
    for seat in at.rules.seats:
        at.do(Pass(seat))
    return at


def paid(at, private):
    """The pay of a private in the operating rounds that have gone by."""
    events = (e.facts for e in at.events if e.kind == "private_paid")
    return [facts["amount"] for facts in events if facts["private"] == private]


def open_round(phase="Light Yellow"):
    """A stock round in which everybody can buy a share; no company operates."""
    return stock_round().phase(phase).started("MSS", 67, "p3", p3=20)


def test_privates_pay_their_owners_players_or_companies():
    at = passed(open_round().privates(WCTS="p1", KR="p2", SRV="p2"))
    assert (paid(at, "WCTS"), paid(at, "KR"), paid(at, "SRV")) == ([30], [30], [10])
    assert at.state.cash["p2"] == 1040
    at = floated(open_round().privates(HLVVDG="MSS"), "MSS", 500)
    passed(at)
    assert paid(at, "HLVVDG") == [10]


def test_kfvseaw_pays_20_more_in_each_operating_round_of_the_game():
    at = passed(open_round("Light Green").privates(KFVSEAW="p1"))
    assert paid(at, "KFVSEAW") == [20]  # 0 in the first, which is no payment
    assert paid(passed(at), "KFVSEAW") == [40, 60]
    assert at.rules.privates.revenue(at.rules, at.state, "KFVSEAW") == 80


def test_rh_costs_100_after_privates_have_paid():
    at = passed(open_round().cash(p1=70).privates(RH="p1", WCTS="p1"))
    assert at.state.cash["p1"] == 0
    assert at.state.round.kind == "stock"


def test_its_owner_sells_shares_where_they_lack_it():
    at = open_round().started("NWS", 74, "p2", p2=30, p1=20)
    at.cash(p1=99).privates(RH="p1")
    passed(at)
    assert (at.waiting(), at.rules.actor(at.state)) == ("debt", "p1")
    assert at.refused(SellShares("p1", "NWS", 20)) == {"forced.too_much"}
    at.do(SellShares("p1", "NWS", 10))
    assert at.state.cash["p1"] == 99 + 67 - 100
    assert at.at("NWS") == 67


def test_a_player_who_nationalised_is_barred_in_the_stock_round_that_follows_only():
    at = open_round()
    note(Change(at.state), nationalisers=("p1",))
    passed(at)
    assert game_of(at.state).nationalisers == ()
    assert at.allowed(BuyShare("p1", "MSS", "initial"))
