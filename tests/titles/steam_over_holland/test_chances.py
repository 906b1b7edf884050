"""What Steam over Holland asks about before it goes on by itself."""

from companion.rules.actions import BuyTrain, Decline, Pass, SellOwnShares
from companion.rules.operating import OperatingRound
from tests.positions import Position


def at_trains(**options) -> Position:
    """AR of p1 buys a train with its last money; it has shares of its own to sell."""
    game = Position("steam-over-holland", 3, **options)
    game.state.privates.update(dict.fromkeys(game.state.privates, "gone"))
    game.started("AR", 100, "p1", p1=40, treasury=60).floated("AR", 100)
    game.started("OSM", 65, "p2", p2=40, treasury=60).floated("OSM", 100)
    return game.operating("AR", "trains").do(BuyTrain("AR", "2-0", 100))


def asked(game: Position) -> str:
    return game.rules.actor(game.state) if game.waiting() == "chance" else ""


def test_by_the_book_nobody_is_asked_for_every_step_is_waited_for():
    """Own shares are dealt in at the beginning of a turn."""
    game = at_trains()
    assert asked(game) == ""
    assert game.state.round.turn.company == "OSM"
    assert game.waiting() == "treasury"


def test_where_own_shares_are_dealt_in_at_any_time_the_turn_does_not_end_over_them():
    game = at_trains(any_time=True)
    assert asked(game) == "p1"
    assert game.rules.last_chance.sentences(game.state) == [
        "AR may sell shares of its own, or buy some back, before its turn ends."
    ]
    game.do(SellOwnShares("AR", 20))
    assert game.state.cash["AR"] == 200
    assert game.state.round.turn.company == "AR"  # and there is money for another train


def test_own_shares_let_be_the_turn_ends():
    game = at_trains(any_time=True).do(Pass("p1"))
    assert isinstance(game.state.round, OperatingRound)
    assert game.state.round.turn.company == "OSM"


def test_own_shares_let_be_in_this_round_are_asked_about_in_the_next():
    game = at_trains(any_time=True).do(Decline("p1"))
    assert asked(game.operating("AR", "trains", part=2).do(Pass("AR"))) == "p1"


def test_nobody_is_asked_who_has_dealt_in_this_turn_or_has_nothing_to_deal_in():
    game = at_trains(any_time=True).do(SellOwnShares("AR", 10))
    while game.state.round.turn.company == "AR":
        assert asked(game) == ""
        game.do(Pass("AR"))
    game = Position("steam-over-holland", 3, any_time=True).started("AR", 100, "p1", p1=60, p2=40)
    game.state.privates.update(dict.fromkeys(game.state.privates, "gone"))
    game.floated("AR", 100).operating("AR", "trains").do(BuyTrain("AR", "2-0", 100))
    assert asked(game) == ""
