"""The stock round (§7.1, §7.3): its order and cards, buying, and the prices at its end."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellShares
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.title_state import game_of
from tests.titles.t1839.game_start import floated, priced, stock_round


def open_round(players=3, number=2, **options):
    """A stock round in which everybody can buy, and sell a share of MSS."""
    at = stock_round(number, players=players, **options)
    return at.started("MSS", 67, "p1", p1=20, p2=10, p3=10)


# --- the cards


def test_the_passes_are_the_next_order_of_play():
    """A passes, B buys, C passes, A buys, B passes, C passes, A passes: next order C, B, A."""
    at = open_round()
    at.do(Pass("p1"))
    assert at.state.round.cards == ("p1",)
    at.do(BuyShare("p2", "MSS", "initial"), Pass("p2"), Pass("p3"))
    assert at.state.round.cards == ("p1", "p3")
    at.do(BuyShare("p1", "MSS", "initial"), Pass("p1"))
    assert at.state.round.cards == ("p3",)
    at.do(Pass("p2"))
    assert at.state.round.cards == ("p3", "p2")
    at.do(Pass("p3"))
    assert at.state.round.cards == ("p3", "p2")  # they keep theirs
    at.do(Pass("p1"))
    assert at.state.order == ("p3", "p2", "p1")


def test_if_all_pass_at_once_the_order_stays():
    at = open_round(cards="2 3 1").stock_round(2, "p2").do(Pass("p2"), Pass("p3"), Pass("p1"))
    assert at.state.order == ("p2", "p3", "p1")


def test_a_turn_in_which_nothing_is_possible_passes_by_itself_and_takes_a_card():
    at = open_round().cash(p2=0)
    for certificate, owner in at.state.certificates.items():
        if owner == "p2":
            at.state.certificates[certificate] = "initial"
    at.do(Pass("p1"))
    assert (at.rules.actor(at.state), at.state.round.cards) == ("p3", ("p1", "p2"))


def broke():
    """Nobody can do anything, and no company operates: after a concession in a late phase."""
    return stock_round().cash(p1=37, p2=20, p3=5)


def test_if_nothing_would_ever_happen_players_are_asked_and_may_concede():
    at = broke().do(Pass("p1"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("shares", "p2")
    assert at.offered("pass") == [Pass("p2")]
    at.do(Pass("p2"), Pass("p3"))
    assert (at.state.round.number, at.rules.actor(at.state)) == (3, "p1")
    at.do(Concede("p1"), Concede("p3"))
    assert (at.state.end_reason, game_of(at.state).winner) == ("alone", "p2")


def test_if_a_private_pays_rounds_go_by_until_somebody_can_do_something():
    at = broke().privates(WCTS="p2").do(Pass("p1"))
    assert (at.state.round.number, at.rules.actor(at.state)) == (3, "p2")  # 50 for a local at 20


def test_selling_is_an_act_and_a_redemption_of_another_is_none():
    at = open_round().stock_round(2, "p1", cards=("p2", "p1"))
    floated(at, "MSS", 500)
    at.started("NWS", 67, "p2", p2=20, p1=10)
    floated(at, "NWS", 500).do(SellShares("p1", "NWS", 10))
    assert (at.waiting(), at.rules.actor(at.state)) == ("redeem", "p2")
    at.do(Pass("NWS"), Pass("p1"))
    assert at.state.round.cards == ("p2",)


# --- one deed, sales before and after it


def test_one_certificate_is_bought_between_sales():
    at = open_round().started("NWS", 67, "p2", p2=20, p1=20)
    at.do(SellShares("p1", "NWS", 10), BuyShare("p1", "MSS", "initial"))
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"buy.bought"}
    at.do(SellShares("p1", "MSS", 10))
    assert at.refused(BuyShare("p2", "MSS", "initial")) == {"turn.not_yours"}
    at.do(Pass("p1"))
    assert at.allowed(BuyShare("p2", "MSS", "initial"))


# --- buying


def test_a_share_costs_the_current_price_to_the_bank():
    at = stock_round().started("L1", 31, "p1", p1=20)
    priced(at, "L1", 25)
    at.do(BuyShare("p1", "L1", "initial"))
    assert at.state.cash["p1"] == 975
    at = stock_round().started("L1", 31, "p2", p2=20, pool=20)
    priced(at, "L1", 25).do(BuyShare("p1", "L1", "pool"))
    assert (at.state.cash["p1"], at.state.cash["L1"]) == (975, 0)


def test_a_treasury_share_pays_the_company_once_the_ipo_is_empty():
    at = stock_round().started("MSS", 74, "p1", p1=60, p2=20, treasury=20)
    floated(at, "MSS").stock_round(2, "p2").do(BuyShare("p2", "MSS", "MSS"))
    assert (at.state.cash["MSS"], at.state.cash["p2"]) == (74, 926)


def test_nothing_of_the_treasury_as_long_as_shares_are_in_the_ipo():
    at = stock_round(2, "p2").started("MSS", 74, "p1", p1=60, treasury=20)
    floated(at, "MSS")
    assert at.refused(BuyShare("p2", "MSS", "MSS")) == {"buy.none"}
    assert at.allowed(BuyShare("p2", "MSS", "initial"))


def test_nobody_with_60_percent_buys_more():
    at = stock_round().started("MSS", 74, "p1", p1=60).started("NWS", 74, "p1", p1=50)
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"buy.holding"}
    assert at.allowed(BuyShare("p1", "NWS", "initial"))


def test_nothing_of_a_company_without_a_price_nor_without_money():
    at = stock_round().cash(p1=66).started("MSS", 67, "p2", p2=20)
    assert at.refused(BuyShare("p1", "NWS", "initial")) == {"buy.not_started"}
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"buy.cash"}
    assert at.cash(p1=67).allowed(BuyShare("p1", "MSS", "initial"))


def test_nothing_of_a_company_that_is_out_of_the_game():
    at = stock_round().started("NWS", 67, "p2", p2=20)
    at.state.alter("MSS", status="gone")
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"start.gone"}
    assert at.allowed(BuyShare("p1", "NWS", "initial"))


def test_there_is_no_limit_of_certificates_nor_of_the_pool():
    at = stock_round()
    for company in ("MSS", "NWS", "NCS", "AMS", "NBDS"):
        par = max(at.rules.market.pars(at.rules, at.state, company))
        at.started(company, par, "p1", p1=60)
    for company in ("MSS", "NWS"):
        at.do(SellShares("p1", company, 40))
    assert at.percent("MSS", "pool") == 40
    at.started(
        "ZHESM", max(at.rules.market.pars(at.rules, at.state, "ZHESM")), "p2", p2=20, pool=70
    )
    assert at.allowed(BuyShare("p1", "ZHESM", "pool"))


# --- a director's certificate in the IPO (§9)


def ownerless():
    """MSS at 61, with 20% in the pool, and the director's certificate with nobody."""
    at = stock_round().started("MSS", 67, "p3", p3=20, pool=20)
    at.state.certificates["MSS_0"] = "initial"
    return priced(at, "MSS", 61)


def test_a_director_s_certificate_in_the_ipo_comes_first_at_twice_the_price():
    at = ownerless()
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"buy.director_first"}
    assert at.refused(BuyShare("p1", "MSS", "pool")) == {"buy.director_first"}
    at.do(BuyShare("p1", "MSS", "initial", 20))
    assert (at.president("MSS"), at.state.cash["p1"]) == ("p1", 878)
    assert at.allowed(BuyShare("p2", "MSS", "pool"))


def test_a_player_who_has_sold_of_it_or_cannot_pay_does_not_buy_it():
    at = ownerless().stock_round(2, "p1", sales=(("p1", "MSS"),))
    assert at.refused(BuyShare("p1", "MSS", "initial", 20)) == {"buy.sold"}
    at = ownerless().cash(p1=121)
    assert at.refused(BuyShare("p1", "MSS", "initial", 20)) == {"buy.cash"}
    assert ownerless().cash(p1=122).allowed(BuyShare("p1", "MSS", "initial", 20))


def local_without_director(cash):
    """L1 at 13, of which p2 with so much money, and p3 with none, have nothing."""
    at = stock_round().started("L1", 31, "p3", p3=20, pool=10)
    at.state.certificates["L1_0"] = "initial"
    at.state.alter("L1", homes=(("I8",), ("G14",)))
    return priced(at, "L1", 13).cash(p2=cash, p3=0).do(Pass("p1"))


def test_a_player_who_can_buy_nothing_but_that_certificate_is_not_passed_over():
    assert local_without_director(25).state.round.number == 3  # all have passed
    at = local_without_director(26)
    assert (at.state.round.number, at.rules.actor(at.state)) == (2, "p2")
    at.do(BuyShare("p2", "L1", "initial", 20))
    assert (at.president("L1"), at.state.cash["p2"]) == ("p2", 0)


def test_a_local_whose_homes_were_never_named_needs_two_before_it_is_directed():
    """Its starter left before they named them."""
    at = stock_round().started("L1", 31, "p3", p3=20)
    at.state.certificates["L1_0"] = "initial"
    for stop, slots in at.state.board.tokens.items():
        if stop.partition(".")[0] not in ("I8", "G14"):
            for _ in slots:
                at.state.board = at.state.board.with_token(stop, "AMS")
    for symbol in at.data.companies:
        at.state.alter(symbol, homes=())
    assert at.allowed(BuyShare("p1", "L1", "initial", 20))
    at.state.board = at.state.board.with_token("G14.0", "AMS")
    assert at.refused(BuyShare("p1", "L1", "initial", 20)) == {"start.homes"}


# --- the end of the round


def passed(at):
    """All pass."""
    for seat in at.rules.seats:
        at.do(Pass(seat))
    return at


def test_prices_move_left_with_shares_in_the_pool_and_right_when_sold_out():
    at = stock_round().started("MSS", 82, "p1", p1=60, pool=10)
    at.started("NWS", 74, "p2", p2=60, p3=40).started("NCS", 67, "p3", p3=60)
    passed(at)
    assert (at.at("MSS"), at.at("NWS"), at.at("NCS")) == (74, 82, 67)


def test_treasury_shares_do_not_keep_a_company_from_being_sold_out():
    at = stock_round().started("NWS", 74, "p2", p2=60, p3=20, treasury=20)
    passed(floated(at, "NWS"))
    assert at.at("NWS") == 82


def test_floated_or_not_and_the_ends_of_the_markets_hold():
    at = stock_round().started("L1", 20, "p1", p1=30, pool=10)
    at.started("L2", 46, "p2", p2=60, p3=40).started("L3", 31, "p3", p3=20, pool=10)
    priced(priced(at, "L1", 10), "L2", 65)
    passed(at)
    assert (at.at("L1"), at.at("L2"), at.at("L3")) == (10, 65, 25)


def test_lefts_come_first_in_operating_order():
    """MSS comes down to 74 before NWS comes up to it, though NWS operates after it."""
    at = stock_round().started("MSS", 82, "p1", p1=60, pool=10)
    at.started("NWS", 67, "p2", p2=60, p3=40)
    passed(at)
    assert at.state.stacks["major:0,7"] == ("MSS", "NWS")


def test_300_is_looked_for_after_all_moves():
    at = stock_round().started("MSS", 82, "p1", p1=60, p2=40)
    passed(priced(at, "MSS", 254))
    assert at.state.end_reason == "market"
    at = stock_round().started("MSS", 82, "p1", p1=60, p2=30)
    passed(priced(at, "MSS", 254))
    assert not at.state.end_reason


@pytest.mark.parametrize(
    ("phase", "parts"), [("Dark Yellow", 1), ("Light Green", 2), ("Dark Brown", 2), ("Gray", 3)]
)
def test_the_number_of_operating_rounds_is_fixed_by_the_phase(phase, parts):
    """With no company that operates they go by without a deed."""
    at = passed(stock_round().phase(phase).started("MSS", 67, "p1", p1=40))
    rounds = [event.facts["round"] for event in at.events if event.kind == "round"]
    assert rounds == [*(("operating", 2, part + 1) for part in range(parts)), ("stock", 3, 0)]
