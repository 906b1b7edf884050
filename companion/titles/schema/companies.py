"""Kinds of company, companies and neutral tokens."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, ValidationInfo, field_validator

from companion.rules.data import companies as company_data
from companion.rules.data.companies import CAPITALS, FULL, Homes, NeutralToken
from companion.titles.schema.fields import (
    City,
    Count,
    Flag,
    Kind,
    KindName,
    Known,
    Listed,
    MapHex,
    Mark,
    Name,
    Paint,
    Percent,
    Place,
    Share,
    Sum,
    Symbol,
    Table,
    Unique,
    Word,
    describe,
    fault,
)
from companion.titles.schema.names import Names
from companion.titles.schema.value_tables import ValueTable, make_value

Certificates = Annotated[tuple[Share, ...], Listed(1, 100)]
Capital = Annotated[Literal["full", "price", "incremental"], Word()]
assert set(CAPITALS) == {"full", "price", "incremental"}


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Home = Annotated[tuple[Place, ...], Listed(), BeforeValidator(_as_list)]


def _check_sum(certificates: tuple[int, ...] | None) -> None:
    if certificates is not None and sum(certificates) != 100:
        raise fault(f"the percents sum to {sum(certificates)}; 100 is needed")


class KindTable(Table):
    """A kind of company."""

    name: Annotated[Kind, Unique("kind")] = describe("The name of the kind.", "major")
    certificates: Certificates = describe(
        "The percents of a company's certificates, the president's first.", [20, 10, 10, 60]
    )
    unit: Share | None = describe(
        "The percent of one share, else the smallest certificate.", 5, None
    )
    directed: Flag = describe("Whether its companies have a president.", False, True)
    counted: Flag = describe("Whether its certificates count against the limit.", False, True)
    holding_limit: Percent | None = describe("The most percent that a player may hold.", 60, None)
    pool_limit: Percent | None = describe("The most percent that the pool takes.", 50, None)
    floats_at: Percent | None = describe(
        "The percent that has left the initial offering when a company floats.", 60, None
    )
    capital: Capital = describe(
        "The capital of a company: all shares at par when it floats, all at the price then,"
        " or each share when it is bought.",
        "incremental",
        FULL,
    )
    market: Annotated[str, Known("market")] | None = describe(
        "The market of its companies, else the first.", "local", None
    )
    pool_pays: Flag = describe(
        "Whether companies are paid for their shares in the pool.", False, True
    )
    initial_pays: Flag = describe(
        "Whether companies are paid for their shares in the initial offering.", True, False
    )
    holds_own: Flag = describe(
        "Whether the table may move shares into its companies' treasuries, by a correction.",
        True,
        False,
    )
    operates: Flag = describe("Whether its companies operate in turn.", False, True)

    @field_validator("certificates")
    @classmethod
    def _check_certificates(cls, certificates: tuple[int, ...]) -> tuple[int, ...]:
        _check_sum(certificates)
        return certificates

    @field_validator("unit")
    @classmethod
    def _check_unit(cls, unit: int | None, info: ValidationInfo) -> int | None:
        parts = info.data.get("certificates", ())
        if unit is not None and any(part % unit for part in parts):
            raise fault(f"is {unit}, and certificates are no whole shares of {unit}%")
        return unit

    def build(self, markets: list[str]) -> company_data.CompanyKind:
        """Return the kind; ``markets`` are the names of all markets."""
        market = markets[0] if self.market is None else self.market
        unit = self.unit or min(self.certificates)
        return make_value(self, company_data.CompanyKind, unit=unit, market=market)


class TokenOwnerTable(Table):
    """An owner of tokens on the map."""

    symbol: Annotated[Symbol, Unique("owner")] = describe("Its symbol.", "B&O")
    name: Name = describe("Its name.", "Baltimore & Ohio")
    short: Mark = describe("Up to three characters for its tokens.", "BO")
    colour: Paint = describe("Its colour.", "#025aaa")


class CompanyTable(TokenOwnerTable):
    """A company."""

    short: Annotated[Mark, Unique("short")] = describe(
        "Up to three characters for its tokens.", "BO"
    )
    kind: KindName | None = describe("Its kind, else the first.", "major", None)
    home: Home | None = describe(
        "Its home: a city, a hex with cities, or a list of several to choose from.", "H12.0", None
    )
    homes: Annotated[tuple[Home, ...], Listed()] | None = describe(
        "Its homes, where it has several or none.",
        ["H12.0", ["I16", "K16"]],
        None,
        validate_default=True,
    )
    token_costs: Annotated[tuple[Sum, ...], Listed()] = describe(
        "The cost of each of its tokens, in order.", [0, 40, 100]
    )
    shares: Certificates | None = describe(
        "The percents of its certificates, else those of its kind.", [40, 20, 20, 20], None
    )
    keeps_all: Flag = describe(
        "Whether all places of its homes are reserved for it, not only one of each.", False, True
    )
    token_bonuses: dict[MapHex, Sum] = describe(
        "The sums that the bank pays for the company's token of a turn on a hex.", {"G4": 100}, {}
    )
    neutral_token: Flag = describe(
        "Whether it may place a neutral token, once, free of charge, as its token of a turn.",
        True,
        False,
    )
    neutral_supply: Count = describe(
        "The number of neutral tokens, which are its own and which it never places itself. All"
        " companies pass them. It is started once there is one on the map.",
        6,
        0,
    )
    home_from_start: Flag = describe(
        "Whether its home token lies on the map before the company begins.", True, False
    )

    @field_validator("homes")
    @classmethod
    def _check_homes(cls, homes: Homes | None, info: ValidationInfo) -> Homes | None:
        if "home" in info.data and (info.data["home"] is None) == (homes is None):
            raise fault("either home or homes is needed")
        near = [at for home in homes or () for at in {place.partition(".")[0] for place in home}]
        if len(set(near)) < len(near):
            raise fault("two homes may lie in one hex; each needs another")
        return homes

    @field_validator("shares")
    @classmethod
    def _check_shares(
        cls, shares: tuple[int, ...] | None, info: ValidationInfo
    ) -> tuple[int, ...] | None:
        _check_sum(shares)
        units = info.context.units if isinstance(info.context, Names) else {}
        unit = units.get(info.data.get("kind") or next(iter(units), ""), 1)
        if any(share % unit for share in shares or ()):
            raise fault(f"these are no whole shares of {unit}%, the unit of its kind")
        return shares

    def build(self, kinds: dict[str, company_data.CompanyKind]) -> company_data.Company:
        """Return the company; ``kinds`` are all by name."""
        kind = kinds[self.kind or next(iter(kinds))]
        homes = self.homes if self.homes is not None else (self.home or (),)
        shares = self.shares or kind.certificates
        return make_value(self, company_data.Company, homes=homes, shares=shares, kind=kind)


class MarkerTable(TokenOwnerTable, ValueTable[NeutralToken]):
    """A token without an owner, of unlimited number."""

    at: Annotated[tuple[City, ...], Listed()] = describe(
        "The cities where one lies at the start.", ["B5.0"], ()
    )
    lets_pass: Flag = describe("Whether routes pass it.", True, False)
