"""The cache of PDF reports. A worker process prints each one once, for all requests."""

from companion import reporting
from companion.cache import Cache
from companion.languages import current_language
from companion.reporting.content.sections import WHOLE, Wanted
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView
from companion.web.http.worker_pool import WaitingThreads, Worker, has_failed
from companion.web.http.worker_process import Promise

PATIENCE = 120.0  # seconds to wait for a report; then the browser tries again
WAITING = 32  # waiting requests; others are asked to try again
KEPT = 16

Key = tuple[object, int, int, str, str, Wanted, str]


class StillPrintingError(Exception):
    """The report is not ready. ``before`` counts the reports ahead of it."""

    def __init__(self, before: int) -> None:
        super().__init__()
        self.before = before


class PdfCache:
    """The reports printed last and those being printed.

    The key is database, game, version, paper, language, sections, and why there is no PDF.
    """

    def __init__(self, printer: Worker) -> None:
        self._printer = printer
        self._room = WaitingThreads(WAITING)
        self._asked: Cache[Key, Promise] = Cache(KEPT, evictable=lambda printed: printed.done())

    def body(
        self,
        store: GameStore,
        view: GameView,
        paper: str,
        wanted: Wanted = WHOLE,
        no_pdf: str = "",
    ) -> bytes:
        """Return the report of a game in its present state: a PDF, or a page for the browser.

        It is a page if ``no_pdf`` says why there is no PDF. Raises StillPrintingError, WorkerError,
        and any exception from printing.
        """
        key = (store.where, view.id, view.version, paper, current_language(), wanted, no_pdf)
        printed = self._submit(key)
        self._room.wait(printed, PATIENCE)
        if not printed.done() or printed.cancelled():
            raise StillPrintingError(self._count_before(key))
        body: bytes = printed.result()
        return body

    def part(self, store: GameStore, view: GameView, paper: str, wanted: Wanted) -> float:
        """Return the progress of a report; start it if necessary.

        It is 1 after success or failure.
        """
        key = (store.where, view.id, view.version, paper, current_language(), wanted, "")
        known = self._asked.find(key)
        printed = known if known is not None and has_failed(known) else self._submit(key)
        return 1.0 if printed.done() else printed.part

    def _submit(self, key: Key) -> Promise:
        """Return the future of the report. A failed report is started again."""
        where, game, _, paper, language, wanted, no_pdf = key

        def start_if_needed(known: Promise | None) -> Promise:
            if known is not None and not has_failed(known):
                return known
            return self._printer.submit(
                reporting.print_stored, where, game, paper, language, wanted, no_pdf
            )

        return self._asked.update(key, start_if_needed)

    def _count_before(self, key: Key) -> int:
        undone = [other for other, printed in self._asked.items() if not printed.done()]
        return undone.index(key) if key in undone else 0
