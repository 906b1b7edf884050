"""The titles that can be read from exports of other programs, with their dialects."""

from collections.abc import Mapping
from functools import cache

from companion.exchange.site.export_file import BadFileError, Export, in_words
from companion.languages import format_text, gettext
from companion.rules.data.setup import BadSetupError, Setup
from companion.titles import titles
from companion.titles.dialect import Dialect

NAME_LENGTH = 24


def dialects() -> Mapping[str, Dialect]:
    """Return the dialect of every title that has one, by slug."""
    return _dialects(tuple(titles()))


@cache
def _dialects(slugs: tuple[str, ...]) -> Mapping[str, Dialect]:
    usable = [title for slug in slugs if (title := titles()[slug]).is_usable()]
    return {title.slug: dialect for title in usable if (dialect := title.dialect)}


def find_dialect(export: Export) -> tuple[str, Dialect]:
    """Return the slug and dialect of an export's title.

    Raises BadFileError, which lists the known titles.
    """
    for slug, dialect in dialects().items():
        if dialect.name == export.title:
            return slug, dialect
    known = ", ".join(dialect.name for dialect in dialects().values())
    raise BadFileError(
        format_text(
            "This is a game of {title}. Games that can be read: {known}.",
            title=export.title,
            known=known,
        )
    )


def read_setup(export: Export) -> tuple[Setup, tuple[str, ...]]:
    """Return the set-up of an exported game and notes about it. Raises BadFileError."""
    slug, dialect = find_dialect(export)
    options = dict(dialect.readings)
    for rule in export.optional_rules:
        if rule not in dialect.rules:
            known = ", ".join(map(in_words, dialect.rules)) or gettext("none")
            raise BadFileError(
                format_text(
                    "The game has the optional rule {rule}. Rules that can be read: {known}.",
                    rule=in_words(rule),
                    known=known,
                )
            )
        options.update(dialect.rules[rule])
    names, notes = _names([name for _, name in export.players])
    for key, value in dialect.readings.items():
        reading = gettext(titles()[slug].data.option(key).says)
        reading = reading if value is True else f"{reading}, {value}"
        notes.append(format_text("Read as in the file: {reading}.", reading=reading))
    if dialect.drawn:
        options |= dialect.drawn(export.seed, names, options)
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
