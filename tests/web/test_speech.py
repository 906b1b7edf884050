"""Each device is spoken to in the language it chose."""

import re

import pytest
from babel.dates import get_month_names
from flask.testing import FlaskClient
from markupsafe import Markup

from companion import languages
from companion.store.shelf import Shelf
from tests.marked import Marked
from tests.web.playing import NAMES, begun, never, played


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


def unsaid(page: str) -> str:
    """What stands on a page outside all brackets."""
    body = re.sub(r"<(script|style|title)\b.*?</\1>", " ", page, flags=re.DOTALL)
    text = Markup(body).striptags()
    while "[" in text:
        text, before = re.sub(r"\[[^\[\]]*\]", " ", text), text
        assert text != before
    return text


def test_every_text_of_the_list_of_games_is_translated(
    client: FlaskClient, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(shelf)
    played(shelf, never, "steam-over-holland")
    begun(shelf, "steam-over-holland")
    shelf.put_away(begun(shelf), True)
    client.set_cookie("language", "nl")
    monkeypatch.setattr(languages, "catalogue", lambda code: Marked())
    page = client.get("/").text
    said = ("put away", "also running", "earlier games")
    assert [text for text in said if f"[{text}]" not in page] == []
    names = {*NAMES, *languages.languages().values(), *get_month_names(locale="nl").values()}
    names |= {"Companion", "Steam", "over", "Holland"}
    words = set(re.findall(r"[^\W\d_]{2,}", unsaid(page)))
    assert {word for word in words - names if not word.isupper()} == set()
