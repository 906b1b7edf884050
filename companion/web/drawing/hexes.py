"""What is drawn in one hex: track, stops, tokens, values, names, terrain."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from companion.board.tiles import Stop
from companion.web.drawing.companies import CompanyLook, slug, text_on
from companion.web.drawing.geometry import (
    APOTHEM,
    TRACK,
    Piece,
    Point,
    direction,
    hex_outline,
    num,
    nums,
)
from companion.web.drawing.lettering import (
    CAP,
    Box,
    Disc,
    freest_box,
    freest_disc,
    text_width,
)
from companion.web.drawing.pen import FILLS, Sheet
from companion.web.drawing.shapes import BAR, DOT, SLOT, Shape, obstacles

CITY_BADGE, TOWN_BADGE = 10.3, 8.5
VALUE_BOX = (25.8, 19.3)
NAME, LABEL, COST = 11.3, 14.7, 13.8
LINE = 11.0  # from one line of a name to the next


@dataclass(frozen=True, slots=True)
class Printed:
    """What a hex shows besides track and stops."""

    name: str = ""
    label: str = ""
    terrain: tuple[tuple[str, int], ...] = ()
    number: str = ""
    private: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A stop's value: where, how large, of which stop."""

    at: Point
    radius: float
    stop: int


@dataclass(frozen=True, slots=True)
class Lettered:
    """Where a hex's values and words found room."""

    badges: tuple[Badge, ...] = ()
    values: tuple[tuple[Box, int], ...] = ()  # boxes of an off-board's values
    label: Box | None = None
    terrain: tuple[tuple[Box, str, int, bool], ...] = ()  # box, kind, cost, small
    name: tuple[tuple[Box, str], ...] = ()
    number: Box | None = None
    private: Box | None = None
    taken: tuple[Disc, ...] = field(default=(), compare=False)


def _worth(stop: Stop) -> bool:
    return not stop.hidden and any(value for _, value in stop.revenue)


def _badges(form: Shape, taken: list[Disc]) -> tuple[Badge, ...]:
    """One value for all cities if they are worth the same, one for each stop otherwise."""
    stops = [(i, s) for i, s in enumerate(form.tile.stops) if _worth(s) and len(s.revenue) == 1]
    cities = [i for i, s in stops if s.kind != "town"]
    if len(cities) > 1 and len({form.tile.stops[i].revenue for i in cities}) == 1:
        shown = [cities[0]] + [i for i, s in stops if s.kind == "town"]
    else:
        groups = [s.group for s in form.tile.stops]
        shown = [i for i, s in stops if s.group is None or groups.index(s.group) == i]
    found = []
    for i in shown:
        stop = form.tile.stops[i]
        radius = TOWN_BADGE if stop.kind == "town" else CITY_BADGE
        if stop.revenue[0][1] >= 100:
            radius += 2.5
        others = [s.at for j, s in enumerate(form.spots) if j != i]
        shared = len(cities) > 1 and stop.kind != "town" and len(shown) < len(stops)
        spot, _ = freest_disc(
            radius, taken, None if shared else form.spots[i].at, () if shared else others
        )
        taken.append((*spot, radius + 1))
        found.append(Badge(spot, radius, i))
    return tuple(found)


def _values(form: Shape, taken: list[Disc]) -> tuple[tuple[Box, int], ...]:
    """An off-board's values in a row, two rows of them from three on."""
    found: list[tuple[Box, int]] = []
    width, height = VALUE_BOX
    for index, stop in enumerate(form.tile.stops):
        if stop.hidden or len(stop.revenue) < 2:
            continue
        columns = min(len(stop.revenue), 2)
        rows = math.ceil(len(stop.revenue) / columns)
        box, _ = freest_box(columns * width / 2 + 1.5, rows * height / 2 + 1.5, taken, ((0, 0),))
        taken.extend(_box_discs(box))
        for i in range(len(stop.revenue)):
            column, row = i % columns, i // columns
            found.append(
                (
                    Box(
                        box.x + (column - (columns - 1) / 2) * width,
                        box.y + (row - (rows - 1) / 2) * height,
                        width / 2,
                        height / 2,
                    ),
                    index,
                )
            )
    return tuple(found)


def _box_discs(box: Box) -> list[Disc]:
    """A box as a mesh of discs fine enough for its corners."""
    step = 5.0
    nx = max(math.ceil(box.half_width * 2 / step), 1)
    ny = max(math.ceil(box.half_height * 2 / step), 1)
    return [
        (
            box.x - box.half_width + 2 * box.half_width * i / nx,
            box.y - box.half_height + 2 * box.half_height * j / ny,
            1.0,
        )
        for i in range(nx + 1)
        for j in range(ny + 1)
    ]


def _terrain(
    printed: Printed, empty: bool, taken: list[Disc]
) -> tuple[tuple[Box, str, int, bool], ...]:
    found = []
    for count, (kind, cost) in enumerate(printed.terrain):
        if empty and len(printed.terrain) == 1:
            box = Box(0, 0, 15, 18)
            small = False
        else:
            width = 10 + 2 + text_width(str(cost), 12.4) / 2
            box, _ = freest_box(width, 7, taken, ((0, -27), (0, 27)) if count == 0 else ())
            small = True
        taken.extend(_box_discs(box))
        found.append((box, kind, cost, small))
    return tuple(found)


def _name(name: str, taken: list[Disc], roomy: bool) -> tuple[tuple[Box, str], ...]:
    """The name in one line or two, wherever it fits; none where it does not."""
    words = name.split()
    splits = [(name,)] + [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if len(splits) > 1:
        splits = [splits[0], min(splits[1:], key=lambda s: max(map(len, s)))]
    high = (CAP * NAME) / 2 + 0.6
    for lines in splits:
        half = max(text_width(line, NAME) for line in lines) / 2
        favour = [(0, y) for y in (27.5, -27.5, 25, -25, 30, -30, 33, -33)] if roomy else ()
        box, room = freest_box(half, high + (len(lines) - 1) * LINE / 2, taken, favour)
        if room >= 1.4:
            taken.extend(_box_discs(box))
            first = box.y - (len(lines) - 1) * LINE / 2
            return tuple(
                (Box(box.x, first + i * LINE, half, high), line) for i, line in enumerate(lines)
            )
    return ()


@lru_cache(maxsize=4096)
def letter(form: Shape, printed: Printed, bare: bool = False) -> Lettered:
    """Gives every value and word of a hex the freest spot, the weightiest first."""
    taken = obstacles(form)
    empty = not taken
    badges = _badges(form, taken)
    values = _values(form, taken)
    label = None
    if printed.label:
        size = label_size(printed.label)
        half = text_width(printed.label, size) / 2 + 0.8
        label, _ = freest_box(half, CAP * size / 2 + 0.8, taken)
        taken.extend(_box_discs(label))
    terrain = _terrain(printed, empty, taken)
    private = None
    if printed.private:
        half = text_width(printed.private, 11) / 2 + 4
        private, _ = freest_box(half, 8, taken, ((0, 33), (0, -33)))
        taken.extend(_box_discs(private))
    name = _name(printed.name, taken, bare) if printed.name else ()
    number = None
    if printed.number:
        half = text_width(printed.number, 9.5) / 2
        spots = ((0, 44), (0, -44), (-31, 22), (31, 22), (31, -22), (-31, -22))
        number, room = freest_box(half, 3.6, taken, spots)
        number = number if room > 0 else None
    return Lettered(badges, values, label, terrain, name, number, private, tuple(taken))


def label_size(label: str) -> float:
    """Short labels are large, a name that serves as label is small."""
    return LABEL if len(label) <= 3 else NAME


def put_land(sheet: Sheet, colour: str, at: Point, hex_id: str = "", words: str = "") -> None:
    """The hex itself; on the screen it is what a finger or a reader finds."""
    fill = colour if colour in FILLS else "gray"
    outline = hex_outline(*at)
    if not hex_id or sheet.paper:
        sheet.put(f"h-{fill}", f'<path d="{outline}"/>')
        return
    sheet.put(f"h-{fill}", f'<path data-hex="{hex_id}" d="{outline}"><title>{words}</title></path>')


def put_track(sheet: Sheet, form: Shape, at: Point, on_land: bool) -> None:
    style = "trk-l" if on_land else "trk"
    sheet.pieces(style, [p.moved(at) for p in form.drawn()])
    for edge in form.wedges():
        dx, dy = direction(edge)
        x, y = at[0] + APOTHEM * dx, at[1] + APOTHEM * dy
        px, py = -dy * TRACK, dx * TRACK
        tip = (at[0] + APOTHEM * 0.55 * dx, at[1] + APOTHEM * 0.55 * dy)
        sheet.path("wdg", f"M{nums(x + px, y + py)}L{nums(*tip)} {nums(x - px, y - py)}z")


def put_token(sheet: Sheet, company: CompanyLook, at: Point) -> None:
    x, y = at
    spot = f'cx="{num(x)}" cy="{num(y)}" r="{num(SLOT)}"'
    words = f'x="{num(x)}" y="{num(y + 5.1)}"'
    if sheet.paper:
        ink = text_on(company.colour)
        sheet.put(
            "tok",
            f'<circle {spot} fill="{company.colour}"/>'
            f'<text {words} stroke="none" fill="{ink}">{company.short}</text>',
        )
    else:
        sheet.put(
            "tok",
            f'<g class="c-{slug(company.symbol)}"><circle {spot}/>'
            f"<text {words}>{company.short}</text></g>",
        )


def put_stops(
    sheet: Sheet,
    form: Shape,
    at: Point,
    on_land: bool,
    companies: Mapping[str, CompanyLook],
    tokens: Mapping[int, Sequence[str | None]],
    homes: Mapping[int, Sequence[str]],
) -> None:
    """Towns as bars and dots, cities with their slots, tokens and the marks of homes."""
    for index, (stop, spot) in enumerate(zip(form.tile.stops, form.spots, strict=True)):
        if spot in form.spots[:index]:
            continue  # one station whose track forks
        x, y = at[0] + spot.at[0], at[1] + spot.at[1]
        if stop.kind == "town":
            if spot.heading is None:
                sheet.circle("dot-l" if on_land else "dot", x, y, DOT)
            else:
                angle = math.radians(spot.heading + 90)
                dx, dy = BAR * math.cos(angle), BAR * math.sin(angle)
                sheet.pieces("bar", [Piece((x - dx, y - dy), (x + dx, y + dy))])
        elif stop.kind == "city":
            slots = [(at[0] + sx, at[1] + sy) for sx, sy in form.slots(index)]
            put_city(sheet, slots, companies, tokens.get(index, ()), homes.get(index, ()))


def capsule(slots: Sequence[Point], radius: float) -> str:
    """The outline around two token places, or around one."""
    (x0, y0), (x1, y1) = slots[0], slots[-1]
    long = math.dist(slots[0], slots[-1])
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0)) if long else 0.0
    where = f'x="{num(-long / 2 - radius)}" y="{num(-radius)}" width="{num(long + 2 * radius)}"'
    turned = f" rotate({num(angle)})" if abs(angle) > 0.05 else ""
    middle = f"translate({nums((x0 + x1) / 2, (y0 + y1) / 2)}){turned}"
    return f'<rect {where} height="{num(2 * radius)}" rx="{num(radius)}" transform="{middle}"/>'


def put_city(
    sheet: Sheet,
    slots: Sequence[Point],
    companies: Mapping[str, CompanyLook],
    tokens: Sequence[str | None],
    homes: Sequence[str],
) -> None:
    if len(slots) == 2:
        sheet.put("box", capsule(slots, 15.2))
    elif len(slots) > 2:
        points = " ".join(f"{num(x)},{num(y)}" for x, y in slots)
        sheet.put("box", f'<polygon points="{points}" stroke-width="30" stroke-linejoin="round"/>')
    waiting = [h for h in homes if h not in tokens]
    for i, slot in enumerate(slots):
        owner = tokens[i] if i < len(tokens) else None
        if owner is not None:
            put_token(sheet, companies[owner], slot)
            continue
        sheet.circle("slot", *slot, SLOT)
        if waiting:
            sheet.text("home", slot[0], slot[1] + 5, companies[waiting.pop(0)].short)


def put_terrain(
    sheet: Sheet, at: Point, box: Box, kind: str, cost: int, small: bool, on_land: bool
) -> None:
    """Mountains or waves with what the first tile costs."""
    words = str(cost)
    if not small:
        x, y = at[0] + box.x, at[1] + box.y
        if kind == "mountain":
            sheet.path(
                "mtn" if on_land else "mtn-t",
                f"M{nums(x - 13.8, y + 1.8)}l10.6-18.4 6 9.7 3.2-5.1 8.7 13.8z",
            )
        else:
            for line in (-10.1, -2.3):
                sheet.path(
                    "wtr" if on_land else "wtr-t",
                    f"M{nums(x - 12.9, y + line)}q3.2-4.6 6.4 0t6.5 0 6.5 0 6.5 0",
                )
        sheet.text("cost" if on_land else "cost-t", x, y + 17.5, words)
        return
    width = text_width(words, 12.4)
    x, y = at[0] + box.x, at[1] + box.y
    left = x - (20 + 2 + width) / 2
    if kind == "mountain":
        sheet.path(
            "mtn" if on_land else "mtn-t",
            f"M{nums(left, y + 5.5)}l7.6-13.2 4.3 6.9 2.3-3.6 6.3 9.9z",
        )
    else:
        for line in (-2.6, 3):
            sheet.path(
                "wtr" if on_land else "wtr-t",
                f"M{nums(left + 0.5, y + line)}q2.3-3.3 4.6 0t4.6 0 4.6 0 4.6 0",
            )
    sheet.text("cost" if on_land else "cost-t", left + 22 + width / 2, y + 4.6, words)


def put_letters(
    sheet: Sheet,
    form: Shape,
    found: Lettered,
    printed: Printed,
    at: Point,
    on_land: bool,
    colours: Iterable[str],
) -> None:
    """Values, label, costs, names, the tile's number and the private that blocks the hex."""
    x0, y0 = at
    colours = tuple(colours)
    for badge in found.badges:
        stop = form.tile.stops[badge.stop]
        x, y = x0 + badge.at[0], y0 + badge.at[1]
        sheet.circle("badge", x, y, badge.radius)
        small = stop.kind == "town"
        sheet.text(
            "rvt" if small else "rev", x, y + (4.2 if small else 5.1), str(stop.value(colours))
        )
    counted: dict[int, int] = {}
    for box, index in found.values:
        stop = form.tile.stops[index]
        place = counted.get(index, 0)
        counted[index] = place + 1
        colour, value = stop.revenue[place]
        valid = place == valid_place(stop, colours)
        x, y = x0 + box.x, y0 + box.y
        frame = (
            f'x="{num(x - box.half_width)}" y="{num(y - box.half_height)}" '
            f'width="{num(2 * box.half_width)}" height="{num(2 * box.half_height)}"'
        )
        fill = f'fill="{FILLS[colour]}"' if sheet.paper else f'class="h-{colour}"'
        sheet.put("off", f"<rect {fill} {frame}/>")
        if valid:
            sheet.put("ring", f"<rect {frame}/>")
        sheet.text("rvo" if valid else "was", x, y + 5, str(value))
    if found.label:
        box = found.label
        style = "mark" if len(printed.label) <= 3 else "name"
        low = CAP * label_size(printed.label) / 2
        sheet.text(style, x0 + box.x, y0 + box.y + low, printed.label)
    for box, kind, cost, small in found.terrain:
        put_terrain(sheet, at, box, kind, cost, small, on_land)
    for box, line in found.name:
        sheet.text("place-l" if on_land else "place", x0 + box.x, y0 + box.y + 3.9, line)
    if found.number:
        box = found.number
        sheet.text("no", x0 + box.x, y0 + box.y + 3.3, printed.number)
    if found.private:
        box = found.private
        x, y = x0 + box.x, y0 + box.y
        sheet.put(
            "priv",
            f'<rect x="{num(x - box.half_width)}" y="{num(y - 7)}" '
            f'width="{num(2 * box.half_width)}" height="14" rx="2"/>',
        )
        sheet.text("prv", x, y + 3.9, printed.private)


def valid_place(stop: Stop, colours: Sequence[str]) -> int:
    """Which of an off-board's values counts: the last whose colour has been reached."""
    places = [i for i, (colour, _) in enumerate(stop.revenue) if colour in ("", *colours)]
    return places[-1] if places else 0
