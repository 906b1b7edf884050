"""What is worked out of a state is worked out once, as long as it is asked about.

Many of the offers of a step, and of the reasons against them, hang on the same sums: what a player
could raise, say. They are kept while :func:`asking` lasts, in which nobody changes that state; of
any other, and without it, they are worked out whenever they are wanted.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from companion.rules.state import State

T = TypeVar("T")

_asked: ContextVar[tuple[State, dict[Hashable, Any]] | None] = ContextVar("asked", default=None)


@contextmanager
def asking(state: State) -> Iterator[None]:
    """Much is asked of the state meanwhile, and nothing done to it."""
    known = _asked.get()
    if known is not None and known[0] is state:
        yield
        return
    before = _asked.set((state, {}))
    try:
        yield
    finally:
        _asked.reset(before)


def once(state: State, key: Hashable, work_out: Callable[[], T]) -> T:
    """What the key names of the state: as it was worked out before, or now."""
    known = _asked.get()
    if known is None or known[0] is not state:
        return work_out()
    if key not in known[1]:
        known[1][key] = work_out()
    found: T = known[1][key]
    return found
