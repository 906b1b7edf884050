"""The figures of the report: worth and prices as charts, the map, how the companies look."""

import re
from collections.abc import Sequence

from companion.drawing import CompanyLook, Line, Look, draw_lines, draw_map, draw_market
from companion.languages import said, translated
from companion.reporting.chronicle import Chronicle, Round
from companion.rules.reservations import by_place
from companion.rules.rounds import RoundId
from companion.rules.rows import StandingRow
from companion.rules.rules import Rules
from companion.rules.state import State

_VIEW = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
CHART_HEIGHT = 83.0  # mm
FIRST_SALE = RoundId("auction")  # it begins no set: the first stock round follows
POINT = 72 / 25.4  # a chart's unit is a point, so that its letters have the size they are given


def looks(rules: Rules) -> dict[str, CompanyLook]:
    """How each company of the title looks."""
    return {c.symbol: CompanyLook(c.symbol, c.short, c.colour) for c in rules.data.token_owners}


def ticks(rounds: list[Round]) -> list[str]:
    """A name for each round that begins a set; operating rounds stand between them without one."""
    return ["" if r.operating or r.id == FIRST_SALE else r.name for r in rounds]


def phases(rounds: list[Round]) -> dict[int, str]:
    """Where phases began: the first is written out, the others by their names."""
    found: dict[int, str] = {}
    for index, round in enumerate(rounds):
        if round.phases:
            names = "+".join(round.phases)
            found[index] = names if found else said("phase {names}", names=names)
    return found


def worth_chart(
    chronicle: Chronicle, order: Sequence[StandingRow], width: float, height: float = CHART_HEIGHT
) -> str:
    """The worth of each player after each round, the leader's line the thickest."""
    rounds = chronicle.rounds
    lines = [
        Line(s.name, [round.worth[s.id] for round in rounds], strong=s.place == 1) for s in order
    ]
    label = translated("Worth of each player after each round")
    return _chart(lines, rounds, width, height, label)


def price_chart(chronicle: Chronicle, width: float) -> str:
    """The price of each company after each round, from the round in which it was started."""
    rounds = chronicle.rounds
    lines = [
        Line(symbol, [round.prices.get(symbol) for round in rounds], look)
        for symbol, look in looks(chronicle.rules).items()
        if any(symbol in round.prices for round in rounds)
    ]
    label = translated("Price of each company after each round")
    return _chart(lines, rounds, width, CHART_HEIGHT, label)


def _chart(lines: list[Line], rounds: list[Round], width: float, height: float, label: str) -> str:
    size = (width * POINT, height * POINT)
    return draw_lines(
        lines,
        ticks(rounds),
        events=phases(rounds),
        size=size,
        paper=True,
        width=f"{width:g}mm",
        label=label,
    )


def final_markets(rules: Rules, state: State, width: float) -> list[tuple[str, str]]:
    """Each market with the companies where they stand, ``width`` mm wide, and what it is called."""
    return [
        (chart.title, draw_market(rules.data, chart, state.stacks, looks(rules), width))
        for chart in rules.data.charts
    ]


def final_map(rules: Rules, state: State, width: float, highest: float) -> str:
    """The map as it lies, ``width`` mm wide, or narrower where it would be above ``highest``."""
    look = Look(looks(rules), by_place(state), rules.barriers_open(state))
    colours = rules.phase(state).tiles
    svg = draw_map(state.board, look, colours, paper=True, width=f"{width:g}mm")
    view = _VIEW.search(svg)
    if view is None:
        return svg
    height = width * float(view[2]) / float(view[1])
    if height <= highest:
        return svg
    less = round(width * highest / height, 1)
    return draw_map(state.board, look, colours, paper=True, width=f"{less:g}mm")
