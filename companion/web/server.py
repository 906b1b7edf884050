"""The server: pages by threads, event streams without any, in one process."""

import logging
import socket
from functools import partial
from pathlib import Path

import uvicorn
from flask import Flask

from companion.web import error_pages
from companion.web.app_state import app_state
from companion.web.http.asgi_bridge import Bridge
from companion.web.http.request_limits import Gate, Protocol, Receive, Scope, Send
from companion.web.http.streams import Streams

# Tables ask often and shortly. Some of these wait for a report or a long search, which others make;
# there are more of them than may wait (companion.web.read.pdf_cache, searches), so nobody else
# does.
THREADS = 64
IDLE = 600  # seconds in which a connection may be quiet between two requests
GRACE = 5  # seconds in which who has asked is still answered when the server stops


class Front:
    """An application as the server asks it: streams, and before its threads the gate."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        state = app_state(app)
        self.hub = state.hub
        self.page = partial(error_pages.page, app)
        pages = Gate(Bridge(app, THREADS), self.page)
        shelf = state.store
        share = shelf.database.tell_presence if shelf.database.shared else None
        self._streams = Streams(pages, self.hub, state.presence, shelf.versions, share)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        await self._streams(scope, receive, send)

    def end(self) -> None:
        """All streams come to their end."""
        self._streams.end()


class Server(uvicorn.Server):
    """Serves on sockets that listen; ``run`` serves until ``close``, in whatever thread that is."""

    def __init__(
        self, app: Front, sockets: list[socket.socket], certificate: Path | None = None
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
        """Serve."""
        super().run(sockets or self._sockets)

    def close(self) -> None:
        """Serve no longer: who has asked is answered, and the streams end."""
        self.should_exit = True

    def renew(self, certificate: Path) -> None:
        """Show who comes from now on this certificate."""
        if self.config.ssl:
            self.config.ssl.load_cert_chain(certificate)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams do not end by themselves."""
        self._front.end()
        await super().shutdown(sockets)
