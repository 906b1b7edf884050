"""Tests of worker processes on one PostgreSQL: start, restart, notifications and end."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from companion import serve_command
from companion.rules.core.actions import Pass
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.app_state import app_state
from tests.support.postgres import Own
from tests.support.random_play import SETUP

ROOT = Path(__file__).resolve().parent.parent


def serve(folder: Path, address: str, *more: str) -> subprocess.Popen[str]:
    environment = {"COMPANION_DATABASE_URL": address, "COMPANION_DATA": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--port", "0", "--workers", "2", *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def at_work(log: Path) -> list[int]:
    """Return the process ids of the started workers from the log."""
    return [int(number) for number in re.findall(r"begins as (\d+)", log.read_text())]


def test_games_in_a_file_are_served_by_one_process(tmp_path: Path) -> None:
    with serve(tmp_path, "") as server:
        out, err = server.communicate(timeout=120)
    assert (server.returncode, out) == (1, "")
    assert err.startswith("Several processes serve only games that are in PostgreSQL.")
    assert list(tmp_path.iterdir()) == []


def test_processes_serve_one_port_and_one_that_dies_is_begun_again(
    own_database: Own, tmp_path: Path
) -> None:
    with serve(tmp_path, own_database.bare()) as server:
        try:
            assert server.stdout is not None
            line = next(line for line in server.stdout if "On this computer" in line)
            health = f"{line.split()[-1].partition('/host/')[0]}/health"
            with urllib.request.urlopen(health, timeout=120) as answer:
                assert answer.read().startswith(b"ok, ")
            first, second = at_work(tmp_path / "companion.log")
            os.kill(first, signal.SIGKILL)
            said = next(line for line in server.stderr or () if "has ended" in line)
            assert f"({-signal.SIGKILL.value})" in said
            while len(at_work(tmp_path / "companion.log")) < 3:
                time.sleep(0.05)  # the remaining worker answers before the new one is up
            with urllib.request.urlopen(health, timeout=120) as answer:
                assert answer.read().startswith(b"ok, ")
        finally:
            server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=120) == 0
    begun = at_work(tmp_path / "companion.log")
    assert begun[:2] == [first, second]
    assert len(begun) == 3
    for number in begun:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_an_action_of_another_process_is_told_to_listeners_here(own_database: Own) -> None:
    here, there = GameStore(own_database.empty()), GameStore(own_database.address)
    app = create_app({"STORE": here})
    listener = serve_command._hear_others(app)
    assert listener.ready.wait(120)
    hub, heard = app_state(app).hub, threading.Event()
    game = there.new_game(SETUP)
    before = hub.moment(game).company
    stop = hub.listen(game, heard.set)
    there.play(game, 1, Pass("p1"))
    assert heard.wait(120)
    assert (hub.moment(game).version, hub.moment(game).company) == (2, before)
    heard.clear()
    there.admin.rename(game, "Friday")
    assert heard.wait(120)
    assert hub.moment(game).company != before
    stop()
    listener.close()
    here.close()
    there.close()
