"""The set-up of one game: the players in seat order, and the options.

A game consists of its set-up and its log.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.data.codec import register_stored
from companion.rules.data.options import Option
from companion.rules.data.random_draws import Draws

EDITION = "edition"  # the option that chooses one of several editions of a title


class BadSetupError(ValueError):
    """A set-up that cannot be played; the message says why and how to mend it."""


@register_stored("setup")
class Setup:
    """The title, players, options and seed of one game.

    ``players`` are names clockwise from the first seat: the first is "p1". ``options`` maps an
    option's key to its value (a bool, a number or a text). Options not named take the title's
    default. ``seed`` decides the title's random draws, unless an option gives the draw.
    """

    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """Player ids, clockwise: "p1", "p2", ..."""
        return tuple(f"p{number}" for number in range(1, len(self.players) + 1))


def check_entered(symbol: str, known: Sequence[str], says: str) -> None:
    """Check that a symbol that the table has entered is one of those ``known``.

    ``says`` is the sentence if it is not, with the ``symbol`` and those ``known``. Raises
    BadSetupError.
    """
    if symbol not in known:
        raise BadSetupError(format_text(says, symbol=symbol, known=", ".join(known)))


def check_players(players: Sequence[str], title: str, counts: Sequence[int]) -> None:
    """Check the number of players against the title's ``counts``, and their names.

    Raises BadSetupError.
    """
    if len(players) not in counts:
        raise BadSetupError(
            format_text(
                _count_of_players(players),
                title=title,
                least=counts[0],
                most=counts[-1],
                count=len(players),
            )
        )
    names = [name.strip() for name in players]
    if not all(names) or len(set(names)) < len(names) or any(len(name) > 24 for name in names):
        raise BadSetupError(gettext("Each player needs a different name, of 1 to 24 letters."))


def _count_of_players(players: Sequence[str]) -> str:
    """Return the sentence about the number of players that is needed, and the number named."""
    if not players:
        return lazy_gettext("{title} is for {least} to {most} players; nobody is named.")
    if len(players) == 1:
        return lazy_gettext("{title} is for {least} to {most} players; one is named.")
    return lazy_gettext("{title} is for {least} to {most} players; {count} are named.")


def resolve_options(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option: the given one, or the title's default.

    Raises BadSetupError.
    """
    known = {option.key: option for option in options}
    values: dict[str, Any] = {key: option.default for key, option in known.items()}
    edition = str(given.get(EDITION, values.get(EDITION, "")))
    for key, value in given.items():
        if key not in known:
            raise BadSetupError(gettext("This title does not have one of the options named."))
        option = known[key]
        if not option.is_of(edition):
            raise BadSetupError(
                format_text(
                    "{option} ({key}): the edition {edition} does not have this option.",
                    option=gettext(option.says),
                    key=key,
                    edition=edition,
                )
            )
        if not _fits(option, value):
            raise BadSetupError(f"{gettext(option.says)} · {_say_needed(option)}")
        values[key] = value
    return values


def choose_options(choices: Iterable[Option], setup: Setup) -> dict[str, Any]:
    """Return the value of every option in a set-up, with one number of the seed for each draw.

    Raises BadSetupError.
    """
    options = tuple(choices)
    values, draws = resolve_options(options, setup.options), Draws(setup.seed)
    for option in options:
        if option.drawn:
            drawn = tuple(option.patches)[draws.number() % len(option.patches)]
            values[option.key] = values[option.key] or drawn
    return values


def _say_needed(option: Option) -> str:
    """Return the sentence that states the values an option accepts."""
    if option.kind == "flag":
        return gettext("Yes or no is needed.")
    if option.kind == "text":
        choices = ", ".join(option.choices or option.patches)
        if choices:
            return format_text("One of {choices} is needed.", choices=choices)
        return gettext("A text is needed.")
    least, most = option.least, option.most
    if least is None:
        return format_text("A number of {most:,} or less is needed.", most=most or 0)
    if most is None:
        return format_text("A number of {least:,} or more is needed.", least=least)
    return format_text("A number from {least:,} to {most:,} is needed.", least=least, most=most)


def drop_unknown_choices(options: Iterable[Option], setup: Setup) -> Setup:
    """Return the set-up of a stored game without options or choices that these rules do not know.

    The game continues as if they had not been set. An edition stays, known or not.
    """
    known = {option.key: option for option in options}
    kept = {}
    for key, value in setup.options.items():
        option = known.get(key)
        if key == EDITION:
            kept[key] = value
            continue
        if option is None or (option.kind == "text" and not _is_allowed(option, value)):
            continue
        kept[key] = value
    return setup if len(kept) == len(setup.options) else replace(setup, options=kept)


def _fits(option: Option, value: Any) -> bool:
    """Return whether the option accepts the value."""
    if option.kind == "flag":
        return isinstance(value, bool)
    return _is_allowed(option, value) if option.kind == "text" else _is_within(option, value)


def _is_within(option: Option, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return (option.least is None or value >= option.least) and (
        option.most is None or value <= option.most
    )


def _is_allowed(option: Option, value: Any) -> bool:
    if not isinstance(value, str):
        return False
    if option.patches:
        return value in option.patches or value == option.default
    return not option.choices or value in option.choices
