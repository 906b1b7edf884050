"""Progress of long work, reported by the work and received by the display."""

from collections.abc import Callable

_heard: list[Callable[[float], None]] = []


def register(tell: Callable[[float], None]) -> None:
    """Register ``tell``, to be called with the finished part of the work, 0 to 1."""
    _heard[:] = [tell]


def report(part: float) -> None:
    """Report the finished part of the work, 0 to 1."""
    for tell in _heard:
        tell(part)
