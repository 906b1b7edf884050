"""Set-up of our game on the other site: with its readings, and a seed that draws the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.languages import format_text, gettext, gettext_name
from companion.rules.core.state import State
from companion.rules.data.options import WITHOUT_MAP, Option
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import titles
from companion.titles.packs import mark_in
from companion.titles.site_adapter import SiteAdapter

SEEDS = 3000  # seeds tried to find one that draws the same


@dataclass(frozen=True, slots=True)
class SiteSetup:
    """The set-up there.

    ``rules`` are its optional rules. ``readings`` are our options with another value there.
    """

    adapter: SiteAdapter
    setup: Setup
    rules: tuple[str, ...]
    readings: tuple[Option, ...]

    def judge(self) -> Rules:
        """Return new rules of the game there, for one user only."""
        return titles()[self.setup.title].rules(self.setup)


def setup_there(ours: Rules) -> SiteSetup:
    """Return the set-up of a game there. Raises BadFileError with the reason if there is none."""
    adapter = site_adapters().get(ours.setup.title)
    if adapter is None and mark_in(ours.setup.title):
        raise BadFileError(
            format_text(
                "{title} comes from a title pack, and 18xx.games takes no packs.",
                title=gettext(ours.data.name),
            )
        )
    if adapter is None:
        raise BadFileError(format_text("18xx.games does not have {title}.", title=ours.data.name))
    if ours.options.get(WITHOUT_MAP):
        raise BadFileError(
            gettext("18xx.games always uses the map, and this game was begun without it.")
        )
    if not ours.data.played_on_site:
        raise BadFileError(
            format_text(
                "18xx.games does not use this edition of {title}: {edition}.",
                title=ours.data.name,
                edition=gettext_name(ours.data.edition),
            )
        )
    chosen = tuple(
        rule
        for rule, options in adapter.rules.items()
        if all(ours.options[key] == value for key, value in options.items())
    )
    options: dict[str, Any] = dict(adapter.readings)
    for rule in chosen:
        options.update(adapter.rules[rule])
    there = {option.key: options.get(option.key, option.default) for option in ours.data.options}
    for option in ours.data.options:
        differs = ours.options[option.key] != there[option.key]
        free = option.reading or option.drawn or option.key in adapter.draws
        if differs and not free:
            raise BadFileError(
                format_text("18xx.games has no such option: {option}.", option=gettext(option.says))
            )
    readings = tuple(
        option
        for option in ours.data.options
        if option.reading and ours.options[option.key] != there[option.key]
    )
    return SiteSetup(adapter, _find_same_draw(ours, adapter, options), chosen, readings)


def _find_same_draw(ours: Rules, adapter: SiteAdapter, options: dict[str, Any]) -> Setup:
    """Return the set-up with the first seed that draws the same. Raises BadFileError."""
    start = judge.start(ours).state
    for setup in _setups(ours, adapter, options, start):
        rules = titles()[setup.title].rules(setup)
        drawn = [option.key for option in ours.data.options if option.drawn]
        if any(rules.options[key] != ours.options[key] for key in drawn):
            continue
        if judge.start(rules).state.privates == start.privates:
            return setup
    raise BadFileError(gettext("No seed was found that gives the same draws on 18xx.games."))


def _setups(
    ours: Rules, adapter: SiteAdapter, options: dict[str, Any], start: State
) -> Iterator[Setup]:
    names = [ours.words.names[seat] for seat in start.order]
    for seed in chain([ours.setup.seed], range(1, SEEDS)):
        drawn = adapter.drawn(seed, names, options) if adapter.drawn else {}
        yield Setup(ours.setup.title, ours.setup.players, {**options, **drawn}, seed)
