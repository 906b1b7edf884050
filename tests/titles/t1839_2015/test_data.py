"""The data of 1839 of 2015, against the fact sheets."""

import json
import re

import pytest

from companion.board.tiles import DataError, Tile, catalogue, shape
from companion.titles import Title, load
from tests.support.references import FACTS
from tests.titles.title_copy import change, copy_of


def read(name):
    return json.loads((FACTS / name).read_text())


@pytest.fixture
def sheet(references):
    return read("1839-2015.json")


@pytest.fixture
def data():
    return load("1839-2015").data


def joins(tile: Tile, rotation: int) -> tuple[object, ...]:
    """The connections of a tile: edges among each other, and edges with stops."""
    form = shape(tile.rotate(rotation))
    stops = [
        (s.kind, s.value(()), s.slots, frozenset(edge for edge, _ in exits))
        for s, exits in zip(tile.stops, form.stop_exits, strict=True)
    ]
    return tuple(map(frozenset, form.through)), frozenset(map(repr, sorted(stops, key=repr)))


def test_tiles_are_the_sheets_by_the_numbers_on_them(data, sheet):
    by_number = {data.map.printed_number(number): number for number in data.tiles}
    tiles = read("1839-2015-tiles.json")["tiles"]
    assert set(by_number) == {tile["id"] for tile in tiles}
    endless = sheet["tile_manifest"]["unlimited"]
    for given in tiles:
        number = by_number[given["id"]]
        tile = catalogue()[number]
        assert (tile.colour, tile.label or "") == (given["color"], given["label"])
        count = None if given["id"] in endless else sheet["tile_manifest"]["tiles"][given["id"]]
        assert data.tiles[number] == count
        ends = {end for track in given["tracks"] for end in track}
        assert {edge for edge in ends if isinstance(edge, int)} in [
            set(tile.rotate(rotation).exits) for rotation in range(6)
        ]
        stops = sorted((s["kind"], s["revenue"], s.get("slots", 0)) for s in given["stops"])
        assert stops == sorted((s.kind, s.value(()), s.slots) for s in tile.stops)
        assert len(given["tracks"]) == len(tile.tracks)


def test_no_tile_stands_twice_in_the_catalogue():
    seen: dict[object, str] = {}
    twins = set()
    for number, tile in catalogue().items():
        turns = frozenset(joins(tile, rotation) for rotation in range(6))
        key = (tile.colour, tile.label, turns)
        if key in seen:
            twins.add((seen[key], number))
        seen.setdefault(key, number)
    # reserved tiles are others, though they look alike; three numbers are known twice in print
    reserved = {("8", "A08"), ("9", "A09"), ("4", "F04"), ("8", "F08")}
    assert twins <= {*reserved, ("125", "611"), ("217", "448"), ("444m", "458a")}


def test_the_map_is_the_sheets(data, sheet):
    given = {one["at"]: one for one in sheet["map"]["hexes"]}
    assert set(data.map.hexes) == set(given)
    for at, here in data.map.hexes.items():
        facts = given[at]
        assert (here.name or "", here.colour, here.label or "") == (
            facts["name"],
            facts["color"],
            facts["label"],
        )
        assert [[track.a, track.b] for track in here.tracks] == facts["tracks"]
        assert [(s.kind, s.slots) for s in here.stops] == [
            (s["kind"], s.get("slots", 0)) for s in facts["stops"]
        ]
        assert list(here.stubs) == facts["stubs"]
        river = any(one["kind"] == "water" for one in facts["terrain"])
        # two are printed yellow: they cost their green tile, and nothing before
        assert bool(here.terrain) == (river and at not in ("G10", "J7"))
        assert here.fee("green") == facts.get("upgrade_cost", 0)
        for stop, fact in zip(here.stops, facts["stops"], strict=True):
            if stop.kind != "offboard":
                assert stop.value(()) == fact["revenue"]
                continue
            assert stop.region == fact["country"]
            assert stop.follows == ("formula" in fact["revenue"])
            colours = ["yellow", "green", "brown", "red", "gray"]
            for last in range(1, 1 + len(colours)):
                if not stop.follows:
                    worth = [v for c, v in fact["revenue"].items() if c in colours[:last]][-1]
                    assert stop.value(colours[:last]) == worth


def test_money_market_and_trains_are_the_sheets(data, sheet):
    for row in sheet["players"]:
        assert data.cash[row["players"]] == row["cash"]
        assert data.certificate_limit[row["players"]] == row["certificate_limit"]
    assert [cell.price for cell in data.chart.rows[0] if cell] == sheet["market"]["values"]
    for phase, given in zip(data.phases, sheet["phases"], strict=True):
        assert (phase.name.lower(), phase.operating_rounds) == (
            given["name"],
            given["operating_rounds"],
        )
        assert list(phase.tiles) == given["tile_colours"]
        pars = [par for par, cell in data.chart.pars.items() if cell.kinds & phase.pars]
        assert sorted(pars) == given["par_prices"]
        assert phase.train_limit("public") == given["train_limit"]
        assert phase.privates_for_companies is given["companies_may_buy_privates"]
    sold = [train for train in data.train_types if train.price]
    for train, given in zip(sold, sheet["trains"], strict=True):
        assert (train.name, train.price, train.count) == (
            given["name"],
            given["price"],
            given["count"],
        )
        rusts = [t.name for t in data.train_types if t.phase == train.rusted_by]
        assert (rusts or [None])[0] == given["rusted_by"]


def test_companies_and_privates_are_the_sheets(data, sheet):
    public = [c for c in data.company_list if c.kind.name == "public"]
    foreign = [c for c in data.company_list if c.kind.name == "foreign"]
    for company, given in zip(public, sheet["public_companies"], strict=True):
        assert (company.symbol, company.name) == (given["symbol"], given["name"])
        assert [home[0] for home in company.homes] == [home["hex"] for home in given["homes"]]
        assert len(company.token_costs) == given["station_markers"]
    for company, given in zip(foreign, sheet["foreign_companies"], strict=True):
        assert (company.symbol, company.name) == (given["symbol"], given["name"])
        shares = given["shares"]
        assert company.shares.count(4) == shares["double"]["count"]
        assert company.shares.count(2) == shares["single"]["count"]
        assert not company.kind.directed
        assert not company.kind.counted
    for private, given in zip(data.private_list, sheet["privates"], strict=True):
        assert (private.symbol, private.name, private.price) == (
            given["symbol"],
            given["name"],
            given["face_value"],
        )
        assert private.powers["colour"] == given["colour"]
        assert private.powers.get("of") == given.get("assigned_to")
        pays, company_gets = given["revenue"]["player"], given["revenue"]["company"]
        if isinstance(pays, int):
            assert private.revenue == pays
            if company_gets is not None:
                assert private.powers.get("company_revenue", pays) == company_gets
        elif pays is None:
            assert private.revenue == company_gets
        assert list(private.blocks) == given["blocks"]


WRONG = [
    (
        "lays = 4, upgrades = 2",
        'lays = "4", upgrades = 2',
        '[0].powers.build.lays: is "4"; a whole',
    ),
    (
        'kinds = ["upgrade"]',
        'kinds = ["upgrades"]',
        '[13].powers.build.kinds[0]: is "upgrades"; on',
    ),
    ('hexes = ["L11"', 'hexes = ["Z11"', '[4].powers.more_lays.hexes[0]: is "Z11"; a hex of the'),
    ("costs = { I16 = 80", "costs = { I17 = 80", '[5].powers.joint.costs.I17: is "I17"; a hex of'),
    ("costs = { I16 = 80", "costs = { I16 = -80", "[5].powers.joint.costs.I16: is -80; a whole"),
    ("beside = true, joined", "besides = true, joined", "[5].powers.joint.besides: is no key here"),
    ('F13 = ["F04", 0]', 'F13 = ["F04"]', "[9].powers.builds.tiles.F13[1]: is missing; "),
    ('F13 = ["F04", 0]', 'F14 = ["F04", 0]', '[9].powers.builds.tiles.F14: is "F14"; a hex of'),
    ("yellow = 20, upgrade", "green = 20, upgrade", "[12].powers.new_city.yellow: is missing; a w"),
]


@pytest.mark.parametrize(("old", "new", "says"), WRONG)
def test_a_wrong_power_is_named_by_file_and_key(tmp_path, old, new, says):
    folder = copy_of("1839-2015", tmp_path)
    change(folder / "title.toml", old, new)
    with pytest.raises(DataError, match=re.escape(f", privates{says}")):
        Title(load("1839-2015").package, folder).data  # noqa: B018 - reads it
