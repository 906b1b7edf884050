"""Line charts over rounds: players' worth and ranks in ink, prices in company colours.

No two lines of a chart have the same width and dashes, nor the same points.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.drawing.chart_frame import FOOT, TOP, Frame, Height, Place, scale_steps
from companion.drawing.chart_points import points
from companion.drawing.company_colours import CompanyLook, edge_colour, slug
from companion.drawing.geometry import num
from companion.drawing.label_placement import fit_words
from companion.drawing.svg_sheet import INK

# lines of players in ink, distinguished by width and dashes
INK_LINES = (
    (2.2, ""),
    (1.2, ""),
    (1.4, "4 2.2"),
    (1.6, "0.1 3"),
    (1.4, "9 2.5"),
    (1.4, "8 2.5 0.1 2.5"),
)
# lines of companies in their colours, distinguished also by width and dashes
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
BESIDE = 1.7  # distance between lines at the same price
SAMPLE = 22.0  # length of the line sample before its name
STRONG = 1.06  # width of bold letters, relative to normal ones
NAME_GAP = 11.0  # minimum distance between the names at the ends of lines


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart: its name, a value for each place (None: absent), its company."""

    name: str
    values: Sequence[float | None]
    company: CompanyLook | None = None
    strong: bool = False

    @property
    def shown(self) -> list[tuple[int, float]]:
        """The values that are present, each with its place."""
        return [(place, value) for place, value in enumerate(self.values) if value is not None]


def space_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones with at least ``gap`` between any two."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    # neighbours closer than the gap form a block, centred on the mean of the wanted positions
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
    lines: Sequence[ChartLine],
    labels: Sequence[str],
    *,
    events: Mapping[int, str] | None = None,
    size: tuple[float, float] = (505, 236),
    paper: bool = False,
    width: str | None = None,
    label: str = "",
    places: bool = False,
    letters: float = 1.0,
) -> str:
    """Draw a line chart as SVG, with lines named at their ends and events as dotted lines.

    ``labels`` has one entry for each place. If ``places`` is true, the values are ranks among the
    lines, and rank 1 is on top. ``letters`` is the size of letters relative to paper.
    """
    events = events or {}
    wide, high = size
    frame = Frame(size, paper, letters)
    names = max((len(line.name) for line in lines), default=0)
    right = wide - min(max(18 + SAMPLE + 5.2 * names * letters, 52), wide / 2.6)
    top, foot = (TOP if events else 8.0) * letters, high - FOOT * letters
    count, last = max(len(labels), 2), max(len(lines), 2)
    values = [value for line in lines for _, value in line.shown]
    steps = scale_steps(max(values, default=0), min(values, default=0))

    def at_x(place: int) -> float:
        return frame.left + (right - frame.left) * place / (count - 1)

    def at_y(value: float) -> float:
        if places:
            return top + 6 + (foot - top - 18) * (value - 1) / (last - 1)
        return foot - (foot - top) * (value - steps[0]) / (steps[-1] - steps[0])

    if places:
        frame.places(last, at_y, right, foot)
    else:
        frame.scale(steps, at_y, right)
    frame.ticks(labels, at_x, foot)
    frame.events(events, at_x, top, foot)
    beside = _beside(lines)
    ends = []
    for line, aside in zip(lines, beside, strict=True):
        shown = line.shown
        ends.append(at_y(shown[-1][1]) + aside[shown[-1][0]] if shown else foot)
    spots = space_out(ends, NAME_GAP * letters, top, foot)
    marked = {place for place, words in enumerate(labels) if words}
    inks = companies = 0
    for line, aside, end, spot in zip(lines, beside, ends, spots, strict=True):
        if line.company:
            how = Stroke(*COMPANY_LINES[companies % len(COMPANY_LINES)], companies)
            companies += 1
        else:
            how = Stroke(*INK_LINES[inks % len(INK_LINES)], inks)
            inks += 1
        if line.shown:
            _put_line(frame, line, aside, how, marked, at_x=at_x, at_y=at_y, end=end, spot=spot)
    return frame.svg(width, label)


def _beside(lines: Sequence[ChartLine]) -> list[dict[int, float]]:
    """Return the offsets of companies' lines where several have the same price."""
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


@dataclass(frozen=True, slots=True)
class Stroke:
    """The style of a line: its width, its dashes, and its kind of points."""

    thick: float
    dashes: str
    points: int


def _put_line(
    frame: Frame,
    line: ChartLine,
    aside: Mapping[int, float],
    how: Stroke,
    marked: Collection[int],
    *,
    at_x: Place,
    at_y: Height,
    end: float,
    spot: float,
) -> None:
    """Draw a line with points where rounds are named and at its end, then its sample and name.

    A thin line joins its end and its name where the name had to move.
    """
    data, before = "", -2
    for i, value in line.shown:
        data += f"{'L' if i == before + 1 else 'M'}{num(at_x(i))} {num(at_y(value) + aside[i])}"
        before = i
    ink = edge_colour(line.company.colour) if line.company else INK
    look = f'stroke="{ink}" fill="none" stroke-linejoin="round"' if frame.paper else 'class="line"'
    dashed = f' stroke-dasharray="{how.dashes}"' if how.dashes else ""
    if how.dashes.startswith("0.1") or " 0.1" in how.dashes:
        dashed += ' stroke-linecap="round"'
    colour = ink if frame.paper else ""
    last = line.shown[-1][0]
    x = at_x(last)
    data += f"M{num(x + 8)} {num(spot)}h{num(SAMPLE)}"
    parts = [f'<path d="{data}" {look} stroke-width="{num(how.thick)}"{dashed}/>']
    if abs(spot - end) > 4:
        lead = f"M{num(x + 2.5)} {num(end)}L{num(x + 6)} {num(spot)}"
        parts.append(f'<path d="{lead}" {look} stroke-width=".6"/>')
    dotted = [(at_x(i), at_y(v) + aside[i]) for i, v in line.shown if i in marked or i == last]
    parts.append(points(how.points, [*dotted, (x + 8 + SAMPLE / 2, spot)], colour))
    y = spot + 3 * frame.letters
    begins, size = x + SAMPLE + 12, 9.0
    name = fit_words(line.name, size * frame.letters * STRONG, frame.size[0] - begins)
    parts.append(frame.text(begins, y, name, "start", strong=line.strong, size=size))
    if frame.paper or not line.company:
        frame.put(*parts)
    else:
        frame.put(f'<g class="c-{slug(line.company.symbol)}">{"".join(parts)}</g>')
