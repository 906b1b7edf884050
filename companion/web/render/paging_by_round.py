"""Long lists by round: an open round shows its items by page, and other rounds are folded."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.core.rounds import RoundId

Item = TypeVar("Item")

PAGE = 40  # items of one round on a page
FEW = 8  # the least number of visible items if no round is requested


@dataclass(frozen=True, slots=True)
class RoundPage(Generic[Item]):
    """A round of a list: ``count`` items with their ``sum``, newest first.

    ``items`` are those of ``page`` (1 to ``pages``) if the round is ``open``.
    """

    round: RoundId
    count: int
    items: tuple[Item, ...]
    open: bool
    page: int
    pages: int
    sum: int = 0

    @property
    def key(self) -> str:
        """Its name in an address."""
        return key_of(self.round)


@dataclass(frozen=True, slots=True)
class RequestedPage:
    """The requested part of a list: a ``page`` of a ``round``, or the page with a log ``row``."""

    round: str | None = None
    page: int = 1
    row: int | None = None


def key_of(round: RoundId) -> str:
    """Return a round's name in an address."""
    return f"{round.kind}-{round.number}-{round.part}" if round.kind else "beginning"


def chapters(
    items: Iterable[Item],
    round_of: Callable[[Item], RoundId],
    asked: "RequestedPage",
    amount_of: Callable[[Item], int] = lambda item: 0,
    number_of: Callable[[Item], Collection[int]] = lambda item: (),
) -> list[RoundPage[Item]]:
    """Group the items, newest first, by round.

    The requested page is open: by round and page, or by a row. Without a request, the newest rounds
    are open until a few items are visible. ``number_of`` returns the rows of an item, and
    ``amount_of`` its part of the round's sum.
    """
    rounds: dict[RoundId, list[Item]] = {}
    for item in items:
        rounds.setdefault(round_of(item), []).append(item)
    round_asked, page = asked.round, asked.page
    for round, all in rounds.items():
        places = (at for at, item in enumerate(all) if asked.row in number_of(item))
        if (place := next(places, None)) is not None:
            round_asked, page = key_of(round), 1 + place // PAGE
    found: list[RoundPage[Item]] = []
    seen = 0
    for round, all in rounds.items():
        is_asked = key_of(round) == round_asked
        is_open = is_asked if round_asked is not None else seen < FEW
        seen += len(all)
        pages = -(-len(all) // PAGE)
        here = min(max(page, 1), pages) if is_asked else 1
        shown = tuple(all[(here - 1) * PAGE : here * PAGE]) if is_open else ()
        total = sum(map(amount_of, all))
        found.append(RoundPage(round, len(all), shown, is_open, here, pages, total))
    return found
