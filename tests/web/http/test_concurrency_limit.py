"""Few requests are worked on at the same moment, and none waits for ever."""

import threading

import pytest

from companion.web.http.concurrency_limit import ConcurrencyLimit, aside

SOON = 120  # seconds in which it happens, or never


class Visitor(threading.Thread):
    """Comes to the desks and stays until it is let go; may step aside before."""

    def __init__(self, desks: ConcurrencyLimit, waits: bool = False) -> None:
        super().__init__(daemon=True)
        self._desks = desks
        self._waits = waits
        self.there, self.away = threading.Event(), threading.Event()
        self.called, self.let_go = threading.Event(), threading.Event()
        self.start()

    def run(self) -> None:
        with self._desks.take_place():
            self.there.set()
            if self._waits:
                with aside():
                    self.away.set()
                    self.called.wait(SOON)
                self.away.clear()
            self.let_go.wait(SOON)

    def leave(self) -> None:
        self.called.set()
        self.let_go.set()
        self.join(SOON)
        assert not self.is_alive()


def test_a_request_without_a_place_waits_until_one_is_free() -> None:
    desks = ConcurrencyLimit(2, SOON)
    first, second = Visitor(desks), Visitor(desks)
    assert first.there.wait(SOON)
    assert second.there.wait(SOON)
    third = Visitor(desks)
    assert not third.there.wait(0.05)
    first.leave()
    assert third.there.wait(SOON)
    second.leave()
    third.leave()


def test_a_waiting_request_lets_others_have_the_place() -> None:
    desks = ConcurrencyLimit(1, SOON)
    waiting = Visitor(desks, waits=True)
    assert waiting.away.wait(SOON)
    other = Visitor(desks)
    assert other.there.wait(SOON)
    other.leave()
    waiting.leave()
    later = Visitor(desks)
    assert later.there.wait(SOON)
    later.leave()


def test_nobody_waits_for_ever() -> None:
    desks = ConcurrencyLimit(1, 0.01)
    first = Visitor(desks)
    assert first.there.wait(SOON)
    second = Visitor(desks)
    assert second.there.wait(SOON), "it goes on beside the first"
    second.leave()
    third = Visitor(desks)
    assert third.there.wait(SOON), "the one without a place gave none back"
    third.leave()
    first.leave()


def test_a_fault_gives_the_place_back() -> None:
    desks = ConcurrencyLimit(1, SOON)
    with pytest.raises(ZeroDivisionError), desks.take_place(), aside():
        _ = 1 / 0
    after = Visitor(desks)
    assert after.there.wait(SOON)
    after.leave()
