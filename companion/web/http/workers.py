"""Worker processes for long work: one prints reports, one searches for best runs.

A worker does one job after the other, with lower priority than the server, so that actions at other
tables go first. Its process starts with the first job, or ahead of it, and ends with the server in
every case. It starts again after it died or was stopped for taking too long.

The process only reads jobs and writes results. Unlike ``multiprocessing``, it does not run the
server's main module again.
"""

import contextlib
import gc
import os
import pickle
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from functools import cache
from typing import IO, Any

from companion import progress
from companion.languages import format_text, gettext, lazy_gettext
from companion.web.http.concurrency_limit import aside

STARTING = 60.0  # seconds for a process to start
REST = 900.0  # seconds without a job until a process ends, to free its memory


class WorkerError(Exception):
    """A job failed. The message gives the reason and the remedy.

    ``what`` names the job, and ``seconds`` its limit or the time it took.
    """

    def __init__(self, says: str, what: str, seconds: float = 0) -> None:
        super().__init__(says, what, seconds)

    def __str__(self) -> str:
        says, what, seconds = self.args
        return format_text(says, what=gettext(what), seconds=seconds)


class Room:
    """A limited number of waiting threads. Without a free place a thread does not wait."""

    def __init__(self, places: int) -> None:
        self._places = threading.Semaphore(places)

    def wait(self, future: "Future[Any]", seconds: float) -> None:
        """Wait until the future is done or cancelled, or the seconds are over.

        Do not wait at all if there is no free place.
        """
        if not future.done() and self._places.acquire(blocking=False):
            try:
                with aside(), contextlib.suppress(TimeoutError, CancelledError):
                    future.exception(seconds)
            finally:
                self._places.release()


def has_failed(future: "Future[Any]") -> bool:
    """Was the future cancelled, or did it end with an exception?"""
    return future.done() and (future.cancelled() or future.exception() is not None)


class Promise(Future[Any]):
    """The future result of a job. ``part`` is the reported progress, 0 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.part = 0.0

    def come(self, part: float) -> None:
        """Set the progress."""
        self.part = part


@dataclass(eq=False)
class _Job:
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: Promise = field(default_factory=Promise)


class Worker:
    """A process that does one job after the other. Any thread may submit one.

    ``what`` names its work in messages ("The report"). A job longer than ``limit`` seconds is
    stopped. ``prepare`` is called in the process when it starts.
    """

    def __init__(self, what: str, limit: float, prepare: Callable[[], object]) -> None:
        self.what = what
        self.limit = limit
        self._prepare = prepare
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch = ""  # the folder for temporary files of its process
        self._closed = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Submit ``function(*arguments)``: a function of a module, and plain values.

        The future raises the function's exception, or WorkerError.
        """
        job = _Job(function, arguments)
        self._jobs.put(job)
        with self._guard:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self.what, daemon=True)
                self._thread.start()
        return job.future

    def start(self) -> "Future[Any]":
        """Start the process ahead of its first job."""
        return self.submit(_nothing)

    @property
    def pid(self) -> int | None:
        """The id of the process; None if there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def close(self) -> None:
        """End the process at once, and cancel waiting jobs."""
        self._closed = True
        with contextlib.suppress(queue.Empty):
            while True:
                job = self._jobs.get_nowait()
                if job is not None:
                    job.future.cancel()
        self._jobs.put(None)
        self._clear(self._process)

    # --- in the thread that submits the jobs

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
        """Return the next job; None at the end. End the process after a long rest."""
        try:
            return self._jobs.get(timeout=REST)
        except queue.Empty:
            self._end()
            return self._jobs.get()

    def _done(self, job: _Job) -> Any:
        """Return the result of a job. Raises the job's exception, or WorkerError."""
        process = self._begun()
        began = time.monotonic()
        try:
            good, answer = _exchange_messages(
                process, self.limit, job.function, job.arguments, job.future.come
            )
        except (EOFError, OSError) as fault:
            self._end()
            took = time.monotonic() - began
            if took >= self.limit:
                raise WorkerError(
                    lazy_gettext(
                        "{what} took longer than {seconds:.0f} seconds and was stopped. The game is"
                        " as it was; try again."
                    ),
                    self.what,
                    self.limit,
                ) from fault
            raise WorkerError(
                lazy_gettext(
                    "{what} broke off after {seconds:.0f} seconds: its process ended, perhaps for"
                    " want of memory. The game is as it was; try again."
                ),
                self.what,
                took,
            ) from fault
        if good:
            return answer
        raise answer

    def _begun(self) -> "subprocess.Popen[bytes]":
        """Return the worker process, started if necessary. Raises WorkerError."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        with contextlib.suppress(EOFError, OSError):
            self._scratch = tempfile.mkdtemp(prefix="companion-")
            code = (
                f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve;"
                f" serve({self._scratch!r})"
            )
            process = self._process = subprocess.Popen(
                [sys.executable, "-c", code],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                **_APART,
            )
            _exchange_messages(process, STARTING, self._prepare, ())
            if not self._closed:
                return process
        self._end()
        raise WorkerError(
            lazy_gettext("{what} cannot be made now: its process does not start."), self.what
        )

    def _end(self) -> None:
        process, self._process = self._process, None
        self._clear(process)
        if process is not None:
            with contextlib.suppress(OSError):  # data not yet sent
                process.communicate()

    def _clear(self, process: "subprocess.Popen[bytes] | None") -> None:
        """Kill the process, and remove the temporary files that it leaves."""
        if process is not None:
            process.kill()
            process.wait()
        if self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)


# Ctrl+C in a terminal signals all processes of the foreground group. The worker has a group of its
# own, because it ends with the server. It stays in the server's session, because Linux compares
# priorities only within a session.
_APART: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if sys.platform == "win32"
    else {"process_group": 0}
)


def _exchange_messages(
    process: "subprocess.Popen[bytes]",
    limit: float,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    come: Callable[[float], None] | None = None,
) -> tuple[bool, Any]:
    """Run a job in the process; return whether it succeeded, and its result or exception.

    ``come`` receives the progress meanwhile. Raises EOFError or OSError when the process ends, as
    it does after ``limit`` seconds.
    """
    assert process.stdin is not None and process.stdout is not None
    message = pickle.dumps((function, arguments))  # an error here is the job's own
    stop = threading.Timer(limit, process.kill)
    stop.daemon = True
    stop.start()
    try:
        _send(process.stdin, message)
        good, answer = pickle.loads(_receive(process.stdout))
        while good is None:
            if come:
                come(answer)
            good, answer = pickle.loads(_receive(process.stdout))
    finally:
        stop.cancel()
    return bool(good), answer


def _send(stream: IO[bytes], message: bytes) -> None:
    stream.write(len(message).to_bytes(8, "big") + message)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    """Read a message. Raises EOFError when the other side has closed the pipe."""
    size = stream.read(8)
    message = stream.read(int.from_bytes(size, "big")) if len(size) == 8 else b""
    if len(size) < 8 or len(message) < int.from_bytes(size, "big"):
        raise EOFError
    return message


# --- the two workers; all applications of this program share them


@cache
def printer() -> Worker:
    """Return the worker that prints reports."""
    return Worker(lazy_gettext("The report"), 180, _ready_to_print)


@cache
def searcher() -> Worker:
    """Return the worker that searches for best runs.

    Each search ends by itself in a few seconds.
    """
    return Worker(lazy_gettext("The search"), 30, _ready_to_search)


def close_all() -> None:
    """End both workers."""
    for worker in (printer, searcher):
        worker().close()
        worker.cache_clear()


# --- in the process


def _nothing() -> None:
    """Do nothing; a job that only starts the process."""


# Imports are local to these functions, because the server starts the workers first of all.
def _ready_to_print() -> None:
    from companion import reporting

    reporting.get_ready()


def _ready_to_search() -> None:
    from companion import titles

    titles.get_ready()


def serve(scratch: str) -> None:
    """Do jobs until the server ends. Temporary files go to the folder ``scratch``."""
    tempfile.tempdir = scratch
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not mix with the results
    _step_back()
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(jobs, scratch), daemon=True).start()
    progress.hear(lambda part: _send(answers, pickle.dumps((None, part))))
    gc.disable()  # objects loaded by the first job stay until the end
    while True:
        message = jobs.get()
        try:
            function, arguments = pickle.loads(message)
            answer = True, function(*arguments)
        except Exception as fault:
            fault.add_note(traceback.format_exc())
            answer = False, fault
        packed = _pack_answer(answer)
        try:
            _send(answers, packed)
        except OSError:
            return  # the server has gone
        if not gc.isenabled():
            gc.freeze()
            gc.enable()


def _pack_answer(answer: tuple[bool, Any]) -> bytes:
    """Pickle a result. An exception that cannot be pickled is replaced by its text."""
    try:
        packed = pickle.dumps(answer)
        if not answer[0]:
            pickle.loads(packed)
    except Exception:
        packed = pickle.dumps((False, RuntimeError(f"no answer to be sent: {answer[1]!r}")))
    return packed


def _read(jobs: "queue.SimpleQueue[bytes]", scratch: str) -> None:
    """Read jobs into the queue.

    When the server has closed the pipe, end at once, even during a job.
    """
    try:
        while True:
            jobs.put(_receive(sys.stdin.buffer))
    except (EOFError, OSError):
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(0)


def _step_back() -> None:
    """Lower the priority of this process below the server's."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), 0x4000)  # below normal
    else:
        os.nice(10)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # writing to the terminal must not stop it
