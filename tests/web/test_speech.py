"""Each device is spoken to in the language it chose."""

from flask.testing import FlaskClient

from companion.languages import ENGLISH, spoken
from companion.store.shelf import Shelf
from tests.web.playing import begun


def test_a_device_speaks_english_until_it_chooses(client: FlaskClient, shelf: Shelf) -> None:
    begun(shelf)
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


def test_a_language_is_spoken_until_the_answer_is_given(client: FlaskClient, shelf: Shelf) -> None:
    client.set_cookie("language", "nl")
    assert "Nog geen spel" in client.get("/").text
    assert spoken() == ENGLISH
