"""Long lists by round: a round that is open shows its items by the page, the others fold away."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.rules.rounds import RoundId

Item = TypeVar("Item")

PAGE = 40  # items of one round on a page
FEW = 8  # items to be seen at least, where nobody asked for a round


@dataclass(frozen=True, slots=True)
class Chapter(Generic[Item]):
    """A round of a list, the newest first: ``count`` items in all; those of ``page`` (from 1 to
    ``pages``) where it is ``open``.
    """

    round: RoundId
    count: int
    items: tuple[Item, ...]
    open: bool
    page: int
    pages: int

    @property
    def key(self) -> str:
        """Its name in an address."""
        return key_of(self.round)


def key_of(round: RoundId) -> str:
    """A round's name in an address."""
    return f"{round.kind}-{round.number}-{round.part}" if round.kind else "beginning"


def chapters(
    items: Iterable[Item], round_of: Callable[[Item], RoundId], asked: str | None, page: int
) -> list[Chapter[Item]]:
    """The items, given the newest first, by their rounds. Open is the round that was ``asked``
    for at that page, or where nobody asked, the newest ones until there are a few items to be seen.
    """
    rounds: dict[RoundId, list[Item]] = {}
    for item in items:
        rounds.setdefault(round_of(item), []).append(item)
    found: list[Chapter[Item]] = []
    seen = 0
    for round, all in rounds.items():
        is_asked = key_of(round) == asked
        is_open = is_asked if asked is not None else seen < FEW
        seen += len(all)
        pages = -(-len(all) // PAGE)
        here = min(max(page, 1), pages) if is_asked else 1
        shown = tuple(all[(here - 1) * PAGE : here * PAGE]) if is_open else ()
        found.append(Chapter(round, len(all), shown, is_open, here, pages))
    return found
