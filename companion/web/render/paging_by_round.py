"""Long lists by round: a round that is open shows its items by the page, the others fold away."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.core.rounds import RoundId

Item = TypeVar("Item")

PAGE = 40  # items of one round on a page
FEW = 8  # items to be seen at least, where nobody asked for a round


@dataclass(frozen=True, slots=True)
class Chapter(Generic[Item]):
    """A round of a list, the newest first: ``count`` items in all, and what they ``sum`` up to;
    those of ``page`` (from 1 to ``pages``) where it is ``open``.
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
class Asked:
    """What is to be seen of a list: the ``round`` to be open, by its name in the address, at a
    ``page`` of it; or the row of the log to be in sight.
    """

    round: str | None = None
    page: int = 1
    row: int | None = None


def key_of(round: RoundId) -> str:
    """A round's name in an address."""
    return f"{round.kind}-{round.number}-{round.part}" if round.kind else "beginning"


def chapters(
    items: Iterable[Item],
    round_of: Callable[[Item], RoundId],
    asked: "Asked",
    amount_of: Callable[[Item], int] = lambda item: 0,
    number_of: Callable[[Item], Collection[int]] = lambda item: (),
) -> list[Chapter[Item]]:
    """The items, given the newest first, by their rounds. Open is the round that was ``asked`` for
    at that page, or the page on which the row that was asked for is; where nobody asked, the newest
    ones until there are a few items to be seen. ``number_of`` tells the rows of an item,
    ``amount_of`` what it adds to the sum of its round.
    """
    rounds: dict[RoundId, list[Item]] = {}
    for item in items:
        rounds.setdefault(round_of(item), []).append(item)
    round_asked, page = asked.round, asked.page
    for round, all in rounds.items():
        places = (at for at, item in enumerate(all) if asked.row in number_of(item))
        if (place := next(places, None)) is not None:
            round_asked, page = key_of(round), 1 + place // PAGE
    found: list[Chapter[Item]] = []
    seen = 0
    for round, all in rounds.items():
        is_asked = key_of(round) == round_asked
        is_open = is_asked if round_asked is not None else seen < FEW
        seen += len(all)
        pages = -(-len(all) // PAGE)
        here = min(max(page, 1), pages) if is_asked else 1
        shown = tuple(all[(here - 1) * PAGE : here * PAGE]) if is_open else ()
        total = sum(map(amount_of, all))
        found.append(Chapter(round, len(all), shown, is_open, here, pages, total))
    return found
