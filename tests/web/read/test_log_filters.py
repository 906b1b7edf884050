"""Log and ledger by player, company and kind; sums of rounds; and links to a row."""

import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from companion.rules.core.rounds import RoundId
from companion.store.games.game_store import GameStore
from companion.web.read.log_view import BRANCH, LogLine
from companion.web.render.paging_by_round import PAGE, RequestedPage, chapters, key_of
from tests.support.game_stages import never, operating, played, squeezed


@pytest.fixture
def whole(store: GameStore) -> int:
    """A game played to its end."""
    return played(store, never, seed=5)


def numbers(page: str) -> set[int]:
    """The rows of the log that a page shows."""
    return {int(n) for n in re.findall(r'id="row-(\d+)"', page)}


def everywhere(client: FlaskClient, store: GameStore, game: int, what: str, **asked: str) -> str:
    """Every page of a list, with what is asked for."""
    found = ""
    for round in dict.fromkeys(row.round for row in store.rows(game)):
        for page in range(1, 4):
            query = {**asked, "round": key_of(round), "page": page}
            found += squeezed(client.get(f"/game/{game}/{what}", query_string=query).text)
    return found


def bought(store: GameStore, game: int) -> str:
    """A company of which p1 has bought a share."""
    told = (event for row in store.rows(game) for event in row.events)
    wanted = {"player": "p1", "source": "initial"}.items()
    return next(
        event.facts["company"]
        for event in told
        if event.kind == "bought_share" and wanted <= event.facts.items()
    )


def test_the_log_of_a_player_a_company_and_a_kind_together(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    company = bought(store, whole)
    asked = {"player": "p1", "company": company, "kind": "shares"}
    found = numbers(everywhere(client, store, whole, "log", **asked))
    types = {"buy_share", "sell_shares", "start_company"}
    entered = {
        row.n
        for row in store.rows(whole)
        if row.action_json
        and row.action_json["type"] in types
        and row.action_json["company"] == company
        and row.action_json["player"] == "p1"
    }
    assert entered and entered <= found
    for row in store.rows(whole):
        if row.n in found:
            assert row.action_json and row.action_json["type"] in types


def test_the_filter_is_kept_in_every_link_of_the_list(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    company = bought(store, whole)
    asked = {"player": "p1", "company": company, "kind": "shares"}
    page = client.get(f"/game/{whole}/log", query_string=asked).text
    heads = re.findall(r'href="(/game/\d+/log\?[^"]*)#', page)
    links = [link for link in heads if "row=" not in link]
    assert links
    for link in links:
        assert all(f"{field}={quote(value)}" in link for field, value in asked.items())
    assert re.search(r'value="shares" selected', page) and 'value="p1" selected' in page
    asked = {"account": "p1", "company": company, "kind": "shares"}
    page = client.get(f"/game/{whole}/ledger", query_string=asked).text
    links = re.findall(r'href="(/game/\d+/ledger\?[^"]*kind=[^"]*)#', page)
    assert links
    for link in links:
        assert all(f"{field}={quote(value)}" in link for field, value in asked.items())


def test_an_invalid_filter_is_not_applied(client: FlaskClient, whole: int) -> None:
    for what in ("log", "ledger"):
        odd = client.get(f"/game/{whole}/{what}?player=p9&account=x&company=XX&kind=moon&row=-1")
        assert odd.status_code == 200
        assert odd.text.count("<h2") == client.get(f"/game/{whole}/{what}").text.count("<h2")


def test_the_books_of_an_account_keep_its_balance_where_only_a_kind_is_shown(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    asked = {"account": "p1", "kind": "dividend"}
    page = everywhere(client, store, whole, "ledger", **asked)
    shown = re.findall(
        r'<span class="num">([^<]*)</span><span class="num balance">([^<]*)</span>', page
    )
    balance, wanted = 0, {}
    for line in store.entries(whole, "p1"):
        balance += line.amount("p1")
        wanted[line.n, line.round] = f"{balance:,}", line.memo
    paid = {(n, round) for (n, round), (_, memo) in wanted.items() if memo == "dividend"}
    assert len(paid) > 5
    balances = {text for text, _ in wanted.values()}
    assert shown and {after for _, after in shown} <= balances
    assert all(amount.startswith("+") for amount, _ in shown)


def test_a_round_of_the_books_has_its_sum(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    page = squeezed(client.get(f"/game/{whole}/ledger?account=p1").text)
    sums = re.findall(r'<h2 class="chapter"[^>]*>.*?<span class="sum">([^<]*)</span>', page)
    total = sum(int(text.replace("−", "-").replace(",", "")) for text in sums)
    assert total == store.open(whole).state.cash["p1"]
    log = squeezed(client.get(f"/game/{whole}/log?player=p1").text)
    assert '<span class="sum">' in log
    assert (
        store.sum_movements(whole, "p1") and sum(store.sum_movements(whole, "p1").values()) == total
    )


def test_the_bank_of_each_round_counts_the_rows_that_stand(store: GameStore) -> None:
    game = played(store, operating)
    store.undo(game, store.version(game), 3)
    moved = store.sum_movements(game, "bank")
    expected: dict[RoundId, int] = {}
    for row in store.rows(game):
        if row.status == "standing":
            expected[row.round] = expected.get(row.round, 0) + moved.get(row.n, 0)
    assert store.sum_by_round(game, "bank") == list(expected.items())
    assert sum(expected.values()) == store.open(game).state.cash["bank"]


def test_a_link_to_a_row_opens_its_round_and_page(
    client: FlaskClient, store: GameStore, whole: int
) -> None:
    rows = store.rows(whole)
    for row in rows[1::90]:
        page = client.get(f"/game/{whole}/log?row={row.n}").text
        assert row.n in numbers(page)
        assert re.search(rf'<li id="row-{row.n}" class="asked"', page)
    moved = [line.n for line in store.entries(whole)]
    for n in moved[::150]:
        page = squeezed(client.get(f"/game/{whole}/ledger?row={n}").text)
        assert 'id="asked"' in page and f'<span class="no" id="asked">{n or ""}</span>' in page


def test_a_link_to_a_row_leads_to_it_when_it_was_undone(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    last = store.open(game).head
    store.undo(game, store.version(game), 3)
    page = squeezed(client.get(f"/game/{game}/log?row={last - 1}").text)
    assert re.search(rf'<details id="branch-{last - 2}" open>', page)
    assert f'<li class="undone asked" id="row-{last - 1}">' in page
    paid = next(n for n in range(last, 0, -1) if n in store.sum_movements(game))
    store.undo(game, store.version(game), last - 3 - paid + 1)
    page = squeezed(client.get(f"/game/{game}/ledger?row={paid}").text)
    assert f"Row {paid} is not among these entries." in page
    assert f'href="/game/{game}/log?row={paid}#row-{paid}"' in page


def test_a_long_branch_shows_the_rows_around_the_one_asked_for(store: GameStore) -> None:
    game = played(store, operating)
    rows = tuple(reversed(store.rows(game)))[: BRANCH + 5]
    line = LogLine(rows[0], rows)
    assert line.shown(None) == rows[:BRANCH]
    assert line.shown(rows[-1].n) == rows[BRANCH:]


def test_the_page_of_a_row_is_opened_whatever_round_was_asked_for() -> None:
    asked = RoundId("stock", 2)
    items = [(asked, n) for n in range(PAGE + 3)]
    (found,) = chapters(
        items,
        lambda item: item[0],
        RequestedPage("another", 1, PAGE + 1),
        lambda item: 2,
        lambda item: (item[1],),
    )
    assert (found.round, found.open, found.page, found.sum) == (asked, True, 2, 2 * len(items))
