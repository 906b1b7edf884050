"""Keeps the serving computer awake while a game is played.

The library `wakepy` asks the system for it. If that is impossible, the start message says how to
change the system's settings.
"""

import sys
import threading
from collections.abc import Callable

PLAYED = 1800.0  # seconds after a device's last request during which a game counts as played
LOOK = 15.0  # seconds between two checks

HOW = {
    "linux": "Turn off automatic suspend in its power settings, or start the companion by"
    " systemd-inhibit --what=idle:sleep",
    "darwin": "Let it stay awake in System Settings (Energy, or Battery and its options), or start"
    " the companion by caffeinate -i",
    "win32": 'Choose "Never" for sleep in Settings, System, Power.',
}


def how_to() -> str:
    """Return advice for a system that cannot be kept awake by the program."""
    way = HOW.get(sys.platform, HOW["linux"])
    return f"This computer may fall asleep while nobody touches it, and the game with it. {way}"


class Awake:
    """A thread that keeps this computer awake while games are played.

    It works from ``begin`` to ``close``. ``quiet`` returns the seconds since a device's last
    request. ``fails`` is called if the computer cannot be kept awake.
    """

    def __init__(
        self, quiet: Callable[[], float], fails: Callable[[], None], look: float = LOOK
    ) -> None:
        self._quiet = quiet
        self._fails = fails
        self._look = look
        self._closing = threading.Event()
        self.held = threading.Event()  # set while it is kept awake
        self._thread = threading.Thread(target=self._run, name="awake", daemon=True)

    def begin(self) -> None:
        """Start keeping the computer awake."""
        self._thread.start()

    def close(self) -> None:
        """Let the computer sleep again."""
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
