"""A process that works for the server: it reads jobs from a pipe and writes results to another.

Unlike ``multiprocessing``, it does not run the server's main module again.
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
from typing import IO, Any

from companion import progress
from companion.languages import format_text, gettext, lazy_gettext

STARTING = 180.0  # seconds for a process to start, also on a busy machine


class WorkerError(Exception):
    """A job failed. The message gives the reason and the remedy.

    ``what`` names the job, and ``seconds`` its limit or the time it took.
    """

    def __init__(self, says: str, what: str, seconds: float = 0) -> None:
        super().__init__(says, what, seconds)

    def __str__(self) -> str:
        says, what, seconds = self.args
        return format_text(says, what=gettext(what), seconds=seconds)


class Promise(Future[Any]):
    """The future result of a job.

    ``part`` is the reported progress, 0 to 1. ``is_stopped`` says that nobody wants it any more.
    """

    def __init__(self) -> None:
        super().__init__()
        self.part = 0.0
        self.is_stopped = False

    def come(self, part: float) -> None:
        """Set the progress."""
        self.part = part


@dataclass(eq=False)
class Job:
    """A function with its arguments, and the future result."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    future: Promise = field(default_factory=Promise)


def do_nothing() -> None:
    """Do nothing; a job that only starts the process."""


class WorkerProcess:
    """A process that does one job after the other. It starts with the first one."""

    def __init__(self, what: str, limit: float, prepare: Callable[[], object]) -> None:
        self._what = what
        self._limit = limit
        self._prepare = prepare
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch = ""  # the folder for temporary files
        self._jobs = 0  # since it started
        self._job: Job | None = None  # the one that is being done
        self._guard = threading.Lock()  # of that job
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def run(self, job: Job) -> Any:
        """Return the result of a job. Raises the job's exception, or WorkerError."""
        with self._guard:
            self._job = job
        try:
            process = self._start()
            if job.future.is_stopped:
                raise CancelledError
            return self._run(process, job)
        finally:
            with self._guard:
                self._job = None

    def stop(self, job: Promise) -> None:
        """Kill the process, from another thread, if it is doing this job."""
        with self._guard:
            if self._job is not None and self._job.future is job:
                self._clear(self._process)

    def _run(self, process: "subprocess.Popen[bytes]", job: Job) -> Any:
        self._jobs += job.function is not do_nothing
        began = time.monotonic()
        try:
            good, answer = _exchange_messages(
                process, self._limit, job.function, job.arguments, job.future.come
            )
        except (EOFError, OSError) as fault:
            self.end()
            took = time.monotonic() - began
            if took >= self._limit:
                raise WorkerError(
                    lazy_gettext(
                        "{what} took longer than {seconds:.0f} seconds and was stopped. The game is"
                        " as it was; try again."
                    ),
                    self._what,
                    self._limit,
                ) from fault
            raise WorkerError(
                lazy_gettext(
                    "{what} broke off after {seconds:.0f} seconds, perhaps for lack of "
                    "memory. The game is as it was; try again."
                ),
                self._what,
                took,
            ) from fault
        if good:
            return answer
        raise answer

    def renew(self) -> None:
        """Replace the process if it has done a job."""
        if self._jobs:
            self.end()
            with contextlib.suppress(WorkerError):  # the next job tries again
                self._start()

    def end(self) -> None:
        """End the process; the next job starts another one."""
        process, self._process = self._process, None
        self._clear(process)
        if process is not None:
            with contextlib.suppress(OSError):  # data not yet sent
                process.communicate()

    def close(self) -> None:
        """Kill the process, from another thread, and start none again."""
        self._closed = True
        self._clear(self._process)

    def _start(self) -> "subprocess.Popen[bytes]":
        """Return the process, started if necessary. Raises WorkerError."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.end()
        self._jobs = 0
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
        self.end()
        raise WorkerError(
            lazy_gettext("{what} cannot run now: its process does not start."), self._what
        )

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


# --- in the process


def serve(scratch: str) -> None:
    """Do jobs until the server ends. Temporary files go to the folder ``scratch``."""
    tempfile.tempdir = scratch
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # printed text must not mix with the results
    _step_back()
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(jobs, scratch), daemon=True).start()
    progress.register(lambda part: _send(answers, pickle.dumps((None, part))))
    gc.disable()  # collections during a job would cost a tenth of its time
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
        gc.collect()
        gc.freeze()  # loaded titles and fonts stay until the end


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
