"""Whole recorded games: every lay fits, every run is legal and earns what was entered."""

from __future__ import annotations

import pytest

from companion.board.company_access import Access
from companion.board.lays import faults, lays
from companion.board.path_completion import path_from_hexes
from companion.board.routes import Route, check_run
from companion.board.trains import Fares
from tests.board.recorded_boards import RECORDED, moments


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_every_recorded_lay_is_legal_and_offered(game):
    seen = 0
    for moment in moments(game):
        for hex, (tile, rotation) in moment.tiles.items():
            access = Access(moment.action.get("entity"))
            if moment.action.get("entity_type") != "corporation":
                access = None
            found = faults(moment.board, hex, tile, rotation, access)
            assert found == [], (moment.line["id"], access, hex, tile, rotation)
            offered = lays(moment.board, hex, [tile], access)
            laid = moment.board.with_tile(hex, tile, rotation).tile_at(hex)
            tracks = [
                {
                    frozenset((t.a, t.b))
                    for t in moment.board.with_tile(hex, t, r).tile_at(hex).tracks
                }
                for t, r in offered
            ]
            if len(laid.stops) < 2:
                assert {frozenset((t.a, t.b)) for t in laid.tracks} in tracks
            seen += 1
    assert seen > 30


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_every_recorded_run_earns_what_was_entered(game):
    title = RECORDED[game]
    seen = 0
    for moment in moments(game):
        if moment.line["type"] != "run_routes" or not moment.action.get("routes"):
            continue
        routes, trains = [], {}
        recorded = moment.line["routes"]  # says which variant of a train it is
        for entered, came in zip(moment.action["routes"], recorded, strict=True):
            joined = path_from_hexes(moment.board, entered["connections"], entered.get("nodes"))
            assert joined.faults == (), moment.line["id"]
            routes.append(Route(entered["train"], joined.path))
            trains[entered["train"]] = title.trains[came["train"]]
        company = moment.action["entity"]
        fares = Fares(title.colours(moment.phase), moment.bonuses)
        report = check_run(moment.board, Access(company), trains, routes, fares)
        assert report.all_faults == (), (moment.line["id"], report)
        earned = [r.revenue for r in report.routes]
        assert earned == [r["revenue"] for r in recorded], moment.line["id"]
        seen += len(routes)
    assert seen > 20
