"""The file ``title.toml``."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args

from companion.board.map import Map
from companion.rules.data import switches
from companion.rules.data.setup import EDITION
from companion.rules.data.title_data import STANDARD, WITH_ROUTE, TitleData
from companion.rules.explain.rules_card import CARD_KEYS
from companion.rules.words.shared import SHARED
from companion.titles.schema.companies import CompanyTable, KindTable, MarkerTable
from companion.titles.schema.fields import (
    Cited,
    Flag,
    Id,
    KnownCode,
    Listed,
    Name,
    Numbered,
    Percent,
    RuleNumber,
    Says,
    Section,
    Slug,
    Sum,
    Table,
    Text,
    Whole,
    Word,
    describe,
)
from companion.titles.schema.lays import TrackTable
from companion.titles.schema.markets import MarketsTable
from companion.titles.schema.options import HouseRuleTable, OptionTable, ReadingsFile
from companion.titles.schema.power_tables import RouteBonusTable
from companion.titles.schema.privates import PrivateTable
from companion.titles.schema.sale_and_end_switches import EndTable, PrivateUseTable, TrainSaleTable
from companion.titles.schema.switches import (
    DividendTable,
    OpeningTable,
    OperatingTable,
    OwnShareTable,
    StockTable,
)
from companion.titles.schema.trains import PhaseTable, TrainTable
from companion.titles.schema.value_tables import ValueTable, make_value, value_of

USUAL_WORDS = {  # for a title without words of its own
    "president": "president",
    "token": "token",
    "tokens": "tokens",
    "charter": "charter",
}
CardKey = Literal[
    "money",
    "opening",
    "companies",
    "stock_turn",
    "prices",
    "payment",
    "track",
    "trains",
    "emergency",
    "phases",
    "privates",
    "ends",
]
assert get_args(CardKey) == CARD_KEYS
Code = Annotated[
    str,
    Text(60, "[a-z_]+([.][A-Za-z0-9_&]+)*", "a code: words, and dots between them"),
]


class CertificateBonusTable(ValueTable[switches.CertificateBonus]):
    """An addition to the certificate limit."""

    percent: Percent = describe(
        "The percent that a player holds of a company with a president.", 80
    )
    number: Annotated[int, Whole(1, 20)] = describe(
        "The number of certificates that they may hold more.", 2
    )


class PlayersTable(Table):
    """The data by number of players."""

    cash: Annotated[Mapping[int, Sum], Numbered(12)] = describe(
        "The money that each player begins with, by number of players.", {"3": 800, "4": 600}
    )
    certificate_limit: Annotated[
        Mapping[int, Annotated[int, Whole(1, 200)]], Numbered(12, "players")
    ] = describe(
        "The certificate limit by number of players; else there is none.", {"3": 20, "4": 16}, {}
    )
    certificate_bonus: CertificateBonusTable | None = describe(
        "The addition to it for a great part of a company.",
        {"percent": 80, "number": 2},
        None,
    )
    patch: Annotated[Mapping[int, dict[str, Any]], Numbered(12)] = describe(
        "The values that a number of players puts in place of those of the tables, as the patch"
        " of an option does.",
        {"2": {"privates": {"SIR": False}}},
        {},
    )

    @property
    def missing_privates(self) -> dict[int, tuple[str, ...]]:
        """The privates that each patch takes out, by number of players."""
        found = {}
        for count, patch in sorted(self.patch.items()):
            privates = patch.get("privates", {})
            known = privates.items() if isinstance(privates, dict) else ()
            found[count] = tuple(name for name, kept in known if kept is False)
        return found


class TitleFile(MarketsTable):
    """The game but for its map."""

    format: Annotated[int, Whole(1, 1)] = describe("The number of this format.", 1, 1)
    name: Name = describe("The name on the box.", "1830")
    slug: Slug = describe("Its name in addresses.", "steam-over-holland")
    edition: Section = describe("The edition of the rule book.", "published rules of 2022")
    preface: Says | None = describe(
        "The first words of the page of its readings.", "This book is half edited.", None
    )
    differences: Annotated[tuple[Says, ...], Listed(0, 40)] = describe(
        "The differences from the usual edition, a line each.", ["Six may play."], ()
    )
    played_on_site: Flag = describe(
        "Whether games can be written for 18xx.games, if there is an `exchange.toml`.", False, True
    )
    map_needed: Says | None = describe(
        "Why the title is not played without its map, if it is not.",
        "Its privates follow the track.",
        None,
    )
    currency: Annotated[str, Text(5)] = describe("The sign of its money.", "$")
    bank: Sum | None = describe("The money in the bank; else it never ends.", 12000, None)
    citation: Section = describe(
        "The citation of a place in the book; {name} is the title and {section} the place.",
        "{name}, {section}",
        "{name} {section}",
    )
    play: Annotated[Literal["standard", "accounts"], Word()] = describe(
        "The rules of a title without rules of its own: those of the standard game, or accounts"
        " alone. Accounts have payments, dividends and shares, and no market, map, phases and"
        " trains, whose tables are then left out.",
        "accounts",
        STANDARD,
    )
    has_map: Flag = describe(
        "Whether it has a map; else it is always played without one, and `map.toml` is empty.",
        False,
        True,
    )
    must_own: Annotated[Literal["with a route", "with two stops", "always", "never"], Word()] = (
        describe(
            "When a company without a train must buy one: with two stops, if track joins any two.",
            "always",
            WITH_ROUTE,
        )
    )
    core_rules: Flag = describe(
        "Whether there is no book: sections are numbers of `rules`. Those that ordinary titles"
        " share (C1 to C9) are cited, and have their texts, without being written.",
        True,
        False,
    )
    words: dict[Id, Section] = describe(
        "The title's words for what every title has.", {"president": "director"}
    )
    players: PlayersTable = describe("The data by number of players.", {"cash": {"3": 800}})
    kinds: Annotated[tuple[KindTable, ...], Listed(1, 20)] = describe(
        "The kinds of company, the usual one first.", [{"name": "public"}]
    )
    options: Annotated[tuple[OptionTable, ...], Listed(0, 60)] = describe(
        "The choices at the start of a game.", [{"key": "no_diesels"}], ()
    )
    opening: OpeningTable = describe(
        "Switches of the opening auction.", {"falling": 2}, OpeningTable()
    )
    stock: StockTable = describe("Switches of stock rounds.", {"first_sales": 1}, StockTable())
    dividends: DividendTable = describe(
        "Switches of the move of a price at a dividend.", {"multiples": [1, 2]}, DividendTable()
    )
    operating: OperatingTable = describe(
        "Switches of operating rounds.", {"home_chosen": "at_first_turn"}, OperatingTable()
    )
    own_shares: OwnShareTable = describe(
        "Switches of companies' trade in their own shares.", {"once": True}, OwnShareTable()
    )
    private_use: PrivateUseTable = describe(
        "Switches of the purchase and use of privates.", {"any_time": False}, PrivateUseTable()
    )
    train_sale: TrainSaleTable = describe(
        "Switches of the sale of trains.", {"least_price": 0}, TrainSaleTable()
    )
    ends: EndTable = describe(
        "Switches of the end of the game.", {"bank": "after_operating_round"}, EndTable()
    )
    own: dict[str, Any] = describe("Data for the title's own rules.", {"discount": 20}, {})
    track: TrackTable = describe("The lays that a turn allows.", {"lays": [{}]})
    phases: Annotated[tuple[PhaseTable, ...], Listed(1, 30)] = describe(
        "The phases, in order.", [{"name": "2"}]
    )
    trains: Annotated[tuple[TrainTable, ...], Listed(1, 30)] = describe(
        "The types of train, in the order of sale.", [{"name": "2"}]
    )
    companies: Annotated[tuple[CompanyTable, ...], Listed(1, 40)] = describe(
        "The companies.", [{"symbol": "B&O"}]
    )
    privates: Annotated[tuple[PrivateTable, ...], Listed(0, 60)] = describe(
        "The privates.", [{"symbol": "C&A"}], ()
    )
    markers: Annotated[tuple[MarkerTable, ...], Listed(0, 10)] = describe(
        "Tokens without an owner.", [{"symbol": "NS"}], ()
    )
    route_bonuses: Annotated[tuple[RouteBonusTable, ...], Listed(0, 10)] = describe(
        "Additions to the revenue of every train that visits one stop or several.",
        [{"name": "Hudson Bay", "stops": ["B12.0", "I1.0"], "amount": 100}],
        (),
    )
    house_rules: Annotated[tuple[HouseRuleTable, ...], Listed(0, 40)] = describe(
        "Refusals that the table may switch off for a whole game.", [{"overrules": "buy.sold"}], ()
    )
    citations: dict[Annotated[Code, KnownCode("refusal", 2)], Cited] = describe(
        "The section of the book for a refusal, by its code or the part before its dot.",
        {"buy": "§4.0", "buy.cash": "§8.2"},
    )
    receipts: dict[Annotated[Code, KnownCode("receipt", 1)], Cited] = describe(
        "The section of the book for a receipt, where it is not that of its refusal.",
        {"capital": "§11.0"},
        {},
    )

    rules: dict[RuleNumber, Says] = describe(
        "The texts of the rules of a title without a book, by number: its own, and those of"
        " C1 to C9 that it has otherwise. Each number that is cited needs its text.",
        {"3": "A player sells before and after their purchase."},
        {},
    )

    card: dict[Annotated[CardKey, Word()], Annotated[tuple[Says, ...], Listed(1, 12)]] = describe(
        "Lines of the rules card, in place of those that are made from the other data, by the"
        " section of the card.",
        {"ends": ["A price of 300: at the end of the round."]},
        {},
    )

    def build(
        self, map: Map, readings: ReadingsFile, powers: list[dict[str, Any]], edition: str = ""
    ) -> TitleData:
        """Return the title's data; ``powers`` are those of each private.

        ``edition`` is the key of the edition, "" for the usual one.
        """
        usual = next((option.default for option in self.options if option.key == EDITION), "")
        edition = edition or usual
        offered = [o.key for o in self.options if not o.editions or edition in o.editions]
        pars = frozenset[str]().union(*(phase.pars for phase in self.phases))
        charts = self.charts(pars)
        kinds = {kind.name: kind.build([chart.name for chart in charts]) for kind in self.kinds}
        cited = self._citations()
        data = make_value(
            self,
            TitleData,
            cash=self.players.cash,
            certificate_limit=self.players.certificate_limit,
            certificate_bonus=value_of(self.players.certificate_bonus),
            patched_counts=self.players.missing_privates,
            words={**USUAL_WORDS, **self.words},
            citations=cited,
            options=(),
            charts=charts,
            train_types=value_of(self.trains),
            kind_list=tuple(kinds.values()),
            company_list=tuple(company.build(kinds) for company in self.companies),
            private_list=tuple(
                private.build(number, own)
                for number, (private, own) in enumerate(zip(self.privates, powers, strict=True), 1)
            ),
            map=map,
            tiles=map.tiles,
            first_track=self.track.build_first(),
            readings=tuple(
                reading.build(offered, usual if usual != edition else "")
                for reading in readings.readings
                if not reading.editions or edition in reading.editions
            ),
            preface=self.preface or "",
            edition_key=edition,
            map_needed=self.map_needed or "",
            talk=readings.talk,
            marker_list=value_of(self.markers),
            has_book=not self.core_rules,
            house_rules=tuple(rule.build(cited[rule.overrules]) for rule in self.house_rules),
        )
        return replace(data, options=tuple(option.build(data) for option in self.options))

    def _citations(self) -> dict[str, str]:
        """Map refusal codes to sections. Codes of a group may share that of the group."""
        given = self.citations
        found = {
            code: given.get(code) or given.get(code.partition(".")[0], "")
            for code in SHARED.refusals
        }
        return {**given, **found}
