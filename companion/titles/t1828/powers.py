"""Powers of the privates of 1828 that no other title has."""

from companion.titles.schema import privates
from companion.titles.schema.fields import Company, Flag, MapHex, Sum, Table, Train, describe
from companion.titles.schema.power_tables import Tiles


class HexTable(Table):
    """A hex."""

    hex: MapHex = describe("The hex.", "B24")


class TeleportTable(HexTable):
    """A lay on a hex that the company need not reach, with a marker."""

    cost: Sum = describe("Its cost.", 120)
    once: Tiles = describe("The tiles to choose from, if it is used once.", ["57", "14"])


class RailwayTable(Table):
    """The railway that a private operates."""

    company: Company = describe("The company that takes its turn.", "C&P")
    train: Train = describe("The type of its train.", "C&P")


class Powers(privates.Powers):
    """The powers of a private that no other title has."""

    extra_tile: HexTable | None = describe("One more yellow tile on a hex.", {"hex": "B24"}, None)
    teleport: TeleportTable | None = describe(
        "A lay on a hex that the company need not reach, with a marker.",
        {"hex": "F20", "cost": 120, "once": ["57"]},
        None,
    )
    railway: RailwayTable | None = describe(
        "The railway that it operates.", {"company": "C&P", "train": "C&P"}, None
    )
    swap: Flag | None = describe("It is taken for a share.", True, None)
    first_tile: HexTable | None = describe(
        "A yellow tile on a hex when a company buys it.", {"hex": "E7"}, None
    )
    extra_yellow: Sum | None = describe("The price of one more yellow tile, once.", 20, None)
    good: Flag | None = describe("One of these may be kept in the game.", True, None)
    one_bid: Flag | None = describe("A player bids for one of these at a time.", True, None)
