"""18Demo is found like any title, as long as its tests run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store.games.game_store import GameStore
from companion.titles import MORE
from companion.web.http.worker_pool import searcher
from tests.support.stored_games import empty_store


@pytest.fixture(autouse=True)
def demo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package of the title's folder, named by the environment.

    A process that was started before does not know that environment. The next one does not know one
    that was started here.
    """
    monkeypatch.setenv(MORE, "tests.titles")
    searcher.cache_clear()
    yield
    searcher.cache_clear()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = empty_store(tmp_path)
    yield opened
    opened.close()
