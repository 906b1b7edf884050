"""Tests of reservations: all homes keep a slot at the same time, whatever others place and lay."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.board.board import Board
from companion.board.map import Hex, Map
from companion.board.tiles import DataError, Stop, Track
from companion.rules.core.actions import NameHome, PlaceToken
from companion.rules.core.change import Change
from companion.rules.data.companies import Homes
from companion.rules.operating.home_slots import (
    companies_by_place,
    find_lost_homes,
    homeless,
)
from companion.rules.operating.homes import HomeNamingStep, ask_names, place_homes
from companion.titles import t1830
from companion.titles.loading import load_data
from tests.support.positions import Position


def hex(at: str, *circles: int) -> Hex:
    """Return a gray hex with a city for each number of slots."""
    stops = tuple(Stop("city", (("", 20),), slots) for slots in circles)
    return Hex(at, colour="gray", stops=stops, tracks=(Track(0, "s0"),))


@pytest.fixture
def board() -> Board:
    """Return A1 with one slot, A3 with two, A5 with two cities of one slot each."""
    return Board(Map([hex("A1", 1), hex("A3", 2), hex("A5", 1, 1)]))


ONE, TWO = ("A1.0",), ("A3.0",)
EITHER = ("A1.0", "A3.0")


# companies without a home


def test_each_home_takes_a_circle_of_its_own(board):
    assert homeless(board, {"Red": (ONE,), "Blue": (TWO,), "Green": (TWO,)}) == []
    assert homeless(board, {"Red": (ONE,), "Blue": (ONE,)}) == [("Blue", 0)]


def test_home_with_a_choice_goes_where_there_is_room(board):
    assert homeless(board, {"Red": (EITHER,), "Blue": (ONE,), "Green": (TWO,)}) == []
    full = board.with_token("A3.0", "Gray")
    assert homeless(full, {"Red": (EITHER,), "Blue": (ONE,), "Green": (TWO,)}) == [("Red", 0)]


def test_homes_with_choices_make_room_for_each_other(board):
    """Move Red from A1 to A3 for Blue, and Green from A3 to A5 for Red."""
    kept = {"Red": (("A1.0", "A3.0"),), "Green": (("A3.0", "A5.0"),), "Blue": (("A1.0", "A1"),)}
    full = board.with_token("A3.0", "Gray")
    assert homeless(full, kept) == []
    assert len(homeless(full.with_token("A5.0", "Gray"), kept)) == 1


def test_every_home_of_a_company_with_several_is_found(board):
    assert homeless(board, {"Red": (TWO, EITHER)}) == []
    full = board.with_token("A1.0", "Gray").with_token("A3.0", "Gray")
    assert homeless(full, {"Red": (("A5",), EITHER)}) == []
    assert homeless(full.with_token("A3.0", "Gray"), {"Red": (("A5",), EITHER)}) == [("Red", 1)]


def test_hex_is_a_home_in_whichever_of_its_cities(board):
    half = board.with_token("A5.0", "Gray")
    assert homeless(half, {"Red": (("A5",),)}) == []
    assert homeless(half, {"Red": (("A5.0",),)}) == [("Red", 0)]
    assert homeless(half, {"Red": (("A5",),), "Blue": (("A5",),)}) == [("Blue", 0)]


def test_tokens_that_make_room_for_others_take_no_place(board):
    held = board.with_token("A1.0", "Nobody")
    assert homeless(held, {"Red": (ONE,)}) == [("Red", 0)]
    assert homeless(held, {"Red": (ONE,)}, yields={"Nobody"}) == []


def test_a_company_without_an_earlier_home_is_not_robbed_of_it(board):
    kept = {"Red": (ONE,), "Blue": (TWO,)}
    taken = board.with_token("A1.0", "Gray")
    assert find_lost_homes((board, kept), (taken, kept)) == ["Red"]
    then = taken.with_token("A3.0", "Gray")
    assert find_lost_homes((taken, kept), (then, kept)) == []
    assert find_lost_homes((taken, kept), (then.with_token("A3.0", "Gray"), kept)) == ["Blue"]


# in a game: 1830 with other homes


def game(**homes) -> Position:
    """Return 1830 with these homes, in PRR's operating turn.

    PRR reaches Lancaster and Pittsburgh from Altoona. A company named with the prefix "any_" does
    not keep all its places while it has a choice.
    """
    given = {name.removeprefix("any_"): its for name, its in homes.items()}
    found = Position("1830", 3)
    companies = tuple(
        replace(c, homes=given.get(c.symbol, c.homes), keeps_all=f"any_{c.symbol}" not in homes)
        for c in found.data.company_list
    )
    found.with_data(company_list=companies).close_privates()
    found.started("PRR", 67, "p1", p1=60).floated("PRR", 500)
    found.tile("H14", "9", 1).tile("H16", "57", 1).tile("H10", "57", 1)
    return found.operating("PRR", "token")


PITTSBURGH, LANCASTER = PlaceToken("PRR", "H10.0"), PlaceToken("PRR", "H16.0")


def test_places_are_told_with_everybody_who_may_have_a_home_there():
    kept = companies_by_place(game(any_NYC=(("H10", "H16.0"), ("E19.0",)), CPR=(("H16.0",),)).state)
    assert kept["H10"] == ("NYC",)
    assert kept["H16.0"] == ("NYC", "CPR")
    assert kept["E19.0"] == ("NYC",)


def test_one_of_two_places_may_be_taken_while_the_other_is_left():
    either = (("H10.0", "H16.0"),)
    table = game(any_NYC=either)
    assert table.allowed(PITTSBURGH)
    assert table.allowed(LANCASTER)
    table.token("H10.0", "CPR")
    assert table.refused(LANCASTER) == {"token.reserved"}


def test_company_that_keeps_all_places_is_waited_for():
    table = game(NYC=(("H10.0", "H16.0"),))
    assert table.refused(PITTSBURGH) == {"token.unchosen"}
    assert table.token("H10.0", "CPR").refused(LANCASTER) == {"token.unchosen", "token.reserved"}


def test_place_that_another_company_needs_is_found_over_a_third_ones_choice():
    """Place PRR in Pittsburgh: then NYC needs Lancaster, and B&M has no home."""
    table = game(any_NYC=(("H10.0", "H16.0"),), CPR=(("H16.0",),))
    assert table.refused(PITTSBURGH) == {"token.reserved"}
    table.tile("H16", "14", 1)  # with two slots
    assert table.allowed(PITTSBURGH)


def test_the_last_circle_of_a_hex_is_kept():
    table = game(NYC=(("H10",),))
    assert table.refused(PITTSBURGH) == {"token.reserved"}
    assert table.tile("H10", "14", 1).allowed(PITTSBURGH)


def first_turn(table: Position, company: str) -> Position:
    """Place the home tokens for a company's first turn."""
    change = Change(table.state)
    place_homes(change, table.rules, company)
    table.events = tuple(change.events)
    return table


def test_two_homes_are_both_placed_by_themselves():
    table = (
        game(NYC=(("H10.0",), ("E19.0",))).started("NYC", 67, "p2", p2=60).floated("NYC", home=0)
    )
    first_turn(table, "NYC")
    assert set(table.state.board.token_stops("NYC")) == {"H10.0", "E19.0"}
    assert table.state.companies["NYC"].homes == ()
    assert table.state.companies["NYC"].tokens == 2
    assert table.state.questions == ()
    table.rules.inventory.check(table.state)


def test_one_home_is_fixed_and_of_the_other_the_president_names_the_place():
    table = game(any_NYC=(("E19.0",), ("H10.0", "H16"))).started("NYC", 67, "p2", p2=60)
    first_turn(table.floated("NYC", home=False), "NYC")
    assert table.state.board.token_stops("NYC") == ("E19.0",)
    assert (table.waiting(), table.rules.actor(table.state)) == ("home", "p2")
    assert table.offered("home") == [PlaceToken("NYC", "H10.0"), PlaceToken("NYC", "H16.0")]
    assert table.refused(PlaceToken("NYC", "E23.0")) == {"token.home", "token.reserved"}
    table.do(PlaceToken("NYC", "H16.0"))
    assert table.waiting() != "home"
    assert table.state.companies["NYC"].homes == ()


def test_place_that_is_taken_leaves_no_choice():
    table = game(any_NYC=(("E19.0",), ("H10.0", "H16"))).started("NYC", 67, "p2", p2=60)
    first_turn(table.token("H10.0", "CPR").floated("NYC", home=False), "NYC")
    assert set(table.state.board.token_stops("NYC")) == {"E19.0", "H16.0"}
    assert table.state.questions == ()


def test_two_homes_with_a_choice_are_named_one_after_the_other():
    table = game(any_NYC=(("E19.0", "E23.0"), ("H10.0", "H16"))).started("NYC", 67, "p2", p2=60)
    table.state.alter("B&M", homes=())
    first_turn(table.floated("NYC", home=False), "NYC")
    table.do(PlaceToken("NYC", "H10.0"))
    assert table.waiting() == "home"
    assert table.offered("home") == [PlaceToken("NYC", "E19.0"), PlaceToken("NYC", "E23.0")]
    assert table.refused(PlaceToken("NYC", "H16.0")) >= {"token.home"}
    assert table.do(PlaceToken("NYC", "E23.0")).waiting() != "home"


# homes named at the start


@pytest.fixture
def naming() -> Position:
    """Return 1830 in which p2 names two homes for NYC, which has none.

    All other homes are reserved, and PRR's token is in Altoona.
    """
    table = game(NYC=())
    table.rules.interrupts += (HomeNamingStep(table.rules),)
    table.started("NYC", 67, "p2", p2=20)
    ask_names(Change(table.state), "NYC", "p2", 2)
    return table


def test_homes_are_named_one_after_the_other_and_kept_from_then_on(naming):
    assert (naming.waiting(), naming.rules.actor(naming.state)) == ("name_home", "p2")
    assert naming.refused(PITTSBURGH) == {"turn.not_now"}
    naming.do(NameHome("NYC", "H10"))
    assert naming.events[0].facts == {"company": "NYC", "home": "H10"}
    assert naming.waiting() == "name_home"
    naming.do(NameHome("NYC", "H16.0"))
    assert naming.state.companies["NYC"].homes == (("H10",), ("H16.0",))
    assert naming.waiting() != "name_home"
    naming.operating("PRR", "token")
    assert naming.refused(PITTSBURGH) == naming.refused(LANCASTER) == {"token.reserved"}


def test_homes_lie_in_different_hexes_with_a_place_that_no_other_home_needs(naming):
    naming.do(NameHome("NYC", "H10"))
    assert naming.refused(NameHome("NYC", "H10.0")) == {"token.home_twice"}
    assert naming.refused(NameHome("NYC", "H12")) == {"token.home_full"}  # PRR's token is there
    assert naming.refused(NameHome("NYC", "E23")) == {"token.home_full"}  # reserved for B&M
    assert naming.refused(NameHome("NYC", "H14")) == {"unknown.id"}  # no city
    assert naming.refused(NameHome("PRR", "H16")) == {"turn.not_yours"}


def test_every_home_that_may_be_named_is_offered(naming):
    offered = {action.home for action in naming.offered("name_home")}
    assert {"H10", "H16", "E19"} <= offered
    assert not {"H12", "E23", "A19"} & offered
    assert "E11" not in offered  # ERIE reserves both of its cities until it has chosen


# in a title's data


@pytest.fixture
def homes_in(tmp_path):
    """Return a function that reads 1830 with another line for PRR's home and returns its homes."""
    source, folder = Path(t1830.__file__).parent, tmp_path / "t1830"
    folder.mkdir()
    for name in ("title.toml", "map.toml", "readings.toml"):
        (folder / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    text = (folder / "title.toml").read_text(encoding="utf-8")

    def read(line: str) -> Homes:
        changed = text.replace('home = "H12.0"', line)
        (folder / "title.toml").write_text(changed, encoding="utf-8")
        return load_data(folder).companies["PRR"].homes

    return read


def test_data_names_one_home_or_several_or_none(homes_in):
    assert homes_in('home = ["H12", "H10.0"]') == (("H12", "H10.0"),)
    assert homes_in('homes = ["H12.0", ["H10.0", "H16"]]') == (("H12.0",), ("H10.0", "H16"))
    assert homes_in("homes = []") == ()


def test_homes_in_the_data_are_cities_of_the_map_in_different_hexes(homes_in):
    with pytest.raises(DataError, match=r"companies\[0\].home: is \"H14\"; a city or hex, as"):
        homes_in('home = "H14"')
    with pytest.raises(DataError, match=r"companies\[0\].homes: two homes may lie in one hex"):
        homes_in('homes = ["H12.0", ["H10.0", "H12"]]')
