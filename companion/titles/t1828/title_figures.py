"""Figures of 1828 that no other title has: ``[own]`` in its ``title.toml``, and the railway."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ValidationInfo, field_validator

from companion.board.tiles import DataError
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import Rules
from companion.titles.schema.fields import (
    Company,
    Count,
    Flag,
    Listed,
    MapHex,
    Name,
    Numbered,
    Percent,
    PhaseName,
    Sum,
    Table,
    Text,
    Whole,
    Word,
    describe,
    fault,
)
from companion.titles.schema.own_figures import check_own
from companion.titles.schema.power_tables import Hexes
from companion.titles.t1828.merger_shares import ALL, CERTIFICATE

SYSTEM = "system"  # the kind of company that a merger makes


class CoalFigures(Table):
    """The coal markers."""

    price: Sum = describe("The price of a marker.", 120)
    field: MapHex = describe("The hex where it is bought.", "K11")
    tunnel: MapHex = describe("The hex where one lies until the tunnel is built.", "K13")
    lies: Hexes = describe("The hexes of all markers at the start.", ["K11", "K13"])

    @field_validator("lies")
    @classmethod
    def _check_lies(cls, lies: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        field, tunnel = info.data.get("field"), info.data.get("tunnel")
        if field and tunnel and (set(lies) - {field, tunnel} or lies.count(tunnel) != 1):
            raise fault(f"{field} any number of times and {tunnel} once are needed")
        return lies


@dataclass(frozen=True, slots=True)
class RailwayFigures:
    """The railway of a private.

    ``private`` is the private that operates, ``company`` the company that takes its turn, and
    ``train`` the id of its train.
    """

    private: str
    company: str
    train: str


PricePath = Annotated[Literal["column", "band"], Word()]
MergingCompanies = Annotated[Literal["two_forms", "both_floated"], Word()]
NamingTime = Annotated[Literal["before", "in_turn"], Word()]
Difference = Annotated[Literal["both_ways", "upward"], Word()]
SurrenderPlace = Annotated[Literal["discards", "pool"], Word()]


class MergerFigures(Table):
    """How two companies merge."""

    price_path: PricePath = describe(
        "The way to the system's price. A column is that of the company further left, and then the"
        " top row. A band is the row of the dearer company, and then the ends of the rows above.",
        "column",
    )
    band_from: Annotated[str, Text(5)] | None = describe(
        "The first space of the band, by row and column, where one is outlined.", "11,8", None
    )
    who: MergingCompanies = describe(
        "The companies that may merge: those of one form (both floated before the stock round, or"
        " neither), or those that are floated.",
        "two_forms",
    )
    odd_named: NamingTime = describe(
        "The time to name an odd tenth: before all trades, or at one's own turn.", "before"
    )
    puts_back: Flag = describe(
        "Whether a tenth of the other company is put back in the IPO or the pool where one of the"
        " survivor was taken.",
        True,
    )
    difference: Difference = describe(
        "The owner who is paid the difference in price when another player takes a tenth: that of"
        " one set aside, who may have to pay it too; or the owner of any dearer one.",
        "both_ways",
    )
    surrendered_to: SurrenderPlace = describe("The place of a tenth that is given up.", "discards")
    initial_trades: Flag = describe(
        "Whether all tenths in the IPO and single ones in the pool are traded too.", True
    )
    earlier_sale_forces: Flag = describe(
        "Whether a player who has sold one of the two companies in this round has to give up"
        " their single tenth.",
        True,
    )
    most_markers: Count | None = describe(
        "The most markers of a system (left out: as many as both companies have).", 7, None
    )
    charters: Annotated[int, Whole(1, 2)] = describe("The charters of a system.", 2)


class Figures(Table):
    """The figures of the title's data."""

    discarded: Annotated[Mapping[int, Count], Numbered(12, "players")] = describe(
        "The number of the dearest privates out of the game, by number of players.", {"3": 4}
    )
    bid_step: Annotated[int, Whole(1, 100)] = describe("Bids are multiples of it.", 5)
    bids_sold_when_all_pass: Flag = describe(
        "Whether privates with bids are sold when all pass in the auction.", True
    )
    lowest_on_offer: Flag = describe(
        "Whether all privates of the lowest price without a bid may be bought; else one, when no"
        " other of its face value is without a bid.",
        True,
    )
    pars_with_private: Annotated[frozenset[Name], Listed(0, 10)] = describe(
        "The spaces on which a company starts whose par comes with a private; else those of the"
        " phase.",
        ["yellow", "green"],
        frozenset(),
    )
    initial_limit: Percent | None = describe(
        "The percent of a company that a player holds who buys none of it from the IPO; else the"
        " limit of a holding counts everywhere.",
        60,
        None,
    )
    gray_lifts_before: PhaseName | None = describe(
        "The phase from which gray lifts it no more; else it always does.", "Brown", None
    )
    rises_more_at: Percent = describe(
        "The director's percent with which a sold-out company rises once more.", 80
    )
    one_more_yellow: dict[Company, Sum] = describe(
        "The cost of one more yellow tile, by company.", {"B&M": 40}
    )
    systems_keep_yellow: Flag = describe("Whether systems of these companies may lay it.", True)
    coal: CoalFigures = describe("The coal markers.", {"price": 120})
    merger: MergerFigures = describe("How two companies merge.", {"price_path": "column"})


class Figures1828(Figures):
    """The figures of the title, with those that follow from other data.

    ``blocking`` is the neutral token that closes a slot.
    """

    railway: RailwayFigures
    blocking: str


class RulesWithFigures(Rules):
    """Rules that have read the figures of their title."""

    figures: Figures1828


def figures(rules: Rules) -> Figures1828:
    """Return the figures of a game's title."""
    assert isinstance(rules, RulesWithFigures)
    return rules.figures


def read_figures(data: TitleData) -> Figures1828:
    """Read the figures in the title's data. Raises DataError, which names the error."""
    own = check_own(Figures, data)
    _check_band(data, own.merger.band_from)
    railway, blocking = _railway(data), _blocking(data)
    _check_tenths(data)
    return Figures1828.model_construct(**own.__dict__, railway=railway, blocking=blocking)


def _railway(data: TitleData) -> RailwayFigures:
    """Return the railway of the one private with that power. Raises DataError."""
    having = [private for private in data.private_list if "railway" in private.powers]
    if len(having) != 1:
        where = f"{data.slug}: title.toml.privates"
        raise DataError(f"{where}: {len(having)} have the power railway; one is needed")
    own = having[0].powers["railway"]
    return RailwayFigures(having[0].symbol, own["company"], f"{own['train']}-0")


def _blocking(data: TitleData) -> str:
    """Return the symbol of the title's one neutral token. Raises DataError."""
    if len(data.marker_list) != 1:
        where = f"{data.slug}: title.toml.markers"
        raise DataError(f"{where}: there are {len(data.marker_list)}; one is needed")
    return data.marker_list[0].symbol


def _check_band(data: TitleData, begins: str | None) -> None:
    """Check that the band of prices begins on a cell of the market. Raises DataError."""
    if begins is not None and begins not in data.cells:
        where = f"{data.slug}: title.toml.own.merger.band_from"
        raise DataError(f"{where}: is {begins!r}; a row and column of the market")


def _check_tenths(data: TitleData) -> None:
    """Check that merging companies, and their system, are divided in tenths. Raises DataError.

    Two tenths are in the director's certificate.
    """
    if SYSTEM not in data.kinds:
        raise DataError(f"{data.slug}: title.toml.kinds: there is no kind {SYSTEM!r}")
    share = 100 // ALL
    needed = (CERTIFICATE * share, *(ALL - CERTIFICATE) * (share,))
    for kind in data.kind_list:
        if kind.directed and kind.certificates != needed:
            where = f"{data.slug}: title.toml.kinds: certificates of {kind.name}"
            raise DataError(f"{where} are {list(kind.certificates)}; needed are {list(needed)}")
