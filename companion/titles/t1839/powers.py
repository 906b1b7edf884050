"""Powers of the privates of 1839 that no other title has."""

from typing import Annotated, Literal

from companion.titles.schema import privates
from companion.titles.schema.fields import (
    Flag,
    MapHex,
    Percent,
    PhaseName,
    PrivateSymbol,
    Sum,
    Table,
    Train,
    Word,
    describe,
)
from companion.titles.schema.power_tables import Hexes


class SharesTable(Table):
    """Shares of the company that is paired with a private."""

    of: PrivateSymbol = describe("The private.", "AB")
    percent: Percent = describe("The percent.", 30)


class ExtraYellowTable(Table):
    """One more yellow tile."""

    free: MapHex = describe("The hex where it costs nothing.", "H7")


class TeleportTable(Table):
    """A tile, a marker or both on a hex that the company need not reach."""

    hexes: Hexes = describe("The hexes to choose from.", ["I16", "K16"])
    cost: Sum = describe("Its cost in all.", 80)


class Powers(privates.Powers):
    """The powers of a private that no other title has."""

    colour: Annotated[Literal["yellow", "green", "blue", "brown", "red"], Word()] | None = describe(
        "The colour of its card.", "yellow", None
    )
    closes: PhaseName | None = describe("It closes with this phase.", "Gray", None)
    local: Flag | None = describe("Its owner gets a local when it closes.", True, None)
    brings: SharesTable | None = describe(
        "Shares of the company that is paired with a private.", {"of": "AB", "percent": 10}, None
    )
    extra_yellow: ExtraYellowTable | None = describe("One more yellow tile.", {"free": "H7"}, None)
    teleport: TeleportTable | None = describe(
        "A tile, a marker or both on a hex that the company need not reach.",
        {"hexes": ["I16"], "cost": 80},
        None,
    )
    moves_from: PhaseName | None = describe("It moves a marker from this phase on.", "Blue", None)
    rises: Sum | None = describe("The rise of its revenue in each operating round.", 20, None)
    train: Train | None = describe("It becomes a train of this type.", "R4", None)
    cash: Sum | None = describe("The money that it becomes.", 800, None)
    becomes: PrivateSymbol | None = describe("The private that it becomes.", "RH", None)
    charge: Sum | None = describe("The sum that its owner pays in each operating round.", 100, None)
