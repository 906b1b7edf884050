"""Tests of track allowances in a title's data: number, kinds and conditions of lays in a turn."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.board.company_access import Access
from companion.board.lays import allotments
from companion.board.map import Map
from companion.board.tiles import DataError
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import LayTile, action_to_json
from companion.rules.core.change import Change
from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance, LayPermission
from companion.rules.judge import judge
from companion.rules.judge.policies import TrackPolicy
from companion.rules.operating import tokens
from companion.rules.standard.rules import StandardRules
from companion.titles import t1830
from companion.titles.loading import load_data
from tests.support.positions import Position

EITHER = LayPermission()
SECOND = LayPermission(fee=20, elsewhere=True)  # on another hex, for a fee
SECOND_FOR_20 = LayAllowance((EITHER, SECOND), upgrades=1)

HARRISBURG = LayTile("PRR", "H14", "9", 1)
PITTSBURGH = LayTile("PRR", "H10", "57", 1)
GREEN_PITTSBURGH = LayTile("PRR", "H10", "14", 1)


def game(allowance: LayAllowance, cash: int = 500, **fees: dict[str, int]) -> Position:
    """Return 1830 with this allowance and these fees by hex and colour; PRR lays track.

    Pittsburgh has a yellow tile.
    """
    found = Position("1830", 3)
    printed = found.data.map
    hexes = [replace(h, fees=tuple(fees.get(h.at, {}).items())) for h in printed.hexes.values()]
    found.with_data(track=allowance, map=Map(hexes, printed.tiles)).close_privates().phase("3")
    found.started("PRR", 67, "p1", p1=60).floated("PRR", cash).tile("H10", "57", 1)
    return found.operating("PRR")


def test_each_lay_takes_the_first_permission_that_it_could_be():
    yellow, either = LayPermission(frozenset((NEW,))), EITHER
    allowance = LayAllowance((yellow, either))
    assert allowance.remaining([]) == (yellow, either)
    assert allowance.remaining([("A1", NEW)]) == (either,)
    assert allowance.remaining([("A1", UPGRADE)]) == (yellow,)
    assert allowance.remaining([("A1", UPGRADE), ("A3", UPGRADE)]) == (
        yellow,
    )  # the second by a ruling
    assert allowance.remaining([("A1", NEW), ("A3", NEW)]) == ()


def test_after_the_upgrades_of_a_turn_only_new_track_is_left():
    allowance = LayAllowance((EITHER, EITHER), upgrades=1)
    (left,) = allowance.remaining([("A1", UPGRADE)])
    assert left.kinds == {NEW}
    (left,) = allowance.remaining([("A1", NEW)])
    assert left.kinds == {NEW, UPGRADE}
    assert LayAllowance((LayPermission(frozenset((UPGRADE,))),), upgrades=0).remaining([]) == ()


def test_second_tile_costs_a_fee_whichever_it_is():
    table = game(SECOND_FOR_20).do(HARRISBURG)
    assert table.state.cash["PRR"] == 500
    assert table.waiting() == "track"
    assert table.do(GREEN_PITTSBURGH).state.cash["PRR"] == 480
    assert table.waiting() != "track"
    table = game(SECOND_FOR_20).do(GREEN_PITTSBURGH)
    assert table.state.cash["PRR"] == 500
    assert table.do(HARRISBURG).state.cash["PRR"] == 480


def test_fee_is_offered_and_must_be_paid():
    table = game(SECOND_FOR_20, cash=19).do(HARRISBURG)
    assert table.refused(GREEN_PITTSBURGH) == {"lay.cost"}
    step = table.rules.waiting(table.state)
    assert {lay.cost for lay in step.possible_lays(table.state, "H10")} == {20}
    table.cash(PRR=20)
    offer = next(o for o in judge.offers(table.rules, table.state) if o.hexes == ("H10",))
    assert (offer.price, offer.allowed) == (-20, True)


def test_second_tile_goes_on_another_hex():
    table = game(SECOND_FOR_20).do(HARRISBURG)
    assert table.refused(LayTile("PRR", "H14", "23", 1)) == {"lay.elsewhere"}
    assert (
        "another hex"
        in judge.refusals(table.rules, table.state, LayTile("PRR", "H14", "23", 1))[0].says
    )
    anywhere = LayAllowance((EITHER, EITHER), upgrades=1)
    assert game(anywhere).do(HARRISBURG).allowed(LayTile("PRR", "H14", "23", 1))


def test_no_second_upgrade():
    table = game(SECOND_FOR_20).tile("H14", "9", 1).do(GREEN_PITTSBURGH)
    assert table.refused(LayTile("PRR", "H14", "23", 1)) == {"lay.one_replaced"}
    table = game(LayAllowance((EITHER, SECOND))).tile("H14", "9", 1).do(GREEN_PITTSBURGH)
    assert table.allowed(LayTile("PRR", "H14", "23", 1))


def test_no_third_tile():
    table = game(SECOND_FOR_20).do(HARRISBURG)
    table.operating("PRR", lays=(("H14", NEW), ("H10", UPGRADE)))
    assert table.refused(LayTile("PRR", "H16", "57", 1)) == {"lay.enough"}


def test_hex_asks_a_fee_for_tiles_of_a_colour():
    table = game(LayAllowance(), H10={"green": 80, "brown": 80}, H14={"green": 40})
    assert table.do(GREEN_PITTSBURGH).state.cash["PRR"] == 420
    assert table.operating("PRR").do(HARRISBURG).state.cash["PRR"] == 420  # none for yellow
    table.operating("PRR").do(LayTile("PRR", "H14", "23", 1))
    assert table.state.cash["PRR"] == 380


def test_terrain_fee_of_the_hex_and_fee_of_the_lay_are_added():
    """Add the fee for the lay to the 120 for the mountain of G13."""
    table = game(SECOND_FOR_20, G13={"yellow": 30}).do(GREEN_PITTSBURGH)
    step = table.rules.waiting(table.state)
    first = LayTile("PRR", "G13", "9", 0)
    assert step.ground(table.state, first) == 150
    assert step.cost(table.state, first) == 170
    table.tile("G13", "9", 0)
    assert step.ground(table.state, replace(first, tile="23")) == 0


def test_a_tile_with_a_cost_is_paid_for_when_it_is_replaced():
    table = game(SECOND_FOR_20).do(GREEN_PITTSBURGH).tile("G13", "438", 0)
    step = table.rules.waiting(table.state)
    assert step.ground(table.state, LayTile("PRR", "G13", "439", 0)) == 80


# in a title's data


@pytest.fixture
def changed(tmp_path):
    """Return a function that reads 1830 after replacing a text in one of its files."""
    source, folder = Path(t1830.__file__).parent, tmp_path / "t1830"
    folder.mkdir()
    texts = {file.name: file.read_text(encoding="utf-8") for file in source.glob("*.toml")}

    def read(file: str, old: str, new: str):
        assert old in texts[file]
        for name, text in texts.items():
            said = text.replace(old, new) if name == file else text
            (folder / name).write_text(said, encoding="utf-8")
        return load_data(folder)

    return read


ONE = '{ kinds = ["yellow", "upgrade"] }'


def test_data_says_what_a_turn_allows(changed):
    second = '{ kinds = ["yellow", "upgrade"], fee = 20, elsewhere = true }'
    data = changed("title.toml", f"lays = [{ONE}]", f"lays = [{ONE}, {second}]\nupgrades = 1")
    assert data.track == SECOND_FOR_20
    with pytest.raises(
        DataError, match=r'lays\[0\].kinds\[0\]: is "brown"; one of yellow, upgrade'
    ):
        changed("title.toml", ONE, '{ kinds = ["brown"] }')


def test_data_says_what_a_hex_asks_for(changed):
    plain = 'H14 = { colour = "white" }'
    hexes = changed(
        "map.toml", plain, 'H14 = { colour = "white", fees = { green = 80 } }'
    ).map.hexes
    assert [hexes["H14"].fee(colour) for colour in ("yellow", "green")] == [0, 80]
    with pytest.raises(DataError, match="fees"):
        changed("map.toml", plain, 'H14 = { colour = "white", fees = { pink = 80 } }')


# tokens assigned to the cities of a tile


class Allotting(StandardRules):
    """1830 in which the company that first lays a tile on a hex assigns its tokens to cities."""

    track = TrackPolicy(may_allot=lambda rules, state, at: at not in state.board.laid)


@pytest.fixture
def two_cities() -> Position:
    """Return a position with tokens of PRR and NYC on E11, which has two cities and no track."""
    table = Position("1830", 3)
    table.rules = Allotting(table.data, table.rules.setup)
    table.close_privates().phase("3").started("PRR", 67, "p1", p1=60).floated("PRR", 500)
    for company, stop in (("PRR", "E11.0"), ("NYC", "E11.1")):
        tokens.place_token(Change(table.state), company, stop)
    table.state.alter("ERIE", homes=())
    return table.operating("PRR")


AS_THEY_LIE = LayTile("PRR", "E11", "59", 0)
EXCHANGED = replace(AS_THEY_LIE, allotment=(("PRR", 1), ("NYC", 0)))


def test_layer_puts_each_token_into_a_city_of_the_tile(two_cities):
    (lay,) = [
        lay
        for lay in two_cities.rules.waiting(two_cities.state).possible_lays(two_cities.state, "E11")
        if lay.rotation == 0
    ]
    assert lay.allotments == ((), EXCHANGED.allotment)
    assert two_cities.allowed(AS_THEY_LIE)
    two_cities.do(EXCHANGED)
    assert two_cities.state.board.tokens["E11.0"] == ("NYC",)
    assert two_cities.state.board.tokens["E11.1"] == ("PRR",)


def test_tokens_that_are_not_named_go_along_with_their_city(two_cities):
    two_cities.do(AS_THEY_LIE)
    assert two_cities.state.board.tokens["E11.0"] == ("PRR",)
    assert two_cities.state.board.tokens["E11.1"] == ("NYC",)


def test_allotment_names_tokens_of_the_hex_and_cities_with_room(two_cities):
    def codes(*allotment: tuple[str, int]) -> set[str]:
        return two_cities.refused(replace(AS_THEY_LIE, allotment=allotment))

    assert codes(("PRR", 1)) == {"lay.no_place"}
    assert codes(("CPR", 1)) == {"lay.allotted"}
    assert "lay.allotted" in codes(("PRR", 7))
    refusals = judge.refusals(
        two_cities.rules, two_cities.state, replace(AS_THEY_LIE, allotment=(("CPR", 1),))
    )
    assert (
        refusals[0].says
        == "The token of CPR on E11 Dunkirk & Buffalo cannot go into that city of tile 59."
        and not refusals[0].may_rule
    )


def test_token_is_not_put_where_a_home_is_kept(two_cities):
    tokens.take_up(Change(two_cities.state), "NYC", "E11.1")
    two_cities.state.alter("NYC", homes=(("E11.1",),))
    assert two_cities.refused(replace(AS_THEY_LIE, allotment=(("PRR", 1),))) == {"lay.home"}
    lays = two_cities.rules.waiting(two_cities.state).possible_lays(two_cities.state, "E11")
    assert {lay.allotments for lay in lays} == {((),)}
    # one home too many, but not because of this tile
    two_cities.state.alter("CPR", homes=(("E11",),))
    assert two_cities.allowed(AS_THEY_LIE)


def test_titles_in_which_tokens_go_along_take_no_allotment(two_cities):
    table = Position("1830", 3)
    table.state = two_cities.state
    assert table.allowed(AS_THEY_LIE)
    assert table.refused(EXCHANGED) == {"lay.allotted"}


def test_allotment_is_stored_only_where_there_is_one():
    assert "allotment" not in action_to_json(AS_THEY_LIE)
    for action in (AS_THEY_LIE, EXCHANGED):
        assert read_action(json.loads(json.dumps(action_to_json(action)))) == action


def test_tile_is_joined_in_some_ways_or_in_none(two_cities):
    board, access = (
        two_cities.state.board,
        two_cities.rules.access.of(two_cities.rules, two_cities.state, "PRR"),
    )
    own = [dict(way) for way in allotments(board, "E11", "59", 0, access)]
    assert own == [{}, {"PRR": 1, "NYC": 0}]
    assert allotments(board, "E11", "59", 0, Access("CPR")) == []  # not joined
    assert len(allotments(board, "E11", "59", 0, Access("CPR"), joined=False)) == 2
