"""Other orders for the deeds of a turn, for when the other site requires one."""

from collections.abc import Iterator, Sequence

from companion.exchange.games_18xx.divergence import PlayedRow
from companion.rules.core.actions import (
    Action,
    BuyOwnShares,
    BuyPrivateForCompany,
    ExchangePrivate,
    LayTile,
    PlaceToken,
    SellOwnShares,
)

FREE = (BuyOwnShares, BuyPrivateForCompany, ExchangePrivate, SellOwnShares)  # at any time in a turn


def is_same_turn(one: PlayedRow, other: PlayedRow) -> bool:
    """Return whether both rows belong to the same turn of a company."""
    mine, theirs = one.before.round, other.before.round
    company = mine.operating_company
    return bool(company) and mine.id == theirs.id and company == theirs.operating_company


def find_turn(rows: Sequence[PlayedRow], place: int) -> tuple[int, int]:
    """Return the range of rows, as (first, end), of the turn that a row belongs to."""
    first, end = place, place + 1
    while first and is_same_turn(rows[first - 1], rows[place]):
        first -= 1
    while end < len(rows) and is_same_turn(rows[end], rows[place]):
        end += 1
    return first, end


def other_orders(turn: Sequence[PlayedRow], refused: int) -> Iterator[list[PlayedRow]]:
    """Yield the turn with one of its deeds moved forward, the one nearest to ``refused`` first."""
    for place in range(refused, 0, -1):
        if is_free(turn[place].action):
            for earlier in range(place - 1, -1, -1):
                moved = turn[place]._replace(before=turn[earlier].before)
                yield [*turn[:earlier], moved, *turn[earlier:place], *turn[place + 1 :]]


def is_free(action: Action) -> bool:
    """Return whether the action is allowed at several moments of a turn."""
    by_private = isinstance(action, LayTile | PlaceToken) and action.private is not None
    return by_private or isinstance(action, FREE)
