"""Phases and trains."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Tag, ValidationInfo, field_validator

from companion.board.trains import EVERY, StopCount, TrainKind
from companion.rules.data import title_data
from companion.rules.data.title_data import ANY, EVERY_KIND, TrainType
from companion.titles.schema.fields import (
    NUMBER,
    TABLE,
    Colour,
    Count,
    Flag,
    Kind,
    KindName,
    Listed,
    Name,
    Numbered,
    PhaseName,
    StopKind,
    StopKinds,
    Sum,
    Train,
    TrainName,
    Unique,
    Unlimited,
    Whole,
    Word,
    describe,
    either,
    fault,
    known_names,
)
from companion.titles.schema.lays import LayTable
from companion.titles.schema.value_tables import ValueTable, make_value, value_of

TrainLimit = Annotated[int, Whole(0, 20)]
TrainLimits = Annotated[
    Annotated[TrainLimit, Tag(NUMBER)] | Annotated[dict[KindName, TrainLimit], Tag(TABLE)],
    either("a whole number from 0 to 20, or one for each kind of company"),
]
TrainCount = Annotated[
    Annotated[Count, Tag(NUMBER)]
    | Unlimited
    | Annotated[Mapping[int, Count], Numbered(12, "players"), Tag(TABLE)],
    either('a whole number from 0 to 100, one for each number of players, or "unlimited"'),
]
Reach = Annotated[
    Annotated[int, Whole(1, 99), Tag(NUMBER)] | Unlimited,
    either('a whole number from 1 to 99, or "unlimited"'),
]


class PhaseTable(ValueTable[title_data.Phase]):
    """A phase of the game."""

    name: Annotated[Name, Unique("phase")] = describe("The name of the phase.", "3")
    train_limit: TrainLimits = describe(
        "The train limit of a company: a number, or one for each kind of company.", 4
    )
    tiles: Annotated[tuple[Colour, ...], Listed(0, 8)] = describe(
        "The colours of tiles that are available.", ["yellow", "green"]
    )
    operating_rounds: Annotated[int, Whole(0, 20)] = describe(
        "The number of operating rounds in a set.", 2, 1
    )
    privates_for_companies: Flag = describe("Whether companies may buy privates.", True, False)
    privates_close: Flag = describe("Whether privates close when it begins.", True, False)
    float_shares: Annotated[int, Whole(0, 100)] = describe(
        "The shares that must be sold for a company to float, where a phase decides that.", 3, 0
    )
    pars: Annotated[tuple[Kind, ...], Listed(0, 20)] = describe(
        "The kinds of market space on which companies are started.", ["yellow"], ("par",)
    )
    values: Annotated[tuple[Colour, ...], Listed(0, 8)] = describe(
        "Further colours whose printed values count.", ["red"], ()
    )
    bank_trains: Annotated[Literal["any", "one", "one_of_each_type"], Word()] = describe(
        "The number of trains that a company may buy from the bank in a turn.", "one", ANY
    )
    from_round: Count = describe(
        "The operating round of the game with which it begins, 0 for none.", 2, 0
    )

    lays: Annotated[tuple[LayTable, ...], Listed(1, 10)] | None = describe(
        "The lays of a turn from this phase on, if they are others.",
        [{"kinds": ["yellow"]}, {"kinds": ["yellow"], "fee": 20}],
        None,
    )

    @field_validator("train_limit")
    @classmethod
    def _check_limits(cls, limits: object, info: ValidationInfo) -> object:
        known = known_names(info, "kind")
        if isinstance(limits, dict) and known is not None and set(limits) != set(known):
            raise fault(f"one for each kind of company is needed: {', '.join(known)}")
        return limits

    def build(self) -> title_data.Phase:
        """Return the phase."""
        limit = self.train_limit
        limits = limit if isinstance(limit, dict) else {EVERY_KIND: limit}
        pars = frozenset(self.pars)
        return make_value(self, title_data.Phase, train_limits=limits, pars=pars)


class StopCountTable(ValueTable[StopCount]):
    """A number of stops of some kinds."""

    number: Annotated[int, Whole(1, 99)] = describe("The number of stops.", 2)
    of: StopKinds = describe("The kinds of stop that count.", ["city"], EVERY)


class TrainTable(ValueTable[TrainType]):
    """A type of train."""

    name: Annotated[TrainName, Unique("train")] = describe("The name of the type.", "5D+")
    price: Sum = describe("Its price; a train with the price 0 is never bought.", 180)
    count: TrainCount = describe(
        'The number of trains: a number, one for each number of players, or "unlimited".', 5
    )
    reach: Reach | None = describe(
        'The most stops of a route, or "unlimited"; short for one limit.', 3, None
    )
    counts: StopKinds = describe("The kinds of stop that reach counts.", ["city"], EVERY)
    limits: Annotated[tuple[StopCountTable, ...], Listed(1, 6)] | None = describe(
        "Several limits, which hold at once.",
        [{"number": 3, "of": ["city"]}],
        None,
        validate_default=True,
    )
    least: StopCountTable = describe(
        "The least number of stops of a route.",
        {"number": 2},
        StopCountTable(number=2),
    )
    pays: StopKinds = describe("The kinds of stop that pay.", ["city", "offboard"], EVERY)
    ends: StopKinds = describe("The kinds of stop where a route ends.", ["city", "offboard"], EVERY)
    multiplier: Annotated[int, Whole(1, 10)] = describe(
        "The number that values are taken times.", 2, 1
    )
    multiplies: StopKinds = describe(
        "The kinds of stop whose value is multiplied.", ["city"], EVERY
    )
    best: StopCountTable | None = describe(
        "The number of stops that are paid, at the company's choice.",
        {"number": 5, "of": ["city"]},
        None,
    )
    once: Annotated[frozenset[StopKind], Listed(0, 3)] = describe(
        "The kinds of stop that pay only one of the trains that say so.", ["city"], frozenset()
    )
    floods: Flag = describe(
        "Whether it is paid for all that it reaches, instead of a route.", True, False
    )
    rusted_by: PhaseName | None = describe("The phase that removes it.", "4", None)
    after: Train | None = describe("The type whose first sale puts it on sale too.", "6", None)
    beside: Train | None = describe("The type that comes on sale at the same time.", "6", None)
    phase: PhaseName | None = describe(
        "The phase that its first sale starts, else the one of its name.", "Blue", None
    )
    trade_in: dict[Train, Sum] | None = describe(
        "The discount for a train given in exchange, by its type.", {"4": 300}, None
    )
    last_run: Flag = describe(
        "Whether one that has not run yet stays for one more run.", True, False
    )
    obsolete: Flag = describe(
        "Whether one in use stays for one more run, neither sold nor counted against the limit.",
        True,
        False,
    )
    side_of: Train | None = describe(
        "The type whose cards have it on their other side: each card is one train of either type.",
        "2D",
        None,
    )
    rusts_after: Count = describe(
        "The operating round of the game after which it leaves the game, 0 for none.", 4, 0
    )
    salvage: Sum = describe("The sum that a company receives for each train that leaves so.", 20, 0)

    @field_validator("limits")
    @classmethod
    def _check_limits(cls, limits: object, info: ValidationInfo) -> object:
        if "reach" in info.data and (info.data["reach"] is None) == (limits is None):
            raise fault("either reach or limits is needed")
        return limits

    def build(self) -> TrainType:
        """Return the type of train."""
        reach = self.reach if isinstance(self.reach, int) else None
        limits = (StopCount(reach, self.counts),) if reach else value_of(self.limits or ())
        kind = make_value(self, TrainKind, limits=limits)
        count = None if self.count == "unlimited" else self.count
        return make_value(self, TrainType, count=count, kind=kind)
