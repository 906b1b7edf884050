"""Cobourg & Peterborough: its tile and its route before the companies operate, and its end."""

import pytest

from companion.rules.amend.correction_actions import CorrectToken
from companion.rules.core.actions import BuyPrivateForCompany, LayTile, Pass, PlaceToken, RunTrains
from companion.rules.operating.running import find_best
from companion.rules.privates.private_railway import PrivateOperatingRound
from companion.titles.t1828.title_state import Turn1828
from tests.support.boards import without_tokens
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated

TRAIN = "C&P-0"


def its_turn(cash: int = 0, phase: str = "Yellow") -> Position:
    """C&P's turn for its owner, the first player; nobody has another private."""
    at = Position("1828", 4).close_privates()
    at.state.certificates["C&P_0"] = "initial"
    return again(at.privates(**{"C&P": "p1"}).phase(phase), cash)


def again(at: Position, cash: int | None = None) -> Position:
    """Its next turn."""
    if cash is not None:
        at.cash(C_and_P=cash)
    at.state.round = PrivateOperatingRound(2, 1, 1, ("C&P",), turn=Turn1828("C&P"))
    return at


def lay(at: str, tile: str, rotation: int) -> LayTile:
    return LayTile("C&P", at, tile, rotation)


def run(*path: str) -> RunTrains:
    return RunTrains("C&P", ((TRAIN, path),))


def test_its_marker_lies_in_c15_from_the_start():
    at = Position("1828", 3)
    assert at.state.board.tokens["C15.0"] == ("C&P",)


def test_half_of_the_route_is_the_players_half_its_own():
    at = its_turn().do(lay("C17", "9", 1))
    before = at.state.cash["p1"]
    at.do(run("C15.0", "C17", "C19.0"))
    assert (at.state.cash["p1"] - before, at.state.cash["C&P"]) == (15, 15)


def test_a_tile_that_runs_on_from_one_of_the_two_pays_the_same_route_again():
    at = its_turn().do(lay("C17", "9", 1), run("C15.0", "C17", "C19.0"))
    again(at).do(lay("C13", "8", 4), run("C15.0", "C17", "C19.0"))
    assert at.state.cash["C&P"] == 30


def test_a_centre_on_the_tile_is_one_of_the_two():
    at = its_turn().tile("C17", "9", 1).tile("B22", "7", 2).do(lay("B20", "57", 0))
    assert at.refused(run("C15.0", "C17", "C19.0")) == {"run.two"}
    near = again(at.do(run("B20.0", "C19.0")), 0)
    assert at.state.cash["C&P"] == 0
    near.turn(lays=(("B20", "yellow"),), step=1).do(run("A23.0", "B22", "A21", "B20.0"))
    assert near.state.cash["C&P"] == 30


def test_it_runs_as_its_owner_likes():
    """No better run is asked about: of 30 and 60 it may choose 30."""
    at = its_turn().tile("C17", "9", 1).tile("B22", "7", 2).do(lay("B20", "57", 0))
    lesser = run("B20.0", "C19.0")
    assert at.rules.runs.free_routes(at.rules, at.state, "C&P") == (
        ("A23.0", "B22", "A21", "B20.0"),
        ("B20.0", "C19.0"),
    )
    assert find_best(at.rules, at.state, "C&P").revenue == 60
    assert at.allowed(lesser)
    at.do(lesser)
    assert at.state.cash["C&P"] == 15


def test_if_it_has_a_route_it_runs_one():
    at = its_turn().do(lay("C17", "9", 1))
    assert at.refused(RunTrains("C&P")) == {"run.two"}
    assert at.refused(Pass("C&P"))


def test_if_its_tile_makes_no_route_it_earns_nothing():
    at = its_turn().do(lay("C13", "8", 4))
    assert at.state.cash["C&P"] == 0
    assert not isinstance(at.state.round, PrivateOperatingRound)


def test_without_a_tile_it_earns_nothing():
    at = its_turn().tile("C17", "9", 1).do(Pass("C&P"))
    assert at.state.cash["C&P"] == 0
    assert not isinstance(at.state.round, PrivateOperatingRound)


def test_terrain_is_paid_from_its_own_treasury_only():
    at = its_turn(cash=75, phase="Green")
    tile = lay("D14", "59", 3)
    assert at.refused(tile) == {"lay.cost"}
    again(at, 80).do(tile)
    assert at.state.cash["C&P"] == 0


def test_from_green_on_it_upgrades_its_own_hex_which_nobody_else_may():
    at = its_turn(cash=80, phase="Green")
    assert at.allowed(lay("C15", "14", 0))
    other = floated("NYC").privates(**{"C&P": "p2"}).phase("Green").operating("NYC")
    assert "lay.blocked" in other.refused(LayTile("NYC", "C15", "14", 0))


def test_other_blocks_bind_it():
    at = its_turn().tile("C17", "9", 1).tile("B20", "14", 0).tile("B22", "9", 1)
    tile = lay("B24", "4", 1)
    assert at.allowed(tile)
    at.privates(**{"C&StL": "p3"})
    assert at.refused(tile) == {"lay.blocked"}


def test_never_to_the_coalfields():
    at = its_turn()
    assert "K11" in at.rules.access.of(at.rules, at.state, "C&P").closed


# --- bought by a company


def bought(tokens_used: int = 0) -> Position:
    at = floated("GT").phase("Green").privates(**{"C&P": "p2"}).cash(C_and_P=35)
    at.operating("GT", "trains", tokens=tokens_used)
    return at.do(BuyPrivateForCompany("GT", "C&P", 100))


def test_its_treasury_goes_to_the_company_which_may_put_its_marker_there():
    at = bought()
    assert at.state.cash["GT"] == 1000 - 100 + 35
    assert at.waiting() == "swap_marker"
    at.do(PlaceToken("GT", "C15.0", "C&P", "C&P"))
    assert at.state.board.tokens["C15.0"] == ("GT",)
    assert at.state.round.turn.tokens == 1
    assert at.state.cash["GT"] == 935
    assert at.state.companies["GT"].tokens == 1


def test_otherwise_a_blocking_marker_comes_there():
    at = bought().do(Pass("GT"))
    assert at.state.board.tokens["C15.0"] == ("blocked",)
    placed = bought(tokens_used=1)
    assert placed.waiting() == "trains"
    assert placed.state.board.tokens["C15.0"] == ("blocked",)


def test_whose_marker_a_correction_has_taken_is_bought_without_one():
    at = floated("GT").phase("Green").privates(**{"C&P": "p2"}).cash(C_and_P=35)
    at.operating("GT", "trains")
    at.do(
        CorrectToken("C&P", "C15.0", reason="it lay wrong"), BuyPrivateForCompany("GT", "C&P", 100)
    )
    assert at.waiting() == "trains"
    assert at.state.cash["GT"] == 1000 - 100 + 35
    assert at.state.board.tokens["C15.0"] == (None,)


def test_it_pays_a_company_15_and_operates_no_more():
    at = bought().do(Pass("GT"))
    assert at.rules.privates.revenue(at.rules, at.state, "C&P") == 15
    assert at.state.place_of(TRAIN) == "gone"


def test_closing_unsold_its_treasury_goes_to_the_bank():
    at = floated("GT", 2000).phase("Brown").privates(**{"C&P": "p2"}).cash(C_and_P=35)
    for train in list(at.state.trains):
        if train.startswith("3+D"):
            at.state.move_train(train, "gone")
    at.operating("GT", "trains").do(at.offered("buy_train")[0])
    assert at.state.phase == "Red"
    assert at.state.cash["C&P"] == 0
    assert at.state.board.tokens["C15.0"] == ("blocked",)
    assert at.state.privates["C&P"] == "gone"


@pytest.mark.parametrize("owner", ["p1", "GT"])
def test_it_operates_only_for_a_player(owner):
    at = floated("GT").phase("Green").privates(**{"C&P": owner})
    at.stock_round(2, "p1", cards=("p2", "p3", "p4")).do(Pass("p1"))
    assert isinstance(at.state.round, PrivateOperatingRound) is (owner == "p1")


def test_if_it_builds_the_tunnel_the_coal_goes_on_sale():
    at = its_turn(cash=120).tile("K15", "57", 1)
    at.state.board = without_tokens(at.state.board, "C&P").with_token("K15.0", "C&P")
    again(at, 120).do(lay("K13", "4", 1))
    assert at.state.title_state.coal_markers == ("K11", "K11", "K11")
    assert at.state.cash["C&P"] == 0
