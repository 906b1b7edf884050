"""A page for each life of a company.

It has revenue by round, price, presidents, trains, tokens, and the best run on a map.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing import ChartLine, CompanyLook, Look, draw_map, hexes_around
from companion.drawing.bar_charts import Bar, draw_bars
from companion.drawing.maps import extent
from companion.languages import format_number, format_text, gettext, gettext_name, name_amount
from companion.reporting.content import illustrations
from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.company_lives import HeldTrain, Life, RecordRun
from companion.rules.explain.summary_rows import CompanyRow, GameSummary
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import times_told, type_of

BARS, PRICES = 42.0, 36.0  # mm
FIXED, LINE, ROW = 92.0, 5.0, 5.4  # mm: headings and gaps, a line of a list, a line of a run
STOPS = 95  # characters in a line of a run
RUN_LEAST, RUN_MOST = 40.0, 92.0  # mm
HEX = 0.15  # mm for a unit of the map, at most: a hex is then about 13 mm wide


@dataclass(frozen=True, slots=True)
class RunTold:
    """A train's part in a run: its type, its stops with their values, and the sum."""

    train: str
    stops: str
    revenue: int


@dataclass(frozen=True, slots=True)
class CompanyPage:
    """The content of the page about a life of a company.

    ``again`` names the life if the company has several. ``presidents``, ``trains`` and ``tokens``
    are texts.
    """

    life: Life
    row: CompanyRow
    again: str
    facts: str
    bars: str
    bars_alt: str
    prices: str
    prices_alt: str
    presidents: tuple[tuple[str, str], ...]
    trains: tuple[tuple[str, str], ...]
    tokens: tuple[tuple[str, str], ...]
    best: RecordRun | None
    run: str
    run_alt: str
    runs: tuple[RunTold, ...]

    @property
    def brief(self) -> bool:
        """Return whether the content is so short that the page is shared with others."""
        return not self.life.revenue or self.row.by_itself


def company_pages(
    chronicle: Chronicle, table: GameSummary, room: tuple[float, float]
) -> list[CompanyPage]:
    """Return the pages of all started companies in the order of their starts.

    Companies that never earned or have no director come last, several on a page. ``room`` is the
    width and height of a page in mm.
    """
    pages = [_page(chronicle, table.company(life.company), life, room) for life in chronicle.lives]
    return sorted(pages, key=lambda page: page.brief)


def _page(
    chronicle: Chronicle, row: CompanyRow, life: Life, room: tuple[float, float]
) -> CompanyPage:
    rules, (width, height) = chronicle.rules, room
    name = rules.words.name
    several = sum(other.company == life.company for other in chronicle.lives) > 1
    bars, bars_alt = _bars(chronicle, life, width)
    prices, prices_alt = _prices(chronicle, life, width)
    presidents = tuple((round, name(who) if who else "–") for round, who in life.presidents)
    trains = tuple(_trains(life.held))
    runs = tuple(_runs(rules, life.best)) if life.best else ()
    lines = max(len(presidents), len(trains), len(life.tokens))
    stops = sum(1 + len(run.stops) // STOPS for run in runs)
    left = height - FIXED - BARS - PRICES - LINE * lines - ROW * stops
    highest = min(max(left, RUN_LEAST), RUN_MOST)
    run, run_alt = _run(chronicle, life.best, runs, (width, highest)) if life.best else ("", "")
    tokens = tuple((round, rules.words.hex(at)) for round, at in life.tokens)
    return CompanyPage(
        life,
        row,
        format_text("life {number}", number=life.number) if several else "",
        _facts(chronicle, life, row, several),
        bars,
        bars_alt,
        prices,
        prices_alt,
        presidents,
        trains,
        tokens,
        life.best,
        run,
        run_alt,
        runs,
    )


def _facts(chronicle: Chronicle, life: Life, row: CompanyRow, several: bool) -> str:
    """Return the start, the total revenue, and the current values or the end of a life."""
    data = chronicle.rules.data
    parts = [format_text("started in {round}", round=chronicle.rounds[life.first].within)]
    if row.par and not life.left:
        parts.append(format_text("par {sum}", sum=data.money(row.par)))
    parts.append(format_text("earned {sum} in all", sum=data.money(life.revenue)))
    if not life.left:
        if row.price is not None:
            parts.append(format_text("price {sum}", sum=data.money(row.price)))
        parts.append(format_text("{sum} in its treasury", sum=data.money(row.cash)))
    elif row.into and not several:
        facts = {"company": row.into, "round": life.left}
        parts.append(format_text("merged into {company} in {round}", **facts))
    else:
        parts.append(format_text("left the game in {round}", round=life.left))
    return " · ".join(parts)


def _look(chronicle: Chronicle, company: str) -> CompanyLook:
    return illustrations.looks(chronicle.rules)[company]


def _bars(chronicle: Chronicle, life: Life, width: float) -> tuple[str, str]:
    """Return a chart of the revenue in each operating round of the life, and its text."""
    if not life.revenue:
        return "", ""
    places = [
        place for place in range(life.first, life.last + 1) if chronicle.rounds[place].operating
    ]
    found = [
        Bar(at, receipt.revenue, receipt.withheld)
        for at, place in enumerate(places)
        if (receipt := life.revenues.get(place)) and receipt.revenue
    ]
    labels = [
        chronicle.rounds[place].name if index == 0 or _begins_set(chronicle, place) else ""
        for index, place in enumerate(places)
    ]
    told = ", ".join(
        f"{chronicle.rounds[places[bar.place]].name} {format_number(bar.value)}" for bar in found
    )
    alt = format_text("Earnings of {company}: {all}.", company=life.company, all=told)
    size = (width * illustrations.POINT, BARS * illustrations.POINT)
    colour = _look(chronicle, life.company).colour
    return draw_bars(found, labels, colour, size=size, width=f"{width:g}mm", label=alt), alt


def _begins_set(chronicle: Chronicle, place: int) -> bool:
    """Return whether the operating round begins its set."""
    return place == 0 or chronicle.rounds[place - 1].set != chronicle.rounds[place].set


def _prices(chronicle: Chronicle, life: Life, width: float) -> tuple[str, str]:
    """Return a chart of the price after each round of the life, and its text."""
    rounds = chronicle.rounds[life.first : life.last + 1]
    values = [round.prices.get(life.company) for round in rounds]
    known = [value for value in values if value is not None]
    if len(known) < 2 or not life.revenue:
        return "", ""
    facts = {"first": known[0], "most": max(known), "least": min(known), "last": known[-1]}
    alt = format_text(
        "Price of {company} after each round: {first} at first, {most} at its highest, "
        "{least} at its lowest, {last} at the end.",
        company=life.company,
        **facts,
    )
    line = ChartLine(format_number(known[-1]), values, _look(chronicle, life.company))
    return illustrations.draw_chart([line], rounds, (width, PRICES), alt, shows_phases=False), alt


def _trains(held: list[HeldTrain]) -> list[tuple[str, str]]:
    """Return the trains with the rounds in which they were held. Equal ones are grouped."""
    alike = Counter((train.type, train.since, train.until) for train in held)
    found = []
    for (type, since, until), count in alike.items():
        when = f"{since} – {until}" if until else format_text("from {round}", round=since)
        when = since if since == until else when
        found.append((type if count == 1 else f"{count} × {type}", when))
    return found


def _run(
    chronicle: Chronicle, best: RecordRun, told: Sequence[RunTold], room: tuple[float, float]
) -> tuple[str, str]:
    """Return a drawing of the best run on the part of the map around it, and its text."""
    rules, board = chronicle.rules, best.board
    lines = [line for line in best.receipt.runs if line.path]
    hexes: set[str] = set()
    for line in lines:
        for node in line.path:
            hexes |= hexes_around(board, node.partition(".")[0])
    if not hexes:
        return "", ""
    _, _, wide, high = extent(board, hexes)
    scale = min(room[0] / wide, room[1] / high, HEX)
    runs = illustrations.drawn_runs(rules, lines)
    stops = "; ".join(f"{run.train}: {run.stops}" for run in told)
    alt = format_text("The run on the map: {all}.", all=stops)
    look = Look(illustrations.looks(rules))
    ordered = [at for at in board.map.hexes if at in hexes]
    svg = draw_map(
        board,
        look,
        best.colours,
        runs=runs,
        paper=True,
        within=ordered,
        label=alt,
        width=f"{wide * scale:.1f}mm",
    )
    return svg, alt


def _runs(rules: Rules, best: RecordRun) -> list[RunTold]:
    """Return the run train by train."""
    told = []
    for line in best.receipt.runs:
        stops = []
        for stop in line.stops:
            times = times_told(rules, line.train, stop.stop)
            value = f"{times} × {stop.value}" if times > 1 else f"{stop.value}"
            stops.append(f"{stop.name or stop.stop.partition('.')[0]} {value}")
        stops += [name_amount(gettext_name(name), amount) for name, amount in line.bonuses]
        train = type_of(line.train) or gettext("all trains")
        way = " – ".join(stops) or gettext("entered, not checked")
        told.append(RunTold(train, way, line.revenue))
    return told
