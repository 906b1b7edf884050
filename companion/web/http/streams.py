"""The event streams: they tell each device at once that its game has changed.

They also show that the companion is running. A stream sends only the game's version and a mark of
its company, after each change and every two seconds. The device then requests the screen, which
depends on its viewer.

The application decides who may listen: it answers the request with the first of these lines. The
stream goes on here, without a thread of its own.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

from companion.store.db.faults import StoreError
from companion.web.http.presence import DEVICE, Presence
from companion.web.http.pubsub import PubSub
from companion.web.http.request_limits import Application, Message, Receive, Scope, Send

PULSE = 2.0  # seconds
LATER = 0.1  # seconds after a change, in which the device that acted draws its screen first
ADDRESS = re.compile(r"/game/(\d{1,9})/stream")
STUMBLED = b"event: stumbled\ndata:\n\n"

Share = Callable[[Mapping[int, Collection[int]]], None]
Versions = Callable[[Collection[int]], Mapping[int, int]]


class Streams:
    """All streams of one process.

    ``behind`` handles all other requests, and decides who may listen. ``versions`` reads the
    versions from the database, which another process may have changed. ``share`` reports the
    present devices to other processes, if there may be some.
    """

    def __init__(
        self,
        behind: Application,
        hub: PubSub,
        presence: Presence,
        versions: Versions,
        share: Share | None = None,
    ) -> None:
        self._behind = behind
        self._hub = hub
        self._presence = presence
        self._versions = versions
        self._share = share
        self._woken: set[asyncio.Event] = set()
        self._ended = False
        self._stumbled = False
        self._watch: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        named = ADDRESS.fullmatch(scope["path"])
        if named and scope["method"] == "GET" and not self._ended:
            await self._stream(int(named[1]), scope, receive, send)
        else:
            await self._behind(scope, receive, send)

    def end(self) -> None:
        """End all streams."""
        self._ended = True
        for woken in self._woken:
            woken.set()
        if self._watch:
            self._watch.cancel()

    async def _stream(self, game: int, scope: Scope, receive: Receive, send: Send) -> None:
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(woken.set)

        stop = self._hub.listen(game, wake)
        self._woken.add(woken)
        try:
            first = await self._ask(scope)
            if not _may_listen(first):
                for message in first:
                    await send(message)
                return
            gone = self._presence.listens(game, _device(first))
            try:
                await _begin(first, send)
                await self._go_on(game, scope, receive, send, woken)
            finally:
                gone()
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._woken.discard(woken)
            stop()

    async def _go_on(
        self, game: int, scope: Scope, receive: Receive, send: Send, woken: asyncio.Event
    ) -> None:
        gone = asyncio.create_task(_until_gone(receive, woken))
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look_again())
        company = self._hub.moment(game).company
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PULSE):
                        await woken.wait()
                        if not (self._ended or gone.done()):
                            await asyncio.sleep(LATER)
                woken.clear()
                if self._ended or gone.done():
                    return
                moment = self._hub.moment(game)
                if moment.company != company and not _may_listen(await self._ask(scope)):
                    return
                company = moment.company
                told = STUMBLED if self._stumbled else f"data: {moment}\n\n".encode()
                await send({"type": "http.response.body", "body": told, "more_body": True})
        finally:
            gone.cancel()

    async def _ask(self, scope: Scope) -> list[Message]:
        """Return the application's response to a request to listen."""
        answer: list[Message] = []

        async def nothing() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def take(message: Message) -> None:
            answer.append(message)

        await self._behind(scope, nothing, take)
        return answer

    async def _look_again(self) -> None:
        """Read the versions from the database as long as somebody listens."""
        while games := self._hub.games():
            try:
                found = await asyncio.to_thread(self._versions, games)
            except StoreError:
                self._stumbled = True
            else:
                self._stumbled = False
                for game, version in found.items():
                    self._hub.tell(game, version)
            self._presence.look(games)
            if self._share and (news := self._presence.news()):
                with suppress(StoreError):
                    await asyncio.to_thread(self._share, news)
            await asyncio.sleep(PULSE)


def _may_listen(answer: list[Message]) -> bool:
    return any(value.startswith(b"text/event-stream") for _, value in answer[0]["headers"])


def _device(answer: list[Message]) -> int:
    named = (value for key, value in answer[0]["headers"] if key.lower() == DEVICE.lower().encode())
    return int(next(named, 0))


async def _begin(first: list[Message], send: Send) -> None:
    """Send the application's response as the beginning of the stream."""
    ours = (b"content-length", DEVICE.lower().encode())
    kept = [one for one in first[0]["headers"] if one[0].lower() not in ours]
    await send({**first[0], "headers": kept})
    for message in first[1:]:
        await send({**message, "more_body": True})


async def _until_gone(receive: Receive, woken: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    woken.set()
