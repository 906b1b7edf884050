"""Pages of what a table decides beside the rules, and of games that count money alone.

:mod:`tests.web.all_pages` has all other pages.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape

from flask.testing import FlaskClient

from companion import languages
from companion.bots.simulation import NAMES
from companion.reporting.content.chronicle import gather
from companion.reporting.content.edits_and_counts import proof
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.report_html import report_html, sheet_html
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.store.history.records import STANDING
from companion.titles import rules_for
from tests.support.clients import guest, press
from tests.support.game_stages import operating, played
from tests.web.all_pages import Page, of_a_turn
from tests.web.library.test_account_games import FORM
from tests.web.library.test_made_titles import filled
from tests.web.library.test_paper_games import fill_in

SCREENS = ("", "/shares", "/log", "/ledger", "/standings", "/rulings")
LINK = re.compile(r'href="([^"]*)"')


def read_screens(client: FlaskClient, game: int, *screens: str) -> Iterator[Page]:
    """These screens of a game; without names of screens, some usual ones."""
    for screen in screens or SCREENS:
        yield f"/game/{game}{screen}", client.get(f"/game/{game}{screen}").text


def print_report(store: GameStore, game: int) -> Iterator[Page]:
    """The report of a game and its rebuild sheet."""
    view = store.open(game)
    with languages.speaking("nl"):
        chronicle = gather(*moments_of_stored_game(store, game))
        yield "report", report_html(chronicle, proof=proof(store, game))
        yield "sheet", sheet_html(view.rules, view.state, packed=b"a log")


def what_if(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """Corrections of each kind, tried on one device and then applied."""
    game = played(store, operating, title)
    here = f"/game/{game}"
    press(client, client.get(here).text, "what-if")
    yield from read_screens(client, game)
    for link in sorted(set(re.findall(r'href="([^"]*/correct\?kind=\w+)"', page_of(client, game)))):
        yield link, client.get(unescape(link)).text
    asked = f"{here}/correct?kind=correct_cash&payer=bank&payee=p1&amount=40&reason=so"
    page = client.get(asked).text
    yield asked, page
    yield "tried", press(client, page, "deed").text
    row = store.open(game).head + 1
    yield from read_screens(client, game, *SCREENS, f"/receipt/{row}")
    yield "applied", press(client, client.get(here).text, "apply-draft").text
    yield from read_screens(client, game, *SCREENS, f"/receipt/{row}")


def page_of(client: FlaskClient, game: int) -> str:
    """The page on which a correction is chosen."""
    return client.get(f"/game/{game}/correct").text


def mend_past(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """Edits of the past: a row is removed, replaced, or preceded; one edit is accepted."""
    game = played(store, operating, title)
    here = f"/game/{game}"
    rows = [row.n for row in store.rows(game) if row.status == STANDING]
    for row in (rows[-1], rows[-7], rows[len(rows) // 2]):
        page = client.get(f"{here}/mend/{row}").text
        yield f"/mend/{row}", page
        for way in ("insert", "change", "remove"):
            if f'id="way-{way}"' in page:
                led = press(client, page, f"way-{way}")
                yield f"{way} {row}", client.get(led.location).text if led.location else led.text
                yield from read_screens(client, game, "", "/log", "/mending")
                draft = client.get(here).text
                if 'id="discard-draft"' in draft:
                    yield "discarded", press(client, draft, "discard-draft").text
    page = client.get(f"{here}/mend/{rows[-3]}").text
    press(client, page, "way-insert")
    asked = f"{here}/correct?kind=correct_cash&payer=bank&payee=p1&amount=7&reason=so"
    press(client, client.get(asked).text, "deed")
    page = client.get(f"{here}/mending").text
    yield "/mending", page
    if 'id="accept"' in page:
        yield "no reason", press(client, page, "accept", why="x" * 999).text
        yield "accepted", press(client, page, "accept", why="forgotten").text
    yield from read_screens(client, game)
    yield from print_report(store, game)


def rule_on_refusal(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """Actions that the rules refuse and the table allows, before and after."""
    game = played(store, operating, title)
    ways = [
        unescape(way)
        for _, page in of_a_turn(client, game)
        for way in re.findall(r'<a class="ruling"\s+href="([^"]*)"', page)
    ]
    for way in dict.fromkeys(ways):
        page = client.get(way).text
        yield way, page
        if 'id="deed"' in page:
            yield "too long", press(client, page, "deed", why="x" * 999).text
            yield "ruled", press(client, page, "deed", why="so it is").text
            break
    yield from read_screens(client, game)
    yield from print_report(store, game)


def stop_game(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """A break, a dispute, and a stop of the game that all have to agree on."""
    game = played(store, operating, title)
    here = f"/game/{game}"
    phones = [guest(client.application, game, seat, secret=seat) for seat in ("p1", "p2", "p3")]
    devices = [client, *phones]
    for phone in phones:
        phone.set_cookie("language", "nl")
    for halt in ("break", "dispute"):
        press(client, client.get(here).text, halt)
        for device in devices[:2]:
            yield from read_screens(device, game, "", "/log", "/clock")
        press(client, client.get(here).text, "end-halt")
    yield from read_screens(client, game, "/apart/stop")
    page = phones[1].get(f"{here}/apart/stop?pick=stop_game~stop_round").text
    yield "/apart/stop", page
    yield "proposed", press(phones[1], page, "deed").text
    (proposal,) = store.proposals.list_of(game)
    for device in devices:
        yield from read_screens(device, game, "", "/standings", "/log")
    for phone in (phones[0], phones[2]):
        page = phone.get(here).text
        yield "agreed", press(phone, page, f"agree-{proposal.id}").text
    yield from read_screens(client, game)
    page = client.get(f"{here}/apart/stop?pick=stop_game~stop_now").text
    yield "stop", page
    yield "stopped", press(client, page, "deed").text
    yield from read_screens(client, game)
    yield from print_report(store, game)


def on_paper(client: FlaskClient, store: GameStore, title: str) -> Iterator[Page]:
    """A game that has begun on paper: its form, the faults of it, and its first screens."""
    named = {"title": title, "player": [*NAMES[:3]], "paper": "1"}
    here = client.post("/new", data=named).location
    yield here, client.get(here).text
    rules = rules_for(Setup(title, NAMES[:3]))
    game = played(store, operating, title, names=NAMES[:3])
    fields = fill_in(rules, store.open(game).state)
    number = {key: "99" for key, value in fields.items() if value.isdecimal()}
    words = {key: "x" for key, value in fields.items() if value}
    start = fill_in(rules, judge.start(rules).state)
    for sent in (fields, start, fields | number, fields | words):
        for do in ("check", "begin"):
            answer = client.post(here, data={**sent, "do": do}, follow_redirects=True)
            yield f"{here} {do}", answer.text
    allowed = {"do": "begin", "allowed": "1", "why": "so it is"}
    yield f"{here} allowed", client.post(here, data=fields | allowed, follow_redirects=True).text
    yield from read_screens(client, int(here.split("/")[2]))


def money_only(client: FlaskClient, store: GameStore) -> Iterator[Page]:
    """A game that counts money alone: its form, its deeds and its screens."""
    yield "/new/money", client.get("/new/money").text
    for change in ({"player": []}, {"cash": "much"}, {"symbol": ["bank"]}, {"shares": "7"}):
        yield "/new/money", client.post("/new/money", data={**FORM, **change}).text
    client.post("/new/money", data=FORM)
    here = "/game/1"
    page = client.get(here).text
    yield "paid", press(client, page, "deed", payer="p1", payee="B&O", amount="40").text
    yield "refused", press(client, page, "deed", payer="p1", payee="p1", amount="99999").text
    kinds = ("account_shares", "account_dividend", "close_accounts")
    for kind in kinds:
        yield kind, client.get(f"{here}?do={kind}").text
    page = client.get(f"{here}?do=account_shares").text
    shares = {"company": "PRR", "giver": "initial", "taker": "p2"}
    for percent in ("20", "990"):
        yield percent, press(client, page, "deed", **shares, percent=percent, amount="200").text
    page = client.get(f"{here}?do=account_dividend").text
    yield "half", press(client, page, "kind-half", company="PRR", amount="210").text
    rows = [f"/receipt/{row.n}" for row in store.rows(1)]
    yield from read_screens(client, 1, *SCREENS, "/report", *rows)
    yield from print_report(store, 1)


WRONG = {
    "companies.1.token_costs": "0 x",
    "companies.0.symbol": "p1",
    "companies.1.name": "\t",
    "trains.1.rusted_by": "9",
    "phases.0.train_limit": "x",
    "market.rows": "60 70?",
    "cash.3": "lots",
    "name": "",
}


def made_title(client: FlaskClient, store: GameStore) -> Iterator[Page]:
    """The form of another title: right, and with each kind of fault."""
    yield "/new/title", client.get("/new/title").text
    for key, value in WRONG.items():
        yield key, client.post("/new/title", data=filled(**{key: value})).text
    yield "saved", client.post("/new/title", data=filled(), follow_redirects=True).text


PartWithoutTitle = Callable[[FlaskClient, GameStore], Iterator[Page]]
PARTS = (what_if, mend_past, rule_on_refusal, stop_game, on_paper)
WITHOUT_TITLE: tuple[PartWithoutTitle, ...] = (money_only, made_title)
