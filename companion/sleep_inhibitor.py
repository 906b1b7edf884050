"""Staying awake: the computer that serves does not fall asleep while a game is played.

The system is asked for that by the library `wakepy`, which knows the ways of each. Where there is
none, whoever starts the companion is told how to set it.
"""

import sys
import threading
from collections.abc import Callable

PLAYED = 1800.0  # seconds after the last sign of a device in which a game is played
LOOK = 15.0  # seconds between two looks whether one is

HOW = {
    "linux": "Turn off automatic suspend in its power settings, or start the companion by"
    " systemd-inhibit --what=idle:sleep",
    "darwin": "Let it stay awake in System Settings (Energy, or Battery and its options), or start"
    " the companion by caffeinate -i",
    "win32": 'Choose "Never" for sleep in Settings, System, Power.',
}


def how_to() -> str:
    """What the start says where the system keeps nobody awake."""
    way = HOW.get(sys.platform, HOW["linux"])
    return f"This computer may fall asleep while nobody touches it, and the game with it. {way}"


class Awake:
    """Keeps this computer awake while games are played, from ``begin`` to ``close``. ``quiet`` says
    how many seconds ago there was a sign of a device; ``fails`` is called where it cannot.
    """

    def __init__(
        self, quiet: Callable[[], float], fails: Callable[[], None], look: float = LOOK
    ) -> None:
        self._quiet = quiet
        self._fails = fails
        self._look = look
        self._closing = threading.Event()
        self.held = threading.Event()  # it is kept awake now
        self._thread = threading.Thread(target=self._run, name="awake", daemon=True)

    def begin(self) -> None:
        """Keep it awake from now on."""
        self._thread.start()

    def close(self) -> None:
        """It may sleep."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        from wakepy import keep

        while not self._closing.is_set():
            if self._is_played():
                with keep.running(on_fail="pass") as mode:
                    if not mode.active:
                        self._fails()
                        return
                    self.held.set()
                    while self._is_played() and not self._closing.wait(self._look):
                        pass
                self.held.clear()
            self._closing.wait(self._look)

    def _is_played(self) -> bool:
        return self._quiet() < PLAYED
