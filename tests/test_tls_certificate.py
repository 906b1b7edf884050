"""Tests of the self-signed certificate, and of the companion over HTTPS."""

import http.client
import ssl
import stat
import sys
import threading
from pathlib import Path

import pytest

from companion.addresses_and_ports import take_port
from companion.cli.main import main
from companion.serve_command import make_server, welcome
from companion.store.games.game_store import GameStore
from companion.tls_certificate import certificate
from companion.web import create_app


def test_a_certificate_is_kept_as_long_as_it_serves(tmp_path: Path) -> None:
    file = certificate(tmp_path, "192.168.1.20")
    made = file.read_bytes()
    assert certificate(tmp_path, "192.168.1.20").read_bytes() == made
    assert certificate(tmp_path, None).read_bytes() == made
    assert certificate(tmp_path, "10.0.0.7").read_bytes() != made
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_invalid_certificate_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "https.pem").write_text("nonsense")
    assert b"BEGIN CERTIFICATE" in certificate(tmp_path, None).read_bytes()


def test_pages_and_streams_are_answered_over_https_and_plain_http_is_not(tmp_path: Path) -> None:
    file = certificate(tmp_path, None)
    store = GameStore(tmp_path / "companion.sqlite")
    port, sockets = take_port("127.0.0.1", 0)
    server = make_server(create_app({"STORE": store}), sockets, file)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    trust = ssl.create_default_context(cafile=file)
    try:
        client = http.client.HTTPSConnection("localhost", port, context=trust, timeout=120)
        client.request("GET", "/")
        answer = client.getresponse()
        assert answer.status == 200
        assert b"<html" in answer.read()
        client.request("GET", "/game/99/stream")
        assert client.getresponse().status in (403, 404)  # the application has answered
        plain = http.client.HTTPConnection("localhost", port, timeout=120)
        with pytest.raises((http.client.HTTPException, OSError)):
            plain.request("GET", "/")
            plain.getresponse()
    finally:
        server.close()
        running.join(timeout=120)
        store.close()


def test_the_start_says_what_the_phones_will_warn_of() -> None:
    said = welcome(8018, 8018, "192.168.1.20", scheme="https")
    assert "https://192.168.1.20:8018" in said
    assert "http://" not in said
    assert "certificate that nobody vouches for" in said


def test_several_workers_speak_no_https(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--https", "--workers", "2"]) == 1
    assert "need a proxy that provides https" in capsys.readouterr().err
