"""Times as texts: "12:34" on screens and in the report, and as somebody types them."""

import re

from companion.languages import format_text
from companion.store.clock.settings import MOST_SECONDS, BadClockError

_TYPED = re.compile(r"\s*(\d{1,4})(?::([0-5]\d))?\s*")


def time_text(time: int) -> str:
    """Return milliseconds as "12:34" or "1:02:03", below 0 with a minus.

    A second that has begun counts as left.
    """
    seconds = -(-time // 1000)
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{text}" if seconds < 0 else text


def read_seconds(text: str) -> int:
    """Read minutes and seconds as somebody types them: "10" or "1:30". Raises BadClockError."""
    found = _TYPED.fullmatch(text)
    seconds = 60 * int(found[1]) + int(found[2] or 0) if found else -1
    if not 0 <= seconds <= MOST_SECONDS:
        raise BadClockError(
            format_text(
                "“{typed}” is not a time. Type minutes and seconds, such as 1:30.", typed=text[:20]
            )
        )
    return seconds
