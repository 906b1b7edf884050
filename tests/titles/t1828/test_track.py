"""Build track: how many tiles, where, and what they cost; privates that lay, and their hexes."""

import pytest

from companion.rules.core.actions import BuyPrivateForCompany, LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.judge import judge
from companion.titles.t1828.title_state import note
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, operating, system


def lay(company, at, tile, rotation, private=None):
    return LayTile(company, at, tile, rotation, private)


def test_a_public_company_lays_one_yellow_tile():
    at = operating("GT").do(lay("GT", "D6", "57", 1))
    assert at.state.cash["GT"] == 1000 - 80
    assert at.waiting() != "track"


def test_or_it_upgrades_one_from_green_on():
    at = operating("GT").tile("D6", "57", 1)
    upgrade = lay("GT", "D6", "15", 1)
    assert at.refused(upgrade) == {"lay.colour"}
    at.phase("Green")
    assert at.allowed(upgrade)
    at.do(upgrade)
    assert at.waiting() != "track"


def test_a_system_lays_two_yellow_tiles():
    at = system().operating("GT").do(lay("GT", "D6", "57", 1), lay("GT", "D8", "57", 1))
    assert at.waiting() != "track"


def test_a_system_upgrades_once_and_never_its_own_tile_of_the_turn():
    at = system().tile("D6", "57", 1).tile("D8", "57", 1).phase("Green").operating("GT")
    at.do(lay("GT", "D6", "15", 1))
    assert at.refused(lay("GT", "D8", "15", 4)) == {"lay.one_replaced"}
    again = system().phase("Green").operating("GT").do(lay("GT", "D6", "57", 1))
    assert again.refused(lay("GT", "D6", "15", 1)) == {"lay.own_tile"}


def test_bm_lays_one_more_yellow_tile_for_40_plus_terrain():
    at = operating("B&M").do(lay("B&M", "F26", "57", 1))
    assert at.state.cash["B&M"] == 1000 - 80
    at.do(lay("B&M", "D26", "8", 2))
    assert at.state.cash["B&M"] == 920 - 120 - 40
    assert at.waiting() != "track"


def test_not_in_a_round_with_an_upgrade_before_or_after():
    at = operating("B&M").tile("F26", "57", 1).phase("Green").operating("B&M")
    at.do(lay("B&M", "F26", "15", 1))
    assert at.waiting() != "track"
    at = operating("B&M").tile("F26", "57", 1).phase("Green").operating("B&M")
    at.do(lay("B&M", "D26", "8", 2))
    assert at.refused(lay("B&M", "F26", "15", 1)) == {"lay.one_replaced"}


def test_a_system_of_both_lays_two_more():
    at = system("B&M", "NYH").operating("B&M")
    for here, tile, rotation in (("F26", "57", 1), ("D26", "8", 2), ("C27", "8", 5)):
        at.do(lay("B&M", here, tile, rotation))
    assert at.state.cash["B&M"] == 1000 - 80 - 120 - 40
    assert at.waiting() == "track"


def test_a_blocked_hex_takes_no_tile_until_a_company_owns_the_private():
    at = operating("GT").privates(**{"StCT": "p2"}).tile("D6", "57", 1).tile("D8", "57", 1)
    tile = lay("GT", "D10", "4", 1)
    assert at.refused(tile) == {"lay.blocked"}
    at.privates(**{"StCT": "NYC"})
    assert at.allowed(tile)


def test_the_printed_yellow_hex_pays_for_its_first_green_tile():
    at = floated("NYH").phase("Green").operating("NYH")
    fits = [rotation for rotation in range(6) if at.allowed(lay("NYH", "G23", "54", rotation))]
    at.do(lay("NYH", "G23", "54", fits[0]))
    assert at.state.cash["NYH"] == 1000 - 80


def test_the_four_barriers_are_closed():
    at = floated("NYC").privates(**{"C&P": "gone"}).phase("Green")
    for here, tile, rotation in (("C17", "9", 0), ("D16", "9", 2), ("B20", "57", 2)):
        at.operating("NYC")
        assert "lay.impassable" in at.refused(lay("NYC", here, tile, rotation))
    assert "lay.impassable" in at.refused(lay("NYC", "E11", "9", 2))


def test_letters_hold():
    at = operating("B&O").phase("Green").operating("B&O")
    assert "lay.label" in at.refused(lay("B&O", "I19", "121", 0))
    assert "lay.label" in at.refused(lay("B&O", "I19", "14", 0))
    assert any(at.allowed(lay("B&O", "I19", "53", rotation)) for rotation in range(6))


# --- privates that lay


def test_cstl_lays_its_yellow_tile_once_at_any_time_free_beside_the_track():
    at = operating("GT", "trains").privates(**{"C&StL": "GT"})
    tile = lay("GT", "B24", "4", 1, "C&StL")
    at.do(tile)
    assert at.state.cash["GT"] == 1000
    assert at.refused(tile) == {"power.occupied", "lay.same"}


def test_cstl_lays_another_tile_by_a_ruling_but_none_with_other_stops():
    at = operating("GT", "trains").privates(**{"C&StL": "GT"}).tile("B24", "4", 1)
    assert at.refused(lay("GT", "B24", "58", 1, "C&StL")) >= {"power.occupied"}
    assert at.refused(lay("GT", "B24", "9", 1, "C&StL")) >= {"power.occupied", "lay.stops"}


def test_cstl_lays_only_for_its_company_and_only_on_its_hex():
    at = operating("GT").privates(**{"C&StL": "p1"})
    assert "power.not_owned" in at.refused(lay("GT", "B24", "4", 0, "C&StL"))
    at.privates(**{"C&StL": "GT"})
    assert "power.none" in at.refused(lay("GT", "D6", "57", 1, "C&StL"))


@pytest.mark.parametrize(
    ("action", "section"),
    [
        (lay("GT", "F20", "57", 0, "D&H"), "Delaware & Hudson Railroad"),
        (lay("GT", "D8", "57", 1, "E&K"), "Erie & Kalamazoo Railroad"),
        (lay("GT", "D6", "57", 1), "Build track"),
    ],
)
def test_a_lay_of_a_private_is_paid_by_its_own_section(action, section):
    at = operating("GT").privates(**{"D&H": "GT", "E&K": "GT"})
    if action.private == "E&K":
        at.do(lay("GT", "D6", "57", 1))
    outcome = judge.apply(at.rules, at.state, action)
    deed = LogRecord(1, action, outcome.events, outcome.entries)
    (line,) = receipt_of(at.rules, deed, (), at.state, outcome.state).money
    assert line.rule == at.data.place(section)


def test_dh_pays_120_lays_unconnected_and_may_place_a_marker_there():
    at = operating("GT").privates(**{"D&H": "GT"})
    at.do(lay("GT", "F20", "57", 0, "D&H"))
    assert at.state.cash["GT"] == 880
    assert at.waiting() == "token"
    at.do(PlaceToken("GT", "F20.0", "D&H"))
    assert at.state.cash["GT"] == 880
    assert at.state.board.token_stops("GT") == ("D4.0", "F20.0")


def test_the_marker_of_the_dh_goes_down_with_its_tile_or_never():
    at = operating("GT", "token").privates(**{"D&H": "GT"}).tile("F20", "57", 0)
    assert at.refused(PlaceToken("GT", "F20.0", "D&H")) == {"token.with_tile"}
    assert at.refused(PlaceToken("GT", "F20.0")) == {"token.unreached"}


def test_the_marker_of_the_dh_is_too_late_once_the_marker_step_is_over():
    at = operating("GT").privates(**{"D&H": "GT"}).trains("GT", "2").tile("D6", "57", 1)
    at.do(lay("GT", "F20", "57", 0, "D&H"), Pass("GT"))
    assert at.waiting() == "run"
    assert at.refused(PlaceToken("GT", "F20.0", "D&H")) == {"token.with_tile"}
    assert not at.offered("token")


def test_the_marker_of_the_dh_comes_before_any_other_tile():
    place, tile = PlaceToken("GT", "F20.0", "D&H"), lay("GT", "F20", "57", 0, "D&H")
    at = system().privates(**{"D&H": "GT", "C&StL": "GT"}).phase("Green").operating("GT")
    assert at.do(tile).allowed(place)
    beside = lay("GT", "B24", "4", 1, "C&StL")
    for other in (lay("GT", "D6", "57", 1), beside):
        late = system().privates(**{"D&H": "GT", "C&StL": "GT"}).phase("Green").operating("GT")
        late.do(tile, other)
        assert late.refused(place) == {"token.with_tile"}
        first = system().privates(**{"D&H": "GT", "C&StL": "GT"}).phase("Green").operating("GT")
        assert first.do(other, tile).allowed(place)


def test_the_marker_of_the_dh_comes_before_the_track_step_is_passed():
    """A system has another tile to lay, so that the step waits."""
    place, tile = PlaceToken("GT", "F20.0", "D&H"), lay("GT", "F20", "57", 0, "D&H")
    at = system().privates(**{"D&H": "GT"}).phase("Green").operating("GT").do(tile)
    assert at.waiting() == "track"
    assert [offer for offer in at.offered("token") if offer == place] == [place]
    at.do(Pass("GT"))
    assert at.refused(place) == {"token.with_tile"}
    assert place not in at.offered("token")


def test_dh_takes_the_tile_of_the_turn_and_may_be_used_for_a_later_colour():
    at = operating("GT").privates(**{"D&H": "GT"}).do(lay("GT", "D6", "57", 1))
    assert at.waiting() != "track"
    later = floated("GT").privates(**{"D&H": "GT"}).tile("F20", "57", 0).phase("Green")
    later.operating("GT").do(lay("GT", "F20", "14", 0, "D&H"))
    assert later.state.cash["GT"] == 880


def test_dh_by_the_other_reading_is_used_once():
    at = Position("1828", 4, scranton_once=True).close_privates()
    at.started("GT", 67, "p1", p1=60).floated("GT", 1000).privates(**{"D&H": "GT"}).phase("Green")
    at.operating("GT").do(lay("GT", "F20", "57", 0, "D&H"))
    at.operating("GT")
    assert "power.spent" in at.refused(lay("GT", "F20", "14", 0, "D&H"))


def test_ek_lays_on_its_hex_as_soon_as_a_company_buys_it():
    at = floated("GT").phase("Green").privates(**{"E&K": "p2"}).operating("GT", "trains")
    at.do(BuyPrivateForCompany("GT", "E&K", 240))
    assert at.waiting() == "first_tile"
    tile = at.offered("lay_power")[0]
    assert tile.hex == "E7"
    at.do(tile)
    assert at.waiting() == "trains"
    assert at.state.cash["GT"] == 1000 - 240


def test_ek_lays_one_more_yellow_tile_for_20_once_and_not_with_an_upgrade():
    at = operating("GT").privates(**{"E&K": "GT"})
    at.do(lay("GT", "D6", "57", 1, "E&K"))
    assert at.state.cash["GT"] == 1000 - 80 - 20
    at.do(lay("GT", "D8", "57", 1))
    assert at.state.cash["GT"] == 900
    at.operating("GT")
    assert "power.spent" in at.refused(lay("GT", "C7", "8", 0, "E&K"))


def test_after_the_20_tile_nothing_is_upgraded_and_after_an_upgrade_it_is_not_laid():
    at = operating("GT").tile("D6", "57", 1).phase("Green").privates(**{"E&K": "GT"})
    at.operating("GT").do(lay("GT", "D8", "57", 1, "E&K"))
    assert at.refused(lay("GT", "D6", "15", 1)) == {"lay.one_replaced"}
    other = system().tile("D6", "57", 1).phase("Green").privates(**{"E&K": "GT"})
    other.operating("GT").do(lay("GT", "D6", "15", 1))
    assert "power.upgraded" in other.refused(lay("GT", "D8", "57", 1, "E&K"))


# --- privates for companies


def test_a_company_buys_a_private_for_1_to_twice_face_value():
    at = floated("GT").phase("Green").privates(**{"C&A": "p2"}).operating("GT")
    assert at.refused(BuyPrivateForCompany("GT", "C&A", 321)) == {"private.range"}
    assert at.refused(BuyPrivateForCompany("GT", "C&A", 0)) == {"private.range"}
    at.do(BuyPrivateForCompany("GT", "C&A", 320))
    assert at.state.cash["p2"] == 700 + 320


def test_not_in_yellow_and_never_one_at_250():
    at = operating("GT").privates(**{"C&A": "p2", "NW": "p2"})
    assert at.refused(BuyPrivateForCompany("GT", "C&A", 160)) == {"private.phase"}
    at.phase("Green")
    assert "private.never" in at.refused(BuyPrivateForCompany("GT", "NW", 250))


# --- ERIE's city


def test_erie_leaves_its_city_open_until_somebody_lays_there():
    at = Position("1828", 4).close_privates()
    at.started("ERIE", 67, "p1", p1=60).floated("ERIE", 500, home=False)
    at.started("NYC", 79, "p2", p2=60).floated("NYC", 500).phase("Green")
    at.operating("NYC", "trains").do(Pass("NYC"))
    assert at.state.round.turn.company == "ERIE"
    assert at.state.title_state.open_homes == ("E15",)
    fits = [r for r in range(6) if at.allowed(lay("ERIE", "E15", "59", r))]
    at.do(lay("ERIE", "E15", "59", fits[0]))
    assert at.waiting() == "home"
    at.do(PlaceToken("ERIE", "E15.1"))
    assert at.state.board.token_stops("ERIE") == ("E15.1",)
    assert at.state.title_state.open_homes == ()


def test_nobody_places_in_e15_before_erie_has_chosen():
    at = floated("NYC").phase("Green").tile("E15", "59", 0).operating("NYC", "token")
    assert "token.unchosen" in at.refused(PlaceToken("NYC", "E15.0"))


def test_erie_chooses_at_its_first_turn_where_a_tile_lies():
    at = Position("1828", 4).close_privates().phase("Green").tile("E15", "59", 0)
    at.started("ERIE", 67, "p1", p1=60).floated("ERIE", 500, home=False)
    at.started("NYC", 79, "p2", p2=60).floated("NYC", 500)
    at.operating("NYC", "trains").do(Pass("NYC"))
    assert at.waiting() == "home"


# --- the powers together


@pytest.mark.parametrize("reading", [False, True])
def test_the_20_tile_and_the_40_tile(reading):
    """They go together; by the other reading the $40 tile has to come first."""
    at = Position("1828", 4, extra_tile_upgrades=reading).close_privates()
    at.started("B&M", 67, "p1", p1=60).floated("B&M", 1000).privates(**{"E&K": "B&M"})
    at.operating("B&M").do(lay("B&M", "F26", "57", 1, "E&K"), lay("B&M", "D26", "8", 2))
    more = lay("B&M", "C27", "8", 5)
    assert at.allowed(more) is not reading
    at.operating("B&M").turn(lays=(("D26", "yellow"), ("C27", "yellow")))
    assert "power.upgraded" not in at.refused(lay("B&M", "F26", "57", 1, "E&K"))


def test_dh_is_one_of_a_systems_two_actions():
    at = system().privates(**{"D&H": "GT"}).phase("Green").operating("GT")
    at.do(lay("GT", "F20", "57", 0, "D&H"), lay("GT", "D6", "57", 1))
    assert at.waiting() != "track"


def test_an_upgrade_by_the_dh_bars_the_40_tile():
    at = floated("B&M").privates(**{"D&H": "B&M"}).tile("F20", "57", 0).phase("Green")
    at.operating("B&M").do(lay("B&M", "F20", "14", 0, "D&H"))
    assert at.waiting() != "track"
    later = floated("B&M").privates(**{"D&H": "B&M"}).operating("B&M")
    later.do(lay("B&M", "F20", "57", 0, "D&H"), lay("B&M", "F26", "57", 1))
    assert later.state.cash["B&M"] == 1000 - 120 - 80 - 40


def test_the_dh_takes_no_40_tile():
    at = floated("B&M").privates(**{"D&H": "B&M"}).operating("B&M")
    at.do(lay("B&M", "F26", "57", 1))
    assert at.refused(lay("B&M", "F20", "57", 0, "D&H")) != set()


# --- neighbours


def upgrading(company: str, other: str) -> Position:
    """A system in green phase, with a yellow tile on F26 that it reaches."""
    at = system(company, other).tile("F26", "57", 1).phase("Green")
    return at.operating(company)


def test_a_system_of_one_of_both_lays_two_and_one_for_40_or_upgrades_and_lays_in_any_order():
    new, more, up = (
        lay("B&M", "D26", "8", 2),
        lay("B&M", "C27", "8", 5),
        lay("B&M", "F26", "15", 1),
    )
    for deeds in ((new, up), (up, new)):
        assert upgrading("B&M", "GT").do(*deeds).waiting() != "track"
    at = upgrading("B&M", "GT").do(new, more)
    assert at.waiting() == "track"
    assert at.state.cash["B&M"] == 1000 - 120
    assert at.refused(up) == {"lay.one_replaced"}


def test_no_tile_that_the_dh_laid_is_upgraded_in_the_turn():
    at = system().privates(**{"D&H": "GT"}).phase("Green").operating("GT")
    at.do(lay("GT", "F20", "57", 0, "D&H"))
    assert at.refused(lay("GT", "F20", "14", 0, "D&H")) == {"lay.own_tile"}


@pytest.mark.parametrize(
    ("at", "tile", "cost"),
    [
        ("C15", "15", 80),
        ("D14", "59", 80),
        ("E9", "59", 80),
        ("E15", "59", 0),
        ("H22", "59", 0),
        ("J6", "14", 0),
        ("E27", "121", 0),
        ("I19", "53", 0),
    ],
)
def test_only_printed_yellow_hexes_by_water_pay_for_their_first_green_tile(at, tile, cost):
    game = floated("NYC").phase("Green").operating("NYC")
    assert game.rules.waiting(game.state).cost(game.state, lay("NYC", at, tile, 0)) == cost
    game.tile(at, tile, 0).phase("Brown").operating("NYC")
    assert game.rules.waiting(game.state).cost(game.state, lay("NYC", at, "63", 0)) == 0


def test_brown_tiles_come_with_brown():
    at = floated("GT").tile("D6", "57", 1).tile("D6", "14", 1).phase("Blue").operating("GT")
    assert at.refused(lay("GT", "D6", "63", 0)) == {"lay.colour"}
    assert at.phase("Brown").allowed(lay("GT", "D6", "63", 0))


def test_the_tunnel_takes_no_other_tile_and_none_turned_otherwise():
    at = floated("C&O").tile("K15", "57", 1).operating("C&O")
    allowed = {
        (tile, turn)
        for tile in ("3", "4", "58")
        for turn in range(6)
        if at.allowed(lay("C&O", "K13", tile, turn))
    }
    assert allowed == {("4", 1), ("4", 4)}  # the same line both ways


def test_a_blocking_marker_ends_what_is_reached():
    at = floated("GT").tile("D6", "57", 1).tile("D8", "57", 1)
    assert at.operating("GT").allowed(lay("GT", "D10", "4", 1))
    at.state.board = at.state.board.with_token("D6.0", "blocked")
    assert at.operating("GT").refused(lay("GT", "D10", "4", 1)) == {"lay.not_reached"}


@pytest.mark.parametrize(("city", "free"), [("E15.0", ["E15.1"]), ("E15.1", [])])
def test_when_another_lays_there_erie_chooses_before_the_layer_goes_on(city, free):
    """The layer reaches one city; it may place there in the same turn if ERIE takes the other."""
    at = Position("1828", 4).close_privates()
    at.started("ERIE", 79, "p1", p1=60).floated("ERIE", 500)
    note(Change(at.state), open_homes=("E15",))
    at.started("CPR", 67, "p2", p2=60).floated("CPR", 1000).phase("Green")
    at.token("D18.0", "CPR").tile("E17", "8", 1).operating("CPR")
    at.do(lay("CPR", "E15", "59", 2))
    assert (at.waiting(), at.rules.actor(at.state)) == ("home", "p1")
    assert at.refused(PlaceToken("CPR", "E15.1"))
    at.do(PlaceToken("ERIE", city))
    assert at.state.companies["ERIE"].tokens == 2
    assert [place.stop for place in at.offered("token")] == free
