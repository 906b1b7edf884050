"""Actions of privates, and of titles with such powers, are read from the other site."""

from __future__ import annotations

import pytest

from companion.exchange.games_18xx.action_reader import Translator
from companion.exchange.games_18xx.export_file import ExportedAction
from companion.exchange.games_18xx.export_reader import Reader
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.core.actions import (
    Action,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    ExchangePrivate,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SetPar,
)
from companion.rules.privates.player_tiles import LayPrivateTile
from tests.exchange.games_18xx.small_exports import by, by_private
from tests.support.positions import Position

Sent = dict[str, object]


def read_on(game: Position, *sent: Sent) -> list[Action]:
    """Our actions for what is sent from a position on; players are named by their seats."""
    parts = []
    for number, action in enumerate(sent, start=1):
        body = dict(action)
        who, kind = str(body.pop("entity")), str(body.pop("entity_type"))
        is_seat = who in game.rules.seats
        kind = "player" if is_seat else kind
        parts.append((ExportedAction(number, str(body.pop("type")), who, kind, body), True))
    seats = {seat: seat for seat in game.rules.seats}
    adapter = site_adapters()[game.data.slug]
    reader = Reader(game.rules, Translator(game.rules, adapter, seats))
    found = list(reader.read(game.state, parts, to_the_end=False))
    return [one.action for one in found if one.action]


def lay(private: str, at: str, tile: str, rotation: int) -> Sent:
    return by_private(private, "lay_tile", hex=at, tile=f"{tile}-0", rotation=rotation)


def sold_train(company: str, train: str = "3-0", price: int = 180) -> Sent:
    return by(company, "buy_train", train=train, price=price, variant=train[0])


def operating(title: str, company: str, par: int, step: str = "track", **privates: str) -> Position:
    """A company of p1 operates, with its home token, after the first 3."""
    options = {"drawn_company": "PRR"} if title == "18chesapeake" else {}
    game = Position(title, 4, **options).phase("3").privates(**privates).close_privates()
    game.started(company, par, "p1", p1=60).floated(company, 1000)
    return game.operating(company, step)


# --- tiles of a player


def test_a_player_s_private_lays_its_tile_in_a_stock_round_and_between_turns():
    ferry = LayPrivateTile("p1", "MF", "G10", "437", 2)
    game = Position("1889", 4).privates(MF="p1").close_privates().stock_round(2, "p2")
    assert read_on(game, lay("MF", "G10", "437", 2)) == [ferry]
    game = operating("1889", "AR", 65, MF="p2")
    late = LayPrivateTile("p2", "MF", "G10", "437", 2)
    assert read_on(game, lay("MF", "G10", "437", 2)) == [late]


def test_a_private_that_is_sold_lays_the_tile_of_its_seller():
    game = operating("1889", "KO", 65, ER="p2")
    buy = by("KO", "buy_company", company="ER", price=40)
    bought = BuyPrivateForCompany("KO", "ER", 40)
    tile = LayPrivateTile("p2", "ER", "C4", "14", 1)
    assert read_on(game, buy, lay("ER", "C4", "14", 1)) == [bought, tile]


def test_a_private_that_is_sold_passes_for_its_seller():
    game = operating("1889", "KO", 65, "trains", ER="p2")
    buy = by("KO", "buy_company", company="ER", price=40)
    bought, train = BuyPrivateForCompany("KO", "ER", 40), BuyTrain("KO", "3-0", 180)
    done = [bought, Pass("p2"), train]
    assert read_on(game, buy, by_private("ER", "pass"), sold_train("KO")) == done


def test_a_private_and_a_company_of_one_name_are_told_apart():
    game = operating("1889", "TR", 65, TE="p2", UNO="p3")
    buys = [
        by("TR", "buy_company", company=name, price=p) for name, p in (("TR", 20), ("UTF", 150))
    ]
    done = [BuyPrivateForCompany("TR", "TE", 20), BuyPrivateForCompany("TR", "UNO", 150)]
    assert read_on(game, *buys) == done


# --- tiles and tokens of a company's private


@pytest.mark.parametrize(("private", "one", "other"), [("C-P", "H2", "I3"), ("B&S", "F4", "G5")])
def test_two_joined_tiles_are_read_one_by_one(private, one, other):
    ours = private.replace("-", "")
    game = operating("18chesapeake", "PRR", 70, **{ours: "PRR"})
    done = read_on(game, lay(private, one, "9", 2), lay(private, other, "9", 2))
    assert done == [LayTile("PRR", at, "9", 2, ours) for at in (one, other)]


@pytest.mark.parametrize(
    ("title", "company", "par", "private", "at", "rotation"),
    [("18chesapeake", "LV", 70, "C&OC", "D2", 1), ("1836jr30", "B", 67, "CdH", "J8", 0)],
)
def test_a_distant_tile_and_its_token_are_read(title, company, par, private, at, rotation):
    game = operating(title, company, par, **{private: company})
    token = by_private(private, "place_token", city="57-0-0", slot=0)
    tile = LayTile(company, at, "57", rotation, private)
    done = [tile, PlaceToken(company, f"{at}.0", private)]
    assert read_on(game, lay(private, at, "57", rotation), token) == done
    declined = [tile, Pass(company), BuyTrain(company, "3-0", 180)]
    sent = lay(private, at, "57", rotation), by_private(private, "pass"), sold_train(company)
    assert read_on(game, *sent) == declined


@pytest.mark.parametrize(
    ("title", "company", "par", "theirs", "at", "tile", "rotation", "step"),
    [
        ("1836jr30", "B", 67, "E-SF", "B8", "56", 0, "trains"),
        ("18nl", "MES", 67, "P1", "F5", "8", 0, "track"),
        ("1850jr", "IFT", 67, "TCM", "D4", "9", 0, "trains"),
    ],
)
def test_an_extra_tile_is_read(title, company, par, theirs, at, tile, rotation, step):
    ours = theirs.replace("-", "")
    game = operating(title, company, par, step, **{ours: company})
    rotation = next(r for r in range(6) if game.allowed(LayTile(company, at, tile, r, ours)))
    done = [LayTile(company, at, tile, rotation, ours)]
    assert read_on(game, lay(theirs, at, tile, rotation)) == done


def test_a_free_token_without_track_is_read_and_placed_again_with_the_first_tile():
    game = operating("18nl", "HIS", 67, "token", P2="HIS")
    token = by_private("P2", "place_token", city="I4-0-1", slot=0)
    assert read_on(game, token) == [PlaceToken("HIS", "I4.1", "P2")]
    game.do(PlaceToken("HIS", "I4.1", "P2")).operating("HIS")
    sent = (
        by("HIS", "lay_tile", hex="I4", tile="59-0", rotation=0),
        by("HIS", "place_token", city="59-0-0", slot=0, tokener="HIS"),
    )
    assert read_on(game, *sent) == [LayTile("HIS", "I4", "59", 0), PlaceToken("HIS", "I4.0")]


@pytest.mark.parametrize(
    ("title", "company", "par"), [("1836jr30", "NBDS", 67), ("1850jr", "CTL", 67)]
)
def test_a_home_token_placed_again_is_read(title, company, par):
    game = operating(title, company, par)
    at = game.state.board.token_stops(company)[0].partition(".")[0]
    rotation = next(r for r in range(6) if game.allowed(LayTile(company, at, "59", r)))
    sent = (
        by(company, "lay_tile", hex=at, tile="59-0", rotation=rotation),
        by(company, "place_token", city="59-0-1", slot=0, tokener=company),
    )
    done = [LayTile(company, at, "59", rotation), PlaceToken(company, f"{at}.1")]
    assert read_on(game, *sent) == done


# --- shares


EXCHANGES = [
    ("1889", "DR", "IR", 65),
    ("1836jr30", "GCB", "B", 67),
    ("18nl", "P3", "DV", 67),
    ("1850jr", "FSM", "SFA", 67),
]


def exchanging(title: str, private: str, company: str, par: int) -> Position:
    """It is p2's turn, who has a share; p1 has a private to exchange for another."""
    game = Position(title, 4).privates(**{private: "p1"}).close_privates().stock_round(2, "p2")
    return game.started(company, par, "p3", p3=30, p2=10)


def shares(game: Position, company: str, owner: str) -> list[str]:
    held = game.state.certificates
    return [share for share, at in held.items() if at == owner and share.startswith(f"{company}_")]


@pytest.mark.parametrize(("title", "private", "company", "par"), EXCHANGES)
def test_a_private_that_buys_a_share_is_exchanged_for_it(title, private, company, par):
    game = exchanging(title, private, company, par)
    [share, *_] = shares(game, company, "initial")
    swap = by_private(private, "buy_shares", shares=[share], percent=10)
    assert read_on(game, swap) == [ExchangePrivate("p1", private, "initial")]


@pytest.mark.parametrize(("title", "private", "company", "par"), EXCHANGES[1:])
def test_it_may_be_a_share_that_was_sold_before(title, private, company, par):
    game = exchanging(title, private, company, par)
    [share] = shares(game, company, "p2")
    sale = by("p2", "sell_shares", shares=[share], percent=10)
    swap = by_private(private, "buy_shares", shares=[share], percent=10)
    done = [SellShares("p2", company, 10), ExchangePrivate("p1", private, "pool")]
    assert read_on(game, sale, swap) == done


def test_several_brown_shares_of_the_offering_are_read_in_one_turn():
    game = Position("1836jr30", 3, multiple_brown_from_ipo=True).close_privates().cash(p1=1000)
    game.started("B", 67, "p2", p2=40).price("B", "7,1").stock_round(2, "p1")
    sent = [by("p1", "buy_shares", shares=[f"B_{n}"], percent=10) for n in (6, 7, 8)]
    assert read_on(game, *sent) == [BuyShare("p1", "B", "initial")] * 3


def test_the_par_of_a_certificate_that_came_with_a_private_is_read():
    game = Position("18chesapeake", 3, drawn_company="LV").cash(p1=2000, p2=2000, p3=2000)
    for private, price in (("D&R", 20), ("C-P", 40), ("B&S", 50), ("C&OC", 80), ("B&OR", 100)):
        player = game.rules.actor(game.state)
        (buy,) = read_on(game, by(player, "bid", company=private, price=price))
        game.do(buy)
    player = game.rules.actor(game.state)
    sent = (
        by(player, "bid", company="CV", price=200),
        by(player, "par", corporation="LV", share_price="80,3,3"),
    )
    assert read_on(game, *sent)[-1] == SetPar(player, "LV", 80)


def test_the_last_share_of_the_pool_is_read_as_a_purchase_that_brings_nothing():
    game = Position("18chesapeake", 2, drawn_company="LV").close_privates()
    game.started("PRR", 70, "p1", p1=50, p2=20).floated("PRR").stock_round(2, "p1")
    share = shares(game, "PRR", "p1")[-1]
    sent = (
        by("p1", "sell_shares", shares=[share], percent=10),
        by("p1", "pass"),
        by("p2", "buy_shares", shares=[share], percent=10),
    )
    done = read_on(game, *sent)
    assert done == [SellShares("p1", "PRR", 10), Pass("p1"), BuyShare("p2", "PRR", "pool")]
    game.do(*done)
    assert (game.percent("PRR", "p2"), game.percent("PRR", "gone")) == (20, 10)


# --- trains


def test_a_train_in_trade_is_read():
    game = operating("1889", "AR", 65, "trains").cash(AR=2000).phase("6")
    swap = by("AR", "buy_train", train="D-0", price=800, variant="D", exchange="6-0")
    done = read_on(game, sold_train("AR", "6-0", 630), swap)
    assert done == [BuyTrain("AR", "6-0", 630), BuyTrain("AR", "D-0", 800, "6-0")]
