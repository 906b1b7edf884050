"""What is worked out of a state is worked out once, as long as it is asked about.

Many of the offers of a step, and of the reasons against them, hang on the same sums: what a player
could raise, say. They are kept while :func:`asking` lasts, in which nobody changes that state; of
any other, and without it, they are worked out whenever they are wanted. Several states may be asked
about, one within the other: what is known of each is kept until the outermost is done.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from companion.rules.core.state import State

T = TypeVar("T")

# by the state's place in memory, which is its own as long as it is kept here
_Known = dict[int, tuple[State, dict[Hashable, Any]]]
_asked: ContextVar[_Known | None] = ContextVar("asked", default=None)


@contextmanager
def asking(state: State, draft: bool = False) -> Iterator[None]:
    """Much is asked of the state meanwhile, and nothing done to it. A ``draft`` is changed later:
    what is known of it is forgotten at once.
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


def once(state: State, key: Hashable, work_out: Callable[[], T]) -> T:
    """What the key names of the state: as it was worked out before, or now."""
    known = (_asked.get() or {}).get(id(state))
    if known is None:
        return work_out()
    if key not in known[1]:
        known[1][key] = work_out()
    found: T = known[1][key]
    return found
