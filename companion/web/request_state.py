"""The state of a request: what was found out while it is answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flask import g

from companion.store.games.draft_replay import DraftStore
from companion.store.history.idempotency import Sent
from companion.store.people.seats import LookUp, Who


class Sketch(NamedTuple):
    """A screen as it is drawn: with places for its parts, which lie beside by their keys, and for
    guards.
    """

    html: str
    parts: Mapping[str, str]


@dataclass
class RequestState:
    """All that is known of a request. What is None has not been asked for.

    ``secret``, ``gives_cookie``: the device that asks. ``who``, ``looked_up``: what it is in games,
    by their numbers. ``sent``: its form, after ``has_read_form``. ``tried``: the game is shown with
    a draft. ``rights``, ``seated``, ``set_aside``: worked out for templates. ``parts``, ``sketch``:
    what was drawn; if it ``is_fleeting``, it is not kept.
    """

    secret: str | None = None
    gives_cookie: bool = False
    who: dict[int, Who] = field(default_factory=dict)
    looked_up: dict[int, LookUp] = field(default_factory=dict)
    has_read_form: bool = False
    sent: Sent | None = None
    tried: DraftStore | None = None
    rights: dict[tuple[int, int], Any] = field(default_factory=dict)
    seated: bool | None = None
    set_aside: dict[int, dict[int, Mapping[str, Any]]] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    sketch: Sketch | None = None
    is_fleeting: bool = False


def request_state() -> RequestState:
    """The state of the request that is answered."""
    found: RequestState | None = g.get("companion")
    if found is None:
        found = g.companion = RequestState()
    return found
