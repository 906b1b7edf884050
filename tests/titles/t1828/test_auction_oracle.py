"""The private auction told twice, and compared in games at random.

All that is allowed at every moment is compared, and the results of the deeds.
"""

import os
import random
from collections.abc import Iterator

import pytest

from companion.rules.core.actions import Action, Bid, BuyPrivate, Pass, SetPar
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.titles.t1828.auction import RowAuctionRound
from companion.titles.t1828.title_state import StockRound1828
from tests.oracles.t1828.auction import FACES, PARS, ROWS, Auction, Move
from tests.support.positions import Position
from tests.titles.t1828.game_start import DEAREST

GAMES = 600 if os.environ.get("FULL") else 6
LONGEST = 150  # moves; poor players may never buy all


def begun(seed: int) -> tuple[Position, Auction, random.Random]:
    """The start of a game, for some with little money."""
    chance = random.Random(seed)
    at = Position("1828", 3 + seed % 3, keep_good_privates=chance.random() < 0.2)
    if seed % 4 == 3:
        at.cash(**{p: chance.randrange(100, 700, 5) + chance.randrange(5) for p in at.state.order})
    drawn = at.rules.drawn  # type: ignore[attr-defined]
    cash = {player: at.state.cash[player] for player in at.state.order}
    return at, Auction(list(at.state.order), cash, drawn.row), chance


def action_of(move: Move) -> Action:
    match move:
        case ("pass", player):
            return Pass(player)
        case ("buy", player, private):
            return BuyPrivate(player, private)
        case ("bid", player, private, amount):
            return Bid(player, private, amount)
        case (_, player, company, price):
            return SetPar(player, company, price)
    raise AssertionError(move)


def moves(told: Auction, chance: random.Random) -> Iterator[Move]:
    """Everything that could be tried, the amounts beside each limit."""
    privates = [*(s for row in ROWS for s in row), *DEAREST]
    for player in told.order:
        yield "pass", player
        free = told.cash[player] - told.laid_down(player)
        for private in privates:
            yield "buy", player, private
            face = FACES[-1] if private in DEAREST else told.face(private)
            highest = max([face, *(amount for amount, _ in told.on(private))])
            most = free + sum(a for a, who in told.on(private) if who == player)
            near = {highest - 5, highest, highest + 3, highest + 5, most - most % 5, most + 5}
            for amount in {*near, chance.randrange(highest, highest + 200)}:
                yield "bid", player, private, amount
        for company in told.dearest:
            for price in (*PARS, 70, 86):
                yield "par", player, company, price


def told_alike(at: Position, told: Auction) -> None:
    """The state is what the second telling says."""
    state: State = at.state
    for player in told.order:
        assert state.cash[player] == told.cash[player], player
        for company in ("PRR", *told.dearest):
            assert at.percent(company, player) == 10 * told.tenths.get((player, company), 0)
    owned = {p: owner for p, owner in state.privates.items() if owner not in ("bank", "gone")}
    assert owned == told.owner
    stacks: dict[str, tuple[str, ...]] = {}
    for company, par in told.named:
        cell = at.data.chart.pars[par].id
        stacks[cell] = (*stacks.get(cell, ()), company)
        assert state.companies[company].par == par
    assert {cell: stack for cell, stack in state.stacks.items() if stack} == stacks
    if told.over:
        round = state.playing(StockRound1828)
        order = (
            told.order[told.order.index(told.turn) :] + told.order[: told.order.index(told.turn)]
        )
        assert round.turn == order[len(round.cards)]  # who can do nothing has passed by himself
        assert round.cards == tuple(order[: len(round.cards)])
        assert state.cash["bank"] == -sum(told.cash.values())
        return
    assert at.rules.actor(state) == told.who()
    assert sorted(state.playing(RowAuctionRound).bids) == sorted((s, p, a) for p, s, a in told.bids)


def chosen(told: Auction, legal: list[Move], chance: random.Random) -> Move:
    """A move at random: not too often a pass, and small raises rather than great ones."""
    kinds = {move[0] for move in legal}
    weights = {"pass": 3, "buy": 8, "bid": 4, "par": 1}
    kind = chance.choices(sorted(kinds), [weights[kind] for kind in sorted(kinds)])[0]
    of_kind = [move for move in legal if move[0] == kind]
    if kind != "bid" or chance.random() < 0.05:
        return chance.choice(of_kind)
    private = chance.choice(sorted({move[2] for move in of_kind if len(move) == 4}))
    return min(
        (move for move in of_kind if move[2:3] == (private,)), key=lambda move: int(move[-1])
    )


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_the_auction_agree(seed: int) -> None:
    at, told, chance = begun(seed)
    for _ in range(LONGEST):
        told_alike(at, told)
        if told.over:
            break
        legal = []
        for move in moves(told, chance):
            allowed = not judge.refusals(at.rules, at.state, action_of(move))
            assert allowed == told.allows(move), move
            if allowed:
                legal.append(move)
        move = chosen(told, legal, chance)
        print(move)
        told.do(move)
        at.do(action_of(move))
