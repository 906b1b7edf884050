"""Many small cases in one test, where setting up a test of each would take longer than it runs."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Test = Callable[..., None]


def for_each(names: str, values: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for each of the values in turn; with several ``names``, for each tuple.

    A failure notes its case.
    """

    def decorate(test: Test) -> Test:
        @wraps(test)
        def run() -> None:
            for value in values:
                try:
                    test(*(value if "," in names else (value,)))
                except BaseException as fault:
                    fault.add_note(f"{names} = {value!r}")
                    raise

        del run.__wrapped__  # type: ignore[attr-defined]  # pytest would ask for its arguments
        return run

    return decorate
