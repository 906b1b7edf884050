"""Rounds and turns as values: what every round can be asked, and what a company has done in its
operating turn.

A round is played by the :class:`companion.rules.judge.judge.RoundRules` of its class; here it only
says how far it has got.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.ledger.receipts import RunLine, StopLine
from companion.rules.core.copying import replace
from companion.rules.data.codec import register_stored

register_stored("stop_line")(StopLine)
register_stored("run_line")(RunLine)


@register_stored("operating_turn")
@dataclass(frozen=True, slots=True)
class Turn:
    """What a company has done in its operating turn; a title that notes more has its own.
    ``step`` is the index of the step it has reached.
    """

    company: str
    step: int = 0
    laid: tuple[tuple[str, str], ...] = ()  # (hex, "yellow" or "upgrade"), in order
    tokens: int = 0
    routes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    revenue: int | None = None
    lines: tuple[RunLine, ...] = ()  # of the run, where what helps trains has changed since
    paid: str = ""  # how the revenue was divided, the name of a way
    bought: tuple[str, ...] = ()  # trains
    privates: tuple[str, ...] = ()  # bought from players
    payable: int | None = None  # with one share less in the last sale for a train
    possible: int | None = None  # what a better run would have earned that was known
    proved: bool = True  # whether nothing earns more than that

    @property
    def is_fresh(self) -> bool:
        """Has nothing been done in it yet?"""
        return self == type(self)(self.company)


class RoundId(NamedTuple):
    """Which round of a game: its kind, its number, and its part of a set (0 where it has none).

    It is stored and compared as it is; only :mod:`companion.rules.words.rounds` names it.
    """

    kind: str
    number: int = 1
    part: int = 0


BEGINNING = RoundId("", 0)  # before any round


@register_stored("round")
@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Base of every round. Of itself it is none: the moment before the first.

    ``number`` is that of the stock round, or of the set of operating rounds; 0 where they are not
    counted. ``part`` is the operating round's place in its set, 0 of other rounds.
    """

    kind: ClassVar[str] = ""
    number: int = 0
    part: int = 0

    @property
    def id(self) -> RoundId:
        """Which round it is. Rounds that are not counted are the first of their kind."""
        return RoundId(self.kind, max(1, self.number), self.part)

    @property
    def operating(self) -> Turn | None:
        """The operating turn that is being taken; None between turns and in other rounds."""
        return None

    @property
    def has_acted(self) -> bool:
        """Has the player on turn done anything yet?"""
        return False

    def others(self, order: Sequence[str]) -> Sequence[str]:
        """The players of whom any other than who is on turn might be; none in a round without."""
        return ()

    def given_to(self, who: str) -> "Round":
        """The round with one of these on turn, who has done nothing yet."""
        raise NotImplementedError

    def bids_on(self, private: str) -> list[tuple[str, int]]:
        """Standing bids on a private as (player, amount), lowest first."""
        return []

    def bound(self, player: str, but: str = "") -> int:
        """Money that a player has laid down for his bids, on all privates but one."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersRound(Round):
    """Base of rounds in which players take turns until all pass in a row.

    ``turn`` is whose turn it is, ``passes`` how many have passed in a row, ``acted`` whether the
    player on turn has done anything, ``last`` the last player who has.
    """

    turn: str
    passes: int = 0
    acted: bool = False
    last: str = ""

    @property
    def has_acted(self) -> bool:
        return self.acted

    def others(self, order: Sequence[str]) -> Sequence[str]:
        return [player for player in order if player != self.turn]

    def given_to(self, who: str) -> "PlayersRound":
        return replace(self, turn=who, acted=False)
