"""The set-up of one game: who plays, in which order,
under which options. With the log it is the game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.codec import stored
from companion.rules.data import Option


class BadSetup(ValueError):
    """The set-up cannot be played; the message says why and what would be right."""


@stored
@dataclass(frozen=True, slots=True)
class Setup:
    """``players`` are names clockwise from the first seat: the first is "p1". ``options`` maps
    an option's key to its value (a bool, a number or a text); options not named take the title's
    default. ``seed`` decides what the title draws at random, unless an option names the draw.
    """

    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """Player ids, clockwise: "p1", "p2", ..."""
        return tuple(f"p{number}" for number in range(1, len(self.players) + 1))


def resolved(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: as given, else the title's default. Raises BadSetup."""
    known = {option.key: option for option in options}
    values: dict[str, Any] = {key: option.default for key, option in known.items()}
    for key, value in given.items():
        if key not in known:
            raise BadSetup("An option is named that this title does not have.")
        option = known[key]
        if option.kind == "flag" and not isinstance(value, bool):
            raise BadSetup(f"{option.says}: yes or no is needed.")
        if option.kind == "number" and not _within(option, value):
            raise BadSetup(f"{option.says}: a number {_span(option)} is needed.")
        if option.kind == "text" and not _allowed(option, value):
            raise BadSetup(f"{option.says}: one of {', '.join(option.choices)} is needed.")
        values[key] = value
    return values


def _span(option: Option) -> str:
    """Which numbers an option may have."""
    least, most = option.least, option.most
    if least is None or most is None:
        return f"of {least:,} or more" if least is not None else f"of {most or 0:,} at most"
    return f"from {least:,} to {most:,}"


def without_unknown(options: Iterable[Option], setup: Setup) -> Setup:
    """The set-up of a stored game without options, or choices, that other rules had and these do
    not: the game goes on as if they had not been named.
    """
    known = {option.key: option for option in options}
    kept = {}
    for key, value in setup.options.items():
        option = known.get(key)
        if option is None or (option.kind == "text" and not _allowed(option, value)):
            continue
        kept[key] = value
    return setup if len(kept) == len(setup.options) else replace(setup, options=kept)


def _within(option: Option, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return (option.least is None or value >= option.least) and (
        option.most is None or value <= option.most
    )


def _allowed(option: Option, value: Any) -> bool:
    return isinstance(value, str) and (not option.choices or value in option.choices)
