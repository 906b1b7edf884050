"""The trading of a merger by the draft told twice, and compared over holdings at random."""

import os
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from companion.rules.data import codec
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import (
    DISCARDS,
    OTHER,
    SIDES,
    SURVIVOR,
    MergerHolding,
    Tenths,
    TradingChoice,
    TradingState,
)
from companion.titles.t1828.merger_turns import answer, begin
from tests.oracles.t1828.draft_mergers import DraftMerger
from tests.titles.t1828.merger_money import Purse
from tests.titles.t1828.random_holdings import PLACES, hands_at_random
from tests.titles.t1828.test_draft_trading import DRAFT

HOLDINGS = 30_000
PARTS = 10
SAMPLE = HOLDINGS // PARTS if os.environ.get("FULL") else 100
LETTERS = {SURVIVOR: "S", OTHER: "O"}
HEAPS = {INITIAL: "ipo", POOL: "pool"}


@dataclass
class Answers:
    """Answers at random, the same for both tellings, and what was asked."""

    chance: random.Random
    asked: list[TradingChoice] = field(default_factory=list)

    def choose(self, kind: str, player: str, choices: tuple[str, ...]) -> str:
        self.asked.append(TradingChoice(kind, player, choices))
        return self.chance.choice(choices)


def letters(hands: dict[str, MergerHolding], bound: bool) -> dict[str, list[str]]:
    """The loose or bound tenths of every owner, as letters."""
    found = {}
    for owner, hand in hands.items():
        tenths = hand.director_tenths if bound else hand.single_tenths
        both = [LETTERS[side] * tenths.count_of(side) for side in SIDES]
        found[HEAPS.get(owner, owner)] = list("".join(both))
    return found


def play_trading(trading: TradingState, purse: Purse, answers: Answers) -> TradingState:
    """The trading to its end; between the answers it is stored and read again."""
    trading, asked = begin(trading, DRAFT, purse)
    while asked:
        choices = asked.choices
        chosen = answers.choose(asked.kind, asked.player, choices)
        assert asked.player == trading.players_left[0]
        assert codec.from_json(codec.to_json(trading)) == trading
        trading, asked = answer(trading, DRAFT, purse, asked, chosen)
    return trading


def compare_merger(seed: int) -> Counter[str]:
    """Merge at random in both ways; what happened."""
    chance = random.Random(seed)
    players = ["p1", "p2", "p3", "p4", "p5", "p6"][: chance.randint(3, 6)]
    places = chance.choice((PLACES, PLACES, (INITIAL,), (POOL,), ()))
    hands = hands_at_random(chance, players, places)
    money = {p: chance.choice((0, 10, 30, 60, 200)) for p in players}
    sold = tuple(p for p in players if chance.random() < 0.15)
    prices = Tenths(chance.choice((67, 80, 120)), chance.choice((67, 78, 200)))
    price = max(prices.survivor, prices.other) + chance.choice((0, 20, 40))
    trading = TradingState("S", "O", prices, price, hands, tuple(players), sold)
    purse, answers = Purse(dict(money)), Answers(random.Random(seed))
    done = play_trading(trading, purse, answers)
    again = Answers(random.Random(seed))
    worth = {"S": prices.survivor, "O": prices.other, "system": price}
    other = DraftMerger(
        players, dict(money), worth, letters(hands, False), letters(hands, True), again.choose
    )
    other.run()
    assert again.asked == answers.asked, seed
    held = {owner: done.hand(owner).shares for owner in (*players, INITIAL, POOL)}
    assert held == {owner: other.shares[HEAPS.get(owner, owner)] for owner in held}, seed
    assert purse.money == other.cash, seed
    assert set(done.sellers) == {*sold, *other.sold}, seed
    assert sum(held.values()) == 10, seed
    assert done.hand(DISCARDS).single_tenths.other == 10, "all of the other company leaves"
    assert all(not hand.total for owner, hand in done.holdings.items() if owner != DISCARDS)
    found = Counter(asked.kind for asked in answers.asked)
    found["no share left"] = other.singles_without_share
    found["no source"] = other.pairs_without_source
    found.update(kind for kind, _ in purse.told)
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_two_tellings_of_the_trading_agree(part: int) -> None:
    """Singles often find no share left; pairs only where a director's certificate is whole."""
    first = part * (HOLDINGS // PARTS)
    found: Counter[str] = Counter()
    for seed in range(first, first + SAMPLE):
        found += compare_merger(seed)
    assert {"set_aside", "whom", "single", "no share left"} <= set(found)
    assert found["no source"] <= SAMPLE // 500
    assert {"merger_paid_for_taken", "merger_surrendered", "merger_paid"} <= set(found)
