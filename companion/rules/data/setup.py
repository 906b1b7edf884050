"""The set-up of one game: who plays, in which order,
under which options. With the log it is the game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.languages import format_text, gettext
from companion.rules.data.codec import register_stored
from companion.rules.data.title_data import Option


class BadSetup(ValueError):
    """The set-up cannot be played; the message says why and what would be right."""


@register_stored("setup")
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


def resolve_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value: as given, else the title's default. Raises BadSetup."""
    known = {option.key: option for option in options}
    values: dict[str, Any] = {key: option.default for key, option in known.items()}
    for key, value in given.items():
        if key not in known:
            raise BadSetup(gettext("An option is named that this title does not have."))
        option = known[key]
        if option.kind == "flag" and not isinstance(value, bool):
            raise BadSetup(
                format_text("{option}: yes or no is needed.", option=gettext(option.says))
            )
        if option.kind == "number" and not _within(option, value):
            raise BadSetup(_number_needed(option))
        if option.kind == "text" and not _allowed(option, value):
            raise BadSetup(_text_needed(option))
        values[key] = value
    return values


def _number_needed(option: Option) -> str:
    """Which numbers an option may have."""
    least, most, says = option.least, option.most, gettext(option.says)
    if least is None:
        return format_text(
            "{option}: a number of {most:,} at most is needed.", option=says, most=most or 0
        )
    if most is None:
        return format_text(
            "{option}: a number of {least:,} or more is needed.", option=says, least=least
        )
    return format_text(
        "{option}: a number from {least:,} to {most:,} is needed.",
        option=says,
        least=least,
        most=most,
    )


def _text_needed(option: Option) -> str:
    """Which texts an option may have."""
    says, choices = gettext(option.says), ", ".join(option.choices)
    if not choices:
        return format_text("{option}: a text is needed.", option=says)
    return format_text("{option}: one of {choices} is needed.", option=says, choices=choices)


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
