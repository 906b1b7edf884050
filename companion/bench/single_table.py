"""Benchmarks of one table: report, actions, size of screens, and memory of the server."""

import os
import re
from collections.abc import Iterator, Sequence

from companion.bench.bench_server import Device, run_server
from companion.bench.measurements import Figure, NotMeasuredError, times
from companion.bench.recorded_games import CompleteGame, Recorded, find_recorded_games

LAST = 120  # actions that one table enters
FINISHED_GAMES = 50  # finished games in the list of games


def report(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure the PDF of the longest game and of the longest one for six players.

    Each is requested as soon as the server answers.
    """
    more = find_recorded_games(games[0].file.parent / "imports")
    six = [game for game in (*games, *more) if len(game.setup.players) == 6]
    for game in (games[0], *six[:1]):
        with run_server([(game, 0)]) as (server, (finished,)):
            answer = server.device().ask(f"/game/{finished.game}/report.pdf")
            if answer.status != 200 or not answer.body.startswith(b"%PDF"):
                raise NotMeasuredError("no PDF could be made here; `companion doctor` says why")
            what = f"PDF of {game.name}, {len(game.setup.players)} players, right after the start"
            yield Figure(what, answer.seconds, "s", 5)
            yield Figure("its size", len(answer.body) / 1000, "kB", 2000)


def action(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure the last actions of the longest game, one after the other."""
    yield from last_actions(games[0], "an action to its fresh screen")


def last_actions(game: CompleteGame, what: str) -> Iterator[Figure]:
    """Measure the last actions of a game, one after the other, under the name ``what``."""
    left = min(LAST, len(game.actions) // 2)
    with run_server([(game, left)]) as (server, (table,)):
        phone = server.device()
        phone.ask(f"/game/{table.game}")
        seconds = [
            phone.act(table.game, action, table.version + place)
            for place, action in enumerate(table.coming)
        ]
        yield from times(what, seconds, p95=80)


def sizes(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Yield the sizes of the heaviest screens, and how soon they arrive."""
    with run_server([(games[0], min(LAST, 20)), *[(games[-1], 0)] * FINISHED_GAMES]) as (
        server,
        stored,
    ):
        phone = server.device()
        full = f"/game/{stored[0].game}"
        yield Figure("first load of the table's screen", _first_load(phone, full), "kB", 150)
        for what, path in (
            ("the log of a full game", f"{full}/log"),
            ("the ledger of a full game", f"{full}/ledger"),
            ("a receipt", _receipt(phone, full)),
            (f"the list with {FINISHED_GAMES} finished games", "/"),
        ):
            answers = [phone.look(path) for _ in range(6)]
            yield Figure(what, len(answers[0].text.encode()) / 1000, "kB", 100)
            seconds = max(answer.seconds for answer in answers[1:])
            yield Figure(f"{what}, the slowest of 5", 1000 * seconds, "ms", 200)


def _receipt(device: Device, path: str) -> str:
    """Return the address of a payout's receipt, which has runs and a map."""
    log = device.look(f"{path}/log?kind=dividend").text
    found = re.search(rf"{path}/receipt/\d+", log)
    if found is None:
        raise NotMeasuredError("nobody has paid out in this game")
    return found[0]


def _first_load(device: Device, path: str) -> float:
    """Return the kB sent for a screen to a browser without a cache."""
    answer = device.look(path)
    total = len(answer.body)
    seen: set[str] = set()
    queue = re.findall(r'<(?:link|script)[^>]*?(?:href|src)="(/static/[^"]+)"', answer.text)
    while queue:
        address = queue.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = device.look(address)
        total += len(answer.body)
        if ".css" in address:
            base = address.rsplit("/", 1)[0]
            for face in re.findall(r"@font-face\s*{([^}]*)}", answer.text):
                first = re.search(r"url\([\"']?([^)\"']+)", face)
                # a browser takes the first format that it supports, and further letters only
                # for a text that has them
                if first and "unicode-range" in face:
                    queue.append(os.path.normpath(f"{base}/{first[1]}"))
    return total / 1000


def memory(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure the server's memory with twenty games open, and after a report is printed."""
    with run_server([(games[place % len(games)], 0) for place in range(20)]) as (server, stored):
        phone = server.device()
        for table in stored:
            phone.look(f"/game/{table.game}")
        yield Figure("memory with 20 games open", server.memory(), "MB", 250)
        phone.ask(f"/game/{stored[0].game}/report.pdf")
        yield Figure("with a report printed", server.memory(), "MB", 250)
