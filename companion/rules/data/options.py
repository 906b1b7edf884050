"""Options and readings of a title.

An option is a choice at set-up. A reading says how the book is understood where it is unclear.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.languages import lazy_gettext


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One of the choices that make up the text of an option.

    One of ``ids`` is chosen for the thing ``of``; ``of`` is "" if the choice stands alone.
    """

    ids: tuple[str, ...]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice at set-up.

    ``kind`` is "flag", "number" or "text". ``reading`` marks an alternative reading of the rule
    book; imported games may use it, and screens need not offer it. A house rule ``overrules`` the
    refusal of that code for the whole game. The option is then named after the code, and ``rule``
    is the refusal's section in the book. ``picks`` are the choices that make up a text. ``patch``
    holds the values that a chosen flag puts in place of those of the title's tables, ``patches``
    those of each text. An option that is ``drawn`` takes one of these texts by the seed of the
    set-up, unless the table enters its own. With ``editions`` only games of these offer it; in all
    others it keeps its default.
    """

    key: str
    says: str
    kind: str
    default: bool | int | str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    rule: str = ""
    reading: bool = False
    overrules: str = ""
    picks: tuple[OptionChoice, ...] = ()
    patch: Mapping[str, Any] = field(default_factory=dict)
    patches: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    drawn: bool = False
    editions: tuple[str, ...] = ()

    def is_of(self, edition: str) -> bool:
        """Return whether games of that edition offer the option."""
        return not self.editions or edition in self.editions

    def chosen_patch(self, value: object) -> Mapping[str, Any]:
        """Return the patch of this value; empty if it changes nothing."""
        if self.kind == "text":
            return self.patches.get(str(value), {})
        return self.patch if value else {}


# the option of a game that is played without its map, which all titles share
WITHOUT_MAP = "without_map"
MAP_OPTION = Option(
    WITHOUT_MAP,
    lazy_gettext("Without the map: the table enters costs and revenue, and nobody checks routes"),
    "flag",
    False,
)


def option_text(option: Option, chosen: Iterable[str]) -> str:
    """Return the text of an option from its choices. An empty choice adds nothing."""
    pairs = zip(option.picks, chosen, strict=True)
    return " ".join(f"{pick.of}={id}" if pick.of else id for pick, id in pairs if id)


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one passage of the rule book.

    ``because`` is the reason why a reading is needed: "silent", "unclear", "practice" or "imports"
    (see BECAUSE). ``option`` is the key of the option that changes the reading, or "".
    """

    section: str
    about: str
    because: str
    says: str
    option: str = ""


BECAUSE = {
    "silent": lazy_gettext("the book is silent"),
    "unclear": lazy_gettext("the book can be read in two ways"),
    "practice": lazy_gettext("as tables play it, not the book's letter"),
    "imports": lazy_gettext("as the book says; games from elsewhere differ"),
    "recorded": lazy_gettext("as recorded games play it"),
}
