"""How far a long piece of work has come: told by what does it, heard by whoever shows it."""

from collections.abc import Callable

_heard: list[Callable[[float], None]] = []


def hear(tell: Callable[[float], None]) -> None:
    """Call ``tell`` from now on with the part of the work that is done, 0 to 1."""
    _heard[:] = [tell]


def come(part: float) -> None:
    """So much is done, 0 to 1."""
    for tell in _heard:
        tell(part)
