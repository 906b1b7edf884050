"""The data of 1839, against the fact sheets and the book's own tables."""

import json
from collections import Counter

import pytest

from companion.board.tiles import DataError
from companion.rules.core.state import type_of
from companion.rules.shares import company_kinds, holdings
from tests.support.positions import Position
from tests.support.references import FACTS
from tests.titles.t1839.game_start import table

REGIONS = {"black": "Duitsland", "blue": "Overzeesch", "red": "Belgie"}


def read(name):
    return json.loads((FACTS / name).read_text())


@pytest.fixture(scope="module")
def sheet(references):
    return read("1839.json")


@pytest.fixture
def data():
    return table().data


def test_two_to_four_players_with_their_cash_and_no_limits(data):
    assert data.cash == {2: 700, 3: 500, 4: 420}
    assert data.bank is None
    for players in data.cash:
        at = table(players)
        assert {at.state.cash[seat] for seat in at.rules.seats} == {data.cash[players]}
        assert (
            holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1") is None
        )
        assert all(kind.pool_limit is None for kind in data.kind_list)
    assert data.money(1234) == "ƒ1,234"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trains_and_privates_by_number_of_players(players, sheet):
    at = table(players)
    there = Counter(type_of(train) for train in at.state.trains)
    supply = Counter(type_of(t) for t, card in at.state.trains.items() if card.place == "depot")
    for train in sheet["trains"]:
        count = train["quantity"][str(players)]
        assert there[train["name"]] == (1 if count == "unlimited" else count)
        in_supply = train.get("in_supply", {}).get(str(players), there[train["name"]])
        assert supply[train["name"]] == in_supply
    for private in sheet["privates"]:
        out = players not in private["players"]
        assert (at.state.privates[private["symbol"]] == "gone") is out
    assert len(at.rules.sale.unsold(at.state)) == {2: 10, 3: 11, 4: 12}[players]


def test_trains_are_the_sheets(data, sheet):
    centres = frozenset(("city", "town"))
    for train, given in zip(data.train_types, sheet["trains"], strict=True):
        assert (train.name, train.price, train.phase) == (
            given["name"],
            given["price"],
            given["phase"],
        )
        assert train.rusted_by == given["rusted_by_phase"]
        run, limits = given["run"], {(c.of, c.number) for c in train.kind.limits}
        expected = set()
        if run["max_revenue_centres"]:
            expected.add((centres, run["max_revenue_centres"]))
        if run["kind"] != "N":
            expected.add((frozenset(("city",)), run["n"]))
        if run["max_offboards"] == 1:
            expected.add((frozenset(("offboard",)), 1))
        assert limits == expected
        assert (train.kind.least.number, train.kind.least.of) == (2, centres)
        repeats = "R" in run["modifiers"]
        assert train.last_run is repeats
        assert train.kind.once == (frozenset() if repeats else centres)


def test_phases_are_the_sheets(sheet):
    at = table()
    for phase, given in zip(at.data.phases, sheet["phases"], strict=True):
        assert phase.name == given["name"]
        at.state.phase = phase.name
        assert phase.train_limit("local") == phase.train_limit("major") == given["limit"]
        assert list(phase.tiles) == given["tiles"]
        assert phase.operating_rounds == given["operating_rounds"]
        assert phase.privates_for_companies is given["companies_may_buy_green_privates"]
        at.stock_round()
        assert sorted(at.rules.market.pars(at.rules, at.state, "AMS")) == given["pars"]["major"]
        assert sorted(at.rules.market.pars(at.rules, at.state, "L1")) == given["pars"]["local"]
        closes = [p.symbol for p in at.data.private_list if p.powers.get("closes") == phase.name]
        assert sorted(closes) == sorted(given["closes_privates"])
        rusts = [t.phase for t in at.data.train_types if t.rusted_by == phase.name]
        assert rusts == given["rusts"]


def test_by_another_reading_phase_light_red_has_three_trains():
    for option, limit in ((False, 2), (True, 3)):
        at = table(light_red_three=option)
        at.state.phase = "Light Red"
        assert company_kinds.train_limit(at.rules.data, at.state, "AMS") == limit
        at.state.phase = "Dark Red"
        assert company_kinds.train_limit(at.rules.data, at.state, "AMS") == 2


def test_both_markets_are_the_sheets(data, sheet):
    for chart in data.charts:
        given = sheet["market"][chart.name]
        assert [cell.price for cell in chart.rows[0]] == given["prices"]
        assert sorted(chart.pars) == sorted(par["price"] for par in given["par"])
    assert [c.price for c in data.cells.values() if "end" in c.kinds] == [300]
    assert {int(a): b for a, b in data.own["converts"].items()} == {46: 43, 55: 51, 65: 61}


def test_companies_are_the_sheets(data, sheet):
    for company, given in zip(data.company_list, sheet["companies"], strict=True):
        assert (company.symbol, company.name) == (given["symbol"], given["name"])
        assert company.kind.name == given["market"]
        assert company.colour in given["token"]["colors"]
        # homes are placed for nothing; whatever is placed later costs as much
        assert company.token_costs == (80,) * given["markers"]
        homes = [tuple(one["hex"] for one in home.get("choice", [home])) for home in given["homes"]]
        assert list(company.homes) == homes


def test_privates_are_the_sheets(data, sheet):
    for private, given in zip(data.private_list, sheet["privates"], strict=True):
        assert (private.symbol, private.name) == (given["symbol"], given["name"])
        assert private.price == given["face"]
        assert private.powers["colour"] == given["color"]
        assert private.blocks == ((given["blocks"],) if given["blocks"] else ())
        assert bool(private.powers.get("never_for_companies")) is (given["color"] != "green")
        if given["symbol"] not in ("KFVSEAW", "RH"):
            assert private.revenue == given["revenue"]


def test_the_map_is_the_sheets(data, sheet):
    assert set(data.map.hexes) == {each["at"] for each in sheet["map"]["hexes"]}
    for given in sheet["map"]["hexes"]:
        here = data.map.hexes[given["at"]]
        assert (here.name, here.colour, here.label) == (
            given.get("name"),
            given["color"],
            given.get("label"),
        )
        assert [(t.a, t.b) for t in here.tracks] == list(map(tuple, given.get("tracks", ())))
        assert [g.cost for g in here.terrain] == [g["cost"] for g in given.get("terrain", ())]
        assert [(b.edge, b.kind) for b in here.borders] == [
            (b["edge"], b["kind"]) for b in given.get("borders", ())
        ]
        assert list(here.stubs) == given.get("stubs", [])
        for stop, printed in zip(here.stops, given.get("stops", ()), strict=True):
            assert (stop.kind, stop.slots) == (printed["kind"], printed.get("slots", 0))
            revenue = printed.get("revenue", 0)
            if isinstance(revenue, int):
                assert stop.value(()) == revenue
            elif "special" in revenue:
                assert stop.follows
            else:
                assert dict(stop.revenue) == revenue
            if stop.kind == "offboard":
                assert stop.region == REGIONS[here.colour]
                assert stop.group == printed.get("group")


def test_upgrades_of_big_cities_cost_and_amsterdam_pays_its_water_once(data, sheet):
    for at in sheet["numbers"]["big_cities"]:
        here = data.map.hexes[at]
        first = "green" if at == "G10" else "yellow"
        for colour in ("yellow", "green", "brown", "gray"):
            cost = here.fee(colour) + sum(g.cost for g in here.terrain) * (colour == first)
            if (at, colour) != ("G10", "yellow"):
                assert cost == 80
    assert data.map.hexes["G18"].fees == ()


def test_tiles_are_the_sheets(data, sheet):
    assert data.tiles == sheet["tiles"]
    assert sum(data.tiles.values()) == 154
    geometry = {tile["id"]: tile for tile in read("1839-tiles.json")["tiles"]}
    assert geometry.keys() == data.tiles.keys()
    for number, given in geometry.items():
        tile = data.map.known[number]
        assert (tile.colour, tile.label) == (given["color"], given.get("label"))
        lines = {frozenset((track.a, track.b)) for track in tile.tracks}
        assert lines == {frozenset(ends) for ends in given["tracks"]}
        assert [(s.kind, s.value(()), s.slots) for s in tile.stops] == [
            (s["kind"], s["revenue"], s.get("slots", 0)) for s in given.get("stops", ())
        ]


def test_the_map_of_2023_has_four_places_and_a_tile_otherwise(data, sheet):
    old = table(map_2023=True).data
    differ = {at for at in data.map.hexes if old.map.hexes[at] != data.map.hexes[at]}
    assert differ == {"C20", "D21", "G20", "H5", "D11", "E12"}
    assert dict(old.map.hexes["C20"].stops[0].revenue)["gray"] == 60
    assert dict(old.map.hexes["D21"].stops[0].revenue)["gray"] == 60
    assert dict(old.map.hexes["G20"].stops[0].revenue)["gray"] == 50
    assert (old.map.hexes["H5"].colour, old.map.hexes["H5"].tracks) == ("white", ())
    assert old.map.hexes["D11"].tracks == ()
    assert [(t.a, t.b) for t in old.map.hexes["E12"].tracks] == [(1, "s0"), (5, "s0")]
    assert {n for n in data.tiles if old.tiles[n] != data.tiles[n]} == {"619"}
    assert old.tiles["619"] == 5


@pytest.mark.parametrize(
    ("own", "says"),
    [
        ({"discount": None}, "own.discount: is None; a whole number from 0"),
        (
            {"absent": {"2": [], "3": []}},
            "own.absent: one for each number of players is needed: 2, 3, 4",
        ),
        ({"beside": "XY"}, 'own.beside: is "XY"; the symbol of a private is needed'),
        ({"discounts": 3}, "own.discounts: is no key here"),
    ],
)
def test_wrong_figures_are_named_by_their_key(data, own, says):
    with pytest.raises(DataError, match=says):
        Position("1839").with_data(own={**data.own, **own})
