"""The gate: what is turned away before the application is asked.

Whatever is sent is taken in here, at the pace of its sender, and holds no thread meanwhile: the
application is asked when all of it is there. What is too large is refused as soon as that is known,
by its head or by what has come of it, and the rest is not kept; so is what comes too slowly. The
answer is a page with a sentence, as all others are; for it to be read, what the sender still sends
is let run out for a while.
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
from companion.web.app import MOST_BYTES
from companion.web.http.rate_limit import source_of

ROOM = 8 * MOST_BYTES  # for all that is being taken in
PATIENCE = 5.0  # seconds in which the rest of a refused request may still come
HEAD = 20.0  # seconds until the head of a request is there
PIECE = 20.0  # seconds until the next piece of a body is there
BODY = 120.0  # and until all of it is
CONNECTIONS = 1000  # a browser keeps up to six open
AT_ONCE = 48  # requests of one source that are worked on; the server has more threads
OF_ONE = 200  # connections of one address; this computer's own may be a proxy's, with all in it

SENTENCES = {
    400: lazy_gettext("The companion cannot read that request."),
    408: lazy_gettext("That came too slowly. Send it again."),
    413: lazy_gettext("That is too large: 8 MB is the limit."),
    431: lazy_gettext("The address or the head of that request is too long."),
    501: lazy_gettext("The companion does not know that way of sending."),
    503: lazy_gettext("Too much is being sent at the same time. Send it again in a moment."),
}

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Page = Callable[[str, str], bytes]  # of a sentence, for who sent a cookie ("" where none was read)


class TurnedAway(Exception):
    """A request is not taken in; ``status`` says why."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The sender has gone."""


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty where it has none."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def refusal(status: int, page: Page, cookie: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of the answer to what is turned away; the connection ends with it."""
    body = page(SENTENCES.get(status, SENTENCES[400]), cookie)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    return headers, body


class Gate:
    """What is sent, taken in whole for the application behind."""

    def __init__(self, behind: Application, page: Page) -> None:
        self._behind = behind
        self._page = page
        self._kept = 0  # bytes
        self._inside: Counter[str] = Counter()  # requests of each source, those that wait too
        self._room: dict[str, asyncio.Semaphore] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        body = bytearray()
        try:
            try:
                await self._take_in(scope, receive, body)
            finally:
                self._kept -= len(body)
        except TurnedAway as fault:
            body.clear()
            await self._turn_away(fault.status, scope, receive, send)
        except Gone:
            pass
        else:
            async with self._served(source_of((scope.get("client") or ("",))[0])):
                await self._behind(scope, _again(bytes(body), receive), send)

    @asynccontextmanager
    async def _served(self, source: str) -> AsyncIterator[None]:
        """Let only so many requests of one source in at once: others find a thread all the time."""
        self._inside[source] += 1
        try:
            async with self._room.setdefault(source, asyncio.Semaphore(AT_ONCE)):
                yield
        finally:
            self._inside[source] -= 1
            if not self._inside[source]:
                del self._inside[source], self._room[source]

    async def _take_in(self, scope: Scope, receive: Receive, body: bytearray) -> None:
        """All that is sent. Raises TurnedAway, Gone."""
        length = header(scope, b"content-length")
        if not length and not header(scope, b"transfer-encoding"):
            return
        if length and int(length) > MOST_BYTES:
            raise TurnedAway(413)
        try:
            async with asyncio.timeout(BODY):
                more = True
                while more:
                    async with asyncio.timeout(PIECE):
                        message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Gone
                    piece = message.get("body", b"")
                    body += piece
                    self._kept += len(piece)
                    if len(body) > MOST_BYTES:
                        raise TurnedAway(413)
                    if self._kept > ROOM:
                        raise TurnedAway(503)
                    more = message.get("more_body", False)
        except TimeoutError:
            raise TurnedAway(408) from None

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
    """What was taken in, as if it came now; after it whatever comes."""
    told = False

    async def give() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give


class Protocol(H11Protocol):
    """One connection. Where its bytes are no request, or their head does not come to its end, it
    reads on without keeping anything, until the sender ends: were it closed at once, most senders
    would never see the answer.
    """

    page: Page
    _refused = False
    _too_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        if self._too_many():
            transport.abort()
        else:
            self._wait_for_head()

    def _too_many(self) -> bool:
        """Is there no room for it? If all is full, one connection of the greediest source ends
        instead, unless that source is its own.
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
        """Some bytes have come."""
        if self._refused:
            return
        super().data_received(data)
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        """Only so long; a head that is there is waited for no more."""
        begun = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if begun and self._too_late is None:
            self._too_late = self.loop.call_later(HEAD, self.transport.close)
        elif not begun and self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None

    def connection_lost(self, exc: Exception | None) -> None:
        """All is over."""
        if self._too_late is not None:
            self._too_late.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with bytes that are no request; the fault is being handled."""
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
