"""Bar charts of a company's earnings by round.

Bars are filled where the company paid out, and hollow where it withheld the revenue.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.chart_frame import FOOT, Frame, scale_steps
from companion.drawing.company_colours import edge_colour
from companion.drawing.geometry import num
from companion.languages import format_number

WIDEST = 20.0
TOP = 14.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its place, its value, and whether it is hollow because nothing was paid out."""

    place: int
    value: int
    hollow: bool


def draw_bars(
    bars: Sequence[Bar],
    labels: Sequence[str],
    colour: str,
    *,
    size: tuple[float, float],
    width: str | None = None,
    label: str = "",
) -> str:
    """Draw a bar chart for paper as SVG, with a place for each label and values above bars."""
    frame = Frame(size, paper=True)
    wide, high = size
    right, foot = wide - 8.0, high - FOOT
    steps = scale_steps(max((bar.value for bar in bars), default=0))
    room = (right - frame.left) / max(len(labels), 1)
    thick = min(room * 0.7, WIDEST)
    letters = max((len(format_number(bar.value)) for bar in bars), default=1)
    font = min(8.5, room / (0.5 * letters))

    def middle(place: int) -> float:
        return frame.left + room * (place + 0.5)

    def at_y(value: float) -> float:
        return foot - (foot - TOP) * value / steps[-1]

    frame.scale(steps, at_y, right)
    frame.ticks(labels, middle, foot)
    edge = edge_colour(colour)
    for bar in bars:
        x, y = middle(bar.place) - thick / 2, at_y(bar.value)
        fill = "#ffffff" if bar.hollow else colour
        frame.put(
            f'<rect x="{num(x + 0.4)}" y="{num(y)}" width="{num(thick - 0.8)}"'
            f' height="{num(foot - y)}" fill="{fill}" stroke="{edge}" stroke-width=".8"/>'
        )
        said = format_number(bar.value)
        frame.put(frame.text(middle(bar.place), y - 3, said, "middle", strong=True, size=font))
    return frame.svg(width, label)
