"""Rounds and turns as values: the progress of a round and of an operating turn.

The rules of a round are the :class:`companion.rules.judge.rules.RoundRules` for its class.
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
class OperatingTurn:
    """The progress of a company's operating turn; titles may extend it.

    ``step`` is the index of the current step.
    """

    company: str
    step: int = 0
    lays: tuple[tuple[str, str], ...] = ()  # (hex, "yellow" or "upgrade"), in order
    tokens: int = 0
    routes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    revenue: int | None = None
    run_lines: tuple[RunLine, ...] = ()  # of the run, if the trains' bonuses have changed since
    division: str = ""  # the name of the way in which the revenue was divided
    trains_bought: tuple[str, ...] = ()  # trains
    privates_bought: tuple[str, ...] = ()  # bought from players
    money_without_last_share: int | None = (
        None  # money if the last sale for a train had been one share less
    )
    better_revenue: int | None = None  # revenue of a better run that was known
    is_proved: bool = True  # whether no run earns more than that
    map_facts: tuple[str, ...] = ()  # facts of the map that the table has told

    @property
    def is_blank(self) -> bool:
        """Whether nothing is noted in it but its step."""
        return self == replace(self.begun, step=self.step)

    @property
    def begun(self) -> "OperatingTurn":
        """The turn as it began."""
        return type(self)(self.company)


class RoundId(NamedTuple):
    """The identity of a round: its kind, its number and its part of a set (0 if none).

    It is stored and compared in this form; :mod:`companion.rules.words.rounds` gives its name.
    """

    kind: str
    number: int = 1
    part: int = 0


BEGINNING = RoundId("", 0)  # before any round
OPENING = RoundId("opening")  # of the rows with which a game begins that has begun on paper


@register_stored("round", kw_only=True)
class Round:
    """Base of every round. An instance of the base itself is the moment before the first round.

    ``number`` is the number of the stock round, or of the set of operating rounds; it is 0 if such
    rounds are not counted. ``part`` is the operating round's position in its set, 0 in other
    rounds.
    """

    kind: ClassVar[str] = ""
    number: int = 0
    part: int = 0

    @property
    def id(self) -> RoundId:
        """The identity of the round. A round that is not counted has the number 1."""
        return RoundId(self.kind, max(1, self.number), self.part)

    def is_same(self, other: "Round") -> bool:
        """Return whether both are moments of the same round."""
        mine = (self.kind, self.number, self.part)
        return mine == (other.kind, other.number, other.part)

    @property
    def operating(self) -> OperatingTurn | None:
        """The current operating turn; None between turns and in other rounds."""
        return None

    @property
    def operating_company(self) -> str:
        """The company whose operating turn it is; "" between turns and in other rounds."""
        return self.operating.company if self.operating else ""

    @property
    def has_acted(self) -> bool:
        """Whether the player on turn has done anything yet."""
        return False

    def others(self, order: Sequence[str]) -> Sequence[str]:
        """Return the other players who could be given the turn; empty if the round has no turns."""
        return ()

    def with_player_on_turn(self, who: str) -> "Round":
        """Return the round with that player on turn, who has done nothing yet."""
        raise NotImplementedError

    def standing_bids(self, private: str) -> list[tuple[str, int]]:
        """Return the standing bids on a private as (player, amount), lowest first."""
        return []

    def bound(self, player: str, but: str = "") -> int:
        """Return the money bound in a player's bids, except bids on the private ``but``."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersRound(Round):
    """Base of rounds in which players take turns until all pass in a row.

    ``turn`` is the player on turn. ``passes`` is the number of consecutive passes. ``has_acted``
    says whether the player on turn has done anything. ``last_actor`` is the last player who did
    something.
    """

    turn: str
    passes: int = 0
    has_acted: bool = False
    last_actor: str = ""

    def others(self, order: Sequence[str]) -> Sequence[str]:
        return [player for player in order if player != self.turn]

    def with_player_on_turn(self, who: str) -> "PlayersRound":
        return replace(self, turn=who, has_acted=False)
