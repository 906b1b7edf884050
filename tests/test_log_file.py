"""Tests of the log file: it records faults, reveals nothing private, and stays small."""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import request

from companion.log_file import OLDER, StumbleFilter, end_log, keep_log, log_file
from companion.web import create_app
from tests.support.clients import stranger
from tests.support.game_stages import begun
from tests.support.stored_games import empty_store

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    handlers = keep_log(tmp_path, most=2000)
    yield log_file(tmp_path)
    end_log(handlers)


def test_it_begins_again_when_it_is_long_and_keeps_a_few(log: Path) -> None:
    for number in range(400):
        logging.getLogger("companion.any").warning("Something, the %sth time.", number)
    assert "the 399th time." in log.read_text()
    files = sorted(log.parent.glob("companion.log*"))
    assert len(files) == 1 + OLDER
    assert all(file.stat().st_size <= 2000 for file in files)


def test_a_stumble_is_told_with_its_place_and_without_what_was_sent(
    log: Path, tmp_path: Path
) -> None:
    store = empty_store(tmp_path)
    app = create_app({"STORE": store})

    @app.get("/stumble/<secret>")
    def stumble(secret: str) -> str:
        raise ZeroDivisionError

    page = app.test_client().get("/stumble/7f3a-secret?pin=1234", data={"name": "Mia"})
    store.close()
    assert page.status_code == 500
    told = log.read_text()
    assert "stumble/<secret>" in told
    assert "ZeroDivisionError" in told
    assert not any(word in told for word in ("7f3a", "1234", "Mia"))


def test_repeated_lines_of_a_stranger_push_nothing_out(tmp_path: Path) -> None:
    """Log a repeated fault once in full, with sent text cut; afterwards only count it."""
    handlers = keep_log(tmp_path)
    store = empty_store(tmp_path)
    app = create_app({"STORE": store})

    @app.before_request
    def stumble() -> None:
        raise LookupError(request.headers["X-Sent"])

    app.logger.info("Game 7 was deleted.")
    nephew = stranger(app)
    for number in range(1000):
        nephew.get("/", headers={"X-Sent": f"{number} " + "x" * 5000})
    store.close()
    end_log(handlers)
    files = list(tmp_path.glob("companion.log*"))
    told = files[0].read_text()
    assert len(files) == 1
    assert "Game 7 was deleted." in told
    assert told.count("Traceback") == 1
    assert len(told) < 10_000
    counted = [line for line in told.splitlines() if "times today" in line]
    assert [re.findall(r"(\d+) times", line)[0] for line in counted] == ["10", "100", "1000"]
    assert all("LookupError in test_log_file.py" in line for line in counted)


def test_a_stumble_is_told_whole_again_on_another_day_and_others_are_told_apart() -> None:
    hours = [0.0]
    stumbles = StumbleFilter(clock=lambda: hours[0] * 3600)

    def told(kind: type[Exception]) -> bool:
        try:
            raise kind
        except Exception:
            record = logging.LogRecord("x", logging.ERROR, "", 0, "x", (), sys.exc_info())
        return stumbles.filter(record) and stumbles.filter(record)  # as two handlers do

    assert [told(kind) for kind in (KeyError, KeyError, OSError)] == [True, False, True]
    hours[0] = 25
    assert told(KeyError)


def test_play_is_not_told_and_a_deletion_is(log: Path, tmp_path: Path) -> None:
    store = empty_store(tmp_path)
    client = create_app({"STORE": store}).test_client()
    game = begun(store)
    for page in ("/", f"/game/{game}", f"/game/{game}/log"):
        assert client.get(page).status_code == 200
    deed = {"type": "buy_private", "player": "p1", "private": "SV", "version": store.version(game)}
    assert client.post(f"/game/{game}/act", data=deed).status_code == 303
    assert log.read_text() == ""
    client.post(f"/games/{game}/delete", data={"name": "1830", "sure": "1"})
    store.close()
    assert f"Game {game} was deleted." in log.read_text()


def test_if_it_cannot_be_written_all_goes_on_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert keep_log(tmp_path / "file") == []


def test_the_server_tells_when_it_began_and_ended(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--port", "0", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            found = (re.search(r"http://localhost:\d+", line) for line in server.stdout)
            address = next(filter(None, found))[0]
            with urllib.request.urlopen(address, timeout=120) as answer:
                assert answer.status == 200  # the server is up, so it can be stopped
            os.kill(server.pid, signal.SIGTERM)
            server.communicate(timeout=120)
        finally:
            server.kill()
    began, ended = log_file(tmp_path).read_text().splitlines()
    assert "serves on port" in began
    assert str(tmp_path) in began
    assert ended.endswith("The companion has ended.")
