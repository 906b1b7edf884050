"""Rules of 18GA, each both ways. Numbers are those of its rules notes."""

import pytest

from companion.rules.core.actions import (
    BuyPrivate,
    BuyPrivateForCompany,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
)
from tests.support.positions import Position


def operating(
    company: str = "CoG", step: str = "track", cash: int = 2000, phase: str = "3", **more: object
) -> Position:
    """Return a game in which the company of p1 operates, with its home token."""
    privates = {key: str(owner) for key, owner in more.items() if key.isupper()}
    options = {key: value for key, value in more.items() if not key.isupper()}
    game = Position("18ga", 4, **options).phase(phase)
    game.privates(**privates).close_privates()
    game.started(company, 70, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


# --- set-up (2, 3, 10)


def test_tokens_lie_on_the_map_from_the_start():
    board = Position("18ga", 4).state.board
    assert board.tokens["J12.0"] == ("ACL",)
    assert board.tokens["E1.0"] == board.tokens["J4.0"] == ("N",)
    assert Position("18ga", 4).state.companies["ACL"].tokens == 3


@pytest.mark.parametrize(("stop", "passes"), [("E1.0", True), ("J4.0", True), ("J12.0", False)])
def test_all_pass_the_neutral_tokens_and_nobody_the_acl(stop, passes):
    game = operating()
    access = game.rules.access.of(game.rules, game.state, "CoG")
    assert game.state.board.full(stop, access) is not passes
    access = game.rules.access.of(game.rules, game.state, "ACL")
    assert not game.state.board.full("J12.0", access)


def test_five_2_trains_are_for_sale():
    game = Position("18ga", 4)
    places = [game.state.place_of(f"2-{number}") for number in range(6)]
    assert places == ["depot"] * 5 + ["bank"]


# --- track (7 to 9)


@pytest.mark.parametrize(
    ("at", "company", "usual", "own", "phase", "before"),
    [
        ("D10", "GA", "14", "453a", "3", ["57"]),
        ("G13", "SAL", "14", "454a", "3", ["57"]),
        ("F6", "CoG", "63", "458a", "5", ["57", "14"]),
    ],
)
def test_fixed_upgrades(at, company, usual, own, phase, before):
    game = operating(company, phase=phase)
    for tile in before:
        game.tile(at, tile, 0)
    labels = [game.refused(LayTile(company, at, usual, r)) for r in range(6)]
    assert all("lay.label" in codes for codes in labels)
    assert any("lay.label" not in game.refused(LayTile(company, at, own, r)) for r in range(6))


def test_the_first_tile_of_atlanta_places_its_token_anew():
    game = operating("W&A", cash=500)
    assert len(game.state.board.token_stops("W&A")) == 1
    game.do(LayTile("W&A", "D4", "451a", 0))
    assert game.waiting() == "home"
    game.do(PlaceToken("W&A", "D4.2"))
    assert game.state.board.token_stops("W&A") == ("D4.2",)


# --- options (24 to 28)


def test_options():
    assert operating(moved_home=True).data.companies["G&F"].homes == (("G3.0",),)
    assert operating().data.companies["G&F"].homes == (("H4.0",),)
    assert len(operating(three_cog_tokens=True).data.companies["CoG"].token_costs) == 3
    assert len(operating().data.companies["CoG"].token_costs) == 4
    port = operating(cotton_port=True).data
    assert port.map.hexes["G13"].colour == "gray" and "E15" in port.map.hexes
    assert port.companies["GA"].homes == (("D10.0",), ("E15.0",))
    assert "E15" not in operating().data.map.hexes


def test_both_homes_of_the_cotton_port_get_a_token():
    game = Position("18ga", 4, cotton_port=True).close_privates()
    game.started("CoG", 90, "p2", p2=60).floated("CoG", 500).trains("CoG", "2")
    game.started("GA", 70, "p1", p1=60).floated("GA", 500, home=False)
    game.operating("CoG", "trains")
    while game.state.round.operating.company == "CoG":
        game.do(Pass("CoG"))
    assert set(game.state.board.token_stops("GA")) == {"D10.0", "E15.0"}


@pytest.mark.parametrize("obsolete", [True, False])
def test_4_trains_rust_with_the_first_8(obsolete):
    game = operating("CoG", "trains", phase="6", obsolete_4=obsolete).trains("CoG", "4")
    for number in range(2):
        game.state.move_train(f"6-{number}", "gone")
    game.do(BuyTrain("CoG", "8-0", 800))
    assert game.state.place_of("4-0") == ("CoG" if obsolete else "gone")


# --- privates (17, 19 to 23)


def test_the_extra_tile_of_the_mrc():
    game = operating(MRC="CoG").do(LayTile("CoG", "F12", "9", 2, "MRC"))
    assert game.state.cash["CoG"] == 2000
    assert game.waiting() == "track"
    game = operating(MRC="p2")
    assert "lay.blocked" in game.refused(LayTile("CoG", "F12", "9", 2))
    game = operating("CoG", "trains", MRC="CoG")
    assert "power.track" in game.refused(LayTile("CoG", "F12", "9", 2, "MRC"))


def wsr(game: Position, owner: str) -> Position:
    game.state.privates["W&SR"] = owner
    return game


@pytest.mark.parametrize("has_track", [True, False])
def test_the_free_token_of_the_wsr(has_track):
    game = wsr(operating("CoG", "token"), "CoG")
    if has_track:
        game.tile("I9", "57", 0)
    assert "lay.power" in game.refused(PlaceToken("CoG", "I11.0", "W&SR"))
    game.do(PlaceToken("CoG", "I9.0", "W&SR"))
    assert game.state.cash["CoG"] == 2000
    assert game.state.companies["CoG"].tokens == 2
    assert game.waiting() != "token"
    assert "power.not_owned" in wsr(operating("CoG", "token"), "p1").refused(
        PlaceToken("CoG", "I9.0", "W&SR")
    )


def test_the_train_of_the_osr():
    game = operating("CoG", "trains", OSR="p1").do(BuyPrivateForCompany("CoG", "OSR", 50))
    assert game.state.place_of("2-5") == "CoG"
    assert game.allowed(BuyTrain("CoG", "3-0", 180))  # it was no purchase
    game.started("SAL", 70, "p2", p2=60).floated("SAL", 500).operating("SAL", "trains")
    assert game.refused(BuyTrain("SAL", "2-5", 1)) == {"train.not_for_sale"}
    full = operating("CoG", "trains", OSR="p1").trains("CoG", "3", "3", "3", "3")
    full.do(BuyPrivateForCompany("CoG", "OSR", 50))
    assert full.state.place_of("2-5") == "gone"


def test_the_mbr_brings_a_share():
    game = Position("18ga", 4).cash(p1=2000)
    for private in ("LTR", "MRC", "W&SR", "OSR", "M&BR"):
        game.cash(**{game.rules.actor(game.state): 2000})
        buyer = game.rules.actor(game.state)
        game.do(BuyPrivate(buyer, private))
    assert game.percent("CoG", buyer) == 10


def test_prices_of_privates():
    game = operating("CoG", "trains", LTR="p1")
    for price, right in ((9, False), (10, True), (30, True), (31, False)):
        codes = game.refused(BuyPrivateForCompany("CoG", "LTR", price))
        assert ("private.range" not in codes) is right
