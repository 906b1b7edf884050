"""Trials of uploaded titles: random games in a worker process, one title after the other."""

from collections.abc import Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass

from companion import titles
from companion.bots.title_trial import try_pack
from companion.cache import Cache
from companion.languages import gettext
from companion.titles.folders import smallest_setup
from companion.titles.packs import Pack
from companion.titles.trial_result import TrialReport, describe_end
from companion.web.http.worker_pool import Worker
from companion.web.http.worker_process import Promise, WorkerError

SECONDS = 60.0  # of play
KEPT = 64


@dataclass(frozen=True, slots=True)
class PackTrial:
    """A trial as a page shows it: whether it ``runs``, the part done, and its report.

    Without a report and not running, it was stopped, or ``problem`` says why it broke off.
    """

    runs: bool = False
    part: float = 0.0
    report: TrialReport | None = None
    problem: str = ""

    def ends(self, key: str) -> Mapping[str, int]:
        """Count games by how they ended, in the words of the title with that key."""
        title = titles.find(key)
        if self.report is None or not self.report.ends or title is None:
            return {}
        try:
            rules = title.rules(smallest_setup(title))
        except Exception:  # other games of the title came to these ends
            return dict(self.report.ends)
        return {describe_end(rules, end): count for end, count in self.report.ends}


class PackTrials:
    """The trials of packs by their marks, since the server began."""

    def __init__(self, worker: Worker, seconds: float = SECONDS) -> None:
        self._worker = worker
        self._seconds = seconds
        self._begun: Cache[str, Promise] = Cache(KEPT, evictable=lambda trial: trial.done())

    def begin(self, pack: Pack) -> None:
        """Begin a trial, if none of this pack is running."""

        def begin_if_needed(known: Promise | None) -> Promise:
            if known is not None and _is_running(known):
                return known
            return self._worker.submit(try_pack, pack.raw, self._seconds)

        self._begun.update(pack.sha256, begin_if_needed)

    def stop(self, mark: str) -> None:
        """Stop a trial that is running or waits for its turn."""
        begun = self._begun.find(mark)
        if begun is not None and _is_running(begun):
            self._worker.stop(begun)

    def find(self, mark: str) -> PackTrial | None:
        """Return the trial of a pack; None without one."""
        begun = self._begun.find(mark)
        if begun is None:
            return None
        if _is_running(begun):
            return PackTrial(runs=True, part=begun.part)
        if begun.is_stopped:
            return PackTrial()
        try:
            return PackTrial(report=begun.result())
        except (WorkerError, CancelledError):
            return PackTrial(problem=gettext("A step of a game took too long, or too much memory."))
        except Exception as fault:  # whatever the process stumbled over
            return PackTrial(problem=f"{type(fault).__name__}, {fault}")


def _is_running(trial: Promise) -> bool:
    return not trial.done() and not trial.is_stopped
