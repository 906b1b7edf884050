"""Rules of 18NL that 1830 does not have, each both ways. Numbers are those of its rules notes."""

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
    SellShares,
    SetPar,
)
from companion.rules.operating.tokens import next_cost
from tests.support.positions import Position


def operating(company: str = "MES", step: str = "track", cash: int = 1000, **privates: str):
    """Return a game in which the company of p1 operates, with its home token."""
    game = Position("18nl", 4).phase("3").privates(**privates).close_privates()
    game.started(company, 67, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


def passes(game: Position, count: int) -> Position:
    for _ in range(count):
        game.do(Pass(game.rules.actor(game.state)))
    return game


# --- the auction (3, 4)


def test_the_first_private_falls_when_all_pass():
    game = passes(Position("18nl", 4), 4)
    assert game.rules.sale.price(game.state) == 15


def test_the_second_private_falls_once_the_first_is_sold():
    game = Position("18nl", 4).do(BuyPrivate("p1", "P1"))
    cash = dict(game.state.cash)
    passes(game, 4)
    assert game.rules.sale.price(game.state) == 35
    assert game.state.cash == cash  # nothing is paid


def test_privates_pay_once_both_are_sold():
    game = Position("18nl", 4).do(BuyPrivate("p1", "P1"), BuyPrivate("p2", "P2"))
    cash = game.state.cash["p2"]
    passes(game, 4)
    assert game.state.cash["p2"] == cash + 5
    assert game.rules.sale.price(game.state) == 70


def test_the_second_private_is_taken_for_nothing_at_last():
    game = Position("18nl", 4).do(BuyPrivate("p1", "P1"))
    passes(game, 8 * 4)
    player = game.rules.actor(game.state)
    assert game.refused(Pass(player)) == {"bid.forced"}
    cash = game.state.cash[player]
    game.do(BuyPrivate(player, "P2"))
    assert game.state.cash[player] == cash


def test_the_last_private_brings_a_certificate_of_thirty_percent():
    game = Position("18nl", 4).cash(p2=2000)
    for private in ("P1", "P2", "P3", "P4"):
        game.do(BuyPrivate(game.rules.actor(game.state), private))
    game.do(BuyPrivate(game.rules.actor(game.state), "P5"))
    game.do(SetPar(game.rules.actor(game.state), "HIS", 67))
    game.do(BuyPrivate(game.rules.actor(game.state), "P6"))
    player = game.rules.actor(game.state)
    assert game.refused(SetPar(player, "NFL", 68)) == {"start.par"}
    game.do(SetPar(player, "NFL", 67))
    assert game.percent("NFL", player) == 30
    assert game.president("NFL") == player


# --- stock rounds (2, 6)


def test_several_brown_shares_of_one_company_come_from_both_places():
    for cell, several in (("7,1", True), ("5,1", False)):
        game = Position("18nl", 4).close_privates().cash(p1=1000).stock_round(2, "p1")
        game.started("DV", 67, "p2", p2=40, pool=20).price("DV", cell)
        game.started("AS", 67, "p3", p3=40, pool=20).price("AS", cell)
        game.do(BuyShare("p1", "DV", "initial"))
        assert game.allowed(BuyShare("p1", "DV", "initial")) is several
        assert game.allowed(BuyShare("p1", "DV", "pool")) is several
        assert not game.allowed(BuyShare("p1", "AS", "pool"))


def test_the_large_certificate_passes_to_a_player_with_thirty_percent():
    game = Position("18nl", 4).close_privates().stock_round(2, "p1")
    game.started("NFL", 67, "p1", p1=40, p2=20)
    assert game.allowed(SellShares("p1", "NFL", 10))
    assert game.refused(SellShares("p1", "NFL", 20)) == {"sell.president"}
    game.started("NFL", 67, "p1", p2=10).do(SellShares("p1", "NFL", 20))
    assert (game.president("NFL"), game.percent("NFL", "p1")) == ("p2", 20)


# --- track (8, 16)


def test_nobody_lays_track_on_a_closed_hex():
    game = operating("DV").tile("G10", "9", 1).tile("G12", "8", 0)
    assert "lay.closed" in game.refused(LayTile("DV", "H13", "59", 0))


def test_the_hex_is_open_once_its_company_has_its_home():
    game = operating("NZO", cash=1000)
    assert "lay.closed" not in game.refused(LayTile("NZO", "H13", "59", 0))


def test_a_private_lays_a_tile_beside_that_of_the_turn_for_less():
    game = operating("MES", P1="MES")
    game.do(LayTile("MES", "F5", "8", 0, "P1"))
    assert game.state.cash["MES"] == 1000 - 40
    assert game.waiting() == "track"  # the lay of the turn is left
    assert game.refused(LayTile("MES", "F5", "8", 1, "P1")) >= {"power.occupied"}


def test_only_its_tiles_on_its_hex_while_its_owner_lays_track():
    game = operating("MES", P1="MES")
    assert game.refused(LayTile("MES", "F5", "57", 0, "P1")) >= {"lay.power"}
    assert game.refused(LayTile("MES", "I6", "8", 0, "P1")) >= {"lay.power"}
    game = operating("MES", "trains", P1="MES")
    assert "power.track" in game.refused(LayTile("MES", "F5", "8", 0, "P1"))
    game = operating("MES", P1="NZO")
    assert "power.not_owned" in game.refused(LayTile("MES", "F5", "8", 0, "P1"))


def test_its_tile_is_not_laid_without_money():
    game = operating("MES", cash=39, P1="MES")
    assert game.refused(LayTile("MES", "F5", "8", 0, "P1")) == {"lay.cost"}


# --- tokens (17)


def test_a_private_places_the_next_token_free_and_unconnected():
    game = operating("MES", "token", P2="MES")
    game.do(PlaceToken("MES", "K10.0", "P2"))
    assert game.state.cash["MES"] == 1000
    assert game.state.board.tokens["K10.0"] == ("MES",)
    assert game.state.privates["P2"] == "MES"  # it stays open


def test_its_token_is_one_of_the_charter_and_that_of_the_turn():
    game = operating("MES", "token", P2="MES").do(PlaceToken("MES", "K10.0", "P2"))
    assert game.waiting() != "token"
    game.operating("MES", "token").tile("J7", "57", 0)
    assert game.state.companies["MES"].tokens == 1  # three, less the home and that one


def test_the_token_after_it_costs_the_next_price():
    game = operating("MES", "token", P2="MES")
    assert next_cost(game.rules, game.state, "MES") == 40
    game.do(PlaceToken("MES", "K10.0", "P2"))
    assert next_cost(game.rules, game.state, "MES") == 100


def test_it_is_placed_in_the_token_step_in_place_of_another_token():
    token = PlaceToken("MES", "K10.0", "P2")
    assert operating("MES", "token", P2="MES").allowed(token)
    assert operating("MES", "trains", P2="MES").refused(token) == {"turn.not_now"}
    game = operating("MES", "token", P2="MES").operating("MES", "token", tokens=("J7.0",))
    assert game.refused(token) == {"token.one"}
    assert operating("MES", "token", P2="p1").refused(token) == {"power.not_owned"}
    game = operating("ZHE", "token", P2="ZHE").token("J5.0", "ZHE")
    assert game.refused(PlaceToken("ZHE", "K10.0", "P2")) == {"token.none"}


@pytest.mark.parametrize("at", ["I4", "I10", "F19"])
@pytest.mark.parametrize("city", [0, 1])
def test_it_takes_either_city_of_a_hex_and_chooses_again_with_the_first_tile(at, city):
    game = operating("HIS", "token", P2="HIS").do(PlaceToken("HIS", f"{at}.{city}", "P2"))
    cash = game.state.cash["HIS"]
    game.operating("HIS")
    lay = next(
        lay for rotation in range(6) if game.allowed(lay := LayTile("HIS", at, "59", rotation))
    )
    cost = sum(ground.cost for ground in game.data.map.hexes[at].terrain)
    game.do(lay)
    assert {again.stop for again in game.offered("home")} == {f"{at}.0", f"{at}.1"}
    game.do(PlaceToken("HIS", f"{at}.{1 - city}"))
    assert game.state.board.tokens[f"{at}.{1 - city}"] == ("HIS",)
    assert game.state.cash["HIS"] == cash - cost


def test_it_is_used_once():
    game = operating("MES", "token", P2="MES").do(PlaceToken("MES", "K10.0", "P2"))
    game.operating("MES", "token")
    assert "power.used" in game.refused(PlaceToken("MES", "F15.0", "P2"))


def test_its_token_needs_a_listed_hex_without_track():
    game = operating("MES", "token", P2="MES")
    assert game.refused(PlaceToken("MES", "G8.0", "P2")) >= {"lay.power"}
    game.tile("F15", "57", 0)
    assert game.refused(PlaceToken("MES", "F15.0", "P2")) == {"power.has_track"}
    assert game.allowed(PlaceToken("MES", "K10.0", "P2"))


def test_its_token_waits_for_a_hex_that_a_player_blocks():
    game = operating("MES", "token", P2="MES", P3="p3")
    assert game.refused(PlaceToken("MES", "F9.0", "P2")) == {"lay.blocked"}
    game = operating("MES", "token", P2="MES", P3="DV")
    assert game.allowed(PlaceToken("MES", "F9.0", "P2"))


def test_the_second_city_of_a_closed_hex_is_free_for_it():
    game = operating("MES", "token", P2="MES")
    assert game.refused(PlaceToken("MES", "H13.0", "P2")) == {"token.reserved"}
    assert game.allowed(PlaceToken("MES", "H13.1", "P2"))


def meeting_hex(layer: str = "NZO") -> Position:
    """NZO and MES have a token each on H13, which has no track yet; ``layer`` lays it."""
    game = Position("18nl", 4).phase("3").privates(P2="MES").close_privates()
    game.started("MES", 67, "p1", p1=60).floated("MES", 1000)
    game.started("NZO", 67, "p2", p2=60).floated("NZO", 1000)
    game.operating("MES", "token").do(PlaceToken("MES", "H13.1", "P2"))
    return game.operating(layer).do(LayTile(layer, "H13", "59", 0))


def test_all_tokens_of_a_hex_are_placed_anew_with_its_first_tile():
    game = meeting_hex()
    assert game.state.board.tokens["H13.0"] == game.state.board.tokens["H13.1"] == (None,)
    asked = {game.waiting()}
    assert {action.stop for action in game.offered("home")} == {"H13.0", "H13.1"}
    game.do(PlaceToken("NZO", "H13.1"))
    asked.add(game.waiting())
    assert game.refused(PlaceToken("MES", "H13.1")) >= {"token.full"}
    assert game.refused(Pass("NZO")) == {"turn.not_now"}
    game.do(PlaceToken("MES", "H13.0"))
    assert asked == {"home"} != {game.waiting()}
    assert game.state.board.token_stops("NZO") == ("H13.1",)
    assert "H13.0" in game.state.board.token_stops("MES")
    assert game.state.cash["MES"] == 1000


def test_the_layer_of_the_first_tile_places_all_tokens():
    game = meeting_hex()
    assert game.rules.actor(game.state) == "p2"
    game.do(PlaceToken("NZO", "H13.0"))
    assert game.rules.actor(game.state) == "p2"


# --- labels (10) and shared homes (9)


def test_the_tiles_of_amsterdam_join_both_cities_with_their_tokens():
    game = Position("18nl", 4).phase("3").close_privates()
    game.started("HIS", 67, "p1", p1=60).floated("HIS", 1000)
    assert game.state.board.tokens["E6.0"] == ("HIS",)
    game.started("NRS", 67, "p2", p2=60).floated("NRS", 1000)
    assert game.state.board.tokens["E6.1"] == ("NRS",)
    assert "lay.label" in game.operating("HIS").refused(LayTile("HIS", "E6", "59", 0))
    game.do(LayTile("HIS", "E6", "NL1", 3))
    assert sorted(game.state.board.tokens["E6.0"]) == ["HIS", "NRS"]
    assert game.state.cash["HIS"] == 1000 - 80


def test_the_second_space_of_amsterdam_is_kept():
    game = operating("HIS").do(LayTile("HIS", "E6", "NL1", 3))
    game.started("MES", 67, "p2", p2=60).floated("MES", 1000).operating("MES", "token")
    assert "token.reserved" in game.refused(PlaceToken("MES", "E6.0"))
    game.started("NRS", 67, "p3", p3=60).floated("NRS", 1000)
    assert sorted(game.state.board.tokens["E6.0"]) == ["HIS", "NRS"]


# --- trains and privates (14, 20, 21)


def test_a_company_buys_as_many_trains_as_its_limit_allows():
    game = operating("MES", "trains").do(BuyTrain("MES", "3-0", 180), BuyTrain("MES", "3-1", 180))
    assert game.trains_of("MES") == ["3", "3"]


def test_the_last_privates_close_with_the_first_train_of_their_company():
    game = operating("HIS", "trains", P5="p2", P6="p3")
    never = {"private.never"}
    assert game.refused(BuyPrivateForCompany("HIS", "P5", 160)) == never
    assert game.refused(BuyPrivateForCompany("HIS", "P6", 200)) == never
    game.do(BuyTrain("HIS", "3-0", 180))
    assert (game.state.privates["P5"], game.state.privates["P6"]) == ("gone", "p3")


def test_it_closes_also_with_a_train_of_another_company():
    game = operating("NFL", "trains", P6="p3")
    game.started("DV", 67, "p1", p1=60).floated("DV", 0).trains("DV", "3")
    game.operating("NFL", "trains").do(BuyTrain("NFL", "3-0", 1))
    assert game.state.privates["P6"] == "gone"


def test_a_private_stays_with_its_owner_when_the_presidency_changes():
    game = Position("18nl", 4).privates(P5="p1").close_privates().stock_round(2, "p1")
    game.started("HIS", 67, "p1", p1=30, p2=30).do(SellShares("p1", "HIS", 20))
    assert (game.president("HIS"), game.state.privates["P5"]) == ("p2", "p1")


def needy(cash: int, *pool: str) -> Position:
    """MES has a route and no train, in phase 5; these trains lie in the pool."""
    game = operating("MES", "trains", cash=0).cash(p1=cash).phase("5").trains("pool", *pool)
    return game.tile("J7", "57", 1).tile("J5", "57", 1).operating("MES", "trains")


def test_the_cheapest_train_in_an_emergency_may_lie_in_the_pool():
    game = needy(2000, "4")
    assert game.refused(Pass("MES")) == {"train.needed"}
    assert game.refused(BuyTrain("MES", "5-0", 450)) == {"train.cheapest"}
    game.do(BuyTrain("MES", "4-0", 300))
    assert game.state.cash["p1"] == 1700
    assert needy(2000).allowed(BuyTrain("MES", "5-0", 450))


@pytest.mark.parametrize(("part", "over"), [(1, False), (2, True)])
def test_a_broken_bank_ends_the_set(part, over):
    game = operating("MES", "trains").trains("MES", "3")
    game.state.is_bank_broken = True
    game.operating("MES", "trains", 2, part).do(Pass("MES"))
    assert bool(game.state.end_reason) is over


def test_a_bankruptcy_ends_the_game_at_once():
    assert needy(0).do(DeclareBankruptcy("p1")).state.end_reason == "bankruptcy"


# --- exchange (18)


def test_a_private_is_exchanged_for_a_share_of_a_company_not_yet_started():
    game = Position("18nl", 4).privates(P3="p1").close_privates().stock_round(2, "p1")
    game.do(ExchangePrivate("p1", "P3", "initial"))
    assert game.percent("DV", "p1") == 10
    assert game.state.privates["P3"] == "gone"


def test_players_trade_no_privates():
    game = Position("18nl", 4).privates(P3="p1").close_privates().stock_round(2, "p1")
    assert not game.offered("trade")
