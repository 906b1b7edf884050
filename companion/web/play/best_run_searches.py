"""Searches for best runs: one at a time for a game, with shared and cached results.

A short search runs while the screen is drawn, and finds most best runs. A worker process makes a
longer search. All requests for it wait for the same one.
"""

from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any

from companion import titles
from companion.board.bestrun.best_run import BestRun
from companion.cache import Cache
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.rules.operating import running
from companion.rules.operating.running import RunInputs, run_inputs
from companion.store.history.records import GameView
from companion.titles.packs import read_pack
from companion.web.http.worker_pool import WaitingThreads, Worker, has_failed
from companion.web.http.worker_process import WorkerError

HERE = 0.02  # seconds of a short search; longer ones run in the process
PATIENCE = 15.0  # seconds to wait for searches of other tables
WAITING = 16  # waiting requests; others are asked to try again
KEPT = 64

Key = tuple[int, RunInputs]


class StillSearchingError(Exception):
    """The search has not finished, because others came first."""


def search(
    setup: Setup, pack: bytes, stored: Mapping[str, Any], company: str, seconds: float
) -> BestRun:
    """Find the best run in a state, inside the worker process.

    ``pack`` is the file of the pack that the title is from, or empty.
    """
    if pack and titles.find(setup.title) is None:
        titles.open_pack(read_pack(pack), is_kept=True)
    rules = _rules(setup.title, setup.players, tuple(sorted(setup.options.items())), setup.seed)
    state = state_from_json(stored, rules.data.map)
    return running.find_best(rules, state, company, seconds)


def _key(view: GameView, company: str) -> Key:
    return view.id, run_inputs(view.rules, view.state, company, view.version)


def _job(setup: Setup) -> tuple[Setup, bytes]:
    """Return what the worker process needs to know the title."""
    title = titles.find(setup.title)
    return setup, title.pack.raw if title and title.pack else b""


@lru_cache(maxsize=32)
def _rules(title: str, players: tuple[str, ...], options: tuple[Any, ...], seed: int) -> Rules:
    return titles.rules_for(Setup(title, players, dict(options), seed))


class Searches:
    """The best runs found, by game and inputs, so that each is searched for once.

    A run is found for the whole turn, until the company's map, trains or pay change.
    """

    def __init__(self, searcher: Worker) -> None:
        self._searcher = searcher
        self._guard = Lock()
        self._room = WaitingThreads(WAITING)
        self._looking: defaultdict[int, Lock] = defaultdict(Lock)  # short searches, by game
        self._found: Cache[Key, tuple[BestRun, float]] = Cache(KEPT)
        self._long: dict[int, tuple[Key, Future[BestRun]]] = {}  # the last long search, by game

    def find(self, view: GameView, company: str, seconds: float = 0.0) -> BestRun:
        """Return the best run known after that many seconds; 0: after a short search.

        Search for it if there was no search yet, or only a shorter one. A short search replaces a
        long one that fails.
        """
        if seconds:
            with suppress(StillSearchingError, WorkerError):
                return self.search(view, company, seconds)
        return self._look(_key(view, company), view, company)[0]

    def search(
        self, view: GameView, company: str, seconds: float, is_past: bool = False
    ) -> BestRun:
        """Return the result of a search of that many seconds, in the present or in a past state.

        A search in a past state does not take the place of the game's search. Raises
        StillSearchingError if the search did not finish in time, and WorkerError.
        """
        key = _key(view, company)
        best, searched = self._look(key, view, company)
        if best.proved or searched >= seconds:
            return best
        if is_past:
            future = self._submit(view, company, seconds)
        else:
            future = self._begin(key, view, company, seconds)
        return self._wait(key, future, seconds)

    def _look(self, key: Key, view: GameView, company: str) -> tuple[BestRun, float]:
        """Return the known run and the seconds of its search. Search here if there is none."""
        with self._guard:
            looking = self._looking[view.id]
        with looking:
            known = self._found.find(key)
            if known is None:
                found = running.find_best(view.rules, view.state, company, HERE)
                known = self._keep(key, found, HERE)
        return known

    def _wait(self, key: Key, future: "Future[BestRun]", seconds: float) -> BestRun:
        """Return the result of a search in the worker process."""
        self._room.wait(future, seconds + PATIENCE)
        if not future.done() or future.cancelled():
            raise StillSearchingError
        return self._keep(key, future.result(), seconds)[0]

    def _begin(self, key: Key, view: GameView, company: str, seconds: float) -> "Future[BestRun]":
        """Return the game's search, started if there is none with these inputs."""
        with self._guard:
            last, future = self._long.get(view.id, (None, None))
            if future is not None and last == key and not has_failed(future):
                return future
            if future is not None:
                future.cancel()  # with older inputs; a search that has not started is not needed
            future = self._submit(view, company, seconds)
            self._long[view.id] = key, future
            return future

    def _submit(self, view: GameView, company: str, seconds: float) -> "Future[BestRun]":
        stored = state_to_json(view.state)
        return self._searcher.submit(search, *_job(view.rules.setup), stored, company, seconds)

    def _keep(self, key: Key, found: BestRun, seconds: float) -> tuple[BestRun, float]:
        """Keep the better of the new and the known run."""

        def better(known: tuple[BestRun, float] | None) -> tuple[BestRun, float]:
            if known is None:
                return found, seconds
            kept = known[0].proved or known[0].revenue > found.revenue
            return known[0] if kept else found, max(seconds, known[1])

        return self._found.update(key, better)
