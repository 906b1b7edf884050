"""Dealing certificates: who gets which, so that given sums come true.

Where certificates have several sizes, a part of a company can change hands though its owner has no
certificates of just that size: the others swap with him. Which certificates somebody has matters
to nobody then, only their sum. So they are dealt afresh, and as few as possible change hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

Counts = tuple[int, ...]  # so many certificates of each size


class Piece(NamedTuple):
    """A certificate: its id, its percent, and with whom or where it lies."""

    id: str
    percent: int
    owner: str


def dealt(pieces: Sequence[Piece], wanted: Mapping[str, int]) -> dict[str, str]:
    """The owner of each certificate, by its id, when everybody has the percent that is ``wanted``
    for him (nothing for who is not named) and as few certificates as possible have changed hands.

    Raises ValueError where no dealing makes all those sums true. It is found by trying what each
    owner in turn may get, keeping the best for what is left, so it is exact; of that there are few.
    """
    sizes = sorted({piece.percent for piece in pieces}, reverse=True)
    owners = sorted({*wanted, *(piece.owner for piece in pieces)})
    had = {
        owner: tuple(sum(p.owner == owner and p.percent == size for p in pieces) for size in sizes)
        for owner in owners
    }

    @cache
    def best(index: int, left: Counts) -> tuple[int, tuple[Counts, ...]] | None:
        """The fewest certificates that owners from ``index`` on are handed, and what each has."""
        if index == len(owners):
            return None if any(left) else (0, ())
        owner, found = owners[index], None
        for gets in _ways(wanted.get(owner, 0), sizes, left):
            rest = best(index + 1, tuple(a - b for a, b in zip(left, gets, strict=True)))
            if rest is None:
                continue
            moved = rest[0] + sum(max(0, a - b) for a, b in zip(gets, had[owner], strict=True))
            if found is None or moved < found[0]:
                found = moved, (gets, *rest[1])
        return found

    all_there_are = tuple(sum(p.percent == size for p in pieces) for size in sizes)
    solution = best(0, all_there_are)
    if solution is None:
        asked = ", ".join(f"{owner} {percent}%" for owner, percent in wanted.items())
        raise ValueError(f"no dealing of certificates of {sizes} percent gives {asked}")
    return _deal_pieces(pieces, sizes, dict(zip(owners, solution[1], strict=True)))


def _ways(percent: int, sizes: Sequence[int], left: Counts) -> Iterator[Counts]:
    """How so many percent can be made of certificates that are left."""
    if not sizes:
        if not percent:
            yield ()
        return
    for count in range(min(left[0], percent // sizes[0]), -1, -1):
        for rest in _ways(percent - count * sizes[0], sizes[1:], left[1:]):
            yield (count, *rest)


def _deal_pieces(
    pieces: Sequence[Piece], sizes: Sequence[int], gets: Mapping[str, Counts]
) -> dict[str, str]:
    """Certificates with those who get so many of each size; who has one of it keeps it."""
    found: dict[str, str] = {}
    for index, size in enumerate(sizes):
        room = {owner: counts[index] for owner, counts in gets.items()}
        free = []
        for piece in pieces:
            if piece.percent == size and room[piece.owner]:
                room[piece.owner] -= 1
                found[piece.id] = piece.owner
            elif piece.percent == size:
                free.append(piece.id)
        takers = [owner for owner, count in room.items() for _ in range(count)]
        found |= dict(zip(free, takers, strict=True))
    return found
