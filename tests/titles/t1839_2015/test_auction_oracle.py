"""Auctions told twice, and compared from the first sum to the last private.

All that is allowed at every moment is compared, and the results of the deeds.
"""

import os
import random
from collections import Counter

import pytest

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyPrivate, DiscountPrivate, Pass
from companion.rules.judge import judge
from companion.titles.t1839_2015.auction import DealCards, LaySum
from companion.titles.t1839_2015.title_state import SumsRound
from tests.oracles.t1839_2015.auction import (
    BLUE,
    BROWN,
    CASH,
    FACES,
    GREEN,
    Auction,
    Move,
)
from tests.titles.t1839_2015.game_start import table

GAMES = 300 if os.environ.get("FULL") else 5
PUBLIC = ("AMS", "HIJSM", "NBDS", "NCS", "NRS", "NWS", "SS", "ZHESM")


def begun(seed):
    """An auction as it was drawn, often with less money, and the same told the other way."""
    chance = random.Random(seed)
    players = 2 + seed % 5
    cards = chance.sample(range(1, players + 1), players)
    drawn = [*chance.sample(sorted(BLUE), 2), *chance.sample(sorted(BROWN), 2)]
    whole, tenth = chance.sample(PUBLIC, 2)
    entered = {"cards": " ".join(map(str, cards)), "privates": " ".join(drawn)}
    at = table(players, **entered, rws=whole, swo=tenth)
    order = [f"p{card}" for card in cards]
    cash = dict.fromkeys(order, CASH[players])
    assert {player: at.state.cash[player] for player in order} == cash
    if chance.random() < 0.7:  # so that money decides more often
        cash = {player: chance.choice((0, 60, 60, 140, 300)) for player in order}
        at.cash(**cash)
    prices = {private: FACES[private] for private in (*GREEN, *drawn)}
    return at, Auction(order, cash, prices, whole, tenth), chance


def action_of(move: Move) -> Action:
    match move:
        case ("pass", str(player)):
            return Pass(player)
        case ("sum", str(player), str(private), int(amount)):
            return LaySum(player, private, amount)
        case ("deal", str(player), tuple(order)):
            return DealCards(player, " ".join(seat.removeprefix("p") for seat in order))
        case ("buy", str(player), str(private)):
            return BuyPrivate(player, private)
        case ("discount", str(player), str(private)):
            return DiscountPrivate(player, private)
    raise AssertionError(move)


def move_of(action: Action) -> Move:
    match action:
        case LaySum(player, private, amount):
            return "sum", player, private, amount
        case BuyPrivate(player, private):
            return "buy", player, private
        case DiscountPrivate(player, private):
            return "discount", player, private
    raise AssertionError(action)


def told_alike(at, told):
    """The state is what the second telling says."""
    state, seats = at.state, at.rules.seats
    assert isinstance(state.round, SumsRound) != told.over
    assert {p: owner for p, owner in state.privates.items() if owner in seats} == told.owners
    for company in PUBLIC:
        held = {player: at.percent(company, player) // 10 for player in seats}
        assert {p: n for p, n in held.items() if n} == told.tenths.get(company, {})
        assert state.companies[company].par == told.pars.get(company)
    if told.pars:
        (owner,) = told.tenths[told.whole]
        assert (at.at(told.whole), at.president(told.whole)) == (101, owner)
    if told.over and state.round.number > 1:
        return  # with no money for anybody stock rounds go by themselves
    assert list(state.order) == told.order
    if not told.over:
        assert {player: state.cash[player] for player in told.order} == told.cash
        assert all(state.cash[company] == 0 for company in PUBLIC)
        assert at.rules.actor(state) == (told.turn if told.dealt or told.sums else told.order[0])
        for private, price in told.prices.items():
            assert at.rules.sale.price(state, private) == price
            assert state.privates[private] == BANK


def likely(legal, told, chance):
    """One of what is allowed; sums often gather on one private, and privates are sold."""
    buys = [move for move in legal if move[0] == "buy"]
    if buys and chance.random() < 0.4:
        return chance.choice(buys)
    cheap = sorted(told.prices, key=lambda private: told.prices[private])[:2]
    near = [move for move in legal if len(move) > 2 and move[2] in cheap]
    return chance.choice(near if near and chance.random() < 0.5 else legal)


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_an_auction_agree(seed):
    at, told, chance = begun(seed)
    seen = Counter()
    while True:
        told_alike(at, told)
        if told.over:
            break
        legal, every = [], list(told.moves())
        for move in every:
            allowed = not judge.refusals(at.rules, at.state, action_of(move))
            assert allowed == told.allows(move), move
            legal += [move] if allowed else []
        if told.dealt or told.sums:  # a deal is offered as it is drawn
            offers = judge.offers(at.rules, at.state)
            assert {move_of(offer.action) for offer in offers if offer.allowed} == set(legal)
        move = likely(legal, told, chance)
        seen[str(move[0])] += 1
        print(move)
        told.do(move)
        at.do(action_of(move))
    assert (seen["sum"], seen["deal"], seen["buy"]) == (6, 1, 9)
