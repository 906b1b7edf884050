"""Work that makes a great many small things, which live until its end."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Meanwhile Python does not look for what nothing holds any more: again and again it would look
    at all that has been made so far, in a search for a third of its time. What is still in use
    nowhere when it ends is found afterwards.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
