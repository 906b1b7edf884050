"""Memoised values derived from a state.

Many offers and refusals of a step need the same figures, such as the money a player could raise.
The figures are cached during :func:`asking`, in which nobody changes the state. Outside of it, and
for other states, they are computed on each call. Calls may be nested for several states; the values
of each are kept until the outermost call ends.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from companion.rules.core.state import State

T = TypeVar("T")

# by the id() of the state, which stays unique while the state is referenced here
_Known = dict[int, tuple[State, dict[Hashable, Any]]]
_asked: ContextVar[_Known | None] = ContextVar("asked", default=None)


@contextmanager
def asking(state: State, draft: bool = False) -> Iterator[None]:
    """Cache values derived from the state in the block; the state must not change meanwhile.

    The values of a ``draft`` are dropped at the end of its block, because it changes later.
    """
    known = _asked.get()
    if known is not None:
        is_new = id(state) not in known
        known.setdefault(id(state), (state, {}))
        try:
            yield
        finally:
            if draft and is_new:
                del known[id(state)]
        return
    before = _asked.set({id(state): (state, {})})
    try:
        yield
    finally:
        _asked.reset(before)


def compute_once(state: State, key: Hashable, work_out: Callable[[], T]) -> T:
    """Return the value of the key for the state, from the cache or computed now."""
    known = (_asked.get() or {}).get(id(state))
    if known is None:
        return work_out()
    if key not in known[1]:
        known[1][key] = work_out()
    found: T = known[1][key]
    return found
