"""The sheet of a drawing: styles are classes on the screen and attributes on paper."""

from __future__ import annotations

from companion.drawing.geometry import Piece, circle_data, num, path_data
from companion.drawing.label_placement import escape_text

INK, INK_2 = "#13202a", "#43515a"
NOW = "#a3145a"
FILLS = {
    "white": "#eaeee3",
    "yellow": "#f2cd55",
    "green": "#88c07c",
    "brown": "#c08d5c",
    "gray": "#b7bdb8",
    "red": "#df8a7b",
    "blue": "#b5d0e2",
    "black": "#a3a19d",
}
RUNS = ("#b8166a", "#0f5fb4", "#00706a", "#6a3fb0")
DASHES = ("", "11 18", ".1 17", "22 17 .1 17")  # round caps lengthen every dash by the line width
RUN_WIDTH, CASE_WIDTH, FLOOD_WIDTH = 11.0, 18.4, 26.0

_TEXT = 'font-size="{}" fill="{}" font-weight="{}"'
_LINE = 'fill="none" stroke="{}" stroke-width="{}"'

# styles from bottom to top, with their attributes on paper, in light colours
PAPER: dict[str, str] = {
    **{f"h-{name}": f'fill="{fill}" stroke="#a9b3aa"' for name, fill in FILLS.items()},
    **{f"join-{name}": _LINE.format(fill, 2.6) for name, fill in FILLS.items()},
    "wdg": f'fill="{INK}"',
    "trk": _LINE.format(INK, 7.8),
    "trk-l": _LINE.format(INK, 7.8),
    "river": _LINE.format("#3a78ab", 5) + ' stroke-linecap="round"',
    "wall": _LINE.format("#1d5fa8", 6) + ' stroke-linecap="round"',
    "barrier": _LINE.format("#c4161c", 6) + ' stroke-linecap="round"',
    "barrier-open": _LINE.format("#c4161c", 3) + ' stroke-dasharray="3 7"',
    **{
        f"flood r{i + 1}": _LINE.format(RUNS[i], num(FLOOD_WIDTH))
        + ' stroke-linecap="round" stroke-linejoin="round" stroke-opacity=".35"'
        for i in range(4)
    },
    "case": _LINE.format("#ffffff", CASE_WIDTH) + ' stroke-linecap="round" stroke-linejoin="round"',
    **{
        f"run r{i + 1}": _LINE.format(RUNS[i], num(RUN_WIDTH))
        + ' stroke-linecap="round" stroke-linejoin="round"'
        + (f' stroke-dasharray="{DASHES[i]}"' if DASHES[i] else "")
        for i in range(4)
    },
    "lit": _LINE.format(NOW, 3) + ' stroke-dasharray="6 5"',
    "bar": _LINE.format(INK, 7.8),
    "dot": f'fill="{INK}"',
    "dot-l": f'fill="{INK}"',
    "box": f'fill="#ffffff" stroke="{INK}" stroke-width="1.5"',
    "slot": f'fill="#ffffff" stroke="{INK}" stroke-width="1.5"',
    "home": _TEXT.format("13.8", "#5c6970", 600),
    "tok": f'font-size="14.5" font-weight="600" stroke-width="1.5" stroke="{INK}"',
    "off": 'stroke="none"',
    "ring": _LINE.format(INK, 2.5),
    "badge": f'fill="#ffffff" stroke="{INK}"',
    "rev": _TEXT.format("14.7", INK, 600),
    "rvt": _TEXT.format("12.1", INK, 600),
    "was": _TEXT.format("14.1", INK, 400),
    "rvo": _TEXT.format("14.1", INK, 600),
    "mtn": 'fill="#8c7c68"',
    "wtr": _LINE.format("#3a78ab", 2.8) + ' stroke-linecap="round"',
    "mtn-t": 'fill="#5a4a38"',
    "wtr-t": _LINE.format("#1d5a8c", 2.8) + ' stroke-linecap="round"',
    "cost-t": _TEXT.format("12.4", INK, 500),
    "cost": _TEXT.format("13.8", INK_2, 500),
    "fee": _TEXT.format("11.5", "#1d5fa8", 600),
    "mark": _TEXT.format("14.7", INK, 600),
    "name": _TEXT.format("11.3", INK, 600),
    "mark-l": _TEXT.format("14.7", INK, 600),
    "name-l": _TEXT.format("11.3", INK, 600),
    "place": _TEXT.format("11.3", INK, 500),
    "place-l": _TEXT.format("11.3", INK_2, 500),
    "no": _TEXT.format("9.5", INK, 500),
    "priv": f'fill="none" stroke="{INK_2}"',
    "prv": _TEXT.format("11", INK_2, 600),
    "rim": _TEXT.format("15", INK_2, 500),
    **{
        f"plate r{i + 1}": f'fill="#ffffff" stroke="{RUNS[i]}" stroke-width="2.5"' for i in range(4)
    },
    "plno": _TEXT.format("17", INK, 600),
    "took": _LINE.format(NOW, 4.5),
    "reach": _LINE.format(NOW, 3.5),
    "pick": f'fill="{NOW}" stroke="#ffffff" stroke-width="2"',
    "pkno": _TEXT.format("14.5", "#ffffff", 600),
    "chosen": _LINE.format(NOW, 5) + ' stroke-linejoin="round"',
}
ORDER = {name: place for place, name in enumerate(PAPER)}
OVER_RUNS = "bar"  # the first style that lies over runs
PLAIN_GROUP = '<g class="ground">{1}</g>'.format  # an element of a ground that no device keeps


def size_attributes(width: str | None, wide: float, high: float) -> str:
    """Return the attributes of a picture's width, such as "12mm", and of its height, or "".

    ``wide`` and ``high`` are the sides of what it shows.
    """
    if not width:
        return ""
    number = width.rstrip("abcdefghijklmnopqrstuvwxyz%")
    unit = width.removeprefix(number)
    return f' width="{width}" height="{num(float(number) * high / wide)}{unit}"'


def label_attributes(label: str) -> str:
    """Return the attributes of a picture for screen readers."""
    if not label:
        return ' aria-hidden="true"'
    return f' role="img" aria-label="{escape_text(label, quote=True)}"'


class Sheet:
    """A collector for the parts of a drawing by style, written in layers from bottom to top."""

    def __init__(self, paper: bool = False) -> None:
        self.paper = paper
        self._paths: dict[str, list[str]] = {}
        self._parts: dict[str, list[str]] = {}

    def look(self, style: str) -> str:
        """Return the attributes of a style, with a leading space."""
        return " " + PAPER[style] if self.paper else f' class="{style}"'

    def put(self, style: str, element: str) -> None:
        self._parts.setdefault(style, []).append(element)

    def path(self, style: str, data: str) -> None:
        """Add to the one path of a style."""
        self._paths.setdefault(style, []).append(data)

    def pieces(self, style: str, pieces: list[Piece]) -> None:
        if pieces:
            self.path(style, path_data(pieces))

    def text(self, style: str, x: float, y: float, words: str) -> None:
        """Add words centred on x, with their base line at y."""
        self.put(style, f'<text x="{num(x)}" y="{num(y)}">{escape_text(words)}</text>')

    def circle(self, style: str, x: float, y: float, r: float) -> None:
        if self.paper:  # one path for all of a style prints faster
            self.path(style, circle_data(x, y, r))
        else:
            self.put(style, f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}"/>')

    def add(self, other: Sheet) -> None:
        """Add all parts of another drawing, style by style."""
        for style, paths in other._paths.items():
            self._paths.setdefault(style, []).extend(paths)
        for style, parts in other._parts.items():
            self._parts.setdefault(style, []).extend(parts)

    def body(self, first: str = "", end: str = "") -> str:
        """Return the elements of all styles, or from style ``first`` to the one before ``end``."""
        low, high = ORDER.get(first, 0), ORDER.get(end, len(ORDER))
        styles = sorted({*self._paths, *self._parts}, key=ORDER.__getitem__)
        out = []
        for style in styles:
            if not low <= ORDER[style] < high:
                continue
            if style in self._paths:
                data = "".join(self._paths[style])
                out.append(f'<path{self.look(style)} d="{data}"/>')
            if style in self._parts:
                out.append(f"<g{self.look(style)}>{''.join(self._parts[style])}</g>")
        return "".join(out)

    def svg(
        self,
        view: tuple[float, float, float, float],
        kind: str,
        label: str = "",
        width: str | None = None,
        extra: str = "",
        body: str | None = None,
    ) -> str:
        """Return the whole drawing as SVG: visible part, class, label and width.

        ``body`` is what is drawn, if it is not just the body of this sheet.
        """
        x, y, w, h = view
        head = f'<svg class="{kind}" viewBox="{num(x)} {num(y)} {num(w)} {num(h)}"'
        if self.paper:
            head = (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{num(x)} {num(y)} {num(w)} '
                f'{num(h)}" font-family="Fira Sans Condensed" text-anchor="middle"'
            )
        head += size_attributes(width, w, h) + label_attributes(label)
        return f"{head}{extra}>{self.body() if body is None else body}</svg>"
