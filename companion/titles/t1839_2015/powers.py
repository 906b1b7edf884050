"""Powers of the privates of 1839 of 2015 that no other title has."""

from typing import Annotated, Literal

from companion.titles.schema import privates
from companion.titles.schema.fields import (
    Company,
    Count,
    Flag,
    MapHex,
    Percent,
    Sum,
    Table,
    Train,
    Word,
    describe,
)
from companion.titles.schema.power_tables import Hexes


class MarksTable(Table):
    """Marks that save trains."""

    count: Count = describe("The number of marks.", 3)
    price: Sum = describe("The price of one for other companies.", 200)
    owner: Sum = describe("The part of the price that its company gets.", 50)


class FloatsTable(Table):
    """Companies that float early."""

    sold: Percent = describe("The percent that must be sold.", 30)
    times: Count = describe("The capital, as a multiple of par.", 7)
    pooled: Percent = describe("The percent that is put into the pool.", 30)


class Powers(privates.Powers):
    """The powers of a private that no other title has."""

    colour: Annotated[Literal["yellow", "green", "blue", "brown"], Word()] | None = describe(
        "The colour of its card.", "yellow", None
    )
    of: Company | None = describe("The company that owns it from the start.", "SS", None)
    par: Sum | None = describe("Par of a drawn company whose director's card it brings.", 101, None)
    home: MapHex | None = describe("One more home of that company.", "D19", None)
    percent: Percent | None = describe("Percent of another drawn company.", 10, None)
    marks: MarksTable | None = describe(
        "Marks that save trains.", {"count": 1, "price": 0, "owner": 0}, None
    )
    train_discounts: dict[Train, Sum] | None = describe(
        "The discount on one train of the supply, by its type.", {"3+": 100}, None
    )
    early_trains: Flag | None = describe("Trains are bought at any moment of a turn.", True, None)
    becomes: Train | None = describe("It becomes a train of this type, with its phase.", "7+", None)
    director_pays: Flag | None = describe(
        "The director pays for track, markers and trains.", True, None
    )
    floats: FloatsTable | None = describe(
        "Companies float early.", {"sold": 30, "times": 7, "pooled": 30}, None
    )
    repars: Flag | None = describe("A company gets another par.", True, None)
    joins: Flag | None = describe("It is paid for stops newly joined to a marker.", True, None)
    runs_from: Hexes | None = describe("The hexes to which its own tile is joined.", ["B13"], None)
