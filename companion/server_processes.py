"""Several worker processes that serve the games of one PostgreSQL on the same port.

They suit a club with more tables than one core can serve. The main process only takes the port,
migrates the tables and restarts workers that end. Workers notify each other of changes through the
database.
"""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import NoReturn

from companion import __version__
from companion.addresses_and_ports import NoPortError, lan_address, take_port
from companion.log_file import end_log, keep_log
from companion.serve_command import print_text, serve_on, welcome

SHORT = 10.0  # seconds; a worker that ends sooner has failed
FAILURES = 5  # failures in a row after which no worker is restarted
PATIENCE = 15.0  # seconds that the workers have to end by themselves

NO_FILE = (
    "Several processes serve only games that are in PostgreSQL. Name it with"
    " COMPANION_DATABASE_URL, or leave --workers out: one process serves the games in a file."
)

_logger = logging.getLogger(__name__)


def server_processes_command(count: int, host: str, wanted: int) -> int:
    """Run `companion serve --workers COUNT` until it is stopped.

    Return 0 then, or 1 if it cannot start.
    """
    from companion.store.db.data_dir import data_folder, database_address
    from companion.store.db.database import Database
    from companion.store.db.faults import StoreError
    from companion.store.people.seats import Places

    try:
        address = database_address()
        if not address:
            print(NO_FILE, file=sys.stderr)
            return 1
        database = Database(address)
        link = Places(database, lambda game: None).open_host()
        database.close()
        port, sockets = take_port(host, wanted)
    except (NoPortError, StoreError) as fault:
        print(fault, file=sys.stderr)
        return 1
    handlers = keep_log(data_folder())
    _logger.info("Companion %s serves on port %s with %s processes.", __version__, port, count)
    crew = ServerGroup(count, sockets)
    signal.signal(signal.SIGTERM, _stop)
    try:
        crew.begin()
        reached = lan_address() if host in ("", "0.0.0.0") else host
        print_text(welcome(port, wanted, reached, link))
        crew.look_after()
    except KeyboardInterrupt:
        return 0
    except ServersFailedError:
        print("The processes that serve end again and again; their logs say why.", file=sys.stderr)
        return 1
    finally:
        crew.end()
        _logger.info("The companion has ended.")
        end_log(handlers)
    return 0


def _stop(*_: object) -> NoReturn:
    raise KeyboardInterrupt


class ServersFailedError(Exception):
    """The worker processes end too often."""


class ServerGroup:
    """A group of worker processes that serve on the same sockets."""

    def __init__(self, count: int, sockets: list[socket.socket]) -> None:
        self._count = count
        self._sockets = sockets
        self._context = multiprocessing.get_context("spawn")
        self._at_work: dict[int, tuple[SpawnProcess, float]] = {}
        self._short = 0

    def begin(self) -> None:
        """Start the workers that are not running."""
        for number in range(1, self._count + 1):
            if number not in self._at_work:
                process = self._context.Process(
                    target=work, args=(number, self._sockets), name=f"companion {number}"
                )
                process.start()
                _logger.info("Process %s begins as %s.", number, process.pid)
                self._at_work[number] = process, time.monotonic()

    def look_after(self) -> NoReturn:
        """Restart workers that end. Raises ServersFailedError if they keep ending."""
        while True:
            wait([process.sentinel for process, _ in self._at_work.values()])
            for number, (process, begun) in list(self._at_work.items()):
                if process.exitcode is not None:
                    _logger.error("Process %s has ended (%s).", number, process.exitcode)
                    del self._at_work[number]
                    soon = time.monotonic() - begun < SHORT
                    self._short = self._short + 1 if soon else 0
            if self._short >= FAILURES:
                raise ServersFailedError
            self.begin()

    def end(self) -> None:
        """Let the workers finish their open requests, then end them."""
        processes = [process for process, _ in self._at_work.values()]
        for process in processes:
            process.terminate()
        until = time.monotonic() + PATIENCE
        for process in processes:
            process.join(max(0.0, until - time.monotonic()))
            if process.exitcode is None:
                process.kill()


def work(number: int, sockets: list[socket.socket]) -> None:
    """Run one worker; it ends with its parent process."""
    from companion.system_dependencies import pdf_problem
    from companion.web import create_app
    from companion.web.http import worker_pool

    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=follow, name="parent", daemon=True).start()
    if not pdf_problem():
        worker_pool.printer().start()
    try:
        app = create_app({"COPY_ROUNDS": True})
        serve_on(app, sockets, lambda: None, f"companion-{number}.log")
    finally:
        worker_pool.close_all()
