"""Parts of a screen: what a device has already is not sent again.

A template marks a part with ``{% filter part("map") %}``: one element with an id. It is sent with a
mark of its content. A browser that asks for a screen to swap in says which parts it has, and of
those that are still so only the place is sent, where htmx puts what is there (``hx-preserve``).
"""

import hashlib
import re

from flask import g, request
from markupsafe import Markup

HAS = "Companion-Has"  # "id:mark id:mark", what the page has that asks
_PLACE = re.compile("\x00([^\x00 ]+)\x00")
_ID = re.compile(r'<[a-z]+[^>]*?\sid="([^"]+)"')


def part(html: str, name: str) -> Markup:
    """Keep the part apart; what it stands in is marked by its name and mark alone.

    The names of one screen are different, and each part's element has an id.
    """
    mark = hashlib.blake2b(html.encode(), digest_size=6).hexdigest()
    found: dict[str, str] = g.setdefault("parts", {})
    key = f"{name}:{mark}"
    found[key] = html
    return Markup(f"\x00{key}\x00")


def put_together(html: str, is_part: bool) -> str:
    """The screen with its parts, but those that who asks has already."""
    parts: dict[str, str] = g.pop("parts", {})
    has = frozenset(request.headers.get(HAS, "").split()) if is_part else frozenset()

    def place(match: re.Match[str]) -> str:
        key = match[1]
        whole = parts[key]
        named = _ID.match(whole.lstrip())
        assert named is not None, f"{key} is no element with an id"
        mark = key.rpartition(":")[2]
        if f"{named[1]}:{mark}" in has:
            return f'<div id="{named[1]}" data-mark="{mark}" hx-preserve="true"></div>'
        rest = _PLACE.sub(place, whole.lstrip()[named.end() :])
        return f'{named[0]} data-mark="{mark}"{rest}'

    return _PLACE.sub(place, html)
