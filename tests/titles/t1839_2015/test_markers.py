"""Place exchange or station marker: what one costs, where it goes, and who passes it."""

from companion.rules.amend.correction_actions import CorrectToken
from companion.rules.core.actions import PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.judge import judge
from companion.rules.operating import tokens
from companion.rules.privates.power_tokens import MoveOwnToken
from tests.titles.t1839_2015.game_start import turn


def placing(company: str, *cities: str, phase: str = "Green", **privates: str):
    """A company with 1,000 in its marker step, and markers in these cities."""
    at = turn(company, "token", phase, **privates)
    for stop in cities:
        at.token(stop, company)
    return at


def paid(at, action: PlaceToken) -> int:
    """Place a marker, and return its cost."""
    before = at.state.cash[action.company]
    at.do(action)
    return before - at.state.cash[action.company]


def to_haarlem(at):
    """Track from Hoorn by Amsterdam to Haarlem, which is worth 30 and nobody's home."""
    at.state.alter("ZHESM", homes=())
    return at.tile("F9", "8", 3).tile("G10", "A425", 0).tile("G8", "H6", 1)


# --- what it costs


def test_a_station_marker_costs_the_value_for_each_hex_with_one_then():
    at = to_haarlem(placing("HIJSM", "B13.0", "E10.0"))
    assert at.state.board.stop("G8.0").value(()) == 30
    assert "G8.0" in at.state.board.reach(at.rules.access.of(at.rules, at.state, "HIJSM")).stops
    assert paid(at, PlaceToken("HIJSM", "G8.0")) == 90


def test_an_exchange_marker_costs_the_value_for_each_hex_with_one():
    at = placing("HIJSM", "B13.0", "E10.0")
    assert paid(at, PlaceToken("HIJSM", "E10.0")) == 80
    assert at.state.board.stacked_tokens == {"E10.0": ("HIJSM",)}
    assert at.state.companies["HIJSM"].tokens == 2
    assert at.told()[0] == "token_on_top"
    at = placing("NBDS", "K8.0").tile("K8", "B206", 0)
    assert paid(at, PlaceToken("NBDS", "K8.0")) == 30


def test_with_one_private_it_costs_half_and_with_another_nothing():
    for private, cost in (("SWO", 40), ("CO", 0)):
        at = placing("HIJSM", "B13.0", "E10.0", **{private: "HIJSM"})
        assert paid(at, PlaceToken("HIJSM", "E10.0", private)) == cost
        assert at.state.privates[private] == "gone"
        assert at.told()[:3] == ["token_on_top", "power_used", "private_closed"]
    at = placing("HIJSM", "B13.0", "E10.0", CO="p2", LVG="HIJSM").cash(HIJSM=79)
    assert at.refused(PlaceToken("HIJSM", "E10.0")) == {"token.cost"}
    assert "power.not_owned" in at.refused(PlaceToken("HIJSM", "E10.0", "CO"))
    assert at.refused(PlaceToken("HIJSM", "E10.0", "LVG")) == {"power.none"}
    at.state.privates["CO"] = "HIJSM"
    assert at.allowed(PlaceToken("HIJSM", "E10.0", "CO"))


def test_offers_of_privates_are_accepted():
    at = to_haarlem(placing("HIJSM", "B13.0", "E10.0", WSM="HIJSM", CO="HIJSM", SWO="HIJSM"))
    offers = [o for o in judge.offers(at.rules, at.state) if getattr(o.action, "private", None)]
    asked = {(o.kind, o.action.private, o.action.stop): -o.price for o in offers}
    assert asked["token_power", "CO", "G8.0"] == 0
    assert asked["token_power", "SWO", "G8.0"] == 45
    assert ("move_own_token", "WSM", "B13.0") in asked
    assert all(at.allowed(o.action) for o in offers)


def test_a_private_that_has_closed_helps_nobody():
    at = placing("HIJSM", "B13.0", "E10.0", CO="gone")
    assert at.refused(PlaceToken("HIJSM", "E10.0", "CO")) == {"power.not_owned"}


# --- where it goes


def test_a_company_has_one_exchange_marker():
    at = placing("HIJSM", "B13.0", "E10.0")
    tokens.put_on_top(Change(at.state), "HIJSM", "E10.0")
    assert at.refused(PlaceToken("HIJSM", "B13.0")) == {"token.exchange_own"}
    assert at.refused(PlaceToken("HIJSM", "E10.0")) == {"token.exchange_here"}
    at = placing("HIJSM", "B13.0", "E10.0")
    assert at.allowed(PlaceToken("HIJSM", "B13.0"))


def test_a_hex_has_one_exchange_marker():
    at = placing("HIJSM", "H13.0").tile("H13", "14", 0).token("H13.0", "NRS")
    assert at.allowed(PlaceToken("HIJSM", "H13.0"))
    tokens.put_on_top(Change(at.state), "NRS", "H13.0")
    assert at.refused(PlaceToken("HIJSM", "H13.0")) == {"token.exchange_hex"}


def test_without_a_marker_on_the_charter_there_is_none():
    at = placing("HIJSM", "B13.0", "E10.0", "H13.0", "E14.0", "G14.0")
    assert at.refused(PlaceToken("HIJSM", "E10.0")) == {"token.none"}


def test_none_after_a_second_tile():
    at = placing("HIJSM", "E10.0").turn(lays=(("F9", "yellow"), ("E8", "yellow")))
    assert at.refused(PlaceToken("HIJSM", "E10.0")) == {"token.two_tiles"}
    assert at.turn(lays=(("F9", "yellow"),)).allowed(PlaceToken("HIJSM", "E10.0"))


def test_one_in_a_turn():
    at = placing("HIJSM", "E10.0").turn(tokens=1)
    assert at.refused(PlaceToken("HIJSM", "E10.0")) == {"token.one"}


def test_no_station_marker_beside_ones_own():
    at = placing("NCS", "G10.0").tile("H9", "8", 3)
    assert "token.hex" in at.refused(PlaceToken("NCS", "G10.1"))
    assert at.allowed(PlaceToken("NCS", "G10.0"))


def test_no_station_marker_where_no_track_leads():
    at = placing("HIJSM", "E10.0")
    assert "token.unreached" in at.refused(PlaceToken("HIJSM", "G8.0"))
    assert to_haarlem(at).allowed(PlaceToken("HIJSM", "G8.0"))


def test_an_exchange_marker_is_set_right():
    at = placing("HIJSM", "B13.0", "E10.0")
    on, off = (("HIJSM", None, "E10.0"), ("HIJSM", "E10.0", None))
    at.do(CorrectToken(*on, reason="it lies there"))
    assert at.state.board.stacked_tokens == {"E10.0": ("HIJSM",)}
    assert at.refused(CorrectToken(*on, reason="again")) == {"token.full"}
    at.do(CorrectToken(*off, reason="it does not"))
    assert not at.state.board.stacked_tokens
    assert at.state.board.token_stops("HIJSM") == ("B13.0", "E10.0")
    at.rules.inventory.check(at.state)


# --- who passes it


def test_an_exchange_marker_lets_all_others_pass_a_full_city():
    at = to_haarlem(placing("HIJSM", "B13.0").token("E10.0", "NRS").tile("E8", "8", 2))
    at.tile("D9", "A08", 1).tile("C10", "A09", 0)
    assert at.refused(PlaceToken("HIJSM", "G8.0")) == {"token.unreached"}
    tokens.put_on_top(Change(at.state), "NRS", "E10.0")
    assert at.allowed(PlaceToken("HIJSM", "G8.0"))
    assert at.refused(PlaceToken("HIJSM", "E10.0")) >= {"token.full"}  # its circle stays taken


def test_it_goes_along_with_its_city_and_is_stored():
    at = placing("ZHESM", "G8.0").do(PlaceToken("ZHESM", "G8.0"))
    at.tile("G8", "H6", 1).tile("G8", "EH121", 0)
    assert at.state.board.stacked_tokens == {"G8.0": ("ZHESM",)}
    stored = state_from_json(state_to_json(at.state), at.data.map)
    assert stored.board.stacked_tokens == at.state.board.stacked_tokens
    at.rules.inventory.check(at.state)


# --- WSM


def test_a_marker_moves_to_where_the_rest_could_place_one():
    at = to_haarlem(placing("HIJSM", "B13.0", "E10.0", WSM="HIJSM"))
    at.do(MoveOwnToken("HIJSM", "WSM", "B13.0", "G8.0"))
    assert at.state.board.token_stops("HIJSM") == ("E10.0", "G8.0")
    assert (at.state.cash["HIJSM"], at.state.companies["HIJSM"].tokens) == (1000, 3)
    assert at.state.privates["WSM"] == "gone"
    assert at.told()[0] == "moved_own_token"
    assert at.waiting() != "token"


def test_it_becomes_an_exchange_marker_or_one_becomes_a_station_marker():
    at = placing("HIJSM", "B13.0", "E10.0", WSM="HIJSM")
    at.do(MoveOwnToken("HIJSM", "WSM", "B13.0", "E10.0"))
    assert at.state.board.token_stops("HIJSM") == ("E10.0",)
    assert at.state.board.stacked_tokens == {"E10.0": ("HIJSM",)}
    at = to_haarlem(placing("HIJSM", "B13.0", "E10.0", WSM="HIJSM"))
    tokens.put_on_top(Change(at.state), "HIJSM", "E10.0")
    at.do(MoveOwnToken("HIJSM", "WSM", "E10.0", "G8.0"))
    assert at.state.board.token_stops("HIJSM") == ("B13.0", "E10.0", "G8.0")
    assert not at.state.board.stacked_tokens


def test_the_refusals_of_a_move():
    at = to_haarlem(placing("HIJSM", "B13.0", "E10.0", WSM="HIJSM", CO="HIJSM"))
    assert at.refused(MoveOwnToken("HIJSM", "CO", "B13.0", "G8.0")) == {"power.none"}
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "B13.0", "B13.0")) == {"token.same"}
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "H13.0", "G8.0")) == {"token.not_there"}
    # what is left in Leeuwarden leads nowhere
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "E10.0", "G8.0")) == {"token.unreached"}
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "B13.0", "nowhere")) == {"token.city"}
    at.turn(lays=(("F9", "yellow"), ("E8", "yellow")))
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "B13.0", "G8.0")) == {"token.two_tiles"}
    at.turn(lays=(), tokens=1)
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "B13.0", "G8.0")) == {"token.one"}
    at.turn(tokens=0).state.privates["WSM"] = "p1"
    assert at.refused(MoveOwnToken("HIJSM", "WSM", "B13.0", "G8.0")) == {"power.not_owned"}
