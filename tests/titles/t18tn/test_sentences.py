"""Sentences of the rules notes of 18TN, each both ways. Numbers are those of the notes."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    SellPrivate,
    SellShares,
    StartCompany,
)
from companion.rules.stock import share_trading
from tests.support.positions import Position


def operating(
    company: str = "SR", step: str = "track", phase: str = "3", **more: object
) -> Position:
    """Return a game in which the company of p1 operates, with its home token."""
    privates = {key: str(owner) for key, owner in more.items() if key.isupper()}
    options = {key: value for key, value in more.items() if not key.isupper()}
    game = Position("18tn", 4, **options).phase(phase).privates(**privates).close_privates()
    game.started(company, 70, "p1", p1=60).floated(company, 2000)
    return game.operating(company, step)


def always_refused(game: Position, company: str, at: str, tile: str) -> set[str]:
    """Return the codes for which a tile is refused in every rotation."""
    codes = [game.refused(LayTile(company, at, tile, rotation)) for rotation in range(6)]
    return set.intersection(*codes)


# --- companies (2)


def test_the_president_of_the_ic_pays_for_three_shares():
    game = Position("18tn", 4).close_privates().stock_round(1, "p1").cash(p1=300)
    game.do(StartCompany("p1", "IC", 65))
    assert game.state.cash["p1"] == 300 - 3 * 65
    assert game.percent("IC", "p1") == 30


def test_the_ic_floats_at_60_percent():
    game = Position("18tn", 4).close_privates().cash(p1=1000)
    game.started("IC", 65, "p1", p1=30, p2=20).stock_round(1, "p1")
    assert not game.state.companies["IC"].floated
    assert game.do(BuyShare("p1", "IC", "initial")).state.companies["IC"].floated
    assert game.state.cash["IC"] == 650


def test_the_certificate_of_30_percent_goes_to_a_player_with_30_percent():
    few = Position("18tn", 4).close_privates().started("IC", 70, "p1", p1=30, p2=20)
    few.floated("IC").stock_round(2, "p1")
    assert few.refused(SellShares("p1", "IC", 10)) == {"sell.president"}
    many = Position("18tn", 4).close_privates().started("IC", 70, "p1", p1=30, p2=30)
    many.floated("IC").stock_round(2, "p1").do(SellShares("p1", "IC", 10))
    assert many.president("IC") == "p2"
    assert (many.percent("IC", "p1"), many.percent("IC", "pool")) == (20, 10)


# --- stock rounds (4 to 6)


@pytest.mark.parametrize(
    ("cell", "counted", "more"), [("3,2", 5, False), ("3,1", 0, False), ("4,0", 0, True)]
)
def test_yellow_and_orange_cells(cell, counted, more):
    game = Position("18tn", 4).close_privates().cash(p1=1000)
    game.started("SR", 65, "p1", p1=60, p2=10).floated("SR").price("SR", cell)
    game.stock_round(2, "p1")
    assert share_trading.certificate_count(game.rules, game.state, "p1") == counted
    refused = game.refused(BuyShare("p1", "SR", "initial"))
    assert refused == (set() if more else {"buy.holding"})


def test_a_private_of_another_player_is_the_purchase_of_a_turn():
    game = Position("18tn", 4).privates(TCC="p2").close_privates()
    game.started("SR", 65, "p3", p3=20).stock_round(1, "p1")
    assert game.refused(SellPrivate("p2", "p1", "TCC", 0)) == {"trade.least"}
    game.do(SellPrivate("p2", "p1", "TCC", 1))
    assert game.state.privates["TCC"] == "p1"
    assert game.rules.actor(game.state) == "p2"  # p1 has nothing left to do


# --- track (7, 9)


def first_lay(game: Position, company: str) -> LayTile:
    """Return a yellow tile that the company may lay."""
    return next(
        lay
        for at in game.data.map.hexes
        if at not in game.state.board.laid
        for tile in ("7", "8", "9")
        for rotation in range(6)
        if game.allowed(lay := LayTile(company, at, tile, rotation))
    )


@pytest.mark.parametrize(("option", "lays"), [(False, 2), (True, 3)])
def test_yellow_tiles_of_a_first_turn(option, lays):
    game = operating(triple_yellow_first_or=option).tile("F17", "57", 0).turn(is_first=option)
    for _ in range(lays):
        assert game.waiting() == "track"
        game.do(first_lay(game, "SR"))
        upgrades = always_refused(game, "SR", "F17", "14")
        assert "lay.one_replaced" in upgrades or "turn.not_now" in upgrades
    assert game.waiting() != "track"


def test_an_upgrade_is_the_only_tile_of_a_turn():
    game = operating().tile("F17", "57", 0)
    lays = (LayTile("SR", "F17", "14", rotation) for rotation in range(6))
    game.do(next(lay for lay in lays if game.allowed(lay)))
    assert game.waiting() != "track"


@pytest.mark.parametrize(
    ("company", "at", "before", "right", "wrong"),
    [
        ("TC", "F11", "57", "TN2", "14"),
        ("TC", "F11", "TN2", "170", "63"),
        ("NC&StL", "H15", "", "TN1", "14"),
        ("NC&StL", "H15", "TN1", "170", "63"),
        ("SR", "F17", "57", "14", "TN2"),
        ("SR", "F17", "14", "63", "170"),
    ],
)
def test_tiles_of_cities_with_a_label_and_of_others(company, at, before, right, wrong):
    game = operating(company, phase="5")
    if before:
        game.tile(at, before, 0)
    assert always_refused(game, company, at, right) == set()
    assert "lay.label" in always_refused(game, company, at, wrong)


def test_memphis_needs_its_tile_from_brown_on():
    game = operating(phase="5").tile("H3", "57", 0)
    assert "lay.label" not in always_refused(game, "SR", "H3", "14")
    game.tile("H3", "14", 0)
    assert "lay.label" in always_refused(game, "SR", "H3", "63")
    assert "lay.label" not in always_refused(game, "SR", "H3", "170")


# --- trains (17, 18)


@pytest.mark.parametrize(("phase", "more"), [("2", 0), ("3", 0), ("3½", 0), ("4", 1)])
def test_one_train_from_the_bank_until_phase_4(phase, more):
    game = operating(step="trains", phase=phase)
    game.do(game.offered("buy_train")[0])
    assert len(game.offered("buy_train")) == more


def test_a_6_rusts_the_3_trains_and_the_second_6_makes_4_trains_obsolete():
    game = operating(step="trains", phase="5").trains("SR", "4")
    game.started("TC", 65, "p2", p2=60).floated("TC").trains("TC", "3", "3B")
    for number in range(2):
        game.state.move_train(f"5-{number}", "gone")
    game.do(BuyTrain("SR", "6-0", 600))
    assert list(game.trains_of("TC")) == []
    assert list(game.trains_of("SR")) == ["4", "6"]
    game.started("GMO", 65, "p3", p3=60).floated("GMO", 2000).operating("GMO", "trains")
    assert game.allowed(BuyTrain("GMO", "4-0", 1))
    game.do(BuyTrain("GMO", "6B-0", 600))
    assert game.state.place_of("4-0") == "SR"
    assert game.refused(BuyTrain("GMO", "4-0", 1)) == {"train.not_for_sale"}


# --- the civil war (13, 14)


@pytest.mark.parametrize(("trains", "stays"), [((), False), (("3",), True), (("3", "3"), False)])
def test_the_price_of_a_company_at_war_that_runs_nothing(trains, stays):
    game = operating("TC").trains("TC", *trains)
    game.state.title_state = replace(game.state.title_state, companies_at_war=("TC",))
    price = game.at("TC")
    game.do(Pass("TC"))
    assert (game.at("TC") == price) is stays
    assert game.state.title_state.companies_at_war == ()


# --- the end (21)


def before_the_end(bank: bool = False, cell: str = "0,14") -> str:
    """Return the reason for the end after the first of three operating rounds."""
    game = operating(step="trains", phase="5").trains("SR", "5").price("SR", cell)
    game.state.is_bank_broken = bank
    return game.operating("SR", "trains", parts=3).do(Pass("SR")).state.end_reason


def test_the_game_ends_with_the_operating_round_of_a_broken_bank_or_a_price_of_300():
    assert before_the_end() == ""
    assert before_the_end(bank=True) == "bank"
    assert before_the_end(cell="0,15") == "price"
    assert before_the_end(bank=True, cell="0,15") == "price"


def test_a_bankruptcy_ends_the_game_at_once():
    game = operating("SR", "trains", phase="4").cash(SR=0, p1=0)
    game.tile("F17", "5", 0).tile("F15", "9", 1).tile("F13", "3", 3)
    assert game.do(DeclareBankruptcy("p1")).state.end_reason == "bankruptcy"


# --- privates (22 to 25)


@pytest.mark.parametrize(
    ("private", "at", "tiles", "others"),
    [
        ("TCC", "H17", ("7", "8", "9"), ("4", "58")),
        ("ETWCR", "F19", ("7", "8", "9"), ("4", "58")),
        ("MCR", "H3", ("5", "6", "57"), ("4", "7")),
        ("OWR", "E16", ("7", "8", "9"), ("4", "58")),
    ],
)
def test_the_tile_of_a_private(private, at, tiles, others):
    def lays(game: Position, tile: str) -> list[LayTile]:
        turned = (LayTile("SR", at, tile, rotation, private) for rotation in range(6))
        return [lay for lay in turned if game.allowed(lay)]

    game = operating(**{private: "SR"})
    for tile in others:
        assert "lay.power" in game.refused(LayTile("SR", at, tile, 0, private))
    one, *_ = [lays(game, tile)[0] for tile in tiles]  # each fits
    assert "lay.power" in game.refused(replace(one, hex="E18"))
    assert operating(**{private: "p1"}).refused(one) == {"power.not_owned"}
    assert operating(step="trains", **{private: "SR"}).refused(one) == {"power.track"}
    game.do(one)
    assert game.state.cash["SR"] == 2000
    assert "power.occupied" in game.refused(one)
    game.do(first_lay(game.tile("F17", "57", 0), "SR"))  # the usual tiles are left
