"""Printed rules: future labels, costs of tiles, values for diesels, free visits, groups."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.board.bestrun.best_run import best_run, has_route
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lays import faults, lays
from companion.board.map import Hex, Map, read_map
from companion.board.routes import Route, check_route, check_run
from companion.board.tiles import BY_TOKENS, HALF, Stop, Tile, Track, catalogue
from companion.board.trains import Fares, StopCount, TrainKind
from companion.drawing import Look, draw_map, draw_tile, hex_words
from tests.oracles.best_runs import exhaustive, position

RED = Access("Red")
FARES = Fares(("yellow", "green"))
TWO = TrainKind("2", (StopCount(2),))
DIESEL = TrainKind("D")


def row(*hexes: Hex) -> Board:
    return Board(Map(hexes))


def city(at: str, *edges: int, **more: object) -> Hex:
    stop = Stop("city", (("", 20),), 1)
    return Hex(
        at, colour="gray", stops=(stop,), tracks=tuple(Track(edge, "s0") for edge in edges), **more
    )


def off_board(at: str, edge: int, **more: object) -> Hex:
    stop = Stop("offboard", **{"revenue": (("yellow", 30),), **more})
    return Hex(at, colour="red", stops=(stop,), tracks=(Track(edge, "s0"),))


# future labels


LABELLED = {
    "hexes": {
        "B2": {
            "stops": [{"kind": "city", "slots": 1}],
            "future_label": {"label": "P", "from_colour": "brown"},
        },
        "B4": {}, "A1": {}, "A3": {}, "C1": {}, "C3": {}, "B0": {},
    },
    "own_tiles": {
        "BP": {
            "colour": "brown",
            "label": "P",
            "stops": [{"kind": "city", "slots": 2}],
            "tracks": [[edge, "s0"] for edge in range(6)],
        },
        "GP": {
            "colour": "gray",
            "label": "P",
            "stops": [{"kind": "city", "slots": 3}],
            "tracks": [[edge, "s0"] for edge in range(6)],
        },
        "G": {
            "colour": "gray",
            "stops": [{"kind": "city", "slots": 3}],
            "tracks": [[edge, "s0"] for edge in range(6)],
        },
    },
}  # fmt: skip


def test_a_future_label_binds_from_its_colour_on():
    map = read_map(LABELLED)
    board = Board(map)
    assert [fault.code for fault in faults(board, "B2", "57", 0)] == []
    board = board.with_tile("B2", "57", 0).with_tile("B2", "14", 0)
    assert "label" in [fault.code for fault in faults(board, "B2", "63", 0)]
    assert lays(board, "B2", ["63", "BP"]) == [("BP", 0)]


def test_a_tile_with_a_future_label_passes_it_on():
    board = Board(read_map(LABELLED))
    for tile in ("57", "14", "BP"):
        board = board.with_tile("B2", tile, 0)
    assert lays(board, "B2", ["G", "GP"]) == [("GP", 0)]


@pytest.mark.parametrize("is_final", [False, True])
def test_a_final_tile_is_never_replaced(is_final):
    hexes = {at: {} for at in ("B2", "B4", "A1", "A3", "C1", "C3", "B0")}
    own = {"F": {"colour": "yellow", "tracks": [[0, 3]], "is_final": is_final}}
    board = Board(read_map({"hexes": hexes, "own_tiles": own}))
    assert lays(board, "B2", ["F"]) == [("F", 0), ("F", 1), ("F", 2)]
    board = board.with_tile("B2", "F", 0)
    found = lays(board, "B2", [str(number) for number in range(16, 30)])
    assert bool(found) is not is_final
    found = [fault for fault in faults(board, "B2", "20", 0) if fault.text == "final"]
    assert bool(found) is is_final


def test_the_future_label_of_a_tile_goes_before_that_of_its_hex():
    future = {"label": "P", "from_colour": "brown"}
    green = {
        "colour": "green",
        "label": "N",
        "future_label": future,
        "stops": [{"kind": "city", "slots": 2}],
        "tracks": [[edge, "s0"] for edge in (1, 4)],
    }
    hexes = {at: dict(hex) for at, hex in LABELLED["hexes"].items()}
    hexes["B2"]["future_label"] = {"label": "N", "from_colour": "green"}
    map = read_map({"hexes": hexes, "own_tiles": {**LABELLED["own_tiles"], "GN": green}})
    board = Board(map).with_tile("B2", "57", 1)
    assert lays(board, "B2", ["14", "GN"]) == [("GN", 0)]
    board = board.with_tile("B2", "GN", 0)
    assert lays(board, "B2", ["63", "BP"]) == [("BP", 0)]
    assert lays(board.with_tile("B2", "BP", 0), "B2", ["G", "GP"]) == [("GP", 0)]


# routes


def test_a_diesel_earns_its_own_value_in_any_phase():
    far = off_board("A3", 1, revenue=(("yellow", 30), ("brown", 60), ("diesel", 100)))
    board = row(city("A1", 4), far).with_token("A1.0", "Red")
    for kind, revenue in ((TWO, 50), (DIESEL, 120)):
        best = best_run(board, RED, {"1": kind}, FARES)
        assert best.revenue == revenue
        report = check_run(board, RED, {"1": kind}, best.routes, FARES)
        assert (report.all_faults, report.revenue) == ((), revenue)


def test_a_visit_without_cost_uses_no_length():
    fish = off_board("A5", 1, visit_cost=0)
    board = row(city("A1", 4), city("A3", 1, 4), fish).with_token("A1.0", "Red")
    best = best_run(board, RED, {"1": TWO}, FARES)
    assert best.revenue == 70
    costly = row(city("A1", 4), city("A3", 1, 4), off_board("A5", 1)).with_token("A1.0", "Red")
    route = Route("1", ("A1.0", "A3.0", "A5.0"))
    assert check_route(board, RED, TWO, route, FARES).faults == ()
    found = check_route(costly, RED, TWO, route, FARES).faults
    assert [fault.code for fault in found] == ["too_long"]


def test_a_stop_that_makes_no_route_is_named_by_the_map():
    port = off_board("A3", 1, makes_route=False)
    board = row(city("A1", 4), port).with_token("A1.0", "Red")
    assert board.map.idle_stops == {"A3.0"}
    assert has_route(board, RED, [TWO])
    assert not has_route(board, replace(RED, closed=board.map.idle_stops), [TWO])


def test_a_city_and_an_off_board_of_one_group_are_one_location():
    joint = Stop("city", (("", 40),), 1, "Far")
    ends = Hex("A1", colour="red", stops=(joint,), tracks=(Track(4, "s0"),))
    board = row(ends, city("A3", 1, 4), off_board("A5", 1, group="Far")).with_token("A3.0", "Red")
    route = Route("1", ("A1.0", "A3.0", "A5.0"))
    found = check_route(board, RED, DIESEL, route, FARES).faults
    assert [fault.code for fault in found] == ["stop_twice"]
    assert best_run(board, RED, {"1": DIESEL}, FARES).revenue == 60


@pytest.mark.parametrize("seed", range(70_000, 70_024))
def test_no_run_on_a_small_board_earns_more(seed):
    """Some off-boards and cities cost no length, and some pay diesels more."""
    at, chance = position(seed), random.Random(seed)

    def change(hex: Hex) -> Hex:
        stops = tuple(
            replace(
                stop,
                visit_cost=chance.randint(0, 1),
                revenue=(*stop.revenue, ("diesel", 10 * chance.randint(0, 12))),
            )
            for stop in hex.stops
        )
        return replace(hex, stops=stops)

    old = at.board
    map = Map([change(hex) for hex in old.map.hexes.values()])
    board = Board.restore(map, old.laid, old.tokens, old.stacked_tokens)
    trains = {id: replace(kind, name=chance.choice("D2")) for id, kind in at.trains.items()}
    best = best_run(board, at.access, trains, at.fares)
    report = check_run(board, at.access, trains, best.routes, at.fares)
    assert (report.all_faults, report.revenue) == ((), best.revenue)
    everything = exhaustive(board, at.access, trains, at.fares)
    assert (best.revenue, best.proved) == (everything, True)


# what is drawn


def test_terrain_of_two_kinds_and_icons_are_drawn_and_named():
    tables = {
        "hexes": {
            "A1": {"terrain": [{"kind": "water+mountain", "cost": 80}]},
            "A3": {"terrain": [{"cost": 40}], "icons": ["port"]},
            "A5": {"stops": [{"kind": "city", "slots": 1}], "label": "H"},
        }
    }
    board = Board(read_map(tables))
    assert hex_words(board, "A1") == "A1, water and mountain 80"
    assert hex_words(board, "A3") == "A3, cost 40, port"
    drawn = draw_map(board, Look({}))
    assert 'class="mtn"' in drawn and 'class="wtr"' in drawn
    assert ">port<" in drawn and ">40<" in drawn
    laid = board.with_tile("A5", "438", 0)
    assert hex_words(laid, "A5") == "A5, yellow tile 438, label H, city 40, cost 80"
    assert ">80<" in draw_tile(catalogue()["438"])
    assert ">80<" in draw_map(laid, Look({}))


def test_the_value_for_diesels_is_drawn():
    board = row(off_board("A1", 4, revenue=(("yellow", 30), ("brown", 60), ("diesel", 100))))
    for paper in (False, True):
        assert ">100<" in draw_map(board, Look({}), paper=paper)


def test_a_turned_tile_keeps_all_that_is_printed_on_it():
    tile = catalogue()["438"]
    assert isinstance(tile, Tile)
    assert (tile.rotate(2).cost, tile.rotate(2).icons) == (80, tile.icons)


# ports


def port(at: str, edge: int, pays: str, value: int = 20) -> Hex:
    stop = Stop("offboard", (("", 0), ("green", value)), port=pays)
    return Hex(at, colour="blue", stops=(stop,), tracks=(Track(edge, "s0"),))


def coast(pays: str, *tokens: str, value: int = 20) -> Board:
    """Port A1, cities A3 and A5, off-board A7; A1 and A7 have one neighbour each."""
    board = row(port("A1", 4, pays, value), city("A3", 1, 4), city("A5", 1, 4), off_board("A7", 1))
    for stop in tokens:
        board = board.with_token(stop, "Red")
    return board


ALONG = ("A1.0", "A3.0", "A5.0", "A7.0")


def earns(board: Board, path: tuple[str, ...], train: TrainKind = DIESEL, fares=FARES) -> int:
    report = check_route(board, RED, train, Route("t", path), fares)
    assert not report.faults
    return report.revenue


def test_a_port_pays_its_value_for_each_own_city_of_the_route():
    assert earns(coast(BY_TOKENS, "A3.0"), ALONG) == 20 + 20 + 30 + 20
    assert earns(coast(BY_TOKENS, "A3.0", "A5.0"), ALONG) == 20 + 20 + 30 + 2 * 20
    assert earns(coast(BY_TOKENS, "A3.0", "A5.0"), ALONG, fares=Fares(("yellow",))) == 70


def test_a_port_pays_half_of_the_other_stops_rounded_down_to_tens():
    assert earns(coast(HALF, "A3.0"), ALONG) == 70 + 30
    assert earns(coast(HALF, "A3.0"), ALONG[:-1]) == 40 + 20


def test_a_port_counts_against_the_length_of_a_train():
    board = coast(HALF, "A3.0")
    route = check_route(board, RED, TWO, Route("t", ALONG[:-1]), FARES)
    assert [fault.code for fault in route.faults] == ["too_long"]
    assert earns(board, ALONG[1:-1], TWO) == 40


def test_a_port_stands_beside_two_other_stops():
    board = coast(BY_TOKENS, "A3.0")
    route = check_route(board, RED, DIESEL, Route("t", ALONG[:2]), FARES)
    assert [fault.code for fault in route.faults] == ["port_alone"]
    assert earns(board, ALONG[:3]) == 60


def test_a_route_has_one_port():
    board = row(port("A1", 4, BY_TOKENS), city("A3", 1, 4), port("A5", 1, BY_TOKENS))
    board = board.with_token("A3.0", "Red")
    route = check_route(board, RED, DIESEL, Route("t", ("A1.0", "A3.0", "A5.0")), FARES)
    assert [(fault.code, fault.how) for fault in route.faults] == [("stop_twice", "port")]


def test_each_train_may_go_to_a_port():
    hexes = (city("A3", 1, 4), city("A5", 1, 4), city("A7", 1, 4))
    board = row(port("A1", 4, HALF), *hexes, port("A9", 1, HALF)).with_token("A5.0", "Red")
    trains = {"3-0": TrainKind("3", (StopCount(3),)), "3-1": TrainKind("3", (StopCount(3),))}
    best = best_run(board, RED, trains, FARES)
    assert (best.revenue, best.proved) == (2 * 60, True)


def test_a_port_alone_obliges_to_own_no_train():
    board = row(port("A1", 4, HALF), city("A3", 1, 4)).with_token("A3.0", "Red")
    assert not has_route(board, RED, [TWO])
    assert board.map.idle_stops == {"A1.0"}
    assert has_route(coast(HALF, "A3.0"), RED, [TWO])


def test_a_port_is_told_in_words():
    board = coast(BY_TOKENS, "A3.0")
    assert "port, 20 per own city on the route" in hex_words(board, "A1", colours=("green",))
    board = coast(HALF, "A3.0")
    assert "port, half of what the rest of the route earns" in hex_words(board, "A1")


# labelled tiles with more cities


@pytest.mark.parametrize(("label", "fault"), [("NY", []), (None, ["stops"])])
def test_a_labelled_tile_may_show_more_cities(label, fault):
    cities = [{"kind": "city", "slots": 1}, {"kind": "city", "slots": 1}]
    tracks = [[0, "s0"], [5, "s0"], [1, "s1"], [2, "s1"]]
    tile = {"colour": "green", "stops": cities, "tracks": tracks}
    hexes = {
        "C5": {"colour": "yellow", "stops": cities[:1], "tracks": tracks[:2]},
        **{at: {} for at in ("C3", "C7", "B4", "B6", "D4", "D6")},
    }
    if label:
        tile["label"] = hexes["C5"]["label"] = label
    board = Board(read_map({"hexes": hexes, "own_tiles": {"X": tile}, "tiles": {"X": 1}}))
    board = board.with_token("C5.0", "Red")
    assert [each.code for each in faults(board, "C5", "X", 0)] == fault
    if not fault:
        laid = board.with_tile("C5", "X", 0)
        assert (laid.tokens["C5.0"], laid.tokens["C5.1"]) == (("Red",), (None,))
