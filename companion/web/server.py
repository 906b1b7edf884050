"""The server: one process that serves pages with threads and event streams without threads."""

import logging
import socket
from functools import partial
from pathlib import Path

import uvicorn
from flask import Flask

from companion.web import error_pages
from companion.web.app_state import app_state
from companion.web.http.asgi_bridge import Bridge
from companion.web.http.request_limits import Protocol, Receive, RequestLimits, Scope, Send
from companion.web.http.streams import Streams

# Most requests are short. Some threads wait for a report or a long search, which other processes
# make. There are more threads than may wait (companion.web.read.pdf_cache, best_run_searches), so
# other requests always find a free one.
THREADS = 64
IDLE = 600  # seconds that a connection may be idle between two requests
GRACE = 5  # seconds to finish pending requests when the server stops


class ServerApp:
    """The ASGI application: event streams, and the request limits in front of Flask's threads."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        state = app_state(app)
        self.hub = state.hub
        self.page = partial(error_pages.page, app)
        pages = RequestLimits(Bridge(app, THREADS), self.page)
        store = state.store
        share = store.database.tell_presence if store.database.shared else None
        self._streams = Streams(pages, self.hub, state.presence, store.versions, share)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        await self._streams(scope, receive, send)

    def end(self) -> None:
        """End all streams."""
        self._streams.end()


class Server(uvicorn.Server):
    """A server on sockets that already listen.

    ``run`` serves until ``close`` is called, from any thread.
    """

    def __init__(
        self, app: ServerApp, sockets: list[socket.socket], certificate: Path | None = None
    ) -> None:
        class OurProtocol(Protocol):
            page = staticmethod(app.page)

        config = uvicorn.Config(
            app,
            http=OurProtocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_config=None,
            log_level=logging.ERROR,
            access_log=False,
            server_header=False,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=GRACE,
            ssl_certfile=certificate,
        )
        super().__init__(config)
        self._front = app
        self._sockets = sockets

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        super().run(sockets or self._sockets)

    def close(self) -> None:
        """Stop serving. Pending requests are answered, and the streams end."""
        self.should_exit = True

    def renew(self, certificate: Path) -> None:
        """Use this certificate for new connections."""
        if self.config.ssl:
            self.config.ssl.load_cert_chain(certificate)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, which do not end by themselves, and shut down."""
        self._front.end()
        await super().shutdown(sockets)
