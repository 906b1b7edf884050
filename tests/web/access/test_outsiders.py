"""Robbers: a device without a place in a game asks for everything there is.

Values that no database takes are sent, too.

The requests are read from the application itself, so that a new address is tried without being
named here. Each kind of outsider sends a sixth of them, in turn; all of them with FULL in the
environment.
"""

import gzip
import os
import re
from collections.abc import Callable
from io import BytesIO
from itertools import count
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from companion.exchange.files.own_file import MOST_BYTES
from companion.rules.core.actions import BuyPrivate
from companion.store.db.seat_tables import DeviceRow
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import now
from companion.store.people.accounts import hosting
from companion.store.people.device_limits import MOST_WATCHING, OF_ONE_SOURCE
from companion.store.people.roles import hash_secret
from companion.web.access.identity import HEADER
from companion.web.app_state import app_state
from companion.web.http import input_limits
from companion.web.http.rate_limit import RateLimit
from tests.support.clients import guest, headers, known_as, press, stranger
from tests.support.game_stages import begun

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "TRACE", "PROPFIND")
APART = 1 if os.environ.get("FULL") else 6  # of so many requests one is sent
OUTSIDERS = ("nobody", "watcher elsewhere", "player elsewhere", "sent away", "outside", "account")


def outsider(
    client: FlaskClient, store: GameStore, kind: str, game: int, elsewhere: int
) -> FlaskClient:
    """A browser with no place in the game; the token of its forms is right."""
    app, places = client.application, store.places
    found = stranger(app)
    known_as(found, kind)
    if kind == "watcher elsewhere":
        places.join(elsewhere, kind, "other")
    elif kind == "player elsewhere":
        places.join(elsewhere, kind, "other", "p1")
    elif kind == "sent away":
        places.dismiss(game, places.join(game, kind, "other", "p2").device)
    elif kind == "outside":
        places.join(game, "anneke", "other", "p1")
        places.lock(game, True)
        store.claims.claim(game, kind, "other", "p1")
    elif kind == "account":
        store.accounts.add("ann", "sesame, open")
        store.accounts.log_in("ann", "sesame, open", lambda: places.register(kind, "other"))
        with store.database.write() as session:
            hosting(places.who(kind).account)(session, elsewhere)
    return found


@pytest.mark.parametrize("kind", OUTSIDERS)
def test_nothing_of_a_game_is_answered_or_done_without_a_place_in_it(
    client: FlaskClient, store: GameStore, kind: str
) -> None:
    """Not in any way, nor whether there is such a game."""
    game, elsewhere = begun(store), begun(store)
    store.play(game, 1, BuyPrivate("p1", "SV"), by="p1")
    robber = outsider(client, store, kind, game, elsewhere)
    app_state(client.application).form_pace = RateLimit(9999, 9999, 60)  # nothing else refuses it
    before = store.admin.read_rows(game), store.places.sitting(game)
    tried = 0
    turns = count(OUTSIDERS.index(kind))
    for rule in client.application.url_map.iter_rules():
        if "<int:game>" not in rule.rule or rule.endpoint == "joining.wait":
            continue
        path = re.sub(r"<int:(?!game)\w+>", "1", rule.rule)
        path = re.sub(r"<(?!int:game)[^>]+>", "x", path)
        for method in METHODS:
            if next(turns) % APART:
                continue
            answers = []
            for number in (game, 77):
                answer = robber.open(path.replace("<int:game>", str(number)), method=method)
                assert answer.status_code in (200, 403, 405), (method, path)
                told = re.sub(r'name="guard" value="[^"]*"', "", answer.text)
                answers.append((answer.status_code, told))
                if answer.status_code == 200:  # which ways of asking an address takes
                    assert (method, answer.text) == ("OPTIONS", "")
            assert answers[0] == answers[1], (method, path)
            assert "Anneke" not in told
            tried += 1
    assert tried > 300 // APART
    assert (store.admin.read_rows(game), store.places.sitting(game)) == before


@pytest.mark.both_databases
def test_a_nul_is_refused_wherever_it_stands(client: FlaskClient, store: GameStore) -> None:
    """PostgreSQL has no text with one in it."""
    game = begun(store)
    phone = guest(client.application, game, "p1", secret="phone")
    guard = headers(store, "phone")[HEADER]
    nul, before = quote("p1\0"), store.places.sitting(game)
    for path in (f"/join/{nul}", f"/host/{nul}", f"/game/{game}/{nul}"):
        assert phone.get(path).status_code == 400, path
    for choice in ("/log?player", "/ledger?account", "?pick"):
        assert phone.get(f"/game/{game}{choice}={nul}").status_code == 200, choice
    seats, account = f"/game/{game}/seats", "/account"
    for path, form in (
        (seats, {"guard": guard, "do": "give-up", "seat": "p1\0"}),
        (seats, {"guard": f"{guard}.a\0", "do": "ask"}),
        (seats, {"guard": guard, "do": "guess", "pin\0": "1"}),
        (account, {"guard": guard, "name": "\0", "password": "x"}),
    ):
        answer = phone.post(path, data=form)
        assert answer.status_code == 400, form
        assert "That did not work." in answer.text
    assert store.places.sitting(game) == before


def test_a_form_is_not_read_beyond_what_any_form_has(client: FlaskClient) -> None:
    """Before it is known whose it is: millions of fields would hold everybody up."""
    nephew = stranger(client.application)
    for fields, status in ((input_limits.MOST // 4, 403), (input_limits.MOST // 4 + 1, 400)):
        sent = b"a=b&" * fields
        assert nephew.post("/new", data=sent, content_type=input_limits.FORM).status_code == status
    field = {"a": "x" * (input_limits.MOST + 1)}
    answer = nephew.post("/new", data=field, content_type="multipart/form-data")
    assert answer.status_code == 413


@pytest.mark.both_databases
@pytest.mark.parametrize("way", ["undo", "redo"])
@pytest.mark.parametrize("depth", ["9999999999", "999999999", "-1", "0", "٣", "²"])
def test_more_than_any_game_has_is_not_undone(
    client: FlaskClient, store: GameStore, way: str, depth: str
) -> None:
    game = begun(store)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    answer = client.post(f"/game/{game}/{way}", data={"version": "2", "depth": depth})
    assert answer.status_code in (400, 422)
    assert store.version(game) == 2


@pytest.mark.both_databases
def test_a_fault_of_the_database_tells_no_secrets_to_the_log(store: GameStore) -> None:
    values = {
        "secret_hash": hash_secret("mine"),
        "kind": "an iPhone",
        "is_host": False,
        "created_at": now(),
    }
    with pytest.raises(IntegrityError) as fault, store.database.write() as session:
        for _ in range(2):
            session.execute(insert(DeviceRow).values(**values))
    assert "parameters hidden" in str(fault.value)
    assert "an iPhone" not in str(fault.value)


def test_a_file_that_unpacks_to_more_than_any_game_is_refused(client: FlaskClient) -> None:
    """A small one may hold more than the computer's memory does, once it is read."""
    packed = gzip.compress(b'{"format": "companion 18xx game", "x": [' + b"[]," * (MOST_BYTES // 3))
    assert len(packed) < 100_000
    answer = client.post("/import", data={"file": (BytesIO(packed), "game.json")})
    assert answer.status_code == 422
    assert "no game is that long" in answer.text


def test_forms_of_a_device_come_only_so_often(client: FlaskClient, store: GameStore) -> None:
    """Each makes all devices of the table look again. Others go on, and so does the host."""
    game = begun(store)
    app_state(client.application).form_pace = RateLimit(3, 9, 60)
    nephew, other = (guest(client.application, game, secret=name) for name in ("nephew", "other"))
    asks, seats = {"do": "ask"}, f"/game/{game}/seats"

    def asked(phone: FlaskClient, name: str) -> int:
        return phone.post(seats, data={**asks, "guard": headers(store, name)[HEADER]}).status_code

    assert [asked(nephew, "nephew") for _ in range(5)] == [303, 303, 303, 429, 429]
    assert asked(other, "other") == 303
    assert nephew.get(f"/game/{game}").status_code == 200
    assert [client.post(seats, data={"do": "lock"}).status_code for _ in range(5)] == [303] * 5


# --- who has the code


@pytest.fixture
def joins(client: FlaskClient) -> Callable[..., tuple[int, FlaskClient]]:
    """A new browser joins from an address; its answer. How quickly is no matter here."""
    app_state(client.application).join_pace = RateLimit(9999, 9999, 60)

    def join(code: str, at: str, seat: str = "") -> tuple[int, FlaskClient]:
        browser = stranger(client.application)
        browser.environ_base["REMOTE_ADDR"] = at
        guard = field("guard", browser.get(f"/join/{code}").text)
        answer = browser.post(f"/join/{code}", data={"guard": guard, "seat": seat})
        return answer.status_code, browser

    return join


def field(name: str, page: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found, page
    return found[1]


Joins = Callable[..., tuple[int, FlaskClient]]


@pytest.mark.both_databases
def test_one_address_cannot_fill_the_places(store: GameStore, joins: Joins) -> None:
    game = begun(store)
    code = store.places.sitting(game).code
    told = [joins(code, "10.0.0.66")[0] for _ in range(20)]
    assert told == [303] * OF_ONE_SOURCE + [409] * (20 - OF_ONE_SOURCE)
    assert joins(code, "10.0.0.7")[0] == 303  # another address
    assert joins(code, "10.0.0.66", "p1")[0] == 303  # who takes a seat, also from that one
    assert joins(code, "2001:db8::1")[0] == 303
    told = [joins(code, f"2001:db8::2:{n}")[0] for n in range(20)]
    assert told.count(303) == OF_ONE_SOURCE - 1  # all of one network


def test_many_addresses_leave_room_for_who_takes_a_seat(store: GameStore, joins: Joins) -> None:
    """Also by taking a seat and giving it up again."""
    game = begun(store)
    code = store.places.sitting(game).code
    told = [joins(code, f"10.0.{n}.1")[0] for n in range(35)]
    assert told == [303] * MOST_WATCHING + [409] * 5
    for number in range(20):
        answer, robber = joins(code, f"10.1.{number}.1", "p1")
        guard = field("guard", robber.get(f"/game/{game}/seats").text)
        sent = {"guard": guard, "do": "give-up", "seat": "p1"}
        assert (answer, robber.post(f"/game/{game}/seats", data=sent).status_code) == (303, 303)
        assert robber.get(f"/game/{game}").status_code == 403
    assert [joins(code, f"10.2.0.{n}", f"p{n}")[0] for n in (1, 2, 3)] == [303] * 3
    assert len(store.places.sitting(game).guests) == MOST_WATCHING + 3


def test_the_banker_sees_them_and_sends_them_away(
    client: FlaskClient, store: GameStore, joins: Joins
) -> None:
    """With one tap those of one address, or all. They do not come back by the same code."""
    game = begun(store)
    code = store.places.sitting(game).code
    robbers = [joins(code, "10.0.0.66")[1] for _ in range(9)]
    player, watcher = joins(code, "10.0.0.66", "p1")[1], joins(code, "10.0.0.7")[1]
    page = client.get(f"/game/{game}/seats").text
    assert "Remove the 9 watching from one address" in page
    assert "Remove all 10 that only watch" in page
    (button,) = re.findall(r'id="(clear-\w+)"', page)
    assert press(client, page, button).status_code == 303
    assert [robber.get(f"/game/{game}").status_code for robber in robbers] == [403] * 9
    assert [phone.get(f"/game/{game}").status_code for phone in (player, watcher)] == [200] * 2
    assert stranger(client.application).get(f"/join/{code}").status_code == 404
    code = store.places.sitting(game).code
    late = joins(code, "10.0.0.9")[1]
    assert press(client, client.get(f"/game/{game}/seats").text, "clear").status_code == 303
    assert [p.get(f"/game/{game}").status_code for p in (watcher, late, player)] == [403, 403, 200]
    assert "clear" not in player.get(f"/game/{game}/seats").text


def test_nobodys_first_tries_are_refused_because_of_others() -> None:
    pace = RateLimit(20, 50, 60, clock=lambda: 0.0, spared=3, of_one=30)
    robbers = [pace.lets(f"robber {n % 10}", "there") for n in range(300)]
    assert robbers.count(True) == 30
    more = [pace.lets(f"robber {n % 10}", f"elsewhere {n}") for n in range(10, 300)]
    assert more.count(True) == 20
    assert [pace.lets("honest", "there") for _ in range(4)] == [True, True, True, False]


def test_a_phone_joins_while_others_try_without_end(client: FlaskClient, store: GameStore) -> None:
    """From more addresses than all together may try from."""
    game = begun(store)
    code = store.places.sitting(game).code
    for number in range(25):
        robber = stranger(client.application)
        robber.environ_base["REMOTE_ADDR"] = f"10.0.0.{number}"
        told = [robber.get(f"/join/aaaa{n:02}").status_code for n in range(12)]
    assert told[-1] == 429
    phone = stranger(client.application)
    phone.environ_base["REMOTE_ADDR"] = "10.0.1.1"
    guard = field("guard", phone.get(f"/join/{code}").text)
    assert phone.post(f"/join/{code}", data={"guard": guard, "seat": "p1"}).status_code == 303
