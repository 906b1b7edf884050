"""What a company may lay in a turn, as permissions that lays take one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

NEW, UPGRADE = "yellow", "upgrade"  # kinds of lay: new track, and a tile for another


@dataclass(frozen=True, slots=True)
class Permission:
    """One lay of a turn: the ``kinds`` of which it may be, and the ``fee`` for it beyond what the
    ground costs. One ``elsewhere`` is on no hex where the company has laid in this turn.
    """

    kinds: frozenset[str] = frozenset((NEW, UPGRADE))
    fee: int = 0
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a turn allows to be laid: so many lays, taken in this order, among them so many upgrades
    at most; None: as many as there are.
    """

    lays: tuple[Permission, ...] = (Permission(),)
    upgrades: int | None = None

    def left(self, laid: Iterable[tuple[str, str]]) -> tuple[Permission, ...]:
        """What is left after these lays, hex and kind each: each has taken the first that it could
        be; what was laid beyond all of them, by a ruling, takes none.
        """
        return _left(self, tuple(kind for _, kind in laid))


@lru_cache(maxsize=256)
def _left(allowance: Allowance, laid: tuple[str, ...]) -> tuple[Permission, ...]:
    left = list(allowance.lays)
    for kind in laid:
        taken = next((one for one in left if kind in one.kinds), None)
        if taken is not None:
            left.remove(taken)
    if allowance.upgrades is not None and laid.count(UPGRADE) >= allowance.upgrades:
        left = [replace(one, kinds=one.kinds - {UPGRADE}) for one in left]
    return tuple(one for one in left if one.kinds)
