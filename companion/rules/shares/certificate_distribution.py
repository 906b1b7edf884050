"""Distribution of certificates so that each owner holds a given percent.

If certificates have several sizes, an owner may sell a percent for which they have no certificate
of that size. The others then swap certificates with them. Only the sum of an owner's certificates
matters, not which ones they are. So all are distributed again, and as few as possible change hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

Counts = tuple[int, ...]  # number of certificates of each size


class OwnedCertificate(NamedTuple):
    """A certificate: its id, its percent, and its owner or place."""

    id: str
    percent: int
    owner: str


def dealt(pieces: Sequence[OwnedCertificate], wanted: Mapping[str, int]) -> dict[str, str]:
    """Return the new owner of each certificate id, so that everybody has the ``wanted`` percent.

    Owners not named get nothing. As few certificates as possible change hands. Raises ValueError if
    no distribution gives these sums.

    The search is exact: it tries the possible certificates of each owner in turn and keeps the best
    result for the remaining ones. Few combinations exist.
    """
    sizes = sorted({piece.percent for piece in pieces}, reverse=True)
    owners = sorted({*wanted, *(piece.owner for piece in pieces)})
    had = {
        owner: tuple(sum(p.owner == owner and p.percent == size for p in pieces) for size in sizes)
        for owner in owners
    }

    @cache
    def best(index: int, left: Counts) -> tuple[int, tuple[Counts, ...]] | None:
        """Return the fewest certificates to hand over from owner ``index`` on, and their counts."""
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
    """Yield the ways to make that percent from the remaining certificates."""
    if not sizes:
        if not percent:
            yield ()
        return
    for count in range(min(left[0], percent // sizes[0]), -1, -1):
        for rest in _ways(percent - count * sizes[0], sizes[1:], left[1:]):
            yield (count, *rest)


def _deal_pieces(
    pieces: Sequence[OwnedCertificate], sizes: Sequence[int], gets: Mapping[str, Counts]
) -> dict[str, str]:
    """Return the owner of each certificate for these counts; owners keep certificates they have."""
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
