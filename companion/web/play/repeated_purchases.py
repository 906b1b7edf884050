"""Purchases to repeat: the last one of a seat, and one that is being chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.core.action_parser import stored_actor, whole
from companion.rules.core.actions import Action, BuyShare
from companion.rules.stock.programmed_actions import (
    BUY_AGAIN,
    Program,
    count_repeats,
    purchase_price,
)
from companion.store.history.records import GameView, LogRow

MOST_OFFERED = 4  # counts to choose from


@dataclass(frozen=True, slots=True)
class RepeatedPurchase:
    """A purchase with its price, and its row of the log; 0 if it is not done yet.

    ``most`` is how often it can be repeated, as far as is known now.
    """

    purchase: BuyShare
    price: int
    most: int
    row: int = 0

    @property
    def counts(self) -> range:
        """The counts to choose from."""
        return range(1, min(self.most, MOST_OFFERED) + 1)

    def program(self, view: GameView, count: int) -> Program:
        """Return the program that repeats it ``count`` times at most."""
        seat, round = self.purchase.player, view.state.round.id
        return Program(seat, BUY_AGAIN, round, self.purchase, self.price, count)


@dataclass(frozen=True, slots=True)
class RepeatChoice:
    """The counts for a purchase that is being chosen, and the ``chosen`` one; 0 if none is."""

    counts: range
    chosen: int


def find_last_purchase(view: GameView, seat: str) -> RepeatedPurchase | None:
    """Return the purchase that was the last action of the seat in this round, if it was one.

    The end of the turn after it does not count.
    """
    for row in reversed(view.tail):
        if row.round != view.state.round.id or row.action_json is None:
            return None
        if stored_actor(row.action_json) != seat or _is_end_of_turn(row):
            continue
        paid = [event for event in row.events if event.kind == "bought_share"]
        if not paid or not isinstance(row.action, BuyShare):
            return None
        price = paid[0].facts["price"]
        most = count_repeats(view.rules, view.state, row.action, price)
        return RepeatedPurchase(row.action, price, most, row.n)
    return None


def _is_end_of_turn(row: LogRow) -> bool:
    return any(event.kind == "ended_turn" for event in row.events)


def find_next_purchase(view: GameView, action: Action | None) -> RepeatedPurchase | None:
    """Return a purchase that is not done yet, if it can be repeated after it was done."""
    if not isinstance(action, BuyShare) or view.tried is not None:
        return None
    price = purchase_price(view.rules, view.state, action)
    most = count_repeats(view.rules, view.state, action, price) - 1
    return RepeatedPurchase(action, price, most) if most > 0 else None


def choose_repeats(
    view: GameView, action: Action | None, args: Mapping[str, str]
) -> RepeatChoice | None:
    """Return the counts for the action that is being chosen, with the one in ``args``."""
    found = find_next_purchase(view, action)
    if found is None or view.redoable:  # Redo needs the room on a phone
        return None
    asked = whole(args.get("again", "")) or 0
    return RepeatChoice(found.counts, asked if asked in found.counts else 0)
