"""Track, tokens and runs of 18MS, each rule both ways. Numbers are those of its notes."""

from dataclasses import replace

import pytest

from companion.rules.amend.correction_actions import CorrectMap, CorrectTile, CorrectTurn
from companion.rules.core.actions import LayTile, PlaceToken
from companion.rules.operating.running import find_best, report_run, run_action
from companion.rules.operating.track import legal_lays
from tests.support.positions import Position
from tests.titles.t18ms.positions import (
    at_round,
    operating,
    other,
    towards_chattanooga,
    towards_new_orleans,
)

WHY = {"reason": "as at the table"}


def first_turn() -> Position:
    """Return the first turn of the IC, with tiles that it may replace."""
    return operating("IC").turn(is_first=True).tile("B2", "58", 2).tile("B4", "9", 1)


def find_lay(game: Position, company: str, at: str, tiles: tuple[str, ...], *exits: int) -> LayTile:
    """Return a lay of one of these tiles with these exits and, if it is yellow, no others."""
    for tile, rotation in legal_lays(game.rules, game.state, at, company, tiles):
        has = set(game.state.board.with_tile(at, tile, rotation).tile_at(at).exits)
        if has == set(exits) or (set(exits) < has and len(has) > 2):
            return LayTile(company, at, tile, rotation)
    raise AssertionError("no such lay")


def test_a_first_turn_that_another_company_gets_before_anything_is_done_is_the_first_still():
    game = other(first_turn(), "GMO", "p2", "3+")
    game.state.round = replace(game.state.round, companies=("IC", "GMO"))
    game.state.alter("IC", has_operated=True)  # as with the beginning of a turn
    assert game.allowed(CorrectMap("told", **WHY))
    game.do(CorrectTurn("GMO", **WHY))
    assert game.state.round.companies_done == ()
    assert game.state.round.turn.is_first
    game.do(CorrectTurn("IC", **WHY), LayTile("IC", "B6", "9", 1))
    assert game.waiting() == "track"
    assert game.refused(CorrectMap("told", **WHY)) == {"correct.map"}
    game.do(CorrectTurn("GMO", **WHY))
    assert game.state.round.companies_done == ("IC",)


def test_in_its_first_turn_a_company_lays_two_tiles_with_one_upgrade_at_most():
    # rule 12
    yellow, green = LayTile("IC", "B6", "9", 1), LayTile("IC", "B4", "23", 1)
    game = first_turn().do(yellow)
    assert game.waiting() == "track" and game.allowed(LayTile("IC", "B8", "9", 1))
    assert game.allowed(green)
    game.do(green)
    assert game.waiting() != "track"
    game = first_turn().do(green)
    assert game.allowed(yellow)
    again = find_lay(game, "IC", "B2", ("143", "204", "87", "88"), 2, 4)
    assert game.refused(again) == {"lay.one_replaced"}


def test_later_a_company_lays_one_tile():
    # rule 12
    game = operating("IC").tile("B2", "58", 2).tile("B4", "9", 1)
    game.do(LayTile("IC", "B6", "9", 1))
    assert game.waiting() != "track"


def test_an_upgrade_gives_its_company_something():
    # rule 12
    game = operating("GMO").tile("H6", "5", 3).tile("G7", "9", 0)
    crossings = [game.refused(LayTile("GMO", "G7", "20", rotation)) for rotation in range(6)]
    assert {"lay.no_change"} in crossings and set() not in crossings
    assert game.allowed(find_lay(game, "GMO", "G7", ("23", "24"), 0, 3))


@pytest.mark.parametrize("at", ["C9", "E11"])
def test_birmingham_and_montgomery_take_446_when_they_are_gray(at):
    # rule 17
    company = {"C9": "L&N", "E11": "WRA"}[at]
    game = operating(company, phase="D").tile(at, "63", 0)
    assert game.allowed(LayTile(company, at, "446", 0))
    mobile = operating("GMO", phase="D").tile("H6", "X31b", 1)
    assert not list(legal_lays(mobile.rules, mobile.state, "H6", "GMO", ("446",)))


def test_mobile_takes_x31b_when_it_is_brown():
    # rule 17
    game = operating("GMO", phase="6").tile("H6", "15", 1)
    assert game.allowed(LayTile("GMO", "H6", "X31b", 1))
    assert not list(legal_lays(game.rules, game.state, "H6", "GMO", ("63",)))
    elsewhere = operating("L&N", phase="6").tile("C9", "15", 1)
    assert not list(legal_lays(elsewhere.rules, elsewhere.state, "C9", "L&N", ("X31b",)))
    assert list(legal_lays(elsewhere.rules, elsewhere.state, "C9", "L&N", ("63",)))


# --- Chattanooga (15, 30)


def test_the_first_tile_that_joins_chattanooga_brings_50_once():
    game = towards_chattanooga(operating("IC", cash=500))
    game.do(LayTile("IC", "B10", "9", 1))
    assert game.state.cash["IC"] == 550 and "chattanooga" in game.told()
    at_round(game.operating("IC"), 4)
    game.do(LayTile("IC", "B10", "23", 1))
    assert game.state.cash["IC"] == 550 and "chattanooga" not in game.told()


def test_a_tile_beside_chattanooga_that_does_not_join_it_brings_nothing():
    game = towards_chattanooga(operating("IC", cash=500))
    game.do(find_lay(game, "IC", "B10", ("7", "8"), 1, 5))
    assert game.state.cash["IC"] == 500
    at_round(game.operating("IC"), 4)
    game.do(find_lay(game, "IC", "B10", ("23", "24", "25", "28", "29"), 1, 4))
    assert game.state.cash["IC"] == 550


def test_a_tile_that_the_banker_puts_right_brings_nothing_and_leaves_the_50_to_a_company():
    put_right = CorrectTile("B10", "9", 1, reason="so it lies on the table")
    in_turn = towards_chattanooga(operating("IC", cash=500))
    for game in (in_turn, operating("IC", cash=500).stock_round(3)):
        game.do(put_right)
        assert game.state.cash["IC"] == 500
        assert not game.state.title_state.chattanooga_company
    in_turn.do(LayTile("IC", "B10", "23", 1))
    assert in_turn.state.cash["IC"] == 550


def test_track_elsewhere_that_reaches_chattanooga_brings_nothing():
    game = towards_chattanooga(operating("IC", cash=500)).tile("B10", "9", 1)
    game.do(LayTile("IC", "B6", "23", 1))
    assert game.state.cash["IC"] == 500


def test_the_tiles_of_the_bs_bring_it_too():
    """25, 30: a game that lays two tiles with the BS, the second beside Chattanooga."""
    game = operating("IC", cash=500, BS="IC").tile("B2", "58", 2).tile("B4", "9", 1)
    game.tile("B6", "9", 1)
    game.do(LayTile("IC", "B8", "9", 1, "BS"))
    assert game.waiting() == "track"
    game.do(LayTile("IC", "B10", "9", 1, "BS"))
    assert game.state.cash["IC"] == 550
    assert game.allowed(LayTile("IC", "B4", "23", 1))


# --- New Orleans (14, 29)


def test_a_token_in_new_orleans_brings_100():
    game = towards_new_orleans(operating("Fr", "token", cash=500))
    game.do(PlaceToken("Fr", "I1.0"))
    assert game.state.cash["Fr"] == 500 - 40 + 100
    game = operating("GMO", "token", cash=500).tile("H6", "5", 3).tile("G7", "9", 0)
    game.tile("F8", "9", 0).tile("E9", "6", 0).do(PlaceToken("GMO", "E9.0"))
    assert game.state.cash["GMO"] == 500 - 40


def visiting(phase: str, train: str = "2+", token: bool = True) -> Position:
    game = towards_new_orleans(operating("Fr", "run", phase=phase)).trains("Fr", train)
    return game.token("I1.0", "Fr") if token else game


def best(game: Position, company: str = "Fr") -> int:
    return find_best(game.rules, game.state, company).revenue


def test_trains_of_its_company_earn_10_more_there_until_phase_6():
    """E1 30, G3 10, I1 50 and its town 10."""
    assert best(visiting("3")) == 30 + 10 + 50 + 10 + 10
    assert best(visiting("3", token=False)) == 30 + 10 + 50 + 10
    assert best(visiting("6", "4+")) == 60 + 10 + 80 + 10
    assert best(visiting("6", "4+", token=False)) == 60 + 10 + 80 + 10


def test_the_town_of_new_orleans_is_an_extra_stop():
    """14, 18: a second train runs from the town to the city; the town counts for a 2D."""
    assert best(visiting("3").trains("Fr", "2+")) == (30 + 10 + 50 + 10) + (50 + 10 + 10)
    assert best(visiting("6", "5")) == 60 + 10 + 80 + 10
    assert best(visiting("D", "2D")) == 2 * (80 + 10)


# --- trains and Atlanta (16, 18)


def test_one_train_of_a_company_runs_to_atlanta():
    game = operating("WRA", "run", phase="3").trains("WRA", "2+", "2+")
    game.tile("E11", "57", 1).tile("E9", "57", 1)
    run = find_best(game.rules, game.state, "WRA")
    atlanta = [route for route in run.routes if "E15.0" in route.path]
    assert len(atlanta) == 1


@pytest.mark.parametrize(("train", "doubles"), [("2D", 2), ("4D", 2), ("5D", 2), ("5", 1)])
def test_d_trains_double_every_stop(train, doubles):
    # rule 18
    kind = operating().data.trains[train].kind
    assert kind.multiplier == doubles
    game = towards_new_orleans(operating("Fr", "run", phase="D")).trains("Fr", train)
    stops = {"2D": 70, "4D": 160, "5D": 160, "5": 160}[train]
    assert best(game) == doubles * stops


def test_plus_trains_count_cities_and_off_boards_and_are_paid_for_towns():
    # rule 18
    game = operating("IC", "run").trains("IC", "2+").tile("B2", "58", 2)
    towards_chattanooga(game).tile("B10", "9", 1)
    assert best(game, "IC") == 40 + 10 + 40
    report = report_run(
        game.rules,
        game.state,
        run_action("IC", find_best(game.rules, game.state, "IC").routes),
    )
    assert report.revenue == 90


# --- half price (26)


def tokens(**more: object) -> Position:
    game = operating("GMO", "token", M_M="GMO", cash=500, **more)
    return game.tile("H6", "5", 3).tile("G7", "9", 0).tile("F8", "9", 0).tile("E9", "6", 0)


def test_the_mm_halves_the_price_of_one_token():
    game = tokens()
    half = PlaceToken("GMO", "E9.0", "M&M")
    assert game.allowed(PlaceToken("GMO", "E9.0")) and game.allowed(half)
    game.do(half)
    assert game.state.cash["GMO"] == 480
    assert game.state.privates["M&M"] == "GMO"
    game.tile("E9", "14", 2).tile("E11", "6", 4)
    at_round(game.operating("GMO", "token"), 4)
    assert "power.used" in game.refused(PlaceToken("GMO", "E11.0", "M&M"))
    assert not game.offered("token_power")


def test_a_dear_token_is_placed_for_half_its_price_with_half_the_money():
    game = tokens().cash(GMO=20)
    assert game.refused(PlaceToken("GMO", "E9.0")) == {"token.cost"}
    assert game.allowed(PlaceToken("GMO", "E9.0", "M&M"))
    assert game.waiting() == "token" and game.offered("token_power")
    game.cash(GMO=19)
    assert game.refused(PlaceToken("GMO", "E9.0", "M&M")) == {"token.cost"}


def test_the_mm_needs_a_connection_and_its_owner():
    game = tokens()
    assert "token.unreached" in game.refused(PlaceToken("GMO", "E1.0", "M&M"))
    strange = operating("GMO", "token", M_M="p1", cash=500)
    strange.tile("H6", "5", 3).tile("G7", "9", 0).tile("F8", "9", 0).tile("E9", "6", 0)
    assert strange.refused(PlaceToken("GMO", "E9.0", "M&M")) == {"power.not_owned"}
    assert strange.refused(PlaceToken("GMO", "E9.0", "BS")) >= {"power.none"}


# --- extra tiles (24, 25)


def extra(**more: object) -> Position:
    return operating("IC", cash=500, **more).tile("B2", "58", 2).tile("B4", "9", 1)


def test_the_ags_lays_one_yellow_tile_on_the_network_at_any_moment():
    for step in ("track", "token", "run", "trains"):
        game = operating("IC", step, cash=500, AGS="IC").tile("B2", "58", 2).tile("B4", "9", 1)
        game.trains("IC", "2+")
        game.do(LayTile("IC", "B6", "9", 1, "AGS"))
        assert game.refused(LayTile("IC", "B8", "9", 1, "AGS")) == {"power.used"}
        at_round(game.operating("IC"), 4)
        assert game.refused(LayTile("IC", "B8", "9", 1, "AGS")) == {"power.used"}
    game = extra(AGS="IC")
    assert game.refused(LayTile("IC", "F4", "9", 1, "AGS")) == {"lay.not_reached"}
    assert game.refused(LayTile("IC", "B4", "23", 1, "AGS")) >= {"lay.power"}
    assert extra(AGS="p1").refused(LayTile("IC", "B6", "9", 1, "AGS")) == {"power.not_owned"}


def test_its_tile_costs_nothing_and_leaves_the_tile_of_the_turn():
    game = operating("Fr", cash=0, AGS="Fr")
    assert game.refused(LayTile("Fr", "F2", "9", 2)) == {"lay.cost"}
    game.do(LayTile("Fr", "F2", "9", 2, "AGS"))
    assert game.state.cash["Fr"] == 0
    assert game.waiting() == "track" and game.allowed(LayTile("Fr", "G3", "58", 0))


def test_the_bs_lays_two_tiles_in_one_operating_round():
    game = extra(BS="IC").do(LayTile("IC", "B6", "9", 1, "BS"))
    assert game.allowed(LayTile("IC", "B8", "9", 1, "BS"))
    later = extra(BS="IC").do(LayTile("IC", "B6", "9", 1, "BS"))
    at_round(later.operating("IC"), 4)
    assert later.refused(LayTile("IC", "B8", "9", 1, "BS")) == {"power.used"}
    game.do(LayTile("IC", "B8", "9", 1, "BS"))
    assert game.refused(LayTile("IC", "B10", "9", 1, "BS")) == {"power.used"}


def test_the_bs_is_used_while_its_company_lays_track():
    game = operating("IC", "trains", BS="IC").tile("B2", "58", 2)
    assert "power.track" in game.refused(LayTile("IC", "B4", "9", 1, "BS"))
    done = extra(BS="IC").do(LayTile("IC", "B6", "9", 1))
    assert done.allowed(LayTile("IC", "B8", "9", 1, "BS"))


def test_by_an_option_extra_tiles_may_be_upgrades():
    game = extra(AGS="IC", extra_upgrades=True)
    assert game.allowed(LayTile("IC", "B4", "23", 1, "AGS"))
    assert "lay.colour" in game.refused(LayTile("IC", "B4", "46", 1, "AGS"))
