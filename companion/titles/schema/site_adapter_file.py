"""The file ``exchange.toml``: how 18xx.games names and plays a title of the standard rules."""

from typing import Annotated, Any

from companion.titles.schema.fields import (
    Id,
    Known,
    Name,
    PrivateSymbol,
    Section,
    Table,
    Text,
    Whole,
    describe,
)

RuleThere = Annotated[
    str, Text(40, "[A-Za-z][A-Za-z0-9_]*", "a word of 1 to 40 letters and digits")
]
OptionKey = Annotated[str, Known("option")]


class ExchangeFile(Table):
    """The names and options of 18xx.games, for a title of the standard rules."""

    name: Name = describe("The name of the title there.", "1830")
    rules: dict[RuleThere, dict[OptionKey, Any]] = describe(
        "Its optional rules, each with the options that it chooses here.",
        {"optional_6_train": {"third_6_train": True}},
        {},
    )
    readings: dict[OptionKey, Any] = describe(
        "The options under which its games are played.", {"capital_at_float": True}, {}
    )
    privates: dict[Name, PrivateSymbol] = describe(
        "Its names for privates that have other symbols here.", {"TR": "TE"}, {}
    )
    ends: dict[Id, Id] = describe(
        "Its names for the reasons of an end.", {"bankruptcy": "bankrupt"}, {}
    )
    replay_milliseconds: dict[Section, Annotated[int, Whole(1, 60_000)]] = describe(
        "The time limits of measurements, by the name of a recorded game.",
        {"1830-bank-breaks": 250},
        {},
    )
