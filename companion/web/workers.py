"""Work that would hold up the table, done by processes of their own: one prints, one searches.

A worker takes one job after the other, with lower priority than the server, so that actions at
other tables go first. Its process begins with the first job (or ahead of it), ends with the
server however that ends, and begins anew after it died or was stopped for taking too long.
"""

import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import connection
from typing import Any

from companion import reporting, titles

STARTING = 60.0  # seconds a process may take to begin
REST = 900.0  # seconds without a job after which a process ends, to give its memory back


class WorkerFault(Exception):
    """A job was not done; the message says why, and what to do."""


class Room:
    """Places to wait in: whoever finds none need not hold up a thread of the server."""

    def __init__(self, places: int) -> None:
        self._places = threading.Semaphore(places)

    def wait(self, future: "Future[Any]", seconds: float) -> None:
        """Wait until the future is done or given up, or the seconds are over; not at all where
        there is no place.
        """
        if not future.done() and self._places.acquire(blocking=False):
            try:
                with contextlib.suppress(TimeoutError, CancelledError):
                    future.exception(seconds)
            finally:
                self._places.release()


def failed(future: "Future[Any]") -> bool:
    """Was it given up, or did it end with a fault?"""
    return future.done() and (future.cancelled() or future.exception() is not None)


@dataclass(eq=False)
class _Job:
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: "Future[Any]" = field(default_factory=Future)


class Worker:
    """A process that does one job after the other. Any thread may hand one in.

    ``what`` names its work in messages ("The report"); a job longer than ``limit`` seconds is
    stopped. ``prepare`` is called in the process when it begins.
    """

    def __init__(self, what: str, limit: float, prepare: Callable[[], object]) -> None:
        self.what = what
        self.limit = limit
        self._prepare = prepare
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: Any = None
        self._closed = False
        self._link: connection.Connection | None = None

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Have ``function(*arguments)`` done: a function of a module, and plain values.

        The future raises what the function raises, or WorkerFault.
        """
        job = _Job(function, arguments)
        self._jobs.put(job)
        with self._guard:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self.what, daemon=True)
                self._thread.start()
        return job.future

    def start(self) -> "Future[Any]":
        """Begin the process ahead of its first job."""
        return self.submit(_nothing)

    @property
    def pid(self) -> int | None:
        """The number of its process, where there is one."""
        process = self._process
        return process.pid if process is not None and process.is_alive() else None

    def close(self) -> None:
        """End the process, whatever it does; jobs that wait are given up."""
        self._closed = True
        with contextlib.suppress(queue.Empty):
            while True:
                job = self._jobs.get_nowait()
                if job is not None:
                    job.future.cancel()
        self._jobs.put(None)
        process = self._process
        if process is not None:
            process.kill()

    # --- in the thread that hands the jobs on

    def _work(self) -> None:
        while (job := self._next()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                job.future.set_result(self._done(job))
            except BaseException as fault:
                job.future.set_exception(fault)
        self._end()

    def _next(self) -> _Job | None:
        """The next job; None at the end. The process does not outlast a long rest."""
        try:
            return self._jobs.get(timeout=REST)
        except queue.Empty:
            self._end()
            return self._jobs.get()

    def _done(self, job: _Job) -> Any:
        """What the process answers. Raises what it raised, or WorkerFault."""
        link = self._begun()
        began = time.monotonic()
        try:
            link.send((job.function, job.arguments))
            if not link.poll(self.limit):
                self._end()
                raise WorkerFault(
                    f"{self.what} took longer than {self.limit:.0f} seconds and was stopped. "
                    "The game is as it was; try again."
                )
            good, answer = link.recv()
        except (EOFError, OSError) as fault:
            self._end()
            raise WorkerFault(
                f"{self.what} broke off after {time.monotonic() - began:.0f} seconds: its process "
                "ended, perhaps for want of memory. The game is as it was; try again."
            ) from fault
        if good:
            return answer
        raise answer

    def _begun(self) -> connection.Connection:
        """The link to a process that waits for a job."""
        if self._link is not None and self._process.is_alive():
            return self._link
        self._end()
        spawn = multiprocessing.get_context("spawn")  # alike on every system; forks hold locks
        ours, theirs = spawn.Pipe()
        self._link = ours
        with contextlib.suppress(EOFError, OSError):
            process = spawn.Process(target=_serve, args=(theirs, self._prepare), daemon=True)
            process.start()
            self._process = process
            theirs.close()
            if ours.poll(STARTING) and ours.recv() == READY and not self._closed:
                return ours
        self._end()
        raise WorkerFault(f"{self.what} cannot be made now: its process does not start.")

    def _end(self) -> None:
        process, link = self._process, self._link
        self._process = self._link = None
        if process is not None:
            process.kill()
            process.join(5)
        if link is not None:
            link.close()


# --- the two of this program; all applications in it share them


@cache
def printer() -> Worker:
    """Prints reports."""
    return Worker("The report", 180, reporting.get_ready)


@cache
def searcher() -> Worker:
    """Searches for best runs, each of which ends by itself after a few seconds."""
    return Worker("The search", 30, titles.get_ready)


def close_all() -> None:
    """End both."""
    for worker in (printer(), searcher()):
        worker.close()


# --- in the process

READY = "ready"


def _nothing() -> None:
    """A job that only wants the process to be there."""


def _serve(link: connection.Connection, prepare: Callable[[], object]) -> None:
    """Do jobs until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's; it ends us
    threading.Thread(target=_end_with_server, daemon=True).start()
    _step_back()
    with contextlib.suppress(Exception):  # what was to be prepared is missed by the job, and told
        prepare()
    with contextlib.suppress(EOFError, OSError):
        link.send(READY)
        while True:
            function, arguments = link.recv()
            try:
                answer = True, function(*arguments)
            except Exception as fault:
                fault.add_note(traceback.format_exc())
                answer = False, fault
            try:
                link.send(answer)
            except (pickle.PicklingError, TypeError, AttributeError):
                link.send((False, RuntimeError(f"no answer to be sent: {answer[1]!r}")))


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _step_back() -> None:
    """Let the server go first, where the system knows priorities."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x4000)  # below normal
    else:
        os.nice(5)
