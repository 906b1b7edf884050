"""The report as HTML: a chronicle rendered by reports/report.html, ready for printing."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion import __version__
from companion.drawing import Look, edge_colour, slug, text_on
from companion.drawing.map_thumbnail import draw_overview
from companion.drawing.markets import FILLS, find_noted_cells, par_words, par_zones, zones
from companion.languages import (
    current_language,
    format_count,
    format_number,
    gettext,
    gettext_name,
    install_i18n,
)
from companion.reporting.content import illustrations
from companion.reporting.content.audit_statement import certificate
from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.companies import company_pages
from companion.reporting.content.company_earnings import earnings
from companion.reporting.content.connected_events import tales
from companion.reporting.content.event_texts import Footnotes, tell_round
from companion.reporting.content.final_state import (
    companies_now,
    describe_idle_companies,
    describe_map,
    describe_unstarted_companies,
    neutral_markers,
    places,
    shows_map,
    spell_number,
)
from companion.reporting.content.key_moments import key_moments
from companion.reporting.content.log_codes import describe_codes
from companion.reporting.content.milestones import ending
from companion.reporting.content.player_times import player_times
from companion.reporting.content.players import player_pages
from companion.reporting.content.rebuild_sheet import NOTES, rebuild
from companion.reporting.content.rulings import house_rules, other_irregular_deeds
from companion.reporting.content.sections import WHOLE, Wanted
from companion.reporting.content.standings import holding_rows, private_stories
from companion.resources import folder
from companion.rules.core.state import State
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import GameSummary
from companion.rules.judge.rules import Rules
from companion.rules.shares import market
from companion.template_cache import keep_compiled

if TYPE_CHECKING:
    from companion.reporting.content.edits_and_counts import Proof

REPORTS = folder("reports")
MARGINS = 32.0  # mm, left and right together
ABOVE_AND_BELOW = 36.0  # mm
HEAD = 20.0  # mm: the heading above a drawing with its own page
CHART, PRICES = 92.0, 83.0  # mm: the heights of the charts of worth and prices
PLACES_LEAST, PLACES_EACH = 34.0, 11.0  # mm
TILE_COLUMNS = 3
SIGHT = 0.42  # the part of the cover's height for its map


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size: its name in CSS, its width and its height in mm."""

    size: str
    width: float
    height: float

    @property
    def block(self) -> float:
        """Return the width of the printed area in mm."""
        return round(self.width - MARGINS, 1)

    @property
    def page(self) -> tuple[float, float]:
        """Return the width and height of the printed area in mm."""
        return self.block, self.height - ABOVE_AND_BELOW

    @property
    def tall(self) -> tuple[float, float]:
        """Return the width and height in mm of a drawing with its own page."""
        return self.block, self.height - ABOVE_AND_BELOW - HEAD

    @property
    def wide(self) -> tuple[float, float]:
        """Return the width and height in mm of a drawing with its own, turned page."""
        return round(self.height - MARGINS, 1), self.width - ABOVE_AND_BELOW - HEAD

    @property
    def first(self) -> float:
        """Return the height of the printed area on the first page in mm."""
        return self.height - 33.0


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("letter", 215.9, 279.4),
}


def figure(number: float | None) -> str:
    """Return a number as tables show it: "1,000", a true minus below zero, "–" for None."""
    if number is None:
        return "–"
    return format_number(number)


def some(number: float | None) -> str:
    """Return a number as tables show it, with "–" for zero too."""
    return figure(number or None)


def format_day(moment: datetime | None) -> str:
    """Return a day in words: "28 May 2025"."""
    if moment is None:
        return ""
    return format_date(moment.astimezone(), "d MMMM yyyy", locale=current_language())


def _image(svg: str) -> str:
    """Return a drawing as a data URL, which is faster to lay out than inline SVG."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


@cache
def templates() -> Environment:
    """Return the templates of everything that is printed."""
    made = Environment(
        loader=FileSystemLoader(REPORTS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    install_i18n(made)
    made.globals["spoken"] = current_language
    made.filters.update(n=figure, some=some, svg=_image)
    made.filters.update(edge=edge_colour, text_on=text_on, slug=slug)
    keep_compiled(made)
    return made


def get_ready() -> None:
    """Load the template before the first report."""
    templates().get_template("report.html")


def report_html(
    chronicle: Chronicle,
    paper: str = "a4",
    wanted: Wanted = WHOLE,
    proof: "Proof | None" = None,
) -> str:
    """Return the report of a game as HTML, for "a4" or "letter" paper.

    ``wanted`` selects the content, ``proof`` adds the store's records. Raises KeyError for another
    paper.
    """
    context = _context(chronicle, PAPERS[paper], wanted, proof)
    return templates().get_template("report.html").render(context)


def sheet_html(rules: Rules, state: State, paper: str = "a4", packed: bytes = b"") -> str:
    """Return the sheet for setting up the table as HTML. Raises KeyError for another paper.

    ``packed`` is the log, which is drawn in codes.
    """
    size, found = PAPERS[paper], rebuild(rules, state)
    drawn, wide = "", False
    if shows_map(rules, state):
        drawn, wide = illustrations.final_map(rules, state, size.tall, size.wide, numbers=True)
    third = -(-len(found.tiles) // TILE_COLUMNS)
    parts = [found.tiles[third * n : third * (n + 1)] for n in range(TILE_COLUMNS)]
    context = {
        "name": rules.data.shown_name,
        "players": rules.setup.players,
        "maker": f"Companion {__version__}",
        "paper": size,
        "r": found,
        "tokens": rules.words.name("tokens").capitalize(),
        "notes": NOTES,
        "columns": range(TILE_COLUMNS),
        "tile_rows": list(zip_longest(*parts)),
        "map": drawn,
        "map_wide": wide,
        **describe_codes(packed, rules.setup.title),
    }
    return templates().get_template("sheet.html").render(context)


def _context(
    chronicle: Chronicle, paper: Paper, wanted: Wanted, proof: "Proof | None"
) -> dict[str, Any]:
    """Return all variables of the template."""
    rules, state = chronicle.rules, chronicle.state
    table = summary(rules, state)
    date = format_day(chronicle.last)
    count = len(rules.seats)
    seats = format_count("{number} player", "{number} players", count, number=spell_number(count))
    notes = Footnotes()
    rounds = [told for r in chronicle.rounds if (told := tell_round(rules, r, notes))]
    return {
        "name": rules.data.shown_name,
        "edition": gettext_name(rules.data.edition) if rules.data.editions else "",
        "differences": rules.data.differences,
        "paper": paper,
        "wanted": wanted,
        "players": rules.setup.players,
        "names": dict(zip(rules.seats, rules.setup.players, strict=True)),
        "seats": rules.seats,
        "over": chronicle.over,
        "heading": gettext("Report of the game") if chronicle.over else gettext("Standings so far"),
        "date": date,
        "maker": f"Companion {__version__}",
        "made": chronicle.last.isoformat(timespec="seconds") if chronicle.last else "",
        "footer": " · ".join(filter(None, (rules.data.shown_name, seats, date))),
        "course": _describe_course(chronicle, seats, date if "cover" not in wanted else ""),
        "ending": ending(chronicle),
        "looks": illustrations.looks(rules),
        "standings": table.standings,
        "winners": [table.winner]
        if table.winner
        else [s.name for s in table.standings if s.place == 1],
        "word": rules.words.name,
        "rounds": rounds,
        "tales": tales(chronicle),
        "notes": notes.texts,
        "house": house_rules(rules),
        "beside": list(other_irregular_deeds(chronicle)),
        "mended": proof.mended if proof else (),
        "counts": proof.counts if proof else (),
        "certificate": certificate(chronicle, proof),
        "times": player_times(rules, proof.clock if proof else None, table.standings),
        **_people(chronicle, table, paper, wanted),
        **_railways(chronicle, table, paper, wanted),
        **_board_sections(chronicle, paper, wanted),
    }


def _people(
    chronicle: Chronicle, table: GameSummary, paper: Paper, wanted: Wanted
) -> dict[str, Any]:
    """Return the variables of the sections about players."""
    order, rounds = table.standings, chronicle.rounds
    worth = illustrations.worth_words(chronicle, order)
    placed = illustrations.places_words(chronicle, order)
    worth_chart = places_chart = ""
    if "course" in wanted and len(rounds) > 1:
        lines = illustrations.worth_lines(rounds, order)
        worth_chart = illustrations.draw_chart(lines, rounds, (paper.block, CHART), worth)
        lines = illustrations.place_lines(rounds, order)
        size = paper.block, max(PLACES_LEAST, PLACES_EACH * len(order))
        places_chart = illustrations.draw_chart(lines, rounds, size, placed, places=True)
    return {
        "holdings": holding_rows(table, order),
        "worth_chart": worth_chart,
        "worth_words": worth,
        "places_chart": places_chart,
        "places_words": placed,
        "ranks": illustrations.ranks(chronicle, order),
        "moments": key_moments(chronicle),
        "people": player_pages(chronicle, table, paper.page) if "players" in wanted else [],
    }


def _railways(
    chronicle: Chronicle, table: GameSummary, paper: Paper, wanted: Wanted
) -> dict[str, Any]:
    """Return the variables of the sections about companies and privates."""
    rules, rounds = chronicle.rules, chronicle.rounds
    earned, prices = earnings(chronicle), illustrations.price_words(chronicle)
    price_chart = ""
    if len(rounds) > 1 and market.companies_by_price(chronicle.state):
        lines = illustrations.price_lines(rules, rounds)
        price_chart = illustrations.draw_chart(lines, rounds, (paper.block, PRICES), prices)
    return {
        "price_chart": price_chart,
        "price_words": prices,
        "earnings": earned,
        "column": earned.column(paper.block),
        "unearned": describe_idle_companies(chronicle, earned),
        "places": places(rules, table),
        "companies": companies_now(chronicle, table),
        "unstarted": describe_unstarted_companies(table),
        "railways": company_pages(chronicle, table, paper.page) if "companies" in wanted else [],
        "privates": private_stories(chronicle, table),
    }


def _board_sections(chronicle: Chronicle, paper: Paper, wanted: Wanted) -> dict[str, Any]:
    """Return the variables of the sections about map and market."""
    rules, state = chronicle.rules, chronicle.state
    charts = rules.data.charts
    laid, has_places = describe_map(rules, state), shows_map(rules, state)
    drawn, wide = "", False
    if "map" in wanted and has_places:
        drawn, wide = illustrations.final_map(rules, state, paper.tall, paper.wide)
    overview = ""
    if "cover" in wanted and has_places:
        look = Look(illustrations.looks(rules))
        overview = draw_overview(state.board, look, paper.block, paper.first * SIGHT)
    return {
        "map": drawn,
        "map_wide": wide,
        "map_words": laid,
        "map_alt": " · ".join((gettext("Map"), laid)),
        "overview": overview,
        "nobodys": neutral_markers(rules, state),
        "markets": illustrations.final_markets(rules, state, paper.block)
        if market.companies_by_price(state)
        else [],
        "zones": {z: None for chart in charts for z in zones(rules.data, chart)},
        "par_words": par_words,
        "noted": [note for chart in charts for note in find_noted_cells(chart)],
        "pars": {z: None for chart in charts for z in par_zones(rules.data, chart)},
        "fills": FILLS,
    }


def _describe_course(chronicle: Chronicle, seats: str, date: str) -> str:
    """Return the date and the numbers of players and rounds."""
    operating = sum(round.operating for round in chronicle.rounds)
    stock = sum(bool(tick) for tick in illustrations.ticks(chronicle.rounds))
    stock = stock if chronicle.rules.data.has_board else 0
    parts = [date, seats]
    if stock:
        rounds = format_count(
            "{number} stock round", "{number} stock rounds", stock, number=spell_number(stock)
        )
        parts.append(rounds)
    if operating:
        rounds = format_count(
            "{number} operating round",
            "{number} operating rounds",
            operating,
            number=spell_number(operating),
        )
        parts.append(rounds)
    return " · ".join(filter(None, parts))
