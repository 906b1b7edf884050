"""An owner is asked before they could lose something when the game goes on by itself."""

import pytest

from companion.rules.core.actions import BuyPrivateForCompany, Decline, LayTile, Pass
from companion.rules.operating.last_chances import ChanceEffect
from companion.rules.shares.holdings import INITIAL
from companion.titles.t1828.coal import BuyCoal
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, operating, table


def asked(at: Position) -> tuple[str, tuple[str, ...]]:
    """The players who are asked about which chances; nobody about none."""
    question = at.rules.last_chance.current_question(at.state)
    return (question.actor, question.subjects) if question else ("", ())


def lost(at: Position) -> tuple[ChanceEffect, ...]:
    """The chances that would be lost."""
    question = at.rules.last_chance.current_question(at.state)
    assert question is not None
    return question.lost_effects


# --- privates that a company could buy

LAY = LayTile("GT", "D6", "57", 1)


def beside_a_player(private: str = "E&K", phase: str = "Green") -> Position:
    """GT operates; a player has a private."""
    return floated("GT").phase(phase).privates(**{private: "p2"}).operating("GT")


def test_before_the_track_step_ends_one_may_buy_the_ek_for_its_20_tile():
    at = beside_a_player().do(LAY)
    assert asked(at) == ("p1", ("buy_private",))
    assert lost(at) == (ChanceEffect("track", ("E&K",)),)
    at.do(BuyPrivateForCompany("GT", "E&K", 120))
    at.do(at.offered("lay_power")[0])  # its tile on E7
    assert at.waiting() == "track"
    at.do(LayTile("GT", "D8", "57", 1, "E&K"))
    assert at.state.cash["GT"] == 1000 - 80 - 120 - 20


def test_let_be_the_turn_goes_on_and_the_ek_is_bought_later_without_its_tile():
    at = beside_a_player().do(LAY, Pass("p1"))
    assert at.waiting() == "token"
    at.do(Pass("GT"))
    while at.waiting() != "trains":
        at.do(Pass("GT"))
    assert at.allowed(BuyPrivateForCompany("GT", "E&K", 120))


@pytest.mark.parametrize(
    "other",
    [
        lambda: beside_a_player(phase="Yellow"),
        lambda: beside_a_player("C&A"),
        lambda: beside_a_player().privates(**{"E&K": "NYC"}),
    ],
    ids=["not in yellow", "one that lays nothing", "a company's"],
)
def test_nobody_is_asked_where_nothing_is_lost(other):
    assert asked(other().do(LAY)) == ("", ())


def test_a_player_who_declines_is_not_asked_again_in_the_round():
    at = beside_a_player().do(LAY, Decline("p1"))
    assert at.waiting() == "token"


# --- the tile of the C&StL, and coal


def test_a_turn_does_not_end_before_the_tile_of_the_cstl():
    at = operating("GT", "trains", cash=0).privates(**{"C&StL": "GT"}).trains("GT", "2")
    at.do(Pass("GT"))
    assert asked(at) == ("p1", ("extra_tile",))
    at.do(LayTile("GT", "B24", "3", 0, "C&StL"))
    assert at.state.board.laid["B24"].tile == "3"


def through_the_tunnel(*coal: str) -> Position:
    """C&O has a track to the coalfields, and a train."""
    at = floated("C&O", 150).tile("K15", "57", 1).tile("K13", "4", 1).trains("C&O", "2")
    at.state.title_state = type(at.state.title_state)(coal_markers=coal)
    return at.operating("C&O", "trains")


def test_a_turn_does_not_end_before_coal_that_could_be_bought():
    at = through_the_tunnel("K11", "K11", "K11").do(Pass("C&O"))
    assert asked(at) == ("p1", ("coal",))
    at.do(BuyCoal("C&O"))
    assert at.state.cash["C&O"] == 30


def test_nobody_is_asked_about_coal_that_cannot_be_bought():
    assert asked(through_the_tunnel("C&O", "K11", "K11").do(Pass("C&O"))) == ("", ())
    assert asked(through_the_tunnel("K11", "K11", "K11").cash(C_and_O=119).do(Pass("C&O"))) == (
        "",
        (),
    )


@pytest.mark.parametrize("edition", ["published", "draft"])
def test_each_of_two_chances_says_what_it_alone_makes_possible(edition):
    """IC has a track to the coalfields alone: coal lets it run there, the C&P elsewhere."""
    at = floated("IC", 590, edition).phase("Green").trains("IC", "2").privates(**{"C&P": "p2"})
    at.tile("J8", "9", 1).tile("C17", "9", 1).tile("B20", "57", 0).operating("IC").do(
        LayTile("IC", "J10", "8", 5)
    )
    assert asked(at) == ("p1", ("buy_private", "coal"))
    assert lost(at) == (ChanceEffect("run"), ChanceEffect("run", ("C&P",)))
    assert at.rules.last_chance.sentences(at.state) == [
        "IC may buy privates now.",
        "With Cobourg & Peterborough the company could run in this turn.",
        "IC may buy coal in this turn.",
        "With it the company could run in this turn.",
    ]


# --- the M&H


def owner() -> Position:
    """p1 has the M&H; MC lacks one certificate of floating. Nobody operates yet."""
    game = table(3).close_privates().cash(p1=1000).privates(**{"M&H": "p1"})
    return game.started("MC", 79, "p3", p3=20, p2=30).stock_round(2, "p2", cards=("p3", "p1"))


SWAP = SwapPrivate("p1", "M&H", "MC", INITIAL)


def test_an_operating_round_without_a_company_waits_for_the_swap_that_floats_one():
    game = owner().do(Pass("p2"))
    assert asked(game) == ("p1", ("swap_private",))
    assert ChanceEffect("begins", ("MC", 2, 1)) in lost(game)
    game.do(SWAP)
    assert game.state.round.turn.company == "MC"


def test_let_be_the_stock_round_comes_in_which_the_swap_is_the_deed_of_a_turn():
    game = owner().do(Pass("p2"), Pass("p1"))
    assert game.state.round.number == 3
    assert asked(game) == ("", ())


def test_its_owner_is_asked_before_the_last_operating_round_of_a_set_ends():
    game = owner().started("IC", 67, "p2", p2=60).floated("IC", 0)
    game.operating("IC", "trains").do(Pass("IC"))
    assert asked(game) == ("p1", ("swap_private",))
    assert ChanceEffect("beside", (2,)) in lost(game)
    game.do(Pass("p1"))
    assert type(game.state.round).__name__ == "StockRound1828"


def test_they_are_not_asked_between_the_rounds_of_a_set_for_a_swap_that_floats_none():
    game = owner().started("IC", 67, "p2", p2=60).floated("IC", 0)
    game.phase("Green").privates(**{"M&H": "p1"})
    game.state.certificates["MC_3"] = "p2"
    game.state.alter("MC", status="floated")
    game.operating("IC", "trains", parts=2).do(Pass("IC"))
    assert asked(game) == ("", ())
