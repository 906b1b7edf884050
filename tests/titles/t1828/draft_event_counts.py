"""The events in games of 1828 by the draft, counted: every rule of its own is tried by them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.rules.core.actions import (
    BuyShare,
    BuyTrain,
    DiscardTrain,
    SetPar,
    StartCompany,
)
from companion.rules.core.change import Event
from companion.rules.core.state import State, type_of
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.shares.holdings import INITIAL, POOL, percent
from companion.titles.t1828.merger_choices import BlockMarker

ALL = (
    "price fallen",
    "taken for nothing",
    "pair sold by bids",
    "B&O at 86 or 94",
    "bought past 60% from the pool",
    "gray bought past 60% before brown",
    "merger of a company floated in that round",
    "difference paid by the bank",
    "left-over tenth taken",
    "given up into the pool and paired there",
    "IPO supplies the pool",
    "failure",
    "director changed by donation",
    "unplaced eighth marker gone",
    "eighth marker on the map blocked",
    "discard after a merger",
    "3 traded in",
    "5 traded in",
    "4+D traded in",
    "fourth train discarded in blue",
    "company started in purple",
    "Ds sold out",
    "B&O's private closed by train",
    "B&O's private closed by red",
    "end by bankruptcy",
    "end by market",
    "end by purple",
    "end by agreement",
)
SIMPLE = {
    "price_fell": "price fallen",
    "merger_paid_for_taken": "difference paid by the bank",
    "merger_failed": "failure",
    "merger_marker_gone": "unplaced eighth marker gone",
}
BEFORE_BROWN = ("Yellow", "Green", "Blue")


class DraftCounts:
    """The events of one game, counted while it is played."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.found: Counter[str] = Counter()
        self.floated: set[str] = set()  # in this stock round
        self.aside: set[str] = set()  # the players of this merger who have left a tenth out
        self.given_up = False
        self.is_discarding = False  # for a merger

    def see(self, before: State, action: Any, outcome: Outcome) -> None:
        """Count the events of one action."""
        self.found.update(self._deeds(before, action))
        self.found.update(self._discards(before, action, outcome))
        self.found.update(self._events(before, action, outcome))
        state = outcome.state
        is_d = isinstance(action, BuyTrain) and type_of(action.train) == "D"
        if is_d and not self._trains(state, "depot"):
            self.found["Ds sold out"] += 1
        if state.end_reason:
            reason = "agreement" if state.end_reason == "agreed" else state.end_reason
            self.found[f"end by {reason}"] += 1

    def _deeds(self, before: State, action: Any) -> Iterator[str]:
        if isinstance(action, SetPar) and action.price in (86, 94):
            yield "B&O at 86 or 94"
        elif isinstance(action, BuyShare):
            yield from self._past_sixty(before, action)
        elif isinstance(action, BlockMarker):
            yield "eighth marker on the map blocked"
        elif isinstance(action, StartCompany) and before.phase == "Purple":
            yield "company started in purple"
        elif isinstance(action, BuyTrain) and action.trade_in:
            yield f"{type_of(action.trade_in)} traded in"

    def _discards(self, before: State, action: Any, outcome: Outcome) -> Iterator[str]:
        if isinstance(action, DiscardTrain):
            if self.is_discarding:
                yield "discard after a merger"
            elif before.phase == "Blue" and len(self._trains(before, action.company)) == 4:
                yield "fourth train discarded in blue"
        else:
            self.is_discarding = any(event.kind == "merged" for event in outcome.events)

    def _past_sixty(self, before: State, action: BuyShare) -> Iterator[str]:
        if percent(self.rules.data, before, action.company, action.player) < 60:
            return
        if action.source == POOL:
            yield "bought past 60% from the pool"
        elif before.phase in BEFORE_BROWN:
            yield "gray bought past 60% before brown"

    @staticmethod
    def _trains(state: State, place: str) -> list[str]:
        return [train for train, card in state.trains.items() if card.place == place]

    def _events(self, before: State, action: Any, outcome: Outcome) -> Iterator[str]:
        events = outcome.events
        sold = {e.facts["private"]: e.facts["price"] for e in events if e.kind == "bought_private"}
        by_bids = set(sold) - {getattr(action, "private", "")}
        if {"D&H", "C&P"} <= by_bids or {"M&H", "E&K"} <= by_bids:
            yield "pair sold by bids"
        if 0 in sold.values():
            yield "taken for nothing"
        for event in events:
            if event.kind in SIMPLE:
                yield SIMPLE[event.kind]
            elif event.kind == "private_closed" and event.facts["private"] == "B&O":
                by_red = outcome.state.phase == "Red" != before.phase
                yield f"B&O's private closed by {'red' if by_red else 'train'}"
            yield from self._trading(event)
        yield from self._merged(outcome)

    def _merged(self, outcome: Outcome) -> Iterator[str]:
        donated = ""
        for event in outcome.events:
            company = str(event.facts.get("company", ""))
            if event.kind == "floated":
                self.floated.add(company)
            elif event.kind == "merged":
                if {company, event.facts["other_company"]} & self.floated:
                    yield "merger of a company floated in that round"
            elif event.kind == "merger_donated":
                donated = company
            elif event.kind == "president" and donated == company:
                yield "director changed by donation"
        if isinstance(outcome.state.round, OperatingRound):
            self.floated.clear()

    def _trading(self, event: Event) -> Iterator[str]:
        if event.kind == "merger_begins":
            self.aside.clear()
            self.given_up = False
        elif event.kind == "merger_set_aside":
            self.aside.add(str(event.facts["player"]))
        elif event.kind == "merger_surrendered":
            self.given_up = True
        elif event.kind == "merger_swapped":
            if event.facts["source"] in self.aside:
                yield "left-over tenth taken"
            if event.facts["player"] == POOL and event.facts["source"] == INITIAL:
                yield "IPO supplies the pool"
        if event.kind == "merger_paired" and event.facts["player"] == POOL and self.given_up:
            yield "given up into the pool and paired there"
