"""The report as HTML: a chronicle poured into reports/report.html, ready to be printed."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.board.board import split_stop
from companion.compiled import keep_compiled
from companion.drawing import edge_colour, text_on
from companion.drawing.markets import FILLS, noted, par_words, par_zones, zones
from companion.languages import counted, in_figures, later, said, spoken, teach, translated
from companion.reporting import figures
from companion.reporting.chronicle import Chronicle
from companion.reporting.earnings import Earnings, earnings
from companion.reporting.milestones import ending, milestones
from companion.reporting.standings import holding_rows, private_stories
from companion.reporting.tales import tales
from companion.reporting.telling import Footnotes, tell_round
from companion.rules import holdings, market
from companion.rules.rows import CompanyRow, StandingRow, Table
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.summary import summary

REPORTS = Path(__file__).resolve().parents[2] / "reports"
MARGINS = 32.0  # mm, left and right together
LEAST_CHART = 56.0  # mm
# of a page: what stands together is less than two thirds of it, so that where it begins a new one
# more than a third of the page before is full; the last page has at least the map
HIGHEST = 0.6

NUMBERS = (
    later("no"),
    later("one"),
    later("two"),
    later("three"),
    later("four"),
    later("five"),
    later("six"),
    later("seven"),
    later("eight"),
    later("nine"),
    later("ten"),
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper: its name in CSS, its width and its height in mm."""

    size: str
    width: float
    height: float

    @property
    def block(self) -> float:
        """Width of what is printed on it, in mm."""
        return round(self.width - MARGINS, 1)

    @property
    def highest(self) -> float:
        """Height of the highest drawing on it, in mm."""
        return round((self.height - 36.0) * HIGHEST, 1)

    @property
    def first(self) -> float:
        """Height of what is printed on the first page, in mm."""
        return self.height - 33.0


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("letter", 215.9, 279.4),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A place where shares lie that no player has: its id ("" the company's own) and its words."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class CompanyNow:
    """A company as it stands: percents by place, its president's name, its tokens on the map."""

    row: CompanyRow
    president: str
    places: tuple[int, ...]
    tokens: int


def figure(number: float | None) -> str:
    """A number as columns show it: "1,000", a true minus below zero, "–" for none."""
    if number is None:
        return "–"
    return f"{'−' if number < 0 else ''}{in_figures(abs(number))}"


def some(number: float | None) -> str:
    """The same, with "–" for nothing as well."""
    return figure(number or None)


def spelled(number: int) -> str:
    """A number as it stands in a sentence: small ones in words."""
    return translated(NUMBERS[number]) if number < len(NUMBERS) else str(number)


def dated(moment: datetime | None) -> str:
    """A day in words, "28 May 2025"."""
    if moment is None:
        return ""
    return format_date(moment.astimezone(), "d MMMM yyyy", locale=spoken())


def _image(svg: str) -> str:
    """A drawing as the address of an image: quicker to read than as part of the page."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


@cache
def _templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(REPORTS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    teach(made)
    made.globals["spoken"] = spoken
    made.filters.update(n=figure, some=some, edge=edge_colour, text_on=text_on, svg=_image)
    keep_compiled(made)
    return made


def get_ready() -> None:
    """Read the template ahead of the first report."""
    _templates().get_template("report.html")


def report_html(chronicle: Chronicle, paper: str = "a4") -> str:
    """The report of a game as HTML, for "a4" or "letter" paper. Raises KeyError for another."""
    return _templates().get_template("report.html").render(_context(chronicle, PAPERS[paper]))


def _context(chronicle: Chronicle, paper: Paper) -> dict[str, Any]:
    """Everything the template names."""
    rules, state = chronicle.rules, chronicle.state
    table = summary(rules, state)
    order = table.standings
    notes = Footnotes()
    date = dated(chronicle.last)
    count = len(rules.seats)
    seats = counted("{number} seat", "{number} seats", count, number=spelled(count))
    earned = earnings(chronicle)
    several = len(chronicle.rounds) > 1
    tokens = sum(sum(map(bool, slots)) for slots in state.board.tokens.values())
    laid = len(state.board.laid)
    held = holding_rows(table, order)
    events = _columns(milestones(chronicle))
    first = paper.first - (8 if len(rules.data.name) > 12 else 0)  # a long name takes two lines
    height = _chart_height(first, order, len(held), len(events))
    return {
        "name": rules.data.name,
        "paper": paper,
        "players": rules.setup.players,
        "names": dict(zip(rules.seats, rules.setup.players, strict=True)),
        "seats": rules.seats,
        "over": chronicle.over,
        "heading": translated("Report of the game")
        if chronicle.over
        else translated("Standings so far"),
        "date": date,
        "foot": ", ".join(filter(None, (rules.data.name, seats, date))),
        "course": _course(chronicle, seats, date),
        "ending": ending(chronicle),
        "looks": figures.looks(rules),
        "standings": order,
        "holdings": held,
        "worth_chart": figures.worth_chart(chronicle, order, paper.block, height)
        if several
        else "",
        "milestones": events,
        "price_chart": figures.price_chart(chronicle, paper.block)
        if several and market.priced(state)
        else "",
        "earnings": earned,
        "column": earned.column(paper.block),
        "unearned": _unearned(chronicle, earned),
        "word": rules.words.name,
        "places": _places(rules, table),
        "companies": _companies(chronicle, table),
        "unstarted": _unstarted(table),
        "markets": figures.final_markets(rules, state, paper.block) if market.priced(state) else [],
        "zones": {z: None for chart in rules.data.charts for z in zones(rules.data, chart)},
        "par_words": par_words,
        "noted": [note for chart in rules.data.charts for note in noted(chart)],
        "pars": {z: None for chart in rules.data.charts for z in par_zones(rules.data, chart)},
        "fills": FILLS,
        "map": figures.final_map(rules, state, paper.block, paper.highest),
        "nobodys": _nobodys(rules, state),
        "map_words": _on_map(rules, laid, tokens),
        "tales": tales(chronicle),
        "privates": private_stories(chronicle, table),
        "rounds": [told for r in chronicle.rounds if (told := tell_round(rules, r, notes))],
        "notes": notes.texts,
    }


def _course(chronicle: Chronicle, seats: str, date: str) -> str:
    """The date, the seats and the rounds played."""
    operating = sum(round.operating for round in chronicle.rounds)
    stock = sum(bool(tick) for tick in figures.ticks(chronicle.rounds))
    parts = [date, seats]
    if stock:
        rounds = counted(
            "{number} stock round", "{number} stock rounds", stock, number=spelled(stock)
        )
        parts.append(rounds)
    if operating:
        rounds = counted(
            "{number} operating round",
            "{number} operating rounds",
            operating,
            number=spelled(operating),
        )
        parts.append(rounds)
    return ", ".join(filter(None, parts))


def _chart_height(page: float, order: Sequence[StandingRow], companies: int, events: int) -> float:
    """As high as leaves room on the first ``page`` for what stands around the chart; in mm."""
    named = max(len(s.name) for s in order) * len(order)
    wraps = max(0, -(-named // 60) - 1)
    sums = 4 if any(s.privates for s in order) else 3
    room = page - 98 - 5.5 * wraps - 6.2 * (companies + sums) - 5.6 * events
    return min(room, figures.CHART_HEIGHT) if room >= LEAST_CHART else figures.CHART_HEIGHT


def _columns(items: list[tuple[str, str]]) -> list[tuple[Any, Any]]:
    """Two columns of about equal length, as rows: down the left one first."""
    half = -(-len(items) // 2)
    return list(zip_longest(items[:half], items[half:]))


def _nobodys(rules: Rules, state: State) -> list[str]:
    """What the markers of nobody on the map are, each with its letters and where it lies."""
    found = []
    for marker in rules.data.marker_list:
        stops = state.board.token_stops(marker.symbol)
        if hexes := dict.fromkeys(split_stop(stop)[0] for stop in stops):
            says = translated(marker.name)
            found.append(f"{marker.short} {says}: {', '.join(hexes)}")
    return found


def _on_map(rules: Rules, laid: int, tokens: int) -> str:
    """How much lies on the map."""
    name = rules.words.name
    tiles = counted("{number} tile laid", "{number} tiles laid", laid, number=spelled(laid))
    facts = {"number": spelled(tokens), "token": name("token"), "tokens": name("tokens")}
    placed = counted("{number} {token} placed", "{number} {tokens} placed", tokens, **facts)
    return f"{tiles}, {placed}"


def _listed(words: list[str]) -> str:
    return translated(" and ").join(
        filter(None, (", ".join(words[:-1]), words[-1] if words else ""))
    )


def _unearned(chronicle: Chronicle, earned: Earnings) -> str:
    """Who of the started companies never earned, and in which rounds nobody did."""
    state = chronicle.state
    parts = []
    idle = [c for c in market.priced(state) if c not in earned.totals]
    if idle:
        parts.append(said("{companies} never earned.", companies=_listed(idle)))
    if earned.idle:
        rounds = _listed(list(earned.idle))
        parts.append(said("No company earned in {rounds}.", rounds=rounds))
    return " ".join(parts)


def _unstarted(table: Table) -> str:
    """Who of the companies with shares was not started, has merged into another or left."""
    rest = [c for c in table.companies if c.status == "unstarted" and c.in_shares]
    names = [company.symbol for company in rest if not company.gone]
    left = [company.symbol for company in rest if company.gone and not company.into]
    parts = []
    if names:
        unstarted = counted(
            "{companies} was not started.",
            "{companies} were not started.",
            len(names),
            companies=_listed(names),
        )
        parts.append(unstarted)
    for company in rest:
        if company.into:
            facts = {"company": company.symbol, "into": company.into}
            parts.append(said("{company} merged into {into}.", **facts))
    if left:
        parts.append(said("{companies} left the game.", companies=_listed(left)))
    return " ".join(parts)


def _places(rules: Rules, table: Table) -> list[Place]:
    """Where shares lie that no player has; places where none lies are left out."""
    rows = table.companies
    found = []
    if any(company.initial and company.status != "unstarted" for company in rows):
        found.append(Place(holdings.INITIAL, rules.words.name(holdings.INITIAL)))
    if any(company.treasury for company in rows):
        found.append(Place("", rules.words.name("treasury")))
    if any(company.pool for company in rows):
        found.append(Place(holdings.POOL, rules.words.name(holdings.POOL)))
    return found


def _companies(chronicle: Chronicle, table: Table) -> list[CompanyNow]:
    """The companies that were started, in operating order."""
    rules, state = chronicle.rules, chronicle.state
    places = _places(rules, table)
    found = []
    for row in table.companies:
        if row.status == "unstarted":
            continue
        percents = tuple(row.shares.get(place.id or row.symbol, 0) for place in places)
        tokens = sum(slots.count(row.symbol) for slots in state.board.tokens.values())
        president = rules.words.name(row.president) if row.president else "–"
        found.append(CompanyNow(row, president, percents, tokens))
    return found
