"""Corrections: actions that adjust the current game to the state of the table.

Each names a change and its reason. Only the banker enters them, at any moment. The rule books do
not cover them; :mod:`companion.rules.amend.correction_rules` refuses impossible ones.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.rules.core.actions import TableEntry, action
from companion.rules.core.change import Change

LONGEST_REASON = 120  # characters


@dataclass(frozen=True, slots=True)
class Correction(TableEntry):
    """Base class of all corrections."""

    wire_name: ClassVar[str] = "correction"


def tell_correction(change: Change, action: Correction, kind: str, **facts: Any) -> None:
    """Log the event of a correction, with its reason."""
    change.tell(kind, **facts, reason=action.reason)


@action("correct_cash")
class CorrectCash(Correction):
    """A payment of ``amount`` from one account to another: bank, player or company."""

    payer: str
    payee: str
    amount: int


@action("correct_share")
class CorrectShare(Correction):
    """A move of a certificate ("PRR_3") to an owner or place. The presidency follows it."""

    certificate: str
    owner: str


@action("correct_private")
class CorrectPrivate(Correction):
    """A move of a private to a player, a company, the bank ("bank") or out of the game ("gone")."""

    private: str
    owner: str


@action("correct_train")
class CorrectTrain(Correction):
    """A move of a train ("3-1") to a company, "depot", "pool" or "gone".

    In some titles it may also go to a player.
    """

    train: str
    owner: str


@action("correct_token")
class CorrectToken(Correction):
    """A move of a company's token or a neutral one from the city ``stop`` to ``destination``.

    None is the charter.
    """

    token: str
    stop: str | None = None
    destination: str | None = None


@action("correct_tile")
class CorrectTile(Correction):
    """A tile put on a hex with a rotation; without ``tile`` the hex is bare."""

    hex: str
    tile: str | None = None
    rotation: int = 0


@action("correct_supply")
class CorrectSupply(Correction):
    """An increase of the supply of a tile by ``count`` copies."""

    tile: str
    count: int


@action("correct_marker")
class CorrectMarker(Correction):
    """A move of a marker of the title, such as the priority deal, to an owner or place."""

    piece: str
    owner: str


@action("correct_phase")
class CorrectPhase(Correction):
    """A change of phase. No train rusts and nothing closes because of it."""

    phase: str


@action("correct_price")
class CorrectPrice(Correction):
    """A move of a company's price to a cell of its market, under the others there."""

    company: str
    cell: str


@action("correct_map")
class CorrectMap(Correction):
    """A game goes on without its map ("told"), or with it ("checked"), from the next turn on.

    ``tiles`` were laid while nobody entered them, each with its hex and rotation. ``tokens`` were
    placed meanwhile, each with its owner and its city.
    """

    map: str
    tiles: tuple[tuple[str, str, int], ...] = ()
    tokens: tuple[tuple[str, str], ...] = ()


@action("correct_closing")
class CorrectClosing(Correction):
    """A company closes: it leaves the game, with everything that it has."""

    company: str


@action("correct_turn")
class CorrectTurn(Correction):
    """A new turn for a player or company.

    The turn of the company before is over if it has done anything in it.
    """

    party: str
