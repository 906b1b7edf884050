"""Auctions told twice, and compared from the first deed to the last.

All that is allowed at every moment is compared, and the results of the deeds.
"""

import os
import random
from dataclasses import replace

import pytest

from companion.rules.core.actions import Action, BuyPrivate, DiscountPrivate, SetPar
from companion.rules.core.change import Change
from companion.rules.judge import judge
from tests.oracles.t1839.auction import BROWN, FACES, Auction, Move, for_sale
from tests.titles.t1839.game_start import table

GAMES = 600 if os.environ.get("FULL") else 8


def begun(seed):
    """An auction with money and discounts at random, and the same told the other way."""
    chance = random.Random(seed)
    players = chance.randint(2, 4)
    majors = ["AMS", "HIJSM", "MSS", "NBDS", "NCS", "NRS", "NWS", "ZHESM"]
    pairing = dict(zip(BROWN, chance.sample(majors, 3), strict=True))
    cards = chance.sample(range(1, players + 1), players)
    said = " ".join(f"{private}={company}" for private, company in pairing.items())
    at = table(players, pairing=said, cards=" ".join(map(str, cards)))
    if chance.random() < 0.7:  # so that money decides more often
        at.cash(**{p: chance.choice((0, 60, 100, 220, 500)) for p in at.state.order})
    unsold = for_sale(players)
    discounts = [p for p in unsold for _ in range(chance.choice((0, 0, 1, 3, 6)))]
    at.state.round = replace(at.state.round, discounts=tuple(discounts))
    at.rules.sale.begin_turn(Change(at.state), at.state.order[0])
    told = Auction(
        [f"p{card}" for card in cards],
        {player: at.state.cash[player] for player in at.state.order},
        pairing,
        {private: FACES[private] - 20 * discounts.count(private) for private in unsold},
    )
    told.begin_turn(told.order[0])
    return at, told, chance


def action_of(move: Move) -> Action:
    match move:
        case ("buy", player, private):
            return BuyPrivate(player, private)
        case ("discount", player, private):
            return DiscountPrivate(player, private)
        case ("par", player, company, int(par)):
            return SetPar(player, company, par)
    raise AssertionError(move)


def told_alike(at, told):
    """The state is what the second telling says."""
    state = at.state
    assert list(state.order) == told.order
    if not told.over or state.round.number == 1:  # with no money stock rounds go by themselves
        assert {player: state.cash[player] for player in told.order} == told.cash
    assert {p: o for p, o in state.privates.items() if o in told.order} == told.owners
    for private, company in told.pairing.items():
        if private == told.to_par:
            continue  # its certificate is handed over with the par
        held = {player: at.percent(company, player) // 10 for player in told.order}
        assert {p: n for p, n in held.items() if n} == told.tenths.get(company, {})
        assert state.companies[company].par == told.pars.get(company)
        assert state.cash[company] == 0
    directors = {company: at.president(company) for company in told.pars}
    assert directors == told.directors()
    assert (state.round.kind == "stock") == told.over
    if not told.over:
        assert at.rules.actor(state) == told.turn


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_an_auction_agree(seed):
    at, told, chance = begun(seed)
    while True:
        told_alike(at, told)
        if told.over:
            return
        legal = []
        for move in told.moves():
            allowed = not judge.refusals(at.rules, at.state, action_of(move))
            assert allowed == told.allows(move), move
            legal += [move] if allowed else []
        buys = [move for move in legal if move[0] != "discount"]
        move = chance.choice(buys if buys and chance.random() < 0.5 else legal)
        print(move)
        told.do(move)
        at.do(action_of(move))
