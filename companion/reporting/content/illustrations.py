"""The figures of the report: charts of worth and prices, the map, and the companies' colours."""

import re
from collections.abc import Iterable, Sequence

from companion.board.run_reports import RouteReport
from companion.drawing import ChartLine, CompanyLook, Look, Run, draw_lines, draw_map, draw_market
from companion.languages import format_number, format_text, gettext_name
from companion.ledger.receipts import RunLine
from companion.reporting.content.chronicle import Chronicle, RoundRecord
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.explain.summary import rank_players
from companion.rules.explain.summary_rows import StandingRow
from companion.rules.judge.rules import Rules
from companion.rules.operating.home_slots import companies_by_place
from companion.rules.operating.running import kind_of, type_of

_VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
FIRST_SALE = RoundId("auction")  # the initial auction, which begins no set
POINT = 72 / 25.4  # a chart's unit is a point, so that font sizes are as given


def looks(rules: Rules) -> dict[str, CompanyLook]:
    """Return the look of each company of the title."""
    return {c.symbol: CompanyLook(c.symbol, c.short, c.colour) for c in rules.data.token_owners}


def drawn_runs(rules: Rules, routes: Iterable[RouteReport | RunLine]) -> list[Run]:
    """Return routes, entered or on a receipt, in the form that maps draw."""
    return [
        Run(route.path, type_of(route.train), number, kind_of(rules, route.train).floods)
        for number, route in enumerate(routes, 1)
        if route.path  # a run without a way was told, and not checked
    ]


def ticks(rounds: list[RoundRecord]) -> list[str]:
    """Return a name for each round that begins a set. Operating rounds have none."""
    return ["" if r.operating or r.id == FIRST_SALE else r.name for r in rounds]


def phases(rounds: list[RoundRecord]) -> dict[int, str]:
    """Return the labels of new phases by round. The first label is longer than the others."""
    found: dict[int, str] = {}
    for index, round in enumerate(rounds):
        if round.phases:
            names = ", ".join(map(gettext_name, round.phases))
            found[index] = names if found else format_text("phase {names}", names=names)
    return found


def worth_lines(rounds: Sequence[RoundRecord], order: Iterable[StandingRow]) -> list[ChartLine]:
    """Return a line for each player's worth after each round. The leader's is the thickest."""
    return [
        ChartLine(s.name, [round.worth[s.id] for round in rounds], strong=s.place == 1)
        for s in order
    ]


def place_lines(rounds: Sequence[RoundRecord], order: Iterable[StandingRow]) -> list[ChartLine]:
    """Return a line for each player's place after each round."""
    found = places_by_round(rounds)
    return [
        ChartLine(s.name, [places[s.id] for places in found], strong=s.place == 1) for s in order
    ]


def price_lines(rules: Rules, rounds: Sequence[RoundRecord]) -> list[ChartLine]:
    """Return a line for each company's price after each round since its start."""
    return [
        ChartLine(symbol, [round.prices.get(symbol) for round in rounds], look)
        for symbol, look in looks(rules).items()
        if any(symbol in round.prices for round in rounds)
    ]


def draw_chart(
    lines: Sequence[ChartLine],
    rounds: list[RoundRecord],
    size: tuple[float, float],
    label: str,
    *,
    shows_phases: bool = True,
    places: bool = False,
) -> str:
    """Draw lines over rounds for paper. ``size`` is the width and height in mm.

    A chart of ``places`` shows no phases.
    """
    width, height = size
    return draw_lines(
        lines,
        ticks(rounds),
        events=phases(rounds) if shows_phases and not places else {},
        size=(width * POINT, height * POINT),
        paper=True,
        width=f"{width:g}mm",
        label=label,
        places=places,
    )


def worth_words(chronicle: Chronicle, order: Sequence[StandingRow]) -> str:
    """Return the chart of worth in words."""
    told = ", ".join(f"{s.name} {format_number(s.worth)}" for s in order)
    return format_text("Worth of each player after each round; at the end {all}.", all=told)


def places_by_round(rounds: Iterable[RoundRecord]) -> list[dict[str, int]]:
    """Return the place of each player after each round."""
    return [{seat: place for place, seat in rank_players(round.worth)} for round in rounds]


def places_words(chronicle: Chronicle, order: Sequence[StandingRow]) -> str:
    """Return the number of rounds that each player led, in words."""
    found = places_by_round(chronicle.rounds)
    led = {s.name: sum(places[s.id] == 1 for places in found) for s in order}
    told = ", ".join(f"{name} {count}" for name, count in led.items())
    return format_text(
        "Place of each player after each round; rounds in the lead: {all}.", all=told
    )


def ranks(
    chronicle: Chronicle, order: Sequence[StandingRow]
) -> list[tuple[str, list[tuple[int, int]]]]:
    """Return each round with the worth and place of each player."""
    found = zip(chronicle.rounds, places_by_round(chronicle.rounds), strict=True)
    return [
        (round.name, [(round.worth[s.id], places[s.id]) for s in order]) for round, places in found
    ]


def price_words(chronicle: Chronicle) -> str:
    """Return the chart of prices in words."""
    last = chronicle.rounds[-1].prices if chronicle.rounds else {}
    told = ", ".join(f"{company} {price}" for company, price in last.items())
    return format_text("Price of each company after each round; at the end {all}.", all=told or "–")


def final_markets(rules: Rules, state: State, width: float) -> list[tuple[str, str, str]]:
    """Return each market with its companies, ``width`` mm wide: name, drawing and text."""
    found = []
    for chart in rules.data.charts:
        svg = draw_market(rules.data, chart, state.stacks, looks(rules), width)
        stands = [
            f"{cell.price}: {', '.join(stack)}"
            for cell in sorted(chart.cells.values(), key=lambda cell: -cell.price)
            if (stack := state.stacks.get(cell.id))
        ]
        words = format_text(
            "Positions of the companies on the market: {all}", all="; ".join(stands) or "–"
        )
        found.append((chart.title, svg, words))
    return found


def final_map(
    rules: Rules,
    state: State,
    tall: tuple[float, float],
    wide: tuple[float, float],
    numbers: bool = False,
) -> tuple[str, bool]:
    """Return the current map, as large as fits a page, and whether the page must be turned.

    ``tall`` and ``wide`` are the width and height in mm on an upright page and on a turned one.
    With ``numbers`` each tile has its number.
    """
    look = Look(
        looks(rules), companies_by_place(state), rules.access.barriers_open(rules.data, state)
    )
    colours = rules.phase(state).clock
    view = _VIEW.search(draw_map(state.board, look, colours, paper=True))
    assert view is not None
    across, down = float(view[1]), float(view[2])

    def fits(room: tuple[float, float]) -> float:
        return min(room[0], room[1] * across / down)

    turned = fits(wide) > fits(tall)
    width = fits(wide if turned else tall)
    sized = f"{width:.1f}mm"
    return draw_map(state.board, look, colours, paper=True, width=sized, numbers=numbers), turned
