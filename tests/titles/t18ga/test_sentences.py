"""Sentences of the rules notes of 18GA, each both ways. Numbers are those of the notes."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
)
from tests.support.positions import Position
from tests.titles.t18ga.test_own_rules import operating, wsr


def always_refused(game: Position, company: str, at: str, tile: str) -> set[str]:
    """Return the codes for which a tile is refused in every rotation."""
    codes = [game.refused(LayTile(company, at, tile, rotation)) for rotation in range(6)]
    return set.intersection(*codes)


# --- tokens (2, 10)


@pytest.mark.parametrize("stop", ["E1.0", "J4.0", "J12.0"])
def test_nobody_places_a_token_beside_those_of_the_start(stop):
    assert "token.full" in operating("CoG", "token").refused(PlaceToken("CoG", stop))
    open_city = operating("CoG", "token").tile("I9", "57", 0)
    assert "token.full" not in open_city.refused(PlaceToken("CoG", "I9.0"))


def test_the_acl_begins_with_the_token_that_lies_there():
    game = Position("18ga", 4).close_privates()
    game.started("CoG", 90, "p2", p2=60).floated("CoG", 500).trains("CoG", "2")
    game.started("ACL", 70, "p1", p1=60).floated("ACL", 500, home=False)
    game.operating("CoG", "trains")
    while game.state.round.operating.company == "CoG":
        game.do(Pass("CoG"))
    assert game.state.board.token_stops("ACL") == ("J12.0",)
    assert game.state.companies["ACL"].tokens == 3
    assert game.waiting() == "track"


# --- track (8, 9)


@pytest.mark.parametrize(
    ("at", "before", "right", "wrong"),
    [
        ("I11", "57", "14", "453a"),
        ("I11", "14", "457a", "63"),
        ("F6", "57", "14", "454a"),
        ("D10", "453a", "456a", "63"),
        ("G13", "454a", "459a", "63"),
        ("C3", "57", "14", "453a"),
        ("D4", "", "451a", "57"),
        ("D4", "451a", "452a", "14"),
        ("D4", "452a", "455a", "63"),
    ],
)
def test_which_tiles_follow(at, before, right, wrong):
    game = operating(phase="5")
    if before:
        game.tile(at, before, 0)
    assert "lay.label" not in always_refused(game, "CoG", at, right)
    assert "lay.label" in always_refused(game, "CoG", at, wrong)


def test_the_layer_of_the_first_tile_of_atlanta_names_the_city_of_the_wa():
    game = operating("CoG").started("W&A", 70, "p2", p2=60).floated("W&A", 500)
    game.tile("E5", "9", 2).tile("F6", "57", 2)
    game.do(LayTile("CoG", "D4", "451a", 1))
    assert (game.waiting(), game.rules.actor(game.state)) == ("home", "p1")
    game.do(PlaceToken("W&A", "D4.1"))
    assert game.state.board.token_stops("W&A") == ("D4.1",)
    assert game.state.cash["W&A"] == 500


def test_one_space_of_atlanta_is_kept_for_the_wa():
    game = operating("CoG", "token").tile("D4", "451a", 0).token("D4.0", "SAL")
    assert "token.reserved" not in game.refused(PlaceToken("CoG", "D4.1"))
    game.token("D4.1", "GA")
    assert "token.reserved" in game.refused(PlaceToken("CoG", "D4.2"))


def test_with_track_in_atlanta_the_wa_chooses_a_free_city_at_its_first_turn():
    game = Position("18ga", 4).close_privates()
    game.started("CoG", 90, "p2", p2=60).floated("CoG", 500).trains("CoG", "2")
    game.started("W&A", 70, "p1", p1=60).floated("W&A", 500, home=False)
    game.tile("D4", "451a", 0).token("D4.0", "SAL").operating("CoG", "trains")
    while not game.state.questions:
        game.do(Pass("CoG"))
    assert game.waiting() == "home"
    assert game.refused(PlaceToken("W&A", "D4.0")) == {"token.full"}
    assert game.allowed(PlaceToken("W&A", "D4.1"))


# --- the token of the W&SR (11, 21)


def test_the_token_of_the_wsr_needs_room_a_token_and_its_step():
    place = PlaceToken("CoG", "I9.0", "W&SR")
    full = operating("CoG", "token").tile("I9", "57", 0).token("I9.0", "SAL")
    assert wsr(full, "CoG").refused(place) == {"token.full"}
    none = wsr(operating("CoG", "token"), "CoG")
    none.state.alter("CoG", tokens=0)
    assert none.refused(place) == {"token.none"}
    for step in ("track", "trains"):
        assert wsr(operating("CoG", step), "CoG").refused(place) == {"turn.not_now"}


def test_the_token_of_the_wsr_is_placed_once_and_is_the_next_of_the_charter():
    game = wsr(operating("CoG", "token"), "CoG").do(PlaceToken("CoG", "I9.0", "W&SR"))
    game.operating("CoG", "token")
    assert "power.used" in game.refused(PlaceToken("CoG", "I9.0", "W&SR"))
    game.tile("F6", "57", 1).tile("F4", "8", 4).tile("G3", "57", 0)
    game.do(PlaceToken("CoG", "G3.0"))
    assert game.state.cash["CoG"] == 2000 - 100


# --- trains and privates (13, 14, 17, 20, 22, 23)


@pytest.mark.parametrize(("phase", "more"), [("2", 0), ("3", 0), ("4", 1)])
def test_one_train_from_the_bank_until_phase_4(phase, more):
    game = operating("CoG", "trains", phase=phase)
    game.do(game.offered("buy_train")[0])
    assert len(game.offered("buy_train")) == more


def test_the_osr_brings_no_train_from_phase_4_on():
    game = operating("CoG", "trains", phase="3", OSR="p1")
    for number in range(4):
        game.state.move_train(f"3-{number}", "gone")
    assert game.state.place_of("2-5") == "bank"
    game.do(BuyTrain("CoG", "4-0", 300))
    game.operating("CoG", "trains").do(BuyPrivateForCompany("CoG", "OSR", 50))
    assert game.state.place_of("2-5") == "gone"
    assert list(game.trains_of("CoG")) == ["4"]


def test_the_train_of_the_osr_counts_and_rusts_like_others():
    game = operating("CoG", "trains", OSR="p1").trains("CoG", "3", "3", "3")
    game.do(BuyPrivateForCompany("CoG", "OSR", 50))
    assert list(game.trains_of("CoG")) == ["2", "3", "3", "3"]
    assert game.waiting() != "trains"  # its trains are at the limit
    game = operating("CoG", "trains", OSR="p1").do(BuyPrivateForCompany("CoG", "OSR", 50))
    for number in range(4):
        game.state.move_train(f"3-{number}", "gone")
    game.do(BuyTrain("CoG", "4-0", 300))
    assert list(game.trains_of("CoG")) == ["4"]


@pytest.mark.parametrize(("private", "at"), [("MRC", "F12"), ("OSR", "G7"), ("M&BR", "F4")])
def test_hexes_are_blocked_while_a_player_owns_their_private(private, at):
    for owner, is_blocked in (("p1", True), ("p2", True), ("CoG", False), ("gone", False)):
        game = operating("CoG")
        game.state.privates[private] = owner
        assert ("lay.blocked" in always_refused(game, "CoG", at, "9")) is is_blocked


@pytest.mark.parametrize(
    ("private", "least", "most"), [("LTR", 10, 30), ("MRC", 20, 60), ("OSR", 50, 150)]
)
def test_the_least_and_the_highest_price_of_a_private(private, least, most):
    game = operating("CoG", "trains", **{private: "p2"})
    for price, right in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        codes = game.refused(BuyPrivateForCompany("CoG", private, price))
        assert codes == (set() if right else {"private.range"})


# --- the end (18)


@pytest.mark.parametrize(
    ("bank", "cell", "reason"),
    [(False, "0,14", ""), (True, "0,14", "bank"), (False, "0,15", "price")],
)
def test_the_game_ends_with_the_operating_round(bank, cell, reason):
    game = operating("CoG", "trains", phase="5").trains("CoG", "5").price("CoG", cell)
    game.state.is_bank_broken = bank
    game.operating("CoG", "trains", parts=3).do(Pass("CoG"))
    assert game.state.end_reason == reason


def test_a_bankruptcy_ends_the_game_at_once():
    game = operating("CoG", "trains", phase="4").cash(CoG=0, p1=0)
    game.tile("F6", "5", 2).tile("E7", "3", 0)
    assert game.do(DeclareBankruptcy("p1")).state.end_reason == "bankruptcy"
