"""Powers of the privates of 1830 that no other title has."""

from companion.titles.schema import privates
from companion.titles.schema.fields import Company, MapHex, Table, Tile, describe


class ExtraTileTable(Table):
    """One more tile on a hex."""

    hex: MapHex = describe("The hex.", "B20")
    tiles: privates.Tiles = describe("The tiles to choose from.", ["3", "4", "58"])


class TeleportTable(Table):
    """A tile on a hex that the company need not reach, with a token."""

    hex: MapHex = describe("The hex.", "F16")
    tile: Tile = describe("The tile.", "57")


class Powers(privates.Powers):
    """The powers of a private."""

    extra_tile: ExtraTileTable | None = describe(
        "One more tile on a hex.", {"hex": "B20", "tiles": ["3"]}, None
    )
    teleport: TeleportTable | None = describe(
        "A tile on a hex that the company need not reach, with a token.",
        {"hex": "F16", "tile": "57"},
        None,
    )
    exchange: Company | None = describe("It is exchanged for a share of this company.", "NYC", None)
