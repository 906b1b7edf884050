"""The sale of the privates of which the table tells who buys what for how much."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import Pass, SetPar
from companion.rules.data.switches import OpeningSwitches
from companion.rules.stock.entered_sale import TellSale
from tests.support.positions import Position


def sale() -> Position:
    """Return the sale of a game of three."""
    return Position("1830", 3).with_data(opening=OpeningSwitches(kind="told"))


def test_each_player_tells_any_purchases_at_any_price_and_then_passes() -> None:
    game = sale().do(TellSale("p1", "SV", 15), TellSale("p1", "CA", 200))
    assert game.state.cash["p1"] == 800 - 215
    assert game.percent("PRR", "p1") == 10  # it comes with the private
    assert game.refused(TellSale("p2", "DH", 70)) == {"turn.not_yours"}
    game.do(Pass("p1"))
    assert game.refused(TellSale("p2", "SV", 20)) == {"private.gone"}
    assert game.refused(TellSale("p2", "DH", 801)) == {"private.cash"}
    assert game.allowed(TellSale("p2", "DH", 800))


def test_the_buyer_of_a_presidency_names_its_par() -> None:
    game = sale().do(TellSale("p1", "BO", 220), SetPar("p1", "B&O", 100))
    assert game.president("B&O") == "p1"
    assert game.rules.actor(game.state) == "p1"


def test_the_sale_ends_when_all_have_passed_and_the_rest_leaves_the_game() -> None:
    game = sale().do(TellSale("p1", "SV", 20), *(Pass(player) for player in ("p1", "p2", "p3")))
    assert game.state.round.kind == "stock"
    assert game.rules.actor(game.state) == "p1"
    assert game.state.privates["SV"] == "p1" and BANK not in game.state.privates.values()


def test_the_sale_ends_when_all_are_sold() -> None:
    game = sale()
    for private in ("SV", "CS", "DH", "MH", "CA"):
        game.do(TellSale("p1", private, 1))
    game.do(TellSale("p1", "BO", 1), SetPar("p1", "B&O", 67))
    assert game.state.round.kind == "stock"
