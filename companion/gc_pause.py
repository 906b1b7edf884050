"""A pause of the garbage collector, for work that creates very many objects and keeps them all."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_guard = threading.Lock()
_within = 0  # threads that do such work now
_collects = True  # whether the collector was enabled before the first of them began


@contextmanager
def pause_gc() -> Iterator[None]:
    """Disable the cyclic garbage collector in the meantime.

    It would scan all new objects again and again, which takes a third of a search's time. Any
    garbage is found after the pause. Several threads may pause it at the same time.
    """
    global _within, _collects
    with _guard:
        if not _within:
            _collects = gc.isenabled()
        _within += 1
        gc.disable()
    try:
        yield
    finally:
        with _guard:
            _within -= 1
            if _collects and not _within:
                gc.enable()
