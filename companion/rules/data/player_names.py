"""Players' names: what can be written, what shows, and what can be told apart."""

import unicodedata
from collections.abc import Sequence

from companion.languages import format_text, gettext
from companion.rules.data.setup import BadSetup

JOINERS = "\u200c\u200d"  # within the words of some scripts, and within emoji
# letters and signs that are drawn as nothing: fillers, the blank of braille, an empty notehead,
# the place of an object
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")
_UNSEEN = ("Cc", "Cf", "Cs", "Co")


def writable(char: str) -> bool:
    """May it stand in a name? Not controls, line ends, halves of a pair, marks of direction."""
    if unicodedata.category(char) == "Cf":
        return char in JOINERS
    return unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp") and not _no_character(char)


def _no_character(char: str) -> bool:
    """One of the numbers that stand for no character, and never will."""
    number = ord(char)
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def shows(text: str) -> bool:
    """Is anything to be seen of it? Blanks, joiners and mere accents are not."""
    kinds = ((unicodedata.category(char), char) for char in unicodedata.normalize("NFC", text))
    return any(
        kind[0] not in "MZ" and kind not in _UNSEEN and char not in _BLANK for kind, char in kinds
    )


def visible_form(name: str) -> str:
    """A name as the eye reads it: two that are seen alike cannot be told apart."""
    plain = unicodedata.normalize("NFC", name)
    return " ".join("".join(char for char in plain if char not in JOINERS).split())


def check_names(names: Sequence[str]) -> None:
    """Raise BadSetup when a name of a new game cannot be written, does not show, or looks double.

    Only for new games: one that was begun with such a name goes on with it.
    """
    for seat, name in enumerate(names, start=1):
        for char in name:
            if not writable(char):
                raise BadSetup(
                    format_text(
                        "The name at seat {seat} holds a character that cannot be shown"
                        " (U+{number:04X}). Type the name anew.",
                        seat=seat,
                        number=ord(char),
                    )
                )
        if not shows(name):
            raise BadSetup(
                format_text(
                    "Nothing of the name at seat {seat} can be seen. A name needs a letter, a"
                    " figure or a sign.",
                    seat=seat,
                )
            )
    if len({visible_form(name) for name in names}) < len(names):
        raise BadSetup(gettext("Each player needs a different name; two of them look the same."))
