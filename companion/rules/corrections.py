"""Correction entries: what the table sets right here and now, as actions like any other.

Each says what is moved or set, and why. None is a deed of the game: it is nobody's turn, no rule of
a book speaks against it, and the banker alone enters it. What would make or lose anything is
refused all the same (:mod:`companion.rules.correcting`).
"""

from dataclasses import dataclass

from companion.rules.actions import TableEntry, action

LONGEST_REASON = 120  # letters


@dataclass(frozen=True, slots=True)
class Correction(TableEntry):
    """Base of every correction entry."""


@action
@dataclass(frozen=True, slots=True)
class CorrectCash(Correction):
    """``amount`` of money goes from one account to another: the bank, a player, a company."""

    payer: str
    payee: str
    amount: int


@action
@dataclass(frozen=True, slots=True)
class CorrectShare(Correction):
    """A certificate ("PRR_3") goes to an owner or place. Where another player has more of the
    company than its president by that, he becomes president.
    """

    certificate: str
    owner: str


@action
@dataclass(frozen=True, slots=True)
class CorrectPrivate(Correction):
    """A private goes to a player, a company, back to the bank ("bank") or out of the game
    ("gone").
    """

    private: str
    owner: str


@action
@dataclass(frozen=True, slots=True)
class CorrectTrain(Correction):
    """A train ("3-1") goes to a company, to "depot", "pool" or "gone", or to a player where the
    title has any who keep one.
    """

    train: str
    owner: str


@action
@dataclass(frozen=True, slots=True)
class CorrectToken(Correction):
    """A token of a company, or of nobody, comes from one city to another. Without ``stop`` it comes
    from the charter, without ``to`` it goes back there.
    """

    token: str
    stop: str | None = None
    to: str | None = None


@action
@dataclass(frozen=True, slots=True)
class CorrectTile(Correction):
    """A tile lies on a hex, turned so; without ``tile`` the hex lies bare."""

    hex: str
    tile: str | None = None
    rotation: int = 0


@action
@dataclass(frozen=True, slots=True)
class CorrectSupply(Correction):
    """The table has ``count`` more of a tile than the title: it has cut them itself."""

    tile: str
    count: int


@action
@dataclass(frozen=True, slots=True)
class CorrectMarker(Correction):
    """A piece that the title names, such as the priority deal, goes to somebody or somewhere."""

    piece: str
    owner: str


@action
@dataclass(frozen=True, slots=True)
class CorrectPhase(Correction):
    """The game is in that phase. No train rusts by it, and nothing closes."""

    phase: str


@action
@dataclass(frozen=True, slots=True)
class CorrectPrice(Correction):
    """A company stands in that cell of its market, under those that are there."""

    company: str
    cell: str


@action
@dataclass(frozen=True, slots=True)
class CorrectTurn(Correction):
    """It is the turn of a player, or of a company, which begins it anew. The company whose turn it
    was has had it, once it has done anything.
    """

    who: str
