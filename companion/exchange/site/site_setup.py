"""Set-up of our game on the other site: with its readings, and a seed that draws the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.exchange.site.dialects import dialects
from companion.exchange.site.export_file import BadFileError
from companion.languages import format_text, gettext
from companion.rules.core.state import State
from companion.rules.data.options import Option
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import titles
from companion.titles.dialect import Dialect

SEEDS = 3000  # seeds tried to find one that draws the same


@dataclass(frozen=True, slots=True)
class SiteSetup:
    """The set-up there.

    ``rules`` are its optional rules. ``readings`` are our options with another value there.
    """

    dialect: Dialect
    setup: Setup
    rules: tuple[str, ...]
    readings: tuple[Option, ...]

    def judge(self) -> Rules:
        """Return new rules of the game there, for one user only."""
        return titles()[self.setup.title].rules(self.setup)


def setup_there(ours: Rules) -> SiteSetup:
    """Return the set-up of a game there. Raises BadFileError with the reason if there is none."""
    dialect = dialects().get(ours.setup.title)
    if dialect is None:
        raise BadFileError(format_text("18xx.games does not have {title}.", title=ours.data.name))
    chosen = tuple(
        rule
        for rule, options in dialect.rules.items()
        if all(ours.options[key] == value for key, value in options.items())
    )
    options: dict[str, Any] = dict(dialect.readings)
    for rule in chosen:
        options.update(dialect.rules[rule])
    there = {option.key: options.get(option.key, option.default) for option in ours.data.options}
    for option in ours.data.options:
        differs = ours.options[option.key] != there[option.key]
        if differs and not option.reading and option.key not in dialect.draws:
            raise BadFileError(
                format_text("18xx.games has no such option: {option}.", option=gettext(option.says))
            )
    readings = tuple(
        option
        for option in ours.data.options
        if option.reading and ours.options[option.key] != there[option.key]
    )
    return SiteSetup(dialect, _find_same_draw(ours, dialect, options), chosen, readings)


def _find_same_draw(ours: Rules, dialect: Dialect, options: dict[str, Any]) -> Setup:
    """Return the set-up with the first seed that draws the same privates. Raises BadFileError."""
    start = judge.start(ours).state
    for setup in _setups(ours, dialect, options, start):
        if judge.start(titles()[setup.title].rules(setup)).state.privates == start.privates:
            return setup
    raise BadFileError(gettext("No seed was found that draws the same privates on 18xx.games."))


def _setups(
    ours: Rules, dialect: Dialect, options: dict[str, Any], start: State
) -> Iterator[Setup]:
    names = [ours.words.names[seat] for seat in start.order]
    for seed in chain([ours.setup.seed], range(1, SEEDS)):
        drawn = dialect.drawn(seed, names, options) if dialect.drawn else {}
        yield Setup(ours.setup.title, ours.setup.players, {**options, **drawn}, seed)
