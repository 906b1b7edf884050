"""The sections of a report, and the choice of its content."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.languages import lazy_gettext

PLACE_LENGTH = 60

# The sections in printed order, with their labels in forms.
SECTIONS: Mapping[str, str] = {
    "cover": lazy_gettext("Cover"),
    "standings": lazy_gettext("How the worth is made up"),
    "course": lazy_gettext("Worth and places round by round"),
    "moments": lazy_gettext("Key moments"),
    "earnings": lazy_gettext("Prices and company earnings"),
    "players": lazy_gettext("A page for each player"),
    "companies": lazy_gettext("A page for each company"),
    "map": lazy_gettext("Map"),
    "market": lazy_gettext("Market"),
    "privates": lazy_gettext("Private companies"),
    "clock": lazy_gettext("Time used by each player, if there was a clock"),
    "rounds": lazy_gettext("Rounds, action by action"),
    "rulings": lazy_gettext("Rulings and corrections"),
    "certificate": lazy_gettext("Certificate of audit"),
}
# those that a game of accounts has not
OF_BOARDS = frozenset(("earnings", "companies", "map", "market", "privates"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The requested content of a report.

    ``left_out`` are the sections to omit. ``place`` says where the game was played, "" if unknown.
    ``sheet`` asks for the sheet for setting up the table instead of a report.
    """

    left_out: frozenset[str] = frozenset()
    place: str = ""
    sheet: bool = False

    def __contains__(self, section: str) -> bool:
        return section not in self.left_out

    @classmethod
    def of(cls, left_out: Iterable[str] = (), place: str = "") -> "Wanted":
        """Create the choice from a form or a command line.

        Raises ValueError for an unknown section.
        """
        found = frozenset(left_out)
        if unknown := sorted(found - SECTIONS.keys()):
            raise ValueError(unknown[0])
        return cls(found, " ".join(place.split())[:PLACE_LENGTH])


WHOLE, SHEET = Wanted(), Wanted(sheet=True)
