"""Parts of a screen: unchanged parts are not sent again, and form guards are filled in.

A template marks a part with ``{% filter part("map") %}``: one element with an id. It is sent with a
hash of its content. When htmx requests a screen, the browser lists the parts it has. An unchanged
part is sent as a placeholder, and htmx keeps the element (``hx-preserve``).

One rendering serves all devices that see the same. So a form guard is a placeholder in it
(``guard_place``), which is filled in for each device.
"""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime

from flask import request
from markupsafe import Markup

from companion.cache import Cache
from companion.web.request_state import Sketch, request_state

HAS = "Companion-Has"  # "id:mark id:mark", the parts that the page has
NARROW = "Companion-Narrow"
_PLACE = re.compile("\x00([^\x00 ]+)\x00")
_GUARD = re.compile("\x01(\\d*) ([^\x01]*)\x01")
_TIME = "\x02"
_INDENT = re.compile(r"\n\s+")  # no page has preformatted text
_ID = re.compile(r'<([a-z]+)[^>]*?\sid="([^"]+)"')
_GROUPS: Cache[tuple[str, str], tuple[str, str]] = Cache(96)  # their elements and marks

Guarded = Callable[[int | None, str], str]


def guard_place(version: int | None = None, deed: str = "act") -> Markup:
    """Return the placeholder for the guard of a form about ``version``, for that kind of deed."""
    return Markup("\x01{} {}\x01").format("" if version is None else version, deed)


def milliseconds(at: datetime) -> str:
    """Return a moment as scripts read it."""
    return str(round(at.timestamp() * 1000))


def time_place() -> Markup:
    """Return the placeholder for the moment in milliseconds at which the screen is sent."""
    return Markup(_TIME)


def is_narrow() -> bool:
    """Is a part of a page requested by a screen that has no room for what lies beside the turn?"""
    return NARROW in request.headers and "HX-Request" in request.headers


def part(html: str, name: str) -> Markup:
    """Store the part and return a placeholder with its name and hash.

    The parts of one screen have different names, and each part's element has an id.
    """
    return _store_part(name, _INDENT.sub("\n", html))


def map_group(name: str, drawn: str) -> str:
    """Store the elements of a map's ground as a part.

    They are the same in most screens of a turn, so they are made and marked once.
    """
    key = name, drawn
    return _store_part(name, *_GROUPS.get(key, lambda: _make_group(*key)))


def _make_group(name: str, drawn: str) -> tuple[str, str]:
    element = f'<g id="map-{name}" class="ground">{drawn}</g>'
    return element, _mark_of(element)


def _store_part(name: str, html: str, mark: str = "") -> Markup:
    key = f"{name}:{mark or _mark_of(html)}"
    request_state().parts[key] = html
    return Markup(f"\x00{key}\x00")


def _mark_of(html: str) -> str:
    return hashlib.blake2b(html.encode(), digest_size=6).hexdigest()


def sketch(html: str) -> Sketch:
    """Return the drawn screen with the parts of this request."""
    state = request_state()
    parts, state.parts = state.parts, {}
    return Sketch(_INDENT.sub("\n", html), parts)


def assemble(drawn: Sketch, is_part: bool, guarded: Guarded, now: datetime) -> str:
    """Return the screen with its parts, with the device's form guards and the present moment.

    Parts that the browser already has are left out.
    """
    has = frozenset(request.headers.get(HAS, "").split()) if is_part else frozenset()

    def place(match: re.Match[str]) -> str:
        key = match[1]
        whole = drawn.parts[key]
        named = _ID.match(whole.lstrip())
        assert named is not None, f"{key} is no element with an id"
        mark = key.rpartition(":")[2]
        element, id = named.groups()
        if f"{id}:{mark}" in has:
            return f'<{element} id="{id}" data-mark="{mark}" hx-preserve="true"></{element}>'
        rest = _PLACE.sub(place, whole.lstrip()[named.end() :])
        return f'{named[0]} data-mark="{mark}"{rest}'

    def own(match: re.Match[str]) -> str:
        return guarded(int(match[1]) if match[1] else None, match[2])

    html = _GUARD.sub(own, _PLACE.sub(place, drawn.html))
    return html.replace(_TIME, milliseconds(now))
