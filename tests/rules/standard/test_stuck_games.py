"""Games in which nobody can ever act again."""

from dataclasses import replace

from companion.rules.core.actions import Pass
from tests.support.positions import Position


def last_round(cash: int) -> Position:
    """Return a stock round in which nothing is sold before a company has operated."""
    game = Position("1830", 3)
    game.with_data(stock=replace(game.data.stock, sold_from="operation")).close_privates()
    game.started("PRR", 67, "p1", p1=20).cash(p1=cash, p2=0, p3=0)
    return game.stock_round(3, "p1")


def test_a_game_ends_in_which_nobody_can_do_anything_any_more() -> None:
    game = last_round(cash=67).do(Pass("p1"))
    assert not game.state.end_reason
    game = last_round(cash=67)
    game.do(*game.offered("buy")[:1])
    assert game.state.end_reason == "stuck"
    assert game.told()[-1] == "game_ended"
