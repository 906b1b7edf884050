"""A title's data as frozen values: what its TOML files say, checked (see
:mod:`companion.titles.loading`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.board.map import Map
from companion.board.trains import TrainKind
from companion.languages import format_number, lazy_gettext
from companion.rules.data.charts import Cell, Chart
from companion.rules.data.lay_allowance import Allowance


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the choices that the text of an option is made of: the ids of which one is taken, and
    the thing that it is chosen ``of`` (for), "" where it stands alone.
    """

    ids: tuple[str, ...]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice at set-up. ``kind`` is "flag", "number" or "text". ``reading`` marks another reading
    of the rule book, which games from elsewhere are played under and screens need not offer.
    ``overrules`` is the code of the refusal that a house rule overrules for the whole game; such an
    option is called by it, and ``rule`` is the place of that refusal in the book. ``picks`` are the
    choices that a text is made of.
    """

    key: str
    says: str
    kind: str
    default: bool | int | str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    rule: str = ""
    reading: bool = False
    overrules: str = ""
    picks: tuple[Pick, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How the rule book is read in one place. ``because`` is why it needs to be read at all:
    "silent", "unclear", "practice" or "imports" (see BECAUSE); ``option`` the key of the option
    that changes it, "" where none does.
    """

    section: str
    about: str
    because: str
    says: str
    option: str = ""


BECAUSE = {
    "silent": lazy_gettext("the book is silent"),
    "unclear": lazy_gettext("the book can be read in two ways"),
    "practice": lazy_gettext("as tables play it, not the book's letter"),
    "imports": lazy_gettext("as the book says; games from elsewhere differ"),
}


EVERY_KIND = ""  # of company, that is not named
# When a company without a train must buy one.
WITH_ROUTE, ALWAYS = "with a route", "always"


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase: what it allows. ``train_limits`` is by kind of company how many trains it may have
    on a charter, EVERY_KIND for those not named; ``tiles`` are the colours available, ``values``
    others under which printed values have begun; ``pars`` the kinds of market space at which
    companies are started; ``float_shares`` where a title has it.
    """

    name: str
    train_limits: Mapping[str, int]
    tiles: tuple[str, ...]
    operating_rounds: int = 1
    privates_for_companies: bool = False
    privates_close: bool = False
    float_shares: int = 0
    pars: frozenset[str] = frozenset(("par",))
    values: tuple[str, ...] = ()

    @property
    def clock(self) -> tuple[str, ...]:
        """The colours by which printed values go, in their order: the last one begun counts."""
        return (*self.tiles, *self.values)

    def train_limit(self, kind: str) -> int:
        """How many trains a company of a kind may have on a charter."""
        return self.train_limits.get(kind, self.train_limits.get(EVERY_KIND, 0))


@dataclass(frozen=True, slots=True)
class TrainType:
    """A type of train. ``count`` may be by number of players, and None is unlimited; one with the
    ``price`` 0 is never bought; ``kind`` is how it runs.

    The first one brings ``phase``, or the phase of its own name if there is one; the phase
    ``rusted_by`` takes the type out of the game, and with ``last_run`` each that has never run only
    after its next run. ``after`` is the type whose first sale puts this one on sale beside the
    others; ``beside`` is the type it comes on sale together with.
    """

    name: str
    price: int
    count: int | Mapping[int, int] | None
    kind: TrainKind
    rusted_by: str | None = None
    after: str | None = None
    beside: str | None = None
    phase: str | None = None
    trade_in: Mapping[str, int] | None = None
    last_run: bool = False

    def copies(self, players: int) -> int:
        """How many there are at the start; of unlimited ones one lies ready."""
        if self.count is None:
            return 1
        return self.count if isinstance(self.count, int) else self.count[players]

    @property
    def brings(self) -> str:
        """The phase that begins with the first one, if there is one of that name."""
        return self.phase or self.name


FULL, PRICE, INCREMENTAL = "full", "price", "incremental"
CAPITALS = (FULL, PRICE, INCREMENTAL)


@dataclass(frozen=True, slots=True)
class CertificateBonus:
    """A player may hold ``number`` certificates more for each company with a director of which they
    have ``percent``.
    """

    percent: int
    number: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of company. What kind a company is of may change (see
    :mod:`companion.rules.shares.company_kinds`).

    ``certificates`` are the percents of its certificates; one that is ``directed`` has a
    president, whose certificate is the first. ``unit`` is the percent of one share, which prices
    are of, on the ``market`` of that name; ``counted`` whether certificates count against the
    limit. Nobody may hold more percent
    than ``holding_limit``, nor may the pool hold more than ``pool_limit``; None: as much as there
    is. It floats when ``floats_at`` percent has left the initial offering; None: when the title
    says so. The bank pays its ``capital`` when it is floated: FULL for all shares at par, PRICE for
    all shares at the price of that moment. INCREMENTAL: who buys its shares pays the company.
    ``pool_pays`` is whether a dividend on shares in the pool goes to the company, and not to
    nobody. ``operates`` is whether its companies operate in turn, by their prices.
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
    operates: bool = True

    def shares(self, percent: int) -> int:
        """How many whole shares so many percent are."""
        return percent // self.unit

    def value(self, percent: int, price: int) -> int:
        """What so many percent cost or bring at ``price`` a share, rounded down."""
        return percent * price // self.unit


Home = tuple[str, ...]  # the places of which one is to be it: stops ("H12.0") or hexes ("H12")
Homes = tuple[Home, ...]


@dataclass(frozen=True)
class Company:
    """A public company. ``kind`` is the kind it begins as; ``shares`` are the percents of its
    certificates as printed, the president's first where it has one.

    ``homes`` are those it has from the start. Where it may choose one of several places, it keeps
    them all until it has chosen if it ``keeps_all``; else others leave it one of them, no matter
    which.
    """

    symbol: str
    name: str
    short: str
    colour: str
    homes: Homes
    token_costs: tuple[int, ...]
    shares: tuple[int, ...]
    kind: Kind
    keeps_all: bool = True

    @cached_property
    def certificates(self) -> tuple[str, ...]:
        """Ids of its certificates, the president's first ("PRR_0")."""
        return tuple(f"{self.symbol}_{number}" for number in range(len(self.shares)))

    @cached_property
    def ordinary(self) -> tuple[tuple[str, int], ...]:
        """Its certificates but the president's, each with its percent."""
        first = 1 if self.kind.directed else 0
        return tuple(zip(self.certificates, self.shares, strict=True))[first:]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The percents of its certificates but the president's, each once, the least first."""
        return tuple(sorted({size for _, size in self.ordinary}))

    @cached_property
    def step(self) -> int:
        """The percent of its smallest certificate, of which all that changes hands is made."""
        return min(self.shares)


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of nobody, of which there are as many as are needed: how it is called and looks, and
    the cities where one lies from the start.
    """

    symbol: str
    name: str
    short: str
    colour: str
    at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Private:
    """A private company. ``powers`` are the title's own data about what it does."""

    symbol: str
    name: str
    price: int
    revenue: int
    number: int
    blocks: tuple[str, ...] = ()
    text: str = ""
    powers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TitleData:
    """Everything a title's TOML files say."""

    name: str
    slug: str
    edition: str
    currency: str
    bank: int | None
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]  # by number of players; empty where there is none
    words: Mapping[str, str]
    citations: Mapping[str, str]
    options: tuple[Option, ...]
    charts: tuple[Chart, ...]
    phases: tuple[Phase, ...]
    train_types: tuple[TrainType, ...]
    kind_list: tuple[Kind, ...]
    company_list: tuple[Company, ...]
    private_list: tuple[Private, ...]
    map: Map
    tiles: Mapping[str, int | None]
    track: Allowance
    citation: str = "{name} {section}"  # how a place in the rule book is written
    receipts: Mapping[str, str] = field(default_factory=dict)  # kind of receipt -> section
    readings: tuple[Reading, ...] = ()
    talk: tuple[str, ...] = ()  # what the book says of deals and talk at the table
    marker_list: tuple[Marker, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict)  # what the title's own rules alone read
    must_own: str = WITH_ROUTE  # or ALWAYS: when a company without a train must buy one
    house_rules: tuple[Option, ...] = ()  # what the table may overrule for a whole game
    certificate_bonus: CertificateBonus | None = None

    @property
    def choices(self) -> tuple[Option, ...]:
        """Everything that a table chooses at set-up: the title's options, and its house rules."""
        return (*self.options, *self.house_rules)

    @property
    def token_owners(self) -> tuple[Company | Marker, ...]:
        """All whose tokens may lie on the map: the companies, and nobody by each of his markers."""
        return (*self.company_list, *self.marker_list)

    def cite(self, code: str, about: str = "") -> str:
        """The place in the rule book for a refusal code, that of the code and what it is ``about``
        first; codes of a group may share one.
        """
        for key in (f"{code}.{about}", code, code.partition(".")[0]):
            if section := self.citations.get(key):
                return self.place(section)
        return ""

    def cite_receipt(self, kind: str, code: str, *about: str) -> str:
        """The place in the rule book for a kind of receipt, which is a memo or an action: its own,
        that of the kind and what it is ``about`` first; or else that of the refusal ``code``.
        """
        for key in (*(f"{kind}.{one}" for one in about), kind):
            if section := self.receipts.get(key):
                return self.place(section)
        return self.cite(code) if code else ""

    def place(self, section: str) -> str:
        """A section of the rule book, with the name of the title."""
        return self.citation.format(name=self.name, section=section) if section else ""

    def with_train_counts(self, counts: Mapping[str, int]) -> "TitleData":
        """The same data with other numbers of trains of some types."""
        types = (replace(t, count=counts.get(t.name, t.count)) for t in self.train_types)
        return replace(self, train_types=tuple(types))

    @cached_property
    def built_tiles(self) -> frozenset[str]:
        """The tiles that nobody lays: privates build them."""
        built = (private.powers.get("builds") for private in self.private_list)
        return frozenset(tile for builds in built if builds for _, tile, _ in builds.tiles)

    @cached_property
    def companies(self) -> Mapping[str, Company]:
        """Companies by symbol, in printed order."""
        return {company.symbol: company for company in self.company_list}

    @cached_property
    def markets(self) -> Mapping[str, Chart]:
        """Markets by name, in operating order."""
        return {chart.name: chart for chart in self.charts}

    @property
    def chart(self) -> Chart:
        """The market of a title that has no other. Raises ValueError where there are several."""
        (chart,) = self.charts
        return chart

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """Every cell of every market by its id."""
        return {id: cell for chart in self.charts for id, cell in chart.cells.items()}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Kinds of company by name, the usual one first."""
        return {kind.name: kind for kind in self.kind_list}

    @cached_property
    def privates(self) -> Mapping[str, Private]:
        """Privates by symbol, in order of number."""
        return {private.symbol: private for private in self.private_list}

    @cached_property
    def trains(self) -> Mapping[str, TrainType]:
        """Train types by name, in order of sale."""
        return {train.name: train for train in self.train_types}

    @cached_property
    def percents(self) -> Mapping[str, int]:
        """The percent of every certificate, by id."""
        return {
            certificate: percent
            for company in self.company_list
            for certificate, percent in zip(company.certificates, company.shares, strict=True)
        }

    def full_name(self, id: str) -> str:
        """A company or a private by its full name, anything else by its id."""
        if id in self.companies:
            return self.companies[id].name
        return self.privates[id].name if id in self.privates else id

    def option(self, key: str) -> Option:
        """The option of that key. Raises KeyError."""
        return self._options[key]

    @cached_property
    def _options(self) -> Mapping[str, Option]:
        return {option.key: option for option in self.choices}

    def reaches(self, now: str, phase: str) -> bool:
        """Is the phase ``now`` that one, or a later one?"""
        names = [each.name for each in self.phases]
        return names.index(now) >= names.index(phase)

    def phase(self, name: str) -> Phase:
        """The phase of that name."""
        return self._phases[name]

    @cached_property
    def _phases(self) -> Mapping[str, Phase]:
        return {phase.name: phase for phase in self.phases}

    def money(self, amount: float) -> str:
        """An amount as a sentence shows it: "$1,000", "fl. 100", with a true minus below zero."""
        sign = "−" if amount < 0 else ""
        space = " " if self.currency.endswith(".") else ""
        return f"{sign}{self.currency}{space}{format_number(abs(amount))}"
