"""From the server's loop to the application's threads and back, so that no thread waits for the
loop: what was sent is there when it is asked for, and what is answered is handed over.

The rest is done by a2wsgi, which has a thread wait at each of these places until the loop has time.
"""

import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from a2wsgi.wsgi import WSGIResponder
from flask import Flask

from companion.web.http.concurrency_limit import Desks
from companion.web.http.request_limits import Message, Receive, Scope, Send

ALL = 0  # messages of an answer that may wait to be sent


class Bridge:
    """A Flask application behind the gate, which has taken in all that was sent."""

    def __init__(self, app: Flask, threads: int) -> None:
        self._app = app
        self._desks = Desks()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="WSGI")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        sent = (await receive()).get("body", b"")

        def answered(environ: dict[str, Any], begin: Any) -> Iterable[bytes]:
            environ["wsgi.input"] = io.BytesIO(sent)
            with self._desks.served():
                return self._app(environ, begin)

        responder = _Responder(answered, self._threads, ALL)  # type: ignore[arg-type]
        await responder(scope, receive, send)  # type: ignore[arg-type]


class _Responder(WSGIResponder):
    def send(self, message: Message | None) -> None:  # type: ignore[override]
        """Called by the thread that answers."""
        self.loop.call_soon_threadsafe(self.send_queue.put_nowait, message)
