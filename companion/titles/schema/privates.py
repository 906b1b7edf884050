"""Privates, and the powers that the shared rules know.

A title with further powers has a module ``powers`` with its own ``Powers``, a subclass of those
here. A power that is no table of this module stays as it is written.
"""

from typing import Annotated, Any, Literal

from pydantic import Strict

from companion.rules.data import title_data
from companion.rules.data.lay_allowance import LayAllowance, LayPermission
from companion.rules.operating.private_powers import (
    BuiltTilesPower,
    CityMarkerPower,
    ExtraLaysPower,
    ExtraTilePower,
    FreeTokenPower,
    JoinedTilesPower,
    NewCityPower,
    PairBonus,
    ReplacementLaysPower,
    SharedTrainPower,
    StopValuePower,
    TileWithTokenPower,
    TrainDiscountPower,
)
from companion.titles.schema.fields import (
    City,
    Company,
    Count,
    Edge,
    Flag,
    Listed,
    MapHex,
    Name,
    Percent,
    PhaseName,
    Says,
    Stop,
    StopKinds,
    Sum,
    Symbol,
    Table,
    Tile,
    Train,
    Unique,
    Whole,
    Word,
    describe,
)
from companion.titles.schema.lays import BOTH, LayKinds

Hexes = Annotated[tuple[MapHex, ...], Listed(1)]
Tiles = Annotated[tuple[Tile, ...], Listed(1)]


class PowerTable(Table):
    """A power that shared rules read as a value."""

    def build(self) -> object:
        """Return the value."""
        raise NotImplementedError


class BuildTable(PowerTable):
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


class MoreLaysTable(PowerTable):
    """Lays besides the usual ones of a turn."""

    kinds: LayKinds = describe("The kinds of lay that they may be.", ["yellow"], BOTH)
    hexes: Hexes = describe("The hexes of which each gets one; else one lay anywhere.", ["L11"], ())
    free: Hexes = describe("The hexes where the lay costs nothing.", ["H7"], ())

    def build(self) -> ExtraLaysPower:
        """Return the power."""
        return ExtraLaysPower(self.kinds, self.hexes, self.free)


class JointTable(PowerTable):
    """A tile laid together with a token."""

    costs: dict[MapHex, Sum] = describe("The total cost on each hex.", {"K16": 80})
    beside: Flag = describe("Whether the lay is one more than those of the turn.", True, False)
    joined: Flag = describe("Whether the company must reach the hex.", True)

    def build(self) -> TileWithTokenPower:
        """Return the power."""
        return TileWithTokenPower(dict(self.costs), self.beside, self.joined)


class NewCityTable(PowerTable):
    """A lay that turns towns into a city."""

    yellow: Sum = describe("The cost of a yellow city.", 20)
    upgrade: Sum = describe("The cost of a green city.", 40)

    def build(self) -> NewCityPower:
        """Return the power."""
        return NewCityPower(self.yellow, self.upgrade)


class BonusTable(Table):
    """An addition to the revenue of a route."""

    amount: Sum = describe("The addition.", 20)
    stop: Stop = describe("The stop that the route visits.", "D9.0")
    where: Annotated[Literal["anywhere", "end"], Word()] = describe(
        "Whether the stop is anywhere on the route, or at its end.", "end"
    )


class RaisesTable(PowerTable):
    """Stops that are worth more to the company."""

    amount: Sum = describe("The addition to each of them.", 20)
    of: StopKinds = describe("The kinds of stop.", ["town"])

    def build(self) -> StopValuePower:
        """Return the power."""
        return StopValuePower(self.amount, self.of)


class LendsTable(PowerTable):
    """A benefit for one train of the company."""

    of: StopKinds = describe("The kinds of stop.", ["city"])
    amount: Sum = describe("The addition for the train at each of them.", 10, 0)
    more: Count = describe("The number of them that it may visit besides its limits.", 1, 0)

    def build(self) -> SharedTrainPower:
        """Return the power."""
        return SharedTrainPower(self.of, self.amount, self.more)


class BuildsTable(PowerTable):
    """Tiles that are laid when the private closes."""

    tiles: dict[MapHex, Annotated[tuple[Tile, Edge], Strict(False)]] = describe(
        "The tile of each hex, and its rotation in sixths.", {"F13": ["57", 0]}
    )
    bought: Flag = describe("Whether they are laid when a company buys it, too.", True, False)

    def build(self) -> BuiltTilesPower:
        """Return the power."""
        laid = tuple((at, *tile) for at, tile in self.tiles.items())
        return BuiltTilesPower(laid, self.bought)


class ExtraTileTable(PowerTable):
    """One more tile on one of some hexes, connected or not."""

    hexes: Hexes = describe("The hexes to choose from.", ["B20"])
    tiles: Tiles = describe("The tiles to choose from.", ["3", "4", "58"])
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

    def build(self) -> ExtraTilePower:
        """Return the power."""
        return ExtraTilePower(**self.__dict__)


class JoinedTilesTable(PowerTable):
    """Two tiles that are joined to each other, connected or not, or none."""

    hexes: Annotated[tuple[MapHex, ...], Listed(2, 2)] = describe(
        "The two hexes, each of which gets a tile.", ["H2", "I3"]
    )
    tiles: Tiles = describe("The tiles to choose from.", ["8", "9"])

    def build(self) -> JoinedTilesPower:
        """Return the power."""
        return JoinedTilesPower(self.hexes, self.tiles)


class TeleportTable(Table):
    """A tile on a hex that the company need not reach, with a token."""

    hex: MapHex = describe("The hex.", "F16")
    tile: Tile = describe("The tile.", "57")


class FreeTokenTable(PowerTable):
    """The next token, free of charge, on a hex that the company need not reach."""

    hexes: Hexes = describe("The hexes.", ["E4", "F9"])
    on_track: Flag = describe("Whether the hex may have track.", True, False)

    def build(self) -> FreeTokenPower:
        """Return the power."""
        return FreeTokenPower(**self.__dict__)


class CityMarkerTable(PowerTable):
    """A marker that the company places once on a city that it reaches, if it has a train."""

    cities: Annotated[tuple[City, ...], Listed(1)] = describe(
        "The cities to choose from.", ["G4.0", "H3.0"]
    )
    bonus: Sum = describe("The addition there for each train of the company.", 10)
    until: PhaseName = describe("The phase that removes it.", "6")
    in_range: Flag = describe(
        "Whether a train of the company must be able to run there.", True, False
    )

    def build(self) -> CityMarkerPower:
        """Return the power."""
        return CityMarkerPower(**self.__dict__)


class PairBonusTable(PowerTable):
    """An addition to the revenue of one train that visits several stops."""

    name: Name = describe("Its name.", "Pan American")
    stops: Annotated[tuple[Stop, ...], Listed(2, 7)] = describe("The stops.", ["Q2.0", "A4.0"])
    amount: Sum = describe("The addition.", 40)

    def build(self) -> PairBonus:
        """Return the bonus."""
        return PairBonus(**self.__dict__)


class TrainDiscountTable(PowerTable):
    """A discount on one train of the bank."""

    trains: Annotated[tuple[Train, ...], Listed(1, 30)] = describe(
        "The types to choose from.", ["3", "4"]
    )
    percent: Percent = describe("The discount, in percent of the price.", 50)

    def build(self) -> TrainDiscountPower:
        """Return the power."""
        return TrainDiscountPower(**self.__dict__)


class Powers(Table):
    """The powers of a private that the shared rules know."""

    share: Company | None = describe("Its buyer receives a share of this company.", "PRR", None)
    presidency: Company | None = describe(
        "Its buyer receives the president's certificate of this company.", "B&O", None
    )
    company_revenue: Sum | None = describe("Its revenue for a company, if different.", 10, None)
    player_revenue: Sum | None = describe(
        "Its revenue for a player after the auction, if different.", 0, None
    )
    never_for_companies: Flag | None = describe("No company buys it.", True, None)
    closes_on_train_of: Company | None = describe(
        "It closes when this company owns a train.", "B&O", None
    )
    closes_with_use: Flag | None = describe("It closes when its power is used.", True, None)
    keeps_hex: Flag | None = describe(
        "Only the company that owns it lays track on its hexes.", True, None
    )
    build: BuildTable | None = describe(
        "Lays in place of the usual ones of a turn.", {"lays": 4, "tokens": True}, None
    )
    more_lays: MoreLaysTable | None = describe(
        "Lays besides the usual ones of a turn.", {"free": ["H7"]}, None
    )
    joint: JointTable | None = describe(
        "A tile laid together with a token.", {"costs": {"K16": 80}, "joined": False}, None
    )
    new_city: NewCityTable | None = describe(
        "A lay that turns towns into a city.", {"yellow": 20, "upgrade": 40}, None
    )
    ground_off: Sum | None = describe("The discount on terrain.", 40, None)
    token_percent: Percent | None = describe(
        "The percent of its cost that one token costs.", 50, None
    )
    moves_token: Flag | None = describe("A token moves instead of being placed.", True, None)
    bonus: BonusTable | None = describe(
        "An addition to the revenue of a route.",
        {"amount": 20, "stop": "D9.0", "where": "anywhere"},
        None,
    )
    raises: RaisesTable | None = describe(
        "Stops that are worth more to the company.", {"amount": 20, "of": ["town"]}, None
    )
    lends: LendsTable | None = describe(
        "A benefit for one train of the company.", {"more": 1, "of": ["city"]}, None
    )
    builds: BuildsTable | None = describe(
        "Tiles that are laid when it closes.", {"tiles": {"F13": ["57", 0]}}, None
    )

    additional_tile: ExtraTileTable | None = describe(
        "One more tile on a hex.", {"hexes": ["B20"], "tiles": ["3"]}, None
    )
    joined_tiles: JoinedTilesTable | None = describe(
        "Two tiles that are joined to each other.",
        {"hexes": ["H2", "I3"], "tiles": ["8", "9"]},
        None,
    )
    distant_tile: TeleportTable | None = describe(
        "A tile on a hex that the company need not reach, with a token.",
        {"hex": "F16", "tile": "57"},
        None,
    )
    free_token: FreeTokenTable | None = describe("A free token on a hex.", {"hexes": ["E4"]}, None)
    train_discount: TrainDiscountTable | None = describe(
        "A discount on one train of the bank.", {"trains": ["3", "4"], "percent": 50}, None
    )
    city_marker: CityMarkerTable | None = describe(
        "A marker on a city, once.", {"cities": ["G4.0"], "bonus": 10, "until": "6"}, None
    )
    pair_bonuses: Annotated[tuple[PairBonusTable, ...], Listed(1, 4)] | None = describe(
        "Additions for one train each, which the company keeps that buys the private. They end when"
        " its presidency changes in a stock round.",
        [{"name": "Pan American", "stops": ["Q2.0", "A4.0"], "amount": 40}],
        None,
    )
    free_train: Train | None = describe(
        "The company that buys it receives a train of this type.", "2", None
    )
    extra_lay: Flag | None = describe("One more lay, once.", True, None)
    lays_anywhere: Flag | None = describe("Its lay need not be connected.", True, None)
    river: Sum | None = describe("The sum that it pays once for crossing a river.", 50, None)
    every_river: Flag | None = describe(
        "It pays so for each river that a tile crosses, and is used up where there is none.",
        True,
        None,
    )
    token: Flag | None = describe("It pays once for a token.", True, None)
    discount: Percent | None = describe("The percent that trains of the bank cost less.", 10, None)
    exchange: Company | None = describe("It is exchanged for a share of this company.", "NYC", None)

    def values(self, written: dict[str, Any]) -> dict[str, Any]:
        """Return the value of each power that is ``written`` in the file."""
        found = ((name, getattr(self, name)) for name in written)
        return {name: _value(power, written[name]) for name, power in found}


def _value(power: object, written: object) -> object:
    """Return the value of a power: of a table, of a list of tables, or as it is written."""
    if isinstance(power, PowerTable):
        return power.build()
    if isinstance(power, tuple) and power and isinstance(power[0], PowerTable):
        return tuple(one.build() for one in power)
    return written


class PrivateTable(Table):
    """A private."""

    symbol: Annotated[Symbol, Unique("private")] = describe("Its symbol.", "C&A")
    name: Name = describe("Its name.", "Camden & Amboy")
    price: Sum = describe("Its price.", 160)
    revenue: Sum = describe("Its revenue in each operating round.", 25)
    number: Annotated[int, Whole(1, 100)] | None = describe(
        "Its number, else its place here.", 3, None
    )
    blocks: Annotated[tuple[MapHex, ...], Listed()] = describe(
        "The hexes that it blocks.", ["H18"], ()
    )
    text: Says | None = describe("The text that players read.", "Its buyer receives a share.", None)
    powers: dict[str, Any] = describe("Its powers.", {"share": "PRR"}, {})

    def build(self, place: int, powers: dict[str, Any]) -> title_data.Private:
        """Return the private; ``place`` is its place in the list."""
        return title_data.Private(
            symbol=self.symbol,
            name=self.name,
            price=self.price,
            revenue=self.revenue,
            number=self.number or place,
            blocks=self.blocks,
            text=self.text or "",
            powers=powers,
        )
