"""Tests of keeping the computer awake during a game, and of the message if that fails."""

import sys
import threading

import pytest

from companion.sleep_inhibitor import HOW, PLAYED, Awake, how_to
from companion.web.http.presence import AWAY, Presence


def test_it_is_kept_awake_while_a_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the fake mode of the library, which asks no system."""
    monkeypatch.setenv("WAKEPY_FAKE_SUCCESS", "1")
    awake = Awake(lambda: PLAYED - 1, lambda: pytest.fail("it could"), look=0.001)
    awake.begin()
    assert awake.held.wait(120)
    awake.close()
    assert not awake.held.is_set()


def test_it_may_sleep_when_nobody_has_been_there_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAKEPY_FAKE_SUCCESS", "1")
    asked, often = [0], threading.Event()

    def quiet() -> float:
        asked[0] += 1
        if asked[0] == 10:
            often.set()
        return 0.0 if asked[0] < 5 else PLAYED  # by then all have left

    awake = Awake(quiet, lambda: pytest.fail("it could"), look=0.001)
    awake.begin()
    assert often.wait(120)
    assert not awake.held.is_set()
    awake.close()


def test_if_it_cannot_be_kept_awake_that_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the library fail."""
    monkeypatch.setenv("WAKEPY_FORCE_FAILURE", "1")
    told = threading.Event()
    awake = Awake(lambda: 0.0, told.set, look=0.001)
    awake.begin()
    assert told.wait(120)
    assert not awake.held.is_set()
    awake.close()
    assert HOW.get(sys.platform, HOW["linux"]) in how_to()
    assert all("sleep" in HOW[system] or "awake" in HOW[system] for system in HOW)


def test_a_game_is_played_while_somebody_is_there_and_a_while_after() -> None:
    now = [100.0]
    presence = Presence(lambda game: None, lambda: now[0])
    now[0] += 5
    assert presence.quiet() == 5  # since the start
    gone = presence.listens(1, 5)
    now[0] += 10 * AWAY
    assert presence.quiet() == 0
    gone()
    now[0] += 7
    assert presence.quiet() == 7
