"""Privates, and the powers that the shared rules know.

A title with further powers has a module ``powers`` with its own ``Powers``, a subclass of those
here. A power that is no table of this module stays as it is written.
"""

from typing import Annotated, Any

from companion.rules.data import title_data
from companion.titles.schema.fields import (
    Company,
    Flag,
    Listed,
    MapHex,
    Name,
    Percent,
    PhaseName,
    Says,
    Sum,
    Symbol,
    Table,
    Text,
    Train,
    Unique,
    Whole,
    describe,
)
from companion.titles.schema.power_tables import (
    BonusTable,
    BuildsTable,
    BuildTable,
    CityMarkerTable,
    ExtraTileTable,
    FreeTokenTable,
    JoinedTilesTable,
    JointTable,
    LendsTable,
    MoreLaysTable,
    NewCityTable,
    PairBonusTable,
    PlayerTileTable,
    RaisesTable,
    TeleportTable,
    TokenMoveTable,
    TrainDiscountTable,
)
from companion.titles.schema.switches import Source
from companion.titles.schema.value_tables import ValueTable, make_value, value_of

# powers that do nothing without a title's own rules in Python
NEED_OWN_RULES = frozenset(
    (
        *("build", "more_lays", "joint", "new_city", "moves_token"),
        *("extra_lay", "river", "every_river", "token"),
    )
)


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
    closes_with_par: Company | None = describe(
        "It closes when its buyer has named the par of this company.", "L&N", None
    )
    closes_with_use: Flag | None = describe("It closes when its power is used.", True, None)
    blocks_until: PhaseName | None = describe(
        "It blocks its hexes until this phase begins, if it does not end before.", "4", None
    )
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
    token_move: TokenMoveTable | None = describe(
        "The move of a token to a hex, and a tile there. A neutral token stays in the place of a"
        " home token.",
        {"to": ["C3", "D4"], "never_from": ["B4"]},
        None,
    )
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
    exchange_from: Annotated[tuple[Source, ...], Listed(1, 2)] | None = describe(
        "The places of the shares that it is exchanged for, else both.", ["initial"], None
    )
    owner_tile: PlayerTileTable | None = describe(
        "A tile that is laid by the player who owns it. They lay it in a stock round, between the"
        " turns of companies, or while a company of theirs lays track.",
        {"hexes": ["B11"], "tiles": ["437"]},
        None,
    )
    seller_tile: PlayerTileTable | None = describe(
        "A tile that a player lays who has just sold it to a company.",
        {"hexes": ["C4"], "tiles": ["12"]},
        None,
    )
    free_terrain: Annotated[str, Text(40)] | None = describe(
        "The kind of terrain on which its company lays track free of charge.", "mountain", None
    )
    stays_open: Flag | None = describe(
        "It stays open when privates close, if a player owns it. No company buys it after that.",
        True,
        None,
    )
    closes_in_phase: PhaseName | None = describe(
        "It closes when this phase begins, whoever owns it, and not with the others.", "6", None
    )
    crossing_income: Sum | None = describe(
        "The sum that the bank pays its owner for each side with a cost that a company pays for.",
        10,
        None,
    )
    revenues: dict[PhaseName, Sum] | None = describe(
        "Its revenue from a phase on, in place of the first one.", {"5": 50}, None
    )

    def values(self, written: dict[str, Any]) -> dict[str, Any]:
        """Return the value of each power that is ``written`` in the file."""
        found = ((name, getattr(self, name)) for name in written)
        return {name: _value(power, written[name]) for name, power in found}


def _value(power: object, written: object) -> object:
    """Return the value of a power: of a table, of a list of tables, or as it is written."""
    tables = power if isinstance(power, tuple) else (power,)
    is_table = any(isinstance(table, ValueTable) for table in tables)
    return value_of(power) if is_table else written


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
        values = {"number": self.number or place, "text": self.text or "", "powers": powers}
        return make_value(self, title_data.Private, **values)
