"""The compiled network: links where there is no choice, switches where track parts."""

from __future__ import annotations

import pytest

from companion.board.bestrun.benchmarks import dense_board
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.track_network import network, route_path
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import path_faults
from companion.board.tiles import Stop, Track
from tests.board import example_map
from tests.board.recorded_boards import T1830


def city(at, *edges, slots=1):
    tracks = tuple(Track(edge, "s0") for edge in edges)
    return Hex(at, colour="gray", stops=(Stop("city", (("", 20),), slots),), tracks=tracks)


def plain(at, *tracks):
    return Hex(at, colour="gray", tracks=tuple(Track(a, b) for a, b in tracks))


def board_of(*hexes, token="A1.0"):
    return Board(Map(hexes)).with_token(token, "PRR")


def ends(net):
    """Each link as its two nodes (a stop's id, or "switch") and the plain hexes between."""
    names = [place.id for place in net.places]
    names += ["switch"] * (len(net.at) - len(net.places))
    return {(names[link.a], names[link.b], link.hexes) for link in net.links}


def test_the_rule_books_example_has_one_switch():
    net = network(example_map.example_board(), Access(example_map.HOME))
    at = {letter: example_map.stop(letter) for letter in example_map.STOPS}
    assert {place.id for place in net.places} == set(at.values())
    assert len(net.at) - len(net.places) == 1
    c, b, i, a = (example_map.AT[letter] for letter in "CBIA")
    found = {(*sorted((x, y)), tuple(sorted(way))) for x, y, way in ends(net)}
    assert found == {
        (*sorted((at["F"], at["E"])), ()),
        (*sorted((at["F"], at["J"])), (i,)),
        (*sorted((at["E"], at["H"])), ()),
        (*sorted((at["E"], at["D"])), ()),
        (at["E"], "switch", (b,)),
        (at["F"], "switch", (c,)),
        (at["G"], "switch", (c,)),
    }
    assert a not in {hex for _, _, way in found for hex in way}  # its far end is off the board


def test_own_and_blocked_cities_are_told_apart():
    board = board_of(city("A1", 4), city("A3", 1, 4), city("A5", 1)).with_token("A3.0", "NYC")
    places = {place.id: place for place in network(board, Access("PRR")).places}
    assert places["A1.0"].own
    assert places["A1.0"].through
    assert not places["A3.0"].own
    assert not places["A3.0"].through
    assert "A5.0" not in places  # behind the blocked city


def test_track_that_leads_nowhere_is_left_out():
    net = network(
        board_of(city("A1", 4), plain("A3", (1, 4), (1, 5)), city("A5", 1)), Access("PRR")
    )
    assert ends(net) == {("A1.0", "A5.0", ("A3",))}


def test_track_parting_at_a_side_meets_in_a_switch():
    board = board_of(city("A1", 4), plain("A3", (1, 4), (1, 5)), city("A5", 1), city("B4", 2))
    net = network(board, Access("PRR"))
    assert ends(net) == {
        ("A1.0", "switch", ()),
        ("A5.0", "switch", ("A3",)),
        ("B4.0", "switch", ("A3",)),
    }
    switch = len(net.places)
    halves = sorted(net.links[k].half(switch) for k in net.at[switch])
    assert halves in ([0, 1, 1], [0, 0, 1])  # one comes from A1, two from A3


def test_crossing_track_makes_no_switch():
    board = board_of(
        city("A1", 4), plain("A3", (1, 4), (0, 5)), city("A5", 1), city("B2", 3), city("B4", 2)
    )
    assert ends(network(board, Access("PRR"))) == {("A1.0", "A5.0", ("A3",))}


def test_track_back_to_the_same_stop_is_left_out():
    loop = (plain("A3", (0, 1)), plain("B2", (2, 3)))
    net = network(board_of(city("A1", 1, 4, 5), *loop, token="A1.0"), Access("PRR"))
    assert net.links == ()


def test_links_that_are_alike_are_kept_for_as_many_trains_as_there_are():
    around = (plain("A3", (0, 1)), city("A1", 4, 5), city("B2", 2, 3))
    board = board_of(*around)
    assert len(network(board, Access("PRR"), trains=2).links) == 2
    (link,) = network(board, Access("PRR"), trains=1).links
    assert link.hexes == ()  # the shorter way


def test_a_town_may_be_the_end_of_terminal_track():
    stop = (Stop("town", (("", 10),)),)
    end = Hex("A3", colour="gray", stops=stop, tracks=(Track(1, "s0", True), Track(4, "s0")))
    net = network(board_of(city("A1", 4), end, city("A5", 1)), Access("PRR"))
    (link,) = net.links
    assert link.half(net.at.index((0,), 1)) == 1
    assert [place.id for place in net.places] == ["A1.0", "A3.0"]


def test_a_route_is_spelled_out_from_its_links():
    net = network(example_map.example_board(), Access(example_map.HOME))
    names = [place.id for place in net.places] + ["switch"]
    used = 0
    for number, link in enumerate(net.links):
        if {names[link.a], names[link.b]} in (
            {example_map.stop("F"), "switch"},
            {example_map.stop("E"), "switch"},
            {example_map.stop("E"), example_map.stop("H")},
        ):
            used |= 1 << number
    way = example_map.way("FCBEH")
    assert route_path(net, used) in (way, way[::-1])


@pytest.mark.parametrize("seed", range(4))
def test_every_link_is_a_way_over_real_track(seed):
    board = dense_board(T1830.map(), seed, "PRR")
    net = network(board, Access("PRR"))
    for number, link in enumerate(net.links):
        if link.b < len(net.places):
            assert path_faults(board, route_path(net, 1 << number)) == []
    assert len(net.links) > 20


@pytest.mark.parametrize("seed", range(4))
def test_a_sweep_looks_at_every_node_once_and_opens_every_link_once(seed):
    net = network(dense_board(T1830.map(), seed, "PRR"), Access("PRR"), trains=2)
    steps = Sweep(net).steps
    assert sorted(step.node for step in steps) == list(range(len(net.at)))
    opened = [link for step in steps for link in step.leaving]
    closed = [link for step in steps for link in step.arriving]
    assert sorted(opened) == sorted(closed) == list(range(len(net.links)))
