"""Forms that cannot be read or ask for something missing are answered in the table's words."""

import re

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun
from tests.support.internal_words import inside


@pytest.mark.parametrize(
    "form",
    [
        {"type": "bid", "player": "p1", "private": "DH", "amount": "80.5", "version": "1"},
        {"type": "bid", "player": "p1", "private": "DH", "amount": "", "version": "1"},
        {"type": "bid", "player": "p9", "private": "DH", "amount": "75", "version": "1"},
        {"type": "buy_train", "company": "PRR", "train": "3-4", "price": "1", "version": "1"},
        {"type": "run_trains", "company": "PRR", "routes": "[oops", "version": "1"},
        {"type": "pass", "party": "p1", "version": "soon"},
        {"type": "pass", "party": "p1"},
        {"version": "1"},
    ],
)
def test_a_form_that_is_refused_says_why_in_words(
    client: FlaskClient, store: GameStore, form: dict[str, str]
) -> None:
    game = begun(store)
    answer = client.post(f"/game/{game}/act", data=form)
    assert answer.status_code in (400, 422)
    notices = re.findall(r'<p class="notice[^>]*>(.*?)</p>', answer.text, re.S)
    assert notices
    assert [text for text in notices if inside(re.sub("<[^>]*>", "", text))] == []
