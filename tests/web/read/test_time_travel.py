"""Looking back on the screens: they show what was, do nothing, and lead from one to the next."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.languages import format_number
from companion.rules.explain.summary import summary
from companion.store.games.game_store import GameStore
from tests.support.clients import guest, stranger
from tests.support.game_stages import operating, played, squeezed

SCREENS = (
    *("shares", "market", "map", "companies", "company/PRR", "player/p1", "privates", "trains"),
    *("ledger", "log", "standings"),
)


@pytest.fixture
def game(store: GameStore) -> int:
    """A game that has come to its first company."""
    return played(store, operating)


def links(page: str) -> list[str]:
    return [unescape(there) for there in re.findall(r'href="(/game/[^"]*)"', page)]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_of_the_past_does_nothing_and_says_where_it_is(
    client: FlaskClient, game: int, screen: str
) -> None:
    page = client.get(f"/game/{game}/{screen}?then=20").text
    assert "After row <b>20</b>" in page
    assert 'method="post"' not in page
    assert 'id="pulse"' not in page  # it is not asked whether it is the present
    present = client.get(f"/game/{game}/{screen}").text
    assert 'id="past"' not in present
    assert 'id="pulse"' in present


def test_cash_prices_and_books_are_those_of_then(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    for row in (5, 20, 40):
        view = store.past.at(game, row)
        page = squeezed(client.get(f"/game/{game}/shares?then={row}").text)
        for player in summary(view.rules, view.state).players:
            assert f">{format_number(player.cash)}<" in page.replace("$", "")
        books = client.get(f"/game/{game}/ledger?then={row}&account=p1").text
        balance = re.search(r'balance">([\d,−]+)<', squeezed(books))
        assert balance and balance[1] == format_number(view.state.cash["p1"])
        log = client.get(f"/game/{game}/log?then={row}").text
        assert f'id="row-{row}"' in log
        assert f'id="row-{row + 1}"' not in log


def test_links_keep_the_moment_and_lead_back_to_the_present(client: FlaskClient, game: int) -> None:
    page = client.get(f"/game/{game}/map?then=20").text
    found = links(page)
    for screen in ("shares", "market", "companies", "log", "trains"):
        assert f"/game/{game}/{screen}?then=20" in found
        assert f"/game/{game}/{screen}" not in found
    assert {f"/game/{game}/map?then=19", f"/game/{game}/map?then=21"} <= set(found)
    assert re.search(rf'id="present" href="/game/{game}/map"', page)
    books = client.get(f"/game/{game}/ledger?then=20&account=p1").text
    assert f"/game/{game}/ledger?then=19&account=p1" in links(books)
    for form in re.findall(
        r'<form class="filters".*?</form>|<form id="to-row".*?</form>', books, re.S
    ):
        assert 'name="then"' in form and 'name="account"' in form


def test_each_round_is_a_tap_away(client: FlaskClient, store: GameStore, game: int) -> None:
    page = client.get(f"/game/{game}/shares?then=20").text
    for _, row in store.past.timeline(game).rounds:
        assert f"/game/{game}/shares?then={row}" in links(page)


def test_the_log_leads_into_the_past(client: FlaskClient, store: GameStore, game: int) -> None:
    view = store.open(game)
    page = client.get(f"/game/{game}/log").text
    assert f"/game/{game}/shares?then={view.head - 1}" in links(page)
    assert f"/game/{game}/shares?then={view.head}" in links(page)  # Look back


@pytest.mark.parametrize(("asked", "there"), [("999999", None), ("x", None), ("-3", 0), ("", None)])
def test_a_row_that_is_none(client: FlaskClient, store: GameStore, game: int, asked, there) -> None:
    answer = client.get(f"/game/{game}/shares?then={asked}")
    assert answer.status_code == 200
    if asked == "999999":
        there = store.open(game).head
    says = f"After row <b>{there}</b>" in answer.text
    assert says is (there is not None)


def test_the_past_is_shown_to_who_may_see_the_game_alone(
    store: GameStore, client, game: int
) -> None:
    app = client.application
    assert stranger(app).get(f"/game/{game}/shares?then=20").status_code == 403
    assert "After row" in guest(app, game, "p1").get(f"/game/{game}/map?then=20").text
