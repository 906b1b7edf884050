"""Checks of players' names: allowed characters, visibility and distinctness."""

import unicodedata
from collections.abc import Sequence

from companion.languages import format_text, gettext
from companion.rules.data.setup import BadSetupError

JOINERS = "\u200c\u200d"  # used within words of some scripts and within emoji
# characters without a visible glyph: fillers, the braille blank, an empty notehead, the object
# replacement character
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")
_UNSEEN = ("Cc", "Cf", "Cs", "Co")


def writable(char: str) -> bool:
    """Return whether the character may stand in a name.

    Control characters, line ends, surrogates and direction marks may not.
    """
    if unicodedata.category(char) == "Cf":
        return char in JOINERS
    return unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp") and not _no_character(char)


def _no_character(char: str) -> bool:
    """Return whether the code point is a permanent noncharacter of Unicode."""
    number = ord(char)
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF


def shows(text: str) -> bool:
    """Return whether any part of the text is visible; blanks, joiners and lone accents are not."""
    kinds = ((unicodedata.category(char), char) for char in unicodedata.normalize("NFC", text))
    return any(
        kind[0] not in "MZ" and kind not in _UNSEEN and char not in _BLANK for kind, char in kinds
    )


def visible_form(name: str) -> str:
    """Return the name as it looks; two names with the same form cannot be told apart."""
    plain = unicodedata.normalize("NFC", name)
    return " ".join("".join(char for char in plain if char not in JOINERS).split())


def check_names(names: Sequence[str]) -> None:
    """Check the names of a new game.

    Raises BadSetupError if a name has a forbidden character, is invisible or looks like another
    one. Existing games keep their names.
    """
    for seat, name in enumerate(names, start=1):
        for char in name:
            if not writable(char):
                raise BadSetupError(
                    format_text(
                        "The name at seat {seat} has a character that cannot be shown "
                        "(U+{number:04X}). Type the name again.",
                        seat=seat,
                        number=ord(char),
                    )
                )
        if not shows(name):
            raise BadSetupError(
                format_text(
                    "The name at seat {seat} cannot be seen. A name needs a letter, a "
                    "digit or a symbol.",
                    seat=seat,
                )
            )
    if len({visible_form(name) for name in names}) < len(names):
        raise BadSetupError(
            gettext("Each player needs a different name; two of them look the same.")
        )
