"""The parts drawn in one hex: track, stops, tokens, values, names, terrain."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from companion.board.tiles import Stop, Tile
from companion.drawing.company_colours import CompanyLook, slug, text_on
from companion.drawing.geometry import (
    APOTHEM,
    TRACK,
    Piece,
    Point,
    direction,
    hex_outline,
    num,
    nums,
)
from companion.drawing.hex_labels import LABEL, Lettered, Printed, label_size
from companion.drawing.label_placement import (
    CAP,
    Box,
    text_width,
)
from companion.drawing.svg_sheet import FILLS, Sheet
from companion.drawing.tile_shapes import BAR, DOT, SLOT, Shape

T = TypeVar("T")

NOTHING: Mapping[int, Sequence[str]] = MappingProxyType({})


def on_stops(of: Mapping[str, Sequence[T]], at: str, tile: Tile) -> dict[int, Sequence[T]]:
    """Return the values of ``of`` for the stops of a hex, by the stop's index."""
    return {index: of.get(f"{at}.{index}", ()) for index in range(len(tile.stops))}


def put_land(sheet: Sheet, form: Shape, at: Point, hex_id: str = "", words: str = "") -> None:
    """Draw the hex itself. On the screen it responds to taps and screen readers."""
    fill = form.tile.colour if form.tile.colour in FILLS else "gray"
    outline = hex_outline(*at, form.flat)
    if not hex_id or sheet.paper:
        sheet.path(f"h-{fill}", outline)
        return
    sheet.put(f"h-{fill}", f'<path data-hex="{hex_id}" d="{outline}"><title>{words}</title></path>')


def put_track(sheet: Sheet, form: Shape, at: Point) -> None:
    style = "trk-l" if form.on_land else "trk"
    sheet.pieces(style, [p.translate(at) for p in form.drawn()])
    for edge in form.wedges():
        dx, dy = direction(edge, form.flat)
        x, y = at[0] + APOTHEM * dx, at[1] + APOTHEM * dy
        px, py = -dy * TRACK, dx * TRACK
        tip = (at[0] + APOTHEM * 0.55 * dx, at[1] + APOTHEM * 0.55 * dy)
        sheet.path("wdg", f"M{nums(x + px, y + py)}L{nums(*tip)} {nums(x - px, y - py)}z")


def put_token(sheet: Sheet, company: CompanyLook, at: Point, top: bool = False) -> None:
    """Draw a token: a disc, or a square when another token lies on ``top`` of it."""
    x, y = at
    shape, spot = "circle", f'cx="{num(x)}" cy="{num(y)}" r="{num(SLOT)}"'
    if top:
        side = num(2 * SLOT)
        shape = "rect"
        spot = f'x="{num(x - SLOT)}" y="{num(y - SLOT)}" width="{side}" height="{side}"'
    words = f'x="{num(x)}" y="{num(y + 5.1)}"'
    if sheet.paper:
        ink = text_on(company.colour)
        sheet.put(
            "tok",
            f'<{shape} {spot} fill="{company.colour}"/>'
            f'<text {words} stroke="none" fill="{ink}">{company.short}</text>',
        )
    else:
        sheet.put(
            "tok",
            f'<g class="c-{slug(company.symbol)}"><{shape} {spot}/>'
            f"<text {words}>{company.short}</text></g>",
        )


def put_stops(
    sheet: Sheet,
    form: Shape,
    at: Point,
    companies: Mapping[str, CompanyLook],
    *,
    tokens: Mapping[int, Sequence[str | None]] = NOTHING,
    homes: Mapping[int, Sequence[str]] = NOTHING,
    tops: Mapping[int, Sequence[str]] = NOTHING,
) -> None:
    """Draw towns as bars and dots, and cities with their slots, tokens and home marks.

    ``tops`` are the owners with another token on top of theirs.
    """
    for index, (stop, spot) in enumerate(zip(form.tile.stops, form.spots, strict=True)):
        if spot in form.spots[:index]:
            continue  # one station whose track forks
        x, y = at[0] + spot.at[0], at[1] + spot.at[1]
        if stop.kind == "town":
            if spot.heading is None:
                sheet.circle("dot-l" if form.on_land else "dot", x, y, DOT)
            else:
                angle = math.radians(spot.heading + 90)
                dx, dy = BAR * math.cos(angle), BAR * math.sin(angle)
                sheet.pieces("bar", [Piece((x - dx, y - dy), (x + dx, y + dy))])
        elif stop.kind == "city":
            slots = [(at[0] + sx, at[1] + sy) for sx, sy in form.slots(index)]
            lying = tokens.get(index, ()), homes.get(index, ()), tops.get(index, ())
            put_city(sheet, slots, companies, *lying)


def capsule(slots: Sequence[Point], radius: float) -> str:
    """Return the outline around one or two slots."""
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
    tops: Sequence[str] = (),
) -> None:
    """Draw the slots of a city, with their tokens."""
    if len(slots) == 2:
        sheet.put("box", capsule(slots, 15.2))
    elif len(slots) > 2:
        points = " ".join(f"{num(x)},{num(y)}" for x, y in slots)
        sheet.put("box", f'<polygon points="{points}" stroke-width="30" stroke-linejoin="round"/>')
    waiting = [h for h in homes if h not in tokens]
    for i, slot in enumerate(slots):
        owner = tokens[i] if i < len(tokens) else None
        if owner is not None:
            put_token(sheet, companies[owner], slot, owner in tops)
            continue
        sheet.circle("slot", *slot, SLOT)
        if waiting:
            sheet.text("home", slot[0], slot[1] + 5, companies[waiting.pop(0)].short)


def put_terrain(
    sheet: Sheet, at: Point, terrain: tuple[Box, str, int, bool], on_land: bool
) -> None:
    """Draw mountains or waves, or both, with the cost of the first tile."""
    box, kind, cost, small = terrain
    words, kinds, suffix = str(cost), set(kind.split("+")) - {""}, "" if on_land else "-t"
    x, y = at[0] + box.x, at[1] + box.y
    width = text_width(words, 12.4)
    left = x - (20 + 2 + width) / 2
    both = len(kinds) > 1  # the mountain is raised, and has one wave below
    if "mountain" in kinds:
        if small:
            start = f"M{nums(left, y + (2.5 if both else 5.5))}"
            sheet.path(f"mtn{suffix}", f"{start}l7.6-13.2 4.3 6.9 2.3-3.6 6.3 9.9z")
        else:
            start = f"M{nums(x - 13.8, y + (-4 if both else 1.8))}"
            sheet.path(f"mtn{suffix}", f"{start}l10.6-18.4 6 9.7 3.2-5.1 8.7 13.8z")
    if kinds - {"mountain"} and small:
        for line in (6.5,) if both else (-2.6, 3):
            start = f"M{nums(left + 0.5, y + line)}"
            sheet.path(f"wtr{suffix}", f"{start}q2.3-3.3 4.6 0t4.6 0 4.6 0 4.6 0")
    elif kinds - {"mountain"}:
        for line in (2.5,) if both else (-10.1, -2.3):
            start = f"M{nums(x - 12.9, y + line)}"
            sheet.path(f"wtr{suffix}", f"{start}q3.2-4.6 6.4 0t6.5 0 6.5 0 6.5 0")
    if not kinds:
        sheet.text(f"cost{suffix}", x, y + 4.6, words)
    elif small:
        sheet.text(f"cost{suffix}", left + 22 + width / 2, y + 4.6, words)
    else:
        sheet.text(f"cost{suffix}", x, y + 17.5, words)


def put_letters(
    sheet: Sheet,
    form: Shape,
    found: Lettered,
    printed: Printed,
    at: Point,
    colours: Iterable[str],
) -> None:
    """Draw values, label, costs, names, the tile's number and the private that blocks the hex."""
    x0, y0 = at
    on_land = form.on_land
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
        paint = colour if colour in FILLS else "gray"
        fill = f'fill="{FILLS[paint]}"' if sheet.paper else f'class="h-{paint}"'
        sheet.put("off", f"<rect {fill} {frame}/>")
        if valid:
            sheet.put("ring", f"<rect {frame}/>")
        sheet.text("rvo" if valid else "was", x, y + 5, str(value))
    if found.label:
        box = found.label
        size = label_size(form, printed.label)
        style = ("mark" if size == LABEL else "name") + ("-l" if on_land else "")
        low = CAP * size / 2
        sheet.text(style, x0 + box.x, y0 + box.y + low, printed.label)
    for terrain in found.terrain:
        put_terrain(sheet, at, terrain, on_land)
    for box, words in (*found.name, *found.icons):
        sheet.text("place-l" if on_land else "place", x0 + box.x, y0 + box.y + 3.9, words)
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
    """Return the index of the valid value of an off-board: the last whose colour was reached."""
    places = [i for i, (colour, _) in enumerate(stop.revenue) if colour in ("", *colours)]
    return places[-1] if places else 0
