"""Anything sent, by every way and in every field and header, gets a sentence, never our fault.

All requests go over a real server. The addresses, fields and headers are read from the application
itself, so that a new one is attacked without being named here. A twelfth of the values in headers
and addresses is sent, in turn; all of them with FULL in the environment.
"""

import copy
import http.client
import json
import os
import random
import re
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import pytest
from flask import request

from companion import addresses_and_ports, serve_command
from companion.exchange.files.own_file import file_of
from companion.rules.core.actions import ACTIONS, action_to_json
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.web import create_app
from companion.web.http import request_limits
from companion.web.http.input_limits import MOST_BYTES
from tests.support import clients as devices
from tests.support.clients import make_host
from tests.support.game_stages import begun, in_round, never, played

WEB = Path(__file__).resolve().parents[3] / "companion" / "web"
SOURCE = "\n".join(file.read_text(encoding="utf-8") for file in WEB.rglob("*.py"))
FIELDS = sorted(
    {
        *re.findall(r"(?:args|form|values|body)\.get(?:list)?\(\s*\"(\w+)\"", SOURCE),
        *(name for cls in ACTIONS.values() for name in cls.__dataclass_fields__),
        "type",
        "pick",
        "option.bank",
    }
)
HEADERS = sorted(
    {
        *re.findall(r"headers\.get\(\s*\"([\w-]+)\"", SOURCE),
        *re.findall(r"\"([\w-]+)\" (?:not )?in headers", SOURCE),
        "Accept-Encoding",
        "Content-Type",
        "Cookie",
        "If-Modified-Since",
        "If-None-Match",
        "Range",
    }
)

DEEP = "[" * 990 + "]" * 990
NUMBERS = ["--75", "-", "+5", "1e9", "80.5", "1_000", "-0", "٣", "²", "½", "9" * 400]
NUMBERS += [str(2**31), str(2**63), str(2**64), str(-(2**63)), "NaN", "Infinity", "0x10"]
TEXTS = ["", " ", "\x00", "\x07\x1b[2J", "\r\nX-Bad: 1", "\u202eevil", "\u200b", "\u0301\u0301"]
TEXTS += [
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "{0.__class__}",
    "%s%n",
    "' OR 1=1 --",
    "../..",
]
TEXTS += ["null", "true", "{}", "[", DEEP, '["\\ud800"]', "[1, [2]]", "x" * 70_000, "\U0001f682"]
HOSTILE = NUMBERS + TEXTS
OF_A_HEADER = ["", " ", "http://[", "http://[::1", "//[", "null", "http://x:99999999/", "\x80\xff"]
OF_A_HEADER += ["bytes=9-1", "bytes=-" + "9" * 400, "gzip;q=x", "x" * 5000, "multipart/form-data"]
OF_A_HEADER += ["application/json; charset=none", "multipart/form-data; boundary=\xff", "W/"]
OF_A_HEADER += ["Thu, 99 Foo 99999 25:61:61 GMT", "a=b; c=\x01", "application/json", "text/plain"]


APART = 1 if os.environ.get("FULL") else 12


class Answer(NamedTuple):
    status: int
    body: str


class Served:
    """An application on a port, with a game at its beginning, one that runs trains, one ended.

    Attacks may change these games, so a test that needs a position makes a game of its own.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store
        make_host(store)
        self.host = devices.headers(store)
        self.app = create_app({"STORE": store})
        self.port, sockets = addresses_and_ports.take_port("127.0.0.1", 0)
        self.server = serve_command.make_server(self.app, sockets)
        self.running = threading.Thread(target=self.server.run, daemon=True)
        self.running.start()
        self.games = [
            begun(store),
            played(store, running_trains),
            played(store, in_round("OR 2.1"), "steam-over-holland"),
            played(store, never),
        ]

    def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: Any = None
    ) -> Answer:
        """One request of its own connection; a text is sent as it stands, fields as a form."""
        sent = {**self.host, **(headers or {})}
        if isinstance(body, dict):
            body = urlencode(body, errors="surrogatepass")
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            client.putrequest(method, path, skip_accept_encoding=True)
            for key, value in sent.items():
                client.putheader(key, value.encode("latin-1", "replace"))
            raw = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body or b""
            client.putheader("Content-Length", str(len(raw)))
            client.endheaders(raw)
            answer = client.getresponse()
            return Answer(answer.status, answer.read().decode("utf-8", "replace"))
        finally:
            client.close()

    def raw(self, *pieces: bytes) -> Answer:
        """Send bytes and return the answer, which may come before all of them are sent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=120) as link:
            for piece in pieces:
                link.sendall(piece)
            answer = http.client.HTTPResponse(link)
            answer.begin()
            return Answer(answer.status, answer.read().decode("utf-8", "replace"))

    def stop(self) -> None:
        self.server.close()
        self.running.join(timeout=120)


def running_trains(rules: Rules, state: State) -> bool:
    """Until a company with a route waits to run its trains."""
    return not state.end_reason and rules.accepting(state)[0].name == "run"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    store = GameStore(tmp_path_factory.mktemp("hostile") / "companion.sqlite")
    opened = Served(store)
    yield opened
    opened.stop()
    store.close()


def civil(answer: Answer, what: object) -> None:
    """No fault of ours; and where something is refused, a sentence says so."""
    assert answer.status < 500, (answer.status, what)
    if answer.status >= 400:
        body = re.sub(r"<(style|head)\b.*?</\1>", "", answer.body, flags=re.DOTALL)
        pieces = [unescape(piece).strip() for piece in re.split(r"<[^>]*>", body)]
        told = [p for p in pieces if len(p) > 8 and p.endswith((".", "?", "!"))]
        assert told, (answer.status, what, answer.body[:300])
        assert "Traceback" not in body and "werkzeug" not in body.lower(), what


# --- each case by name


def test_a_game_number_beyond_any_database_leads_nowhere(served: Served) -> None:
    for number in (2**31, 2**63 - 1, 2**63, 10**40, "9" * 5000, "٣" * 30):
        sent = quote(str(number))
        for way in (
            "",
            "/log",
            "/version",
            "/stream",
            "/search",
            "/report.pdf",
            f"/receipt/{sent}",
        ):
            answer = served.ask("GET", f"/game/{sent}{way}")
            assert answer.status == 404, number
            civil(answer, number)


def test_two_signs_make_no_number(served: Served) -> None:
    game = begun(served.store)
    version = served.store.version(game)
    form = {"type": "bid", "player": "p1", "private": "CS", "version": str(version)}
    refused = served.ask("POST", f"/game/{game}/act", body={**form, "amount": "--75"})
    assert refused.status == 400
    assert "whole number" in refused.body
    assert served.ask("POST", f"/game/{game}/act", body={**form, "amount": "45"}).status == 303


@pytest.mark.parametrize("deep", [51, 400, 900, 990, 100_000])
def test_json_nested_too_deeply_is_refused(served: Served, deep: int) -> None:
    game = begun(served.store)
    nested, version = "[" * deep + "]" * deep, served.store.version(game)
    now = f'{{"version": {version}, '
    bodies = [nested, '{"version": ' + nested + "}", now + '"type": ' + nested + "}"]
    bodies += [now + '"type": "run_trains", "company": "B&O", "routes": ' + nested + "}"]
    for body in bodies:
        answer = served.ask("POST", f"/game/{game}/act", {"Content-Type": "application/json"}, body)
        assert answer.status == 400, body[:60]
        civil(answer, body[:60])
    answer = served.ask(
        "POST", f"/game/{game}/act", body={"version": str(version), "routes": nested}
    )
    assert answer.status == 400
    for file in (nested, '{"title": "1830", "actions": ' + nested + "}", own({"players": "DEEP"})):
        assert take_in(served, file.replace('"DEEP"', nested)).status == 422


def test_half_a_character_is_refused(served: Served) -> None:
    game = begun(served.store)
    for field in ("type", "player", "private", "amount", "version", "new"):
        body = {"type": "bid", "player": "p1", "private": "CS", "amount": 45}
        body["version"] = served.store.version(game)
        sent = json.dumps({**body, field: "\ud800"})
        answer = served.ask("POST", f"/game/{game}/act", {"Content-Type": "application/json"}, sent)
        assert answer.status == 400, field
        civil(answer, field)
    for field in ("title", "players"):
        assert take_in(served, own({field: ["Ann", "Bo\ud800"]})).status == 422
    export = {"title": "19\ud83046", "players": [{"id": 1, "name": "\ud800"}], "actions": []}
    answer = take_in(served, json.dumps(export))
    assert answer.status == 422
    civil(answer, export)


@pytest.mark.parametrize("address", ["http://[", "http://[::1", "//[x", "http://a]b["])
def test_an_address_that_is_none_is_no_fault(served: Served, address: str) -> None:
    game = begun(served.store)
    view = served.store.open(game)
    form = {"type": "pass", "party": "p1", "version": "999"}
    answer = served.ask("POST", f"/game/{game}/act", {"Origin": address}, form)
    assert answer.status == 403
    civil(answer, address)
    headers = {"HX-Request": "true", "HX-Current-URL": address}
    assert served.ask("POST", f"/game/{game}/act", headers, form).status == 409
    assert served.store.open(game).version == view.version


def test_a_search_where_no_train_waits_says_so(served: Served) -> None:
    running = played(served.store, running_trains)
    for game in (begun(served.store), played(served.store, never)):
        answer = served.ask("GET", f"/game/{game}/search")
        assert answer.status == 200
        assert "No trains are waiting to run." in answer.body
    assert "No trains" not in served.ask("GET", f"/game/{running}/search").body


# --- files


@cache
def stored_rows() -> dict[str, Any]:
    """The rows of a game that has just begun."""
    store = GameStore("sqlite://")
    rows = store.admin.read_rows(store.new_game(Setup("1830", ("Ann", "Bo"), {}, 1)))
    store.close()
    text = file_of(rows).decode()
    return dict(json.loads(text))


def own(change: dict[str, Any]) -> str:
    """Make a file of the companion's own, with something changed in its set-up or its actions."""
    whole = copy.deepcopy(stored_rows())
    del whole["sha256"]
    (game,), (first,) = whole["game"], whole["log"]
    actions = change.get("actions", [])
    game["setup"] |= {key: value for key, value in change.items() if key != "actions"}
    if isinstance(actions, list):
        for n, action in enumerate(actions, start=1):
            whole["log"].append({**first, "number": n, "depth": n, "deed": n, "action": action})
        count = len(actions)
        game |= {"row_count": count, "head": count, "depth": count, "deed_count": count}
    else:
        whole["log"] = actions
    body = json.dumps(whole)[:-1] + ", "
    return f'{body}"sha256": "{sha256(body.encode()).hexdigest()}"}}'


def export(actions: list[Any]) -> str:
    """An export with these actions."""
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]
    return json.dumps({"title": "1830", "players": players, "actions": actions})


def take_in(served: Served, text: str) -> Answer:
    """A file is sent to be imported."""
    body = f'--x\r\nContent-Disposition: form-data; name="file"; filename="g.json"\r\n\r\n{text}'
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    return served.ask("POST", "/import", headers, body + "\r\n--x--\r\n")


def test_a_file_of_more_actions_than_any_game_has_is_refused(served: Served) -> None:
    passes = [{"type": "pass", "entity": 1, "entity_type": "player"}] * 6001
    autos = [{**passes[0], "auto_actions": passes[:6000]}]
    before = len(served.store.games())
    for file in (
        own({"actions": [{"type": "pass", "party": "p1"}] * 6001}),
        export([{**sent, "id": n} for n, sent in enumerate(passes, start=1)]),
        export(autos),
    ):
        answer = take_in(served, file)
        assert answer.status == 422
        assert "more than 6,000 actions" in answer.body
    # as many as may be are judged, and found wanting for another reason
    answer = take_in(served, own({"actions": [{"type": "pass", "party": "p9"}] * 6000}))
    assert answer.status == 422
    assert "Action 1" in answer.body
    assert len(served.store.games()) == before


def test_files_of_every_kind_of_nonsense_are_refused(served: Served) -> None:
    dice = random.Random(15)
    before = {game.id for game in served.store.games()}
    keys = ("title", "players", "options", "seed", "actions")
    nonsense = [None, True, 0, -1, 2**70, 1.5, "", "x", [], {}, [[]], [None], [{"id": {}}], "\x00"]
    action = {"id": 1, "type": "bid", "entity": 1, "entity_type": "player", "company": "SV"}
    for _ in range(120):
        key, value = dice.choice(keys), dice.choice(nonsense)
        if dice.random() < 0.5:
            text = own({key: value})
        else:
            changed = {**action, dice.choice([*action, "price", "auto_actions"]): value}
            text = export([changed])
        answer = take_in(served, text)
        civil(answer, text)
    for game in served.store.games():
        assert game.id in before or game.players == ("Ann", "Bo")  # the change was none


# --- bodies


HEAD = b"POST /import HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


def test_a_body_beyond_the_limit_is_refused_by_its_head_alone(served: Served) -> None:
    for length in (MOST_BYTES + 1, 10**9, 10**15):
        for expects in (b"", b"Expect: 100-continue\r\n"):
            answer = served.raw(HEAD + expects + b"Content-Length: %d\r\n\r\n" % length)
            assert answer.status == 413
            assert "8 MB is the limit" in answer.body
            civil(answer, length)


def test_a_device_that_is_turned_away_is_told_so_in_the_language_of_the_device(
    served: Served,
) -> None:
    for cookie, code in (
        (b"Cookie: language=nl\r\n", "nl"),
        (b"", "en"),
        (b"Cookie: \xff=;\r\n", "en"),
    ):
        answer = served.raw(HEAD + cookie + b"Content-Length: 999999999\r\n\r\n")
        assert answer.status == 413
        assert f'<html lang="{code}"' in answer.body


def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_large(served: Served) -> None:
    chunk = b"%x\r\n%s\r\n" % (1 << 20, b"x" * (1 << 20))
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    answer = served.raw(head, *[chunk] * 12)  # it never ends
    assert answer.status == 413
    assert "8 MB is the limit" in answer.body


def test_a_device_that_sends_a_large_file_to_its_end_reads_the_answer(served: Served) -> None:
    body = b"x" * (40 << 20)
    answer = served.raw(HEAD + b"Content-Length: %d\r\n\r\n" % len(body), body)
    assert answer.status == 413
    assert "8 MB is the limit" in answer.body


def test_a_request_behind_a_refused_body_is_not_done(served: Served) -> None:
    game = begun(served.store)
    version = served.store.version(game)
    body = b"type=bid&player=p1&private=CS&amount=45&version=%d" % version
    hidden = b"POST /game/%d/act HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n" % (game, len(body))
    hidden += b"Content-Type: application/x-www-form-urlencoded\r\n\r\n" + body
    answer = served.raw(HEAD + b"Content-Length: 999999999\r\n\r\n" + hidden)
    assert answer.status == 413
    assert served.ask("GET", f"/game/{game}/version?v={version}").status == 204


@pytest.mark.parametrize(
    "head",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"GET /" + b"x" * 300_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_an_invalid_request_is_answered_with_a_sentence(served: Served, head: bytes) -> None:
    answer = served.raw(head)
    assert 400 <= answer.status < 500
    civil(answer, head[:60])


def test_a_way_of_sending_that_is_not_known_is_answered_with_a_sentence(served: Served) -> None:
    answer = served.raw(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n")
    assert answer.status == 501
    assert "cannot read data sent in that way" in answer.body


# --- everything


def addresses(served: Served) -> list[tuple[str, str]]:
    """Every way to ask, its place-holders in angle brackets; but streams, which have no end."""
    return sorted(
        (method, rule.rule)
        for rule in served.app.url_map.iter_rules()
        for method in (rule.methods or ()) - {"HEAD", "OPTIONS"}
        if rule.endpoint != "turn_screen.stream"
    )


def filled(rule: str, number: str, text: str) -> str:
    """An address with its place-holders filled."""
    path = re.sub(r"<int:\w+>", quote(number, safe="", errors="surrogatepass"), rule)
    return re.sub(r"<[^>]+>", lambda _: quote(text, safe="", errors="surrogatepass"), path)


PRINTED = (".pdf", "/report/making")  # each would print a report


def test_there_is_something_to_attack(served: Served) -> None:
    assert ("POST", "/game/<int:game>/act") in addresses(served)
    assert {"version", "depth", "amount", "routes", "hex", "back", "round"} <= set(FIELDS)
    assert {"Origin", "HX-Current-URL", "Sec-Fetch-Site", "HX-Request"} <= set(HEADERS)


def test_no_address_is_a_fault_with_any_number_or_text_in_it(served: Served) -> None:
    values = ("0", "-1", str(2**63), "9" * 400, "٣", "%00", "..", "\ud800", "é" * 300)
    for number, (method, rule) in enumerate(addresses(served)):
        for value in values[number % APART :: APART]:
            path = filled(rule, value, value)
            if "<" in rule and not path.endswith(PRINTED):
                civil(served.ask(method, path), (method, path))
                path = filled(rule, "1", value)
                civil(served.ask(method, path), (method, path))


def test_no_field_of_a_page_is_a_fault(served: Served) -> None:
    pages = [rule for method, rule in addresses(served) if method == "GET" and "static" not in rule]
    dice = random.Random(28)
    for field in FIELDS:
        for value in dice.sample(HOSTILE, 3 if APART == 1 else 1):
            rule = dice.choice([*pages, "/game/<int:game>", "/game/<int:game>"])
            if rule.endswith(PRINTED):
                continue
            game = dice.choice(served.games)
            sent = urlencode({field: value[:4000]}, errors="surrogatepass")
            path = f"{filled(rule, str(game), 'p1')}?{sent}"
            civil(served.ask("GET", path), path)


def test_no_field_of_an_action_is_a_fault(served: Served) -> None:
    """Each field of each action, as text, as nonsense and as something else altogether."""
    dice = random.Random(14)
    begun_game, running, placing, _ = served.games
    known = {
        "party": "p1",
        "player": "p1",
        "seller": "p1",
        "buyer": "p2",
        "rotation": 1,
        "price": 5,
    }
    known |= {"amount": 45, "percent": 10, "source": "pool", "kind": "pay", "routes": []}
    other = ["1.0", "A1.9", [[]], [["2-0", ["H12.0"]]], {}, 7]
    for name, cls in sorted(ACTIONS.items()):
        for field in cls.__dataclass_fields__:
            values = (dice.choice(HOSTILE), *dice.sample(other, 2))
            for value in values if APART == 1 else dice.sample(values, 1):
                game = dice.choice([begun_game, running, placing])
                view = served.store.open(game)
                ids = {
                    **known,
                    "company": next(iter(view.rules.data.companies)),
                    "private": next(iter(view.rules.data.privates)),
                    "hex": next(iter(view.rules.data.map.hexes)),
                    "train": next(iter(view.state.trains)),
                }
                fields = {key: ids.get(key, "1") for key in cls.__dataclass_fields__}
                body = {"version": view.version, "type": name, **fields, field: value}
                headers = {"Content-Type": "application/json"}
                answer = served.ask("POST", f"/game/{game}/act", headers, json.dumps(body))
                civil(answer, body)


def test_no_header_is_a_fault(served: Served) -> None:
    asked = (("GET", "/game/1"), ("POST", "/game/1/act"), ("POST", "/import"))
    for number, (header, value) in enumerate(product(HEADERS, OF_A_HEADER)):
        for method, path in asked[(number + number // 3) % APART :: APART]:
            headers = {"HX-Request": "true", header: value}
            civil(served.ask(method, path, headers, "version=1"), (header, value, path))
    civil(served.ask("GET", "/static/css/layout/page.css", {"Range": "bytes=9-1"}), "range")


def test_a_host_that_is_no_name_is_refused_by_the_server(served: Served) -> None:
    for host in (b"..", b"a..b", b"a" * 64, b"\xff", b"xn--a", b"a" * 9000):
        for path in (b"/", b"/game/1", b"/game/1/stream", b"/nowhere"):
            head = b"GET " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"
            answer = served.raw(head)
            civil(answer, (host, path))
            assert answer.status == 400


def test_a_few_hundred_requests_at_random_are_all_answered_civilly(served: Served) -> None:
    """Half right, half wrong: an offer of the moment with something of it turned to nonsense."""
    dice = random.Random(30)
    posts = [rule for method, rule in addresses(served) if method == "POST"]
    for _ in range(300 // APART):
        game = dice.choice(served.games)
        view = served.store.open(game)
        offers = () if view.state.end_reason else judge.offers(view.rules, view.state)
        offered = dice.choice(list(offers)).action if offers else None
        form: dict[str, Any] = {"version": str(view.version), "back": "", "depth": "1"}
        form |= action_to_json(offered) if offered else {"type": dice.choice(sorted(ACTIONS))}
        for _ in range(dice.randint(1, 3)):
            form[dice.choice([*form, *FIELDS])] = dice.choice(HOSTILE)
        headers = {dice.choice(HEADERS): dice.choice(OF_A_HEADER)} if dice.random() < 0.3 else {}
        rule = dice.choice(["/game/<int:game>/act"] * 3 + posts)
        path = filled(rule, str(game), "x")
        if dice.random() < 0.5:
            headers["Content-Type"] = "application/json"
            wild = {key: dice.choice([value, 1, None, [], {}, True]) for key, value in form.items()}
            body: Any = json.dumps(dice.choice([form, wild]))
        else:
            body = {
                key: json.dumps(value) if isinstance(value, (list, tuple)) else value
                for key, value in form.items()
            }
        civil(served.ask("POST", path, headers, body), (path, headers, body))


# --- names


@pytest.mark.parametrize(
    "name",
    [
        "Ann\x07",
        "\x1b[31mAnn",
        "An\u202en",
        "An\u200bn",
        "An\ufeffn",
        "\u200b",
        "\u200d\u200c",
        "\u200e\u200f",
        "\u0301\u0302",
        "\u20dd",
        "\u00a0\u2003\u3000.".rstrip("."),
        "\u3164",
        "\u2800",
        "\u115f\u1160",
        "\U000e0041",
        "An\u2028n",
        "An\ufffen",
    ],
)
def test_a_name_that_cannot_be_shown_or_seen_is_refused(served: Served, name: str) -> None:
    before = len(served.store.games())
    form = urlencode([("title", "1830"), ("player", f"{name}"), ("player", "Bo"), ("player", "Cy")])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = served.ask("POST", "/new", headers, form)
    if name.strip():  # mere blanks leave the seat empty
        assert answer.status == 422, ascii(name)
        assert re.search(r"name at seat 1", answer.body)
        assert len(served.store.games()) == before
    players = [name, "Bo", "Cy"]
    assert take_in(served, own({"players": players})).status == 422
    exported = json.loads(export([]))
    exported["players"] = [{"id": n, "name": text} for n, text in enumerate(players)]
    assert take_in(served, json.dumps(exported)).status == 422


@pytest.mark.parametrize(
    "name", ["Jörg", "李", "👩‍🚒", "Zoë 2", "نیک‌نام", "O'Brien <b>", "J\u0308"]
)
def test_a_name_of_any_script_is_taken(served: Served, name: str) -> None:
    form = urlencode([("title", "1830"), ("player", name), ("player", "Bo")])
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert served.ask("POST", "/new", headers, form).status == 303
    assert served.store.games()[0].players == (name, "Bo")


def test_names_that_look_the_same_are_refused(served: Served) -> None:
    for alike in ("A\u200dnn", "Ann ", "Ann"):
        with pytest.raises(ValueError, match="different name"):
            served.store.new_game(Setup("1830", ("Ann", alike)))


# --- others at the same port


def connected(served: Served, address: str) -> socket.socket:
    """A connection from another address of this computer, on which a page was answered."""
    link = socket.create_connection(
        ("127.0.0.1", served.port), timeout=120, source_address=(address, 0)
    )
    link.sendall(b"GET /join HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = http.client.HTTPResponse(link)
    answer.begin()
    assert answer.status == 200
    answer.read()
    return link


@pytest.mark.skipif(sys.platform != "linux", reason="one address of this computer is all there is")
def test_a_device_that_takes_all_connections_makes_room_for_others(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of theirs ends; a source that has as many itself gets none."""
    monkeypatch.setattr(
        request_limits, "CONNECTIONS", 6 + len(served.server.server_state.connections)
    )
    robbers = [connected(served, "127.0.0.66") for _ in range(6)]
    phones = [connected(served, f"127.0.0.{n}") for n in (7, 8)]
    with pytest.raises(OSError):
        connected(served, "127.0.0.66")
    ended: set[socket.socket] = set()
    until = time.monotonic() + 120
    while len(served.server.server_state.connections) > request_limits.CONNECTIONS or not ended:
        assert time.monotonic() < until, "nobody made room"
        ended |= set(select.select([link for link in robbers if link not in ended], [], [], 0.1)[0])
    assert len(ended) <= 2
    assert not select.select(phones, [], [], 0)[0]  # the server ended none of theirs
    for link in (*robbers, *phones):
        link.close()


@pytest.mark.skipif(sys.platform != "linux", reason="one address of this computer is all there is")
def test_a_device_that_asks_without_end_leaves_threads_for_others(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone is answered while as many requests of another address are worked on as may be."""
    monkeypatch.setattr(request_limits, "AT_ONCE", 2)
    inside, go_on = threading.Semaphore(0), threading.Event()

    def hold() -> None:
        if request.remote_addr == "127.0.0.67":
            inside.release()
            go_on.wait(60)

    first = [hold, *served.app.before_request_funcs[None]]
    monkeypatch.setitem(served.app.before_request_funcs, None, first)
    with ThreadPoolExecutor(6) as pool:
        asked = [pool.submit(connected, served, "127.0.0.67") for _ in range(6)]
        assert inside.acquire(timeout=120) and inside.acquire(timeout=120)
        connected(served, "127.0.0.9").close()
        assert not inside.acquire(blocking=False)  # no third one has come in
        go_on.set()
        for one in asked:
            one.result(60).close()
