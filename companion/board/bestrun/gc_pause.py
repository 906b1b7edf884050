"""Work that makes a great many small things, which live until its end."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_guard = threading.Lock()
_within = 0  # threads that do such work now
_collects = True  # did Python look for what nothing holds before the first of them began?


@contextmanager
def pause_gc() -> Iterator[None]:
    """Meanwhile Python does not look for what nothing holds any more: again and again it would look
    at all that has been made so far, in a search for a third of its time. What is still in use
    nowhere when it ends is found afterwards. Threads may do such work at the same time.
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
