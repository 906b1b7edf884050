"""The trading of a merger told twice, and compared over holdings at random."""

import os
import random
from dataclasses import dataclass
from itertools import chain, combinations

import pytest

from companion.rules.data import codec
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import (
    DISCARDS,
    OTHER,
    SURVIVOR,
    MergerHolding,
    Tenths,
    TradingChoice,
    TradingReadings,
    TradingState,
)
from companion.titles.t1828.merger_turns import answer, begin, starting_hands
from tests.oracles.t1828.mergers import Merger, Paper
from tests.titles.t1828.merger_money import Purse
from tests.titles.t1828.random_holdings import hands_at_random

MERGERS = 4000 if os.environ.get("FULL") else 100
OPTIONS = (
    "odd_share_in_turn",
    "settle_when_odd",
    "sources_by_single",
    "lone_director_double",
)
SETS = [frozenset(s) for s in chain.from_iterable(combinations(OPTIONS, n) for n in range(5))]


def papers(hands: dict[str, MergerHolding], apart: bool) -> list[Paper]:
    """The same as certificates."""
    names = {INITIAL: "ipo", POOL: "pool"}
    found = []
    for owner, hand in hands.items():
        for side, company in ((SURVIVOR, "S"), (OTHER, "O")):
            at = names.get(owner, owner)
            if apart and owner == INITIAL and company == "O":
                at = "ipo apart"
            found += [Paper(company, 2, at)] * bool(hand.director_tenths.count_of(side))
            found += [Paper(company, 1, at) for _ in range(hand.single_tenths.count_of(side))]
    return found


def played(
    trading: TradingState, readings: TradingReadings, purse: Purse, chance: random.Random
) -> tuple[TradingState, list[TradingChoice]]:
    """The trading to its end with answers at random; between them it is stored and read again."""
    questions = []
    trading, asked = begin(trading, readings, purse)
    while asked:
        questions.append(asked)
        assert asked.player == trading.players_left[0]
        assert codec.from_json(codec.to_json(trading)) == trading
        trading, asked = answer(trading, readings, purse, asked, chance.choice(asked.choices))
    return trading, questions


@dataclass
class Answers:
    """Answers at random, the same for both tellings, and what was asked."""

    chance: random.Random
    asked: list[TradingChoice]

    def choose(self, kind: str, player: str, choices: tuple[str, ...]) -> str:
        self.asked.append(TradingChoice(kind, player, choices))
        return self.chance.choice(choices)


@pytest.mark.parametrize("names", SETS, ids=lambda s: "+".join(sorted(s)) or "published")
def test_two_tellings_of_the_procedure_agree(names: frozenset[str]) -> None:
    kinds = {kind for seed in range(MERGERS) for kind in compared(names, seed)}
    assert kinds == {"set_aside", "whom", "single"}


def compared(names: frozenset[str], seed: int) -> set[str]:
    """Merge at random in both ways; the kinds of questions."""
    readings = TradingReadings(**dict.fromkeys(names, True))
    chance = random.Random(seed)
    players = ["p1", "p2", "p3", "p4", "p5"][: chance.randint(3, 5)]
    hands = hands_at_random(chance, players)
    money = {p: chance.choice((0, 10, 30, 60, 200)) for p in players}
    sold = {p for p in players if chance.random() < 0.15}
    prices = Tenths(chance.choice((67, 80, 120)), chance.choice((67, 78, 200)))
    price = max(prices.survivor, prices.other) + chance.choice((0, 20, 40))
    start = starting_hands(hands, readings)
    trading = TradingState("S", "O", prices, price, start, tuple(players), tuple(sorted(sold)))
    purse = Purse(dict(money))
    done, questions = played(trading, readings, purse, random.Random(seed))
    answers = Answers(random.Random(seed), [])
    worth = {"S": prices.survivor, "O": prices.other, "system": price}
    lying = papers(hands, "sources_by_single" in names)
    other = Merger(players, dict(money), set(sold), worth, lying, answers.choose, names)
    other.run()
    assert answers.asked == questions, seed
    shares = {p: done.hand(p).shares for p in (*players, INITIAL, POOL)}
    places = {"ipo": INITIAL, "pool": POOL}
    restated = {places.get(owner, owner): count for owner, count in other.shares.items()}
    assert shares == dict.fromkeys(shares, 0) | restated, seed
    assert purse.money == other.cash, seed
    assert set(done.sellers) == other.sold, seed
    assert (done.director or None) == other.director, seed
    assert sum(shares.values()) == 10
    if not names:
        assert done.hand(DISCARDS).single_tenths.other == 10, "all of the other company leaves"
        assert all(not hand.total for owner, hand in done.holdings.items() if owner != DISCARDS)
    return {asked.kind for asked in questions}
