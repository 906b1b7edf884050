"""Asynchronous clients that act as the devices of many tables.

Each sends real HTTP requests and listens to its game's event stream, as a browser does. All run in
one thread, so that they take little processor time from the server.
"""

import asyncio
import gzip
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode

from companion.bench.measurements import NotMeasuredError

HOST = "127.0.0.1"
LONGEST = 60.0  # seconds for an answer
SILENCE = 30.0  # seconds without a line after which a stream counts as lost


@dataclass(frozen=True, slots=True)
class PageResponse:
    """A response: its status, its decoded body, and the time at which it was complete."""

    status: int
    text: str
    at: float

    def field(self, name: str) -> str:
        """Return the value of the first form field of that name, or an empty string."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        return unescape(found[1]) if found else ""

    @property
    def version(self) -> int:
        """Version of the game that the page shows; 0 if it shows none."""
        found = re.search(r'id="pulse"[^>]*?data-version="(\d+)"', self.text, re.DOTALL)
        return int((found and found[1]) or self.field("version") or 0)

    @property
    def search(self) -> str:
        """Address of the longer search that the page requests by itself; empty if there is none."""
        found = re.search(r'id="search"\s+hx-get="([^"]*)"', self.text)
        return unescape(found[1]) if found else ""


class Phone:
    """A device with its cookie, one connection for pages and another for the stream."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port = port
        self._cookie = cookie
        self._one = asyncio.Lock()
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, path: str, form: dict[str, str] | None = None, shown: int = 0
    ) -> PageResponse:
        """Send one request as htmx does.

        ``shown`` is the version on screen when the stream announced another one.
        """
        more = {"HX-Request": "true"} if form is not None or shown else {}
        if shown:
            more["Companion-Shown"] = str(shown)
        body = b"" if form is None else urlencode(form).encode()
        if form is not None:
            more["Content-Type"] = "application/x-www-form-urlencoded"
            more["Content-Length"] = str(len(body))
        async with self._one, asyncio.timeout(LONGEST):
            if self._open is None:
                self._open = await asyncio.open_connection(HOST, self._port)
            reader, writer = self._open
            writer.write(self._head("GET" if form is None else "POST", path, more) + body)
            status, headers = await _head_of(reader)
            content = await _body_of(reader, headers)
        at = time.perf_counter()
        if headers.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        if headers.get("connection") == "close":
            self.close()
        return PageResponse(status, content.decode(), at)

    @asynccontextmanager
    async def listening(self, path: str) -> AsyncIterator[AsyncIterator[str]]:
        """Open an event stream and yield an iterator over its lines of data."""
        reader, writer = await asyncio.open_connection(HOST, self._port)
        try:
            writer.write(self._head("GET", path, {"Accept": "text/event-stream"}))
            status, headers = await _head_of(reader)
            if status != 200:
                raise NotMeasuredError(f"{path} was answered with {status}")
            yield _lines(reader, headers.get("transfer-encoding") == "chunked")
        finally:
            writer.close()

    def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def _head(self, method: str, path: str, more: dict[str, str]) -> bytes:
        headers = {"Host": f"{HOST}:{self._port}", "Accept-Encoding": "gzip", **more}
        if self._cookie:
            headers["Cookie"] = self._cookie
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {v}" for name, v in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *rest = raw.rstrip().split("\r\n")
    pairs = (line.partition(":") for line in rest)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


async def _body_of(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    parts = []
    while part := await _chunk(reader):
        parts.append(part)
    return b"".join(parts)


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    size = int(await reader.readline(), 16)
    part = await reader.readexactly(size)
    await reader.readline()
    return part


async def _lines(reader: asyncio.StreamReader, chunked: bool) -> AsyncIterator[str]:
    """Yield the data of each event until the server closes the stream."""
    rest = b""
    while True:
        async with asyncio.timeout(SILENCE):
            part = await (_chunk(reader) if chunked else reader.read(4096))
        if not part:
            return
        *events, rest = (rest + part).split(b"\n\n")
        for event in events:
            for line in event.split(b"\n"):
                if line.startswith(b"data:"):
                    yield line[5:].strip().decode()
