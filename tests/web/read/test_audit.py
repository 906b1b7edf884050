"""The self-check on its page: green in a line, or what does not hold and where it began."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.game_stages import operating, played
from tests.support.pseudo_locale import Foreign, use_texts
from tests.web.test_translated_texts import UNSEEN


def words(page: str) -> str:
    """The words of the page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.partition("<main")[2])).split())


def damage(store: GameStore) -> None:
    with store.database.write() as session:
        connection = session.connection()
        connection.exec_driver_sql("UPDATE log SET status = 'dropped' WHERE number = 3")


def test_a_game_that_holds_says_so_in_a_line(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    assert f'href="/games/{game}/audit"' in client.get(f"/games/{game}").text
    page = client.get(f"/games/{game}/audit")
    assert page.status_code == 200
    audit = store.admin.audit(game)
    assert audit.says in words(page.text)
    assert audit.says.startswith("Everything agrees: ")
    assert audit.hash in page.text
    assert 'class="found"' not in page.text


def test_a_failed_check_is_listed_with_its_row(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    damage(store)
    page = client.get(f"/games/{game}/audit").text
    assert "One fault was found." in words(page)
    assert "row 3, " in words(page)
    assert "Its status differs from the journal, which has “dropped”." in words(page)
    assert f'href="/game/{game}/receipt/3"' in page


def test_a_game_that_cannot_be_opened_is_checked_too(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    with store.database.write() as session:
        session.connection().exec_driver_sql("UPDATE game SET setup = '{}'")
    store.memory.forget(game)
    closed = client.get(f"/game/{game}")
    assert closed.status_code == 409
    assert f'href="/games/{game}/audit"' in closed.text
    page = words(client.get(f"/games/{game}/audit").text)
    assert "The set-up is not the one that the game began with." in page


def test_a_missing_game_has_no_page(client: FlaskClient) -> None:
    assert client.get("/games/7/audit").status_code == 404


def test_a_device_without_a_place_at_the_game_sees_nothing_of_it(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    stranger = FlaskClient(client.application, client.application.response_class)
    assert stranger.get(f"/games/{game}/audit").status_code != 200


def test_its_texts_go_through_the_catalogue(
    client: FlaskClient, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(store, operating)
    damage(store)
    use_texts(monkeypatch, Foreign())
    client.set_cookie("language", "nl")
    main = client.get(f"/games/{game}/audit").text.partition("<main")[2]
    main = main.partition("</section>")[0].partition('class="verdict')[2].partition(">")[2]
    seen = re.sub(r"<[^>]*>", " ", re.sub(r"<data.*?</data>", " ", UNSEEN.sub(" ", main)))
    assert not re.findall("[A-Za-z]{3,}", seen), seen
