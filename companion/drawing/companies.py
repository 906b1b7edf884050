"""Companies as they look: colour, short mark, and what may stand on or around the colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

INK, WHITE = "#13202a", "#ffffff"
SHEET = {False: "#f8faf5", True: "#172023"}  # dark?: the sheet a company's edge stands on
INKS = {False: "#13202a", True: "#e7ebe3"}
EDGE_CONTRAST = 3.0
TEXT_CONTRAST = 4.5
BRIGHT = 0.40  # relative luminance from which a colour is dimmed in the dark
DIM = 0.84
NAMED = {
    "black": "#2b2b2d",
    "blue": "#1f5fae",
    "brown": "#7b4a2b",
    "green": "#2f7d4f",
    "gray": "#7d8580",
    "grey": "#7d8580",
    "orange": "#e07f2b",
    "pink": "#e59ab5",
    "purple": "#6d4a9c",
    "red": "#c8292f",
    "white": "#ffffff",
    "yellow": "#f5d90a",
}


@dataclass(frozen=True, slots=True)
class CompanyLook:
    """A company on the screen: its symbol, a mark of two letters, its colour ("#32763f"); and in
    words, where it is not called by the symbol.
    """

    symbol: str
    short: str
    colour: str
    words: str = ""


@lru_cache(maxsize=2048)
def slug(symbol: str) -> str:
    """A symbol as part of a class name: "B&O" gives "b-o"."""
    text = "".join(c if c.isascii() and c.isalnum() else "-" for c in symbol.lower())
    return text.strip("-") or "x"


def _rgb(colour: str) -> tuple[int, int, int]:
    text = NAMED.get(colour.lower(), colour).lstrip("#")
    if len(text) == 3:
        text = "".join(c * 2 for c in text)
    if len(text) != 6:
        raise ValueError(f"{colour!r} is no colour: write it like #32763f")
    return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)


def _hex(rgb: Iterable[float]) -> str:
    return "#" + "".join(f"{round(c):02x}" for c in rgb)


def luminance(colour: str) -> float:
    """Relative luminance as WCAG counts it, 0 to 1."""
    parts = (c / 255 for c in _rgb(colour))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def text_on(colour: str) -> str:
    """White or ink, whichever contrasts more with the colour."""
    return WHITE if contrast(WHITE, colour) >= contrast(INK, colour) else INK


def dim_colour(colour: str) -> str:
    """The colour in the dark: bright ones lose 16 percent."""
    if luminance(colour) < BRIGHT:
        return _hex(_rgb(colour))
    return _hex(c * DIM for c in _rgb(colour))


def readable(colour: str) -> str:
    """The colour moved away from that of the text on it until that stands out by 4.5:1."""
    text = text_on(colour)
    return _shift_colour(colour, INK if text == WHITE else WHITE, text, TEXT_CONTRAST)


def _shift_colour(colour: str, goal: str, other: str, least: float) -> str:
    """The colour moved towards ``goal`` until it stands out from another, or to the goal."""
    begin, end = _rgb(colour), _rgb(goal)
    for step in range(51):
        mixed = _hex(a + (b - a) * step / 50 for a, b in zip(begin, end, strict=True))
        if contrast(mixed, other) >= least:
            return mixed
    return goal


@lru_cache(maxsize=256)
def edge_colour(colour: str, dark: bool = False) -> str:
    """The colour moved towards ink until it stands 3:1 on the sheet of its theme."""
    return _shift_colour(
        dim_colour(colour) if dark else colour, INKS[dark], SHEET[dark], EDGE_CONTRAST
    )


def short_marks(symbols: Iterable[str]) -> dict[str, str]:
    """Two letters for each symbol, no two alike: the first two if free, else the next that are."""
    marks: dict[str, str] = {}
    for symbol in symbols:
        letters = [c for c in symbol.upper() if c.isalnum()] or ["X"]
        pairs = [a + b for i, a in enumerate(letters) for b in letters[i + 1 :]] or letters
        pairs += [letters[0] + d for d in "123456789"]
        marks[symbol] = next(p for p in pairs if p not in marks.values())
    return marks


def company_css(companies: Iterable[CompanyLook]) -> str:
    """Style rules of the companies' colours, in both themes."""
    light, dark = [], []
    for company in companies:
        name, colour = f".c-{slug(company.symbol)}", readable(company.colour)
        light.append(
            f"{name}{{--c:{colour};--c-ink:{text_on(colour)};--c-edge:{edge_colour(colour)}}}"
        )
        night = readable(dim_colour(colour))
        dark.append(
            f"{name}{{--c:{night};--c-ink:{text_on(night)};--c-edge:{edge_colour(colour, True)}}}"
        )
    return f"{''.join(light)}@media(prefers-color-scheme:dark){{{''.join(dark)}}}"
