"""Powers of privates that are tables in the data."""

from typing import Annotated, Literal

from pydantic import Strict

from companion.rules.data.lay_allowance import LayAllowance, LayPermission
from companion.rules.data.title_data import PairBonus
from companion.rules.operating.private_powers import (
    BuiltTilesPower,
    CityMarkerPower,
    ExtraLaysPower,
    ExtraTilePower,
    FreeTokenPower,
    JoinedTilesPower,
    NewCityPower,
    ReplacementLaysPower,
    SharedTrainPower,
    StopValuePower,
    TileWithTokenPower,
    TokenMovePower,
    TrainDiscountPower,
)
from companion.titles.schema.fields import (
    City,
    Count,
    Edge,
    Flag,
    Listed,
    MapHex,
    Name,
    Percent,
    PhaseName,
    Stop,
    StopKinds,
    Sum,
    Table,
    Tile,
    Train,
    Whole,
    Word,
    describe,
)
from companion.titles.schema.lays import BOTH, LayKinds
from companion.titles.schema.value_tables import ValueTable, make_value

Hexes = Annotated[tuple[MapHex, ...], Listed(1)]
Tiles = Annotated[tuple[Tile, ...], Listed(1)]


class BuildTable(ValueTable[ReplacementLaysPower]):
    """Lays in place of the usual ones of a turn."""

    lays: Annotated[int, Whole(1, 20)] = describe("The number of lays.", 4)
    kinds: LayKinds = describe("The kinds of lay that they may be.", ["upgrade"], BOTH)
    each: Sum = describe("The cost of each lay, besides the terrain.", 10, 0)
    fee: Sum = describe("The cost of all lays together.", 20, 0)
    upgrades: Count | None = describe("The most upgrades among them.", 2, None)
    tokens: Flag = describe("Whether tokens may be placed afterwards.", True)

    def build(self) -> ReplacementLaysPower:
        """Return the power."""
        lays = (LayPermission(self.kinds, self.each),) * self.lays
        return ReplacementLaysPower(LayAllowance(lays, self.upgrades), self.fee, self.tokens)


class MoreLaysTable(ValueTable[ExtraLaysPower]):
    """Lays besides the usual ones of a turn."""

    kinds: LayKinds = describe("The kinds of lay that they may be.", ["yellow"], BOTH)
    hexes: Hexes = describe("The hexes of which each gets one; else one lay anywhere.", ["L11"], ())
    free: Hexes = describe("The hexes where the lay costs nothing.", ["H7"], ())


class JointTable(ValueTable[TileWithTokenPower]):
    """A tile laid together with a token."""

    costs: dict[MapHex, Sum] = describe("The total cost on each hex.", {"K16": 80})
    beside: Flag = describe("Whether the lay is one more than those of the turn.", True, False)
    joined: Flag = describe("Whether the company must reach the hex.", True)


class NewCityTable(ValueTable[NewCityPower]):
    """A lay that turns towns into a city."""

    yellow: Sum = describe("The cost of a yellow city.", 20)
    upgrade: Sum = describe("The cost of a green city.", 40)


class BonusTable(Table):
    """An addition to the revenue of a route."""

    amount: Sum = describe("The addition.", 20)
    stop: Stop = describe("The stop that the route visits.", "D9.0")
    where: Annotated[Literal["anywhere", "end"], Word()] = describe(
        "Whether the stop is anywhere on the route, or at its end.", "end"
    )


class RaisesTable(ValueTable[StopValuePower]):
    """Stops that are worth more to the company."""

    amount: Sum = describe("The addition to each of them.", 20)
    of: StopKinds = describe("The kinds of stop.", ["town"])


class LendsTable(ValueTable[SharedTrainPower]):
    """A benefit for one train of the company."""

    of: StopKinds = describe("The kinds of stop.", ["city"])
    amount: Sum = describe("The addition for the train at each of them.", 10, 0)
    more: Count = describe("The number of them that it may visit besides its limits.", 1, 0)


class BuildsTable(ValueTable[BuiltTilesPower]):
    """Tiles that are laid when the private closes."""

    tiles: dict[MapHex, Annotated[tuple[Tile, Edge], Strict(False)]] = describe(
        "The tile of each hex, and its rotation in sixths.", {"F13": ["57", 0]}
    )
    bought: Flag = describe("Whether they are laid when a company buys it, too.", True, False)

    def build(self) -> BuiltTilesPower:
        """Return the power."""
        return make_value(
            self, BuiltTilesPower, tiles=tuple((at, *tile) for at, tile in self.tiles.items())
        )


class ExtraTileTable(ValueTable[ExtraTilePower]):
    """One more tile on one of some hexes, connected or not."""

    hexes: Hexes = describe(
        "The hexes to choose from. Without them the tile is laid anywhere on the network of the"
        " company, under the rules of its usual tiles.",
        ["B20"],
        (),
    )
    tiles: Tiles = describe("The tiles to choose from.", ["3", "4", "58"])
    number: Annotated[int, Whole(1, 20)] = describe(
        "The most tiles, all of them in one turn.", 2, 1
    )
    discount: Sum | None = describe(
        "The discount on the terrain; else the tile costs nothing.", 40, None
    )
    in_track_step: Flag = describe(
        "Whether it is laid in the step of track, not at any moment of the turn.", True, False
    )
    reserved: Flag = describe(
        "Whether nobody else lays the tiles, which may bring a stop to a hex without one.",
        True,
        False,
    )

    joined: Flag = describe("Whether the company must reach the hex.", True, False)


class PlayerTileTable(ExtraTileTable):
    """A tile that a player lays once and free, connected or not."""

    hexes: Hexes = describe(
        "The hexes to choose from. Beside it, only tiles and reserved count.", ["B11"]
    )


class JoinedTilesTable(ValueTable[JoinedTilesPower]):
    """Two tiles that are joined to each other, connected or not, or none."""

    hexes: Annotated[tuple[MapHex, ...], Listed(2, 2)] = describe(
        "The two hexes, each of which gets a tile.", ["H2", "I3"]
    )
    tiles: Tiles = describe("The tiles to choose from.", ["8", "9"])


class TeleportTable(Table):
    """A tile on a hex that the company need not reach, with a token."""

    hex: MapHex = describe("The hex.", "F16")
    tile: Tile = describe("The tile.", "57")
    in_track_step: Flag = describe(
        "Whether it is laid in the step of track alone, wherever privates are used at any moment.",
        True,
        False,
    )
    free: Flag = describe("Whether it costs nothing, whatever the terrain.", True, False)


class FreeTokenTable(ValueTable[FreeTokenPower]):
    """The next token, free of charge or cheap, on a hex that the company need not reach."""

    hexes: Hexes = describe("The hexes.", ["E4", "F9"])
    on_track: Flag = describe("Whether the hex may have track.", True, False)
    price: Sum = describe("Its price.", 40, 0)
    beside: Flag = describe(
        "Whether it is one more token than that of the turn, placed before it.", True, False
    )


class CityMarkerTable(ValueTable[CityMarkerPower]):
    """A marker that the company places once on a city that it reaches, if it has a train."""

    cities: Annotated[tuple[City, ...], Listed(1)] = describe(
        "The cities to choose from.", ["G4.0", "H3.0"]
    )
    bonus: Sum = describe("The addition there for each train of the company.", 10)
    until: PhaseName = describe("The phase that removes it.", "6")
    in_range: Flag = describe(
        "Whether a train of the company must be able to run there.", True, False
    )


class PairBonusTable(ValueTable[PairBonus]):
    """An addition to the revenue of a train that visits several stops."""

    name: Name = describe("Its name.", "Pan American")
    stops: Annotated[tuple[Stop, ...], Listed(2, 7)] = describe("The stops.", ["Q2.0", "A4.0"])
    amount: Sum = describe("The addition.", 40)


class RouteBonusTable(PairBonusTable):
    """An addition to the revenue of every train that visits one stop or several."""

    name: Name = describe("Its name.", "Hudson Bay")
    stops: Annotated[tuple[Stop, ...], Listed(1, 7)] = describe("The stops.", ["B12.0", "I1.0"])
    with_token: Flag = describe(
        "Whether it is for companies alone that have a token in the first of them.", True, False
    )
    until: PhaseName | None = describe("The phase with which it ends.", "6", None)


class TokenMoveTable(ValueTable[TokenMovePower]):
    """A token of the company that moves once, connected or not, and a tile there."""

    to: Hexes = describe("The hexes to which it moves.", ["C3", "D4"])
    never_from: Hexes = describe("The hexes from which it does not move.", ["B4"], ())


class TrainDiscountTable(ValueTable[TrainDiscountPower]):
    """A discount on one train of the bank."""

    trains: Annotated[tuple[Train, ...], Listed(1, 30)] = describe(
        "The types to choose from.", ["3", "4"]
    )
    percent: Percent = describe("The discount, in percent of the price.", 50, 0)
    amount: Sum = describe("The discount as a sum.", 100, 0)
