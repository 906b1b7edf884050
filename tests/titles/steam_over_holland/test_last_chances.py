"""What Steam over Holland asks about before it goes on by itself."""

from dataclasses import replace

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    Decline,
    Pass,
    PlaceToken,
    SellOwnShares,
)
from companion.rules.operating.operating_round import OperatingRound
from tests.support.positions import Position


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


def test_if_own_shares_are_dealt_in_at_any_time_the_turn_does_not_end_over_them():
    game = at_trains(any_time=True)
    assert asked(game) == "p1"
    assert game.rules.last_chance.sentences(game.state) == [
        "AR may sell shares of its own, or buy some back, before its turn ends."
    ]
    game.do(SellOwnShares("AR", 20))
    assert game.state.cash["AR"] == 200
    assert game.state.round.turn.company == "AR"  # and there is money for another train


def test_each_chance_that_is_asked_about_is_offered():
    game = at_trains(any_time=True)
    assert game.offered("sell_own") == [SellOwnShares("AR", 10)]
    assert game.offered("buy_own") == []


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


def at_the_end(cash: int) -> Position:
    """The AR of p1 could buy a private of p2 or, with more money, a train; and has shares."""
    game = Position("steam-over-holland", 3, any_time=True).phase("3").cash(p1=0)
    game.state.privates.update(dict.fromkeys(game.state.privates, "gone"), KKI="p2")
    game.started("AR", 100, "p1", p1=40, treasury=60).floated("AR", cash)
    game.started("OSM", 65, "p2", p2=40, treasury=60).floated("OSM", 0)
    return game.operating("AR", "track").do(Pass("AR"))


def test_with_the_money_of_a_last_sale_a_private_may_still_be_bought():
    game = at_the_end(30).do(Pass("AR"))  # no private
    assert asked(game) == "p1"
    game.do(SellOwnShares("AR", 10), BuyPrivateForCompany("AR", "KKI", 40))
    assert game.state.cash["AR"] == 30 + 90 - 40
    assert game.state.round.turn.company == "OSM"


def test_with_that_money_trains_come_back_that_could_not_be_paid():
    game = at_the_end(30)
    assert game.waiting() == "privates"  # nothing could be bought for 30
    game.do(SellOwnShares("AR", 20))
    assert game.waiting() == "trains"
    assert game.allowed(BuyTrain("AR", "3-0", 200))
    passed = at_the_end(200).do(Pass("AR"), SellOwnShares("AR", 20))
    assert passed.waiting() == "privates"


def poor(cash: int, shares: str = "pool", *trains: str, **privates: str) -> Position:
    """The NCS could place a token in Arnhem, had it 40; without trains nothing runs after that."""
    game = Position("steam-over-holland", 3, any_time=True).phase("3")
    game.state.privates.update({**dict.fromkeys(game.state.privates, "gone"), **privates})
    game.started("NCS", 100, "p1", p1=60, **{shares: 40}).floated("NCS", cash)
    game.trains("NCS", *trains)
    game.tile("H9", "15", 3).tile("H11", "9", 1).tile("H13", "57", 1)
    return game.operating("NCS", "track").do(Pass("NCS"))


def test_a_token_that_a_private_or_a_sale_would_pay_is_not_lost_with_its_step():
    token = PlaceToken("NCS", "H13.0")
    game = poor(1, RW="p2")
    assert asked(game) == "p1"
    assert game.rules.last_chance.sentences(game.state) == [
        "NCS may buy Rijks Waterstaat, which would pay for a token."
    ]
    game.do(BuyPrivateForCompany("NCS", "RW", 1))
    assert game.waiting() == "token"
    game.do(replace(token, private="RW"))
    game = poor(0, "treasury")
    assert game.rules.last_chance.sentences(game.state) == [
        "NCS may sell shares of its own, or buy some back, before its turn ends.",
        "A token could be paid with a sale only now.",
    ]
    game.do(SellOwnShares("NCS", 10), token)
    for nothing in (poor(1), poor(0, RW="p2"), poor(1, KKI="p2")):
        assert (nothing.waiting(), nothing.refused(token)) == ("trains", {"turn.not_now"})


def test_nor_is_it_asked_about_where_trains_run_before_which_the_step_comes_back():
    assert poor(1, "treasury", "3", RW="p2").waiting() == "run"
