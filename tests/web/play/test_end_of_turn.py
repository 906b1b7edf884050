"""Ending the turn with the deed: only the turn the deed was done in."""

from companion.rules.core.actions import Bid, Pass
from companion.rules.data.setup import Setup


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
