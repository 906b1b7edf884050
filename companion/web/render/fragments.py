"""Parts of a screen: what a device has already is not sent again; and what is a device's own.

A template marks a part with ``{% filter part("map") %}``: one element with an id. It is sent with a
mark of its content. A browser that asks for a screen to swap in says which parts it has, and of
those that are still so only the place is sent, where htmx puts what is there (``hx-preserve``).

What is drawn is the same for all who see it alike, so the guard of a form stands in it as a place
(``guard_place``), which is filled when the screen is put together for a device.
"""

import hashlib
import re
from collections.abc import Callable

from flask import request
from markupsafe import Markup

from companion.web.request_state import Sketch, request_state

HAS = "Companion-Has"  # "id:mark id:mark", what the page has that asks
_PLACE = re.compile("\x00([^\x00 ]+)\x00")
_GUARD = re.compile("\x01(\\d*) ([^\x01]*)\x01")
_ID = re.compile(r'<[a-z]+[^>]*?\sid="([^"]+)"')

Guarded = Callable[[int | None, str], str]


def guard_place(version: int | None = None, deed: str = "act") -> Markup:
    """Where the guard of a form about ``version`` of a game is put in, for that kind of deed."""
    return Markup("\x01{} {}\x01").format("" if version is None else version, deed)


def part(html: str, name: str) -> Markup:
    """Keep the part apart; what it stands in is marked by its name and mark alone.

    The names of one screen are different, and each part's element has an id.
    """
    mark = hashlib.blake2b(html.encode(), digest_size=6).hexdigest()
    found = request_state().parts
    key = f"{name}:{mark}"
    found[key] = html
    return Markup(f"\x00{key}\x00")


def sketch(html: str) -> Sketch:
    """What was drawn for this request, with its parts."""
    state = request_state()
    parts, state.parts = state.parts, {}
    return Sketch(html, parts)


def put_together(drawn: Sketch, is_part: bool, guarded: Guarded) -> str:
    """The screen with its parts, but those that who asks has already, and with the guards of who
    asks.
    """
    has = frozenset(request.headers.get(HAS, "").split()) if is_part else frozenset()

    def place(match: re.Match[str]) -> str:
        key = match[1]
        whole = drawn.parts[key]
        named = _ID.match(whole.lstrip())
        assert named is not None, f"{key} is no element with an id"
        mark = key.rpartition(":")[2]
        if f"{named[1]}:{mark}" in has:
            return f'<div id="{named[1]}" data-mark="{mark}" hx-preserve="true"></div>'
        rest = _PLACE.sub(place, whole.lstrip()[named.end() :])
        return f'{named[0]} data-mark="{mark}"{rest}'

    def own(match: re.Match[str]) -> str:
        return guarded(int(match[1]) if match[1] else None, match[2])

    return _GUARD.sub(own, _PLACE.sub(place, drawn.html))
