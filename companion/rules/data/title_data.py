"""A title's data as frozen values, as its TOML files state them.

:mod:`companion.titles.loading` reads and checks the files.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from companion.board.map import Map
from companion.board.trains import TrainKind
from companion.languages import format_number, gettext_name
from companion.rules.data import switches
from companion.rules.data.companies import Company, CompanyKind, NeutralToken
from companion.rules.data.lay_allowance import LayAllowance, LayPermission, allowances
from companion.rules.data.options import MAP_OPTION, Option, Reading
from companion.rules.data.printed_markets import FREEDOMS, Cell, PrintedMarket
from companion.rules.data.setup import EDITION

EVERY_KIND = ""  # key for every kind of company that is not named
WITH_ROUTE, WITH_TWO_STOPS, ALWAYS = "with a route", "with two stops", "always"  # must_own
NEVER = "never"
STANDARD, ACCOUNTS = "standard", "accounts"  # play
ANY, ONE, ONE_OF_EACH = "any", "one", "one_of_each_type"  # trains from the bank in a turn


@lru_cache(maxsize=1024)  # a refusal names its section even if nobody reads it
def _fill_citation(citation: str, name: str, section: str) -> str:
    parts = {"{name}": name, "{section}": section}
    return re.sub(r"\{name\}|\{section\}", lambda part: parts[part[0]], citation)


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase and the things it allows.

    ``train_limits`` maps a kind of company to the number of trains it may have on a charter;
    EVERY_KIND stands for kinds not named. ``tiles`` are the available colours. ``values`` are
    further colours under which printed values have begun. ``pars`` are the kinds of market space on
    which companies are started. ``float_shares`` is 0 if the title does not use it. ``bank_trains``
    is the number of trains from the bank in a turn: ANY, ONE, ONE_OF_EACH. ``from_round`` is the
    number of the operating round of the game with which the phase begins, 0 for none. ``lays`` are
    the lays of a turn from the phase on, if they are others.
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
    bank_trains: str = ANY
    from_round: int = 0
    lays: tuple[LayPermission, ...] | None = None

    @property
    def clock(self) -> tuple[str, ...]:
        """The colours that select printed values, in order; the last one begun counts."""
        return (*self.tiles, *self.values)

    def train_limit(self, kind: str) -> int:
        """Return the number of trains a company of that kind may have on a charter."""
        return self.train_limits.get(kind, self.train_limits.get(EVERY_KIND, 0))


@dataclass(frozen=True, slots=True)
class TrainType:
    """A type of train.

    ``count`` is a number, or a number by count of players; None means unlimited. A train with the
    ``price`` 0 is never bought. ``kind`` says how it runs.

    The first train of the type starts ``phase``, or the phase with the type's own name if one
    exists. The phase ``rusted_by`` removes the type from the game. If ``last_run`` is set, a train
    that has never run is removed only after its next run. If ``obsolete`` is set, one in use stays
    for its company's next run, neither sold nor counted. The first sale of the type ``after`` puts
    this type on sale as well. ``beside`` is the type that comes on sale at the same time. It is the
    other side of the cards of the type ``side_of``.

    The type leaves the game after the operating round of the game with the number ``rusts_after``,
    0 for none. Companies then receive ``salvage`` for each of their trains.
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
    obsolete: bool = False
    side_of: str | None = None
    rusts_after: int = 0
    salvage: int = 0

    def copies(self, players: int) -> int:
        """Return the number of trains at the start; 1 for an unlimited type."""
        if self.count is None:
            return 1
        return self.count if isinstance(self.count, int) else self.count[players]

    @property
    def brings(self) -> str:
        """The phase that the first train of the type starts."""
        return self.phase or self.name


@dataclass(frozen=True, slots=True)
class PairBonus:
    """A bonus for a train that visits all of these stops, ``until`` a phase begins.

    ``with_token`` is for companies with a token in the first stop.
    """

    name: str
    stops: tuple[str, ...]
    amount: int
    with_token: bool = False
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Private:
    """A private company; ``powers`` are the title's own data about its powers."""

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
    """Everything that a title's TOML files state, in one edition.

    ``edition`` is the edition in words, ``edition_key`` its choice of the option of that name, ""
    for a title with one edition. ``preface`` is what the page of its readings says first,
    ``differences`` how it differs from the usual edition.
    """

    name: str
    slug: str
    edition: str
    currency: str
    bank: int | None
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]  # by number of players; empty if there is none
    words: Mapping[str, str]
    citations: Mapping[str, str]
    options: tuple[Option, ...]
    charts: tuple[PrintedMarket, ...]
    phases: tuple[Phase, ...]
    train_types: tuple[TrainType, ...]
    kind_list: tuple[CompanyKind, ...]
    company_list: tuple[Company, ...]
    private_list: tuple[Private, ...]
    map: Map
    tiles: Mapping[str, int | None]
    track: LayAllowance
    citation: str = "{name} {section}"  # of a place in the rule book: these two are replaced
    receipts: Mapping[str, str] = field(default_factory=dict)  # kind of receipt -> section
    readings: tuple[Reading, ...] = ()
    talk: tuple[str, ...] = ()  # the book's rules about deals and talk at the table
    marker_list: tuple[NeutralToken, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict)  # data read only by the title's own rules
    must_own: str = WITH_ROUTE  # or another of them: when a company without a train must buy one
    first_track: LayAllowance | None = None  # the lays of a company's first turn, if others
    house_rules: tuple[Option, ...] = ()  # rules the table may switch off for a whole game
    certificate_bonus: switches.CertificateBonus | None = None
    has_book: bool = True  # or sections are the numbers of ``rules``
    rules: Mapping[str, str] = field(default_factory=dict)  # number of a rule -> its text
    # the numbers of players that change the data, each with the privates that are then missing
    patched_counts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    usual_privates: Mapping[str, str] = field(default_factory=dict)  # names, of patched data
    edition_key: str = ""
    preface: str = ""
    differences: tuple[str, ...] = ()
    map_needed: str = ""  # why the title is not played without its map; "" if it may be
    played_on_site: bool = True  # if 18xx.games has the title at all
    card: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # its own lines on the rules card
    opening: switches.OpeningSwitches = field(default_factory=switches.OpeningSwitches)
    stock: switches.StockSwitches = field(default_factory=switches.StockSwitches)
    dividends: switches.DividendSwitches = field(default_factory=switches.DividendSwitches)
    operating: switches.OperatingSwitches = field(default_factory=switches.OperatingSwitches)
    route_bonuses: tuple[PairBonus, ...] = ()
    own_shares: switches.OwnShareSwitches = field(default_factory=switches.OwnShareSwitches)
    private_use: switches.PrivateUseSwitches = field(default_factory=switches.PrivateUseSwitches)
    train_sale: switches.TrainSaleSwitches = field(default_factory=switches.TrainSaleSwitches)
    ends: switches.EndSwitches = field(default_factory=switches.EndSwitches)
    play: str = STANDARD  # or ACCOUNTS: the rules, for a title without rules of its own

    @property
    def has_map(self) -> bool:
        """Whether it has a map; else it is always played without one."""
        return bool(self.map.hexes)

    @property
    def has_board(self) -> bool:
        """Whether it has a map, a market, trains and phases, not accounts alone."""
        return self.play != ACCOUNTS

    @property
    def shown_name(self) -> str:
        """Its name on screens and paper; that of games of accounts is a text, not a name."""
        return self.name if self.has_board else gettext_name(self.name)

    @property
    def choices(self) -> tuple[Option, ...]:
        """Everything that a table chooses at set-up: options, house rules, and the map or none."""
        own = (*self.options, *self.house_rules)
        return own if self.map_needed or not self.has_map else (*own, MAP_OPTION)

    @property
    def editions(self) -> tuple[str, ...]:
        """The keys of all editions; none for a title with one."""
        return next((option.choices for option in self.options if option.key == EDITION), ())

    @property
    def offered_options(self) -> tuple[Option, ...]:
        """The options of this edition, without the choice of the edition."""
        own = (option for option in self.options if option.is_of(self.edition_key))
        return tuple(option for option in own if option.key != EDITION)

    @property
    def token_owners(self) -> tuple[Company | NeutralToken, ...]:
        """All owners of tokens on the map: the companies and the markers."""
        return (*self.company_list, *self.marker_list)

    def cite(self, code: str, about: str = "") -> str:
        """Return the rule-book reference for a refusal code.

        The reference for the code with its subject ``about`` comes first. Codes of a group may
        share a reference. Returns "" if there is none.
        """
        for key in (f"{code}.{about}", code, code.partition(".")[0]):
            if section := self.citations.get(key):
                return self.place(section)
        return ""

    def cite_receipt(self, kind: str, code: str, *about: str) -> str:
        """Return the rule-book reference for a kind of receipt, which is a memo or an action.

        The reference for the kind with its subject ``about`` comes first, then that for the kind.
        The last resort is the reference for the refusal ``code``.
        """
        for key in (*(f"{kind}.{one}" for one in about), kind):
            if section := self.receipts.get(key):
                return self.place(section)
        return self.cite(code) if code else ""

    def place(self, section: str) -> str:
        """Return the section of the rule book with the name of the title."""
        return _fill_citation(self.citation, self.name, section) if section else ""

    def rule_texts(self, reference: str) -> dict[str, str]:
        """Return the texts of the numbered rules that a reference names, by their numbers."""
        before, _, after = self.place("\n").partition("\n")
        numbers = reference.removeprefix(before).removesuffix(after).split(", ")
        return {number: self.rules[number] for number in numbers if number in self.rules}

    def with_train_counts(self, counts: Mapping[str, int]) -> "TitleData":
        """Return the same data with other numbers of trains for some types."""
        types = (replace(t, count=counts.get(t.name, t.count)) for t in self.train_types)
        return replace(self, train_types=tuple(types))

    @cached_property
    def track_by_phase(self) -> Mapping[str, LayAllowance]:
        """The lays of a turn by phase: those of the last phase that has others."""
        found = allowances(self.track, [phase.lays for phase in self.phases])
        return dict(zip([phase.name for phase in self.phases], found, strict=True))

    @cached_property
    def tiles_of_privates(self) -> frozenset[str]:
        """The tiles that only privates build or lay."""
        powers = [private.powers for private in self.private_list]
        built = {tile for own in powers if "builds" in own for _, tile, _ in own["builds"].tiles}
        keys = ("additional_tile", "owner_tile")
        laid = [own[key] for own in powers for key in keys if key in own]
        return frozenset(built.union(*(own.tiles for own in laid if own.reserved)))

    @cached_property
    def has_calendar(self) -> bool:
        """Whether operating rounds are counted, because phases or rust depend on their numbers."""
        return any(phase.from_round for phase in self.phases) or any(
            type.rusts_after for type in self.train_types
        )

    @cached_property
    def companies(self) -> Mapping[str, Company]:
        """Companies by symbol, in printed order."""
        return {company.symbol: company for company in self.company_list}

    @cached_property
    def neutral_company(self) -> str:
        """The company whose own tokens the neutral ones are, "" if there is none."""
        return next((one.symbol for one in self.company_list if one.neutral_supply), "")

    @cached_property
    def markets(self) -> Mapping[str, PrintedMarket]:
        """Markets by name, in operating order."""
        return {chart.name: chart for chart in self.charts}

    @property
    def chart(self) -> PrintedMarket:
        """The only market of the title. Raises ValueError if there are several."""
        (chart,) = self.charts
        return chart

    @cached_property
    def free_cells(self) -> Mapping[str, frozenset[str]]:
        """The cells of all markets in which shares have each freedom."""
        return {
            freedom: frozenset(
                cell.id
                for chart in self.charts
                for cell in chart.cells.values()
                if chart.allows(cell, freedom)
            )
            for freedom in FREEDOMS
        }

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """Every cell of every market by its id."""
        return {id: cell for chart in self.charts for id, cell in chart.cells.items()}

    @cached_property
    def kinds(self) -> Mapping[str, CompanyKind]:
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

    @cached_property
    def issuers(self) -> Mapping[str, str]:
        """The company of every certificate, by id."""
        return {c: company.symbol for company in self.company_list for c in company.certificates}

    def full_name(self, id: str) -> str:
        """Return the full name of a company or private, also of one left out; else the id."""
        named = self.companies.get(id) or self.privates.get(id)
        return named.name if named else self.usual_privates.get(id, id)

    def option(self, key: str) -> Option:
        """Return the option with that key. Raises KeyError if there is none."""
        return self._options[key]

    @cached_property
    def _options(self) -> Mapping[str, Option]:
        return {option.key: option for option in self.choices}

    def reaches(self, now: str, phase: str) -> bool:
        """Return whether the phase ``now`` is ``phase`` or a later one."""
        names = [each.name for each in self.phases]
        return names.index(now) >= names.index(phase)

    def phase(self, name: str) -> Phase:
        """Return the phase with that name."""
        return self._phases[name]

    @cached_property
    def _phases(self) -> Mapping[str, Phase]:
        return {phase.name: phase for phase in self.phases}

    def money(self, amount: float) -> str:
        """Return an amount as text: "$1,000", "fl. 100", with a true minus sign below zero."""
        sign = "−" if amount < 0 else ""
        space = "\u00a0" if self.currency.endswith(".") else ""
        return f"{sign}{self.currency}{space}{format_number(abs(amount))}"
