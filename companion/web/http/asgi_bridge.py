"""The bridge between the server's event loop and the application's threads.

No thread waits for the loop: the request body is complete beforehand, and responses go into a
queue. a2wsgi does the rest. Its own version makes a thread wait for the loop at both places.
"""

import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from a2wsgi.wsgi import WSGIResponder
from flask import Flask

from companion.web.http.concurrency_limit import ConcurrencyLimit
from companion.web.http.request_limits import Message, Receive, Scope, Send

ALL = 0  # messages of a response that may be queued; 0 means no limit


class Bridge:
    """An ASGI application that runs Flask in threads.

    The gate has received the whole body already.
    """

    def __init__(self, app: Flask, threads: int) -> None:
        self._app = app
        self._desks = ConcurrencyLimit()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="WSGI")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        sent = (await receive()).get("body", b"")

        def run_app(environ: dict[str, Any], begin: Any) -> Iterable[bytes]:
            environ["wsgi.input"] = io.BytesIO(sent)
            with self._desks.take_place():
                return self._app(environ, begin)

        responder = _Responder(run_app, self._threads, ALL)  # type: ignore[arg-type]
        await responder(scope, receive, send)  # type: ignore[arg-type]


class _Responder(WSGIResponder):
    def send(self, message: Message | None) -> None:  # type: ignore[override]
        """Queue a message, called by the thread that responds."""
        self.loop.call_soon_threadsafe(self.send_queue.put_nowait, message)
