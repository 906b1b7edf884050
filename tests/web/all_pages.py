"""Every page there is, at every kind of moment of a title's games, for tests that read them all.

Some of the screens that each moment leads to are read; more of them with FULL in the environment.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import TypeVar

import pytest
from flask.testing import FlaskClient

from companion.exchange.files.automatic_copies import Copies
from companion.exchange.files.own_file import file_of
from companion.ledger.receipts import PayoutReceipt
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.random_moments import moments
from tests.support.game_stages import begun, never, operating, played
from tests.support.stored_games import store_state

LOOKED_AT = 14 if os.environ.get("FULL") else 5  # screens of one moment
# addresses that are no pages: files, forms to send, answers without a screen
NO_PAGES = frozenset(
    [
        "static",
        "sheets",
        "scripts",
        "title_look",
        "health.health",
        "accounts.log_in",
        "accounts.log_out",
        "locale.choose",
        "game_admin.download",
        "game_admin.archive",
        "game_admin.rename",
        "game_admin.delete",
        "game_admin.open_copy",
        "game_admin.reset_to_copy",
        "game_admin.restore_lost_games",
        "game_admin.copy",
        "games.create",
        "account_games.create",
        "games.import_game",
        "reports.report_pdf",
        "reports.progress",
        "reports.rebuild_sheet_pdf",
        "history.events",
        "physical_count.record",
        "audit.check",  # by another process; test_audit.py looks at it
        "operating.search",
        "rest_of_turn.search",
        "rest_of_turn.do_rest",
        "turn_screen.version",
        "turn_screen.stream",
        "posted_form.act",
        "drafts.begin_what_if",
        "drafts.begin_edit",
        "drafts.decide",
        "drafts.accept",
        "drafts.discard",
        "drafts.apply_what_if",
        "posted_form.undo",
        "posted_form.redo",
        "programmed_actions.set_program",
        "programmed_actions.buy_and_program",
        "programmed_actions.cancel_program",
        "game_clock.set_clock",
        "game_clock.hold",
        "halts.halt",
        "proposal_answers.answer",
        "joining.join",
        "joining.change_seats",
        "joining.wait",  # for a device that is nobody there; test_address_changes.py looks at it
        "joining.host",
        "rulings.ruling",
        "rulings.rule",
    ]
)
Page = tuple[str, str]
Part = Callable[[FlaskClient, GameStore, str], Iterator[Page]]
Fault = TypeVar("Fault")
Test = TypeVar("Test", bound=Callable[..., None])


def receipt(store: GameStore, game: int) -> int:
    """The row of the last payout, or the first of the game."""
    return next(
        (
            row.n
            for row in reversed(store.rows(game))
            for event in row.events
            if isinstance(event.facts.get("receipt"), PayoutReceipt)
        ),
        0,
    )


def addresses(client: FlaskClient, store: GameStore, title: str, game: int) -> Iterator[str]:
    """The address of every page that a game has, and of those beside the games."""
    own = store.open(game).rules.vocabulary.offers.items()
    of = {
        "kind": next((kind for kind, words in own if words.group == "apart"), None),
        "game": game,
        "slug": title,
        "symbol": next(iter(store.open(game).rules.data.companies)),
        "seat": "p1",
        "row": receipt(store, game),
    }
    for rule in client.application.url_map.iter_rules():
        if rule.endpoint not in NO_PAGES and None not in map(of.get, rule.arguments):
            with client.application.test_request_context():
                named = {name: of[name] for name in rule.arguments}
                yield client.application.url_for(rule.endpoint, **named)


def at_stages(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """The pages of a game that has just begun, of one in its middle, and of one that is over."""
    for game in (begun(store, title), played(store, operating, title), played(store, never, title)):
        for address in addresses(client, store, title, game):
            yield address, client.get(address).text
    log = client.get(f"/game/{game}/log").text
    for folded in sorted(set(re.findall(r'href="([^"]*/log\?[^"#]*)', log)))[:6]:
        yield folded, client.get(folded).text
    account = f"/game/{game}/ledger?account=p1"
    yield account, client.get(account).text


def at_moments(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """The screens of a turn at each kind of moment, with what may be chosen on them."""
    for moment in moments(title):
        yield from of_a_turn(client, store_state(store, moment.rules, moment.state))


def of_a_turn(client: FlaskClient, game: int) -> Iterator[Page]:
    """The screen of a game's turn, and those that it leads to, step by step."""
    here = f"/game/{game}"
    waiting, seen = [here], {here}
    while waiting and len(seen) < LOOKED_AT:
        address = waiting.pop(0)
        page = client.get(address).text
        yield address, page
        links = re.findall(rf'href="({here}(?:/ruling)?\?[^"]*)"', page)
        hexes = re.findall(r'<option value="([A-Z]+\d+)"', page)[:2]
        for link in (*links, *(f"{here}?hex={hex}" for hex in hexes)):
            link = link.replace("&amp;", "&")
            if link not in seen:
                seen.add(link)
                waiting.append(link)


def refused(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """The answers to requests that cannot be met."""
    game = played(store, operating, title)
    version = store.open(game).version
    companies = store.open(game).rules.data.companies
    company = next(iter(companies))
    act = f"/game/{game}/act"
    forms: list[dict[str, object]] = [
        {},
        {"version": version},
        {"version": version, "type": "Nothing"},
        {"version": version, "type": "pass"},
        {"version": version, "type": "pass", "party": "p1"},
        {"version": version, "type": "pass", "party": company, "more": 1},
        {
            "version": version,
            "type": "buy_share",
            "player": "p1",
            "company": company,
            "source": "x",
        },
        {
            "version": version,
            "type": "sell_shares",
            "player": "p1",
            "company": company,
            "percent": 5,
        },
        {
            "version": version,
            "type": "lay_tile",
            "company": company,
            "hex": "Z9",
            "tile": "7",
            "rotation": 0,
        },
        {
            "version": version,
            "type": "lay_tile",
            "company": company,
            "hex": "A1",
            "tile": "7",
            "rotation": "x",
        },
        {"version": version, "type": "run_trains", "company": company, "routes": "[["},
        {"version": version, "type": "run_trains", "company": company, "routes": "[[1]]"},
        {"version": version, "type": "buy_train", "company": company, "train": "9-9", "price": 1},
        {"version": version - 1, "type": "pass", "party": "p1"},
    ]
    for number, form in enumerate(forms):
        yield f"{act} {number}", client.post(act, data=form).text
    yield f"{act} json", client.post(act, data="{", content_type="application/json").text
    for way, depth in (("undo", "x"), ("undo", "9999"), ("redo", "1")):
        form = {"version": version, "depth": depth}
        yield f"{way} {depth}", client.post(f"/game/{game}/{way}", data=form).text
    yield "gone", client.get("/game/999").text
    yield "nothing", client.get("/nothing").text
    yield "no form", client.get(act).text


def undone(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """The log and the turn after something was undone, and something else done."""
    game = played(store, operating, title)
    for depth in (3, 1):
        form = {"version": store.open(game).version, "depth": depth}
        client.post(f"/game/{game}/undo", data=form)
    for address in (f"/game/{game}/log", f"/game/{game}"):
        yield address, client.get(address).text


def beside_games(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """The list of games, the form of a new one with its refusals, and what is told of imports."""
    yield "/ without games", client.get("/").text
    played(store, never, title)
    begun(store, title)
    store.admin.archive(begun(store, title), True)
    yield "/", client.get("/").text
    yield "/new", client.get(f"/new?title={title}").text
    entered: list[dict[str, object]] = [
        {"title": "nothing"},
        {"title": title},
        {"title": title, "player": ["Jan", "Jan"]},
        {"title": title, "player": ["Jan", "Piet\x07"]},
        {"title": title, "player": ["Jan", "\u3164"]},
        {"title": title, "player": ["Jan", "Piet"], "option.bank": "x"},
        {"title": title, "player": ["Jan", "Piet"], "option.bank": "5"},
    ]
    for number, form in enumerate(entered):
        answer = client.post("/new", data=form)
        if not answer.location:  # nothing was wrong
            yield f"/new {number}", answer.text
    yield from kept(client, store, title)
    yield "/import", client.post("/import").text
    for number, body in enumerate(BODIES):
        data = {"file": (BytesIO(body), "game.json")}
        yield f"/import {number}", client.post("/import", data=data).text


def kept(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """The actions on a game as a whole, and the answers to impossible ones."""
    game = begun(store, title)
    copies = Copies(store)
    file = copies.write(game)
    name = file.name.removesuffix(".json.gz")
    yield "menu", client.get(f"/games/{game}").text
    yield "copy", client.get(f"/games/{game}/copies/{name}").text
    yield "no copy", client.get(f"/games/{game}/copies/x").text
    called = {"name": titles()[title].data.name}
    yield "delete again", client.post(f"/games/{game}/delete", data=called).text
    for name_of in ("x" * 60, "\u202e"):
        yield "name", client.post(f"/games/{game}/name", data={"name": name_of}).text
    yield "delete", client.post(f"/games/{game}/delete", data={"name": ""}).text
    body = file_of(store.admin.read_rows(game))
    file.write_bytes(body[:-200])
    yield "damaged", client.post(f"/games/{game}/copies/{name}/back").text
    for number, changed in enumerate(
        (body[:-9], body.replace(b'"version": 1', b'"version": 3', 1))
    ):
        data = {"file": (BytesIO(changed), "game.json")}
        yield f"own {number}", client.post("/import", data=data).text
    file.write_bytes(body)
    store.admin.delete(game)
    yield "gone", client.get("/games/copies").text
    copies.forget(game)


_EXPORT = {"id": 1, "title": "1830", "players": [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}
BODIES = (
    b"",
    b"\xff\xfe",
    b"[1]",
    b'{"a": ',
    b"{}",
    *(
        json.dumps(body).encode()
        for body in (
            {**_EXPORT, "title": "1846", "actions": []},
            {**_EXPORT, "actions": 7},
            {**_EXPORT, "actions": [{"id": 1}]},
            {**_EXPORT, "actions": [{"id": 1, "type": "nothing", "entity": 1}]},
            {**_EXPORT, "actions": [{"id": 1, "type": "bid", "entity": 1, "company": "XX"}]},
            {**_EXPORT, "actions": [{"id": 1, "type": "pass", "entity": 2}]},
            {**_EXPORT, "players": [], "actions": []},
            {**_EXPORT, "settings": {"optional_rules": ["unheard_of"]}, "actions": []},
        )
    ),
)
PARTS = (beside_games, at_stages, at_moments, refused, undone)


def for_each_part(test: Test) -> Test:
    """Run the test with each part of the pages of each title; every day with one of them."""
    test = pytest.mark.parametrize("title", list(titles()))(test)
    test = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)(test)
    return pytest.mark.in_part(1)(test)


def for_each_report(test: Test) -> Test:
    """Run the test with a running and a finished game of each title; every day with one."""
    test = pytest.mark.parametrize("title", list(titles()))(test)
    test = pytest.mark.parametrize("until", [operating, never], ids=["running", "over"])(test)
    return pytest.mark.in_part(1)(test)


def find_places(pages: Iterable[Page], find: Callable[[str], Iterable[Fault]]) -> dict[Fault, str]:
    """Return each fault that is found on the pages, with the first place of it."""
    found: dict[Fault, str] = {}
    for where, page in pages:
        for fault in find(page):
            found.setdefault(fault, where)
    return found


def every_page(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """All of them, each with where it was found."""
    for part in PARTS:
        yield from part(client, store, title)
