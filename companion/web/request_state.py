"""The state of a request: values found while it is handled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flask import g

from companion.store.clock.clock_state import Clock
from companion.store.games.draft_replay import DraftStore
from companion.store.history.answered_forms import SentForm
from companion.store.people.programmed_actions import KeptProgram
from companion.store.people.roles import LookUp, Role


class Sketch(NamedTuple):
    """A drawn screen with placeholders for its parts and its form guards.

    ``parts`` holds the parts by their keys.
    """

    html: str
    parts: Mapping[str, str]


class Extras(NamedTuple):
    """The programs and the clock of a game."""

    programs: Sequence[KeptProgram]
    clock: Clock


@dataclass
class RequestState:
    """The known facts about a request. None means that a value has not been looked up yet.

    ``secret``, ``gives_cookie``, ``token``: the requesting device. ``who``, ``looked_up``: its
    roles, by game number. ``companies``: the marks of the companies before that.
    ``extras``: read in its transaction, with the company's mark before.
    ``sent``: its form, valid once ``has_read_form`` is set. ``tried``: the
    draft with which the game is shown. ``rights``, ``seated``, ``set_aside``: cached values for
    templates. ``parts``, ``sketch``: the drawn screen. If it ``is_fleeting``, it is not cached.
    ``ids``: how many ids the screen has used.
    """

    secret: str | None = None
    gives_cookie: bool = False
    token: str = ""
    who: dict[int, Role] = field(default_factory=dict)
    looked_up: dict[int, LookUp] = field(default_factory=dict)
    companies: dict[int, str] = field(default_factory=dict)
    extras: tuple[str, Extras] | None = None
    has_read_form: bool = False
    sent: SentForm | None = None
    tried: DraftStore | None = None
    rights: dict[tuple[int, int], Any] = field(default_factory=dict)
    seated: bool | None = None
    set_aside: dict[int, dict[int, Mapping[str, Any]]] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    sketch: Sketch | None = None
    is_fleeting: bool = False
    ids: int = 0

    def make_id(self) -> int:
        """Return a number that nothing else of the drawn screen has."""
        self.ids += 1
        return self.ids


def request_state() -> RequestState:
    """Return the state of the current request."""
    found: RequestState | None = g.get("companion")
    if found is None:
        found = g.companion = RequestState()
    return found
