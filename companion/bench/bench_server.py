"""The companion's server in a separate process with stored games, and clients for it."""

import gzip
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from html import unescape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from companion.bench.measurements import NotMeasuredError
from companion.bench.recorded_games import CompleteGame
from companion.rules.core.actions import Action, action_to_json
from companion.store.db import migrations
from companion.store.db.data_dir import database_file
from companion.store.games.game_store import GameStore
from companion.store.history.row_values import Rows


class TimedResponse(NamedTuple):
    """A response: its status, the body as sent, and the seconds until it was complete."""

    status: int
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The decoded body."""
        packed = self.body[:2] == b"\x1f\x8b"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Device:
    """A device: one connection to the server, as a browser has."""

    def __init__(self, port: int, host: dict[str, str] | None = None) -> None:
        self._host = host or {}
        self._client = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def ask(self, path: str, form: dict[str, str] | None = None) -> TimedResponse:
        """Send one request; a form is sent as htmx sends it."""
        headers = {"Accept-Encoding": "gzip", **self._host}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["HX-Request"] = "true"
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        begin = time.perf_counter()
        answer = self._send("GET" if body is None else "POST", path, body, headers)
        content = answer.read()
        return TimedResponse(answer.status, content, time.perf_counter() - begin)

    def _send(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        """Send a request. As in browsers, a GET is repeated if the connection had been idle.

        The server closes an idle connection after some seconds, perhaps while this is sent.
        """
        self._client.request(method, path, body, headers)
        try:
            return self._client.getresponse()
        except http.client.RemoteDisconnected:
            if method != "GET":
                raise
            self._client.close()
            self._client.request(method, path, body, headers)
            return self._client.getresponse()

    def act(self, game: int, action: Action, version: int) -> float:
        """Enter an action and return the seconds until the fresh screen is complete."""
        answer = self.ask(f"/game/{game}/act", as_form(action, version))
        if answer.status != 200:
            raise NotMeasuredError(f"{action} in game {game} was answered with {answer.status}")
        self.search(answer)
        return answer.seconds

    def look(self, path: str) -> TimedResponse:
        """Request a screen. Raises NotMeasuredError unless the status is 200."""
        answer = self.ask(path)
        if answer.status != 200:
            raise NotMeasuredError(f"{path} was answered with {answer.status}")
        return answer

    def search(self, screen: TimedResponse) -> TimedResponse | None:
        """Send the search request that a screen makes by itself, if it has one."""
        address = re.search(r'id="search"\s+hx-get="([^"]*)"', screen.text)
        return self.look(unescape(address[1])) if address else None


def as_form(action: Action, version: int) -> dict[str, str]:
    """Return an action as the screens post it."""
    form = {"version": str(version)}
    for key, value in action_to_json(action).items():
        form[key] = json.dumps(value) if isinstance(value, (list, tuple)) else str(value)
    return form


def _as_at_a_table() -> dict[str, str]:
    """Return an environment in which Python keeps its compiled modules between starts."""
    return {name: kept for name, kept in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _as_host(port: int, link: str) -> dict[str, str]:
    """Return the headers that the host's browser sends: its cookie and its forms' guard."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    client.request("GET", link)
    answer = client.getresponse()
    answer.read()
    cookie = {"Cookie": (answer.headers["Set-Cookie"] or "").partition(";")[0]}
    page = Device(port, cookie).ask("/").text
    found = re.search(r'name="guard" value="(\w+)\.', page)
    if not found:
        raise NotMeasuredError("the server takes nobody for its host")
    return cookie | {"X-Form-Guard": found[1]}


class BenchServer:
    """A running server for a folder of games."""

    def __init__(
        self, folder: Path, options: Sequence[str] = (), environment: Mapping[str, str] = {}
    ) -> None:
        command = [sys.executable, "-m", "companion", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(
            command,
            env=_as_at_a_table() | {"COMPANION_DATA": str(folder)} | dict(environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            found = re.search(r"http://(?:127\.0\.0\.1|localhost):(\d+)(/host/\S+)", line)
            if found:
                self.port = int(found[1])
                self.host = _as_host(self.port, found[2])
                return
            said.append(line)
        raise NotMeasuredError(f"the server did not start: {''.join(said).strip()}")

    def device(self) -> Device:
        """Return a new device."""
        return Device(self.port, self.host)

    def cookie(self, address: str) -> dict[str, str]:
        """Return the host's cookie for a browser that requests this address."""
        name, _, value = self.host["Cookie"].partition("=")
        return {"name": name, "value": value, "url": address}

    def memory(self) -> float:
        """Return the memory of the server and its workers in MB.

        Shared memory counts once, if the system reports it.
        """
        return sum(_own_memory(pid) or size / 1024 for pid, size in family(self.process.pid))

    def stop(self) -> None:
        """End the process."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def family(pid: int) -> list[tuple[int, int]]:
    """Return a process and all its descendants, each with its memory in kB.

    Raises NotMeasuredError if the system does not report it.
    """
    try:
        told = subprocess.run(["ps", "-Ao", "pid=,ppid=,rss="], capture_output=True, text=True)
    except OSError:
        raise NotMeasuredError("this system does not tell how much memory a process has") from None
    rows = [tuple(map(int, line.split())) for line in told.stdout.splitlines()]
    mine = {pid}
    while more := {child for child, parent, _ in rows if parent in mine} - mine:
        mine |= more
    return [(child, size) for child, _, size in rows if child in mine]


def seconds_of(pid: int) -> float:
    """Return the processor time of a process and its descendants, including ended ones.

    Return 0 if the system does not report it.
    """
    ticks = 0
    for each, _ in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def _own_memory(pid: int) -> float:
    """Return a process's memory in MB with shared memory divided, or 0 if that is unknown."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


class ServedGame(NamedTuple):
    """A game on the server: its number, its version, and the actions still to come."""

    game: int
    version: int
    coming: list[Action]


@contextmanager
def run_server(
    games: Sequence[tuple[CompleteGame, int]],
) -> Iterator[tuple[BenchServer, list[ServedGame]]]:
    """Run a server with these games, each without its given number of last actions."""
    with tempfile.TemporaryDirectory() as folder:
        stored = store_games(Path(folder), games)
        server = BenchServer(Path(folder))
        try:
            yield server, stored
        finally:
            server.stop()


def store_games(folder: Path, games: Sequence[tuple[CompleteGame, int]]) -> list[ServedGame]:
    """Store games in a folder, each without its given number of last actions."""
    with closing(GameStore(database_file(folder))) as store:
        return store_all(store, games)


def store_all(store: GameStore, games: Sequence[tuple[CompleteGame, int]]) -> list[ServedGame]:
    """Store games, each without its given number of last actions; equal ones are played once."""
    known: dict[tuple[Path, int], Rows] = {}
    found: list[ServedGame] = []
    for game, left in games:
        cut = len(game.actions) - left
        if rows := known.get((game.file, left)):
            number = store.admin.take_in(rows, migrations.HEAD, trusted=True)
        else:
            number = store.import_game(game.setup, game.actions[:cut])
            known[game.file, left] = store.admin.read_rows(number)
        found.append(ServedGame(number, store.version(number), game.actions[cut:]))
    return found
