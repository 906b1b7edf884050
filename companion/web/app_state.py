"""The state of the application: all that its requests share, put together in the app factory."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Protocol

from flask import Flask, current_app

from companion.cache import Cache
from companion.exchange.files.copies import Copier, Copies
from companion.store.games.draft_replay import DraftReplays
from companion.store.games.game_store import GameStore
from companion.store.people.devices import Sitting
from companion.store.people.proposals import Proposal
from companion.web.http.concurrency_limit import aside
from companion.web.http.presence import Presence
from companion.web.http.pubsub import Hub
from companion.web.http.rate_limit import Delays, Pace
from companion.web.http.workers import Room, printer, searcher
from companion.web.play.best_run_searches import Searches
from companion.web.read.pdf_cache import Prints
from companion.web.render.fragments import Guarded
from companion.web.request_state import Sketch

NAME = "companion"  # in the extensions of Flask
MOST_SCREENS = 64  # that are kept, of some 50 kB each
MOST_TABLES = 256  # whose company is kept
MOST_AUDITS = 8  # that are waited for


@dataclass(frozen=True, slots=True)
class Moved:
    """This computer has another ``address`` since that moment; None where it has no network."""

    address: str | None
    at: float


class Server(Protocol):
    """The server that answers for the application."""

    def renew(self, certificate: Path) -> None:
        """Serve with another certificate from now on."""


@dataclass
class AppState:
    """All that requests share. ``guarded`` fills in what guards a form of the device that asks;
    ``copier`` copies games at the end of rounds, if that is asked for.

    Limits: ``form_pace`` is for forms, imports too: 600 a minute from a device, 2400 from one
    address, 20,000 in all. The first 100 of a device are not refused because of others, and the
    host is not asked. ``join_pace`` is for tries to get in: 20 a minute from one address, 200 from
    all, and the first five of an address are not refused because of others. ``login_pace`` is for
    guesses of passwords: 10 a minute from one source, 100 from all. Sources that have guessed wrong
    again and again share ``next_login_pace``, which leaves room for all others.
    """

    store: GameStore
    hub: Hub
    presence: Presence
    copies: Copies
    guarded: Guarded
    copier: Copier | None = None
    server: Server | None = None
    moved: Moved | None = None
    sketches: Cache[Hashable, Sketch | None] = field(
        default_factory=partial(Cache, MOST_SCREENS, waiting=aside)
    )
    sittings: Cache[int, tuple[str, Sitting]] = field(default_factory=partial(Cache, MOST_TABLES))
    proposals: Cache[int, tuple[str, list[Proposal]]] = field(
        default_factory=partial(Cache, MOST_TABLES)
    )
    draft_replays: DraftReplays = field(default_factory=DraftReplays)
    audits: Room = field(default_factory=partial(Room, MOST_AUDITS))
    form_pace: Pace = field(default_factory=partial(Pace, 600, 20_000, 60, spared=100, of_one=2400))
    join_pace: Pace = field(default_factory=partial(Pace, 20, 200, 60, spared=5))
    login_pace: Pace = field(default_factory=partial(Pace, 10, 100, 60))
    next_login_pace: Pace = field(default_factory=partial(Pace, 10, 100, 60))
    login_delays: Delays = field(default_factory=Delays)

    @cached_property
    def prints(self) -> Prints:
        """The reports printed last."""
        return Prints(printer())

    @cached_property
    def best_runs(self) -> Searches:
        """The best runs found."""
        return Searches(searcher())


def app_state(app: Flask | None = None) -> AppState:
    """The state of the application; of the one that answers this request if none is named."""
    found: AppState = (app or current_app).extensions[NAME]
    return found
