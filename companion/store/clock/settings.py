"""The settings of a clock: the time that each player gets, and the effect of using more."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

NOTHING, MARK, CHARGE = "nothing", "mark", "charge"  # the effects of using more than one has
EFFECTS = (NOTHING, MARK, CHARGE)
MOST_SECONDS = 24 * 3600
MOST_CHARGE = 100_000
BONUS_PERCENT = 10  # for the player who keeps the bank


class BadClockError(ValueError):
    """These are no settings or events of a clock; the message says why."""


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """The settings of a clock; times are in seconds.

    A player has ``start`` and gets ``stock`` for each stock round. For each turn of a company its
    director gets ``turn``, and ``train`` for each train that it has then. ``banker`` is the player
    who gets a tenth more, or "". ``effect`` says what happens when the time is used up; for CHARGE,
    each minute that begins costs ``charge``.
    """

    start: int
    stock: int
    turn: int
    train: int
    banker: str = ""
    effect: str = MARK
    charge: int = 0

    def __post_init__(self) -> None:
        """Raise BadClockError if a value is out of range."""
        for name in ("start", "stock", "turn", "train"):
            _check_number(getattr(self, name), MOST_SECONDS)
        _check_number(self.charge, MOST_CHARGE)
        if self.effect not in EFFECTS or not isinstance(self.banker, str):
            raise BadClockError("the settings of the clock cannot be read")

    def time_for(self, player: str, seconds: int) -> int:
        """Return the milliseconds that the player gets where others get these seconds."""
        percent = 100 + (BONUS_PERCENT if player == self.banker else 0)
        return seconds * 10 * percent

    def to_json(self) -> dict[str, Any]:
        """Return the settings as they are stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Any) -> "ClockSettings":
        """Read stored settings. Raises BadClockError."""
        names = {field.name for field in fields(cls)}
        if not isinstance(stored, Mapping) or set(stored) != names:
            raise BadClockError("the settings of the clock cannot be read")
        return cls(**stored)


def _check_number(value: Any, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise BadClockError("a number of the clock is out of range")


PRESETS: Mapping[str, ClockSettings] = {
    "quick": ClockSettings(5 * 60, 60, 30, 10),
    "usual": ClockSettings(10 * 60, 2 * 60, 45, 15),
    "patient": ClockSettings(15 * 60, 3 * 60, 70, 20),
}
