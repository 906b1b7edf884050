"""What 1830 asks about before it goes on by itself: the M&H, traded privates, the C&SL's tile."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    Decline,
    ExchangePrivate,
    LayTile,
    Pass,
    SellPrivate,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.judge import judge
from companion.rules.operating.last_chances import ChanceEffect
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.stock.share_trading import StockRound
from tests.support.positions import Position

SWAP = ExchangePrivate("p1", "MH", "initial")


def asked(game: Position) -> str:
    """The player who is asked about a last chance, "" for nobody."""
    return game.rules.actor(game.state) if game.waiting() == "chance" else ""


def about(game: Position) -> tuple[str, ...]:
    return game.rules.last_chance.question(game.state).subjects


def settle_game(game: Position) -> Position:
    """The game as it stands when everything has happened that happens by itself."""
    change = Change(game.state)
    judge.settle(game.rules, change)
    game.state = change.state
    return game


# --- the Mohawk & Hudson in its owner's turn of a stock round


def all_broke(number: int = 1, sold: int = 50, **options) -> Position:
    """NYC at 50%, and nobody has any money: only the M&H of p1 can float it."""
    game = Position("1830", 3, **options).privates(MH="p1").close_privates()
    game.cash(p1=0, p2=0, p3=0).started("NYC", 67, "p2", p2=sold - 20, p3=20)
    return game.stock_round(number, "p1")


def test_owner_of_the_mh_who_can_do_nothing_else_is_asked_in_their_turn():
    game = settle_game(all_broke())
    assert asked(game) == "p1"
    assert about(game) == ("exchange",)
    game.do(SWAP)
    assert game.state.companies["NYC"].floated
    assert isinstance(game.state.round, OperatingRound)
    assert "NYC" in game.state.round.companies  # it begins at once
    assert game.state.cash["NYC"] == 670


def test_one_tap_lets_it_be_and_the_game_goes_on():
    game = settle_game(all_broke()).do(Pass("p1"))
    assert game.state.round.number == 2  # no company has begun: the next stock round
    assert game.state.privates["MH"] == "p1"
    assert "chance_forgone" in game.told()


def test_question_says_who_and_what_and_why():
    game = settle_game(all_broke())
    sentences = game.rules.last_chance.sentences(game.state)
    assert sentences == [
        "Anneke may exchange Mohawk & Hudson for 10% of NYC now.",
        "NYC would float and first operate in operating round 1.1; "
        "after a later exchange it would start later.",
    ]


def test_only_the_owner_answers_and_only_to_what_is_asked():
    game = settle_game(all_broke())
    assert game.refused(Pass("p2")) == {"turn.not_yours"}
    assert game.refused(Decline("p2")) == {"turn.not_yours"}
    assert game.refused(StartCompany("p1", "PRR", 67)) == {"turn.not_now"}
    assert {type(offer.action) for offer in judge.offers(game.rules, game.state)} == {
        ExchangePrivate,
        Pass,
        Decline,
    }


def rich_others(number: int = 1) -> Position:
    """p1 owns the M&H and can buy nothing; p2 and p3 can."""
    return all_broke(number, sold=40).cash(p2=1000, p3=1000)


def test_exchange_in_the_own_turn_is_asked_about_for_it_counts_as_trading():
    game = settle_game(rich_others())
    assert asked(game) == "p1"
    game.do(SWAP)
    assert (game.state.round.turn, game.state.round.last_actor) == ("p2", "p1")


def test_not_in_this_round_answers_for_the_rest_of_it():
    game = settle_game(rich_others()).do(Decline("p1"))
    assert "chance_declined" in game.told()
    for _ in range(3):
        game.do(BuyShare("p2", "NYC", "initial"), BuyShare("p3", "NYC", "initial"))
        if game.percent("NYC", "initial") <= 30:
            break
    assert isinstance(game.state.round, StockRound)
    assert asked(game) == ""
    assert game.rules.actor(game.state) == "p2"  # p1 is passed by


def test_not_now_is_asked_again_in_the_next_turn():
    game = settle_game(rich_others()).do(Pass("p1"))
    assert game.rules.actor(game.state) == "p2"
    game.do(BuyShare("p2", "NYC", "initial"), Pass("p3"))
    assert asked(game) == "p1"


def test_not_in_this_round_does_not_hold_in_the_next():
    game = settle_game(rich_others()).do(Decline("p1"), Pass("p2"), Pass("p3"))
    assert game.state.round.number == 2
    assert asked(settle_game(game)) == "p1"


def test_nobody_is_asked_while_the_next_moment_does_as_well():
    """p1 has bought, and their turn is over: the exchange is as good before p2 has begun theirs."""
    game = rich_others().cash(p1=67)
    game.do(BuyShare("p1", "NYC", "initial"))
    assert (asked(game), game.rules.actor(game.state)) == ("", "p2")
    assert SWAP in game.offered("exchange")


def test_owner_who_can_do_more_has_their_turn_and_is_not_asked():
    game = settle_game(rich_others().cash(p1=1000))
    assert (game.waiting(), game.rules.actor(game.state)) == ("shares", "p1")
    game.do(Pass("p1"))
    assert (asked(game), game.rules.actor(game.state)) == ("", "p2")


@pytest.mark.parametrize(("number", "who"), [(2, "p1"), (1, "")])
def test_exchange_is_asked_about_while_its_share_could_be_sold_in_the_turn(number, who):
    """p1 has bought a share of the PRR, of which the pool takes no more; of the NYC it does."""
    game = Position("1830", 3).privates(MH="p1").close_privates().cash(p1=67, p2=900, p3=900)
    game.started("PRR", 67, "p1", p1=20, pool=50).started("NYC", 67, "p2", p2=20)
    game.stock_round(number, "p1").do(BuyShare("p1", "PRR", "initial"))
    assert asked(game) == who
    if who:
        assert "be sold in this turn" in game.rules.last_chance.sentences(game.state)[1]
        game.do(SWAP, SellShares("p1", "NYC", 10))
        assert game.rules.actor(game.state) == "p2"


# --- at the end of the stock round


def test_owner_of_the_mh_is_asked_before_the_round_ends_without_the_float():
    game = all_broke().cash(p2=1000, p3=1000, p1=1000).do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert asked(game) == "p1"
    assert isinstance(game.state.round, StockRound)
    game.do(SWAP)
    assert "NYC" in game.state.round.companies
    assert game.state.priority == "p1"  # nobody has acted in their turn: the card stays


def test_exchange_that_floats_nothing_does_not_keep_the_round():
    game = all_broke(sold=40).cash(p2=1000, p3=1000, p1=1000)
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert asked(game) == ""
    assert game.state.round.number == 2


def test_owner_of_the_mh_is_asked_before_the_nyc_is_not_sold_out():
    """The last 10% are in the pool; exchanged for them, the NYC rises at the end of the round."""
    game = Position("1830", 3).privates(MH="p1").close_privates()
    game.started("NYC", 67, "p2", p2=60, p3=30, pool=10).floated("NYC", 100)
    game.stock_round(2, "p1").do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert asked(game) == "p1"
    assert "sold out" in game.rules.last_chance.sentences(game.state)[1]
    game.do(ExchangePrivate("p1", "MH", "pool"))
    assert game.state.companies["NYC"].cell == "4,6"  # a row higher


# --- in operating rounds


def between(parts: int = 2, part: int = 1, sold: int = 50, **more) -> Position:
    """PRR alone operates, at the end of its turn; p3 owns the M&H."""
    game = Position("1830", 3).privates(MH="p3").close_privates().phase("3")
    game.started("PRR", 90, "p1", p1=60).floated("PRR", 0).trains("PRR", "3")
    game.started("NYC", 100, "p2", p2=sold)
    return game.operating("PRR", "track", parts=parts, part=part, **more)


def test_owner_of_the_mh_is_asked_between_the_rounds_of_a_set():
    game = between().do(Pass("PRR"))
    assert asked(game) == "p3"
    assert game.rules.round_rules(game.state).name(game.state) == "OR 2.1"
    game.do(ExchangePrivate("p3", "MH", "initial"))
    assert game.rules.round_rules(game.state).name(game.state) == "OR 2.2"
    assert game.rules.operating.order(game.state) == ["NYC", "PRR"]


def test_let_be_the_next_round_of_the_set_begins():
    game = between().do(Pass("PRR"), Pass("p3"))
    assert game.rules.round_rules(game.state).name(game.state) == "OR 2.2"
    assert ExchangePrivate("p3", "MH", "initial") in game.offered("exchange")


def test_nobody_is_asked_where_the_float_comes_as_soon_in_the_stock_round():
    game = between(part=2).do(Pass("PRR"))
    assert asked(game) == ""
    assert isinstance(game.state.round, StockRound)


@pytest.mark.parametrize(("sold", "who"), [(40, ""), (50, "p3")])
def test_nobody_is_asked_where_the_exchange_floats_nothing(sold, who):
    assert asked(between(sold=sold).do(Pass("PRR"))) == who


def test_owner_of_the_mh_is_asked_before_the_end_of_the_game():
    game = between(part=2, sold=40)
    game.state.is_bank_broken = True
    game.do(Pass("PRR"))
    assert asked(game) == "p3"
    game.do(ExchangePrivate("p3", "MH", "initial"))
    assert game.state.end_reason == "bank"
    assert game.percent("NYC", "p3") == 10


def test_not_in_this_round_is_said_to_an_operating_round_of_its_own():
    game = between(parts=3).do(Pass("PRR"), Decline("p3"), Pass("PRR"))
    assert game.rules.round_rules(game.state).name(game.state) == "OR 2.2"
    assert asked(game) == "p3"


# --- privates between players


def trading(turn: str = "p1", owner: str = "p3", **more) -> Position:
    """Nobody can buy or sell a share; one player owns the C&A."""
    game = Position("1830", 3).privates(CA=owner).close_privates().cash(p1=60, p2=0, p3=0)
    return game.stock_round(2, turn, **more)


def test_player_who_could_buy_a_private_is_asked_in_their_turn():
    game = settle_game(trading())
    assert asked(game) == "p1"
    assert about(game) == ("trade",)
    game.do(SellPrivate("p3", "p1", "CA", 60))
    assert game.state.privates["CA"] == "p1"
    assert game.state.round.last_actor == "p1"


def test_player_who_could_sell_one_is_asked_in_their_turn():
    game = settle_game(trading(owner="p1"))
    assert asked(game) == "p1"
    assert {(a.seller, a.buyer) for a in game.offered("trade")} == {("p1", "p2"), ("p1", "p3")}


def test_nobody_is_asked_about_trades_in_the_first_round_or_without_privates():
    assert asked(settle_game(Position("1830", 3).close_privates().cash(p1=0).stock_round(2))) == ""
    game = Position("1830", 3).privates(CA="p3").close_privates().cash(p1=0, p2=500, p3=500)
    assert asked(settle_game(game.stock_round(1, "p1"))) == ""


def test_turn_does_not_end_with_the_purchase_while_a_private_could_be_bought():
    """Nothing may be sold: the pool has all it takes."""
    game = Position("1830", 3).privates(CA="p3").close_privates().cash(p1=100)
    game.started("B&O", 67, "p2", p2=40, pool=50).stock_round(2, "p1")
    game.do(BuyShare("p1", "B&O", "initial"))
    assert asked(game) == "p1"
    game.do(SellPrivate("p3", "p1", "CA", 33))
    assert game.state.privates["CA"] == "p1"
    game.do(Pass(game.rules.actor(game.state)))
    assert game.rules.actor(game.state) == "p2"


def test_a_player_who_ends_their_own_turn_is_not_asked_about_trades():
    game = Position("1830", 3).privates(CA="p3").close_privates().stock_round(2, "p1")
    game.do(Pass("p1"))
    assert (game.waiting(), game.rules.actor(game.state)) == ("shares", "p2")


def test_not_in_this_round_holds_for_who_said_it_alone():
    game = settle_game(trading()).do(Decline("p1"))
    assert asked(game) == "p2"
    game.do(Pass("p2"))
    assert asked(game) == "p3"
    game.do(SellPrivate("p3", "p2", "CA", 0))
    assert game.state.privates["CA"] == "p2"
    while isinstance(game.state.round, StockRound) and game.state.round.number == 2:
        assert asked(game) != "p1"
        game.do(Pass(game.rules.actor(game.state)))


def test_trade_of_the_own_turn_is_not_the_same_in_the_turn_of_the_other():
    """A player who sells in their own turn keeps the round going, and gets the priority deal.

    The same sale in the turn of the other player is the other player's.
    """
    game = Position("1830", 2).privates(CA="p1").close_privates().cash(p1=0, p2=1000)
    game = settle_game(game.stock_round(2, "p1"))
    assert asked(game) == "p1"
    game.do(Pass("p1"))
    assert (game.waiting(), game.rules.actor(game.state)) == ("shares", "p2")
    assert SellPrivate("p1", "p2", "CA", 160) in game.offered("trade")


# --- the extra tile of the Champlain & St. Lawrence


def tile_owner(cash: int = 0, phase: str = "3", **more) -> Position:
    """PRR owns the C&SL, and can do nothing in its turn but lay its tile."""
    game = Position("1830", 3).privates(CS="PRR").close_privates().phase(phase)
    game.started("PRR", 67, "p1", p1=60).floated("PRR", cash)
    game.started("CPR", 100, "p2", p2=60).floated("CPR", 500)
    return game.operating("PRR", **more)


ORDINARY, EXTRA = LayTile("PRR", "H14", "9", 1), LayTile("PRR", "B20", "58", 2, "CS")


def test_turn_does_not_end_after_the_ordinary_tile_while_the_extra_one_may_be_laid():
    game = tile_owner().do(ORDINARY)
    assert asked(game) == "p1"
    assert about(game) == ("extra_tile",)
    assert EXTRA in game.offered("lay_power")
    game.do(EXTRA)
    assert game.state.board.laid["B20"].tile == "58"
    assert game.state.round.turn is None or game.state.round.turn.company != "PRR"


def test_extra_tile_let_be_stays_for_another_turn():
    game = tile_owner().do(ORDINARY, Pass("p1"))
    assert "B20" not in game.state.board.laid
    assert game.state.round.turn.company == "CPR"
    assert asked(game) == ""


def test_nobody_is_asked_about_a_tile_that_lies_or_that_is_not_the_companys():
    assert asked(tile_owner().tile("B20", "58", 2).do(ORDINARY)) == ""
    assert asked(tile_owner().privates(CS="CPR").do(ORDINARY)) == ""
    assert asked(tile_owner().privates(CS="p1", SV="gone").do(ORDINARY)) == ""


def test_extra_tile_is_asked_about_once_in_a_turn_that_goes_on():
    """It is open beside the train step; only the end of the turn would lose it."""
    game = tile_owner(cash=500).do(ORDINARY)
    assert game.waiting() == "trains"
    assert EXTRA in game.offered("lay_power")
    game.do(Pass("PRR"))
    assert asked(game) == "p1"
    game.do(Pass("p1"))
    assert asked(game) == ""


def test_private_bought_at_the_end_of_a_turn_brings_its_tile_into_it():
    game = tile_owner(cash=40).privates(CS="p2").do(ORDINARY)
    while game.waiting() != "privates":
        game.do(Pass("PRR"))
    game.do(BuyPrivateForCompany("PRR", "CS", 40))
    assert asked(game) == "p1"
    game.do(EXTRA)


def montreal(**more) -> Position:
    """CPR at home in Montreal with a 2-train; B20 lies beside it, and no track yet."""
    game = Position("1830", 3).privates(CS="CPR").close_privates()
    game.started("CPR", 100, "p2", p2=60).floated("CPR", 0).trains("CPR", "2")
    return game.operating("CPR", **more)


def test_extra_tile_is_asked_about_before_the_run_that_it_makes_possible():
    game = montreal().do(Pass("CPR"))
    assert asked(game) == "p2"
    assert ChanceEffect("run") in game.rules.last_chance.question(game.state).lost_effects
    after = {
        lay: judge.apply(game.rules, game.state, lay).state for lay in game.offered("lay_power")
    }
    runs = [lay for lay, state in after.items() if game.rules.waiting(state).name == "run"]
    game.do(runs[0])
    assert game.waiting() == "run"


def test_extra_tile_let_be_before_the_run_is_not_asked_about_again_at_the_end_of_the_turn():
    game = montreal().do(Pass("CPR"), Pass("p2"))
    assert asked(game) == ""


# --- the questions themselves


def test_question_survives_being_stored():
    game = settle_game(all_broke())
    stored = state_to_json(game.state)
    game.state = state_from_json(stored, game.data.map)
    assert state_to_json(game.state) == stored
    assert asked(game) == "p1"
    game.do(Decline("p1"))
    again = state_from_json(state_to_json(game.state), game.data.map)
    assert again.declined_chances == game.state.declined_chances == {"p1 exchange": "1.0"}


def test_exchange_that_is_not_allowed_is_not_asked_about():
    """p1 holds 60% of the NYC: no more for the M&H."""
    for percent, who in ((50, "p1"), (60, "")):
        game = Position("1830", 3).privates(MH="p1").close_privates().cash(p1=0)
        game.started("NYC", 67, "p1", p1=percent).stock_round(1, "p1").cash(p2=500, p3=500)
        assert asked(settle_game(game)) == who


def test_train_bought_with_the_last_money_does_not_end_the_turn_over_the_tile():
    game = tile_owner(cash=180).do(ORDINARY, BuyTrain("PRR", "3-0", 180))
    assert asked(game) == "p1"
