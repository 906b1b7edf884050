"""The data of 1828, against the fact sheet and the book's own tables."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from companion.board.board import Board
from companion.board.tiles import DataError
from companion.rules.core.actions import Bid, BuyPrivateForCompany, LayTile, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import type_of
from companion.rules.data.switches import PrivateUseSwitches
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.rules.shares import holdings
from companion.titles.t1828 import prices
from companion.titles.t1828.coal import BuyCoal
from companion.titles.t1828.removed_companies import leave
from companion.titles.t1828.title_state import Turn1828
from tests.support.positions import Position
from tests.titles.t1828.game_start import table

COAL = {"price": 120, "field": "K11", "tunnel": "K13", "lies": ["K11", "K11", "K13"]}
OURS = {"gray": "grey", **{f"par_{c}": c for c in ("yellow", "green", "blue", "brown")}}


@pytest.fixture(scope="module")
def sheet(references):
    return json.loads((references / "facts" / "1828.json").read_text())


@pytest.fixture
def data():
    return Position("1828").data


def test_money_and_no_limits(data):
    assert data.cash == {3: 800, 4: 700, 5: 620}
    assert data.bank is None
    for players in data.cash:
        at = Position("1828", players)
        assert (
            holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1") is None
        )
        assert at.state.cash["p1"] == data.cash[players]


def test_figures_of_the_title_are_read_from_its_data(data):
    """Those that another edition has otherwise."""
    own = {"bid_step": 10, "rises_more_at": 60}
    at = Position("1828", 4).with_data(
        own={**data.own, **own, "discarded": {"3": 1, "4": 1, "5": 1}},
        private_use=PrivateUseSwitches((0, 1)),
    )
    assert sum(owner == "gone" for owner in at.state.privates.values()) == 1
    actor = at.state.order[0]
    assert at.refused(Bid(actor, "C&A", 165)) == {"bid.too_low", "bid.step"}
    assert at.allowed(Bid(actor, "C&A", 170))
    at.started("GT", 67, "p1", p1=60, p2=40).floated("GT", 500).phase("Green")
    assert prices.price_after_round(at.rules, at.state, "GT").row == 11  # two up from 67 in row 13
    at.privates(**{"C&A": "p2"}).operating("GT")
    assert at.refused(BuyPrivateForCompany("GT", "C&A", 161)) == {"private.range"}
    assert at.allowed(BuyPrivateForCompany("GT", "C&A", 160))


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ({"bid_step": None}, "own.bid_step: is None; a whole number from 1"),
        (
            {"discarded": {"3": 4, "4": 3}},
            "own.discarded: one for each number of players is needed: 3, 4, 5",
        ),
        ({"one_more_yellow": {"XYZ": 40}}, 'own.one_more_yellow.XYZ: is "XYZ"; the symbol of a'),
        ({"coals": 3}, "own.coals: is no key here"),
        ({"rises_more_at": "1"}, 'own.rises_more_at: is "1"; a whole number'),
        ({"coal": 120}, "own.coal: is 120; a table is needed"),
        ({"coal": {**COAL, "field": "K12"}}, 'own.coal.field: is "K12"; a hex of the map'),
        ({"coal": {**COAL, "lies": ["K11", "K11"]}}, "own.coal.lies: .*K13 once"),
        ({"coal": {**COAL, "lies": ["K15", "K13"]}}, "own.coal.lies: K11 any number"),
        ({"coal": {"field": "K11"}}, "own.coal.price: is missing"),
    ],
)
def test_wrong_figures_are_named_by_their_key(data, own, says):
    with pytest.raises(DataError, match=says):
        Position("1828").with_data(own={**data.own, **own})


def test_one_private_has_a_railway_and_who_merges_has_ten_tenths(data):
    none = [replace(private, powers={}) for private in data.private_list]
    with pytest.raises(DataError, match=r"title\.toml\.privates: 0 have the power railway"):
        Position("1828").with_data(private_list=tuple(none))
    kinds = (replace(data.kind_list[0], certificates=(20, 20, *(10,) * 6)), *data.kind_list[1:])
    with pytest.raises(DataError, match=r"title\.toml\.kinds: certificates of public are \[20, 20"):
        Position("1828").with_data(kind_list=kinds)


def test_one_marker_is_of_nobody_and_there_are_systems(data):
    with pytest.raises(DataError, match=r"title\.toml\.markers: there are 0; one is needed"):
        Position("1828").with_data(marker_list=())
    kinds = tuple(kind for kind in data.kind_list if kind.name != "system")
    with pytest.raises(DataError, match=r"title\.toml\.kinds: there is no kind 'system'"):
        Position("1828").with_data(kind_list=kinds)
    (marker,) = data.marker_list
    at = table(4).with_data(marker_list=(replace(marker, symbol="shut"),))
    at.phase("Purple")
    leave(Change(at.state), at.rules)
    assert at.state.board.tokens["D4.0"] == ("shut",)


def test_coal_lies_and_costs_what_the_data_say(data):
    coal = {"price": 60, "field": "K19", "tunnel": "K13", "lies": ["K19", "K13"]}
    at = table(4).with_data(own={**data.own, "coal": coal})
    assert at.rules.table.hex_marks(at.rules, at.state) == {"K19": "coal 1", "K13": "coal 1"}
    at.close_privates().started("C&O", 67, "p1", p1=60).floated("C&O", 60)
    assert at.rules.access.of(at.rules, at.state, "C&O").closed == {"K19"}
    at.tile("K15", "57", 0).tile("K17", "9", 1).operating("C&O", "trains")
    assert at.refused(BuyCoal("C&O")) == {"coal.unreached"}
    at.tile("K15", "57", 1)
    assert at.allowed(BuyCoal("C&O"))
    at.do(BuyCoal("C&O"))
    assert (at.state.cash["C&O"], at.state.title_state.coal_markers) == (0, ("C&O", "K13"))


def test_the_railway_of_a_private_has_the_names_that_the_data_give_it(data):
    """The private, the company that operates for it, and its train are three names."""
    at = table(4).with_data(
        company_list=tuple(
            replace(own, symbol="COB") if own.symbol == "C&P" else own for own in data.company_list
        ),
        train_types=tuple(
            replace(type, name="steam") if type.name == "C&P" else type for type in data.train_types
        ),
        private_list=tuple(
            replace(one, powers={**one.powers, "railway": {"company": "COB", "train": "steam"}})
            if "railway" in one.powers
            else one
            for one in data.private_list
        ),
    )
    assert at.state.board.tokens["C15.0"] == ("COB",)
    at.close_privates().privates(**{"C&P": "p2"})
    at.state.round = PrivateOperatingRound(2, 1, 1, ("COB",), turn=Turn1828("COB"))
    at.do(LayTile("COB", "C17", "9", 1))
    at.do(RunTrains("COB", (("steam-0", ("C15.0", "C17", "C19.0")),)))
    assert at.state.cash["COB"] == 15


def test_on_which_privates_only_the_newest_bid_stays_is_said_of_each(data):
    """By the book those of $250; here the D&H instead."""
    switched = tuple(
        replace(one, powers={**one.powers, "one_bid": one.symbol == "D&H"})
        for one in data.private_list
    )
    book = table(4).do(Bid("p1", "D&H", 85), Bid("p2", "D&H", 90), Bid("p3", "CPR", 255))
    at = table(4).with_data(private_list=switched)
    at.do(Bid("p1", "D&H", 85), Bid("p2", "D&H", 90), Bid("p3", "CPR", 255))
    for here, stay in ((book, 85), (at, 0)):
        assert here.state.round.bound("p1") == stay
        here.do(Bid("p4", "CPR", 260))
    assert (book.state.round.bound("p3"), at.state.round.bound("p3")) == (0, 255)


@pytest.mark.parametrize(("players", "reds"), [(3, 3), (4, 3), (5, 4)])
def test_trains_by_number_of_players(players, reds):
    trains = Counter(map(type_of, Position("1828", players).state.trains))
    assert trains.pop("C&P") == 1
    assert trains == {"2": 6, "3": 9, "5": 4, "3+D": 6, "6": reds, "8E": 3, "D": 1}


def test_pars_come_with_the_phases():
    at = Position("1828")
    pars = {}
    for phase in at.data.phases:
        at.state.phase = phase.name
        pars[phase.name] = sorted(at.rules.market.pars(at.rules, at.state, "GT"))
    yellow = [67, 71, 79]
    green, blue = [*yellow, 86, 94], [*yellow, 86, 94, 105]
    assert pars == {
        "Yellow": yellow,
        "Green": green,
        "Blue": blue,
        "Brown": [*blue, 120],
        "Red": [*blue, 120],
        "Gray": [*blue, 120],
        "Purple": [],
    }
    assert [phase.operating_rounds for phase in at.data.phases] == [1, 2, 2, 3, 3, 3, 4]
    assert [phase.train_limit("public") for phase in at.data.phases] == [4, 4, 4, 3, 2, 2, 2]


def test_letters_of_tiles_are_those_of_this_title(data):
    board = Board(data.map)
    assert (
        board.tile_at("I19").label == board.with_tile("I19", "53", 0).tile_at("I19").label == "Ba"
    )
    assert (
        board.tile_at("E27").label == board.with_tile("E27", "121", 0).tile_at("E27").label == "Bo"
    )
    labels = {number: data.map.known[number].label for number in ("53", "61", "121", "997")}
    assert labels == {"53": "Ba", "61": "Ba", "121": "Bo", "997": "Bo"}


def test_the_market_is_the_sheets(data, sheet):
    for row, cells in zip(data.chart.rows, sheet["market"]["rows"], strict=True):
        for cell, given in zip(row, cells, strict=True):
            said = None if cell is None else [cell.price, *sorted(cell.kinds)]
            kinds = [] if given is None else [OURS.get(kind, kind) for kind in given[1:]]
            assert said == (given and [given[0], *kinds])
    assert len([cell for cell in data.cells.values() if "grey" in cell.kinds]) == sum(
        "gray" in cell for row in sheet["market"]["rows"] for cell in row if cell
    )


def test_companies_are_the_sheets(data, sheet):
    public = [company for company in data.company_list if company.kind.name == "public"]
    assert len(public) == 16
    for company, given in zip(public, sheet["companies"], strict=True):
        assert (company.symbol, company.name) == (given["symbol"], given["name"])
        assert company.token_costs == tuple(given["token_costs"])
        assert company.colour == given["colour"]
        assert {place.partition(".")[0] for place in company.homes[0]} == {given["home"]}
    assert data.companies["NYH"].homes == (("G23.1",),)
    assert data.companies["ERIE"].homes == (("E15.0", "E15.1"),)


def test_privates_are_the_sheets(data, sheet):
    assert len(data.private_list) == 16
    for private, given in zip(data.private_list, sheet["privates"], strict=True):
        assert (private.symbol, private.name) == (given["symbol"], given["name"])
        assert private.price == given["price"]
        assert list(private.blocks) == given["blocks"]
        never = private.powers.get("never_for_companies", False)
        assert never is not given["saleable"]


def test_privates_pay_by_their_owner(sheet):
    at = Position("1828")
    at.stock_round()
    for given in sheet["privates"]:
        revenue = given["revenue"]
        by_owner = revenue if isinstance(revenue, dict) else {"player": revenue, "company": revenue}
        for kind, owner in (("player", "p1"), ("company", "GT")):
            at.privates(**{given["symbol"]: owner})
            assert at.rules.privates.revenue(at.rules, at.state, given["symbol"]) == by_owner[kind]


def test_tiles_and_map_are_the_sheets(data, sheet):
    assert data.tiles == sheet["tiles"]
    assert set(data.map.hexes) == {each["at"] for each in sheet["map"]["hexes"]}
    for given in sheet["map"]["hexes"]:
        here = data.map.hexes[given["at"]]
        assert (here.name, here.colour, here.label) == (
            given.get("name"),
            given["color"],
            given.get("label"),
        )
        costs = sum(ground["cost"] for ground in given.get("terrain", ()))
        assert sum(ground.cost for ground in here.terrain) == costs
        barred = {b["edge"] for b in given.get("borders", ()) if b.get("kind") == "impassable"}
        assert {b.edge for b in here.borders if b.kind == "impassable"} == barred
        tracks = [(track.a, track.b) for track in here.tracks]
        assert tracks == [tuple(track[:2]) for track in given.get("tracks", ())]


def test_coal_lies_on_the_coalfields_and_in_the_tunnel():
    assert Position("1828").state.title_state.coal_markers == ("K11", "K11", "K13")
