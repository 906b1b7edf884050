"""Switches of dividends and of prices at sales, each both ways: with 1830's data, changed."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.core.actions import Dividend, Pass, SellShares
from tests.support.positions import Position


def paying(revenue: int, kind: dict[str, Any] | None = None, **switches: Any) -> Position:
    """Return the dividend of a company at 100, of which p1 has 60% and 20% lie in the pool."""
    game = Position("1830", 3)
    changed = {"dividends": replace(game.data.dividends, **switches)}
    if kind:
        public = replace(game.data.kind_list[0], **kind)
        companies = tuple(replace(one, kind=public) for one in game.data.company_list)
        changed |= {"kind_list": (public,), "company_list": companies}
    game.with_data(**changed).close_privates()
    game.started("PRR", 100, "p1", p1=60, pool=20).floated("PRR", 500).price("PRR", "0,6")
    return game.operating("PRR").turn(revenue=revenue, step=3)


def test_half_is_kept_rounded_down_to_tens_and_the_price_stays() -> None:
    game = paying(210, half="stays").do(Dividend("PRR", "half"))
    assert game.state.cash["PRR"] == 500 + 100 + 22
    assert game.state.cash["p1"] == 800 + 66
    assert game.at("PRR") == 100


def test_half_moves_the_price_as_any_dividend() -> None:
    assert paying(210, half="moves").do(Dividend("PRR", "half")).at("PRR") == 112


def test_half_is_not_paid_as_a_rule() -> None:
    assert paying(210).refused(Dividend("PRR", "half")) == {"dividend.kind"}


@pytest.mark.parametrize(("revenue", "price"), [(40, 90), (50, 100), (90, 100), (100, 112)])
def test_a_dividend_of_half_the_price_leaves_it(revenue: int, price: int) -> None:
    game = paying(revenue, multiples=(1, 2), less_falls=True, stays_from=50)
    assert game.do(Dividend("PRR", "pay")).at("PRR") == price


def test_a_smaller_dividend_moves_the_price_to_the_left_as_a_rule() -> None:
    game = paying(90, multiples=(1, 2), less_falls=True)
    assert game.do(Dividend("PRR", "pay")).at("PRR") == 90


@pytest.mark.parametrize(
    ("switches", "kept", "nothing"),
    [
        ({}, 90, 90),
        ({"withheld": "stays"}, 100, 90),
        ({"not_run": "stays"}, 90, 100),
    ],
)
def test_prices_stay_or_fall_without_a_dividend(
    switches: dict[str, Any], kept: int, nothing: int
) -> None:
    assert paying(100, **switches).do(Dividend("PRR", "withhold")).at("PRR") == kept
    assert paying(0, **switches).do(Dividend("PRR", "withhold")).at("PRR") == nothing


def test_shares_in_the_initial_offering_pay_the_company() -> None:
    game = paying(100, {"initial_pays": True, "pool_pays": False}).do(Dividend("PRR", "pay"))
    assert game.state.cash["PRR"] == 520
    game = paying(100, {"pool_pays": False}).do(Dividend("PRR", "pay"))
    assert game.state.cash["PRR"] == 500


# --- stock rounds


def selling(**switches: Any) -> Position:
    """Return the turn of p1, president of one company and owner of a share of another."""
    game = Position("1830", 3)
    game.with_data(stock=replace(game.data.stock, **switches)).close_privates()
    game.started("B&O", 100, "p1", p1=40).floated("B&O")
    game.started("PRR", 100, "p2", p2=40, p1=20).floated("PRR")
    return game.stock_round(2, "p1")


def test_only_a_sale_by_the_president_moves_the_price_to_the_left() -> None:
    game = selling(sale_fall="left_of_president")
    game.do(SellShares("p1", "B&O", 20), SellShares("p1", "PRR", 20))
    assert (game.at("B&O"), game.at("PRR")) == (90, 100)


@pytest.mark.parametrize(
    ("fall", "own", "other"),
    [
        ("row_per_share", 82, 82),
        ("row_per_sale", 90, 90),
        ("left_per_sale", 90, 90),
        ("row_of_president", 90, 100),
    ],
)
def test_a_sale_of_two_shares_moves_the_price(fall: str, own: int, other: int) -> None:
    game = selling(sale_fall=fall)
    game.do(SellShares("p1", "B&O", 20), SellShares("p1", "PRR", 20))
    assert (game.at("B&O"), game.at("PRR")) == (own, other)


@pytest.mark.parametrize(
    ("sold_from", "before", "floated", "operated"),
    [
        ("start", set(), set(), set()),
        ("float", {"sell.unfloated"}, set(), set()),
        ("operation", {"sell.unoperated"}, {"sell.unoperated"}, set()),
    ],
)
def test_shares_are_sold_from_the_start_the_float_or_the_first_operation_on(
    sold_from: str, before: set[str], floated: set[str], operated: set[str]
) -> None:
    game, sale = selling(sold_from=sold_from), SellShares("p1", "PRR", 10)
    assert game.refused(sale) == floated
    game.state.alter("PRR", status="started")
    assert game.refused(sale) == before
    game.state.alter("PRR", status="floated", has_operated=True)
    assert game.refused(sale) == operated


@pytest.mark.parametrize("rises", [True, False])
def test_a_sold_out_company_rises_by_the_switch(rises: bool) -> None:
    game = selling(sold_out_rises=rises)
    game.started("NYC", 100, "p2", p2=60, p3=40).floated("NYC").price("NYC", "1,6")
    before = game.at("NYC")
    game.do(*(Pass(player) for player in ("p1", "p2", "p3")))
    assert (game.at("NYC") > before) is rises


@pytest.mark.parametrize(("pool_falls", "price"), [(True, 90), (False, 100)])
def test_a_price_with_shares_in_the_pool_falls_at_the_end_of_a_round(
    pool_falls: bool, price: int
) -> None:
    game = selling(sale_fall="none", pool_falls=pool_falls)
    game.do(SellShares("p1", "PRR", 10), Pass("p1"))
    game.do(*(Pass(player) for player in ("p2", "p3", "p1")))
    assert (game.at("PRR"), game.at("B&O")) == (price, 100)
