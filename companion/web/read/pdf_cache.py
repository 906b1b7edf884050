"""Reports as PDFs, printed by a process of their own: each once, for all who ask for it."""

from companion import reporting
from companion.cache import Cache
from companion.languages import current_language
from companion.reporting.content.sections import WHOLE, Wanted
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView
from companion.web.http.workers import Promise, Room, Worker, has_failed

PATIENCE = 120.0  # seconds somebody waits for an answer before being asked to come again
WAITING = 32  # so many wait at once; the others are asked to come again
KEPT = 16

Key = tuple[object, int, int, str, str, Wanted]


class StillPrinting(Exception):
    """The report is not there yet; ``before`` counts those that are printed before it."""

    def __init__(self, before: int) -> None:
        super().__init__()
        self.before = before


class Prints:
    """The reports printed last and those being printed, by database, game, version, paper,
    language and what is wanted."""

    def __init__(self, printer: Worker) -> None:
        self._printer = printer
        self._room = Room(WAITING)
        self._asked: Cache[Key, Promise] = Cache(KEPT, evictable=lambda printed: printed.done())

    def pdf(self, shelf: GameStore, view: GameView, paper: str, wanted: Wanted = WHOLE) -> bytes:
        """The report of a game as it stands. Raises StillPrinting, WorkerFault, and what printing
        raises.
        """
        key = (shelf.where, view.id, view.version, paper, current_language(), wanted)
        printed = self._printed(key)
        self._room.wait(printed, PATIENCE)
        if not printed.done() or printed.cancelled():
            raise StillPrinting(self._before(key))
        body: bytes = printed.result()
        return body

    def part(self, shelf: GameStore, view: GameView, paper: str, wanted: Wanted) -> float:
        """How much of such a report is done, 1 when all of it or where it came to nothing; it is
        begun where it was not.
        """
        key = (shelf.where, view.id, view.version, paper, current_language(), wanted)
        known = self._asked.find(key)
        printed = known if known is not None and has_failed(known) else self._printed(key)
        return 1.0 if printed.done() else printed.part

    def _printed(self, key: Key) -> Promise:
        """The report, or the promise of it; one that came to nothing is begun anew."""
        where, game, _, paper, language, wanted = key

        def begun(known: Promise | None) -> Promise:
            if known is not None and not has_failed(known):
                return known
            return self._printer.submit(
                reporting.print_stored, where, game, paper, language, wanted
            )

        return self._asked.update(key, begun)

    def _before(self, key: Key) -> int:
        undone = [other for other, printed in self._asked.items() if not printed.done()]
        return undone.index(key) if key in undone else 0
