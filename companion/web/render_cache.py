"""The render cache: devices that see the same screen share one rendering.

The cache key is game version, company, role, seats, address, language, and what a device that was
away has looked at. It contains the device
itself only while somebody claims a seat or the device shows a draft.

A device's own form guards are placeholders in the rendering, and are filled in for each device
(:mod:`companion.web.render.fragments`). So a later or concurrent request for the same screen gets
the kept rendering.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

from flask import Response, request
from markupsafe import Markup

from companion.languages import current_language
from companion.web.access import identity
from companion.web.access.address_changes import move_seen_by
from companion.web.access.participants import sitting
from companion.web.app_state import app_state
from companion.web.render.fragments import is_narrow, part
from companion.web.render.missed_events import looked_at
from companion.web.render.screens import (
    company_mark,
    current_store,
    finish_screen,
    game_store,
    is_part,
)
from companion.web.request_state import Sketch, request_state

P = ParamSpec("P")

Drawn = Sketch | None


def draw_once(view: Callable[P, Response]) -> Callable[P, Response]:
    """Cache the view of a game's screen for all devices that see the same."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Response:
        own: list[Response] = []
        state = request_state()

        def draw() -> Drawn:
            state.sketch = None
            own.append(view(*args, **kwargs))
            lasts = own[0].status_code == 200 and not state.is_fleeting
            sketch, state.sketch = state.sketch, None
            return sketch if lasts else None

        if move_seen_by(identity.current_device(_game())):
            return view(*args, **kwargs)
        sketch = app_state().sketches.get(_cache_key(), draw, keep=lambda drawn: drawn is not None)
        if own:
            return own[0]
        return view(*args, **kwargs) if sketch is None else finish_screen(sketch)

    return answer


def kept_part(name: str, *inputs: object, caller: Callable[[], str]) -> Markup:
    """Store a part as ``part`` does. Draw it only if its inputs differ from the last ones.

    ``inputs`` are all values that differ between two screens of one game. The last part of a game
    is kept for each language.
    """
    key = name, _game(), current_language()
    kept = app_state().parts.find(key)
    if kept is None or kept[0] != inputs:
        kept = inputs, caller()
        app_state().parts.put(key, kept)
    return part(kept[1], name)


def forbid_caching() -> None:
    """Mark the screen of this request as one that changes soon although the game does not.

    It is not cached.
    """
    request_state().is_fleeting = True


def _cache_key() -> Hashable:
    """Return the cache key of a game's screen.

    For a draft it includes the present version of the game.
    """
    game = _game()
    company = company_mark(game)
    who = identity.current_device(game)
    claimed = any(guest.claims for guest in sitting(game).guests)
    tried = request_state().tried is not None
    return (
        request.full_path,
        identity.looked_up_version(game) or current_store().version(game),
        game_store().version(game) if tried else None,
        company,
        who if claimed or tried else replace(who, device=0),
        current_language(),
        is_part(),
        is_narrow(),
        looked_at(),
    )


def _game() -> int:
    return int((request.view_args or {})["game"])
