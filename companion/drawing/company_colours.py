"""The appearance of companies: colour, short mark, and colours that go with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

INK, WHITE = "#13202a", "#ffffff"
SHEET = {False: "#f8faf5", True: "#172023"}  # by dark theme: background of a company's edge
INKS = {False: "#13202a", True: "#e7ebe3"}
EDGE_CONTRAST = 3.0
TEXT_CONTRAST = 4.5
BRIGHT = 0.40  # relative luminance above which a colour is dimmed in the dark theme
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
    """The appearance of a company: symbol, mark of two letters, and colour ("#32763f").

    ``words`` is its name in words, if that is not the symbol.
    """

    symbol: str
    short: str
    colour: str
    words: str = ""


@lru_cache(maxsize=2048)
def slug(symbol: str) -> str:
    """Return a symbol as part of a class name: "B&O" gives "b-o"."""
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
    """Return the relative luminance as defined by WCAG, from 0 to 1."""
    parts = (c / 255 for c in _rgb(colour))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def text_on(colour: str) -> str:
    """Return white or ink, whichever contrasts more with the colour."""
    return WHITE if contrast(WHITE, colour) >= contrast(INK, colour) else INK


def dim_colour(colour: str) -> str:
    """Return the colour for the dark theme: bright ones lose 16 percent."""
    if luminance(colour) < BRIGHT:
        return _hex(_rgb(colour))
    return _hex(c * DIM for c in _rgb(colour))


def readable(colour: str) -> str:
    """Return the colour, shifted away from its text colour until the contrast is 4.5:1."""
    text = text_on(colour)
    return _shift_colour(colour, INK if text == WHITE else WHITE, text, TEXT_CONTRAST)


def _shift_colour(colour: str, goal: str, other: str, least: float) -> str:
    """Return the colour, shifted towards ``goal`` until it contrasts with another.

    Returns the goal if no mixture contrasts enough.
    """
    begin, end = _rgb(colour), _rgb(goal)
    for step in range(51):
        mixed = _hex(a + (b - a) * step / 50 for a, b in zip(begin, end, strict=True))
        if contrast(mixed, other) >= least:
            return mixed
    return goal


@lru_cache(maxsize=256)
def edge_colour(colour: str, dark: bool = False) -> str:
    """Return the colour, shifted towards ink until its contrast with the background is 3:1."""
    return _shift_colour(
        dim_colour(colour) if dark else colour, INKS[dark], SHEET[dark], EDGE_CONTRAST
    )


def short_marks(symbols: Iterable[str]) -> dict[str, str]:
    """Return two letters for each symbol, no two alike: the first two if free, else later ones."""
    marks: dict[str, str] = {}
    for symbol in symbols:
        letters = [c for c in symbol.upper() if c.isalnum()] or ["X"]
        pairs = [a + b for i, a in enumerate(letters) for b in letters[i + 1 :]] or letters
        pairs += [letters[0] + d for d in "123456789"]
        marks[symbol] = next(p for p in pairs if p not in marks.values())
    return marks


def company_css(companies: Iterable[CompanyLook]) -> str:
    """Return the CSS rules of the companies' colours, in both themes."""
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
