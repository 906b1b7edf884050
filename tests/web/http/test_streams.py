"""The event streams: who listens hears at once, and all the time that the companion is there."""

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import doctor
from companion.addresses_and_ports import take_port
from companion.rules.core.actions import BuyPrivate
from companion.rules.data.setup import Setup
from companion.serve_command import make_server
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.app_state import app_state
from companion.web.http import request_limits, streams
from tests.store.db.disk_faults import moved_away
from tests.support.clients import headers, make_host

SETUP = Setup("1830", ("Anneke", "Jörg", "Daniël"))


class HostsConnection(http.client.HTTPConnection):
    """A connection of the machine that serves, which may hear everything."""

    def __init__(self, port: int, sent: dict[str, str]) -> None:
        super().__init__("127.0.0.1", port, timeout=120)
        self._always = sent

    def request(self, method, url, body=None, headers=None, **how):  # type: ignore[no-untyped-def]
        super().request(method, url, body, {**self._always, **(headers or {})}, **how)


class Companion:
    """A server with one game."""

    def __init__(self, file: Path) -> None:
        self.store = GameStore(file)
        make_host(self.store)
        self.game = self.store.new_game(SETUP)
        self.app = create_app({"STORE": self.store})
        self.port, sockets = take_port("127.0.0.1", 0)
        self.server = make_server(self.app, sockets)
        self.running = threading.Thread(target=self.server.run, daemon=True)
        self.running.start()

    def client(self) -> http.client.HTTPConnection:
        return HostsConnection(self.port, headers(self.store))

    def listen(self, game: int | None = None) -> "Listener":
        return Listener(self.client(), game or self.game)

    def stop(self) -> None:
        self.server.close()
        self.running.join(timeout=120)
        assert not self.running.is_alive()
        self.store.close()


class Listener:
    """A device with its stream."""

    def __init__(self, client: http.client.HTTPConnection, game: int) -> None:
        client.request("GET", f"/game/{game}/stream")
        self.answer = client.getresponse()
        self.client = client

    def line(self) -> str:
        """The next line that says something; empty at the end."""
        while line := self.answer.readline().decode():
            if line.strip():
                return line.strip()
        return ""

    def until(self, begins: str) -> str:
        """The next line that begins so."""
        while line := self.line():
            if line.startswith(begins):
                return line
        raise AssertionError(f"the stream ended before {begins!r}")


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "companion.sqlite")
    yield made
    made.stop()


def test_a_stream_says_the_version_first_and_is_not_kept_or_compressed(
    companion: Companion,
) -> None:
    listener = companion.listen()
    assert listener.line().startswith("data: 1 ")
    headers = listener.answer.headers
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert headers["Content-Encoding"] is None


def test_every_change_is_heard_by_all_who_listen_to_that_game_alone(
    companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PULSE", 3600.0)  # nothing but the change itself is heard
    other = companion.listen(companion.store.new_game(SETUP))
    listeners = [companion.listen() for _ in range(3)]
    for each in (other, *listeners):
        each.until("data: 1 ")
    store, game = companion.store, companion.game
    store.play(game, 1, BuyPrivate("p1", "SV"))
    store.undo(game, 2)
    store.redo(game, 3)
    for each in listeners:
        each.until("data: 4 ")
    store.play(game + 1, 1, BuyPrivate("p1", "SV"))
    while told := other.line():
        assert told.split()[1] in ("1", "2")  # never what happened in the other game
        if told.split()[1] == "2":
            break


def test_a_change_of_the_company_is_heard_and_the_version_stays(companion: Companion) -> None:
    listener = companion.listen()
    _, version, mark = listener.line().split()
    companion.store.admin.rename(companion.game, "The long one")
    while (told := listener.line().split())[2] == mark:
        pass
    assert told[1] == version


def test_a_change_of_another_process_is_heard_with_a_pulse(
    companion: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PULSE", 0.1)
    listener = companion.listen()
    elsewhere = GameStore(tmp_path / "companion.sqlite")
    elsewhere.play(companion.game, 1, BuyPrivate("p1", "SV"))
    elsewhere.close()
    listener.until("data: 2 ")


def test_a_disk_that_fails_is_told_and_so_is_its_return(
    companion: Companion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PULSE", 0.1)
    listener = companion.listen()
    with moved_away(tmp_path / "companion.sqlite"):
        listener.until("event: stumbled")
    listener.until("data: 1 ")


def test_nobody_listens_to_a_game_that_there_is_not(companion: Companion) -> None:
    answer = companion.listen(99).answer
    assert answer.status == 404
    assert "There is no game 99." in answer.read().decode()


def test_a_page_of_another_name_hears_nothing(companion: Companion) -> None:
    client = companion.client()
    client.request("GET", f"/game/{companion.game}/stream", headers={"Host": "elsewhere.example"})
    assert client.getresponse().status == 421


def test_a_device_that_listens_to_a_game_that_is_deleted_is_let_go(companion: Companion) -> None:
    listener = companion.listen()
    listener.line()
    companion.store.admin.delete(companion.game)
    while listener.line():
        pass


def test_hundreds_of_streams_leave_ordinary_requests_alone(companion: Companion) -> None:
    """More of them than there are threads; each hears the action."""
    listeners = [companion.listen() for _ in range(200)]
    for each in listeners:
        each.line()
    assert app_state(companion.app).hub.count == 200
    client = companion.client()
    client.request("GET", f"/game/{companion.game}")
    page = client.getresponse()
    assert page.status == 200
    page.read()
    companion.store.play(companion.game, 1, BuyPrivate("p1", "SV"))
    for each in listeners:
        each.until("data: 2 ")
        each.client.close()


def test_the_doctor_tells_how_many_streams_are_open(companion: Companion) -> None:
    listeners = [companion.listen() for _ in range(3)]
    for each in listeners:
        each.line()
    found = doctor.streams(companion.port)
    assert (found.good, found.says) == (True, f"3 open at port {companion.port}")
    port, sockets = take_port("127.0.0.1", 0)
    for each in sockets:
        each.close()
    assert doctor.streams(port).says == f"none: no companion answers at port {port}"


def test_the_streams_end_when_the_server_stops(tmp_path: Path) -> None:
    companion = Companion(tmp_path / "companion.sqlite")
    listener = companion.listen()
    listener.line()
    companion.stop()
    while listener.line():
        pass


def test_a_stream_that_is_left_is_listened_to_no_more(
    companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = companion.listen()
    listener.line()
    hub, let_go = app_state(companion.app).hub, threading.Event()
    listen = hub.listen

    def noted(game: int, called: object) -> object:
        stop = listen(game, called)
        return lambda: (stop(), let_go.set())

    monkeypatch.setattr(hub, "listen", noted)
    second = companion.listen()
    second.line()
    assert hub.count == 2
    second.answer.close()
    second.client.close()
    assert let_go.wait(120)
    assert hub.count == 1


# --- requests that take their time


def test_a_head_that_never_ends_is_waited_for_only_so_long(
    companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "HEAD", 0.1)
    client = companion.client()
    client.connect()
    client.sock.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
    assert client.sock.recv(1) == b""


def test_a_body_that_never_comes_holds_no_thread_and_is_refused(
    companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More of them than there are threads, while somebody else asks for a page."""
    monkeypatch.setattr(request_limits, "PIECE", 2.0)
    slow = [companion.client() for _ in range(100)]
    for client in slow:
        client.putrequest("POST", f"/game/{companion.game}/act")
        client.putheader("Content-Length", "100")
        client.endheaders(b"type=")
    client = companion.client()
    client.request("GET", f"/game/{companion.game}")
    assert client.getresponse().status == 200
    for client in slow:
        answer = client.getresponse()
        assert answer.status == 408
        assert "too slowly" in answer.read().decode()
    assert companion.store.version(companion.game) == 1


def test_more_than_there_is_room_for_is_refused_and_room_comes_back(
    companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "ROOM", 1000)
    first, second, third = (companion.client() for _ in range(3))
    first.putrequest("POST", "/new")
    first.putheader("Content-Length", "900")
    first.endheaders(b"x" * 800)
    second.putrequest("POST", "/new")
    second.putheader("Content-Length", "900")
    second.endheaders(b"x" * 800)
    refused = second.getresponse()
    assert refused.status == 503
    assert "at the same time" in refused.read().decode()
    first.send(b"x" * 100)
    assert first.getresponse().status == 403  # it is a form of nobody
    third.request("POST", "/new", b"x" * 900)
    assert third.getresponse().status == 422


def test_one_address_may_hold_only_so_many_connections(
    companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "CONNECTIONS", 2)
    kept = [companion.client() for _ in range(2)]
    for client in kept:
        client.request("GET", "/")
        assert client.getresponse().read()
    with pytest.raises((http.client.HTTPException, OSError)):
        refused = companion.client()
        refused.request("GET", "/")
        refused.getresponse()
    kept[0].request("GET", "/")
    assert kept[0].getresponse().status == 200
