"""The gate: limits that apply before the application sees a request.

The gate receives the whole body at the pace of its sender, without a thread. The application is
called when the body is complete. A body that is too large is refused as soon as its header or its
received bytes show that, and the rest is discarded. A body that comes too slowly is refused too.

The response is a page with a sentence, like all others. To let the sender read it, the gate
discards what still comes for a while.
"""

import asyncio
import ipaddress
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.languages import lazy_gettext
from companion.web.http.input_limits import MOST_BYTES
from companion.web.http.rate_limit import source_of

ROOM = 8 * MOST_BYTES  # bytes of all bodies being received
PATIENCE = 5.0  # seconds to discard the rest of a refused request
HEAD = 20.0  # seconds to receive the head of a request
PIECE = 20.0  # seconds to receive the next piece of a body
BODY = 120.0  # seconds to receive all of it
CONNECTIONS = 1000  # a browser keeps up to six open
AT_ONCE = 48  # running requests of one source; the server has more threads
OF_ONE = 200  # connections of one address; a loopback address may be a proxy's and is exempt

SENTENCES = {
    400: lazy_gettext("The companion cannot read that request."),
    408: lazy_gettext("That arrived too slowly. Send it again."),
    413: lazy_gettext("That is too large: 8 MB is the limit."),
    431: lazy_gettext("The address or the headers of that request are too long."),
    501: lazy_gettext("The companion cannot read data sent in that way."),
    503: lazy_gettext("Too much is being sent at the same time. Send it again in a moment."),
}

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Page = Callable[[str, str], bytes]  # draws a sentence for a cookie ("" if none was read)


class TurnedAwayError(Exception):
    """A request is refused with this ``status``."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ConnectionClosedError(Exception):
    """The sender has closed the connection."""


def header(scope: Scope, name: bytes) -> str:
    """Return a header of a request; empty if it has none."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def refusal(status: int, page: Page, cookie: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return headers and body of the response to a refused request, which closes the connection."""
    body = page(SENTENCES.get(status, SENTENCES[400]), cookie)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    return headers, body


class RequestLimits:
    """An ASGI application that receives each body in full for the application ``behind`` it."""

    def __init__(self, behind: Application, page: Page) -> None:
        self._behind = behind
        self._page = page
        self._kept = 0  # bytes
        self._inside: Counter[str] = Counter()  # running and waiting requests by source
        self._room: dict[str, asyncio.Semaphore] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        body = bytearray()
        try:
            try:
                await self._take_in(scope, receive, body)
            finally:
                self._kept -= len(body)
        except TurnedAwayError as fault:
            body.clear()
            await self._turn_away(fault.status, scope, receive, send)
        except ConnectionClosedError:
            pass
        else:
            async with self._served(source_of((scope.get("client") or ("",))[0])):
                await self._behind(scope, _again(bytes(body), receive), send)

    @asynccontextmanager
    async def _served(self, source: str) -> AsyncIterator[None]:
        """Limit the running requests of one source, so that others always find a thread."""
        self._inside[source] += 1
        try:
            async with self._room.setdefault(source, asyncio.Semaphore(AT_ONCE)):
                yield
        finally:
            self._inside[source] -= 1
            if not self._inside[source]:
                del self._inside[source], self._room[source]

    async def _take_in(self, scope: Scope, receive: Receive, body: bytearray) -> None:
        """Receive the whole body. Raises TurnedAwayError, ConnectionClosedError."""
        length = header(scope, b"content-length")
        if not length and not header(scope, b"transfer-encoding"):
            return
        if length and int(length) > MOST_BYTES:
            raise TurnedAwayError(413)
        try:
            async with asyncio.timeout(BODY):
                more = True
                while more:
                    async with asyncio.timeout(PIECE):
                        message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ConnectionClosedError
                    piece = message.get("body", b"")
                    body += piece
                    self._kept += len(piece)
                    if len(body) > MOST_BYTES:
                        raise TurnedAwayError(413)
                    if self._kept > ROOM:
                        raise TurnedAwayError(503)
                    more = message.get("more_body", False)
        except TimeoutError:
            raise TurnedAwayError(408) from None

    async def _turn_away(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        cookie = header(scope, b"cookie")
        headers, body = await asyncio.to_thread(refusal, status, self._page, cookie)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while (await receive()).get("more_body"):
                    pass
        await send({"type": "http.response.body", "body": b""})


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the body in one message, and then later messages."""
    told = False

    async def give() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give


class Protocol(H11Protocol):
    """One HTTP connection.

    If its bytes are no valid request, or the head is too long, it sends a refusal. It then reads on
    and discards everything until the sender ends. Most senders would not see the refusal if the
    connection was closed at once.
    """

    page: Page
    _refused = False
    _too_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the head, or refuse the connection."""
        super().connection_made(transport)
        if self._too_many():
            transport.abort()
        else:
            self._wait_for_head()

    def _too_many(self) -> bool:
        """Is there no room for this connection?

        If all connections are in use, one of the source with the most is closed instead, unless
        this connection's source has as many.
        """
        own, of = _source(self), Counter(map(_source, self.connections))
        if of[own] > OF_ONE and not _is_here(own):
            return True
        if len(self.connections) <= CONNECTIONS:
            return False
        greediest, most = of.most_common(1)[0]
        if of[own] >= most:
            return True
        next(o for o in self.connections if _source(o) == greediest).transport.abort()
        return False

    def data_received(self, data: bytes) -> None:
        """Handle received bytes."""
        if self._refused:
            return
        super().data_received(data)
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        """Start the timer while the head is awaited, and stop it otherwise."""
        begun = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if begun and self._too_late is None:
            self._too_late = self.loop.call_later(HEAD, self.transport.close)
        elif not begun and self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Send the refusal of an invalid request, while its exception is being handled."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        self._refused = True
        status = getattr(sys.exception(), "error_status_hint", 400)
        cookie = header({"headers": self.headers or []}, b"cookie")
        headers, body = refusal(status, self.page, cookie)
        reason = HTTPStatus(status).phrase.encode()
        answer = h11.Response(status_code=status, headers=headers, reason=reason)
        for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(PATIENCE, self.transport.close)


def _source(connection: Any) -> str:
    return source_of((getattr(connection, "client", None) or ("",))[0])


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
