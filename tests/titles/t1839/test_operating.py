"""§8.1, §8.2, §8.3: how a round begins, who operates when, home markers, privates for companies."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    BuyPrivateForCompany,
    DeclareBankruptcy,
    Pass,
    PlaceToken,
    SellShares,
)
from companion.rules.core.change import Change
from companion.rules.judge import judge
from tests.support.positions import Position
from tests.titles.t1839.operating_positions import at_price, company, moment, turn
from tests.titles.t1839.test_trains import begin, supply

LOCALS = {"L1": ("D19.0", "N17.0"), "L2": ("L3.0", "I8.0"), "L3": ("K6.0", "G14.0")}


def begun(at: Position, part: int = 1, parts: int = 1) -> Position:
    """An operating round begins."""
    change = Change(at.state)
    at.rules._begin_operating(change, 2, part, parts)
    judge.settle(at.rules, change)
    at.state, at.events = change.state, tuple(change.events)
    return at


def local(at: Position, symbol: str, price: int, director: str = "p2") -> Position:
    """A local at a price."""
    company(at, symbol, 20 if symbol == "L3" else 31, homes=LOCALS[symbol], director=director)
    return at_price(at, symbol, price)


def test_a_round_begins_with_what_privates_pay_and_cost():
    at = moment().privates(SRV="p2", RH="p3", LP="p4").cash(p2=0, p3=150, p4=0)
    bank = at.state.cash[BANK]
    company(at, "AMS").trains("AMS", "2")
    begun(at)
    assert (at.state.cash["p2"], at.state.cash["p3"], at.state.cash["p4"]) == (10, 50, 0)
    assert at.state.cash[BANK] == bank - 10 + 100


def test_majors_by_price_then_locals_by_price():
    at = moment(phase="Light Green")
    for symbol, price in (("AMS", 67), ("HIJSM", 74)):
        at_price(company(at, symbol, 67), symbol, price)
    local(local(at, "L1", 31), "L2", 65)
    assert at.rules.operating_order(at.state) == ["HIJSM", "AMS", "L2", "L1"]


def test_at_one_price_in_the_order_of_arrival():
    at = moment(phase="Light Green")
    at_price(company(at, "AMS", 74), "AMS", 67)
    company(at, "HIJSM", 67)
    at_price(at_price(at, "AMS", 74), "AMS", 67)  # it comes back, under the other
    assert at.rules.operating_order(at.state) == ["HIJSM", "AMS"]


def test_a_local_that_becomes_a_major_comes_before_the_locals():
    at = supply(moment(phase="Light Red"), "PR3+1")
    company(at, "AMS", 67, 2000).trains("AMS", "7")
    for symbol, price in (("L1", 65), ("L2", 20), ("L3", 46)):
        local(at, symbol, price).trains(symbol, "PR2+")
    at.state.questions = ()
    assert at.rules.operating_order(at.state) == ["AMS", "L1", "L3", "L2"]
    begin(turn(at, "AMS", "trains"), "PR3+1")
    assert at.rules.operating_order(at.state) == ["AMS", "L1", "L3", "L2"]
    assert [at.state.companies[c].kind for c in ("L1", "L3", "L2")] == ["major", "major", "local"]


def test_each_company_operates_once_though_its_price_has_changed():
    at = moment(phase="Light Green")
    for symbol in ("AMS", "HIJSM"):
        company(at, symbol, 67, director="p1").trains(symbol, "3")
    at.state.questions = ()
    begun(at)
    first = at.state.round.turn.company
    while at.state.round.turn.company == first:
        deeds = at.offered("run") or at.offered("dividend")[1:] or [Pass(first)]
        at.do(deeds[0])
    assert at.state.round.companies_done == (first,)
    assert at.state.round.turn.company != first


# --- the first turn


def test_homes_go_where_the_director_likes():
    at = company(moment(), "NWS", 67, 500, operated=False)
    begun(at)
    assert at.waiting() == "home"
    stops = {action.stop for action in at.offered("home")}
    assert stops == {"G16.0", "G16.1", "F19.0", "F19.1"}
    at.do(PlaceToken("NWS", "G16.0"), PlaceToken("NWS", "F19.1"))
    assert at.state.board.token_stops("NWS") == ("F19.1", "G16.0")
    assert at.state.cash["NWS"] == 500 - 80  # for its train


def test_a_home_may_take_the_place_of_the_states_marker():
    at = company(moment(), "AMS", 67, 500, operated=False)
    at.token("L17.0", "NS")
    begun(at)
    assert at.state.board.tokens["L17.0"] == ("AMS",)


def test_nrs_chooses_arnhem_or_venlo():
    at = begun(company(moment(), "NRS", 67, 500, operated=False))
    assert {action.stop for action in at.offered("home")} == {"I16.0", "K16.0"}
    assert "token.home" in at.refused(PlaceToken("NRS", "I12.0"))
    at.do(PlaceToken("NRS", "K16.0"))
    assert at.waiting() == "track"


def poor(cash: int) -> Position:
    """AMS has nothing for its first train; p1 has some money, and 20% of HIJSM at 74."""
    at = company(moment(), "AMS", 67, 0, operated=False)
    company(at, "HIJSM", 67, 0, director="p2", p2=40, p1=20)
    at_price(at, "HIJSM", 40)
    at.cash(p1=cash).trains("HIJSM", "2")
    at_price(at, "AMS", 82)
    return begun(at)


def test_the_director_pays_what_the_treasury_lacks_for_the_first_train():
    at = poor(100)
    assert (at.state.cash["p1"], at.waiting()) == (20, "track")


def test_with_shares_if_need_be():
    at = poor(50)
    assert at.waiting() == "first_train"
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    at.do(SellShares("p1", "HIJSM", 10))
    assert (at.state.cash["p1"], at.waiting()) == (10, "track")
    assert list(at.trains_of("AMS")) == ["2"]


def broke() -> Position:
    """AMS has nothing for its first train, the first 2+1, and p1 too little to sell."""
    at = moment()
    company(at, "AMS", 67, 0, operated=False, p1=30, p2=20, p3=10)
    company(at, "HIJSM", 67, 0, director="p2").trains("HIJSM", "2")
    at.cash(p1=0)
    at_price(at, "AMS", 82)
    return begun(supply(at, "2+1"))


def test_or_they_are_bankrupt_and_the_train_counts_as_bought():
    at = broke()
    assert at.waiting() == "first_train"
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.sell_first"}
    at.do(SellShares("p1", "AMS", 10), DeclareBankruptcy("p1"))
    assert at.state.phase == "Dark Yellow"
    assert at.state.round.turn.company == "HIJSM"


# --- privates for companies


def test_green_privates_from_light_green_on_for_1_to_face():
    at = company(moment(phase="Light Green"), "AMS", 67, 500).privates(SRV="p2", KR="p2")
    turn(at, "AMS", "track")
    assert at.allowed(BuyPrivateForCompany("AMS", "SRV", 1))
    assert at.refused(BuyPrivateForCompany("AMS", "SRV", 101)) == {"private.range"}
    assert at.refused(BuyPrivateForCompany("AMS", "SRV", 0)) == {"private.range"}
    assert at.refused(BuyPrivateForCompany("AMS", "KR", 1)) == {"private.never"}
    at.do(BuyPrivateForCompany("AMS", "SRV", 100))
    assert (at.state.privates["SRV"], at.state.cash["AMS"]) == ("AMS", 400)
    early = company(moment(), "AMS", 67, 500).privates(SRV="p2")
    assert turn(early, "AMS").refused(BuyPrivateForCompany("AMS", "SRV", 1)) == {"private.phase"}
