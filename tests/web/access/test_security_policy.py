"""Under which names the companion answers, and what browsers may do with its pages."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.clients import headers, stranger
from tests.support.game_stages import begun, operating, played

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
ACT = {"type": "buy_private", "player": "p1", "private": "SV", "version": 1}


@pytest.mark.parametrize(
    "host",
    [
        "elsewhere.example",
        "elsewhere.example:8018",
        "localhost.elsewhere.example",
        "10.0.0.1.nip.io",
    ],
)
def test_a_name_that_others_made_lead_here_gets_nothing(
    client: FlaskClient, store: GameStore, host: str
) -> None:
    game = begun(store)
    page = client.get(f"/game/{game}", headers={"Host": host})
    assert page.status_code == 421
    assert "Open it at the address that its computer shows." in page.text
    done = client.post(f"/game/{game}/act", data=ACT, headers={"Host": host})
    assert (done.status_code, store.version(game)) == (421, 1)


@pytest.mark.parametrize(
    "host",
    [
        *("", "..", ".", "a..b", ".a", "-a", "a-", "a b", "a/b", "x@y", "é", "[::1", "[..]x"),
        *("localhost:x", "localhost:999999", "1.2.3.4:1:2"),
        *("a" * 64, f"b.{'a' * 64}.c", "ab." * 90),
    ],
)
def test_a_host_that_is_no_name_is_refused(
    client: FlaskClient, store: GameStore, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks, and in whatever way; nothing of it is logged."""
    game = begun(store)
    for device in (client, stranger(client.application)):
        for path in ("/", f"/game/{game}", "/join/abcdef", "/nowhere", "/static/icon.svg"):
            page = device.get(path, headers={"Host": host})
            assert page.status_code == 400, path
            assert "That is not the name of any computer." in page.text
    done = client.post(f"/game/{game}/act", data=ACT, headers={"Host": host})
    assert (done.status_code, store.version(game)) == (400, 1)
    assert not caplog.records


def test_a_name_as_long_as_a_name_may_be_is_one(client: FlaskClient) -> None:
    for host in ("a" * 63, f"{'a' * 63}.b.", "a-b_c.d", "xn--nxasmq6b"):
        assert client.get("/", headers={"Host": host}).status_code == 421, host


@pytest.mark.parametrize("host", ["192.168.1.20:8018", "[fe80::1]:8018", "LOCALHOST:8018", "[::1]"])
def test_addresses_and_this_computer_are_answered(
    client: FlaskClient, store: GameStore, host: str
) -> None:
    bare = FlaskClient(client.application, use_cookies=False)  # they go to where they came from
    sent = {"Host": host, **headers(store)}
    assert bare.get(f"/game/{begun(store)}", headers=sent).status_code == 200


def test_the_name_of_a_proxy_is_answered_when_it_is_told(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = {"Host": "club.example"}
    assert client.get("/", headers=at).status_code == 421
    monkeypatch.setenv("COMPANION_HOSTS", "club.example, other.example")
    assert client.get("/", headers=at).status_code == 200


def test_no_page_holds_script_or_style_and_none_stands_in_another(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    for path in (
        "/",
        "/new",
        f"/game/{game}",
        f"/game/{game}/market",
        f"/game/{game}/map",
        "/nowhere",
    ):
        answer = client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy and "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert not re.findall(r"<style|\sstyle=|<script(?! src)|\son\w+=", answer.text), path


def test_no_template_holds_a_handler_or_a_style_that_browsers_would_not_hear() -> None:
    sources = sorted(TEMPLATES.rglob("*.html"))
    assert len(sources) > 30
    for source in sources:
        held = re.findall(r"<style|\sstyle=|\son\w+=", source.read_text(encoding="utf-8"))
        assert not held, source


def test_the_style_sheet_of_a_title_is_kept_by_the_browser(
    client: FlaskClient, store: GameStore
) -> None:
    page = client.get(f"/game/{begun(store)}").text
    [address] = re.findall(r'href="(/static/css/title/[^"]+)"', page)
    sheet = client.get(address)
    assert "immutable" in sheet.headers["Cache-Control"]
    assert ".c-b-o{" in sheet.text
    assert client.get("/static/css/title/nothing.css").status_code == 404
