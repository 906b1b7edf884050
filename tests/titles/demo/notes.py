"""What this title notes of a stock round beyond what every title does."""

from dataclasses import dataclass

from companion.rules.codec import stored
from companion.rules.stock import StockRound


@stored
@dataclass(frozen=True, slots=True)
class CardRound(StockRound):
    """``cards`` are the players who have passed and not acted since, in the order they did: the
    first of them holds card 1.
    """

    cards: tuple[str, ...] = ()
