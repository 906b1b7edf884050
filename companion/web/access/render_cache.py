"""What several devices see alike is drawn once.

A screen hangs on the game as it stands, on its company, and on what the device that asks is in the
game: its role and its seats. It does not hang on the device itself, but where somebody says that a
seat is his. What is a device's own, the guards of its forms, stands in what is drawn as a place
only, and is put in for each (:mod:`companion.web.render.fragments`). So what was drawn for one is
kept, and whoever asks for the same afterwards, or meanwhile, gets it.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

from flask import Response, request

from companion.languages import current_language
from companion.web.access import identity
from companion.web.access.address_changes import moved_of
from companion.web.access.company import sitting
from companion.web.app_state import app_state
from companion.web.render.screens import finished, hub, is_part, present_shelf, shelf
from companion.web.request_state import Sketch, request_state

P = ParamSpec("P")

Drawn = Sketch | None


def drawn_once(view: Callable[P, Response]) -> Callable[P, Response]:
    """A screen of a game, by its number: drawn once for all who see it alike."""

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

        if moved_of(identity.asker(_game())):
            return view(*args, **kwargs)
        sketch = app_state().sketches.get(_hangs_on(), draw, keep=lambda drawn: drawn is not None)
        if own:
            return own[0]
        return view(*args, **kwargs) if sketch is None else finished(sketch)

    return answer


def fleeting() -> None:
    """What is drawn for this request is another thing soon, without the game having changed."""
    request_state().is_fleeting = True


def _hangs_on() -> Hashable:
    """All that a screen of a game hangs on; what is tried on one device, on how the game is too."""
    game = _game()
    who = identity.asker(game)
    claimed = any(guest.claims for guest in sitting(game).guests)
    tried = request_state().tried is not None
    return (
        request.full_path,
        identity.looked_up_version(game) or shelf().version(game),
        present_shelf().version(game) if tried else None,
        hub().moment(game).company,
        who if claimed or tried else replace(who, device=0),
        current_language(),
        is_part(),
    )


def _game() -> int:
    return int((request.view_args or {})["game"])
