"""Rules of 1836Jr30, each both ways. Numbers are those of its rules notes."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    BuyPrivate,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    ExchangePrivate,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.operating.running import find_best, report_run
from tests.support.positions import Position


def operating(company: str = "B", step: str = "track", cash: int = 1000, **privates: str):
    """Return a game in which the company of p1 operates, with its home token."""
    game = Position("1836jr30", 3).phase("3").privates(**privates).close_privates()
    game.started(company, 67, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


# --- set-up and stock rounds (1 to 4)


@pytest.mark.parametrize(("players", "cash", "limit"), [(2, 900, 20), (3, 600, 13), (4, 450, 10)])
def test_players_begin_with_their_money(players, cash, limit):
    game = Position("1836jr30", players)
    assert game.state.cash["p1"] == cash
    assert game.data.certificate_limit[players] == limit
    assert game.state.cash["bank"] + players * cash == 6000


def test_a_player_sells_before_and_after_the_purchase():
    game = Position("1836jr30", 3).close_privates()
    game.started("B", 67, "p2", p2=40, p1=20).started("Nord", 67, "p3", p3=30)
    game.stock_round(2, "p1").do(SellShares("p1", "B", 10), BuyShare("p1", "Nord", "initial"))
    assert game.allowed(SellShares("p1", "B", 10))


def brown(**options: bool) -> Position:
    """It is p1's turn; B and HSM are brown, with shares in both places."""
    game = Position("1836jr30", 3, **options).close_privates().cash(p1=1000)
    game.started("B", 67, "p2", p2=40, pool=20).price("B", "7,1")
    game.started("HSM", 67, "p3", p3=20, pool=20).price("HSM", "7,1")
    return game.stock_round(2, "p1")


def test_several_brown_shares_of_one_company_come_from_the_pool():
    game = brown().do(*[BuyShare("p1", "B", "pool")] * 2)
    assert game.percent("B", "p1") == 20
    game = brown().do(BuyShare("p1", "B", "pool"))
    assert game.allowed(BuyShare("p1", "B", "pool"))
    assert game.refused(BuyShare("p1", "B", "initial")) == {"buy.bought"}
    assert game.refused(BuyShare("p1", "HSM", "pool")) == {"buy.bought"}
    assert game.refused(StartCompany("p1", "Nord", 67)) == {"buy.bought"}


def test_a_brown_share_of_the_initial_offering_ends_the_purchases():
    game = brown().started("Nord", 67, "p2", p1=20).do(BuyShare("p1", "B", "initial"))
    for source in ("initial", "pool"):
        assert game.refused(BuyShare("p1", "B", source)) == {"buy.bought"}
    assert game.allowed(SellShares("p1", "Nord", 10))


def test_by_the_option_brown_shares_come_from_the_initial_offering_too():
    game = brown(multiple_brown_from_ipo=True)
    for source in ("initial", "pool", "initial", "pool", "initial"):
        game.do(BuyShare("p1", "B", source))
    assert game.percent("B", "p1") == 50
    assert game.refused(BuyShare("p1", "HSM", "pool")) == {"buy.bought"}


def test_players_trade_no_privates():
    game = Position("1836jr30", 3).privates(ACC="p1").close_privates().stock_round(2, "p1")
    assert not game.offered("trade")


# --- track (5 to 9)


def test_water_and_hills_cost_money():
    costs = {
        at: sum(terrain.cost for terrain in hex.terrain)
        for at, hex in Position("1836jr30").data.map.hexes.items()
    }
    assert {at for at, cost in costs.items() if cost == 80} == {"B8", "F6"}
    assert {at for at, cost in costs.items() if cost == 60} == {
        "I11", "J8", "J10", "J12", "K7", "K9", "K11",
    }  # fmt: skip
    assert sum(cost == 40 for cost in costs.values()) == 10


def test_a_company_lays_one_tile_a_turn():
    game = operating()
    first = game.offered("lay")[0]
    game.do(first)
    assert game.waiting() != "track"


def test_nobody_goes_to_the_home_of_the_nbds_before_it_has_its_token():
    game = operating("HSM", "token")
    game.tile("E9", "8", 0)
    for stop in ("E11.0", "E11.1"):
        assert "token.unchosen" in game.refused(PlaceToken("HSM", stop))
    game.started("NBDS", 67, "p2", p2=60).floated("NBDS")
    game.operating("HSM", "token")
    assert "token.unchosen" not in game.refused(PlaceToken("HSM", "E11.1"))


def test_the_first_tile_places_the_token_of_the_nbds_again():
    game = operating("NBDS")
    game.do(LayTile("NBDS", "E11", "59", 1))
    assert game.state.cash["NBDS"] == 1000 - 40
    assert game.waiting() == "home"
    assert {a.stop for a in game.offered("home")} == {"E11.0", "E11.1"}
    game.do(PlaceToken("NBDS", "E11.1"))
    assert game.state.board.token_stops("NBDS") == ("E11.1",)
    assert game.state.cash["NBDS"] == 960


def test_amsterdam_gets_a_second_city():
    game = operating("HSM")
    lays = [lay for lay in game.offered("lay") if lay.tile == "54"]
    assert lays and {lay.hex for lay in lays} == {"D6"}
    game.do(lays[0])
    tokens = [game.state.board.tokens[stop] for stop in ("D6.0", "D6.1")]
    assert sorted(tokens, key=str) == [("HSM",), (None,)]
    assert game.state.cash["HSM"] == 960


def test_brussels_keeps_its_one_city():
    game = operating("B")
    assert {lay.tile for lay in game.offered("lay") if lay.hex == "H6"} == {"53"}


@pytest.mark.parametrize(("one", "other"), [("C7", "C9"), ("F4", "G3"), ("F4", "G5"), ("F6", "G5")])
def test_some_sides_are_closed(one, other):
    map = Position("1836jr30").data.map
    edge = map.edge_towards(one, other)
    assert map.border(one, edge).kind == "impassable"


def test_the_nfl_begins_on_gray():
    game = operating("NFL")
    assert game.state.board.token_stops("NFL") == ("A9.0",)
    assert "lay.fixed" in game.refused(LayTile("NFL", "A9", "57", 0))


# --- ports (10, 21)


def laid(game: Position, at: str, tile: str, *edges: int) -> Position:
    """Lay the tile with these exits."""
    known = game.data.map.known[tile]
    return game.tile(at, tile, next(r for r in range(6) if known.rotate(r).exits == {*edges}))


def at_the_port(phase: str, train: str) -> Position:
    """Nord of Lille, I3, has a way to Paris, J2, and one to Gand, H4."""
    game = Position("1836jr30", 3).close_privates().phase(phase)
    game.started("Nord", 67, "p1", p1=60).floated("Nord", 1000).trains("Nord", train)
    laid(laid(game, "I5", "7", 1, 2), "H4", "57", 2, 5)
    return game.operating("Nord", "run")


ALONG = ("J2.0", "I3.0", "I5", "H4.0")


def run(train: str, path: tuple[str, ...] = ALONG) -> RunTrains:
    return RunTrains("Nord", ((f"{train}-0", path),))


@pytest.mark.parametrize(("phase", "each"), [("3", 20), ("4", 20), ("5", 30), ("D", 30)])
def test_a_port_pays_for_each_own_city_by_phase(phase, each):
    game = at_the_port(phase, phase)
    assert report_run(game.rules, game.state, run(phase)).revenue == 30 + 20 + each
    best = find_best(game.rules, game.state, "Nord")
    assert (best.revenue, best.proved) == (30 + 20 + each, True)
    game.token("H4.0", "Nord").operating("Nord", "run")
    assert report_run(game.rules, game.state, run(phase)).revenue == 30 + 20 + 2 * each
    assert game.allowed(run(phase))


def test_a_port_pays_nothing_in_phase_2():
    game = at_the_port("2", "2")
    game.state.phase = "2"
    game.trains("Nord", "3").operating("Nord", "run")
    assert report_run(game.rules, game.state, run("3")).revenue == 50


def test_a_port_needs_two_other_stops():
    game = at_the_port("3", "3")
    assert game.refused(run("3", ALONG[:2])) == {"run.port_alone"}
    assert game.allowed(run("3"))


def test_a_route_has_one_port():
    game = laid(at_the_port("5", "5"), "G3", "8", 1, 5).operating("Nord", "run")
    assert game.refused(run("5", (*ALONG, "G3", "G1.0"))) == {"run.stop_twice"}
    assert game.allowed(run("5"))


def test_a_port_counts_against_the_length_of_a_train():
    game = at_the_port("3", "3")
    game.state.trains["2-0"] = game.state.trains["3-0"]
    game.operating("Nord", "run")
    assert game.refused(run("2")) == {"run.too_long"}
    assert game.allowed(run("2", ALONG[1:]))


def test_a_port_alone_obliges_to_buy_no_train():
    game = Position("1836jr30", 3).close_privates()
    game.started("Nord", 67, "p1", p1=60).floated("Nord", 1000).operating("Nord", "trains")
    assert game.allowed(Pass("Nord"))
    laid(laid(game, "I5", "7", 1, 2), "H4", "57", 2, 5).operating("Nord", "trains")
    assert game.refused(Pass("Nord")) == {"train.needed"}


# --- separate cities of one hex (C1.8)


def test_a_train_visits_both_cities_of_a_hex():
    game = Position("1836jr30", 3).close_privates().phase("4")
    game.started("B", 67, "p1", p1=60).floated("B", 1000).trains("B", "4")
    laid(laid(game.tile("E5", "59", 4), "E7", "14", 0, 1, 3, 4), "F6", "8", 1, 3)
    laid(game, "F4", "3", 3, 4).token("E7.0", "B").operating("B", "run")
    loop = ("E5.0", "E7.0", "F6", "F4.0", "E5.1")
    both = RunTrains("B", (("4-0", loop),))
    assert game.allowed(both)
    assert report_run(game.rules, game.state, both).revenue == 40 + 30 + 10 + 40
    assert find_best(game.rules, game.state, "B").revenue == 120
    assert game.allowed(RunTrains("B", (("4-0", loop[:-1]),)))


# --- trains (11 to 13)


def test_one_train_of_each_type_comes_from_the_bank_in_a_turn():
    game = operating(step="trains", cash=3000).trains("pool", "4", "4")
    game.operating("B", "trains").do(BuyTrain("B", "3-0", 180))
    assert game.allowed(BuyTrain("B", "4-0", 300))
    game.do(BuyTrain("B", "4-0", 300)).operating("B", "trains", bank_train_types=("3", "4"))
    assert game.refused(BuyTrain("B", "4-1", 300)) == {"train.one_of_type"}
    game.operating("B", "trains")
    assert game.allowed(BuyTrain("B", "4-1", 300))


def test_trains_of_other_companies_are_not_limited():
    game = operating(step="trains", cash=3000)
    game.started("HSM", 67, "p2", p2=60).floated("HSM").trains("HSM", "3", "3")
    game.operating("B", "trains", bank_train_types=("3",)).do(BuyTrain("B", "3-0", 1))
    assert game.allowed(BuyTrain("B", "3-1", 1))


def test_there_are_five_diesels():
    game = Position("1836jr30", 3).phase("6")
    assert sum(train.startswith("D-") for train in game.state.trains) == 5


def test_the_first_5_closes_the_privates():
    game = operating(step="trains", cash=3000, ACC="p1", GCB="B").phase("4")
    game.trains("HSM", "4", "4", "4").operating("B", "trains")
    assert game.state.privates["ACC"] == "p1"
    game.operating("B", "trains").do(BuyTrain("B", "5-0", 450))
    assert {game.state.privates[p] for p in ("ACC", "GCB")} == {"gone"}


# --- privates (15 to 20)


@pytest.mark.parametrize(
    ("private", "hexes"),
    [
        ("ACC", ["D6"]),
        ("ESF", ["B8"]),
        ("CdH", ["J8"]),
        ("GCB", ["G7", "G9", "H10"]),
        ("CFL", ["K11", "J12"]),
        ("CFLV", ["I3", "J4"]),
    ],
)
def test_hexes_are_blocked_while_a_player_owns_the_private(private, hexes):
    for at in hexes:
        tile = "56" if at in ("B8", "K11") else "8"
        lay = LayTile("B", at, tile, 0)
        assert "lay.blocked" in operating(**{private: "p1"}).refused(lay)
        assert "lay.blocked" not in operating(**{private: "HSM"}).refused(lay)
        assert "lay.blocked" not in operating().refused(lay)


def ferry(game: Position, tile: str = "2") -> LayTile:
    """The lay of the tile in the first rotation that fits."""
    lays = (LayTile("B", "B8", tile, rotation, "ESF") for rotation in range(6))
    return next(lay for lay in lays if "lay.off_board" not in game.refused(lay))


@pytest.mark.parametrize("step", ["track", "trains"])
@pytest.mark.parametrize("tile", ["2", "56"])
def test_the_ferry_lays_a_tile_free_and_unconnected_at_any_moment(step, tile):
    game = operating(step=step, cash=1000, ESF="B").do(ferry(operating(ESF="B"), tile))
    assert game.state.cash["B"] == 1000
    assert game.state.board.laid["B8"].tile == tile
    assert game.waiting() == step  # the turn goes on


def test_the_ferry_lays_only_its_tiles_on_its_hex_once():
    game = operating(ESF="B")
    lay = ferry(game)
    assert "lay.power" in game.refused(replace(lay, tile="58"))
    assert "lay.power" in game.refused(replace(lay, hex="K11"))
    assert "power.not_owned" in operating(ESF="p1").refused(lay)
    game.do(lay)
    assert game.refused(replace(lay, tile="56"))


def test_the_coalfields_are_the_tile_and_the_token_of_the_turn():
    game = operating(CdH="B").do(LayTile("B", "J8", "57", 0, "CdH"))
    assert game.state.cash["B"] == 1000 - 60
    game.do(PlaceToken("B", "J8.0", "CdH"))
    assert game.state.cash["B"] == 940
    assert game.state.companies["B"].tokens == 2  # four, less the home and that one
    assert game.waiting() not in ("track", "token")


def test_the_coalfields_cost_their_hills():
    assert operating(cash=59, CdH="B").refused(LayTile("B", "J8", "57", 0, "CdH")) == {"lay.cost"}
    assert operating(cash=60, CdH="B").allowed(LayTile("B", "J8", "57", 0, "CdH"))


def test_the_coalfields_need_an_empty_hex_and_the_lay_of_the_turn():
    game = operating(CdH="B").tile("J8", "57", 1)
    assert "power.occupied" in game.refused(LayTile("B", "J8", "57", 0, "CdH"))
    game = operating(CdH="B").operating("B", lays=(("I5", "yellow"),))
    assert game.refused(LayTile("B", "J8", "57", 0, "CdH")) == {"lay.enough"}


def test_the_coalfields_are_laid_in_the_track_step():
    lay = LayTile("B", "J8", "57", 0, "CdH")
    assert operating(CdH="B").allowed(lay)
    assert operating(step="trains", CdH="B").refused(lay) == {"power.track"}
    assert not operating(step="trains", CdH="B").offered("lay_power")


@pytest.mark.parametrize("source", ["initial", "pool"])
def test_the_gcb_is_exchanged_for_a_share(source):
    game = Position("1836jr30", 3).privates(GCB="p1").close_privates()
    game.started("B", 67, "p2", p2=40, pool=10).stock_round(2, "p1")
    game.do(ExchangePrivate("p1", "GCB", source))
    assert game.percent("B", "p1") == 10
    assert game.state.privates["GCB"] == "gone"


@pytest.mark.parametrize(("percent", "codes"), [(50, set()), (60, {"buy.holding"})])
def test_the_gcb_gives_no_share_above_sixty_percent(percent, codes):
    game = Position("1836jr30", 3).privates(GCB="p1").close_privates()
    game.started("B", 67, "p1", p1=percent).stock_round(2, "p1")
    assert game.refused(ExchangePrivate("p1", "GCB", "initial")) == codes


def auction_to(private: str) -> Position:
    """Sell the privates before this one, each to the player on turn."""
    game = Position("1836jr30", 3).cash(p1=2000, p2=2000, p3=2000)
    for each in ("ACC", "ESF", "CdH", "GCB", "CFL", "CFLV"):
        if each == private:
            return game
        game.do(BuyPrivate(game.rules.actor(game.state), each))
    return game


def test_the_cfl_brings_a_share_that_is_sold_after_a_par():
    game = auction_to("CFL")
    player = game.rules.actor(game.state)
    game.do(BuyPrivate(player, "CFL"))
    assert game.percent("GCL", player) == 10
    game.close_privates().stock_round(2, player)
    assert game.refused(SellShares(player, "GCL", 10))
    game.started("GCL", 67, "p2" if player != "p2" else "p1", p3=0).stock_round(2, player)
    assert game.allowed(SellShares(player, "GCL", 10))


def test_the_cflv_brings_the_presidency_of_the_nord():
    game = auction_to("CFLV")
    player = game.rules.actor(game.state)
    game.do(BuyPrivate(player, "CFLV"))
    assert game.refused(SetPar(player, "Nord", 68)) == {"start.par"}
    cash = game.state.cash[player]
    game.do(SetPar(player, "Nord", 100))
    assert game.president("Nord") == player and game.percent("Nord", player) == 20
    assert game.state.cash[player] == cash


def test_the_cflv_is_not_for_companies_and_closes_with_the_first_train_of_the_nord():
    game = operating("Nord", "trains", CFLV="p1", CFL="p1")
    assert "private.never" in game.refused(BuyPrivateForCompany("Nord", "CFLV", 220))
    assert game.allowed(BuyPrivateForCompany("Nord", "CFL", 160))
    game.do(BuyTrain("Nord", "3-0", 180))
    assert game.state.privates["CFLV"] == "gone"
    game = operating("B", "trains", CFLV="p1").do(BuyTrain("B", "3-0", 180))
    assert game.state.privates["CFLV"] == "p1"


@pytest.mark.parametrize("company", ["NFL", "NBDS"])
def test_presidents_of_other_companies_change_by_a_sale_for_a_train(company):
    game = operating(step="trains", cash=0).cash(p1=0)
    game.started(company, 67, "p1", p1=30, p2=30).floated(company)
    laid(game, "H4", "57", 1, 4).operating("B", "trains")
    game.do(SellShares("p1", company, 20))
    assert game.president(company) == "p2"
    game.started("B", 67, "p1", p2=40)
    assert "forced.presidency" in game.refused(SellShares("p1", "B", 30))


# --- ends (14)


@pytest.mark.parametrize(("part", "over"), [(1, False), (2, True)])
def test_a_broken_bank_ends_the_set(part, over):
    game = operating("B", "trains").trains("B", "3")
    game.state.is_bank_broken = True
    game.operating("B", "trains", 2, part).do(Pass("B"))
    assert bool(game.state.end_reason) is over


def test_a_bankruptcy_ends_the_game_at_once():
    game = Position("1836jr30", 3).close_privates().cash(p1=0)
    game.started("Nord", 67, "p1", p1=60).floated("Nord", 0)
    laid(laid(game, "I5", "7", 1, 2), "H4", "57", 2, 5).phase("6").trains("gone", "6", "6")
    game.operating("Nord", "trains").do(DeclareBankruptcy("p1"))
    assert game.state.end_reason == "bankruptcy"
