"""Tokens: of anybody and nobody, replaced, swapped, moved; and none is lost when a tile is laid."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lays import allotments, faults, lays
from companion.board.map import Hex, Map, read_map
from companion.board.tiles import Stop, Tile, Track
from companion.board.token_slots import carry, choices, find_misallotted
from tests.support.boards import without_tokens

RED, STATE = Access("Red"), "State"


def city(slots=1, value=20):
    return Stop("city", (("", value),), slots)


def tile(*cities, tracks=(), colour="yellow", label=None):
    """A tile with cities of so many circles each; ``tracks`` by city: the edges it leads to."""
    stops = tuple(city(slots) for slots in cities)
    lines = tuple(Track(edge, f"s{i}") for i, edges in enumerate(tracks) for edge in edges)
    return Tile("", colour, stops, lines, label)


def carried(old, new, *held, allotment=None, gives_way=()):
    found = carry(old, new, held, allotment or {}, gives_way)
    return found.slots, found.homeless, found.gone


# tokens of one city


@pytest.fixture
def towns() -> Board:
    """Two cities of two circles each, A1 and A3, joined by track."""
    row = [
        Hex(at, colour="gray", stops=(city(2),), tracks=(Track(edge, "s0"),))
        for at, edge in (("A1", 4), ("A3", 1))
    ]
    return Board(Map(row)).with_token("A1.0", "Red").with_token("A1.0", "Blue")


def test_anybody_may_mark_a_circle(towns):
    board = towns.with_token("A3.0", STATE).with_token("A3.0", STATE)
    assert board.tokens["A3.0"] == (STATE, STATE)
    assert board.blocks("A3.0", RED)
    assert board.token_stops(STATE) == ("A3.0",)
    assert board.without_token("A3.0", STATE).tokens["A3.0"] == (None, STATE)


def test_a_token_is_replaced_in_its_circle(towns):
    board = towns.with_other_owner("A1.0", "Blue", STATE)
    assert board.tokens["A1.0"] == ("Red", STATE)
    assert towns.tokens["A1.0"] == ("Red", "Blue")
    with pytest.raises(ValueError, match=r"A1\.0 has no token of Green"):
        towns.with_other_owner("A1.0", "Green", STATE)


def test_a_city_is_put_back_circle_by_circle(towns):
    """Also where another has taken the second of two alike, which no replacing finds again."""
    marked = towns.with_other_owner("A1.0", "Red", STATE)
    board = marked.with_other_owner("A1.0", "Blue", STATE).with_slots("A1.0", (STATE, "Blue"))
    assert board.tokens == marked.tokens
    assert board.reach(Access("Blue")).stops == marked.reach(Access("Blue")).stops
    with pytest.raises(ValueError, match=r"A1\.0 has 2 slots, not 1"):
        towns.with_slots("A1.0", (STATE,))


def test_two_tokens_are_swapped_by_replacing_both(towns):
    board = towns.with_token("A3.0", "Green")
    swapped = board.with_other_owner("A1.0", "Red", "Green").with_other_owner(
        "A3.0", "Green", "Red"
    )
    assert swapped.tokens == {"A1.0": ("Green", "Blue"), "A3.0": ("Red", None)}


def test_a_token_is_moved_and_another_stays_in_its_place(towns):
    moved = towns.with_other_owner("A1.0", "Red", STATE).with_token("A3.0", "Red")
    assert moved.tokens == {"A1.0": (STATE, "Blue"), "A3.0": ("Red", None)}
    assert moved.own_stops(RED) == ("A3.0",)


def test_reach_follows_tokens_put_down_replaced_and_taken_off():
    row = [
        Hex(at, colour="gray", stops=(city(),), tracks=tuple(Track(e, "s0") for e in edges))
        for at, edges in (("A1", (4,)), ("A3", (1, 4)), ("A5", (1,)))
    ]
    board = Board(Map(row)).with_token("A1.0", "Red").with_token("A3.0", "Blue")
    assert board.reach(RED).stops == {"A1.0", "A3.0"}
    assert board.without_token("A3.0", "Blue").reach(RED).stops == {"A1.0", "A3.0", "A5.0"}
    assert board.with_other_owner("A3.0", "Blue", "Red").reach(RED).stops == {
        "A1.0",
        "A3.0",
        "A5.0",
    }
    assert board.with_other_owner("A1.0", "Red", STATE).reach(RED).stops == set()


# tiles that join, part and shrink cities


def test_tokens_go_where_their_track_goes():
    old = tile(1, 1, tracks=((0,), (3,)))
    new = tile(1, 1, tracks=((3, 4), (0, 1)))
    assert carried(old, new, ("Red",), ("Blue",)) == ({0: ("Blue",), 1: ("Red",)}, (), ())


def test_cities_that_are_joined_keep_their_tokens_while_there_is_room():
    old = tile(1, 1, tracks=((0,), (3,)))
    assert carried(old, tile(2), ("Red",), ("Blue",)) == ({0: ("Red", "Blue")}, (), ())
    assert carried(old, tile(1), ("Red",), ("Blue",)) == ({0: ("Red",)}, ("Blue",), ())


def test_tokens_that_give_way_leave_only_when_they_must():
    old = tile(3)
    held = (STATE, "Red", STATE)
    assert carried(old, tile(3), held, gives_way={STATE}) == ({0: held}, (), ())
    assert carried(old, tile(2), held, gives_way={STATE}) == ({0: (STATE, "Red")}, (), (STATE,))
    assert carried(old, tile(1), held, gives_way={STATE}) == ({0: ("Red",)}, (), (STATE, STATE))
    assert carried(old, tile(1), held) == ({0: (STATE,)}, ("Red", STATE), ())


def test_a_token_is_never_dropped_for_want_of_a_city():
    assert carried(tile(1), tile(), ("Red",)) == ({}, ("Red",), ())


def test_tokens_of_cities_without_track_are_put_where_the_layer_likes():
    old, new = tile(1, 1), tile(1, 1, tracks=((0, 3), ()))
    held = ("Red",), ("Blue",)
    assert carried(old, new, *held) == ({0: ("Red",), 1: ("Blue",)}, (), ())
    other = {"Red": 1, "Blue": 0}
    assert find_misallotted(old, new, held, other) == ()
    assert carried(old, new, *held, allotment=other) == ({0: ("Blue",), 1: ("Red",)}, (), ())
    assert carried(old, new, *held, allotment={"Red": 1})[1] == ("Blue",)


def test_a_city_may_be_parted_and_its_tokens_told_apart():
    old, new = tile(2), tile(1, 1, tracks=((0,), (3,)))
    held = (("Red", "Blue"),)
    assert carried(old, new, *held)[1] == ("Blue",)
    apart = {"Red": 1, "Blue": 0}
    assert find_misallotted(old, new, held, apart) == ()
    assert carried(old, new, *held, allotment=apart) == ({0: ("Blue",), 1: ("Red",)}, (), ())


def test_no_token_is_led_away_from_its_track():
    old, new = tile(1, 1, tracks=((0, 3), ())), tile(1, 1, tracks=((0, 3), (1, 4)))
    held = ("Red",), ("Blue",)
    assert find_misallotted(old, new, held, {"Red": 1}) == ("Red",)
    assert find_misallotted(old, new, held, {"Blue": 1}) == ()
    assert find_misallotted(old, new, held, {"Green": 1, "Red": 7}) == ("Green", "Red")


# on the board


def pair(label="OO", **more) -> Map:
    """A hex for two cities, B4, beside plain ones."""
    hexes = [Hex(at) for at in ("A3", "A5", "B2", "B6", "C3", "C5")]
    return Map([*hexes, Hex("B4", colour="yellow", label=label, stops=(city(), city()))], **more)


@pytest.fixture
def open_city() -> Board:
    """Red's and Blue's tokens lie in the two cities of B4, which have no track yet."""
    return Board(pair()).with_token("B4.0", "Red").with_token("B4.1", "Blue")


def codes(found):
    return [fault.code for fault in found]


def test_a_lay_says_which_city_is_which(open_city):
    as_printed = open_city.with_tile("B4", "59", 0)
    assert as_printed.tokens == {"B4.0": ("Red",), "B4.1": ("Blue",)}
    other = {"Red": 1, "Blue": 0}
    assert codes(faults(open_city, "B4", "59", 0, RED, allotment=other)) == []
    turned = open_city.with_tile("B4", "59", 0, other)
    assert turned.tokens == {"B4.0": ("Blue",), "B4.1": ("Red",)}
    assert turned.reach(RED).edges != as_printed.reach(RED).edges


def test_an_allotment_that_cannot_be_is_refused(open_city):
    (fault,) = faults(open_city, "B4", "59", 0, RED, allotment={"Red": 1})
    assert (fault.code, fault.text) == ("no_place", "Blue")
    assert "the token of Blue" in fault.says
    with pytest.raises(ValueError, match="no place for the token of Blue"):
        open_city.with_tile("B4", "59", 0, {"Red": 1})
    (fault,) = faults(open_city, "B4", "59", 0, RED, allotment={"Green": 1})
    assert (fault.code, fault.text) == ("allotted", "Green")
    laid = open_city.with_tile("B4", "59", 0)
    assert codes(faults(laid, "B4", "67", 0, RED, allotment={"Red": 1, "Blue": 0})) == [
        "allotted",
        "allotted",
    ]


def test_a_tile_without_room_for_a_token_is_refused_and_never_laid(open_city):
    found = codes(faults(open_city, "B4", "57", 0, RED))
    assert "no_place" in found  # beside all else that is wrong with it
    assert "no_place" not in codes(faults(Board(pair()), "B4", "57", 0))
    for wrong in ("57", "9"):
        with pytest.raises(ValueError, match="no place"):
            open_city.with_tile("B4", wrong, 0)
    assert all(tile not in {"57", "9"} for tile, _ in lays(open_city, "B4", ["57", "9", "59"]))


def test_no_lay_is_offered_that_would_lose_a_token():
    """The brown tile has a circle less than the hex as it is printed."""
    around = [Hex(at) for at in ("A3", "A5", "B2", "B6", "C3", "C5")]
    board = Board(Map([*around, Hex("B4", colour="green", stops=(city(3),))]))
    two = board.with_token("B4.0", "Red").with_token("B4.0", "Blue")
    assert ("63", 0) in lays(two, "B4", ["63"])
    three = two.with_token("B4.0", "Green")
    assert lays(three, "B4", ["63"]) == []
    (fault,) = faults(three, "B4", "63", 0)
    assert (fault.code, fault.text) == ("no_place", "Green")


def test_tokens_that_give_way_are_named_in_the_maps_data():
    text = 'gives_way = ["State"]\n[hexes]\nB4 = {stops = [{kind = "city", slots = 3}]}\n'
    map = read_map(tomllib.loads(text))
    assert map.gives_way == {"State"}
    board = Board(map).with_token("B4.0", STATE).with_token("B4.0", "Red")
    assert board.with_tile("B4", "57", 0).tokens == {"B4.0": ("Red",)}
    assert faults(board, "B4", "57", 0)[0].code != "no_place"


def test_a_lay_joined_only_by_the_companys_own_token_gives_it_the_track(monkeypatch):
    """The tile gives track to one of the two cities only."""
    one_sided = Tile("T1", "green", (city(), city()), (Track(0, "s0"), Track(3, "s0")), "OO")
    monkeypatch.setattr("companion.board.map.catalogue", lambda: {"T1": one_sided})
    board = Board(pair()).with_token("B4.0", "Red").with_token("B4.1", "Blue")
    away = {"Red": 1, "Blue": 0}
    assert codes(faults(board, "B4", "T1", 0, RED)) == []
    assert codes(faults(board, "B4", "T1", 0, RED, allotment=away)) == ["not_reached"]
    assert codes(faults(board, "B4", "T1", 0, Access("Blue"))) == ["not_reached"]
    assert codes(faults(board, "B4", "T1", 0, Access("Blue"), allotment=away)) == []


# the ways there are


def test_tokens_of_cities_without_track_may_each_go_to_either():
    old, new = tile(1, 1), tile(1, 1, tracks=((0, 3), ()))
    assert choices(old, new, [("Red",), (None,)]) == [{}, {"Red": 1}]
    both = choices(old, new, [("Red",), ("Blue",)])
    assert both[0] == {}  # each along with its city
    assert {"Red": 1, "Blue": 0} in both


def test_there_is_no_choice_where_track_or_the_tile_says_it():
    old = tile(1, 1, tracks=((0,), (3,)))
    assert choices(old, tile(1, 1, tracks=((0, 1), (3,))), [("Red",), ("Blue",)]) == [{}]
    assert choices(tile(1, 1), tile(2), [("Red",), ("Blue",)]) == [{}]
    assert choices(tile(1, 1), tile(1, 1), [(None,), (None,)]) == [{}]


def test_two_tokens_of_one_owner_are_not_told_apart_by_choice():
    old, new = tile(1, 1), tile(2, 1, tracks=((0, 3), ()))
    assert choices(old, new, [(STATE,), (STATE,)]) == [{}]


def test_a_loose_hex_lets_tokens_leave_their_track_with_its_first_tile_only(monkeypatch):
    printed = Hex(
        "B4",
        colour="yellow",
        label="OO",
        stops=(city(), city()),
        tracks=(Track(0, "s0"),),
        loose=True,
    )
    around = [Hex(at) for at in ("A3", "A5", "B2", "B6", "C3", "C5")]
    away = {"Red": 1, "Blue": 0}
    for loose, wrong in ((True, []), (False, ["allotted"])):
        board = Board(Map([*around, replace(printed, loose=loose)]))
        board = board.with_token("B4.0", "Red").with_token("B4.1", "Blue")
        assert codes(faults(board, "B4", "59", 0, allotment=away)) == wrong
        assert ({"Red": 1, "Blue": 0} in allotments(board, "B4", "59", 0)) is loose
        laid = board.with_tile("B4", "59", 0)
        assert set(codes(faults(laid, "B4", "67", 0, allotment=away))) == {"allotted"}


def test_joined_cities_lose_circles_only_where_the_map_says_so(monkeypatch):
    tracks = (Track(0, "s0"), Track(3, "s1"))
    two = Tile("T1", "yellow", (city(2), city(2)), tracks, "OO")
    one = Tile("T2", "green", (city(2),), (Track(0, "s0"), Track(3, "s0")), "OO")
    monkeypatch.setattr("companion.board.map.catalogue", lambda: {"T1": two, "T2": one})
    hexes = [Hex(at) for at in ("A3", "A5", "B2", "B6", "C3", "C5")]
    printed = Hex("B4", label="OO", stops=(city(2), city(2)))
    for fewer, wrong in ((True, []), (False, ["stops"])):
        map = Map([*hexes, printed], gives_way=(STATE,), fewer_circles=fewer)
        board = Board(map).with_tile("B4", "T1", 0).with_token("B4.0", STATE)
        board = board.with_token("B4.0", "Red").with_token("B4.1", "Blue")
        assert codes(faults(board, "B4", "T2", 0)) == wrong
        assert (("T2", 0) in lays(board, "B4", ["T2"])) is fewer
    assert faults(board.with_token("B4.1", "Green"), "B4", "T2", 0)[-1].code == "no_place"


def test_a_map_names_in_its_data_each_freedom_that_it_allows():
    text = 'fewer_circles = true\n[hexes]\nB4 = {loose = true, stops = [{kind = "town"}]}\n'
    map = read_map(tomllib.loads(text))
    assert map.fewer_circles and map.hexes["B4"].loose
    plain = read_map(tomllib.loads('[hexes]\nB4 = {stops = [{kind = "town"}]}\n'))
    assert not plain.fewer_circles and not plain.hexes["B4"].loose


# a token on top of another


def test_a_token_lies_on_one_of_its_owner_and_is_taken_first(towns):
    board = towns.with_top("A1.0", "Blue")
    assert (board.tokens, board.stacked_tokens) == (towns.tokens, {"A1.0": ("Blue",)})
    assert board.top_stops("Blue") == ("A1.0",) and not board.top_stops("Red")
    assert board.lying() == {"Red": 1, "Blue": 2}
    with pytest.raises(ValueError, match="taken first"):
        board.without_token("A1.0", "Blue")
    assert board.without_token("A1.0", "Red").stacked_tokens == board.stacked_tokens
    assert board.without_top("A1.0", "Blue").without_token("A1.0", "Blue").lying() == {"Red": 1}
    assert without_tokens(board, "Blue").lying() == {"Red": 1}
    for stop, owner in (("A3.0", "Blue"), ("A1.0", "Blue")):
        with pytest.raises(ValueError, match="to lie on"):
            board.with_top(stop, owner)
    with pytest.raises(ValueError, match="on another"):
        board.without_top("A1.0", "Red")


def test_the_reach_depends_on_it():
    row = [
        Hex(at, colour="gray", stops=(city(),), tracks=tuple(Track(e, "s0") for e in edges))
        for at, edges in (("A1", (4,)), ("A3", (1, 4)), ("A5", (1,)))
    ]
    board = Board(Map(row)).with_token("A1.0", "Red").with_token("A3.0", "Blue")
    assert "A5.0" not in board.reach(RED).stops
    opened = board.with_top("A3.0", "Blue")
    assert "A5.0" in opened.reach(RED).stops
    assert "A5.0" not in opened.without_top("A3.0", "Blue").reach(RED).stops


def test_it_goes_along_with_the_one_below():
    hexes = [Hex(at) for at in ("A3", "A5", "B2", "B6", "C3", "C5")]
    printed = Hex("B4", label="OO", stops=(city(), city()))
    board = Board(Map([*hexes, printed])).with_token("B4.1", "Red").with_top("B4.1", "Red")
    to = board.carry_tokens("B4", "59", 0, {"Red": 0}).slots
    assert to[0] == ("Red",)
    laid = board.with_tile("B4", "59", 0, {"Red": 0})
    assert laid.stacked_tokens == {"B4.0": ("Red",)}
    assert board.with_tile("B4", "59", 0).stacked_tokens == {"B4.1": ("Red",)}
    assert laid.without_tile("B4").stacked_tokens == {"B4.0": ("Red",)}
    assert board.with_tile("A3", "9", 0).stacked_tokens == board.stacked_tokens
    again = Board.restore(laid.map, laid.laid, laid.tokens, laid.stacked_tokens)
    assert (again.tokens, again.stacked_tokens) == (laid.tokens, laid.stacked_tokens)
