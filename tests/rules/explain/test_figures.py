"""The figures of a game: phases, tiles and what is left of them, and the players' liquidity."""

from companion.rules.explain.liquidity import PossibleSale, liquidity
from companion.rules.explain.phase_rows import phase_rows
from companion.rules.explain.tile_manifest import tile_manifest
from tests.support.positions import Position


def test_the_present_phase_is_marked_and_each_tells_what_it_ends() -> None:
    position = Position("1830").phase("4")
    rows = {row.name: row for row in phase_rows(position.rules, position.state)}
    assert list(rows) == ["2", "3", "4", "5", "6", "D"]
    assert [row.name for row in rows.values() if row.is_now] == ["4"]
    assert [row.name for row in rows.values() if row.is_over] == ["2", "3"]
    assert rows["4"].rusts == ("2",) and rows["5"].rusts == ()
    assert rows["5"].closes_privates and not rows["6"].closes_privates
    assert rows["4"].begins == ("4",)
    assert (rows["2"].limits, rows["4"].limits, rows["5"].operating_rounds) == ((4,), (3,), 3)


def test_a_tile_on_the_map_is_one_less_in_the_manifest() -> None:
    position = Position("1830").tile("H14", "57", 0)
    rows = {row.tile: row for row in tile_manifest(position.rules, position.state)}
    assert set(rows) == set(position.data.tiles)
    assert (rows["57"].left, rows["57"].total, rows["57"].hexes) == (3, 4, ("H14",))
    assert (rows["1"].left, rows["1"].total, rows["1"].hexes) == (1, 1, ())
    colours = [row.colour for row in rows.values()]
    assert colours == sorted(colours, key=["yellow", "green", "brown", "gray"].index)


def test_liquidity_is_cash_and_the_shares_that_the_pool_takes() -> None:
    position = Position("1830").started("PRR", 100, "p1", p1=60, p2=30).cash(p1=50, p2=7)
    position.stock_round()
    first, second, third = liquidity(position.rules, position.state)
    assert first.sales == (PossibleSale("PRR", 50, 500),)  # the pool takes 50%
    assert (first.cash, first.total) == (50, 550)
    assert second.sales == (PossibleSale("PRR", 30, 300),)
    assert second.total == 307
    assert third.sales == () and third.total == third.cash


def test_the_certificate_of_a_president_without_successor_is_not_counted() -> None:
    position = Position("1830").started("PRR", 100, "p1", p1=30).stock_round()
    first, *_ = liquidity(position.rules, position.state)
    assert first.sales == (PossibleSale("PRR", 10, 100),)
