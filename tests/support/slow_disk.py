"""A slow disk: it starts to write only when somebody waits for it."""

import os
import threading

import pytest

from companion.store.db import acknowledged_versions
from companion.store.db.acknowledged_versions import AcknowledgedVersion, AcknowledgedVersions


class LateDisk:
    """A replacement for the disk under the file of the last answers.

    It records its content and the order of operations in ``done``. Nothing is written until
    somebody waits for it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.content = b""
        self.done: list[str] = []
        self._wanted = threading.Event()
        sync, wait = acknowledged_versions._sync, AcknowledgedVersions.wait

        def write(handle: int) -> None:
            if self._wanted.wait(20):
                content = os.pread(handle, os.fstat(handle).st_size, 0)
                sync(handle)
                self.content = content
                self.done.append("on disk")

        def wait_for(answers: AcknowledgedVersions) -> None:
            self._wanted.set()
            wait(answers)
            self._wanted.clear()

        monkeypatch.setattr(acknowledged_versions, "_sync", write)
        monkeypatch.setattr(AcknowledgedVersions, "wait", wait_for)

    def answers(self) -> dict[int, AcknowledgedVersion]:
        """Return the last answers on the disk."""
        return {game: answer for game, _, answer in acknowledged_versions._records(self.content)}
