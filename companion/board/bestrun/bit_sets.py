"""Sets of bits as whole numbers: what routes use, and what is paid for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def numbers(bits: int) -> Iterator[int]:
    """The number of each bit, the lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def cost(bits: int, prices: Sequence[float]) -> float:
    """The sum of the prices of a set of bits."""
    total = 0.0
    while bits:  # not by numbers(): a search comes here very often
        low = bits & -bits
        total += prices[low.bit_length() - 1]
        bits ^= low
    return total


def priced_bits(prices: Sequence[float]) -> int:
    """The bits that have a price."""
    found = 0
    for bit, price in enumerate(prices):
        if price:
            found |= 1 << bit
    return found
