"""Charts of lines over rounds: the worth of players in ink, prices in company colours. No two lines
of a chart have the same width and dashes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.drawing.companies import CompanyLook, edge_colour, slug
from companion.drawing.geometry import num
from companion.drawing.lettering import marked_up
from companion.languages import in_figures

INK, INK_2, HAIR = "#13202a", "#43515a", "#d5dad4"
# players as ink lines, told apart by weight and dashes: width, dashes
INK_LINES = (
    (2.2, ""),
    (1.2, ""),
    (1.4, "4 2.2"),
    (1.6, "0.1 3"),
    (1.4, "9 2.5"),
    (1.4, "8 2.5 0.1 2.5"),
)
# companies as lines in their colours, told apart without them: width, dashes
COMPANY_LINES = (
    (1.7, ""),
    (1.7, "7 2.2"),
    (2.1, "0.1 3.4"),
    (1.7, "10 2.6 0.1 2.6"),
    (0.9, ""),
    (1.7, "3 2"),
    (1.7, "16 3"),
    (1.7, "8 2.4 0.1 2.6 0.1 2.4"),
    (2.6, "1 2"),
    (0.9, "6 2.5"),
)
BESIDE = 1.7  # lines at the same price lie side by side
SAMPLE = 22.0  # a piece of the line before its name
NAME_GAP = 11.0  # least distance between the names at the ends of lines
Place = Callable[[int], float]
Height = Callable[[float], float]
LEFT, TOP, FOOT = 34.0, 20.0, 24.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart: its name, a value for each place (None: not there), its company."""

    name: str
    values: Sequence[float | None]
    company: CompanyLook | None = None
    strong: bool = False


def scale_steps(highest: float, wanted: int = 6) -> list[float]:
    """Round values from 0 to just above the highest, about as many as wanted."""
    if highest <= 0:
        return [0.0, 1.0]
    rough = highest / wanted
    size = 10 ** math.floor(math.log10(rough))
    step = next((k * size for k in (1, 2, 2.5, 5) if k * size >= rough), 10 * size)
    step = max(step, 1)
    return [i * step for i in range(math.ceil(highest / step - 1e-9) + 1)]


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to the wanted ones as they may be with a gap between any two."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    # neighbours closer than the gap form a block that is centred on what its members want
    blocks: list[tuple[list[int], float]] = []
    for i in order:
        members, middle = [i], wanted[i]
        while blocks:
            before, centre = blocks[-1]
            if centre + len(before) * gap / 2 <= middle - len(members) * gap / 2:
                break
            members = before + members
            middle = sum(wanted[m] for m in members) / len(members)
            blocks.pop()
        half = (len(members) - 1) * gap / 2
        middle = min(max(middle, low + half), max(high - half, low + half))
        blocks.append((members, middle))
    places = [0.0] * len(wanted)
    for members, middle in blocks:
        for k, m in enumerate(members):
            places[m] = middle + (k - (len(members) - 1) / 2) * gap
    return places


def draw_lines(
    lines: Sequence[Line],
    labels: Sequence[str],
    *,
    events: Mapping[int, str] | None = None,
    size: tuple[float, float] = (505, 236),
    paper: bool = False,
    width: str | None = None,
    label: str = "",
) -> str:
    """A chart as SVG: a place for each label, lines named at their ends, events as dotted rules."""
    events = events or {}
    wide, high = size
    values = [v for line in lines for v in line.values if v is not None]
    steps = scale_steps(max(values, default=0))
    names = max((len(line.name) for line in lines), default=0)
    right = wide - min(max(18 + SAMPLE + 5.2 * names, 52), wide / 3)
    top, foot = (TOP if events else 8.0), high - FOOT
    count = max(len(labels), 2)

    def at_x(place: int) -> float:
        return LEFT + (right - LEFT) * place / (count - 1)

    def at_y(value: float) -> float:
        return foot - (foot - top) * value / steps[-1]

    out: list[str] = []
    out += _scale(steps, at_y, right, paper)
    out += _ticks(labels, at_x, foot, paper)
    out += _events(events, at_x, top, foot, paper)
    beside = _beside(lines)
    ends = []
    for line, aside in zip(lines, beside, strict=True):
        shown = [(i, v) for i, v in enumerate(line.values) if v is not None]
        ends.append(at_y(shown[-1][1]) + aside[shown[-1][0]] if shown else foot)
    places = apart(ends, NAME_GAP, top, foot)
    inks = companies = 0
    for line, aside, end, place in zip(lines, beside, ends, places, strict=True):
        if line.company:
            thick, dashes = COMPANY_LINES[companies % len(COMPANY_LINES)]
            companies += 1
        else:
            thick, dashes = INK_LINES[inks % len(INK_LINES)]
            inks += 1
        out += _line(line, aside, at_x, at_y, thick, dashes, end, place, paper)
    named = (
        f' role="img" aria-label="{marked_up(label, quote=True)}"'
        if label
        else ' aria-hidden="true"'
    )
    kind = 'xmlns="http://www.w3.org/2000/svg"' if paper else 'class="chartlines"'
    sized = ""
    if width:
        digits = width.rstrip("abcdefghijklmnopqrstuvwxyz%")
        unit = width[len(digits) :]
        sized = f' width="{width}" height="{num(float(digits) * high / wide)}{unit}"'
    head = f'<svg {kind} viewBox="0 0 {num(wide)} {num(high)}"{sized}{named}>'
    return f"{head}{''.join(out)}</svg>"


def _text(
    x: float,
    y: float,
    words: str,
    anchor: str,
    paper: bool,
    strong: bool = False,
    size: float = 8.5,
    face: str = "Fira Sans Condensed",
) -> str:
    where = f'x="{num(x)}" y="{num(y)}" text-anchor="{anchor}" font-size="{num(size)}"'
    if paper:
        ink, weight = (INK, 600) if strong else (INK_2, 400)
        where += f' font-family="{face}" font-weight="{weight}" fill="{ink}"'
    elif strong:
        where += ' class="strong"'
    return f"<text {where}>{marked_up(words)}</text>"


def _rule(data: str, kind: str, stroke: str, width: float, paper: bool, dashes: str = "") -> str:
    look = f'stroke="{stroke}"' if paper else f'class="{kind}"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{data}" {look} stroke-width="{num(width)}"{dashed}/>'


def _scale(steps: Sequence[float], at_y: Height, right: float, paper: bool) -> list[str]:
    out = []
    for i, step in enumerate(steps):
        data = f"M{num(LEFT)} {num(at_y(step))}H{num(right)}"
        out.append(
            _rule(data, "axis", INK, 0.9, paper)
            if i == 0
            else _rule(data, "grid", HAIR, 0.6, paper)
        )
        if i % 2 == 0 or len(steps) <= 5:
            out.append(_text(LEFT - 5, at_y(step) + 3, in_figures(round(step)), "end", paper))
    return out


def _ticks(labels: Sequence[str], at_x: Place, foot: float, paper: bool) -> list[str]:
    """The rounds under the chart."""
    out, last = [], -99.0
    for place, words in enumerate(labels):
        if not words:
            continue
        x = at_x(place)
        out.append(_rule(f"M{num(x)} {num(foot)}v4", "axis", INK, 0.7, paper))
        if x - last >= 4.4 * len(words) + 4:  # a label that would touch the last one is left out
            out.append(_text(x, foot + 13, words, "middle", paper))
            last = x
    return out


def _events(
    events: Mapping[int, str], at_x: Place, top: float, foot: float, paper: bool
) -> list[str]:
    out, last = [], -99.0
    for place, words in sorted(events.items()):
        x = at_x(place)
        out.append(
            _rule(f"M{num(x)} {num(top - 4)}V{num(foot)}", "since", INK_2, 0.6, paper, "1.5 2")
        )
        width = 4.6 * len(words)
        seat = max(x, last + width / 2 + 3)
        out.append(_text(seat, top - 7, words, "middle", paper, strong=True, size=9))
        last = seat + width / 2
    return out


def _beside(lines: Sequence[Line]) -> list[dict[int, float]]:
    """How far each company's line steps aside where several stand at the same price."""
    aside: list[dict[int, float]] = [{} for _ in lines]
    for place in range(max((len(line.values) for line in lines), default=0)):
        equal: dict[float, list[int]] = {}
        for number, line in enumerate(lines):
            value = line.values[place] if place < len(line.values) else None
            if value is None:
                continue
            aside[number][place] = 0.0
            if line.company:
                equal.setdefault(value, []).append(number)
        for group in equal.values():
            for rank, number in enumerate(group):
                aside[number][place] = (rank - (len(group) - 1) / 2) * BESIDE
    return aside


def _line(
    line: Line,
    aside: Mapping[int, float],
    at_x: Place,
    at_y: Height,
    thick: float,
    dashes: str,
    end: float,
    place: float,
    paper: bool,
) -> list[str]:
    """A line with a dot at its end, then a piece of it and its name, joined to the dot by a hair
    where the name had to move.
    """
    shown = [(i, v) for i, v in enumerate(line.values) if v is not None]
    if not shown:
        return []
    data, before = "", -2
    for i, value in shown:
        data += f"{'L' if i == before + 1 else 'M'}{num(at_x(i))} {num(at_y(value) + aside[i])}"
        before = i
    colour = edge_colour(line.company.colour) if line.company else INK
    look = f'stroke="{colour}" fill="none" stroke-linejoin="round"' if paper else 'class="line"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    if dashes.startswith("0.1") or " 0.1" in dashes:
        dashed += ' stroke-linecap="round"'
    x = at_x(shown[-1][0])
    dot = f'fill="{colour}"' if paper else 'class="end"'
    parts = [
        f'<path d="{data}" {look} stroke-width="{num(thick)}"{dashed}/>',
        f'<circle cx="{num(x)}" cy="{num(end)}" r="2" {dot}/>',
    ]
    if abs(place - end) > 4:
        lead = f"M{num(x + 2.5)} {num(end)}L{num(x + 6)} {num(place)}"
        parts.append(f'<path d="{lead}" {look} stroke-width=".6"/>')
    sample = f"M{num(x + 8)} {num(place)}h{num(SAMPLE)}"
    parts.append(f'<path d="{sample}" {look} stroke-width="{num(thick)}"{dashed}/>')
    parts.append(
        _text(x + SAMPLE + 12, place + 3, line.name, "start", paper, strong=line.strong, size=9)
    )
    if paper or not line.company:
        return parts
    return [f'<g class="c-{slug(line.company.symbol)}">{"".join(parts)}</g>']
