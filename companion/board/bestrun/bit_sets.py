"""Sets of bits as integers: the bits that routes use, and the prices of those bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def numbers(bits: int) -> Iterator[int]:
    """Yield the number of each bit, the lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def cost(bits: int, prices: Sequence[float]) -> float:
    """Return the sum of the prices of a set of bits."""
    total = 0.0
    while bits:  # not with numbers(): this is a hot path
        low = bits & -bits
        total += prices[low.bit_length() - 1]
        bits ^= low
    return total


def priced_bits(prices: Sequence[float]) -> int:
    """Return the bits that have a price."""
    found = 0
    for bit, price in enumerate(prices):
        if price:
            found |= 1 << bit
    return found
