"""`companion bench`: the promised figures, measured here and printed beside their bounds."""

import gzip
import http.client
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from companion.exchange.export import BadFile, read_export
from companion.exchange.playing import ExportedGame
from companion.exchange.reader import Played
from companion.rules.actions import Action, RunTrains, action_to_json
from companion.rules.running import find_best, report_run
from companion.rules.setup import Setup
from companion.store.place import database_file
from companion.store.shelf import Shelf

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "conformance"
DEADLINE = 5.0  # seconds for a search for the best run


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: what, how much, in which unit, and the bound it should stay within."""

    what: str
    value: float
    unit: str
    bound: float | None = None

    @property
    def within(self) -> bool:
        """Is the figure within its bound?"""
        return self.bound is None or self.value <= self.bound

    def __str__(self) -> str:
        bound = "" if self.bound is None else f"  (bound {self.bound:g} {self.unit})"
        missed = "" if self.within else "  MISSED"
        return f"  {self.what:<52}{self.value:>10.4g} {self.unit}{bound}{missed}"


def percentile(values: list[float], part: float) -> float:
    """The smallest value that ``part`` (0-1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-len(ordered) * int(part * 100) // 100) - 1))]


def machine() -> str:
    """This computer in a line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"model name\s*: (.*)", cpuinfo.read_text())
        model = found[1] if found else model
    cores = os.cpu_count()
    return f"{model}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


# --- replay and best runs


def replay(file: Path) -> tuple[list[Played], list[float]]:
    """Play an export through the judge; what was played, and the seconds of each action."""
    played: list[Played] = []
    seconds: list[float] = []
    game = ExportedGame(read_export(file))
    steps = game.play()
    while True:
        begin = time.perf_counter()
        step = next(steps, None)
        if step is None:
            return played, seconds
        seconds.append(time.perf_counter() - begin)
        played.append(step)


def replay_figures(file: Path) -> Iterator[Figure]:
    """Seconds for the whole game (best of five), per action, last tenth against first."""
    bound = ExportedGame(read_export(file)).dialect.replay_seconds.get(file.stem)
    runs = [replay(file)[1] for _ in range(5)]
    best = min(runs, key=sum)
    tenth = max(1, len(best) // 10)
    yield Figure(f"replay, {len(best)} actions", sum(best), "s", bound)
    yield Figure("an action, median", 1000 * statistics.median(best), "ms")
    yield Figure("an action, maximum", 1000 * max(best), "ms")
    ratio = statistics.median(best[-tenth:]) / statistics.median(best[:tenth])
    yield Figure("median of the last tenth / of the first", ratio, "times")


def best_run_figures(file: Path) -> Iterator[Figure]:
    """The search for the best run at every run of the game, against what was run."""
    seconds, below, unproved, better = [], 0, 0, 0
    game = ExportedGame(read_export(file))
    for step in game.play():
        if isinstance(step.action, RunTrains):
            entered = report_run(game.rules, step.before, step.action).revenue
            found = find_best(game.rules, step.before, step.action.company, DEADLINE)
            seconds.append(found.seconds)
            below += found.revenue < entered
            better += found.revenue > entered
            unproved += not found.proved
    yield Figure(
        f"best runs, {len(seconds)} searches, p95", 1000 * percentile(seconds, 0.95), "ms", 100
    )
    yield Figure("best runs, maximum", max(seconds), "s", 1)
    yield Figure("best runs below what was run", below, "runs", 0)
    yield Figure("best runs not proved", unproved, "runs", 0)
    yield Figure("best runs above what was run", better, "runs")


# --- the server


class Server:
    """The companion's own server in a process of its own, over a data directory."""

    def __init__(self, data: Path) -> None:
        environment = {**os.environ, "COMPANION_DATA": str(data)}
        command = [sys.executable, "-m", "companion", "serve", "--port", "0"]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://(?:127\.0\.0\.1|localhost):(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        else:
            raise RuntimeError("the server did not start")
        self.client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, bytes, str]:
        """One request as a browser sends it: status, body as sent, place redirected to."""
        headers = {"Accept-Encoding": "gzip"}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["HX-Request"] = "true"
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.client.request("GET" if body is None else "POST", path, body, headers)
        answer = self.client.getresponse()
        return answer.status, answer.read(), answer.getheader("Location", "")

    def memory(self) -> float:
        """Resident memory in MB; 0 where the system does not tell."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
        return int(found[1]) / 1024 if found else 0.0

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait(10)


def as_form(action: Action, version: int) -> dict[str, str]:
    """An action as the screens post it."""
    form = {"version": str(version)}
    for key, value in action_to_json(action).items():
        form[key] = json.dumps(value) if isinstance(value, (list, tuple)) else str(value)
    return form


def server_figures(setup: Setup, actions: list[Action]) -> Iterator[Figure]:
    """The PDF, an action to its fresh screen, the first load, and memory with twenty games open."""
    late = len(actions) - min(120, len(actions) // 2)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COMPANION_DATA"] = folder
        shelf = Shelf(database_file())
        for _ in range(20):
            shelf.import_game(setup, actions)
        half = shelf.import_game(setup, actions[:late])
        version = shelf.open(half).version
        finished = shelf.games()[-1].id
        shelf.close()
        server = Server(Path(folder))
        try:
            begin = time.perf_counter()
            status, pdf, _ = server.ask(f"/game/{finished}/report.pdf")
            taken = time.perf_counter() - begin
            if status == 200 and pdf.startswith(b"%PDF"):
                yield Figure("PDF of a finished game, right after the start", taken, "s", 3)
            else:
                print("  no PDF could be made here; `companion doctor` says why")
            seconds = []
            for action in actions[late:]:
                begin = time.perf_counter()
                status, _, _ = server.ask(f"/game/{half}/act", as_form(action, version))
                seconds.append(time.perf_counter() - begin)
                if status != 200:
                    raise RuntimeError(f"{action} was answered with {status}")
                version += 1
            yield Figure(
                "an action to its fresh screen, median", 1000 * statistics.median(seconds), "ms"
            )
            yield Figure(
                "an action to its fresh screen, p95", 1000 * percentile(seconds, 0.95), "ms", 80
            )
            yield Figure(
                "first load of the table screen", first_load(server, f"/game/{half}"), "kB", 200
            )
            for game in range(1, 21):
                server.ask(f"/game/{game}")
            yield Figure("memory with 20 games open", server.memory(), "MB", 250)
        finally:
            server.stop()


def first_load(server: Server, path: str) -> float:
    """Everything a browser without a cache fetches for a screen, in kB as sent."""
    status, body, _ = server.ask(path)
    total = len(body)
    page = gzip.decompress(body).decode() if body[:2] == b"\x1f\x8b" else body.decode()
    seen: set[str] = set()
    queue = re.findall(r'<(?:link|script)[^>]*?(?:href|src)="(/static/[^"]+)"', page)
    while queue:
        address = queue.pop()
        if address in seen:
            continue
        seen.add(address)
        status, body, _ = server.ask(address)
        if status != 200:
            raise RuntimeError(f"{address} was answered with {status}")
        total += len(body)
        if ".css" in address:
            text = gzip.decompress(body).decode() if body[:2] == b"\x1f\x8b" else body.decode()
            base = address.rsplit("/", 1)[0]
            for face in re.findall(r"@font-face\s*{([^}]*)}", text):
                first = re.search(
                    r"url\([\"']?([^)\"']+)", face
                )  # a browser takes the first it knows
                if first:
                    queue.append(os.path.normpath(f"{base}/{first[1]}"))
    return total / 1000


# --- the command


def bench_command(games: Path | None = None) -> int:
    """Measure and print everything. Exit status 0 when every figure is within its bound, else 1."""
    folder = games or RECORDED
    print(machine())
    figures: list[Figure] = []

    def show(title: str, measured: Callable[[], Iterator[Figure]]) -> None:
        print(title)
        for figure in measured():
            figures.append(figure)
            print(figure, flush=True)

    files = [file for file in sorted(folder.glob("*.json")) if readable(file)]
    if not files:
        print(f"There are no recorded games in {folder}; name their folder with --games.")
        return 1
    for file in files:
        show(file.stem, partial(replay_figures, file))
        show(f"{file.stem}, best runs", partial(best_run_figures, file))
    played = {file: replay(file)[0] for file in files}
    longest = max(files, key=lambda file: len(played[file]))
    actions = [step.action for step in played[longest] if step.action is not None]
    setup = ExportedGame(read_export(longest)).setup
    show("the server", lambda: server_figures(setup, actions))
    return 0 if all(figure.within for figure in figures) else 1


def readable(file: Path) -> bool:
    """Is this an export of a title that we have?"""
    try:
        ExportedGame(read_export(file))
    except BadFile:
        return False
    return True
