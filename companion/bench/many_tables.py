"""Benchmarks of many tables at one server: at each, one device acts and another looks on.

A device is a thread with its own connection; it sends real HTTP requests, as a browser does.
"""

import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from companion.bench.bench_server import BenchServer, Device, ServedGame, run_server
from companion.bench.measurements import Figure, NotMeasuredError, times
from companion.bench.recorded_games import DEADLINE, Recorded
from companion.rules.core.actions import RunTrains
from companion.rules.operating.running import find_best

TABLES = 20
EVERY = 5.0  # seconds between two actions of a table, on average
ACTIONS = 12  # of each table
PULSE = 3.0  # seconds between two polls of a device

OTHERS = 6  # tables that play while reports are printed and searches run
QUICK = 1.0  # seconds between two actions of such a table
MORE = 40  # actions of each
PHONES = 6  # devices at a table whose company is about to run trains
RETRY = 3.0  # seconds after which a refused report is requested again
LOOKING = 2.0  # seconds between two such tables


@dataclass
class ManyTables:
    """State that the devices of all tables share: the signal to end and the measured times."""

    server: BenchServer
    over: threading.Event = field(default_factory=threading.Event)
    seconds: list[float] = field(default_factory=list)  # from each action to its fresh screen
    looks: list[float] = field(default_factory=list)  # of each poll and each redrawn screen

    def act(self, table: ServedGame, every: float, seed: int) -> None:
        """Enter the coming actions of a table, with a random pause before each."""
        dice = random.Random(seed)
        phone = self.server.device()
        for place, action in enumerate(table.coming):
            if self.over.wait(dice.uniform(0, 2 * every)):
                return
            self.seconds.append(phone.act(table.game, action, table.version + place))

    def look_on(self, table: ServedGame, seed: int) -> None:
        """Show the table's screen and redraw it whenever the game has moved on."""
        tablet = self.server.device()
        dice = random.Random(seed)
        tablet.look(f"/game/{table.game}")
        version = table.version
        wait = dice.uniform(0, PULSE)
        while not self.over.wait(wait):
            wait = PULSE
            pulse = tablet.ask(f"/game/{table.game}/version?v={version}")
            self.looks.append(pulse.seconds)
            if pulse.status == 200:
                screen = tablet.look(f"/game/{table.game}")
                self.looks.append(screen.seconds)
                tablet.search(screen)
                version = int(screen.text.partition('name="version" value="')[2].partition('"')[0])

    def play(
        self, tables: Sequence[ServedGame], every: float, beside: Sequence[Callable[[], None]] = ()
    ) -> None:
        """Let all tables play until each has entered its actions.

        The work in ``beside`` runs at the same time. Raises the exceptions of the devices.
        """
        with ThreadPoolExecutor(2 * len(tables) + len(beside)) as devices:
            acting = [
                devices.submit(self.act, table, every, seed) for seed, table in enumerate(tables)
            ]
            others = [
                devices.submit(self.look_on, table, seed) for seed, table in enumerate(tables)
            ]
            others += [devices.submit(work) for work in beside]
            try:
                for each in acting:
                    each.result()
            finally:
                self.over.set()
            for each in others:
                each.result()


def choose_stages(
    games: Sequence[Recorded], tables: int, actions: int
) -> list[tuple[Recorded, int]]:
    """Return a number of tables at different stages of the games, each with ``actions`` to come."""
    found = []
    for table in range(tables):
        game = games[table % len(games)]
        whole = len(game.actions)
        stage = actions + (whole - actions) * (table // len(games)) * len(games) // (2 * tables)
        found.append((game, min(whole, stage)))
    return found


def shorten_tables(stored: Sequence[ServedGame], actions: int) -> list[ServedGame]:
    """Return the tables with at most ``actions`` to come."""
    return [table._replace(coming=table.coming[:actions]) for table in stored]


def tables(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure twenty tables with an action every five seconds and one onlooker each."""
    with run_server(choose_stages(games, TABLES, ACTIONS)) as (server, stored):
        crowd = ManyTables(server)
        crowd.play(shorten_tables(stored, ACTIONS), EVERY)
        yield from times("an action to its fresh screen", crowd.seconds, p95=200, most=1000)
        yield from times("a look of somebody else", crowd.looks)


def measure_beside_others(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure tables that play while other games' reports are printed and long searches run."""
    finished = [(games[place % len(games)], 0) for place in range(20)]
    running = choose_stages(games, OTHERS, MORE)
    with run_server([*running, *finished, *find_hardest(games)]) as (server, stored):
        playing = shorten_tables(stored[:OTHERS], MORE)
        prints = stored[OTHERS : OTHERS + len(finished)]
        searched = stored[OTHERS + len(finished) :]
        crowd = ManyTables(server)
        printed: list[float] = []
        found: list[float] = []
        crowd.play(
            playing,
            QUICK,
            [
                lambda: print_all(crowd, prints, printed),
                lambda: search_all(crowd, searched, found),
            ],
        )
        yield from times("an action to its fresh screen", crowd.seconds, p95=200)
        if not printed or not found:
            raise NotMeasuredError("no report was printed or no search was made meanwhile")
        yield Figure(f"the slowest of {len(printed)} reports asked for at once", max(printed), "s")
        yield Figure(f"the slowest of {len(found)} searches", max(found), "s")


def print_all(crowd: ManyTables, tables: Sequence[ServedGame], printed: list[float]) -> None:
    """Request the reports of all these games at once, and repeat while the others play."""
    for paper in ("a4", "letter"):

        def ask(table: ServedGame, paper: str = paper) -> None:
            address = f"/game/{table.game}/report.pdf?paper={paper}"
            device = crowd.server.device()
            begin = time.perf_counter()
            while (answer := device.ask(address)).status == 503 and not crowd.over.wait(RETRY):
                pass  # the server is busy and asks to retry, which a browser does by itself
            if answer.status == 200:
                printed.append(time.perf_counter() - begin)
            elif answer.status != 503:
                raise NotMeasuredError(f"{address} was answered with {answer.status}")

        with ThreadPoolExecutor(len(tables)) as devices:
            list(devices.map(ask, tables))
        if crowd.over.is_set():
            return


def search_all(crowd: ManyTables, tables: Sequence[ServedGame], found: list[float]) -> None:
    """Let six devices at a time request the same best-run search, at one table after the other.

    The company there is about to run its trains. Undo and redo start the search again.
    """
    phones = [crowd.server.device() for _ in range(PHONES)]
    versions = {table.game: table.version for table in tables}

    def look(phone: Device, game: int) -> None:
        searched = phone.search(phone.look(f"/game/{game}"))
        if searched is not None:
            found.append(searched.seconds)

    with ThreadPoolExecutor(PHONES) as hands:
        for game in itertools.cycle(versions):
            list(hands.map(look, phones, [game] * PHONES))
            for way in ("undo", "redo"):
                form = {"version": str(versions[game])}
                if phones[0].ask(f"/game/{game}/{way}", form).status != 200:
                    raise NotMeasuredError(f"{way} in game {game} was refused")
                versions[game] += 1
            if crowd.over.wait(LOOKING):
                return


def find_hardest(games: Sequence[Recorded], count: int = 6) -> list[tuple[Recorded, int]]:
    """Return the games just before the runs whose best-run search takes longest."""
    found = []
    for game in games:
        rules = game.read().rules
        done = [step for step in game.played if step.action is not None]
        for place, step in enumerate(done):
            if isinstance(step.action, RunTrains):
                best = find_best(rules, step.before, step.action.company, DEADLINE)
                found.append((best.seconds, len(done) - place, game))
    found.sort(key=lambda one: -one[0])
    return [(game, left) for _, left, game in found[:count]]
