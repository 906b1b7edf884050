"""A thread-safe cache of the most recently used values; each is computed by one thread."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """A cache of ``most`` values that threads may share.

    A thread that waits for another thread's computation does so inside ``waiting()``. Values that
    are not ``evictable`` stay, even beyond ``most``.
    """

    def __init__(
        self,
        most: int,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
        evictable: Callable[[V], bool] | None = None,
    ) -> None:
        self._most = most
        self._waiting = waiting
        self._evictable = evictable
        self._lock = Lock()
        self._values: OrderedDict[K, V] = OrderedDict()
        self._begun: dict[K, Future[None]] = {}  # keys whose value a thread is computing

    def __len__(self) -> int:
        with self._lock:
            return len(self._values)

    def find(self, key: K) -> V | None:
        """Return the cached value, or None."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def get(self, key: K, make: Callable[[], V], keep: Callable[[V], bool] | None = None) -> V:
        """Return the cached value, or compute it with ``make``; concurrent callers wait for it.

        If ``make`` fails or ``keep`` refuses the value, each waiting caller computes its own.
        Raises the exceptions of ``make``.
        """
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
                return found
            begun = self._begun.get(key)
            if begun is None:
                mine = self._begun[key] = Future()
        if begun is not None:
            with self._waiting():
                begun.result()
            found = self.find(key)
            return make() if found is None else found
        try:
            made = make()
            if keep is None or keep(made):
                self.put(key, made)
            return made
        finally:
            with self._lock:
                del self._begun[key]
            mine.set_result(None)

    def put(self, key: K, value: V) -> None:
        """Store a value."""
        self.update(key, lambda _: value)

    def update(self, key: K, change: Callable[[V | None], V]) -> V:
        """Replace a value by the result of ``change`` in one atomic step, and return it."""
        with self._lock:
            made = self._values[key] = change(self._values.get(key))
            self._values.move_to_end(key)
            self._evict()
            return made

    def drop(self, key: K) -> None:
        """Remove a value."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()

    def items(self) -> list[tuple[K, V]]:
        """Return all cached keys and values, the most recently used last."""
        with self._lock:
            return list(self._values.items())

    def _evict(self) -> None:
        over = len(self._values) - self._most
        if over <= 0:
            return
        old = (key for key, value in self._values.items() if self._may_go(value))
        for key in [key for key, _ in zip(old, range(over), strict=False)]:
            del self._values[key]

    def _may_go(self, value: V) -> bool:
        return self._evictable is None or self._evictable(value)
