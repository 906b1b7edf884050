"""A slow disk: it starts to write only when somebody waits for it."""

import os
import threading

import pytest

from companion.store.db import last_answers
from companion.store.db.last_answers import AnsweredVersion, LastAnswers


class LateDisk:
    """A replacement for the disk under the file of the last answers.

    It records its content and the order of operations in ``done``. Nothing is written until
    somebody waits for it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.content = b""
        self.done: list[str] = []
        self._wanted = threading.Event()
        sync, wait = last_answers._sync, LastAnswers.wait

        def write(handle: int) -> None:
            if self._wanted.wait(20):
                content = os.pread(handle, os.fstat(handle).st_size, 0)
                sync(handle)
                self.content = content
                self.done.append("on disk")

        def wait_for(answers: LastAnswers) -> None:
            self._wanted.set()
            wait(answers)
            self._wanted.clear()

        monkeypatch.setattr(last_answers, "_sync", write)
        monkeypatch.setattr(LastAnswers, "wait", wait_for)

    def answers(self) -> dict[int, AnsweredVersion]:
        """Return the last answers on the disk."""
        return {game: answer for game, _, answer in last_answers._records(self.content)}
