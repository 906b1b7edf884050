"""The data of titles whose facts lie in ``../shared``, compared with them number by number."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.board.tiles import Stop, Tile
from companion.rules.data.title_data import TitleData
from companion.titles import find, load
from companion.titles.site_adapter import SiteAdapter
from tests.support.references import FACTS

pytestmark = pytest.mark.references

SHEETS = FACTS / "titles"
UNLIMITED = "unlimited"
SPELT = {  # names with typing errors in a sheet -> as we spell them
    "Emmem": "Emmen",
    "Doetichem": "Doetinchem",
    "'s Hertogenbosch & Oss": "'s-Hertogenbosch & Oss",
    "Nederlansche Zuid-Ooster": "Nederlandsche Zuid-Ooster",
    "Nederlansche Rhijnspoorweg-Maatschappij": "Nederlandsche Rhijnspoorweg-Maatschappij",
}
Sheet = dict[str, Any]


@pytest.fixture(params=[slug for slug in (
    "1889", "18chesapeake", "1836jr30", "18nl", "1850jr", "18al", "18ga", "18tn", "18ms", "1882"
) if find(slug)])  # fmt: skip
def facts(request: pytest.FixtureRequest) -> tuple[TitleData, SiteAdapter, Sheet]:
    """A title's data, its dialect, and its sheet."""
    title = load(request.param)
    assert title.adapter
    sheet = json.loads((SHEETS / f"{request.param}.json").read_text(encoding="utf-8"))
    return title.data, title.adapter, sheet


def value(stop: Sheet) -> dict[str, int]:
    """The values of a stop by colour, without a lone colour that makes no difference."""
    given = stop["revenue"]
    found = given if isinstance(given, dict) else {"": given}
    return {"": 0} if found == {"yellow": 0} else found


def in_sheet(stops: list[Sheet]) -> list[object]:
    return [(stop["kind"], stop.get("slots", 0), value(stop)) for stop in stops]


def in_data(stops: tuple[Stop, ...]) -> list[object]:
    return [(stop.kind, stop.slots, dict(stop.revenue)) for stop in stops]


def track(tile: Tile | Sheet) -> list[str]:
    if isinstance(tile, Tile):
        return sorted(str([each.a, each.b]) for each in tile.tracks)
    return sorted(str(each[:2]) for each in tile.get("tracks", ()))


def test_money_and_players(facts):
    data, _, sheet = facts
    assert (data.bank, data.currency) == (sheet["bank"], sheet["currency"])
    players = sheet["players"]
    assert dict(data.cash) == {int(n): cash for n, cash in players["cash"].items()}
    assert dict(data.certificate_limit) == {int(n): c for n, c in players["cert_limit"].items()}


def test_the_market(facts):
    data, _, sheet = facts
    cells = {
        f"{row},{column}": (price, set(marks))
        for row, line in enumerate(sheet["market"]["rows"])
        for column, cell in enumerate(line)
        if cell
        for price, *marks in [cell]
    }
    assert {id: (cell.price, set(cell.kinds)) for id, cell in data.chart.cells.items()} == cells


def test_the_phases(facts):
    data, _, sheet = facts
    for phase, told in zip(data.phases, sheet["phases"], strict=True):
        assert phase.train_limits[""] == told["train_limit"]
        assert list(phase.tiles) == told["tiles"]
        assert phase.operating_rounds == told["operating_rounds"]
        assert phase.privates_for_companies == told.get("privates_may_be_bought", False)


def test_the_trains(facts):
    data, _, sheet = facts
    sides = [
        {**told, **side} for told in sheet["trains"] for side in ({}, *told.get("other_side", ()))
    ]
    for type, told in zip(data.train_types, sides, strict=True):
        assert type.price == told["price"], type.name
        assert (type.count or UNLIMITED) == told["count"], type.name
        assert dict(type.trade_in or {}) == told.get("trade_in", {}), type.name
        assert type.obsolete == ("obsolete_with" in told), type.name
        assert type.obsolete or type.rusted_by == told.get("rusted_by"), type.name


def test_the_companies(facts):
    data, _, sheet = facts
    for company, told in zip(data.company_list, sheet["companies"], strict=True):
        assert company.symbol == told["symbol"]
        assert company.name == SPELT.get(told["name"], told["name"])
        assert list(company.token_costs) == told["token_costs"]
        assert len(company.token_costs) == told["tokens"]
        assert company.shares[0] == told.get("president_percent", 20)
        assert sum(company.shares) == 100
        assert company.kind.floats_at in (told["float_percent"], None)
        assert {place.partition(".")[0] for home in company.homes for place in home} <= {
            told.get("home")
        }
        if "home_city" in told:
            assert company.homes == ((f"{told['home']}.{told['home_city']}",),)


def test_the_privates(facts):
    data, adapter, sheet = facts
    for private, told in zip(data.private_list, sheet["privates"], strict=True):
        assert adapter.privates.get(told["symbol"], told["symbol"]) == private.symbol
        assert (private.price, private.revenue) == (told["price"], told["revenue"])
        assert list(private.blocks) == told.get("blocks", [])
        powers = private.powers
        never = "closes_with_par" not in powers and powers.get("never_for_companies", False)
        assert never == told.get("no_sale_to_company", False), private.symbol


def test_the_map(facts):
    data, _, sheet = facts
    hexes = data.map.hexes
    printed = [told for told in sheet["map"]["hexes"] if told["color"] != "empty"]
    assert set(hexes) == {told["at"] for told in printed}
    for told in printed:
        hex = hexes[told["at"]]
        assert hex.name == SPELT.get(told.get("name"), told.get("name"))
        assert hex.colour == told["color"]
        assert hex.label == told.get("label"), told["at"]
        assert track(hex.printed) == track(told), told["at"]
        assert in_data(hex.stops) == in_sheet(told.get("stops", [])), told["at"]
        grounds = [(ground["cost"], ground.get("kind", "")) for ground in told.get("terrain", ())]
        assert [(ground.cost, ground.kind) for ground in hex.terrain] == grounds, told["at"]
        sides = [(s["edge"], s.get("kind"), s.get("cost", 0)) for s in told.get("borders", ())]
        assert [(side.edge, side.kind, side.cost) for side in hex.borders] == sides, told["at"]
        places = [stop.get("group") for stop in told.get("stops", ())]
        for stop, place in zip(hex.stops, places, strict=True):
            assert stop.group == (None if stop.port else place), told["at"]


def test_the_tiles(facts):
    data, _, sheet = facts
    known = json.loads((SHEETS / "tiles-ten.json").read_text(encoding="utf-8"))
    known |= sheet["special_tiles"]
    counts = {number: count or UNLIMITED for number, count in data.tiles.items()}
    by_options = {number for number in sheet["tiles"] if number.startswith("Beg")}
    assert counts == {n: c for n, c in sheet["tiles"].items() if n not in by_options}
    for number in sheet["tiles"]:
        tile, told = data.map.known[number], known[number]
        assert (tile.colour, tile.label) == (told["color"], told.get("label")), number
        assert track(tile) == track(told), number
        assert in_data(tile.stops) == in_sheet(told.get("stops", [])), number
