"""Corrections: actions that set right here and now the way the companion has the table.

Each names a change and its reason. The banker alone enters them, at any moment. They follow no rule
of a book; :mod:`companion.rules.amend.correction_rules` refuses those that are impossible.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.core.actions import TableEntry, action
from companion.rules.core.change import Change

LONGEST_REASON = 120  # letters


@dataclass(frozen=True, slots=True)
class Correction(TableEntry):
    """Base of all corrections."""

    wire_name: ClassVar[str] = "correction"


def tell_correction(change: Change, action: Correction, kind: str, **facts: Any) -> None:
    """Note the event of a correction, with its reason."""
    change.tell(kind, **facts, reason=action.reason)


@action("correct_cash")
@dataclass(frozen=True, slots=True)
class CorrectCash(Correction):
    """``amount`` of money goes from one account to another: bank, player or company."""

    payer: str
    payee: str
    amount: int


@action("correct_share")
@dataclass(frozen=True, slots=True)
class CorrectShare(Correction):
    """A certificate ("PRR_3") goes to an owner or place. The presidency follows it."""

    certificate: str
    owner: str


@action("correct_private")
@dataclass(frozen=True, slots=True)
class CorrectPrivate(Correction):
    """A private goes to a player, a company, back to the bank ("bank") or out of the game
    ("gone").
    """

    private: str
    owner: str


@action("correct_train")
@dataclass(frozen=True, slots=True)
class CorrectTrain(Correction):
    """A train ("3-1") goes to a company, to "depot", "pool" or "gone", or to a player who may keep
    one.
    """

    train: str
    owner: str


@action("correct_token")
@dataclass(frozen=True, slots=True)
class CorrectToken(Correction):
    """A token of a company, or of nobody, goes from the city ``stop`` to the city ``to``. None is
    the charter.
    """

    token: str
    stop: str | None = None
    to: str | None = None


@action("correct_tile")
@dataclass(frozen=True, slots=True)
class CorrectTile(Correction):
    """A tile lies on a hex with that rotation; without ``tile`` the hex is bare."""

    hex: str
    tile: str | None = None
    rotation: int = 0


@action("correct_supply")
@dataclass(frozen=True, slots=True)
class CorrectSupply(Correction):
    """The table has ``count`` more copies of a tile than the title."""

    tile: str
    count: int


@action("correct_marker")
@dataclass(frozen=True, slots=True)
class CorrectMarker(Correction):
    """A marker of the title, such as the priority deal, goes to an owner or place."""

    piece: str
    owner: str


@action("correct_phase")
@dataclass(frozen=True, slots=True)
class CorrectPhase(Correction):
    """The game is in that phase. No train rusts and nothing closes because of it."""

    phase: str


@action("correct_price")
@dataclass(frozen=True, slots=True)
class CorrectPrice(Correction):
    """A company's price moves to that cell of its market, under the others there."""

    company: str
    cell: str


@action("correct_turn")
@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """A player or company begins its turn. The turn of the company before is over if it has done
    anything in it.
    """

    who: str
