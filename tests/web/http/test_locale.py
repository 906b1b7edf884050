"""Each device is spoken to in the language it chose."""

from gettext import NullTranslations

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from companion.languages import CATALOGUES, ENGLISH, current_language
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.game_stages import begun, never, operating, played
from tests.support.pseudo_locale import use_texts


def test_a_device_speaks_english_until_it_chooses(client: FlaskClient, store: GameStore) -> None:
    begun(store)
    page = client.get("/").text
    assert '<html lang="en">' in page and "at the table" in page
    answer = client.post("/language", data={"language": "nl"})
    assert answer.status_code == 303
    page = client.get("/").text
    assert '<html lang="nl">' in page and "aan tafel" in page and "at the table" not in page
    other = client.application.test_client()
    assert "at the table" in other.get("/").text


def test_a_language_that_there_is_not_is_not_spoken(client: FlaskClient) -> None:
    assert client.post("/language", data={"language": "xx"}).status_code == 404
    assert client.post("/language").status_code == 404
    client.set_cookie("language", "../nl")
    assert '<html lang="en">' in client.get("/").text


def test_a_language_is_spoken_until_the_answer_is_given(
    client: FlaskClient, store: GameStore
) -> None:
    client.set_cookie("language", "nl")
    assert "Nog geen spel" in client.get("/").text
    assert current_language() == ENGLISH


def test_the_first_pages_are_dutch_altogether(
    client: FlaskClient, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of games and the form of a new one, for each title, with nothing left in English."""
    with (CATALOGUES / "nl.po").open("rb") as file:
        dutch = {message.id: message.string for message in read_po(file) if message.id}
    asked: set[str] = set()

    class Listening(NullTranslations):
        def gettext(self, message: str) -> str:
            asked.add(message)
            return str(dutch.get(message, message))

    use_texts(monkeypatch, Listening())
    client.set_cookie("language", "nl")
    client.get("/")
    played(store, operating)
    played(store, never)
    store.admin.archive(begun(store), True)
    forms = (data for title in titles().values() for data in title.every_edition)
    pages = ["/", *(f"/new?title={data.slug}&edition={data.edition_key}" for data in forms)]
    assert all('<html lang="nl">' in client.get(page).text for page in pages)
    assert len(asked) > 50
    assert asked - dutch.keys() - {"OR {number}.{part}", "SR {number}"} == set()
