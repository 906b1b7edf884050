"""Log and ledger of a whole game: rounds folded and paged, undone branches folded, balances."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.rules.core.rounds import RoundId
from companion.store.games.game_store import GameStore
from companion.web.read.ledger_view import bookings
from companion.web.render.paging_by_round import FEW, PAGE, RequestedPage, chapters, key_of
from tests.support.game_stages import begun, never, played, squeezed

MOST = 100_000  # bytes of a page, with a full game


@pytest.fixture
def whole(store: GameStore) -> int:
    """A game played to its end."""
    return played(store, never, seed=5)


def links(page: str) -> Iterator[str]:
    """The addresses of the rounds' heads."""
    yield from re.findall(r'<h2 class="chapter"[^>]*><a href="([^"]*)"', squeezed(page))


@pytest.mark.parametrize("what", ["log", "ledger", "ledger?account=bank", "ledger?account=p1"])
def test_a_whole_game_is_short_and_every_round_is_a_tap_away(
    client: FlaskClient, whole: int, what: str
) -> None:
    page = client.get(f"/game/{whole}/{what}")
    assert len(page.data) < MOST
    heads = list(links(page.text))
    assert len(heads) > 10
    assert page.text.count('aria-expanded="true"') < 4
    for there in heads:
        opened = client.get(there.partition("#")[0].replace("&amp;", "&"))
        assert opened.status_code == 200
        assert len(opened.data) < MOST


def test_every_row_of_the_log_is_on_one_page(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    rows = store.rows(whole)
    found: list[int] = []
    for round in dict.fromkeys(row.round for row in rows):
        for number in range(1, 2 + len(rows) // PAGE):
            page = squeezed(
                client.get(
                    f"/game/{whole}/log", query_string={"round": key_of(round), "page": number}
                ).text
            )
            on_it = [
                int(n)
                for n in re.findall(r'<li id="row-[^"]*"><(?:a|span) class="no"[^>]*>(\d+)<', page)
            ]
            found += on_it if number == 1 or on_it[-1:] != found[-1:] else []
    assert sorted(found) == list(range(1, len(rows)))


def test_an_undone_action_is_folded_at_its_place(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    buy = {"type": "buy_private", "player": "p1", "private": "SV", "version": 1}
    client.post(f"/game/{game}/act", data=buy)
    client.post(f"/game/{game}/undo", data={"version": 2})
    page = squeezed(client.get(f"/game/{game}/log").text)
    assert "<summary>1 undone</summary>" in page
    assert 'Redo <span class="visually-hidden">up to 1</span>' in page
    assert page.count('<h2 class="chapter"') == 1  # no round of its own
    client.post(f"/game/{game}/act", data={"type": "pass", "party": "p1", "version": 3})
    page = squeezed(client.get(f"/game/{game}/log").text)
    assert "<summary>1 undone, then replaced by other actions</summary>" in page


def test_an_account_shows_its_balance_after_each_action(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    view = store.open(whole)
    company = next(c for c, own in view.state.companies.items() if own.floated)
    for account in ("p1", "bank", company):
        found = bookings(view.rules, store.entries(whole, account), account)
        assert found[-1].balance == view.state.cash[account]
        assert sum(booking.amount for booking in found) == view.state.cash[account]
    page = squeezed(client.get(f"/game/{whole}/ledger?account=p1").text)
    first = re.search(r'<span class="num balance">([^<]*)</span>', page)
    assert first and first[1] == f"{view.state.cash['p1']:,}"


def test_one_action_is_one_row_that_opens_to_all_its_entries(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    view = store.open(whole)
    found = bookings(view.rules, store.entries(whole))
    numbers = [(booking.n, booking.round) for booking in found]
    assert len(set(numbers)) == len(numbers)
    dividend = next(b for b in found if len(b.moves) > 2 and b.what == "dividend")
    page = squeezed(
        client.get(f"/game/{whole}/ledger", query_string={"round": key_of(dividend.round)}).text
    )
    row = page.partition(f'<span class="no">{dividend.n}</span>')[2].partition("</details>")[0]
    assert f'<span class="num">{dividend.amount:,}</span></summary>' in row
    for move in dividend.moves:
        assert f"{move.payer} to {move.payee}".replace("&", "&amp;") in row


def test_the_newest_rounds_are_open_until_there_is_something_to_see() -> None:
    a, b, c = (RoundId("stock", number) for number in (1, 2, 3))
    items = [(c, n) for n in range(2)] + [(b, n) for n in range(FEW)] + [(a, 0)]
    found = chapters(items, lambda item: item[0], RequestedPage())
    assert [(round.round, round.open) for round in found] == [(c, True), (b, True), (a, False)]


def test_only_the_round_that_was_asked_for_is_open_at_its_page() -> None:
    asked, other = RoundId("operating", 2, 1), RoundId("operating", 2, 2)
    items = [(other, 0)] + [(asked, n) for n in range(PAGE + 3)]
    b, a = chapters(items, lambda item: item[0], RequestedPage("operating-2-1", 2))
    assert (b.open, a.open, a.page, a.pages) == (False, True, 2, 2)
    assert [n for _, n in a.items] == [PAGE, PAGE + 1, PAGE + 2]
    assert chapters(items, lambda item: item[0], RequestedPage("operating-2-1", 99))[1].page == 2
    assert chapters(items, lambda item: item[0], RequestedPage("operating-2-1", -1))[1].page == 1
