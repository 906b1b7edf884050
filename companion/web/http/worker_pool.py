"""Worker processes for long work: printing reports, searching for best runs, trying out titles.

They work with lower priority than the server, so that actions at other tables go first. A process
starts with the first job, or ahead of it, and ends with the server in every case. It starts again
after it died or was stopped for taking too long.
"""

import contextlib
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import cache
from typing import Any

from companion.languages import lazy_gettext
from companion.web.http.concurrency_limit import aside
from companion.web.http.worker_process import Job, Promise, WorkerProcess, do_nothing

REST = 900.0  # seconds without a job until a process ends, to free its memory


class WaitingThreads:
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


class Worker:
    """A queue of jobs, and the processes that do them. Any thread may submit a job.

    ``what`` names its work in messages ("The report"). A job longer than ``limit`` seconds is
    stopped. ``prepare`` is called in each process when it starts. Jobs that wait start more
    processes, at most ``processes``; these end when no job waits. With ``renew``, a new process
    replaces the first one then, which returns the memory of its jobs.
    """

    def __init__(
        self,
        what: str,
        limit: float,
        prepare: Callable[[], object],
        *,
        processes: int = 1,
        renew: bool = False,
    ) -> None:
        self.what = what
        self.limit = limit
        self._prepare = prepare
        self._most = processes
        self._renew = renew
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._guard = threading.Lock()
        self._processes: list[WorkerProcess] = []
        self._free = 0  # processes without a job
        self._closed = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Promise:
        """Submit ``function(*arguments)``: a function of a module, and plain values.

        The future raises the function's exception, or WorkerError.
        """
        job = Job(function, arguments)
        with self._guard:
            if self._closed:
                job.future.cancel()
                return job.future
            self._jobs.put(job)
            if self._jobs.qsize() > self._free and len(self._processes) < self._most:
                self._add_process()
        return job.future

    def stop(self, job: Promise) -> None:
        """Cancel a job, also one that is being done: its process ends, and another one starts."""
        job.is_stopped = True
        if not job.cancel():
            with self._guard:
                processes = [*self._processes]
            for process in processes:
                process.stop(job)

    def start(self) -> "Future[Any]":
        """Start a process ahead of its first job."""
        return self.submit(do_nothing)

    @property
    def pid(self) -> int | None:
        """The id of the first process; None if there is none."""
        return next((process.pid for process in self._processes if process.pid), None)

    def close(self) -> None:
        """End the processes at once, and cancel waiting jobs."""
        with self._guard:
            self._closed = True
            with contextlib.suppress(queue.Empty):
                while True:
                    job = self._jobs.get_nowait()
                    if job is not None:
                        job.future.cancel()
            for process in self._processes:
                self._jobs.put(None)
                process.close()

    def _add_process(self) -> None:
        """Start a thread with a process of its own. The caller holds the guard."""
        process = WorkerProcess(self.what, self.limit, self._prepare)
        self._processes.append(process)
        self._free += 1
        name = f"{self.what} {len(self._processes)}"
        threading.Thread(target=self._work, args=(process,), name=name, daemon=True).start()

    def _work(self, process: WorkerProcess) -> None:
        """Do jobs in a process until the worker closes or no job is left for this process."""
        while (job := self._next(process)) is not None:
            if job.future.set_running_or_notify_cancel():
                try:
                    job.future.set_result(process.run(job))
                except BaseException as fault:
                    job.future.set_exception(fault)
            if not self._keep(process):
                break
        process.end()

    def _next(self, process: WorkerProcess) -> Job | None:
        """Return the next job; None at the end. End the process after a long rest."""
        try:
            job = self._jobs.get(timeout=REST)
        except queue.Empty:
            process.end()
            job = self._jobs.get()
        with self._guard:
            self._free -= 1
        return job

    def _keep(self, process: WorkerProcess) -> bool:
        """Return whether a process that has done a job waits for another one."""
        with self._guard:
            waiting = not self._jobs.empty()
            if not waiting and process is not self._processes[0]:
                self._processes.remove(process)
                return False
            self._free += 1
        if self._renew and not waiting and not self._closed:
            process.renew()
        return True


# --- the workers; all applications of this program share them


@cache
def printer() -> Worker:
    """Return the worker that prints reports. It uses a second core while several are waiting.

    A report needs as much memory again as a process that is ready to print.
    """
    processes = min(2, os.cpu_count() or 1)
    return Worker(lazy_gettext("The report"), 180, _ready_to_print, processes=processes, renew=True)


@cache
def searcher() -> Worker:
    """Return the worker that searches for best runs.

    Each search ends by itself in a few seconds.
    """
    return Worker(lazy_gettext("The search"), 30, _ready_to_search)


@cache
def trier() -> Worker:
    """Return the worker that plays random games of uploaded titles, one title after the other.

    A trial ends by itself after a minute, if one step of a game does not take for ever.
    """
    return Worker(lazy_gettext("The trial"), 90, _ready_to_try, renew=True)


def close_all() -> None:
    """End all workers."""
    for worker in (printer, searcher, trier):
        worker().close()
        worker.cache_clear()


# --- what a process imports when it starts


# Imports are local to these functions, because the server starts the workers first of all.
def _ready_to_print() -> None:
    from companion import reporting

    reporting.get_ready()


def _ready_to_search() -> None:
    from companion import titles

    titles.get_ready()


def _ready_to_try() -> None:
    import companion.bots.title_trial  # noqa: F401
