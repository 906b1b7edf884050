"""All markets of a title are on the screens and in the report, each with its companies."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.drawing.markets import zones
from companion.reporting.content.illustrations import final_markets
from companion.rules.explain.summary import summary
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.render.market_layout import (
    find_occupied_cells,
    grid,
    is_tight,
    legend,
    market_css,
    miniature,
    places,
)
from tests.rules.small_title import Small
from tests.support.positions import Position


@pytest.fixture
def app(store: GameStore) -> Iterator[Flask]:
    app = create_app({"STORE": store})
    with app.test_request_context():
        yield app


def two_markets() -> Small:
    """A company of each market, and one where the holding limit does not count."""
    game = Small().started("M1", 67, "p1", p1=40).started("LA", 31, "p1", p1=40)
    return game.started("M2", 74, "p2", p2=40).price("M2", "upper:0,0")


def drawn(app: Flask, game: Small) -> str:
    table = summary(game.rules, game.state)
    return app.jinja_env.get_template("shared/_market.html").render(
        table=table,
        looks={row.symbol: row for row in table.companies},
        market_grid=lambda market: grid(game.data, market, alone=len(table.markets) == 1),
        market_places=lambda market, goals: places(game.data, market, goals),
        market_legend=lambda: legend(game.data),
    )


def test_each_market_is_named_and_holds_its_own_companies(app: Flask) -> None:
    page = drawn(app, two_markets())
    upper, lower = page.split("Local railways</h2>")
    assert "Upper</h2>" in upper
    assert ('title="M1"' in upper, 'title="M1"' in lower) == (True, False)
    assert ('title="LA"' in upper, 'title="LA"' in lower) == (False, True)
    ids = re.findall(r'id="([^"]+)"', page)
    assert ids == ["market-box", "market-box-lower"]


def test_every_price_to_start_at_is_marked_whatever_its_phase(app: Flask) -> None:
    page = drawn(app, two_markets())
    marked = re.findall(r'class="cell[^"]* par[^"]*">\s*<span class="p">(\d+)', page)
    assert marked == ["67", "74", "82", "20", "31", "46"]


def test_the_places_of_prices_are_told_market_by_market() -> None:
    table = summary(two_markets().rules, (game := two_markets()).state)
    stand = [[(cell.price, stack) for cell, stack in find_occupied_cells(m)] for m in table.markets]
    assert stand == [[(67, ("M1",)), (40, ("M2",))], [(31, ("LA",))]]
    assert [str(miniature(m)).count("held") for m in table.markets] == [1, 1]
    assert [row.kind.name for row in table.companies if row.symbol == "LA"] == ["local"]
    assert game.data.markets.keys() == {"upper", "lower"}


def test_a_zone_says_the_limit_of_which_it_frees() -> None:
    data = two_markets().data
    says = [zone.says for zone in legend(data).zones]
    assert says == ["may exceed 60 or 80%"]
    assert not zones(data, data.markets["lower"])


def test_the_report_draws_every_market() -> None:
    game = two_markets()
    (upper, first, _), (lower, second, told) = final_markets(game.rules, game.state, 178.0)
    assert (upper, lower) == ("Upper", "Local railways")
    assert ">M1<" in first
    assert ">LA<" not in first
    assert ">LA<" in second
    assert "LA" in told and "M1" not in told


def test_some_rows_leave_a_market_of_a_single_row_little_room() -> None:
    both = two_markets()
    single = summary(both.rules, both.state).markets[:1]
    assert len(single[0].rows) == 1
    assert [rows for rows in range(5, 15) if is_tight(single, rows)] == [9, 10, 11]
    assert not is_tight(summary(both.rules, both.state).markets, 10)


@pytest.mark.parametrize("title", ["1830", "18al", "18tn"])
def test_events_and_legend_find_room_in_the_corner_of_a_market_of_any_height(title: str) -> None:
    game = Position(title)
    (market,) = summary(game.rules, game.state).markets
    assert grid(game.data, market, alone=True).corner
    css = market_css(game.data)
    events, legend = (re.search(rf"--{name}:([\d/]+)", css) for name in ("corner", "legend"))
    assert events and legend
    top, left, bottom, right = map(int, legend[1].split("/"))
    assert right - left >= 4  # columns, so that a line of words has room
    rows = market.rows[top - 1 : bottom - 1]
    assert all(cell is None for row in rows for cell, _ in row[left - 1 : right - 1])
    assert right <= int(events[1].split("/")[1])
