"""The titles that can be read from exports of other programs, with their adapters."""

from collections.abc import Mapping
from functools import cache

from companion.exchange.games_18xx.export_file import BadFileError, Export, in_words
from companion.languages import format_text, gettext
from companion.rules.data.setup import BadSetupError, Setup
from companion.titles import titles
from companion.titles.site_adapter import SiteAdapter

NAME_LENGTH = 24


def site_adapters() -> Mapping[str, SiteAdapter]:
    """Return the adapter of every title that has one, by slug."""
    return _adapters(tuple(titles()))


@cache
def _adapters(slugs: tuple[str, ...]) -> Mapping[str, SiteAdapter]:
    usable = [title for slug in slugs if (title := titles()[slug]).is_usable()]
    return {title.slug: adapter for title in usable if (adapter := title.adapter)}


def find_adapter(export: Export) -> tuple[str, SiteAdapter]:
    """Return the slug and adapter of an export's title.

    Raises BadFileError, which lists the known titles.
    """
    for slug, adapter in site_adapters().items():
        if adapter.name == export.title:
            return slug, adapter
    known = ", ".join(adapter.name for adapter in site_adapters().values())
    raise BadFileError(
        format_text(
            "This is a game of {title}. Games that can be read: {known}.",
            title=export.title,
            known=known,
        )
    )


def read_setup(export: Export) -> tuple[Setup, tuple[str, ...]]:
    """Return the set-up of an exported game and notes about it. Raises BadFileError."""
    slug, adapter = find_adapter(export)
    options = dict(adapter.readings)
    for rule in export.optional_rules:
        if rule not in adapter.rules:
            known = ", ".join(map(in_words, adapter.rules)) or gettext("none")
            raise BadFileError(
                format_text(
                    "The game has the optional rule {rule}. Rules that can be read: {known}.",
                    rule=in_words(rule),
                    known=known,
                )
            )
        options.update(adapter.rules[rule])
    names, notes = _names([name for _, name in export.players])
    for key, value in adapter.readings.items():
        reading = gettext(titles()[slug].data.option(key).says)
        reading = reading if value is True else f"{reading} · {value}"
        notes.append(" · ".join((gettext("Read as in the file"), reading)))
    if adapter.drawn:
        options |= adapter.drawn(export.seed, names, options)
    setup = Setup(slug, names, options, export.seed)
    try:
        titles()[slug].rules(setup)
    except BadSetupError as problem:
        raise BadFileError(
            format_text("The game's set-up cannot be played: {why}", why=problem)
        ) from None
    return setup, tuple(notes)


def _names(given: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return player names that fit our seats, short and unique, and a note for each change."""
    names: list[str] = []
    notes = []
    for name in given:
        fits = name[:NAME_LENGTH].strip()
        number = 1
        while fits in names:
            number += 1
            tail = f" {number}"
            fits = name[: NAME_LENGTH - len(tail)].strip() + tail
        if fits != name:
            notes.append(format_text("{name} is called {other} here.", name=name, other=fits))
        names.append(fits)
    return tuple(names), notes
