"""The tile lays that a company may make in a turn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

NEW, UPGRADE = "yellow", "upgrade"  # kinds of lay: new track, or a replacement tile


@dataclass(frozen=True, slots=True)
class LayPermission:
    """One permitted lay of a turn.

    ``kinds`` are the kinds of lay it may be. ``fee`` is its cost in addition to the terrain. With
    ``elsewhere`` the lay must be on a hex where the company has not laid a tile this turn. An
    upgrade in the turn ends a lay that is ``not_after_upgrade``.
    """

    kinds: frozenset[str] = frozenset((NEW, UPGRADE))
    fee: int = 0
    elsewhere: bool = False
    not_after_upgrade: bool = False


@dataclass(frozen=True, slots=True)
class LayAllowance:
    """The lays that a turn allows, used in this order.

    At most ``upgrades`` of them may be upgrades; None means no such limit.
    """

    lays: tuple[LayPermission, ...] = (LayPermission(),)
    upgrades: int | None = None

    def __hash__(self) -> int:
        """Hash the numbers of lays alone: a title has few allowances."""
        return hash((len(self.lays), self.upgrades))

    def remaining(self, laid: Iterable[tuple[str, str]]) -> tuple[LayPermission, ...]:
        """Return the permissions that remain after these lays, each given as hex and kind.

        Each lay uses the first permission that fits. A lay beyond all permissions, made by a
        ruling, uses none.
        """
        return _remaining(self, tuple(kind for _, kind in laid))

    @staticmethod
    def refusal_code(left: tuple[LayPermission, ...], kind: str) -> str:
        """Return the code that refuses a lay of a kind that is not among the permissions left."""
        if not left:
            return "lay.enough"
        return "lay.one_replaced" if kind == UPGRADE else "lay.only_upgrades"


def allowances(
    track: LayAllowance, lays: Iterable[tuple[LayPermission, ...] | None]
) -> Iterator[LayAllowance]:
    """Yield the allowance of each phase, which stays until a phase has lays of its own."""
    for own in lays:
        track = replace(track, lays=own) if own else track
        yield track


@lru_cache(maxsize=256)
def _remaining(allowance: LayAllowance, laid: tuple[str, ...]) -> tuple[LayPermission, ...]:
    left = list(allowance.lays)
    for kind in laid:
        taken = next((one for one in left if kind in one.kinds), None)
        if taken is not None:
            left.remove(taken)
    if allowance.upgrades is not None and laid.count(UPGRADE) >= allowance.upgrades:
        left = [replace(one, kinds=one.kinds - {UPGRADE}) for one in left]
    upgraded = UPGRADE in laid
    return tuple(one for one in left if one.kinds and not (upgraded and one.not_after_upgrade))
