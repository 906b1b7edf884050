"""Rules of 1850Jr, each both ways. Numbers are those of its rules notes."""

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
)
from companion.rules.operating.running import find_best, report_run
from tests.support.positions import Position


def operating(company: str = "SFA", step: str = "track", cash: int = 1000, **privates: str):
    """Return a game in which the company of p1 operates, with its home token."""
    game = Position("1850jr", 3).phase("3").privates(**privates).close_privates()
    game.started(company, 67, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


def laid(game: Position, at: str, tile: str, *edges: int) -> Position:
    """Lay the tile with these exits."""
    known = game.data.map.known[tile]
    return game.tile(at, tile, next(r for r in range(6) if known.rotate(r).exits == {*edges}))


# --- set-up and stock rounds (1 to 3)


@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(3, 680, 10), (4, 510, 8), (5, 408, 6), (6, 340, 5)]
)
def test_players_begin_with_their_money(players, cash, limit):
    game = Position("1850jr", players)
    assert game.state.cash["p1"] == cash
    assert game.data.certificate_limit[players] == limit
    assert game.state.cash["bank"] + players * cash == 6000


def test_a_player_sells_before_and_after_the_purchase():
    game = Position("1850jr", 3).close_privates()
    game.started("SFA", 67, "p2", p2=40, p1=20).started("CTL", 67, "p3", p3=30)
    game.stock_round(2, "p1").do(SellShares("p1", "SFA", 10), BuyShare("p1", "CTL", "initial"))
    assert game.allowed(SellShares("p1", "SFA", 10))


@pytest.mark.parametrize("source", ["initial", "pool"])
def test_several_brown_shares_are_bought_in_a_turn(source):
    for cell, several in (("7,1", True), ("5,1", False)):
        game = Position("1850jr", 3).close_privates()
        game.started("SFA", 67, "p2", p2=40, pool=30).price("SFA", cell).stock_round(2, "p1")
        game.started("CTL", 67, "p3", p3=30).price("CTL", cell)
        game.do(BuyShare("p1", "SFA", source))
        assert game.allowed(BuyShare("p1", "SFA", source)) is several
        assert not game.allowed(BuyShare("p1", "CTL", "initial"))


# --- track and homes (4 to 6)


def test_mountains_cost_120():
    hexes = Position("1850jr").data.map.hexes
    mountains = {at for at, hex in hexes.items() if hex.terrain}
    assert {each.cost for at in mountains for each in hexes[at].terrain} == {120}
    assert mountains == {"C5", "D4", "E5", "F2", "F4", "F6", "G3", "G7"}
    game = operating("SFA", cash=119)
    assert "lay.cost" in game.refused(laid_lay(game, "C5"))
    assert "lay.cost" not in operating("SFA", cash=120).refused(laid_lay(game, "C5"))


def laid_lay(game: Position, at: str) -> LayTile:
    return LayTile("SFA", at, "9", 0)


def test_palermo_keeps_two_cities():
    game = operating("RCS")
    assert game.state.board.token_stops("RCS") == ("D2.1",)
    lays = [lay for lay in game.offered("lay") if lay.hex == "D2"]
    assert {lay.tile for lay in lays} == {"54"}
    game.do(lays[0])
    (home,) = game.state.board.token_stops("RCS")
    exits = game.state.board.shape("D2").stop_exits
    assert 5 in dict(exits[int(home[-1])]) and 2 in dict(exits[1 - int(home[-1])])
    assert [stop.revenue for stop in game.state.board.tile_at("D2").stops] == [(("", 60),)] * 2


def test_the_first_city_of_palermo_is_free_for_all():
    game = operating("SFA", "token").tile("D2", "54", 0)
    codes = game.refused(PlaceToken("SFA", "D2.0"))
    assert "token.reserved" not in codes
    assert "token.reserved" in game.refused(PlaceToken("SFA", "D2.1"))


def test_catania_has_tiles_with_its_letter():
    game = operating("IFT")
    assert {lay.tile for lay in game.offered("lay") if lay.hex == "G5"} == {"53"}
    assert {"lay.label"} <= game.refused(LayTile("IFT", "G5", "14", 0))


def test_nobody_goes_to_the_home_of_the_ctl_before_it_has_its_token():
    game = operating("SFA", "token")
    for stop in ("B4.0", "B4.1"):
        assert "token.unchosen" in game.refused(PlaceToken("SFA", stop))
    game.started("CTL", 67, "p2", p2=60).floated("CTL").operating("SFA", "token")
    assert "token.unchosen" not in game.refused(PlaceToken("SFA", "B4.1"))


def test_the_first_tile_places_the_token_of_the_ctl_again():
    game = operating("CTL")
    lay = next(lay for lay in game.offered("lay") if lay.tile == "59")
    game.do(lay)
    assert game.waiting() == "home"
    game.do(PlaceToken("CTL", "B4.1"))
    assert game.state.board.token_stops("CTL") == ("B4.1",)
    assert game.state.cash["CTL"] == 1000


# --- ports (7, 15)


PORTS = ("A5", "C1", "E9", "H0", "I1", "I3")
ALONG = ("E9.0", "F8.0", "G7", "H6", "H8.0")


def at_the_port(train: str = "3", phase: str = "3") -> Position:
    """SFA has a token in Terranova, F8, between Malta and Siracusa."""
    game = Position("1850jr", 3).close_privates().phase(phase)
    game.started("SFA", 67, "p1", p1=60).floated("SFA", 1000).trains("SFA", train)
    laid(laid(game, "F8", "57", 1, 4), "G7", "9", 1, 4).token("F8.0", "SFA")
    return game.operating("SFA", "run")


def run(train: str, path: tuple[str, ...] = ALONG) -> RunTrains:
    return RunTrains("SFA", ((f"{train}-0", path),))


def test_the_blue_hexes_are_ports():
    hexes = Position("1850jr").data.map.hexes
    ports = {at for at, hex in hexes.items() if any(stop.port for stop in hex.printed.stops)}
    assert ports == set(PORTS) == {at for at, hex in hexes.items() if hex.colour == "blue"}


def test_a_port_pays_half_of_the_route_rounded_down_to_tens():
    game = at_the_port()
    assert report_run(game.rules, game.state, run("3", ALONG[1:])).revenue == 20 + 30
    assert report_run(game.rules, game.state, run("3")).revenue == 50 + 20
    best = find_best(game.rules, game.state, "SFA")
    assert (best.revenue, best.proved) == (70, True)
    assert game.allowed(run("3"))


def test_a_port_needs_two_other_stops():
    game = at_the_port()
    assert game.refused(run("3", ALONG[:2])) == {"run.port_alone"}
    assert game.allowed(run("3", ALONG))


def test_a_route_has_one_port():
    game = at_the_port("5", "5")
    laid(laid(laid(game, "H2", "57", 0, 3), "H4", "8", 1, 3), "G7", "8", 1, 3)
    both = ("H0.0", "H2.0", "H4", "G5.0", "G7", "F8.0", "E9.0")
    game.operating("SFA", "run")
    assert game.refused(run("5", both)) == {"run.stop_twice"}
    assert game.allowed(run("5", both[1:]))
    assert report_run(game.rules, game.state, run("5", both[1:])).revenue == 70 + 30


def test_a_port_counts_against_the_length_of_a_train():
    game = at_the_port()
    game.state.trains["2-0"] = game.state.trains["3-0"]
    game.operating("SFA", "run")
    assert game.refused(run("2")) == {"run.too_long"}
    assert game.allowed(run("2", ALONG[1:]))


def test_a_port_alone_obliges_to_buy_no_train():
    game = at_the_port()
    game.state.trains["3-0"] = replace(game.state.trains["3-0"], place="gone")
    assert game.operating("SFA", "trains").refused(Pass("SFA")) == {"train.needed"}
    game = Position("1850jr", 3).close_privates().phase("3")
    game.started("SFA", 67, "p1", p1=60).floated("SFA", 1000)
    laid(game, "F8", "57", 1, 4).token("F8.0", "SFA").operating("SFA", "trains")
    assert game.allowed(Pass("SFA"))


# --- trains (8 to 10)


@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6"])
def test_one_train_comes_from_the_bank_in_a_turn(phase):
    game = Position("1850jr", 3).phase(phase).close_privates()
    game.started("SFA", 67, "p1", p1=60).floated("SFA", 3000).trains("pool", phase)
    train = next(t for t, card in game.state.trains.items() if card.place == "pool")
    price = game.data.trains[phase].price
    assert game.operating("SFA", "trains").allowed(BuyTrain("SFA", train, price))
    game.operating("SFA", "trains", bank_train_types=("2",))
    assert game.refused(BuyTrain("SFA", train, price)) == {"train.one_from_bank"}


def test_trains_of_other_companies_are_not_limited():
    game = operating(step="trains", cash=3000)
    game.started("IFT", 67, "p2", p2=60).floated("IFT").trains("IFT", "3", "3")
    game.operating("SFA", "trains", bank_train_types=("3",)).do(BuyTrain("SFA", "3-0", 1))
    assert game.allowed(BuyTrain("SFA", "3-1", 1))


def test_diesels_come_when_the_6_is_sold():
    game = Position("1850jr", 3).phase("5").close_privates().trains("CTL", "5")
    game.started("SFA", 67, "p1", p1=60).floated("SFA", 3000).operating("SFA", "trains")
    assert game.refused(BuyTrain("SFA", "D-0", 1100)) == {"train.sold_first"}
    game.do(BuyTrain("SFA", "6-0", 630)).operating("SFA", "trains")
    assert game.allowed(BuyTrain("SFA", "D-0", 1100))
    assert game.allowed(BuyTrain("SFA", "D-0", 800, "6-0"))
    assert sum(train.startswith("D-") for train in game.state.trains) == 4


def test_the_5_closes_the_privates():
    game = operating(step="trains", cash=3000, TCM="SFA", FSM="p1").phase("4")
    game.trains("IFT", "4", "4").operating("SFA", "trains")
    assert game.state.privates["FSM"] == "p1"
    game.do(BuyTrain("SFA", "5-0", 450))
    assert {game.state.privates[p] for p in ("TCM", "FSM")} == {"gone"}


# --- privates (12 to 14)


@pytest.mark.parametrize(
    ("private", "hexes"), [("TCM", ["D4"]), ("FSM", ["G9"]), ("SFT", ["F6", "G5"])]
)
def test_hexes_are_blocked_while_a_player_owns_the_private(private, hexes):
    for at in hexes:
        lay = LayTile("SFA", at, "8", 0)
        assert "lay.blocked" in operating(**{private: "p1"}).refused(lay)
        assert "lay.blocked" not in operating(**{private: "IFT"}).refused(lay)
        assert "lay.blocked" not in operating().refused(lay)


@pytest.mark.parametrize("step", ["track", "trains"])
@pytest.mark.parametrize("tile", ["7", "8", "9"])
def test_the_tcm_lays_a_tile_free_and_unconnected_at_any_moment(step, tile):
    game = operating("IFT", step, TCM="IFT").do(LayTile("IFT", "D4", tile, 0, "TCM"))
    assert game.state.cash["IFT"] == 1000
    assert game.waiting() == step  # the turn goes on
    assert game.refused(LayTile("IFT", "D4", tile, 1, "TCM"))


def test_the_tcm_lays_only_its_tiles_on_its_hex_for_its_owner():
    game = operating(TCM="SFA")
    assert "lay.power" in game.refused(LayTile("SFA", "D4", "57", 0, "TCM"))
    assert "lay.power" in game.refused(LayTile("SFA", "C5", "8", 0, "TCM"))
    game = operating(TCM="p1")
    assert "power.not_owned" in game.refused(LayTile("SFA", "D4", "8", 0, "TCM"))


@pytest.mark.parametrize("source", ["initial", "pool"])
def test_the_fsm_is_exchanged_for_a_share(source):
    game = Position("1850jr", 3).privates(FSM="p1").close_privates()
    game.started("SFA", 67, "p2", p2=40, pool=10).stock_round(2, "p1")
    game.do(ExchangePrivate("p1", "FSM", source))
    assert game.percent("SFA", "p1") == 10
    assert game.state.privates["FSM"] == "gone"


@pytest.mark.parametrize(("percent", "codes"), [(50, set()), (60, {"buy.holding"})])
def test_the_fsm_gives_no_share_above_sixty_percent(percent, codes):
    game = Position("1850jr", 3).privates(FSM="p1").close_privates()
    game.started("SFA", 67, "p1", p1=percent).stock_round(2, "p1")
    assert game.refused(ExchangePrivate("p1", "FSM", "initial")) == codes


def test_the_sft_brings_the_presidency_of_the_ift():
    game = Position("1850jr", 3)
    for private in ("TCM", "FSM", "SFT"):
        player = game.rules.actor(game.state)
        game.do(BuyPrivate(player, private))
    assert game.refused(SetPar(player, "IFT", 68)) == {"start.par"}
    cash = game.state.cash[player]
    game.do(SetPar(player, "IFT", 100))
    assert game.president("IFT") == player and game.percent("IFT", player) == 20
    assert game.state.cash[player] == cash


def test_the_sft_is_not_for_companies_and_closes_with_the_first_train_of_the_ift():
    game = operating("IFT", "trains", SFT="p1", FSM="p1")
    assert "private.never" in game.refused(BuyPrivateForCompany("IFT", "SFT", 220))
    assert game.allowed(BuyPrivateForCompany("IFT", "FSM", 110))
    game.do(BuyTrain("IFT", "3-0", 180))
    assert game.state.privates["SFT"] == "gone"
    game = operating("SFA", "trains", SFT="p1").do(BuyTrain("SFA", "3-0", 180))
    assert game.state.privates["SFT"] == "p1"


def test_a_private_closes_with_a_train_of_another_company_too():
    game = operating("IFT", "trains", SFT="p1")
    game.started("SFA", 67, "p2", p2=60).floated("SFA").trains("SFA", "3")
    game.operating("IFT", "trains").do(BuyTrain("IFT", "3-0", 1))
    assert game.state.privates["SFT"] == "gone"


# --- emergencies (C8.7, C8.8)


def needy(**cash: int) -> Position:
    """SFA must buy a train of 180; IFT and CTL, of other players, have some."""
    game = at_the_port()
    game.state.trains["3-0"] = replace(game.state.trains["3-0"], place="gone")
    game.started("IFT", 67, "p2", p2=30, p1=30).floated("IFT").trains("IFT", "3")
    return game.cash(**cash).operating("SFA", "trains")


def train_of(game: Position, owner: str) -> str:
    return next(train for train, card in game.state.trains.items() if card.place == owner)


def test_a_president_helps_with_another_company_s_train_up_to_its_face_price():
    game = needy(SFA=0, p1=1000)
    train = train_of(game, "IFT")
    assert game.allowed(BuyTrain("SFA", train, 180))
    assert game.refused(BuyTrain("SFA", train, 181)) == {"train.face"}


def test_no_more_is_sold_than_is_needed_and_the_last_share_is_needed():
    game = needy(SFA=100, p1=10)
    assert game.refused(SellShares("p1", "IFT", 30)) == {"forced.too_much"}
    game.do(SellShares("p1", "IFT", 20))
    assert game.state.cash["p1"] == 10 + 2 * 67
    train = train_of(game, "IFT")
    assert game.refused(BuyTrain("SFA", train, 177)) == {"train.needless"}
    assert game.allowed(BuyTrain("SFA", train, 178))


def test_nobody_is_bankrupt_who_can_pay():
    assert needy(SFA=0, p1=0).refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}


# --- ends (11)


@pytest.mark.parametrize(("part", "over"), [(1, False), (2, True)])
def test_a_broken_bank_ends_the_set(part, over):
    game = operating("SFA", "trains").trains("SFA", "3")
    game.state.is_bank_broken = True
    game.operating("SFA", "trains", 2, part).do(Pass("SFA"))
    assert bool(game.state.end_reason) is over


def test_a_bankruptcy_ends_the_game_at_once():
    game = at_the_port("3").cash(p1=0, SFA=0).phase("6").operating("SFA", "trains")
    game.do(DeclareBankruptcy("p1"))
    assert game.state.end_reason == "bankruptcy"
