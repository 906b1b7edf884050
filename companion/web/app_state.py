"""The state of the application: everything that its requests share, created in the app factory."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Protocol

from flask import Flask, current_app

from companion.cache import Cache
from companion.exchange.files.automatic_copies import Copier, Copies
from companion.store.games.draft_replay import DraftReplays
from companion.store.games.game_store import GameStore
from companion.store.people.proposals import Proposal
from companion.store.people.roles import Sitting
from companion.web.http.concurrency_limit import aside
from companion.web.http.presence import Presence
from companion.web.http.pubsub import PubSub
from companion.web.http.rate_limit import Delays, RateLimit
from companion.web.http.worker_pool import WaitingThreads, printer, searcher, trier
from companion.web.library.pack_trials import PackTrials
from companion.web.play.best_run_searches import Searches
from companion.web.read.pdf_cache import PdfCache
from companion.web.render.fragments import Guarded
from companion.web.request_state import Extras, Sketch

NAME = "companion"  # in the extensions of Flask
MOST_SCREENS = 64  # in the cache, about 50 kB each
MOST_TABLES = 256  # games whose company is in the cache
MOST_AUDITS = 8  # that requests wait for at the same time


@dataclass(frozen=True, slots=True)
class AddressChange:
    """A change of this computer's address: the new ``address`` and the time of the change.

    ``address`` is None without a network.
    """

    address: str | None
    at: float


class RunningServer(Protocol):
    """The server that runs the application."""

    def renew(self, certificate: Path) -> None:
        """Use another certificate for new connections."""


@dataclass
class AppState:
    """The state that all requests share.

    ``guarded`` fills in the form guards for the requesting device. ``copier`` copies games at the
    end of rounds; it is None if that is switched off.

    ``form_pace`` limits forms and imports: 600 a minute from a device, 2400 from one address,
    20,000 in all. The limits for an address and for all never refuse the first 100 forms of a
    device. The host is exempt.

    ``join_pace`` limits attempts to join: 20 a minute from one address, 200 from all. The limit for
    all never refuses the first five attempts of an address.

    ``login_pace`` limits password guesses: 10 a minute from one source, 100 from all. Sources with
    repeated wrong guesses share ``next_login_pace``, so that they leave room for all others.
    """

    store: GameStore
    hub: PubSub
    presence: Presence
    copies: Copies
    guarded: Guarded
    copier: Copier | None = None
    server: RunningServer | None = None
    moved: AddressChange | None = None
    sketches: Cache[Hashable, Sketch | None] = field(
        default_factory=partial(Cache, MOST_SCREENS, waiting=aside)
    )
    parts: Cache[Hashable, tuple[tuple[object, ...], str]] = field(
        default_factory=partial(Cache, MOST_TABLES)
    )
    sittings: Cache[int, tuple[str, Sitting]] = field(default_factory=partial(Cache, MOST_TABLES))
    proposals: Cache[int, tuple[str, list[Proposal]]] = field(
        default_factory=partial(Cache, MOST_TABLES)
    )
    extras: Cache[int, tuple[tuple[str, int | None], Extras]] = field(
        default_factory=partial(Cache, MOST_TABLES)
    )
    draft_replays: DraftReplays = field(default_factory=DraftReplays)
    audits: WaitingThreads = field(default_factory=partial(WaitingThreads, MOST_AUDITS))
    form_pace: RateLimit = field(
        default_factory=partial(RateLimit, 600, 20_000, 60, spared=100, of_one=2400)
    )
    join_pace: RateLimit = field(default_factory=partial(RateLimit, 20, 200, 60, spared=5))
    login_pace: RateLimit = field(default_factory=partial(RateLimit, 10, 100, 60))
    next_login_pace: RateLimit = field(default_factory=partial(RateLimit, 10, 100, 60))
    login_delays: Delays = field(default_factory=Delays)

    @cached_property
    def prints(self) -> PdfCache:
        """The reports printed last."""
        return PdfCache(printer())

    @cached_property
    def best_runs(self) -> Searches:
        """The best runs found."""
        return Searches(searcher())

    @cached_property
    def trials(self) -> PackTrials:
        """The trials of uploaded titles."""
        return PackTrials(trier())


def app_state(app: Flask | None = None) -> AppState:
    """Return the state of ``app``; without it, of the application that handles the request."""
    found: AppState = (app or current_app).extensions[NAME]
    return found
