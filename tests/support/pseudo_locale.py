"""A test language that shows which texts are translated."""

import re
from gettext import NullTranslations
from string import ascii_letters

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

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return foreign(msgid1 if n == 1 else msgid2)
