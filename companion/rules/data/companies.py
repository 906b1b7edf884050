"""Companies and their kinds, as a title's TOML files state them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

FULL, PRICE, INCREMENTAL = "full", "price", "incremental"
CAPITALS = (FULL, PRICE, INCREMENTAL)


@dataclass(frozen=True, slots=True)
class CompanyKind:
    """A kind of company.

    A company's kind may change (see :mod:`companion.rules.shares.company_kinds`).

    ``certificates`` are the percents of its certificates. A company that is ``directed`` has a
    president, whose certificate is the first. ``unit`` is the percent of one share; prices are per
    share, on the ``market`` of that name. ``counted`` says whether certificates count against the
    limit. ``holding_limit`` and ``pool_limit`` are percents, for an owner and for the pool; None
    means no limit.

    A company floats when ``floats_at`` percent has left the initial offering; None leaves it to the
    title's rules. ``capital`` is its capitalisation. FULL pays all shares at par when it floats.
    PRICE pays all shares at the price of that moment. With INCREMENTAL the buyers of its shares pay
    the company. ``pool_pays`` says whether dividends on shares in the pool go to the company or to
    nobody, and ``initial_pays`` says so of the initial offering. ``operates`` says whether its
    companies operate in turn, ordered by price. With ``holds_own`` the table may move shares into
    their treasuries, by a correction.
    """

    name: str
    certificates: tuple[int, ...]
    unit: int
    directed: bool = True
    counted: bool = True
    holding_limit: int | None = None
    pool_limit: int | None = None
    floats_at: int | None = None
    capital: str = FULL
    market: str = ""
    pool_pays: bool = True
    initial_pays: bool = False
    holds_own: bool = False
    operates: bool = True

    def shares(self, percent: int) -> int:
        """Return the number of whole shares in that percent."""
        return percent // self.unit

    def value(self, percent: int, price: int) -> int:
        """Return the value of that percent at ``price`` a share, rounded down."""
        return percent * price // self.unit


Home = tuple[str, ...]  # the possible places of a home: stops ("H12.0") or hexes ("H12")
Homes = tuple[Home, ...]


@dataclass(frozen=True)
class Company:
    """A public company.

    ``kind`` is its kind at the start. ``shares`` are the percents of its certificates as printed,
    the president's first if it has one.

    ``homes`` are its homes at the start. A home may offer several places to choose from. If
    ``keeps_all`` is set, all of them are reserved until the company has chosen. Otherwise other
    companies must leave it only one of them.
    """

    symbol: str
    name: str
    short: str
    colour: str
    homes: Homes
    token_costs: tuple[int, ...]
    shares: tuple[int, ...]
    kind: CompanyKind
    keeps_all: bool = True
    home_from_start: bool = False  # its home token lies on the map before it begins
    neutral_token: bool = False  # it has a neutral token, too
    neutral_supply: int = 0  # so many neutral tokens are its own; it places none itself
    token_bonuses: Mapping[str, int] = field(default_factory=dict)  # by hex of a token

    @property
    def token_count(self) -> int:
        """The number of its tokens at the start, with the neutral ones that are its own."""
        return len(self.token_costs) + self.neutral_supply

    @cached_property
    def certificates(self) -> tuple[str, ...]:
        """The ids of its certificates, the president's first ("PRR_0")."""
        return tuple(f"{self.symbol}_{number}" for number in range(len(self.shares)))

    @cached_property
    def ordinary(self) -> tuple[tuple[str, int], ...]:
        """Its certificates except the president's, each with its percent."""
        first = 1 if self.kind.directed else 0
        return tuple(zip(self.certificates, self.shares, strict=True))[first:]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The distinct percents of its ordinary certificates, smallest first."""
        return tuple(sorted({size for _, size in self.ordinary}))

    @cached_property
    def step(self) -> int:
        """The percent of its smallest certificate; all transfers are multiples of it."""
        return min(self.shares)


@dataclass(frozen=True, slots=True)
class NeutralToken:
    """A token without an owner, of unlimited number.

    ``at`` are the cities where one lies at the start.
    """

    symbol: str
    name: str
    short: str
    colour: str
    at: tuple[str, ...] = ()
    lets_pass: bool = False  # whether routes pass it
