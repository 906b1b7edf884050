"""Drawings of the map with all that lies on it, of tiles and of tokens."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from companion.board.board import Board
from companion.board.tiles import Tile
from companion.cache import Cache
from companion.drawing.company_colours import CompanyLook
from companion.drawing.geometry import (
    APOTHEM,
    INNER_OUTLINE,
    ROW,
    Point,
    centre,
    corner,
    direction,
    half_size,
    hex_outline,
    num,
    nums,
)
from companion.drawing.hex_descriptions import hex_words, icon_words, icons_at, terrain_at
from companion.drawing.hex_labels import Printed, letter
from companion.drawing.hexes import (
    capsule,
    on_stops,
    put_city,
    put_land,
    put_letters,
    put_stops,
    put_track,
)
from companion.drawing.runs import CrowdedPoints, Run, hex_of, put_runs, shape_at
from companion.drawing.svg_sheet import FILLS, OVER_RUNS, PLAIN_GROUP, Sheet
from companion.drawing.tile_shapes import SLOT, shape
from companion.languages import current_language, gettext

View = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of a title's companies, and their homes.

    A home is a stop, or a hex for any of its stops. ``open_barriers`` says whether the map's
    barriers are open. ``privates`` has their names, for the codes on the map.
    """

    companies: Mapping[str, CompanyLook]
    homes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    open_barriers: bool = False
    privates: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> tuple[object, ...]:
        """The values of its fields, for caches. A map has one title, with the same privates."""
        return (*self.companies.items(), *self.homes.items(), self.open_barriers)


@dataclass(frozen=True, slots=True)
class Marks:
    """Temporary marks on the map."""

    lit: Collection[str] = ()  # hexes that may be chosen
    chosen: str | None = None  # the selected hex
    stops: Collection[str] = ()  # stops that may be tapped
    picked: Sequence[str] = ()  # stops of the route drawn so far, in order
    blocked: Mapping[str, str] = field(default_factory=dict)  # hex: the private that blocks it


def hexes_around(board: Board, at: str) -> set[str]:
    """Return a hex and its neighbours."""
    beside = (board.map.neighbour(at, edge) for edge in range(6))
    return {at, *(other for other in beside if other is not None)}


def extent(board: Board, hexes: Iterable[str] | None = None, margin: float = 4.0) -> View:
    """Return the part of the map that contains these hexes, or all: x, y, width, height."""
    layout = board.map.layout
    middles = [centre(at, layout) for at in (board.map.hexes if hexes is None else hexes)]
    middles = middles or [(0.0, 0.0)]  # a title may have no map
    half_width, half_height = half_size(layout.flat)
    left, right = min(x for x, _ in middles), max(x for x, _ in middles)
    top, bottom = min(y for _, y in middles), max(y for _, y in middles)
    return (
        left - half_width - margin,
        top - half_height - margin,
        right - left + 2 * (half_width + margin),
        bottom - top + 2 * (half_height + margin),
    )


def _homes(board: Board, look: Look, at: str, tile: Tile) -> dict[int, tuple[str, ...]]:
    """Return the companies with their home at each stop of a hex and no token there yet."""
    found: dict[int, tuple[str, ...]] = {}
    here = {t for i in range(len(tile.stops)) for t in board.tokens.get(f"{at}.{i}", ()) if t}
    for i in range(len(tile.stops)):
        names = look.homes.get(f"{at}.{i}", ()) + look.homes.get(at, ())
        waiting = tuple(n for n in names if n not in here)
        if waiting:
            found[i] = waiting
    return found


_DRAWN: dict[tuple[object, ...], tuple[Sheet, list[Point]]] = {}
_DRAWN_AT_MOST = 4000  # cached hexes; an action changes only a few of them


class _Hexes(NamedTuple):
    """The hexes of a board, drawn in one way. ``tap`` says that they respond to taps."""

    board: Board
    look: Look
    colours: Sequence[str]
    numbers: bool
    tap: bool

    def put(self, sheet: Sheet, at: str, private: str) -> list[Point]:
        """Add a hex to the sheet. Draw it only if the cache has no identical hex.

        Return the points of its values and name, for later parts to avoid.
        """
        board = self.board
        tile = board.tile_at(at)
        tokens = tuple(on_stops(board.tokens, at, tile).values())
        tops = tuple(on_stops(board.stacked_tokens, at, tile).values())
        homes = tuple(_homes(board, self.look, at, tile).items())
        named = {c for slots in tokens for c in slots if c} | {c for _, own in homes for c in own}
        looks = tuple(self.look.companies.get(c) for c in sorted(named))
        by_phase = any(colour for stop in tile.stops for colour, _ in stop.revenue)
        how = (by_phase and tuple(self.colours), self.numbers, self.tap, current_language())
        key = (board.map, at, board.laid.get(at), tokens, tops, homes, looks, private, *how)
        drawn = _DRAWN.get((sheet.paper, *key))
        if drawn is None:
            hex_sheet = Sheet(sheet.paper)
            drawn = hex_sheet, self._draw(hex_sheet, at, private)
            if len(_DRAWN) >= _DRAWN_AT_MOST:
                _DRAWN.clear()
            _DRAWN[(sheet.paper, *key)] = drawn
        sheet.add(drawn[0])
        return drawn[1]

    def _draw(self, sheet: Sheet, at: str, private: str) -> list[Point]:
        board, companies = self.board, self.look.companies
        printed, laid, tile = board.map.hexes[at], board.laid.get(at), board.tile_at(at)
        form, middle = shape_at(board, at), centre(at, board.map.layout)
        names = self.look.privates
        said = hex_words(board, at, companies, self.colours, private, names) if self.tap else ""
        put_land(sheet, form, middle, at if self.tap else "", escape(said, quote=False))
        put_track(sheet, form, middle)
        put_stops(
            sheet,
            form,
            middle,
            companies,
            tokens=on_stops(board.tokens, at, tile),
            homes=_homes(board, self.look, at, tile),
            tops=on_stops(board.stacked_tokens, at, tile),
        )
        shown = Printed(
            name=printed.name or "",
            label=tile.label or "",
            terrain=terrain_at(board, at),
            icons=icons_at(board, at),
            number=board.map.printed_number(laid.tile) if laid and self.numbers else "",
            private=private,
        )
        found = letter(form, shown, not form.pieces)
        put_letters(sheet, form, found, shown, middle, self.colours)
        spots = [b.at for b in found.badges]
        spots += [
            (box.x + k * box.half_width, box.y) for box, _ in found.name for k in (-0.8, 0, 0.8)
        ]
        return [(middle[0] + x, middle[1] + y) for x, y in spots]


def _put_borders(
    sheet: Sheet,
    board: Board,
    hexes: Collection[str],
    avoid: Sequence[Point],
    open_barriers: bool,
) -> None:
    """Draw walls, barriers, rivers with their cost, and borders without a line."""
    done: set[tuple[str, int]] = set()
    priced: list[tuple[float, float, int, bool]] = []
    layout = board.map.layout
    for at in hexes:
        x, y = centre(at, layout)
        for edge in range(6):
            border = board.map.border(at, edge)
            if border is None or (at, edge) in done:
                continue
            other = board.map.neighbour(at, edge)
            if other is not None:
                done.add((other, (edge + 3) % 6))
            (x0, y0), (x1, y1) = corner(edge - 1, layout.flat), corner(edge, layout.flat)
            if border.kind is None:
                colour = board.tile_at(at).colour
                fill = colour if colour in FILLS else "gray"
                inset = 0.03
                ax, ay = x0 + (x1 - x0) * inset, y0 + (y1 - y0) * inset
                sheet.put(
                    f"join-{fill}",
                    f'<path d="M{nums(x + ax, y + ay)}'
                    f'l{nums((x1 - x0) * (1 - 2 * inset), (y1 - y0) * (1 - 2 * inset))}"/>',
                )
                continue
            barrier = "barrier-open" if open_barriers else "barrier"
            style = {"water": "river", "barrier": barrier}.get(border.kind, "wall")
            sheet.path(style, f"M{nums(x + x0, y + y0)}l{nums(x1 - x0, y1 - y0)}")
            if border.kind == "water" and border.cost:
                dx, dy = direction(edge, layout.flat)
                bridged = edge in board.tile_at(at).exits
                middle = (x + APOTHEM * dx, y + APOTHEM * dy)
                priced.append((*middle, border.cost, bridged))
    _put_fees(sheet, priced, avoid)


def _put_fees(
    sheet: Sheet, priced: list[tuple[float, float, int, bool]], avoid: Sequence[Point]
) -> None:
    """Draw the cost of a river here and there along it, away from track and values."""
    written: list[tuple[float, float, int]] = []
    for x, y, cost, bridged in priced:
        if bridged or any(math.dist((x, y), p) < 22 for p in avoid):
            continue
        if any(math.dist((x, y), (a, b)) < 150 and cost == c for a, b, c in written):
            continue
        written.append((x, y, cost))
        sheet.circle("badge", x, y, 9)
        sheet.text("fee", x, y + 4, str(cost))


def _ring(board: Board, stop: str) -> tuple[str, Point]:
    """Return the outline around a marked stop, and its middle."""
    at, _, index = stop.partition(".")
    form, (x, y) = shape_at(board, at), centre(at, board.map.layout)
    here = form.tile.stops[int(index)]
    places = form.slots(int(index)) if here.kind == "city" else (form.spots[int(index)].at,)
    moved = [(px + x, py + y) for px, py in places]
    middle = sum(p[0] for p in moved) / len(moved), sum(p[1] for p in moved) / len(moved)
    radius = SLOT + 3.6 if here.kind == "city" else SLOT
    if len(moved) > 2:
        radius += max(math.dist(p, middle) for p in moved)
        moved = [middle]
    return capsule(moved, radius), middle


def _put_marks(sheet: Sheet, board: Board, look: Look, marks: Marks) -> None:
    layout = board.map.layout
    for at in marks.lit:
        if at != marks.chosen:
            sheet.path("lit", hex_outline(*centre(at, layout), layout.flat, INNER_OUTLINE))
    for stop in marks.stops:
        ring, (x, y) = _ring(board, stop)
        said = hex_words(board, hex_of(stop), look.companies, names=look.privates)
        words = escape(said, quote=False)
        sheet.put(
            "reach",
            f'<g data-stop="{stop}"><title>{words}</title>'
            f'<circle class="hit" cx="{num(x)}" cy="{num(y)}" r="24"/>{ring}</g>',
        )
    for number, stop in enumerate(marks.picked, 1):
        ring, (x, y) = _ring(board, stop)
        sheet.put("took", ring)
        sheet.circle("pick", x, y - SLOT - 7, 10)
        sheet.text("pkno", x, y - SLOT - 2, str(number))
    if marks.chosen:
        outline = hex_outline(*centre(marks.chosen, layout), layout.flat)
        sheet.put("chosen", f'<path d="{outline}"/>')


def _put_rim(sheet: Sheet, board: Board) -> View:
    """Draw the names of rows and columns around the map; return the view with them."""
    x, y, w, h = extent(board)
    rows: dict[str, float] = {}
    columns: dict[str, float] = {}
    for at in board.map.hexes:
        (row, column), (right, down) = board.map.layout.rim(at), centre(at, board.map.layout)
        rows[row], columns[column] = down, right
    for row, down in rows.items():
        sheet.text("rim", x - 8, down + 5.2, row)
    for column, right in sorted(columns.items(), key=lambda named: named[1]):
        sheet.text("rim", right, y - 4, column)
    return (x - 20, y - 20, w + 20, h + 20)


class _Ground(NamedTuple):
    """The map without runs and marks: its parts under and over the runs, and the whole view.

    Plates of runs avoid the points of ``avoid``.
    """

    under: str
    over: str
    avoid: CrowdedPoints
    whole: View


_GROUNDS: Cache[tuple[object, ...], _Ground] = Cache(32)  # most steps of a turn lay no tile


def _draw_ground(
    drawn: _Hexes, paper: bool, within: Collection[str] | None, blocked: Mapping[str, str]
) -> _Ground:
    """Draw land, track, walls, stops and tokens, values and names."""
    sheet, board, avoid = Sheet(paper), drawn.board, list[Point]()
    hexes = [at for at in board.map.hexes if within is None or at in within]
    whole = _put_rim(sheet, board) if within is None else extent(board, hexes)
    for at in hexes:
        avoid += drawn.put(sheet, at, blocked.get(at, ""))
    _put_borders(sheet, board, hexes, avoid, drawn.look.open_barriers)
    return _Ground(sheet.body(end=OVER_RUNS), sheet.body(OVER_RUNS), CrowdedPoints(avoid), whole)


def draw_map(  # noqa: PLR0913 - options of a picture, by keyword
    board: Board,
    look: Look,
    colours: Sequence[str] = ("yellow",),
    *,
    runs: Sequence[Run] = (),
    marks: Marks | None = None,
    paper: bool = False,
    within: Collection[str] | None = None,
    view: Collection[str] | None = None,
    numbers: bool = False,
    label: str = "",
    width: str | None = None,
    group: Callable[[str, str], str] = PLAIN_GROUP,
) -> str:
    """Draw the map as SVG: land, track, walls, runs, stops and tokens, values and names, marks.

    On the screen, ``group`` makes elements of what lies under runs and over them, by their names.
    """
    marks = marks or Marks()
    drawn = _Hexes(board, look, colours, numbers, tap=within is None)
    options = (*colours, numbers, paper, current_language(), within and tuple(within))
    key = (board, *look.key, *marks.blocked.items(), *options)
    ground = _GROUNDS.get(key, lambda: _draw_ground(drawn, paper, within, marks.blocked))
    sheet, whole = Sheet(paper), ground.whole
    put_runs(sheet, board, runs, ground.avoid)
    _put_marks(sheet, board, look, marks)
    shown = whole if not view else _pad_view(extent(board, view, 10), whole)
    extra = "" if paper else f' data-whole="{" ".join(num(v) for v in whole)}"'
    if marks.lit and not paper:
        extra += f' data-lit="{" ".join(marks.lit)}"'
    under, over = ground.under, ground.over
    if not paper:
        under, over = group("land", under), group("stops", over)
    body = f"{under}{sheet.body(end=OVER_RUNS)}{over}{sheet.body(OVER_RUNS)}"
    return sheet.svg(shown, "map", label or gettext("Map"), width, extra, body)


def _pad_view(view: View, whole: View) -> View:
    """Enlarge a view to at least six hexes by four rows, around the same middle."""
    x, y, w, h = view
    wide, high = min(max(w, 12 * APOTHEM), whole[2]), min(max(h, 4 * ROW), whole[3])
    return (x + (w - wide) / 2, y + (h - high) / 2, wide, high)


def draw_tile(
    tile: Tile,
    rotation: int = 0,
    *,
    flat: bool = False,
    paper: bool = False,
    number: bool = False,
    width: str | None = None,
) -> str:
    """Draw a tile by itself, rotated clockwise from its catalogue position by sixths."""
    sheet, form, here = Sheet(paper), shape(tile, rotation, flat), (0.0, 0.0)
    put_land(sheet, form, here)
    put_track(sheet, form, here)
    put_stops(sheet, form, here, {})
    cost = (("", tile.cost),) if tile.cost else ()
    marks = tuple(map(icon_words, tile.icons))
    shown = Printed("", tile.label or "", cost, tile.id if number else "", icons=marks)
    put_letters(sheet, form, letter(form, shown), shown, here, ("yellow",))
    x, y = half_size(flat)
    view = (-x - 1, -y - 1, 2 * x + 2, 2 * y + 2)
    return sheet.svg(view, "tile", width=width)


def draw_tokens(look: Look, symbol: str, count: int, words: str, *, paper: bool = False) -> str:
    """Draw the tokens left on a company's charter side by side, with their number in words."""
    sheet = Sheet(paper)
    places = [(i * 32.0, 0.0) for i in range(count)]
    for place in places:
        put_city(sheet, [place], look.companies, [symbol], ())
    wide = max(32.0 * count, 1.0)
    return sheet.svg((-16, -16, wide, 32), "tokens", words, f"{num(wide * 0.8)}px")
