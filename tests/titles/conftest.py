"""Screens of any title, in words."""

import html
import re

import pytest

from companion.web import create_app
from companion.web.play import best_run_searches
from tests.support.stored_games import empty_store, store_state


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """The words of the page of a game at a moment, and of what a tap leads to."""
    monkeypatch.setattr(
        best_run_searches, "HERE", 5.0
    )  # found at once, however busy the computer is
    store = empty_store(tmp_path)
    client = create_app({"STORE": store}).test_client()

    def shows(at, page="", **tapped):
        game = store_state(store, at.rules, at.state)
        answer = client.get(f"/game/{game}/{page}".rstrip("/"), query_string=tapped)
        assert answer.status_code == 200
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())

    yield shows
    store.close()
