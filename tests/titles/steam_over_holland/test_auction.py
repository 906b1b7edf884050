"""Phase 1: the privates drawn, auctioned one by one, or dealt to beginners."""

import pytest

from companion.rules.core.actions import Bid, Pass
from companion.rules.data.random_draws import Draws
from companion.rules.data.setup import BadSetupError, Setup
from companion.titles import rules_for
from tests.support.positions import NAMES, Position

SEVEN = ("SMAS", "KKI", "VES", "VVL", "RW", "W", "KO")


def draw(seed: int) -> tuple[str, ...]:
    """The three privates that a seed draws."""
    return Draws(seed).shuffle(SEVEN)[:3]


def auction(*drawn: str, **options: object) -> Position:
    return Position("steam-over-holland", len(drawn), draw=" ".join(drawn), **options)


def on_the_block(game: Position) -> str:
    return game.state.round.private


# --- the draw


def test_as_many_privates_as_players_are_drawn_and_the_others_are_out_of_the_game():
    for players in (2, 3, 4, 5):
        game = Position("steam-over-holland", players)
        owners = list(game.state.privates.values())
        assert (owners.count("bank"), owners.count("gone")) == (players, 7 - players)


def test_the_draw_of_a_seed_is_that_of_the_recorded_game():
    assert set(draw(1738309725)) == {"VES", "KKI", "W"}
    assert draw(1738309725) == draw(1738309725 + 2**31)


def test_different_seeds_draw_differently():
    assert len({frozenset(draw(seed)) for seed in range(40)}) > 10


def test_the_draws_of_the_table_may_be_entered_in_any_order():
    game = auction("W", "KKI", "VES")
    assert {p for p, owner in game.state.privates.items() if owner == "bank"} == {"KKI", "VES", "W"}
    assert on_the_block(game) == "KKI"


@pytest.mark.parametrize("drawn", ["KKI VES", "KKI KKI W", "KKI VES W RW", "KKI VES X"])
def test_a_draw_that_cannot_be_is_refused_at_set_up(drawn):
    with pytest.raises(BadSetupError):
        rules_for(Setup("steam-over-holland", NAMES[:3], {"draw": drawn}))


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players):
    with pytest.raises(BadSetupError):
        rules_for(Setup("steam-over-holland", NAMES[:players]))


@pytest.mark.parametrize(("players", "cash"), [(2, 600), (3, 400), (4, 300), (5, 240)])
def test_starting_money(players, cash):
    assert Position("steam-over-holland", players).state.cash["p1"] == cash


# --- one auction


def test_the_start_card_opens_and_the_least_bid_is_the_printed_value():
    game = auction("KKI", "VES", "W")
    assert game.refused(Bid("p2", "KKI", 40)) == {"turn.not_yours"}
    assert game.refused(Bid("p1", "KKI", 39)) == {"bid.too_low"}
    assert game.allowed(Bid("p1", "KKI", 40))


def test_raises_are_5_or_more():
    game = auction("KKI", "VES", "W").do(Bid("p1", "KKI", 40))
    assert game.refused(Bid("p2", "KKI", 44)) == {"bid.too_low"}
    assert game.allowed(Bid("p2", "KKI", 45))
    assert game.allowed(Bid("p2", "KKI", 52))


def test_nobody_bids_more_than_they_have():
    game = auction("KKI", "VES", "W").cash(p1=90)
    assert game.refused(Bid("p1", "KKI", 91)) == {"bid.cash"}
    assert game.allowed(Bid("p1", "KKI", 90))


def test_only_the_private_on_the_block_is_bid_on():
    assert auction("KKI", "VES", "W").refused(Bid("p1", "W", 100)) == {"private.not_offered"}


def test_one_who_passed_is_out_of_this_auction_but_not_of_the_next():
    game = auction("KKI", "VES", "W").do(Pass("p1"), Bid("p2", "KKI", 40), Bid("p3", "KKI", 45))
    assert game.refused(Bid("p1", "KKI", 50)) == {"bid.not_in"}
    game.do(Pass("p2"))
    assert on_the_block(game) == "VES"
    assert game.rules.actor(game.state) == "p2"
    game.do(Pass("p2"), Pass("p3"))
    assert game.allowed(Bid("p1", "VES", 75))


def test_the_winner_pays_their_bid_to_the_bank():
    game = auction("KKI", "VES", "W").do(Bid("p1", "KKI", 40), Bid("p2", "KKI", 60))
    game.do(Pass("p3"), Pass("p1"))
    assert game.state.privates["KKI"] == "p2"
    assert (game.state.cash["p1"], game.state.cash["p2"]) == (400, 340)


def test_a_lone_bid_wins_when_the_others_pass():
    game = auction("KKI", "VES", "W").do(Pass("p1"), Pass("p2"))
    assert on_the_block(game) == "KKI"
    game.do(Bid("p3", "KKI", 40))
    assert game.state.privates["KKI"] == "p3"


def test_a_private_nobody_bids_on_leaves_the_game():
    game = auction("KKI", "VES", "W").do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.privates["KKI"] == "gone"
    assert on_the_block(game) == "VES"


def test_privates_come_in_ascending_order_and_the_start_card_moves_left_after_each():
    game = auction("W", "SMAS", "RW")
    seen = []
    while type(game.state.round).__name__ == "HollandAuctionRound":
        seen.append((on_the_block(game), game.rules.actor(game.state)))
        private = on_the_block(game)
        while (
            type(game.state.round).__name__ == "HollandAuctionRound"
            and on_the_block(game) == private
        ):
            game.do(Pass(game.rules.actor(game.state)))
    assert seen == [("SMAS", "p1"), ("RW", "p2"), ("W", "p3")]


# --- who begins the first stock round


def test_the_start_card_then_goes_to_the_player_with_most_cash():
    game = auction("KKI", "VES")
    game.do(Bid("p1", "KKI", 40), Pass("p2"))
    game.do(Pass("p2"), Pass("p1"))
    assert (game.state.priority, game.rules.actor(game.state)) == ("p2", "p2")
    assert game.rules.round_rules(game.state).name(game.state) == "SR 1"


def test_the_holder_keeps_it_among_equals():
    game = auction("KKI", "VES", "W")
    for _ in range(9):
        game.do(Pass(game.rules.actor(game.state)))
    assert game.state.priority == "p1"  # after three auctions the card is where it was


def test_the_first_to_the_holders_left_gets_it_among_other_equals():
    game = auction("KKI", "VES", "W")
    game.do(Bid("p1", "KKI", 40), Pass("p2"), Pass("p3"))
    for _ in range(6):
        game.do(Pass(game.rules.actor(game.state)))
    assert game.state.priority == "p2"


# --- for beginners


def test_dealt_privates_are_paid_at_the_printed_price():
    game = auction("W", "KKI", "RW", dealt=True)
    assert [game.state.privates[p] for p in ("W", "KKI", "RW")] == ["p1", "p2", "p3"]
    assert [game.state.cash[p] for p in ("p1", "p2", "p3")] == [300, 360, 320]
    assert game.rules.actor(game.state) == "p2"  # the most cash left


def test_the_share_comes_with_its_private():
    game = auction("KO", "KKI", dealt=True)
    assert game.percent("NRS", "p1") == 10
    game = auction("KKI", "KO").do(Pass("p1"), Pass("p2"), Bid("p2", "KO", 100), Pass("p1"))
    assert game.percent("NRS", "p2") == 10
    assert game.president("NRS") is None
