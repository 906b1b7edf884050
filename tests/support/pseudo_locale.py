"""Test languages: one shows which texts are translated, one how much room longer texts need."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from string import ascii_letters

import pytest

from companion import languages
from companion.cache import Cache
from companion.drawing import maps
from companion.web.play.operating_panels import operating_map
from companion.web.read import standings_charts
from companion.web.render import event_texts, screens


def use_texts(patch: pytest.MonkeyPatch, found: NullTranslations) -> None:
    """Each language has these texts meanwhile. Caches by language are kept apart."""
    patch.setattr(languages, "catalogue", lambda code: found)
    patch.setattr(maps, "_DRAWN", {})
    for module, name in (
        (maps, "_GROUNDS"),
        (event_texts, "_lines"),
        (operating_map, "_tiles"),
        (screens, "_tables"),
        (standings_charts, "_kept"),
    ):
        patch.setattr(module, name, Cache(32))


# parts that are not translated: placeholders, tags and entities
_KEPT = re.compile(r"(%\(\w+\)s|%%|\{[^}]*\}|<[^>]*>|&\w+;)")
_FOREIGN = {ord(letter): ord(letter) + 0xFEE0 for letter in ascii_letters}


def foreign(text: str) -> str:
    """Return the text in this language."""
    return "".join(
        part if number % 2 else part.translate(_FOREIGN)
        for number, part in enumerate(_KEPT.split(text))
    )


class Foreign(NullTranslations):
    """A translation of every text into full-width letters, which no other text has."""

    def gettext(self, message: str) -> str:
        return foreign(message)

    def pgettext(self, context: str, message: str) -> str:
        return foreign(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return foreign(msgid1 if n == 1 else msgid2)


LONGER = "de"  # the code of the language of longer texts: one without a catalogue


def longer(text: str) -> str:
    """Return the text in brackets and 40% longer. A single word becomes a longer word."""
    said = text.strip()
    if not said:
        return text
    more = max(0, round(0.4 * len("".join(_KEPT.split(said)[::2]))) - 2)
    if " " not in said and not _KEPT.search(said):
        half = len(said) // 2 + 1
        said_longer = f"{said[:half]}\u00ad{said[half:]}{'en' * more}"[: len(said) + 1 + more]
    else:
        said_longer = f"{said}{(' nog en ook' * more)[:more].rstrip()}"
    return text.replace(said, f"[{said_longer}]")


class Longer(NullTranslations):
    """A translation of every text into a longer one."""

    def gettext(self, message: str) -> str:
        return longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return longer(msgid1 if n == 1 else msgid2)


@contextmanager
def longer_texts() -> Iterator[None]:
    """Devices may choose the language of longer texts meanwhile."""
    known = languages.catalogue
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(languages.languages(), LONGER, "longer")
        patch.setattr(
            languages, "catalogue", lambda code: Longer() if code == LONGER else known(code)
        )
        yield


WORD = re.compile(r"[^\W\d_]{2}")


class Marked(NullTranslations):
    """A translation that puts each text in brackets, and each name in angles.

    Codes of no two letters in a row are the same in each language.

    ``asked`` are all the texts that it was asked for, each with its context.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str | None, str]] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message))
        return enclose(message, "⟦⟧")

    def pgettext(self, context: str, message: str) -> str:
        if context == languages.NAME and not WORD.search(message):
            return message  # a code, such as phase 5
        self.asked.add((context, message))
        return enclose(message, "‹›" if context == languages.NAME else "⟦⟧")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((None, msgid1))
        return enclose(msgid1 if n == 1 else msgid2, "⟦⟧")


@contextmanager
def mark_texts() -> Iterator[Marked]:
    """Texts are in the language of marks meanwhile."""
    found = Marked()
    with pytest.MonkeyPatch.context() as patch, languages.speaking("nl"):
        use_texts(patch, found)
        yield found


def enclose(text: str, pair: str) -> str:
    """Return the text in a pair of brackets, within the spaces at its ends."""
    said = text.strip()
    return text.replace(said, f"{pair[0]}{said}{pair[1]}") if said else text
