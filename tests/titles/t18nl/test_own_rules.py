"""Rules of 18NL that 1830 does not have, each both ways. Numbers are those of its rules notes."""

from companion.rules.core.actions import (
    BuyPrivate,
    ExchangePrivate,
    LayTile,
    Pass,
    PlaceToken,
    SetPar,
)
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


# --- exchange (18)


def test_a_private_is_exchanged_for_a_share_of_a_company_not_yet_started():
    game = Position("18nl", 4).privates(P3="p1").close_privates().stock_round(2, "p1")
    game.do(ExchangePrivate("p1", "P3", "initial"))
    assert game.percent("DV", "p1") == 10
    assert game.state.privates["P3"] == "gone"


def test_players_trade_no_privates():
    game = Position("18nl", 4).privates(P3="p1").close_privates().stock_round(2, "p1")
    assert not game.offered("trade")
