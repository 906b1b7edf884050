"""The frame of a chart: the scale at the left, the rounds below, and the text on it."""

import math
import re
from collections.abc import Callable, Mapping, Sequence

from companion.drawing.geometry import num
from companion.drawing.label_placement import escape_text
from companion.drawing.svg_sheet import INK, INK_2, label_attributes, size_attributes
from companion.languages import format_number

HAIR = "#d5dad4"
FACE = "Fira Sans Condensed"
# and the font families for letters it lacks, as in reports/extra-alphabets.css
FACES = (
    "Condensed, Condensed Latin, Condensed Further Latin, Condensed Greek, Condensed Cyrillic,"
    " Condensed Further Cyrillic, Armenian, Georgian, Signs"
)
TOP, FOOT = 20.0, 24.0
LETTER, BETWEEN = 4.9, 3.0  # average width of a letter of an event; space between events
NAME = re.compile(r"\b[A-Z]\w+(?: [A-Z]\w+)+")  # a name of several words

Place = Callable[[int], float]
Height = Callable[[float], float]


def scale_steps(highest: float, lowest: float = 0, wanted: int = 6) -> list[float]:
    """Return round values from just below the lowest to just above the highest.

    They contain 0, and are about as many as wanted.
    """
    highest, lowest = max(highest, 0), min(lowest, 0)
    if highest == lowest:
        return [0.0, 1.0]
    rough = (highest - lowest) / wanted
    size = 10 ** math.floor(math.log10(rough))
    step = next((k * size for k in (1, 2, 2.5, 5) if k * size >= rough), 10 * size)
    step = max(step, 1)
    first, last = math.floor(lowest / step + 1e-9), math.ceil(highest / step - 1e-9)
    return [i * step for i in range(first, last + 1)]


def _length(events: Sequence[tuple[int, str]]) -> int:
    """Return the total number of letters of all events."""
    return sum(len(words) for _, words in events)


def _initials(words: str) -> str:
    """Replace each name of several words by its initials: "Dark Green" becomes "DG"."""
    return NAME.sub(lambda name: "".join(word[0] for word in name[0].split()), words)


class Frame:
    """A collector for the parts of a chart, from bottom to top.

    ``size`` is in the chart's own units. Letters are ``letters`` times as large as on paper. Parts
    have colours on paper and classes on the screen.
    """

    def __init__(self, size: tuple[float, float], paper: bool, letters: float = 1.0) -> None:
        self.size, self.paper, self.letters = size, paper, letters
        self.left = 34.0 * letters
        self._parts: list[str] = []

    def put(self, *parts: str) -> None:
        """Add parts unchanged."""
        self._parts += parts

    def text(
        self,
        x: float,
        y: float,
        words: str,
        anchor: str,
        *,
        strong: bool = False,
        size: float = 8.5,
    ) -> str:
        """Return words as a text element at a point of their base line."""
        where = f'x="{num(x)}" y="{num(y)}" text-anchor="{anchor}"'
        where += f' font-size="{num(size * self.letters)}"'
        if self.paper:
            ink, weight = (INK, 600) if strong else (INK_2, 400)
            face = FACE if words.isascii() else FACES
            where += f' font-family="{face}" font-weight="{weight}" fill="{ink}"'
        elif strong:
            where += ' class="strong"'
        return f"<text {where}>{escape_text(words)}</text>"

    def rule(self, data: str, kind: str, stroke: str, width: float, dashes: str = "") -> str:
        """Return a line of the frame: "axis", "grid" or "since"."""
        look = f'stroke="{stroke}"' if self.paper else f'class="{kind}"'
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<path d="{data}" {look} stroke-width="{num(width)}"{dashed}/>'

    def scale(self, steps: Sequence[float], at_y: Height, right: float) -> None:
        """Add lines at these values. Label every second one if there are many, and always 0."""
        self._rules([at_y(step) for step in steps[1:]], right)
        self.put(self.axis(at_y(steps[0]), right))
        zero = steps.index(0)
        if zero:
            self.put(self.axis(at_y(0), right))
        for i, step in enumerate(steps):
            if (i - zero) % 2 == 0 or len(steps) <= 5:
                y = at_y(step) + 3 * self.letters
                self.put(self.text(self.left - 5, y, format_number(round(step)), "end"))

    def places(self, last: int, at_y: Height, right: float, foot: float) -> None:
        """Add a line for each place from 1 to the last, and the axis below them."""
        self._rules([at_y(place) for place in range(1, last + 1)], right)
        self.put(self.axis(foot, right))
        for place in range(1, last + 1):
            y = at_y(place) + 3 * self.letters
            self.put(self.text(self.left - 5, y, str(place), "end"))

    def _rules(self, heights: Sequence[float], right: float) -> None:
        """Add thin lines across the chart, as one element because more elements print slowly."""
        data = "".join(f"M{num(self.left)} {num(y)}H{num(right)}" for y in heights)
        self.put(self.rule(data, "grid", HAIR, 0.6))

    def axis(self, foot: float, right: float) -> str:
        """Return the base line of the chart."""
        return self.rule(f"M{num(self.left)} {num(foot)}H{num(right)}", "axis", INK, 0.9)

    def ticks(self, labels: Sequence[str], at_x: Place, foot: float) -> None:
        """Add the rounds below the chart."""
        last, data = -99.0, ""
        for place, words in enumerate(labels):
            if not words:
                continue
            x = at_x(place)
            data += f"M{num(x)} {num(foot)}v4"
            room = (4.4 * len(words) + 4) * self.letters
            if x - last >= room:  # a label that would touch the previous one is left out
                self.put(self.text(x, foot + 4 + 9 * self.letters, words, "middle"))
                last = x
        if data:
            self.put(self.rule(data, "axis", INK, 0.7))

    def events(self, events: Mapping[int, str], at_x: Place, top: float, foot: float) -> None:
        """Add dotted lines with labels at the places where something began."""
        each = LETTER * self.letters
        begun = sorted(events.items())
        room = self.size[0] - BETWEEN * len(begun)
        if _length(begun) * each > room:
            begun = [(place, _initials(words)) for place, words in begun]
        small = min(1.0, room / max(_length(begun) * each, 1))
        widths = [each * small * len(words) for _, words in begun]
        seats: list[float] = []
        last = -BETWEEN  # no label begins left of the chart
        for (place, _), width in zip(begun, widths, strict=True):
            seats.append(max(at_x(place), last + BETWEEN + width / 2))
            last = seats[-1] + width / 2
        edge = self.size[0] + BETWEEN  # labels too far to the right are moved back to the left
        for n in reversed(range(len(seats))):
            seats[n] = min(seats[n], edge - BETWEEN - widths[n] / 2)
            edge = seats[n] - widths[n] / 2
        if begun:
            data = "".join(f"M{num(at_x(place))} {num(top - 4)}V{num(foot)}" for place, _ in begun)
            self.put(self.rule(data, "since", INK_2, 0.6, "1.5 2"))
        for (_, words), seat in zip(begun, seats, strict=True):
            self.put(self.text(seat, top - 7, words, "middle", strong=True, size=9 * small))

    def svg(self, width: str | None = None, label: str = "") -> str:
        """Return the whole chart as SVG.

        ``width`` sets its width, if given. ``label`` is for screen readers.
        """
        wide, high = self.size
        kind = 'xmlns="http://www.w3.org/2000/svg"' if self.paper else 'class="chartlines"'
        shown = size_attributes(width, wide, high) + label_attributes(label)
        head = f'<svg {kind} viewBox="0 0 {num(wide)} {num(high)}"{shown}>'
        return f"{head}{''.join(self._parts)}</svg>"
