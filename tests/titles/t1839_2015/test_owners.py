"""The powers of privates for players: KR floats companies, KV gives another par, MES is paid."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import BuyShare, LayTile, Pass, PlaceToken, SellShares
from companion.rules.core.change import Change
from companion.rules.core.state import FLOATED, STARTED
from companion.rules.judge import judge
from companion.titles.t1839_2015.ketwich import Repar
from companion.titles.t1839_2015.rochussen import FloatCompany
from companion.titles.t1839_2015.title_state import game_of, note
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import floated, stock_round, turn
from tests.titles.t1839_2015.test_stock import BuyBundle


def all_pass(at: Position) -> Position:
    """Everybody ends their turn, as often as it takes; others than these are asked afterwards."""
    while at.waiting() == "shares":
        at.do(Pass(at.rules.actor(at.state)))
    return at


# --- KR: floats companies at the end of a stock round


def asked() -> Position:
    """NRS at 72 is sold to 30%, SS to 20; p2 has the private."""
    at = stock_round().started("NRS", 72, "p1", p1=30).started("SS", 67, "p3")
    return all_pass(at.privates(KR="p2"))


def test_its_owner_floats_at_the_end_of_a_stock_round_what_is_sold_to_thirty_percent():
    at = asked()
    assert (at.waiting(), at.rules.actor(at.state)) == ("floats", "p2")
    (offer,) = (offer for offer in judge.offers(at.rules, at.state) if offer.kind == "float")
    assert offer.note == "ƒ504 to its treasury, and 30% of it to the Bank Pool, with ƒ216 on them"
    assert at.refused(FloatCompany("p1", "KR", "NRS")) == {"turn.not_yours"}
    assert at.refused(FloatCompany("p2", "KR", "SS")) == {"float.too_little"}
    at.do(FloatCompany("p2", "KR", "NRS"))
    assert at.state.companies["NRS"].status == FLOATED
    assert at.state.cash["NRS"] == 504
    assert at.percent("NRS", "pool") == 30
    assert at.state.cash["pool"] == 3 * 72
    assert at.at("NRS") == 59  # three shares in the pool pull it down at once
    assert at.state.round.kind == "operating"


def test_they_need_not_and_are_asked_once_a_round():
    at = asked().do(Pass("p2"))
    assert at.state.companies["NRS"].status == STARTED
    assert at.state.round.kind == "stock"  # nobody operates
    assert at.waiting() == "shares"
    assert all_pass(at).waiting() == "floats"


def test_a_private_of_a_company_asks_nobody_nor_does_one_without_a_company_to_float():
    at = stock_round().started("NRS", 72, "p1", p1=30).privates(KR="SS")
    assert all_pass_once(at).waiting() == "shares"
    at = stock_round().started("NRS", 72, "p1").privates(KR="p2")
    assert all_pass_once(at).waiting() == "shares"


def all_pass_once(at: Position) -> Position:
    number = at.state.round.number
    while at.state.round.number == number and at.waiting() == "shares":
        at.do(Pass(at.rules.actor(at.state)))
    return at


def test_the_first_three_that_leave_the_pool_bring_the_company_the_par_on_them():
    at = asked().do(FloatCompany("p2", "KR", "NRS"))
    at.stock_round(3).cash(p1=2000, p2=2000)
    offers = [offer for offer in judge.offers(at.rules, at.state) if offer.kind == "buy"]
    assert {o.action.source: o.note for o in offers if o.action.company == "NRS"} == {
        "initial": "",
        "pool": "ƒ72 on it goes to NRS",
    }
    before = at.state.cash["bank"]
    at.do(BuyShare("p1", "NRS", "pool"))
    assert at.state.cash["p1"] == 2000 - 59
    assert at.state.cash["bank"] - before == 59
    assert at.state.cash["NRS"] == 504 + 72
    assert at.state.cash["pool"] == 2 * 72
    at.stock_round(4).do(BuyBundle("p1", "NRS", 0, 20))
    assert at.state.cash["NRS"] == 504 + 3 * 72
    assert at.state.cash["pool"] == 0
    assert game_of(at.state).shares_with_money == {}
    note(Change(at.state), operated_companies=("NRS",))
    at.stock_round(5).do(SellShares("p1", "NRS", 10))
    at.stock_round(6, "p2").do(BuyShare("p2", "NRS", "pool"))
    assert at.state.cash["NRS"] == 504 + 3 * 72


def test_shares_that_came_with_privates_count_as_out_of_the_ipo():
    at = stock_round().phase("Green").started("SS", 101, "p1", p1=20, p3=10)
    at.started("NRS", 72, "p2").privates(KR="p2")
    at.state.certificates[at.data.companies["NRS"].certificates[1]] = "p1"
    at.state.certificates[at.data.companies["AMS"].certificates[1]] = "p1"
    all_pass(at)
    assert at.offered("float") == [FloatCompany("p2", "KR", "SS"), FloatCompany("p2", "KR", "NRS")]
    assert at.refused(FloatCompany("p2", "KR", "AMS")) == {"float.too_little"}
    at.do(FloatCompany("p2", "KR", "SS"))
    assert (at.state.cash["SS"], at.state.cash["pool"]) == (707, 303)
    at.do(FloatCompany("p2", "KR", "NRS"))
    assert (at.state.cash["NRS"], at.state.cash["pool"]) == (504, 519)
    assert (at.at("SS"), at.at("NRS")) == (72, 59)


# --- KV: another par


def just_floated(company: str = "NRS", par: int = 67, cash: int = 0) -> Position:
    """A purchase of p1, who has the private, has floated the company in their last turn."""
    at = stock_round().started(company, par, "p1", p1=50).privates(KV="p1")
    at.cash(**{company: cash}).do(BuyShare("p1", company, "initial"))
    assert at.refused(Repar("p1", company, 80 if par != 80 else 67)) & {
        "buy.bought",
        "turn.not_yours",
    }
    return back_to(at, "p1")


def back_to(at: Position, player: str) -> Position:
    """All the others pass, if it is their turn at all."""
    while at.rules.actor(at.state) != player:
        at.do(Pass(at.rules.actor(at.state)))
    return at


def test_a_company_that_their_purchase_floated_gets_another_par_in_a_later_turn():
    at = just_floated().started("SS", 80, "p2")
    assert at.state.cash["NRS"] == 670
    assert at.refused(Repar("p1", "NRS", 67)) == {"start.par"}
    assert at.refused(Repar("p1", "NRS", 89)) == {"start.par"}
    other = Repar("p1", "SS", 72)  # whose treasury may not have what it would give back
    assert at.refused(other) == {"repar.not_floated"}
    assert not any(refusal.may_rule for refusal in judge.refusals(at.rules, at.state, other))
    at.do(Repar("p1", "NRS", 80))
    assert (at.at("NRS"), at.state.companies["NRS"].par) == (80, 80)
    assert at.state.cash["NRS"] == 800
    assert at.state.stacks[at.state.companies["NRS"].cell] == ("SS", "NRS")
    assert at.refused(BuyShare("p1", "SS", "initial")) & {"buy.bought", "turn.not_yours"}


def test_payments_of_yellow_privates_stay_and_the_treasury_may_give_back():
    at = just_floated("AMS", cash=60)
    assert at.state.cash["AMS"] == 730
    at.do(Repar("p1", "AMS", 80))
    assert at.state.cash["AMS"] == 860
    at = just_floated(par=80)
    at.do(Repar("p1", "NRS", 67))
    assert at.state.cash["NRS"] == 670


def test_once_a_company_and_by_the_player_who_owns_the_private():
    at = just_floated()
    back_to(at.do(Repar("p1", "NRS", 72)), "p2")
    back_to(at, "p1")
    assert at.refused(Repar("p1", "NRS", 80)) == {"repar.not_floated"}
    at = just_floated().privates(KV="SS")
    assert at.refused(Repar("p1", "NRS", 80)) == {"repar.owner"}
    at = just_floated().privates(KV="p2").stock_round(2, "p2")
    assert at.refused(Repar("p2", "NRS", 80)) == {"repar.not_floated"}


def test_another_par_is_any_of_the_phase():
    at = just_floated().phase("Green")
    assert at.refused(Repar("p1", "NRS", 116)) == {"start.par"}
    at.do(Repar("p1", "NRS", 101))
    assert (at.at("NRS"), at.state.cash["NRS"]) == (101, 1010)


# --- MES: paid for places that come to be joined


def joining(owner: str = "p1") -> Position:
    """ZHESM, which p1 directs, operates for the first time; its home is Haarlem."""
    at = stock_round().started("ZHESM", 67, "p1", p1=60).privates(MES=owner)
    floated(at, "ZHESM", operated=False).cash(p1=0, p2=0, ZHESM=1000).operating("ZHESM")
    change = Change(at.state)
    at.rules.begin_turn(change, "ZHESM")
    at.events = tuple(change.events)
    return at


def test_the_first_marker_and_what_it_is_joined_to_pay_its_owner():
    at = joining()
    assert at.state.board.token_stops("ZHESM") == ("G8.0",)
    assert at.state.cash["p1"] == 20 + 40  # Haarlem and western Amsterdam
    judge.settle(at.rules, Change(at.state))
    assert at.state.cash["p1"] == 60


def test_only_the_player_who_owns_it_and_only_in_the_turn_of_a_company_they_direct():
    for owner in ("p2", "ZHESM"):
        at = joining(owner)
        assert (at.state.cash["p1"], at.state.cash["p2"]) == (0, 0)
    judge.settle(at.privates(MES="p1").rules, Change(at.state))
    assert at.state.cash["p1"] == 0  # it has been joined before


def test_tiles_join_places_and_each_pays_once():
    at = stock_round().started("HIJSM", 67, "p1", p1=60).privates(MES="p1")
    floated(at, "HIJSM").cash(p1=0, HIJSM=1000).token("E10.0", "HIJSM").operating("HIJSM")
    judge.settle(at.rules, Change(at.state))
    before = at.state.cash["p1"]
    found = at.rules.operating.steps[0].possible_lays(at.state, "E8")
    lay = next(
        lay for lay in found if lay.tile == "8" and "D7.0" in joined_by(at, lay.tile, lay.rotation)
    )
    at.do(LayTile("HIJSM", "E8", lay.tile, lay.rotation))
    assert at.state.cash["p1"] == before + 20
    assert "joining_paid" in at.told()


def joined_by(at: Position, tile: str, rotation: int) -> tuple[str, ...]:
    return judge.apply(
        at.rules, at.state, LayTile("HIJSM", "E8", tile, rotation)
    ).state.title_state.joined_stops


@pytest.mark.parametrize("circle", [0, 1])
def test_on_the_same_board_it_pays_the_same_whichever_circle_a_home_lay_in(circle):
    """NRS lays track to one of the two cities of G16; the home of NWS lies in the other then."""
    at = turn("NRS", MES="p1").started("NWS", 67, "p2", p2=60).token(f"G16.{circle}", "NWS")
    at.token("G14.0", "NRS").tile("G14", "57", 1)
    judge.settle(at.rules, Change(at.state))
    at.cash(p1=0).do(LayTile("NRS", "G16", "LOO6", 4, allotment=(("NWS", 1),)))
    assert at.state.board.token_stops("NWS") == ("G16.1",)
    assert at.state.cash["p1"] == 30
    judge.settle(at.rules, Change(at.state))
    assert at.state.cash["p1"] == 30, "each place once"


@pytest.mark.parametrize("circle", [0, 1])
def test_a_home_that_comes_to_lie_in_the_city_with_track_was_joined_before(circle):
    at = turn("NRS", MES="p1").started("NWS", 67, "p2", p2=60).token(f"G16.{circle}", "NWS")
    at.token("G14.0", "NRS").tile("G14", "57", 1)
    judge.settle(at.rules, Change(at.state))
    at.cash(p1=0).do(LayTile("NRS", "G16", "LOO6", 4, allotment=(("NWS", 0),)))
    assert at.state.board.token_stops("NWS") == ("G16.0",)
    assert at.state.cash["p1"] == 0


def test_a_marker_of_another_company_in_its_turn_pays_where_the_owner_directs_it():
    at = joining().token("I4.0", "SS")
    at.state.round = replace(at.state.round, turn=replace(at.state.round.turn, step=1))
    judge.settle(at.rules, Change(at.state))
    before = at.state.cash["p1"]
    assert "I4.0" in at.state.title_state.joined_stops
    at.do(PlaceToken("ZHESM", "G10.0"))
    assert at.state.cash["p1"] == before  # it was joined by track
