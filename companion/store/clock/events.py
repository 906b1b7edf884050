"""The events of a clock, as they are stored: a kind, a moment and facts.

    set         {"settings": settings or None, turn}: the clock is switched on or off, or set.
    deed        {"doer": seat, turn}: a deed was done.
    edit        {turn}: the past was edited.
    undo, redo  {"deeds": n, turn}: deeds were undone or done again.
    consent     {"waits_for": seats, "proposers": seats}: these seats are asked to agree.
    hold, go    {"why": reason}: the clock is held for a reason, or goes on; "" ends all reasons.
    stop        {"since": moment}: the companion did not run since then.
    away        {"since": moment}: no device was there since then.
    count       {"counts": bool}: the time while no device was there counts, or does not.

The turn is "asked", "round", "company", "director" and "trains"; see :class:`Turn`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.rules.core.rounds import RoundId
from companion.store.clock.settings import BadClockError

SET, DEED, EDIT, UNDO, REDO = "set", "deed", "edit", "undo", "redo"
CONSENT, HOLD, GO, STOP, AWAY, COUNT = "consent", "hold", "go", "stop", "away", "count"
KINDS = (SET, DEED, EDIT, UNDO, REDO, CONSENT, HOLD, GO, STOP, AWAY, COUNT)

MOST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn that the game waits in: ``asked`` is the player, "" when the game is over.

    In an operating turn, ``company`` operates with ``trains`` trains for its ``director``.
    """

    asked: str
    round: RoundId
    company: str = ""
    director: str = ""
    trains: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the facts of an event about the turn."""
        return {
            "asked": self.asked,
            "round": list(self.round),
            "company": self.company,
            "director": self.director,
            "trains": self.trains,
        }


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """One event of a clock, at a moment in UTC."""

    kind: str
    at: datetime
    facts: Mapping[str, Any]

    def turn(self) -> Turn:
        """Read the turn. Raises BadClockError."""
        kind, number, part = self._list("round", 3)
        if not isinstance(kind, str) or type(number) is not int or type(part) is not int:
            raise BadClockError("a round of the clock cannot be read")
        return Turn(
            self.text("asked"),
            RoundId(kind, number, part),
            self.text("company"),
            self.text("director"),
            self.number("trains"),
        )

    def text(self, name: str) -> str:
        """Read a text. Raises BadClockError."""
        value = self._fact(name)
        if not isinstance(value, str):
            raise BadClockError(f"the {name} of an event of the clock cannot be read")
        return value

    def number(self, name: str) -> int:
        """Read a number. Raises BadClockError."""
        value = self._fact(name)
        if type(value) is not int or not 0 <= value <= MOST:
            raise BadClockError(f"the {name} of an event of the clock cannot be read")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Read a list of texts. Raises BadClockError."""
        found = self._list(name)
        if not all(isinstance(one, str) for one in found):
            raise BadClockError(f"the {name} of an event of the clock cannot be read")
        return tuple(found)

    def moment(self, name: str) -> datetime:
        """Read a moment in UTC. Raises BadClockError."""
        try:
            found = datetime.fromisoformat(self.text(name))
        except ValueError:
            found = None
        if found is None or found.tzinfo is None:
            raise BadClockError(f"the {name} of an event of the clock cannot be read")
        return found

    def _list(self, name: str, length: int | None = None) -> list[Any]:
        found = self._fact(name)
        if not isinstance(found, list) or length not in (None, len(found)):
            raise BadClockError(f"the {name} of an event of the clock cannot be read")
        return found

    def _fact(self, name: str) -> Any:
        if not isinstance(self.facts, Mapping):
            raise BadClockError("an event of the clock cannot be read")
        return self.facts.get(name)
