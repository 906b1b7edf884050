"""Every merger of the recorded games: the same shares, money and director.

The readings are those of the engine that recorded them.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import (
    MergerHolding,
    Tenths,
    TradingChoice,
    TradingReadings,
    TradingState,
)
from companion.titles.t1828.merger_turns import answer, begin, director, starting_hands
from tests.support.references import GAMES
from tests.titles.t1828.merger_money import Purse

ENGINE = TradingReadings(True, True, True, True, True)
State = dict[str, Any]
Line = dict[str, Any]


def mend(state: State, changed: State) -> None:
    """Bring a state up to what a line of the trace says has changed."""
    for key, value in changed.items():
        if isinstance(value, dict) and isinstance(state.get(key), dict):
            mend(state[key], value)
        else:
            state[key] = json.loads(json.dumps(value))


class Recorded:
    """A recorded game, read line by line."""

    def __init__(self, name: str) -> None:
        path = GAMES / f"{name}.json"
        game = json.loads(path.read_text())
        self.seats = {player["id"]: f"Player {n}" for n, player in enumerate(game["players"], 1)}
        self.actions = {action["id"]: action for action in game["actions"]}
        trace = path.with_suffix(".trace.jsonl").read_text().splitlines()
        first, *self.lines = map(json.loads, trace)
        self.state: State = first["state"]
        self.sold: set[tuple[str, str]] = set()

    def mergers(self) -> Iterator[tuple[TradingState, Purse, Iterator[dict[str, Any]]]]:
        """Each as it begins, with the players' money, and the answers to come."""
        acted, lines = "", iter(self.lines)
        for line in lines:
            action = self.actions.get(line["id"], {})
            if line["type"] == "merge":
                yield self.merger(acted, action, line["changed"], lines)
            else:
                self.follow(line, action)
            acted = self.seats.get(action.get("entity"), "")

    def follow(self, line: Line, action: dict[str, Any]) -> None:
        """Follow the changes of a line, and the sellers of this round."""
        before = self.state["round"]
        mend(self.state, line.get("changed", {}))
        if self.state["round"] != before:
            self.sold = set()
        if line["type"] == "sell_shares":
            company = action["shares"][0].split("_")[0]
            self.sold.add((self.seats[action["entity"]], company))

    def merger(
        self, acting: str, action: dict[str, Any], changed: State, lines: Iterator[Line]
    ) -> tuple[TradingState, Purse, Iterator[dict[str, Any]]]:
        both = action["entity"], action["corporation"]
        players = list(self.state["players"])
        at = players.index(acting)
        order = tuple(players[at:] + players[:at])
        hands = {owner: self.hand(owner, both) for owner in (*order, INITIAL, POOL)}
        prices = Tenths(*(self.state["companies"][company]["price"] for company in both))
        purse = Purse({player: self.state["players"][player]["cash"] for player in order})
        mend(self.state, changed)
        price = self.state["companies"][both[0]]["price"]
        sold = tuple(p for p in order if any((p, company) in self.sold for company in both))
        start = TradingState(*both, prices, price, starting_hands(hands, ENGINE), order, sold)
        return start, purse, self.answers(lines)

    def hand(self, owner: str, both: tuple[str, str]) -> MergerHolding:
        """A hand of two companies."""
        loose, whole = [], []
        for company in both:
            own = self.state["companies"][company]
            if owner in self.state["players"]:
                percent = self.state["players"][owner]["shares"].get(company) or 0
            else:
                percent = own["ipo" if owner == INITIAL else "pool"]
            whole.append(2 if own["president"] == owner else 0)
            loose.append(percent // 10 - whole[-1])
        return MergerHolding(Tenths(*loose), Tenths(*whole))

    def answers(self, lines: Iterator[Line]) -> Iterator[dict[str, Any]]:
        """The choices of players, one after the other."""
        for line in lines:
            action = self.actions[line["id"]]
            self.follow(line, action)
            yield action


def chosen(asked: TradingChoice, text: str) -> str:
    """The choice that a recorded text means."""
    if asked.kind == "single":
        return "pay" if "Exchange".startswith(text[:4]) else "surrender"
    return next(choice for choice in asked.choices if choice in text)


@pytest.mark.references
@pytest.mark.parametrize("name", ["1828-four-players", "1828-stock-market-end"])
def test_every_recorded_merger_ends_as_it_did(name: str) -> None:
    game, count = Recorded(name), 0
    for start, purse, answers in game.mergers():
        now, asked = begin(start, ENGINE, purse)
        while asked:
            action = next(answers)
            assert game.seats[action["entity"]] == asked.player
            choice = chosen(asked, action["choice"])
            now, asked = answer(now, ENGINE, purse, asked, choice)
        count += 1
        players, system = game.state["players"], game.state["companies"][start.survivor]
        leads = director(now, ENGINE)
        shares = {p: now.hand(p).shares - (p == leads) for p in start.order}
        assert shares == {p: (players[p]["shares"].get(start.survivor) or 0) / 10 for p in shares}
        assert purse.money == {player: players[player]["cash"] for player in purse.money}
        assert leads == system["president"]
        own = 1  # is in its "ipo" there
        assert now.hand(INITIAL).shares + own == system["ipo"] / 10
        assert now.hand(POOL).shares == system["pool"] / 10
    assert count == 5
