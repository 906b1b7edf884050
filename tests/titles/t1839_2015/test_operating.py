"""Operating rounds: homes, track and markers."""

from companion.rules.core.actions import LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.stock.private_revenue import pay_privates
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import floated, stock_round


def turn(company: str, cash: int = 1000, first: bool = False, phase: str = "Yellow") -> Position:
    """A company in its turn; it has operated, unless it is its ``first``."""
    at = stock_round().phase(phase).started(company, 67, "p1", p1=60)
    floated(at, company, operated=not first).cash(**{company: cash})
    return at.operating(company)


# --- privates and homes


def test_privates_pay_players_and_companies_started_or_not():
    at = stock_round()
    at.state.privates.update(LVG="p2", AMB="SS", BOR="p1")
    before = dict(at.state.cash)
    pay_privates(Change(at.state), at.rules)
    earned = {who: sum - before[who] for who, sum in at.state.cash.items() if sum != before[who]}
    assert earned == {
        **{"p1": 20, "p2": 5, "SS": 20 + 10, "NWS": 20, "AMS": 20 + 10, "HIJSM": 20},
        "bank": -125,
    }


def test_a_director_places_the_homes_they_like_one_at_least():
    at = stock_round().started("HIJSM", 67, "p1", p1=60)
    floated(at, "HIJSM", operated=False)
    at.operating("HIJSM")
    at.rules.begin_turn(Change(at.state), "HIJSM")
    assert at.waiting() == "home"
    assert at.refused(Pass("HIJSM")) == {"token.one_home"}
    assert at.refused(PlaceToken("HIJSM", "G8.0")) >= {"token.home"}
    at.do(PlaceToken("HIJSM", "E10.0"))
    assert at.waiting() == "home"
    at.do(Pass("HIJSM"))
    assert at.state.board.token_stops("HIJSM") == ("E10.0",)
    assert at.state.companies["HIJSM"].homes == ()
    assert at.state.companies["HIJSM"].tokens == 4


def test_in_a_hex_with_two_cities_they_take_either():
    at = stock_round().started("NWS", 67, "p1", p1=60)
    floated(at, "NWS", operated=False).operating("NWS")
    at.rules.begin_turn(Change(at.state), "NWS")
    assert at.allowed(PlaceToken("NWS", "G16.0"))
    at.do(PlaceToken("NWS", "G16.1"))
    assert at.waiting() == "track"


# --- track and markers


def test_two_tiles_one_of_them_an_upgrade_at_most_and_of_the_tile_just_laid_too():
    at = turn("ZHESM", phase="Green").token("G8.0", "ZHESM")
    at.do(LayTile("ZHESM", "G8", "H6", 5))
    assert at.state.cash["ZHESM"] == 920
    at.do(LayTile("ZHESM", "G8", "EH121", 0))
    assert at.state.cash["ZHESM"] == 840
    assert at.waiting() == "trains"  # no marker after two tiles
    laid = (("G8", "yellow"), ("G8", "upgrade"))
    at.operating("ZHESM", "token", lays=laid)
    assert at.refused(PlaceToken("ZHESM", "G10.0")) == {"token.two_tiles"}
    at.operating("ZHESM", "token", lays=laid[:1])
    assert at.allowed(PlaceToken("ZHESM", "G10.0"))


def test_a_marker_costs_its_city_times_the_hexes_with_markers_then():
    at = turn("HIJSM").token("E10.0", "HIJSM").tile("I4", "57", 0)
    markers = at.rules.operating.steps[1]
    assert markers.cost(at.state, "I4.0") == 20 * 2
    at.tile("G8", "EH121", 0)
    assert markers.cost(at.state, "G8.0") == 50 * 2
    at.token("B13.0", "HIJSM")
    assert markers.cost(at.state, "G8.0") == 50 * 3
    assert markers.cost(at.state, "E14.0") == 0  # nothing is printed there yet


def test_others_leave_a_company_its_last_circle_and_one_hex_altogether():
    at = turn("ZHESM").token("G8.0", "ZHESM").operating("ZHESM", "token")
    at.do(PlaceToken("ZHESM", "G10.0"))
    at = turn("NRS").token("I12.0", "NRS").token("G10.0", "ZHESM").operating("NRS", "token")
    assert "token.reserved" in at.refused(PlaceToken("NRS", "G10.1"))
    assert at.refused(PlaceToken("NRS", "G16.0")) & {"token.unchosen", "token.reserved"}
