"""Options, house rules, and how the book is read."""

import re
from collections.abc import Container, Iterator
from typing import Annotated, Any, Literal

from pydantic import ValidationInfo, field_validator

from companion.rules.data import options as rules_data
from companion.rules.data.options import BECAUSE, OptionChoice
from companion.rules.data.setup import EDITION
from companion.rules.data.title_data import TitleData
from companion.titles.schema.fields import (
    Cited,
    Flag,
    Id,
    Known,
    Listed,
    Name,
    Says,
    Section,
    Table,
    Unique,
    Whole,
    Word,
    describe,
    fault,
    known_names,
)
from companion.titles.schema.value_tables import make_value

Number = Annotated[int, Whole(0, 1_000_000)]
Editions = Annotated[tuple[Annotated[str, Known("edition")], ...], Listed()]
Because = Annotated[Literal["silent", "unclear", "practice", "imports", "recorded"], Word()]
assert set(BECAUSE) == {"silent", "unclear", "practice", "imports", "recorded"}
KINDS = {"flag": bool, "number": int, "text": str}
NEEDED = {"flag": "true or false", "number": "a whole number", "text": "a text"}


class PickTable(Table):
    """One of the choices that make up the text of an option."""

    of: Annotated[str, Known("pickable")] | None = describe(
        "The company or private that something is chosen for.", "CO", None, alias="for"
    )
    privates: Annotated[str, Known("private colour")] | None = describe(
        "Privates are offered whose power colour is this.", "blue", None
    )
    companies: Annotated[str, Known("company kind")] | None = describe(
        "Companies of this kind are offered.", "major", None
    )
    times: Annotated[int, Whole(1, 20)] = describe("The number of times that it is chosen.", 2, 1)
    numbers: Annotated[tuple[Number, ...], Listed()] = describe(
        "Numbers are offered.", [67, 72, 80], (), validate_default=True
    )

    @field_validator("numbers")
    @classmethod
    def _check_offer(cls, numbers: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        others = [info.data.get(name, "") for name in ("privates", "companies")]
        if not numbers and others == [None, None]:
            raise fault("offers nothing: privates, companies or numbers are needed")
        return numbers

    def build(self, data: TitleData) -> Iterator[OptionChoice]:
        """Yield the choice as often as it is made."""
        found = [str(number) for number in self.numbers]
        found += [p.symbol for p in data.private_list if self.privates == p.powers.get("colour", 0)]
        found += [c.symbol for c in data.company_list if self.companies == c.kind.name]
        yield from (OptionChoice(tuple(found), self.of or "") for _ in range(self.times))


class OptionTable(Table):
    """A choice at the start of a game."""

    key: Annotated[Id, Unique("option")] = describe("The word for it in the rules.", "no_diesels")
    says: Says = describe("Its meaning, as players read it.", "No diesels")
    kind: Annotated[Literal["flag", "number", "text"], Word()] = describe(
        "Whether it is on or off, a number or a text.", "number", "flag"
    )
    default: Any = describe("Its value if nobody chooses.", False)
    choices: Annotated[tuple[Name, ...], Listed()] = describe(
        "The texts to choose from.", ["a"], ()
    )
    least: Number | None = describe("The least number.", 3000, None)
    most: Number | None = describe("The greatest number.", 99000, None)
    rule: Cited | None = describe("The section of the book.", "§26.0", None)
    reading: Flag = describe("Whether it is another reading of the book.", True, False)
    picks: Annotated[tuple[PickTable, ...], Listed()] = describe(
        "The choices that make up its text.", [{"numbers": [1, 2]}], ()
    )

    patch: dict[str, Any] = describe(
        "The values that it puts in place of those of the tables, when it is chosen. A list's"
        " tables are named by their symbol or name.",
        {"trains": {"6": {"count": 3}}},
        {},
    )
    map_patch: dict[str, Any] = describe(
        "The values that it puts in place of those of map.toml, beside its patch.",
        {"hexes": {"A4": {"colour": "red"}}},
        {},
    )
    patches: dict[Name, dict[str, Any]] = describe(
        "The values that each text puts in place, as a patch does.",
        {"PRR": {"privates": {"CV": {"powers": {"presidency": "PRR"}}}}},
        {},
    )
    drawn: Flag = describe(
        "Whether the seed of the game draws one of these texts if nobody enters one.", True, False
    )

    editions: Editions = describe(
        "The editions that have it; else all. In others it keeps its default.", ["published"], ()
    )

    @field_validator("choices")
    @classmethod
    def _check_editions(cls, choices: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        if info.data.get("key") == EDITION and (
            info.data.get("default") not in choices
            or not all(re.fullmatch("[a-z][a-z0-9_]{0,39}", choice) for choice in choices)
        ):
            raise fault("names of files without .toml are needed, the default among them")
        return choices

    @field_validator("default")
    @classmethod
    def _check_default(cls, default: object, info: ValidationInfo) -> object:
        kind = info.data.get("kind")
        if kind and (type(default) is not KINDS[kind] or len(str(default)) > 200):
            raise fault(f"{NEEDED[kind]} is needed")
        return default

    @field_validator("drawn")
    @classmethod
    def _check_draw(cls, drawn: bool, info: ValidationInfo) -> bool:
        if drawn and (info.data.get("default") != "" or not info.data.get("patches")):
            raise fault('needs patches to draw from, and the default ""')
        return drawn

    @field_validator("map_patch")
    @classmethod
    def _check_map_patch(cls, patch: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        if patch and not info.data.get("patch", True):
            raise fault("stands beside a patch, which is needed too")
        return patch

    @field_validator("reading")
    @classmethod
    def _check_entry(cls, reading: bool, info: ValidationInfo) -> bool:
        known = known_names(info, "reading option")
        if reading and known is not None and "key" in info.data:
            times = known[info.data["key"]]
            if times != 1:
                raise fault(f"needs one entry in readings.toml; it has {times or 'none'}")
        return reading

    def build(self, data: TitleData) -> rules_data.Option:
        """Return the option; what it offers is in the ``data``."""
        picks = tuple(choice for pick in self.picks for choice in pick.build(data))
        return make_value(self, rules_data.Option, rule=self.rule or "", picks=picks)


class HouseRuleTable(Table):
    """A refusal that the table may switch off for a whole game."""

    overrules: Annotated[str, Known("cited")] = describe("The code of the refusal.", "buy.sold")
    says: Says = describe("The sentence that players read.", "A player may buy back what they sold")

    def build(self, section: str) -> rules_data.Option:
        """Return the house rule as an option; ``section`` is that of the refusal."""
        return rules_data.Option(
            self.overrules, self.says, "flag", False, rule=section, overrules=self.overrules
        )


class ReadingTable(Table):
    """The reading of one passage of the book."""

    section: Cited = describe("The place in the book.", "§7.2")
    about: Annotated[Section, Unique("about")] = describe("Its subject.", "Order in an auction")
    because: Because = describe("Why a reading is needed.", "silent")
    says: Says = describe("The reading.", "The lowest bidder speaks next.")
    option: Annotated[str, Known("option")] | None = describe(
        "The option that changes it.", "home_when_laid", None
    )
    editions: Editions = describe(
        "The editions that it holds for; else it holds for all.", ["draft"], ()
    )

    def build(self, options: Container[str], book: str) -> rules_data.Reading:
        """Return the reading; ``options`` are the keys of those that there are.

        ``book`` is the name of the usual edition, if the title is read in another one.
        """
        option = self.option if self.option in options else ""
        section = f"{book}, {self.section}" if book and not self.editions else self.section
        return make_value(self, rules_data.Reading, option=option, section=section)


class ReadingsFile(Table):
    """The readings of the rule book."""

    talk: Annotated[tuple[Says, ...], Listed()] = describe(
        "The book's rules about talk at the table.", ["Deals are open."], ()
    )
    readings: Annotated[tuple[ReadingTable, ...], Listed(0, 200)] = describe(
        "The readings, in the order of the book.", [{"about": "Order in an auction"}], ()
    )
