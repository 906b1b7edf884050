"""The private auction by the draft: several on offer, a falling price, bids that stand."""

import pytest

from companion.rules.core.actions import Bid, BuyPrivate, Pass, SetPar, StartCompany
from companion.rules.explain.summary import private_rows
from companion.rules.judge import judge
from tests.support.positions import NAMES, Position

A, B, C = "p1", "p2", "p3"


@pytest.fixture
def game():
    return draft(3)


def draft(players):
    return Position("1828", players, edition="draft", order=", ".join(NAMES[:players]))


def passes(game, *players):
    return game.do(*map(Pass, players))


def owners(game, *privates):
    return tuple(game.state.privates[private] for private in privates)


def cash(game):
    return tuple(game.state.cash[player] for player in (A, B, C))


def actor(game):
    return game.rules.actor(game.state)


def on_offer(game):
    return [private.symbol for private in game.rules.sale.privates_offered(game.state)]


def price(game):
    return game.rules.sale.price(game.state)


# --- the examples


def test_a_pair_with_bids_is_sold_from_left_to_right(game):
    """Example (a)."""
    game.do(Bid(A, "D&H", 85), Bid(B, "C&P", 85), Bid(C, "C&StL", 45), BuyPrivate(A, "SVN"))
    assert owners(game, "SVN", "C&StL", "D&H", "C&P") == (A, C, A, B)
    sold = [event.facts["private"] for event in game.events if event.kind == "bought_private"]
    assert sold == ["SVN", "C&StL", "D&H", "C&P"]
    assert cash(game) == (900 - 20 - 85, 900 - 85, 900 - 45)
    assert actor(game) == B
    assert on_offer(game) == ["M&H", "E&K"]
    assert game.allowed(BuyPrivate(B, "E&K")) and game.allowed(BuyPrivate(B, "M&H"))


def test_one_of_a_pair_without_a_bid_holds_the_other_up(game):
    """Example (b)."""
    game.do(Bid(A, "D&H", 85), Bid(B, "D&H", 90), Bid(C, "C&StL", 45), BuyPrivate(A, "SVN"))
    assert owners(game, "C&StL", "D&H", "C&P") == (C, "bank", "bank")
    assert on_offer(game) == ["C&P"]
    game.do(Pass(B), BuyPrivate(C, "C&P"))
    assert owners(game, "C&P") == (C,)
    assert actor(game) == A
    assert game.refused(Bid(A, "D&H", 90)) == {"bid.too_low"}
    game.do(Bid(A, "D&H", 95), Pass(B))
    assert owners(game, "D&H") == (A,)
    assert cash(game)[0] == 900 - 20 - 95
    assert actor(game) == A


def test_the_left_one_of_a_pair_falls_and_is_alone_on_offer(game):
    """Example (c)."""
    game.do(BuyPrivate(A, "SVN"), BuyPrivate(B, "C&StL"))
    assert on_offer(game) == ["D&H", "C&P"]
    passes(game, C, A, B)
    assert cash(game) == (885, 870, 900)
    assert (on_offer(game), price(game)) == (["D&H"], 75)
    assert game.refused(BuyPrivate(C, "C&P")) == {"private.dearer"}
    game.do(Bid(C, "C&P", 85), BuyPrivate(A, "D&H"))
    assert owners(game, "D&H", "C&P") == (A, C)
    assert cash(game) == (810, 870, 815)
    assert actor(game) == B


def test_bids_stand_when_all_pass_and_nothing_is_sold(game):
    """Example (d)."""
    game.do(Bid(A, "D&H", 85), BuyPrivate(B, "SVN"))
    passes(game, C, A, B)
    assert cash(game) == (900, 885, 900)
    assert (on_offer(game), price(game)) == (["C&StL"], 35)
    assert game.state.round.standing_bids("D&H") == [(A, 85)]
    assert owners(game, "D&H") == ("bank",)
    assert actor(game) == C


def test_a_private_that_costs_nothing_must_be_taken(game):
    """Example (e)."""
    for fallen in (15, 10, 5, 0):
        passes(game, A, B, C)
        assert price(game) == fallen
    assert game.refused(Pass(A)) == {"bid.forced"}
    assert game.refused(Bid(A, "C&StL", 45)) == {"bid.forced"}
    offers = game.rules.sale.find_allowed(game.state)
    assert list(offers) == [BuyPrivate(A, "SVN")]
    game.do(BuyPrivate(A, "SVN"))
    assert cash(game) == (900, 900, 900)
    assert actor(game) == B


def test_a_whole_auction(game):
    """Example (f)."""
    game.do(Bid(A, "B&O", 205), Bid(B, "C&StL", 45), BuyPrivate(C, "SVN"))
    assert owners(game, "C&StL") == (B,)
    passes(game, A, B, C)
    assert price(game) == 75
    game.do(BuyPrivate(A, "D&H"), Bid(B, "M&H", 125), BuyPrivate(C, "C&P"), BuyPrivate(A, "E&K"))
    assert owners(game, "M&H") == (B,)
    game.do(BuyPrivate(B, "C&A"))
    assert owners(game, "B&O") == (A,)
    assert game.refused(SetPar(A, "B&O", 105)) == {"start.par"}
    game.do(SetPar(A, "B&O", 94))
    assert cash(game) == (500, 580, 805)
    assert game.president("B&O") == A
    assert (game.percent("B&O", A), game.percent("PRR", B)) == (20, 10)
    assert (actor(game), game.state.round.number) == (C, 1)
    assert game.refused(StartCompany(C, "NYC", 86)) == {"start.par"}
    assert game.allowed(StartCompany(C, "NYC", 79))
    for _ in range(4):
        game.do(Pass(C))
        offer = next(
            offer.action
            for offer in judge.offers(game.rules, game.state)
            if offer.kind == "buy" and offer.action.company == "B&O"
        )
        game.do(offer, Pass(B))
    assert game.state.cash[A] == 500 - 376
    assert game.state.companies["B&O"].floated
    assert game.state.cash["B&O"] == 940


def test_after_an_all_pass_the_next_in_order_acts(game):
    game.do(BuyPrivate(A, "SVN"), Bid(B, "C&A", 165))
    passes(game, C, A, B)
    assert (price(game), actor(game)) == (35, C)


# --- rules both ways


@pytest.mark.parametrize("par", [67, 71, 79, 86, 94])
def test_the_par_of_the_private_is_yellow_or_green(game, par):
    game.do(Bid(A, "B&O", 205))
    for private in ("SVN", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A"):
        game.do(BuyPrivate(actor(game), private))
    assert game.refused(SetPar(A, "B&O", 120)) == {"start.par"}
    game.do(SetPar(A, "B&O", par))
    assert game.state.companies["B&O"].par == par


def test_all_bids_stand_on_the_dearest_too(game):
    game.do(Bid(A, "B&O", 205), Bid(B, "B&O", 210))
    assert game.state.round.standing_bids("B&O") == [(A, 205), (B, 210)]
    assert game.state.round.bound(A) == 205


def test_on_offer_is_bought_not_bid_on_and_all_else_is_bid_on(game):
    assert game.refused(Bid(A, "SVN", 25)) == {"bid.on_offer"}
    assert game.refused(BuyPrivate(A, "C&StL")) == {"private.row"}
    assert game.refused(Bid(A, "C&StL", 47)) == {"bid.step"}
    assert game.refused(Bid(A, "C&StL", 7)) == {"bid.too_low", "bid.step"}
    assert game.allowed(Bid(A, "C&StL", 45))
    game.do(Bid(A, "B&O", 500), Pass(B), Pass(C))
    assert game.refused(Bid(A, "C&A", 405)) == {"bid.cash"}
    assert game.allowed(Bid(A, "C&A", 400))


def test_one_with_a_bid_is_not_bought_beside_its_partner(game):
    game.do(BuyPrivate(A, "SVN"), BuyPrivate(B, "C&StL"), Bid(C, "M&H", 125))
    game.do(BuyPrivate(A, "D&H"), BuyPrivate(B, "C&P"))
    assert on_offer(game) == ["E&K"]
    assert game.refused(BuyPrivate(C, "M&H")) == {"private.has_bid"}
    assert game.allowed(BuyPrivate(C, "E&K"))


def test_nothing_is_bought_in_a_contest(game):
    game.do(Bid(A, "C&StL", 45), Bid(B, "C&StL", 50), BuyPrivate(C, "SVN"))
    assert actor(game) == A
    assert game.refused(BuyPrivate(A, "D&H")) == {"private.not_offered"}
    assert game.allowed(Bid(A, "C&StL", 55)) and game.allowed(Pass(A))


def test_a_reduced_price_lasts_until_it_is_sold(game):
    passes(game, A, B, C)
    game.do(Bid(A, "C&StL", 45), Pass(B), Pass(C))
    assert price(game) == 15
    game.do(BuyPrivate(A, "SVN"))
    assert owners(game, "C&StL") == (A,)
    assert (on_offer(game), price(game)) == (["D&H", "C&P"], 80)


@pytest.mark.parametrize(("players", "money"), [(3, 900), (4, 700), (5, 580), (6, 500)])
def test_the_set_up(players, money):
    game = draft(players)
    assert all(game.state.cash[seat] == money for seat in game.rules.seats)
    assert {
        private: owner for private, owner in game.state.privates.items() if owner != "bank"
    } == {}
    assert len(game.state.privates) == 8
    assert all(own.status == "unstarted" for own in game.state.companies.values() if own.homes)
    assert game.data.trains["6"].copies(players) == 4


def test_the_refusals_cite_the_draft(game):
    (refusal,) = judge.refusals(game.rules, game.state, Bid(A, "SVN", 25))
    assert refusal.rule == "1828 draft, Private auction process"


# --- the table of privates


def rows(game):
    return {row.symbol: row for row in private_rows(game.rules, game.state)}


def test_the_table_shows_what_is_on_offer_at_its_price_and_what_falls(game):
    game.do(BuyPrivate(A, "SVN"), BuyPrivate(B, "C&StL"))
    assert [row.symbol for row in rows(game).values() if row.offered] == ["D&H", "C&P"]
    assert {row.symbol: row.falls for row in rows(game).values() if row.falls} == {"D&H": 5}
    passes(game, C, A, B)
    assert [row.symbol for row in rows(game).values() if row.offered] == ["D&H"]
    assert (rows(game)["D&H"].asked, rows(game)["C&P"].asked) == (75, 80)
    assert not any(row.due for row in rows(game).values())


def test_the_table_shows_what_must_be_taken(game):
    for _ in range(4):
        passes(game, A, B, C)
    assert rows(game)["SVN"].due and rows(game)["SVN"].asked == 0
    assert not rows(game)["SVN"].falls


def test_the_published_table_shows_no_fall():
    game = Position("1828", 3)
    assert not any(row.falls for row in private_rows(game.rules, game.state))
