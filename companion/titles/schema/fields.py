"""Types of the values in a title's data: each with its limits, and the words for what is needed.

A message says what is wrong with a value. ``phrase`` is what would be right.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import (
    Annotated,
    Any,
    Literal,
    Protocol,
    get_args,
    get_origin,
    runtime_checkable,
)

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    Tag,
    ValidationInfo,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from companion.board.tiles import COLOURS, STOP_KINDS
from companion.titles.schema.names import PHRASES, Names


class Table(BaseModel):
    """A table of a data file: nothing but its keys, and no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def describe(description: str, example: Any, default: Any = ..., **more: Any) -> Any:
    """Return the field of a key: what it says, an example, and the default if it has one."""
    return Field(default, description=description, examples=[example], **more)


def fault(text: str) -> PydanticCustomError:
    """Return the error of a value that breaks a rule between keys; ``text`` is all of it."""
    return PydanticCustomError("fault", "{text}", {"text": text})


def _need(schema: CoreSchema, phrase: str) -> CoreSchema:
    """Return the schema with one error for whatever is wrong."""
    return core_schema.custom_error_schema(schema, "needed", custom_error_message=phrase)


def known_names(info: ValidationInfo, kind: str) -> Counter[str] | None:
    """Return the names of a kind that the title's files declare; None if they are not known."""
    return info.context.known(kind) if isinstance(info.context, Names) else None


@runtime_checkable
class HasPhrase(Protocol):
    """A type of value that says what is needed."""

    @property
    def phrase(self) -> str:
        """The value that is needed."""


@dataclass(frozen=True)
class Needs:
    """A value for which one phrase says what is needed."""

    phrase: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return _need(handler(source), self.phrase)


@dataclass(frozen=True)
class Whole:
    """A whole number within limits."""

    least: int
    most: int

    @property
    def phrase(self) -> str:
        """The number that is needed."""
        return f"a whole number from {self.least} to {self.most}"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return _need(core_schema.int_schema(strict=True, ge=self.least, le=self.most), self.phrase)


@dataclass(frozen=True)
class Text:
    """A text of one line without control or direction marks, perhaps of a pattern."""

    most: int
    pattern: str = ".+"
    form: str = ""  # of the pattern, in words

    @property
    def phrase(self) -> str:
        """The text that is needed."""
        return self.form or f"a text of 1 to {self.most} characters, without control marks"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        text = core_schema.str_schema(strict=True, min_length=1, max_length=self.most)
        return _need(core_schema.no_info_after_validator_function(self._check, text), self.phrase)

    def _check(self, value: str) -> str:
        odd = any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in value)
        if odd or not re.fullmatch(self.pattern, value):
            raise ValueError
        return value


class Word:
    """One of the words of a Literal."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return _need(handler(source), f"one of {', '.join(get_args(source))}")


@dataclass(frozen=True)
class Known:
    """A name of a kind that the files of the title declare."""

    kind: str

    @property
    def phrase(self) -> str:
        """The name that is needed."""
        return PHRASES[self.kind]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.with_info_after_validator_function(
            self._check, _need(handler(source), self.phrase)
        )

    def _check(self, value: str, info: ValidationInfo) -> str:
        known = known_names(info, self.kind)
        if known is not None and value not in known:
            context = {"phrase": self.phrase, "few": _name_few(value, known)}
            raise PydanticCustomError("needed", "{phrase}", context)
        return value


def _name_few(value: str, known: Counter[str]) -> str:
    """Return the end of a message: all known names, or of many those that are most alike."""
    if len(known) <= 40:
        return f"; known are {', '.join(known) or 'none'}"
    alike = get_close_matches(value, known, n=3)
    return f"; the nearest are {', '.join(alike)}" if alike else ""


@dataclass(frozen=True)
class KnownCode(Known):
    """A code of which the first ``parts`` are known; the others name what it is about."""

    parts: int

    def _check(self, value: str, info: ValidationInfo) -> str:
        super()._check(".".join(value.split(".")[: self.parts]), info)
        return value


@dataclass(frozen=True)
class KnownRules(Known):
    """A place in the book, or in a title without one the numbers of rules with a text."""

    def _check(self, value: str, info: ValidationInfo) -> str:
        for number in value.split(", "):
            super()._check(number, info)
        return value


@dataclass(frozen=True)
class Unique:
    """A name that no other of its kind has."""

    kind: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._check, handler(source))

    def _check(self, value: str, info: ValidationInfo) -> str:
        known = known_names(info, self.kind)
        if known is not None and known[value] > 1:
            raise PydanticCustomError(
                "needed", "another (it stands {n} times)", {"n": known[value]}
            )
        return value


@dataclass(frozen=True)
class Listed:
    """A list of so many items, read as a tuple or a set."""

    least: int = 0
    most: int = 40

    @property
    def phrase(self) -> str:
        """The list that is needed."""
        return f"a list of {self.least} to {self.most}"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        items = core_schema.list_schema(
            handler.generate_schema(get_args(source)[0]),
            strict=False,  # a default is a tuple or a set
            min_length=self.least,
            max_length=self.most,
        )
        return core_schema.no_info_after_validator_function(self._make(source), items)

    def _make(self, source: Any) -> Callable[[list[Any]], Any]:
        return frozenset if get_origin(source) is frozenset else tuple


@dataclass(frozen=True)
class Numbered:
    """A table by whole numbers, which TOML writes as keys.

    ``names`` is the kind of name that the keys are: all of them are needed.
    """

    most: int = 9999
    names: str = ""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        number = core_schema.no_info_after_validator_function(
            self._number, core_schema.str_schema()
        )
        keys = _need(number, f"a whole number from 1 to {self.most}")
        values = handler.generate_schema(get_args(source)[1])
        table = core_schema.dict_schema(keys, values, strict=True, min_length=1)
        return core_schema.with_info_after_validator_function(self._check, table)

    def _number(self, text: str) -> int:
        if not re.fullmatch("[1-9][0-9]{0,5}", text) or int(text) > self.most:
            raise ValueError
        return int(text)

    def _check(self, found: dict[int, Any], info: ValidationInfo) -> dict[int, Any]:
        known = known_names(info, self.names)
        if self.names and known is not None and {str(number) for number in found} != set(known):
            raise fault(f"one for each {PHRASES[self.names]} is needed: {', '.join(known)}")
        return found


def either(phrase: str) -> Discriminator:
    """Tell a number, a text, a list and a table apart, by the tags below."""
    return Discriminator(
        _tag, custom_error_type="needed", custom_error_message=phrase, custom_error_context=None
    )


NUMBER, TEXT, LIST, TABLE = "<number>", "<text>", "<list>", "<table>"
TAGS = (NUMBER, TEXT, LIST, TABLE)


def _tag(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    kinds = {int: NUMBER, str: TEXT, list: LIST, dict: TABLE}
    return next((tag for kind, tag in kinds.items() if isinstance(value, kind)), None)


Flag = Annotated[bool, Needs("true or false")]
Unlimited = Annotated[Literal["unlimited"], Needs('a number, or "unlimited"'), Tag(TEXT)]
Sum = Annotated[int, Whole(0, 1_000_000)]
Count = Annotated[int, Whole(0, 100)]
Percent = Annotated[int, Whole(0, 100)]
Share = Annotated[int, Whole(1, 100)]
Edge = Annotated[int, Whole(0, 5)]
Name = Annotated[str, Text(60)]
Mark = Annotated[str, Text(3)]
Section = Annotated[str, Text(120)]
Cited = Annotated[Section, KnownRules("rule")]
RuleNumber = Annotated[
    str, Text(12, "[A-Z]?[1-9][0-9]*([.][1-9][0-9]*)?", "the number of a rule, as 4 or C4.1")
]
Says = Annotated[str, Text(1000)]
Id = Annotated[
    str, Text(40, "[a-z][a-z0-9_]*", "a word of 1 to 40 lower-case letters, digits and _")
]
Slug = Annotated[
    str, Text(40, "[a-z0-9]+(-[a-z0-9]+)*", "lower-case letters and digits, and - between them")
]
Kind = Annotated[str, Text(30, "[a-z][a-z _-]*", "a word of lower-case letters")]
SYMBOL = "(?!p[0-9]+$|(bank|box|initial|pool|gone|depot)$)[A-Za-z0-9&]+"
Symbol = Annotated[
    str,
    Text(
        10,
        SYMBOL,
        "a symbol of 1 to 10 letters, digits and &, none of p1, bank, box, initial, pool, gone",
    ),
]
TrainName = Annotated[str, Text(10, "[A-Za-z0-9+&/]+", "1 to 10 letters, digits, +, & and /")]
Hex = Annotated[str, Text(5, "[A-Z]{1,2}-?[0-9]{1,2}", "a hex: letters and a number, as H12")]

Company = Annotated[str, Known("company")]
Owner = Annotated[str, Known("owner")]
PrivateSymbol = Annotated[str, Known("private")]
Train = Annotated[str, Known("train")]
PhaseName = Annotated[str, Known("phase")]
KindName = Annotated[str, Known("kind")]
MapHex = Annotated[str, Known("hex")]
Stop = Annotated[str, Known("stop")]
City = Annotated[str, Known("city")]
Place = Annotated[str, Known("place")]
Tile = Annotated[str, Known("tile")]
AnyTile = Annotated[str, Known("catalogue")]

Colour = Annotated[
    Literal["white", "yellow", "green", "brown", "gray", "red", "blue", "black"], Word()
]
StopKind = Annotated[Literal["city", "town", "offboard"], Word()]
StopKinds = Annotated[frozenset[StopKind], Listed(1, 3)]
assert get_args(get_args(Colour)[0]) == COLOURS
assert get_args(get_args(StopKind)[0]) == STOP_KINDS

PAINTS = {
    "black": "#000000",
    "white": "#ffffff",
    "gray": "#808080",
    "red": "#d1232a",
    "orange": "#d88e39",
    "yellow": "#ffe600",
    "green": "#32763f",
    "lightgreen": "#95c054",
    "blue": "#025aaa",
    "lightblue": "#add8e6",
    "purple": "#7b4a9c",
    "pink": "#ff69b4",
    "brown": "#7a4a2b",
    "gold": "#c9a227",
}


class _Paint:
    phrase = f"#rrggbb, or one of {', '.join(PAINTS)}"

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        text = core_schema.str_schema(strict=True)
        return _need(core_schema.no_info_after_validator_function(self._check, text), self.phrase)

    def _check(self, value: str) -> str:
        colour = PAINTS.get(value, value)
        if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
            raise ValueError
        return colour


Paint = Annotated[str, _Paint()]
