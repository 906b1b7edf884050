"""The command `companion bench --tables`: many tables on SQLite and on PostgreSQL.

Each table has six devices and enters an action every five seconds on average. The measured time
runs from the request until the last device of the table has its fresh screen part. Everything runs
on this computer over the loopback interface.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from companion.bench.bench_server import BenchServer, ServedGame, as_form, seconds_of, store_all
from companion.bench.clients import PageResponse, Phone
from companion.bench.many_tables import choose_stages
from companion.bench.measurements import Figure, NotMeasuredError, times
from companion.bench.recorded_games import Recorded
from companion.bench.temporary_postgres import PostgresMissingError, cluster
from companion.rules.core.actions import Action
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from companion.web.access.identity import COOKIE, cookie_of

EVERY = 5.0  # seconds between two actions of a table, on average
DEVICES = 6
LATE = 10.0  # seconds after which an action counts as lost for a device
MINUTES = 10.0
EARLY = 0.2  # share of the time after which memory is first measured
Seated = tuple[ServedGame, Sequence[str]]  # a table, and the cookies of its devices


class Setting(NamedTuple):
    """A number of tables and worker processes, with the bounds for them.

    The p95 in ms bounds the time from an action to all screens of its table. ``longest`` limits the
    minutes of the measurement. Zero workers mean one process and an SQLite file.
    """

    tables: int
    workers: int
    bound: float | None = None
    longest: float = 2.0

    def __str__(self) -> str:
        served = f"PostgreSQL, {self.workers} workers" if self.workers else "SQLite, one process"
        return f"{self.tables} tables x {DEVICES} devices: {served}"


SETTINGS = (
    Setting(1, 0, 150),
    Setting(20, 0, 400, MINUTES),
    Setting(1, 2, 150),
    Setting(20, 2),
    Setting(50, 2, 400, MINUTES),
)


@dataclass
class Seen:
    """Results of all tables."""

    seconds: list[float] = field(default_factory=list)  # from each action to the last screen
    answers: list[float] = field(default_factory=list)  # from each action to its response
    errors: Counter[str] = field(default_factory=Counter)
    lost: int = 0  # actions that a device never showed
    doubled: int = 0  # second requests of a screen for one action


class Evening:
    """One table with its devices: the first acts, the others look on."""

    def __init__(
        self, table: ServedGame, cookies: Sequence[str], port: int, seen: Seen, seed: int
    ) -> None:
        self._here, self._version, self._coming = f"/game/{table.game}", table.version, table.coming
        self._phones = [Phone(port, cookie) for cookie in cookies]
        self._seen = seen
        self._dice = random.Random(seed)
        self._shown = [0] * len(self._phones)  # version that each device shows
        # device and version -> time at which it was shown
        self._at: dict[tuple[int, int], float] = {}
        self._fresh = asyncio.Condition()
        self._guard = ""  # of the last form, if forms have one

    async def play(self, seconds: float, ready: asyncio.Barrier) -> None:
        """Enter the coming actions for ``seconds``, starting when all devices are ready."""
        listening = [
            asyncio.create_task(self._look_on(place)) for place in range(len(self._phones))
        ]
        try:
            async with self._fresh:
                await self._fresh.wait_for(lambda: all(self._shown))
            await ready.wait()
            until = time.perf_counter() + seconds
            for action in self._coming:
                pause = self._dice.uniform(0, 2 * EVERY)
                if time.perf_counter() + pause > until:
                    break
                await asyncio.sleep(pause)
                if not await self._act(action):
                    break
        finally:
            for each in listening:
                each.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            for phone in self._phones:
                phone.close()

    async def _act(self, action: Action) -> bool:
        """Enter an action and wait until all devices show it. Return whether it was accepted."""
        phone = self._phones[0]
        form = as_form(action, self._version)
        if self._guard:
            form["guard"] = self._guard
        begin = time.perf_counter()
        page = await phone.ask(f"{self._here}/act", form)
        if page.status != 200 or page.version != self._version + 1:
            self._seen.errors[f"an action was answered with {page.status}"] += 1
            return False
        self._version = page.version
        self._seen.answers.append(page.at - begin)
        await self._show(0, page)
        wanted = [(place, page.version) for place in range(len(self._phones))]
        try:
            async with asyncio.timeout(LATE), self._fresh:
                await self._fresh.wait_for(lambda: all(one in self._at for one in wanted))
        except TimeoutError:
            self._seen.lost += sum(one not in self._at for one in wanted)
        else:
            self._seen.seconds.append(max(self._at[one] for one in wanted) - begin)
        return True

    async def _look_on(self, place: int) -> None:
        """Show the screen, and fetch it again whenever the stream announces another version."""
        phone, here = self._phones[place], self._here
        try:
            await self._show(place, await phone.ask(here))
            async with phone.listening(f"{here}/stream") as said:
                async for moment in said:
                    told = int(moment.split()[0]) if moment[:1].isdigit() else 0
                    if told > self._shown[place] and place:
                        page = await phone.ask(here, shown=self._shown[place])
                        await self._show(place, page)
            self._seen.errors["a stream ended"] += 1
        except (OSError, TimeoutError, asyncio.IncompleteReadError, NotMeasuredError) as fault:
            self._seen.errors[f"a device stumbled: {type(fault).__name__} {fault}"] += 1

    async def _show(self, place: int, page: PageResponse) -> None:
        if page.status != 200 or not page.version:
            self._seen.errors[f"a screen was answered with {page.status}"] += 1
            return
        if place == 0:
            self._guard = page.field("guard")
        if self._shown[place] == page.version:
            self._seen.doubled += 1
        async with self._fresh:
            self._shown[place] = page.version
            self._at.setdefault((place, page.version), page.at)
            self._fresh.notify_all()
        if page.search:
            await self._phones[place].ask(page.search)


# --- the server and its games


@contextmanager
def _serve_tables(
    games: Sequence[Recorded], setting: Setting, actions: int
) -> Iterator[tuple[BenchServer, list[Seated], int]]:
    """Run a server and yield it, its tables, and PostgreSQL's process id (0 if none)."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        place: Path | str = database_file(folder)
        options: list[str] = []
        environment = {"COMPANION_DATABASE_URL": ""}
        postmaster = 0
        if setting.workers:
            try:
                place = stack.enter_context(cluster())
            except PostgresMissingError as fault:
                raise NotMeasuredError(str(fault)) from None
            options = ["--workers", str(setting.workers)]
            environment = {"COMPANION_DATABASE_URL": place}
            data = Path(place.partition("?host=")[2], "data", "postmaster.pid")
            postmaster = int(data.read_text().split()[0])
        tables = _store_tables(place, choose_stages(games, setting.tables, actions))
        server = BenchServer(folder, options, environment)
        stack.callback(server.stop)
        yield server, tables, postmaster


def _store_tables(place: Path | str, games: Sequence[tuple[Recorded, int]]) -> list[Seated]:
    """Store the tables' games, each without its last actions, and seat their devices."""
    with closing(GameStore(place)) as store:
        return [(each, _join_devices(store, each.game)) for each in store_all(store, games)]


def _join_devices(store: GameStore, game: int) -> list[str]:
    """Return the cookies of the game's devices: the first has the bank, the others look on."""
    places, cookies = store.places, []
    for number in range(DEVICES):
        secret = f"bench-{game}-{number}"
        who = places.join(game, secret, "other")
        if number == 0:
            places.let_bank(game, who.device, True)
        cookies.append(f"{COOKIE}={cookie_of(places, secret)}")
    return cookies


def tables(games: Sequence[Recorded], setting: Setting, minutes: float) -> Iterator[Figure]:
    """Measure a setting for at most ``minutes``."""
    minutes = min(minutes, setting.longest)
    seconds = 60 * minutes
    actions = int(seconds / EVERY * 1.2) + 5
    with _serve_tables(games, setting, actions) as (server, laid, postmaster):
        seen = Seen()
        before = _work(server, postmaster)
        with ThreadPoolExecutor(1) as apart:  # the caller may already run an event loop
            memory = apart.submit(asyncio.run, _evening(laid, server, seen, seconds)).result()
        after = _work(server, postmaster)
        yield from times("an action on all screens of its table", seen.seconds, p95=setting.bound)
        yield from times("an action to its own screen", seen.answers)
        yield Figure("errors", sum(seen.errors.values()), "", 0)
        for error, count in seen.errors.most_common(3):
            yield Figure(f"  {error[:50]}", count, "")
        yield Figure("actions that a device did not hear of", seen.lost, "", 0)
        yield Figure("screens that were fetched twice", seen.doubled, "", 0)
        yield Figure(f"memory after {EARLY * minutes:g} min", memory[0], "MB")
        yield Figure(f"memory after {minutes:g} min", memory[1], "MB", 1.1 * memory[0])
        for who, one, other in zip(("server", "clients", "PostgreSQL"), before, after, strict=True):
            if one != other:
                share = 100 * (other - one) / seconds
                yield Figure(f"processor time of the {who}, % of a core", share, "%")


def _work(server: BenchServer, postmaster: int) -> tuple[float, float, float]:
    """Return the processor seconds used so far by the server, the clients and PostgreSQL."""
    import resource  # not on Windows

    own = resource.getrusage(resource.RUSAGE_SELF)
    theirs = seconds_of(postmaster) if postmaster else 0.0
    return seconds_of(server.process.pid), own.ru_utime + own.ru_stime, theirs


async def _evening(
    laid: Sequence[Seated], server: BenchServer, seen: Seen, seconds: float
) -> tuple[float, float]:
    """Let all tables play, and return the memory of the server early and at the end, in MB."""
    ready = asyncio.Barrier(len(laid) + 1)
    playing = [
        asyncio.create_task(Evening(*table, server.port, seen, seed).play(seconds, ready))
        for seed, table in enumerate(laid)
    ]
    try:
        await asyncio.wait_for(ready.wait(), 120)
        await asyncio.sleep(EARLY * seconds)
        early = await asyncio.to_thread(server.memory)
        await asyncio.gather(*playing)
        return early, await asyncio.to_thread(server.memory)
    finally:
        for each in playing:
            each.cancel()
