"""A language that shows which texts go through the catalogue."""

import re
from gettext import NullTranslations
from string import ascii_letters

# what is no letter of a text: places for facts, tags and entities
_KEPT = re.compile(r"(%\(\w+\)s|%%|\{[^}]*\}|<[^>]*>|&\w+;)")
_FOREIGN = {ord(letter): ord(letter) + 0xFEE0 for letter in ascii_letters}


def foreign(text: str) -> str:
    """The text as this language has it."""
    return "".join(
        part if number % 2 else part.translate(_FOREIGN)
        for number, part in enumerate(_KEPT.split(text))
    )


class Foreign(NullTranslations):
    """Every text is itself in letters that no other text has: full-width ones."""

    def gettext(self, message: str) -> str:
        return foreign(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return foreign(msgid1 if n == 1 else msgid2)
