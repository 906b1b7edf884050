"""The gate: what the server turns away by itself, before the application is asked.

What is too large is refused as soon as that is known, by its head or by what has come of it, and
the rest is not kept. The answer is a page with a sentence, as all others are; for it to be read,
what the sender still sends is let run out for a while.
"""

import contextlib
import socket
import time
from collections.abc import Callable

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.utilities import BadRequest, Error

from companion.languages import later

PATIENCE = 5.0  # seconds in which the rest of a refused request may still come

SENTENCES = {
    400: later("The companion cannot read that request."),
    413: later("That is too large: 8 MB is the limit."),
    431: later("The address or the head of that request is too long."),
    501: later("The companion does not know that way of sending."),
}


class TurnedAway:
    """The server's own answer to a request that it did not take in; ``page`` draws the sentence for
    who sent the ``cookie``.
    """

    def __init__(self, error: Error, page: Callable[[str, str], bytes], cookie: str) -> None:
        self._error = error
        self._page = page
        self._cookie = cookie

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and body, as waitress asks for them."""
        code = self._error.code
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
        says = SENTENCES.get(code, SENTENCES[400])
        return f"{code} {self._error.reason}", headers, self._page(says, self._cookie)


class Parser(HTTPRequestParser):
    """Reads one request; one that is wrong is the last."""

    def received(self, data: bytes) -> int:
        """Take in some bytes; how many were taken."""
        try:
            taken = int(super().received(data))
        except ValueError as fault:  # an address or a length that is none
            self.error, self.completed = BadRequest(str(fault)), True
        if self.error is None:
            return taken
        self.expect_continue = False  # nobody need send the rest
        return len(data)  # what comes behind it is no request of its own


class Channel(HTTPChannel):
    """One connection. When a request was turned away, it reads on without keeping anything, until
    the sender ends: were it closed at once, most senders would never see the answer.

    ``page`` draws a page with a sentence, for who sent a cookie ("" where none was read).
    """

    page: Callable[[str, str], bytes]
    parser_class = Parser
    will_close: bool
    _refused = False
    _patient_until: float | None = None

    def service(self) -> None:
        """Answer the first request that waits."""
        request = self.requests[0]
        self._refused = request.error is not None
        if self._refused:
            cookie = request.headers.get("COOKIE", "")
            request.error = TurnedAway(request.error, self.page, cookie)
        super().service()

    def handle_close(self) -> None:
        """All is sent, or the sender has gone."""
        if self._refused and self.will_close and self._patient_until is None:
            self.will_close = self.close_when_flushed = False
            self._patient_until = time.monotonic() + PATIENCE
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    def readable(self) -> bool:
        """Is there anything to read for?"""
        if self._patient_until is None:
            return bool(super().readable())
        if time.monotonic() > self._patient_until:
            self.will_close = True
        return not self.will_close

    def handle_read(self) -> None:
        """Take in what has come."""
        if self._patient_until is None:
            super().handle_read()
        else:
            with contextlib.suppress(OSError):
                self.recv(self.adj.recv_bytes)
