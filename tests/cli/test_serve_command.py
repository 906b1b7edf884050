"""Tests of the server at the table: ports, addresses, QR code, start, responses and stop."""

import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import addresses_and_ports, serve_command
from companion.exchange.files.automatic_copies import Copies
from companion.store.db import database_file
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def taken() -> socket.socket:
    """Yield a port that another program listens on."""
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        yield other


def test_a_free_port_is_taken_as_asked() -> None:
    """Retry, because another program may take any one port as soon as it is free."""

    def is_taken_as_asked() -> bool:
        with socket.socket() as other:
            other.bind(("", 0))
            free = other.getsockname()[1]
        port, sockets = addresses_and_ports.take_port("", free)
        for each in sockets:
            each.close()
        return bool(port == free)

    assert any(is_taken_as_asked() for _ in range(10))


def test_a_taken_port_gives_the_next_free_one(taken: socket.socket) -> None:
    wanted = taken.getsockname()[1]
    assert not addresses_and_ports.is_free(wanted)
    port, sockets = addresses_and_ports.take_port("", wanted)
    for each in sockets:
        each.close()
    assert wanted < port < wanted + 50


def test_no_free_port_says_which_were_tried(taken: socket.socket) -> None:
    wanted = taken.getsockname()[1]
    with pytest.raises(
        addresses_and_ports.NoPortError, match=f"Ports {wanted} to {wanted} are all in use"
    ):
        addresses_and_ports.take_port("", wanted, tries=1)


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(addresses_and_ports.NoPortError, match=r"192\.0\.2\.77 cannot serve"):
        addresses_and_ports.take_port("192.0.2.77", 18018)


def test_another_address_is_noticed_and_told_once() -> None:
    found = iter(["10.0.0.2", "10.0.0.2", "10.0.0.9", "10.0.0.9", None, None])
    told: list[str | None] = []
    ended = threading.Event()

    def look() -> str | None:
        try:
            return next(found)
        except StopIteration:
            ended.set()
            return None

    watch = addresses_and_ports.AddressWatch("10.0.0.2", told.append, look, every=0.001)
    assert ended.wait(120)
    watch.close()
    assert told == ["10.0.0.9", None]
    assert addresses_and_ports.LOOK < 10  # seconds


def test_another_address_is_told_with_its_code_and_so_is_that_there_is_none() -> None:
    said = serve_command.address_message(8018, "10.0.0.9")
    assert "http://10.0.0.9:8018" in said
    assert "█" in said
    assert "no longer on a network" in serve_command.address_message(8018, None)


def test_a_terminal_that_is_gone_keeps_nobody_from_being_told_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tell screens about the new address even if the terminal is closed."""
    reader, writer = os.pipe()
    os.close(reader)
    terminal = os.fdopen(writer, "w")
    monkeypatch.setattr(sys, "stdout", terminal)
    serve_command.print_text("moved")
    with contextlib.suppress(BrokenPipeError):
        terminal.close()
    serve_command.print_text("and again")


def test_welcome_names_both_addresses_and_draws_the_code() -> None:
    text = serve_command.welcome(8018, 8018, "192.168.1.20")
    assert "http://localhost:8018" in text
    assert "http://192.168.1.20:8018" in text
    assert serve_command.qr_code("http://192.168.1.20:8018") in text
    assert "in use" not in text


def test_welcome_has_the_link_that_makes_a_browser_the_host() -> None:
    text = serve_command.welcome(8018, 8018, "192.168.1.20", "a-secret")
    assert "http://localhost:8018/host/a-secret" in text
    assert "http://192.168.1.20:8018/host" not in text


def test_welcome_says_that_the_port_was_taken() -> None:
    text = serve_command.welcome(8019, 8018, None)
    assert "Port 8018 is in use" in text
    assert "http://localhost:8019" in text
    assert "only this computer" in text


def test_code_can_be_read_back() -> None:
    """Check that the drawn code has exactly the modules of the address's code and quiet zone."""
    import segno

    url = "http://192.168.1.20:8018"
    drawn = serve_command.qr_code(url)
    assert set(drawn) <= set(" █▀▄\n")
    lines = drawn.rstrip("\n").split("\n")
    light = [[char in upper for char in line] for line in lines for upper in ("█▀", "█▄")]
    code = segno.make(url, error="l", micro=False)
    dark = [[bool(module) for module in row] for row in code.matrix_iter(border=2)]
    assert [[not module for module in row] for row in light][: len(dark)] == dark


def test_lan_address_is_one_other_computers_can_reach() -> None:
    address = addresses_and_ports.lan_address()
    assert address is None or not address.startswith(("127.", "0."))


def start(folder: Path, port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "serve", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "COMPANION_DATA": str(folder), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_server_starts_beside_a_taken_port_answers_and_stops(
    tmp_path: Path, taken: socket.socket
) -> None:
    wanted = taken.getsockname()[1]
    with start(tmp_path / "new" / "folder", wanted) as server:
        try:
            assert server.stdout is not None
            assert f"Port {wanted} is in use" in server.stdout.readline()
            line = next(line for line in server.stdout if "On this computer" in line)
            url = line.split()[-1]
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with browser.open(url, timeout=120) as answer:
                assert answer.status == 200
                assert answer.url == f"{url.partition('/host/')[0]}/"
                assert "No game yet" in answer.read().decode()
            with pytest.raises(urllib.error.HTTPError, match="403"):  # the link works only once
                urllib.request.urlopen(url, timeout=120)
        finally:
            server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=120) == 0
    assert (tmp_path / "new" / "folder" / "companion.sqlite").exists()


@contextmanager
def running(server: subprocess.Popen[str]) -> Iterator[str]:
    """Yield the server's output up to its address, while it runs."""
    assert server.stdout is not None
    try:
        told = ""
        while "On this computer" not in told:
            line = server.stdout.readline()
            assert line, told
            told += line
        yield told
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=120)


def test_a_second_one_for_the_same_games_says_so_and_leaves_the_link_of_the_first(
    tmp_path: Path,
) -> None:
    with start(tmp_path, 0) as first, running(first) as told:
        link = told.split()[-1]
        port = link.split(":")[2].partition("/")[0]
        with start(tmp_path, 0) as second, running(second) as said:
            assert f"A companion serves these games already, on port {port}. Use that one." in said
            assert "/host/" not in said
            with urllib.request.urlopen(f"{said.split()[-1]}/health", timeout=120) as answer:
                assert answer.status == 200
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(link, timeout=120) as answer:
            assert answer.status == 200
    first.wait(timeout=120)
    # no other process holds the games any more
    with start(tmp_path, 0) as third, running(third) as told:
        assert "/host/" in told and "serves these games already" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps data folders private by itself")
def test_the_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """Close files that an earlier version left open to everybody, too."""
    folder = tmp_path / "games"
    store = GameStore(make(folder) / "companion.sqlite")
    game = begun(store)
    Copies(store).write(game)
    database_file.copy_before(folder / "companion.sqlite", "0011")
    store.close()
    for name in ("companion.log", "companion.log.1", "https.pem"):
        (folder / name).write_text("of before\n")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    beside = folder / "mine.txt"
    beside.write_text("nothing of ours")
    beside.chmod(0o644)
    with start(folder, 0) as server, running(server) as told:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        browser.open(told.split()[-1], timeout=120).close()
        found = {path: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}
    assert found.pop(beside) == 0o644
    assert {path.suffix for path in found} >= {
        ".sqlite",
        ".sqlite-wal",
        ".log",
        ".1",
        ".pem",
        ".gz",
    }
    for path, mode in found.items():
        assert mode == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps data folders private by itself")
def test_a_folder_that_others_share_keeps_its_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, shared = tmp_path / "home", tmp_path / "shared"
    for folder, mode in ((home, 0o755), (shared, 0o1777)):
        folder.mkdir()
        folder.chmod(mode)
        monkeypatch.setenv("HOME", str(home))
        GameStore(folder / "companion.sqlite").close()
        assert stat.S_IMODE(folder.stat().st_mode) == mode
        assert stat.S_IMODE((folder / "companion.sqlite").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps data folders private by itself")
def test_a_folder_behind_a_link_is_its_owners_alone(tmp_path: Path) -> None:
    folder, link = make(tmp_path / "games"), tmp_path / "link"
    folder.chmod(0o777)
    link.symlink_to(folder)
    GameStore(link / "companion.sqlite").close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "companion.sqlite").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps data folders private by itself")
def test_a_backup_is_its_owners_alone(tmp_path: Path) -> None:
    """The backup holds the secrets of the devices."""
    GameStore(tmp_path / "companion.sqlite").close()
    database_file.copy_to(tmp_path / "companion.sqlite", tmp_path / "backup.sqlite")
    assert stat.S_IMODE((tmp_path / "backup.sqlite").stat().st_mode) == 0o600


def make(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_a_database_that_cannot_be_used_is_told_and_nothing_is_served(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite").write_bytes(b"no database, " * 500)
    with start(tmp_path, 0) as server:
        out, err = server.communicate(timeout=120)
    assert server.returncode == 1
    assert out == ""
    assert "The file with the games is not a database, or its beginning is damaged" in err
