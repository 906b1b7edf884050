"""Tests of stored form responses, kept as long as a form may be sent again."""

from datetime import timedelta

import pytest

from companion.store.games.game_store import GameStore
from companion.store.history import answered_forms
from companion.store.history.answered_forms import KEPT, SentForm
from companion.store.history.log_writer import now


def test_an_answer_is_kept_for_days_and_then_forgotten(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = SentForm("device", "old", "mark"), SentForm("device", "new", "mark")
    long_ago = now() - KEPT - timedelta(hours=1)
    with monkeypatch.context() as then:
        then.setattr(answered_forms, "now", lambda: long_ago)
        store.answers.note(old, "/game/1")
    store.answers.note(new, "/game/2")
    assert store.answers.find(old) == "/game/1"
    store.answers.forget()
    assert store.answers.find(old) is None
    assert store.answers.find(new) == "/game/2"
