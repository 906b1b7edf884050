"""Emergency money told twice (§8.4.1, §7.2), and compared from positions at random on.

The tests compare what may be sold for a forced train, when it is bought, and when its director is
bankrupt.
"""

import os
import random

import pytest

from companion.rules.core.actions import (
    BuyTrain,
    DeclareBankruptcy,
    Pass,
    SellHoldings,
    SellOwnShares,
    SellShares,
)
from companion.titles.t1839.share_sales import RedeemShares
from tests.titles.t1839.operating_positions import moment
from tests.titles.t1839.test_stock_oracle import part_out, told_of

GAMES = 400 if os.environ.get("FULL") else 10
PRICE = 460  # of a 4


def begun(seed):
    """A company of p1 must buy a 4; p1 has some money, and shares of others.

    Returns None where the dealt companies do not allow it.
    """
    chance = random.Random(seed)
    at = moment(3)
    for company in chance.sample(sorted(at.data.companies), 5):
        part_out(at, chance, company)
    at.phase("Gray")
    mine = [c for c, own in at.state.companies.items() if own.floated and at.president(c) == "p1"]
    if not mine:
        return None
    owing = mine[0]
    at.state.alter(owing, homes=(), has_operated=True)
    at.cash(**{owing: chance.choice((0, 150, 300, 450)), "p1": chance.choice((0, 20, 80, 200))})
    at.operating(owing, "trains")
    at.state.questions = ()
    return at, told(at), owing, chance


def told(at):
    """Companies told the other way; the round of shares that this needs is none."""
    round, at.state.round = at.state.round, at.stock_round(2).state.round
    found = told_of(at)
    at.state.round = round
    return found


def own_due(companies, owing):
    """How many of its own shares the company sells: as many as it needs, or all."""
    own = companies[owing]
    short = PRICE - own.treasury
    return min(own.of("own"), -(-short // own.fetches)) if short > 0 else 0


def may_sell(round, owing, company, tenths):
    """May p1 sell so much, the debt apart?"""
    own = round.companies[company]
    if own.price is None or not 0 < tenths <= own.of("p1"):
        return False
    if own.director != "p1":
        return True
    heir = round.heir(own, "p1", own.of("p1") - tenths)
    return company != owing if heir else own.of("p1") - tenths >= 2


def most(round, owing, company):
    return max((n for n in range(1, 11) if may_sell(round, owing, company, n)), default=0)


def can_bring(round, owing):
    """The proceeds of everything that p1 may sell, each company at its price."""
    return sum(
        most(round, owing, c) * own.fetches for c, own in round.companies.items() if own.price
    )


def everything(round, owing):
    """All that p1 may sell, as much of each company as possible."""
    parts = ((c, most(round, owing, c)) for c, own in round.companies.items() if own.price)
    return tuple((company, tenths) for company, tenths in parts if tenths)


def lacking(round, owing):
    return PRICE - round.companies[owing].treasury - round.cash["p1"]


def allows(at, owing, parts):
    """May p1 sell these now, of one company or of several?"""
    round = told(at)
    need = lacking(round, owing)
    if need <= 0 or own_due(round.companies, owing):
        return False
    if not all(may_sell(round, owing, company, tenths) for company, tenths in parts):
        return False
    brings = sum(tenths * round.companies[company].fetches for company, tenths in parts)
    if any(brings - round.companies[company].fetches >= need for company, _ in parts):
        return False  # one share less would have been enough
    if can_bring(round, owing) < need:  # in vain: all at once, in any order
        return sorted(parts) == sorted(everything(round, owing))
    round._sell("p1", parts)
    round.asked = []
    round._fall()
    return can_bring(round, owing) >= lacking(round, owing)


def every_sale(at, owing, chance):
    """Sales of one company, some of two, and all at once in two orders."""
    round = told(at)
    held = [c for c, own in round.companies.items() if own.of("p1")]
    found = [((company, tenths),) for company in held for tenths in range(1, 8)]
    for _ in range(5 if len(held) > 1 else 0):
        found.append(tuple((c, chance.randint(1, 3)) for c in chance.sample(held, 2)))
    whole = everything(round, owing)
    return [*found, whole, whole[::-1]] if len(whole) > 1 else found


def action_of(parts):
    if len(parts) == 1:
        return SellShares("p1", parts[0][0], 10 * parts[0][1])
    return SellHoldings("p1", tuple((company, 10 * tenths) for company, tenths in parts))


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_an_emergency_agree(seed):
    start = begun(seed)
    if start is None:
        return
    at, round, owing, chance = start
    train = next(
        t for t, card in at.state.trains.items() if t[:2] == "4-" and card.place == "depot"
    )
    for _ in range(30):
        round = told(at)
        need, due = lacking(round, owing), own_due(round.companies, owing)
        for tenths in range(1, 4):
            assert at.allowed(SellOwnShares(owing, 10 * tenths)) == (tenths == due)
        assert at.allowed(BuyTrain(owing, train, PRICE)) == (not due and need <= 0)
        legal = []
        for parts in every_sale(at, owing, chance):
            assert at.allowed(action_of(parts)) == allows(at, owing, parts), parts
            legal += [parts] if at.allowed(action_of(parts)) else []
        broke = need > 0 and not due and not can_bring(round, owing)
        assert at.allowed(DeclareBankruptcy("p1")) == broke
        assert not at.allowed(Pass(owing))
        if due:
            at.do(SellOwnShares(owing, 10 * due))
        elif need <= 0:
            before = round.companies[owing].treasury + round.cash["p1"]
            at.do(BuyTrain(owing, train, PRICE))
            own = at.state.cash[owing] + at.state.cash["p1"]
            assert own == before - PRICE or at.state.round.kind != "operating"
            return
        elif broke:
            at.do(DeclareBankruptcy("p1"))
            assert "p1" not in at.state.order
            return
        else:
            parts = chance.choice(legal)
            brings = sum(tenths * round.companies[company].fetches for company, tenths in parts)
            at.do(action_of(parts))
            assert at.state.cash["p1"] == round.cash["p1"] + brings
        while at.state.questions and at.waiting() == "redeem":
            question = at.state.questions[0]
            assert question.actor != owing  # it redeems nothing of its own (R7)
            redeem = RedeemShares(question.actor, question.percent)
            at.do(redeem if chance.random() < 0.5 else Pass(question.actor))
    raise AssertionError("no end")
