"""The file ``exchange.toml``: how 18xx.games names a title, and which options its games have."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from companion.rules.data.title_data import TitleData
from companion.rules.privates.free_train import FREE_TRAIN
from companion.titles.schema.fields import (
    Company,
    Flag,
    Id,
    Known,
    Listed,
    Name,
    PrivateSymbol,
    Section,
    Table,
    Text,
    Train,
    Whole,
    describe,
)
from companion.titles.site_adapter import SiteAdapter

RuleThere = Annotated[
    str, Text(40, "[A-Za-z][A-Za-z0-9_]*", "a word of 1 to 40 letters and digits")
]
OptionKey = Annotated[str, Known("option")]


class ExchangeFile(Table):
    """The names and options of 18xx.games. The functions of an adapter are a title's own."""

    name: Name = describe("The name of the title there.", "1830")
    rules: dict[RuleThere, dict[OptionKey, Any]] = describe(
        "Its optional rules, each with the options that it chooses here.",
        {"optional_6_train": {"third_6_train": True}},
        {},
    )
    readings: dict[OptionKey, Any] = describe(
        "The options under which its games are played.", {"capital_at_float": True}, {}
    )
    draws: Annotated[frozenset[OptionKey], Listed(0, 10)] = describe(
        "The options in which a table enters its draws.", ["order"], frozenset()
    )
    trains: dict[Name, Train] = describe(
        "Its names for trains that have other names here.", {"3'": "3B"}, {}
    )
    ends: dict[Id, Id] = describe(
        "Its names for the reasons of an end.", {"bankruptcy": "bankrupt"}, {}
    )
    companies: dict[Name, Company] = describe(
        "Its names for companies that have other symbols here.", {"OSH": "OS&H"}, {}
    )
    privates: dict[Name, PrivateSymbol] = describe(
        "Its names for privates that have other symbols here.", {"TR": "TE"}, {}
    )
    variants: dict[Train, Train] = describe(
        "The types of train that are another side of the cards of a type there.", {"3E": "6"}, {}
    )
    held: dict[Name, Name] = describe(
        "The trains that have an owner from the start, by its names.", {"2-1": "A-0"}, {}
    )
    minors: Annotated[frozenset[Company], Listed(0, 40)] = describe(
        "The companies that are minors there.", ["C&P"], frozenset()
    )
    unlisted: Annotated[frozenset[Name], Listed(0, 70)] = describe(
        "The companies and types of train that it does not list.", ["A"], frozenset()
    )
    merged_type: Id = describe("Its kind of merged companies.", "system", "corporation")
    at_price: Annotated[frozenset[Name], Listed(0, 20)] = describe(
        "The kinds of company whose price its traces give as par.", ["system"], frozenset()
    )
    par_is_price: Flag = describe("Whether they give every price as par.", True, False)
    unsold_in_treasury: Flag = describe(
        "Whether they count shares in a company's treasury as unsold.", True, False
    )
    worth_with_privates: Flag = describe(
        "Whether they count privates that the title does not count.", True, False
    )
    waits_longer: Flag = describe(
        "Whether it may wait for a pass in a turn that is over here.", True, False
    )
    replay_milliseconds: dict[Section, Annotated[int, Whole(1, 60_000)]] = describe(
        "The time limits of measurements, by the name of a recorded game.",
        {"1830-bank-breaks": 250},
        {},
    )

    def complete(self, adapter: SiteAdapter, data: TitleData) -> SiteAdapter:
        """Return an adapter of functions with the names and options of this file.

        Trains that privates bring have the same names there.
        """
        named = {name: value for name, value in self if name != "replay_milliseconds"}
        named["held"] = {**self.held, **{train: train for train in _trains_aside(data)}}
        limits = self.replay_milliseconds.items()
        seconds = {game: milliseconds / 1000 for game, milliseconds in limits}
        return replace(adapter, **named, replay_seconds=seconds)


def _trains_aside(data: TitleData) -> Iterator[str]:
    """Yield the trains that privates bring."""
    for private in data.private_list:
        if type := private.powers.get(FREE_TRAIN):
            count = data.trains[type].count
            assert isinstance(count, int)
            yield f"{type}-{count - 1}"
