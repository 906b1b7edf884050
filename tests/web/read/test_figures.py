"""Figures on screen: phases beside the trains, tiles with what is left, liquidity and earnings."""

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.web.read.standings_charts import figures_by_round
from tests.support.game_stages import begun, never, played, squeezed
from tests.support.positions import Position
from tests.support.stored_games import store_position


def test_trains_and_phases_are_on_one_page_and_the_present_one_is_marked(
    client: FlaskClient, store: GameStore
) -> None:
    game = store_position(store, Position("1830").phase("4").stock_round())
    page = squeezed(client.get(f"/game/{game}/trains").text)
    phases = page.partition('id="phases"')[2].partition("</section>")[0]
    now = phases.partition('aria-current="true"')[2].partition("</tr>")[0]
    assert "<b>4</b>" in now and '<span class="train">2</span>' in now
    assert phases.count("<b>") == 6


def test_a_tile_that_is_out_is_marked_and_tells_where_it_lies(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830").tile("H14", "1", 0).stock_round()
    page = squeezed(client.get(f"/game/{store_position(store, position)}/tiles").text)
    (out,) = (row for row in page.split("<li")[1:] if row.startswith(' class="gone"'))
    assert "<b>1</b>" in out and "0 of 1" in out and "H14" in out
    position = Position("1830").tile("G7", "1", 0).stock_round()
    page = client.get(f"/game/{store_position(store, position)}/tiles").text
    assert "G7 Akron &amp; Canton" in page


def test_standings_tell_liquidity_while_the_game_runs_and_earnings_of_rounds_that_are_over(
    client: FlaskClient, store: GameStore
) -> None:
    fresh = client.get(f"/game/{begun(store)}/standings").text
    assert 'id="liquidity"' in fresh and 'id="earnings"' not in fresh
    game = played(store, never)
    found = figures_by_round(store, store.open(game))
    page = squeezed(client.get(f"/game/{game}/standings").text)
    assert 'id="liquidity"' not in page
    table = page.partition('id="earnings"')[2].partition("</section>")[0]
    assert found.totals
    for company, total in found.totals.items():
        row = table.partition(f">{company.replace('&', '&amp;')}<")[2].partition("</tr>")[0]
        assert f"<b>{total:,}</b>" in row
