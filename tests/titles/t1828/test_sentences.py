"""Sentences of the rules that no other test goes through, section by section, both ways."""

from dataclasses import fields

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
)
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.rules.operating.track import blocked_hexes
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.rules.shares.holdings import INITIAL, POOL
from companion.store.history.game_loader import winners
from companion.titles.t1828.merger import readings
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.merger_shares import TradingReadings
from companion.titles.t1828.system_shells import MoveTrain
from companion.titles.t1828.title_state import Turn1828, note
from tests.support.boards import without_tokens
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, operating, system
from tests.titles.t1828.mergers import example, stock_round


def lay(company: str, at: str, tile: str, rotation: int, private: str | None = None) -> LayTile:
    return LayTile(company, at, tile, rotation, private)


# --- 1 Set-up


def test_players_trade_no_private_with_each_other():
    at = floated("GT").privates(SVN="p1").stock_round(2, "p1")
    assert at.refused(SellPrivate("p1", "p2", "SVN", 20)) == {"turn.not_now"}


# --- 3 Privates


def test_all_privates_pay_before_anybody_operates():
    at = floated("GT").phase("Green")
    at.privates(**{"SVN": "p2", "StCT": "GT", "D&H": "p3", "C&P": "p1", "C&A": "p3"})
    before = dict(at.state.cash)
    at.stock_round(2, "p1", cards=("p2", "p3", "p4")).do(Pass("p1"))
    paid = {who: at.state.cash[who] - before[who] for who in ("p1", "p2", "p3", "p4", "GT", "C&P")}
    assert paid == {"p1": 0, "p2": 5, "p3": 15 + 25, "p4": 0, "GT": 10, "C&P": 0}
    assert isinstance(at.state.round, PrivateOperatingRound)


BLOCKED = {
    "G19": "SVN",
    "D10": "StCT",
    "B24": "C&StL",
    "F20": "D&H",
    "C15": "C&P",
    "D22": "M&H",
    "E7": "E&K",
    "H22": "C&A",
}


@pytest.mark.parametrize(("owner", "kept"), [("p2", BLOCKED), ("GT", {}), ("gone", {})])
def test_eight_hexes_are_kept_as_long_as_a_player_owns_the_private(owner, kept):
    at = floated("GT").privates(**dict.fromkeys(BLOCKED.values(), owner))
    assert blocked_hexes(at.rules, at.state) == kept


@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "shells", "trains"])
def test_a_company_buys_privates_at_any_moment_of_its_turn(step):
    at = floated("GT").phase("Green").privates(**{"C&A": "p2", "SVN": "p1"}).operating("GT", step)
    assert at.allowed(BuyPrivateForCompany("GT", "C&A", 1))
    at.do(BuyPrivateForCompany("GT", "C&A", 320))
    assert at.allowed(BuyPrivateForCompany("GT", "SVN", 40))  # as many as it can pay


def test_it_buys_of_a_player_what_its_treasury_can_pay():
    at = floated("GT", 100).phase("Green").privates(**{"C&A": "p2", "SVN": "IC"}).operating("GT")
    assert at.refused(BuyPrivateForCompany("GT", "C&A", 101)) == {"private.treasury"}
    assert at.allowed(BuyPrivateForCompany("GT", "C&A", 100))
    assert at.refused(BuyPrivateForCompany("GT", "SVN", 20)) == {"private.not_player"}


def test_the_cstl_lays_no_other_colour():
    at = floated("GT").phase("Green").privates(**{"C&StL": "GT"}).operating("GT")
    assert "power.yellow" in at.refused(lay("GT", "B24", "14", 0, "C&StL"))
    assert at.allowed(lay("GT", "B24", "4", 1, "C&StL"))


def dh(*tokens: str, tile: str = "57") -> Position:
    """GT owns the D&H, in phase Brown; a tile with these markers lies on F20."""
    at = floated("GT").privates(**{"D&H": "GT"}).tile("D6", "57", 1)
    for company in tokens:
        if company != "GT":
            at.started(company, 67, "p2", p2=60).floated(company)
    at.tile("F20", tile, 0)
    for company in tokens:
        at.token("F20.0", company)
    return at.phase("Brown").operating("GT")


def test_the_marker_of_the_dh_needs_an_empty_circle_and_no_other_of_its_own():
    place = PlaceToken("GT", "F20.0", "D&H")
    assert dh("NYC").do(lay("GT", "F20", "14", 0, "D&H")).allowed(place)
    own = dh("GT").do(lay("GT", "F20", "14", 0, "D&H"))
    assert "token.hex" in own.refused(place)
    full = dh("NYC", "IC", tile="14").do(lay("GT", "F20", "63", 0, "D&H"))
    assert "token.full" in full.refused(place)


def test_the_marker_of_the_dh_is_that_of_the_turn():
    at = dh().do(lay("GT", "F20", "14", 0, "D&H"))
    assert at.allowed(PlaceToken("GT", "D6.0"))
    at.do(PlaceToken("GT", "F20.0", "D&H"))
    assert at.refused(PlaceToken("GT", "D6.0"))
    assert at.waiting() != "token"


def test_by_the_other_reading_the_dh_lays_no_brown_tile():
    for once, found in ((False, set()), (True, {"lay.power"})):
        at = Position("1828", 4, scranton_once=once).close_privates()
        at.started("GT", 67, "p1", p1=60).floated("GT", 500).privates(**{"D&H": "GT"})
        at.tile("F20", "14", 0).phase("Brown").operating("GT")
        assert at.refused(lay("GT", "F20", "63", 0, "D&H")) == found


def test_the_20_tile_of_the_ek_belongs_to_the_track_step():
    at = operating("GT").privates(**{"E&K": "GT"})
    tile = lay("GT", "D6", "57", 1, "E&K")
    assert at.allowed(tile)
    assert at.operating("GT", "trains").refused(tile) == {"turn.not_now"}


def test_if_the_ek_finds_its_hex_taken_nothing_is_asked():
    at = floated("GT").phase("Green").privates(**{"E&K": "p2"}).tile("E7", "1", 0)
    at.operating("GT", "trains").do(BuyPrivateForCompany("GT", "E&K", 120))
    assert at.waiting() == "trains"


def its_turn() -> Position:
    """C&P's turn for its owner, with track to Ottawa and Montreal."""
    at = floated("CPR").privates(**{"C&P": "p2"}).tile("C17", "9", 1).tile("B22", "7", 2)
    at.state.round = PrivateOperatingRound(2, 1, 1, ("C&P",), turn=Turn1828("C&P"))
    return at


def test_the_cp_lays_one_tile_and_runs_between_foreign_cities_too():
    at = its_turn().do(lay("C&P", "B20", "57", 0))
    assert at.refused(lay("C&P", "C13", "8", 4)) == {"turn.not_now"}
    at.state.board = at.state.board.with_token("B20.0", "blocked")
    route = ("A23.0", "B22", "A21", "B20.0")  # A23 is CPR's
    at.do(RunTrains("C&P", (("C&P-0", route),)))
    assert at.state.cash["C&P"] == 30


@pytest.mark.parametrize(("placed", "asked"), [(["A23.0"], True), (["A23.0", "D18.0"], False)])
def test_a_home_to_be_placed_leaves_no_marker_for_the_cps_place(placed, asked):
    """One of three markers is for the home."""
    at = Position("1828", 4).close_privates().started("GT", 67, "p1", p1=60)
    at.floated("GT", 500, home=False).phase("Green").privates(**{"C&P": "p2"})
    for stop in placed:
        at.token(stop, "GT")
    at.operating("GT", "trains").do(BuyPrivateForCompany("GT", "C&P", 80))
    assert (at.waiting() == "swap_marker") is asked


def test_nor_has_who_stands_in_c15_already_another_there():
    at = floated("GT").phase("Green").privates(**{"C&P": "p2"}).tile("C15", "14", 0)
    at.token("C15.0", "GT").operating("GT", "trains").do(BuyPrivateForCompany("GT", "C&P", 80))
    assert at.waiting() == "trains"
    assert at.state.board.tokens["C15.0"] == ("blocked", "GT")


# --- 5 Market


def test_without_a_run_the_price_goes_left_and_nothing_else_moves_it():
    at = operating("GT").do(Pass("GT"))
    assert at.at("GT") == 64
    at = floated("GT").cash(p2=500).stock_round(2, "p2").do(BuyShare("p2", "GT", INITIAL))
    assert at.at("GT") == 67


@pytest.mark.parametrize(("percents", "rows"), [((80, 10), 2), ((70, 20), 1)])
def test_a_systems_own_tenth_is_not_its_directors(percents, rows):
    first, second = percents
    at = Position("1828", 4).close_privates()
    at.started("GT", 67, "p1", p1=first, p2=second, treasury=10).floated("GT").price("GT", "10,4")
    at.state.alter("GT", kind="system", par=None)
    at.stock_round(2, "p1", cards=("p2", "p3", "p4")).do(Pass("p1"))
    assert at.state.companies["GT"].cell == f"{10 - rows},4"


# --- 6, 9 Stock round and mergers

MERGE = MergeCompanies("p4", "GT", "IC")


def test_a_merger_is_no_second_deed():
    game = example().started("PRR", 67, "p2", p2=20)
    assert game.allowed(MERGE)
    assert game.do(BuyShare("p4", "PRR", INITIAL)).refused(MERGE) == {"buy.bought"}


@pytest.mark.parametrize("company", ["GT", "IC"])
def test_a_player_who_has_sold_either_part_does_not_buy_the_system(company):
    game = example().do(SellShares("p4", company, 10), MERGE)
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    game.do(Pass("p4"), Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.rules.actor(game.state) == "p4"
    assert "buy.sold" in game.refused(BuyShare("p4", "GT", POOL))
    assert ("p4", "GT") in game.state.round.sales
    assert ("p1", "GT") not in game.state.round.sales


@pytest.mark.parametrize("reading", [False, True])
def test_two_of_which_none_is_floated_do_not_merge_by_either_reading(reading):
    game = example(merge_if_operated=reading)
    note(Change(game.state), companies_floated_before=())
    for company in ("GT", "IC"):
        game.state.alter(company, status="started")
    assert game.refused(MERGE) == {"merge.unfloated"}
    game.state.alter("GT", status="floated")
    assert game.allowed(MERGE)


# --- 10, 11 Systems and operating rounds


def test_a_player_who_leaves_the_trains_in_their_shells_is_said_to():
    at = system().trains("GT", "2", "2").operating("GT", "shells").do(Pass("GT"))
    assert [at.rules.words.tell(event) for event in at.events] == [
        "GT left its trains in their shells."
    ]
    at.operating("GT", "shells").do(MoveTrain("GT", "2-0", "IC"), Pass("GT"))
    told = [at.rules.words.tell(event) for event in at.events]
    assert told == ["GT moved no more trains between its shells."]


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (("10,3", "13,7"), ["IC", "GT"]),  # both 67: further right
        (("13,7", "10,3"), ["GT", "IC"]),
        (("10,3", "10,3"), ["GT", "IC"]),  # the one that came first
        (("5,3", "0,0"), ["IC", "GT"]),  # 94 and 122
    ],
)
def test_companies_operate_by_price_then_from_the_right_then_by_the_stack(cells, order):
    at = floated("GT").started("IC", 67, "p2", p2=60).floated("IC")
    for company, cell in zip(("GT", "IC"), cells, strict=True):
        at.price(company, cell)
    assert at.rules.operating_order(at.state) == order


def test_an_upgrade_gives_the_tile_below_back():
    at = floated("GT").tile("D6", "57", 1).phase("Green").operating("GT")
    at.do(lay("GT", "D6", "15", 1))
    assert [laid.tile for laid in at.state.board.laid.values()] == ["15"]


def test_the_home_of_a_systems_other_company_is_kept_for_the_system():
    at = system().started("NYC", 67, "p2", p2=60).floated("NYC")
    at.state.board = without_tokens(at.state.board, "GT").with_token("D4.0", "GT")
    at.state.alter("GT", homes=(("J6.0",),))
    assert "token.reserved" in at.operating("NYC", "token").refused(PlaceToken("NYC", "J6.0"))
    assert "token.reserved" not in at.operating("GT", "token").refused(PlaceToken("GT", "J6.0"))


def test_the_director_of_the_system_that_erie_is_part_of_names_its_city():
    at = system("GT", "ERIE")
    note(Change(at.state), open_homes=("E15",))
    at.started("CPR", 67, "p2", p2=60).floated("CPR", 1000).phase("Green")
    at.token("D18.0", "CPR").tile("E17", "8", 1).operating("CPR").do(lay("CPR", "E15", "59", 2))
    assert (at.waiting(), at.rules.actor(at.state)) == ("home", "p1")
    at.do(PlaceToken("GT", "E15.1"))
    assert at.state.board.tokens["E15.1"] == ("GT",)


# --- 12-17 Trains, phases, the end


def test_another_companys_train_costs_1_or_more_as_agreed():
    at = floated("GT").started("IC", 67, "p2", p2=60).floated("IC").trains("IC", "2")
    at.operating("GT", "trains")
    assert at.refused(BuyTrain("GT", "2-0", 0)) == {"train.least"}
    for price in (1, 500):
        assert at.allowed(BuyTrain("GT", "2-0", price))


PARTS = {"Yellow": 1, "Green": 2, "Blue": 2, "Brown": 3, "Red": 3, "Gray": 3, "Purple": 4}


@pytest.mark.parametrize(("phase", "parts"), PARTS.items())
def test_a_set_has_the_operating_rounds_of_the_phase_when_the_stock_round_ends(phase, parts):
    at = floated("GT").phase(phase).trains("GT", "D").stock_round(2, "p1", cards=("p2", "p3", "p4"))
    assert at.do(Pass("p1")).state.round.parts == parts


def test_equal_is_equal():
    at = Position("1828", 4)
    at.state.end_reason = "bankruptcy"
    assert len(winners(at.rules, at.state) or ()) == 4
    at.cash(p2=701)
    assert len(winners(at.rules, at.state) or ()) == 1


@pytest.mark.parametrize("name", [f.name for f in fields(TradingReadings) if f.default is False])
def test_an_option_is_the_reading_of_its_name_in_a_trading(name):
    """``test_trading`` shows the effects of both readings."""
    assert readings(stock_round(**{name: True}).rules) == TradingReadings(**{name: True})
    assert readings(stock_round().rules) == TradingReadings()
