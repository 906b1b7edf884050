"""What a report is to hold: its sections, and what only the table can say of the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.languages import later

PLACE_LENGTH = 60

# The sections in the order in which they are printed, and what a form calls them.
SECTIONS: Mapping[str, str] = {
    "cover": later("Cover"),
    "standings": later("How the worth is made up"),
    "course": later("Worth and places round by round"),
    "moments": later("Key moments"),
    "earnings": later("Prices, and what the companies earned"),
    "players": later("A page for each player"),
    "companies": later("A page for each company"),
    "map": later("Map"),
    "market": later("Market"),
    "privates": later("Private companies"),
    "rounds": later("Rounds and who did what"),
    "rulings": later("Rulings and corrections"),
    "certificate": later("Certificate of audit"),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a report: the sections left out, and where the game was played ("": not
    said); or, instead of a report, the ``sheet`` to set the table up again by.
    """

    left_out: frozenset[str] = frozenset()
    place: str = ""
    sheet: bool = False

    def __contains__(self, section: str) -> bool:
        return section not in self.left_out

    @classmethod
    def of(cls, left_out: Iterable[str] = (), place: str = "") -> "Wanted":
        """From what a form or a command line says. Raises ValueError for a section there is not."""
        found = frozenset(left_out)
        if unknown := sorted(found - SECTIONS.keys()):
            raise ValueError(unknown[0])
        return cls(found, " ".join(place.split())[:PLACE_LENGTH])


WHOLE, SHEET = Wanted(), Wanted(sheet=True)
