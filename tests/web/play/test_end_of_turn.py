"""Ending the turn with the deed: only the turn the deed was done in."""

import pytest

from companion.rules.core.actions import Bid, Pass
from companion.rules.data.setup import Setup
from tests.support.positions import Position
from tests.support.stored_games import store_position


def test_a_turn_that_has_come_round_again_is_not_ended_with_the_deed(client, store):
    setup = Setup("steam-over-holland", ("Anneke", "Jörg"), {"draw": "KKI W"})
    sale = [Pass("p1"), Pass("p2"), Bid("p2", "W", 600), Pass("p1")]
    game = store.import_game(setup, sale)
    view = store.open(game)
    form = {
        "type": "start_company",
        "player": "p1",
        "company": "NRS",
        "price": "65",
        "version": view.version,
        "then_pass": "1",
    }
    assert client.post(f"/game/{game}/act", data=form).status_code == 303
    after = store.open(game)
    # the other has no money: that turn passed by itself, and Anneke is to act again
    assert (after.state.round.turn, after.state.round.passes) == ("p1", 1)
    assert not after.state.round.has_acted


@pytest.mark.parametrize(("title", "goes_on"), [("1830", True), ("18chesapeake", False)])
def test_a_turn_is_kept_only_where_more_can_be_done_after_the_purchase(
    title, goes_on, client, store
):
    at = Position(title, 3).close_privates().cash(p1=900)
    at.started("PRR", 70 if title != "1830" else 71, "p1", p1=60).floated("PRR")
    at.started("B&O", 80 if title != "1830" else 82, "p2", p2=30).stock_round(2, "p1")
    game = store_position(store, at)
    page = client.get(f"/game/{game}?pick=buy_share~p1~B%26O~initial").text
    assert 'name="company" value="B&amp;O"' in page  # the purchase is picked
    assert ("keep my turn" in page) == goes_on
