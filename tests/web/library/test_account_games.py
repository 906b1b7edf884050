"""Money only: a form without scripts begins the game, and every deed of it is a form as well."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.rules.core.state import state_to_json
from companion.store.games.game_store import GameStore
from tests.support.clients import form, known_as, press, stranger

FORM: dict[str, Any] = {
    "player": ["Ann", "Bo", "", "Cas"],
    "currency": "£",
    "cash": "1,500",
    "bank": "",
    "symbol": ["PRR", "B&O", ""],
    "colour": ["green", "blue", "red"],
    "shares": "10",
    "pool_pays": "1",
}


@pytest.fixture
def game(client: FlaskClient) -> int:
    """A game of Ann, Bo and Cas."""
    answer = client.post("/new/money", data=FORM)
    assert answer.location == "/game/1/seats"
    return 1


def test_the_form_begins_a_game(client: FlaskClient, store: GameStore, game: int) -> None:
    view = store.open(game)
    assert view.setup.players == ("Ann", "Bo", "Cas")
    assert view.state.cash["p3"] == 1500 and not view.rules.bank_size
    assert [one.colour for one in view.rules.data.company_list] == ["#32763f", "#025aaa"]
    page = client.get(f"/game/{game}").text
    assert "£1,500" in page and "/market" not in page and "/map" not in page


def test_its_report_offers_no_sections_of_a_board(client: FlaskClient, game: int) -> None:
    offered = re.findall('name="with" value="([a-z]+)"', client.get(f"/game/{game}/report").text)
    assert "players" in offered and not {"map", "market", "privates", "companies"} & {*offered}


def test_the_title_of_one_table_is_not_offered_to_others(client: FlaskClient, game: int) -> None:
    page = client.get("/new").text
    assert "/new/money" in page and "money-only" not in page


def test_its_pack_is_not_among_the_titles_of_a_host(client: FlaskClient, game: int) -> None:
    page = client.get("/packs").text
    assert "Titles of your own" in page and "Money only" not in page


def test_its_name_is_in_the_language_of_the_reader(client: FlaskClient, game: int) -> None:
    client.set_cookie("language", "nl")
    for address in ("/", f"/games/{game}", f"/game/{game}", f"/game/{game}/standings"):
        page = client.get(address).text
        assert "Alleen geld" in page and "Money only" not in page


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"player": []}, "1 to 12 players"),
        ({"player": ["Ann", "Ann"]}, "a different name"),
        ({"currency": ""}, "The currency symbol needs 1 to 5 letters"),
        ({"cash": "much"}, "Cash of each player · “much” is not a whole number"),
        ({"cash": "-5"}, "not a whole number"),
        ({"bank": "12.5"}, "Bank · “12.5” is not a whole number"),
        ({"symbol": ["", ""]}, "Name at least one company"),
        ({"symbol": ["PRR", "PRR"]}, "“PRR” is the name of two companies"),
        ({"symbol": ["bank"]}, "“bank” cannot name a company"),
        ({"symbol": ["Two words"]}, "“Two words” cannot name a company"),
        ({"shares": "7"}, "how many shares"),
    ],
)
def test_a_wrong_form_is_told_and_nothing_is_stored(
    client: FlaskClient, store: GameStore, change: dict[str, Any], says: str
) -> None:
    answer = client.post("/new/money", data={**FORM, **change})
    assert (answer.status_code, store.games()) == (422, [])
    assert says in answer.text
    assert 'value="Ann"' in answer.text or "player" in change


def test_a_payment_a_purchase_and_a_dividend_are_entered_and_undone(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    here = f"/game/{game}"
    page = client.get(here).text
    press(client, page, "deed", payer="p1", payee="B&O", amount="40")
    page = client.get(f"{here}?do=account_shares").text
    shares = {"company": "PRR", "giver": "initial", "taker": "p2", "percent": "20"}
    press(client, page, "deed", **shares, amount="200")
    page = client.get(f"{here}?do=account_dividend").text
    press(client, page, "kind-half", company="PRR", amount="210")
    cash = store.open(game).state.cash
    assert [cash[of] for of in ("p1", "p2", "B&O", "PRR")] == [1460, 1322, 40, 100]
    log = client.get(f"{here}/log").text
    for said in (
        "paid £40 to B&amp;O",
        "20% from the initial offering to Bo, for £200",
        "paid £11 a share",
    ):
        assert said in log
    press(client, client.get(here).text, "undo")
    assert store.open(game).state.cash["p2"] == 1300


def test_a_refused_payment_keeps_what_was_entered(client: FlaskClient, game: int) -> None:
    page = client.get(f"/game/{game}").text
    answer = press(client, page, "deed", payer="p1", payee="p2", amount="1501")
    assert answer.status_code == 422
    assert "Ann has £1,500, not £1,501." in answer.text
    assert 'value="1501"' in answer.text and len(re.findall(r"\schecked>", answer.text)) == 2
    answer = press(client, page, "deed", payer="p1", payee="p2", amount="x")
    assert answer.status_code == 400


def test_a_player_pays_their_own_money_alone(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    who = store.places.join(game, "phone", "other", "p2").device
    assert who
    phone = stranger(client.application)
    known_as(phone, "phone")
    page = phone.get(f"/game/{game}").text
    _, fields = form(page, "deed")
    assert press(phone, page, "deed", payer="p1", payee="p2", amount="5").status_code == 403
    assert press(phone, page, "deed", payer="p2", payee="p1", amount="5").status_code == 303
    page = phone.get(f"/game/{game}").text
    assert press(phone, page, "deed", payer="bank", payee="p2", amount="7").status_code == 303
    assert store.open(game).state.cash["p2"] == 1502
    assert "close_accounts" not in fields


def test_the_banker_ends_the_game(client: FlaskClient, store: GameStore, game: int) -> None:
    page = client.get(f"/game/{game}/apart/close").text
    assert "End the game now" in page
    client.post(f"/game/{game}/act", data={"version": "1", "type": "close_accounts"})
    assert store.open(game).state.end_reason == "closed"
    assert client.get(f"/game/{game}").status_code == 200


def test_its_file_opens_elsewhere_as_the_same_game(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    press(client, client.get(f"/game/{game}").text, "deed", payer="p1", payee="p2", amount="9")
    file = file_of(store.admin.read_rows(game))
    other = GameStore("sqlite://")
    copy = other.open(store_file(other, file).game)
    assert state_to_json(copy.state) == state_to_json(store.open(game).state)
    other.close()


def test_every_page_of_it_can_be_shown(client: FlaskClient, game: int) -> None:
    press(client, client.get(f"/game/{game}").text, "deed", payer="p1", payee="PRR", amount="9")
    pages = ("shares", "companies", "company/PRR", "player/p1", "ledger", "log", "standings")
    for page in (*pages, "count", "correct", "receipt/1", "rebuild", "rules", "shares?then=1"):
        answer = client.get(f"/game/{game}/{page}")
        assert answer.status_code == 200, page
        assert "None" not in answer.text, page


def test_only_a_host_opens_accounts(client: FlaskClient, store: GameStore) -> None:
    other = stranger(client.application)
    assert other.get("/new/money").status_code == 403
    assert other.post("/new/money", data=FORM).status_code == 403
    assert store.games() == []
