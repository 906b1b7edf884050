"""Replay of drafts: a store that shows a game with a draft, and adds actions to the draft.

It writes nothing but the draft.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cache import Cache
from companion.languages import gettext
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import State
from companion.rules.judge.rules import RULES_VERSION
from companion.store.games.game_store import GameStore
from companion.store.history.answered_forms import Noted
from companion.store.history.drafts import Deed, Draft
from companion.store.history.log_writer import Entered, now
from companion.store.history.past_states import RowWithStates
from companion.store.history.read_model import TAIL
from companion.store.history.records import (
    STANDING,
    GameView,
    LedgerLine,
    LogRow,
    NothingToUndoError,
    Tried,
    require_version,
)
from companion.store.history.rulings import carry_out

KEPT = 16  # replays in memory


@dataclass(frozen=True, slots=True)
class DraftReplay:
    """A replayed draft: the ``start``, the rows ``made``, and the ``state`` after them.

    ``fault`` says why the next deed is impossible; "" if all are possible.
    """

    start: GameView
    state: State
    made: tuple[RowWithStates, ...]
    fault: str

    @property
    def rows(self) -> tuple[LogRow, ...]:
        """The rows as the log would show them."""
        return tuple(made.row for made in self.made)


class DraftReplays:
    """A cache of recent replays, shared by all requests."""

    def __init__(self, most: int = KEPT) -> None:
        self._kept: Cache[tuple[int, int, int, int], DraftReplay] = Cache(most)

    def of(self, store: GameStore, draft: Draft) -> DraftReplay:
        """Replay the draft on the game as it stands.

        Raises NoGameError, CannotOpenError, CannotRebuildError.
        """
        key = (draft.game, draft.device, draft.serial, store.version(draft.game))
        return self._kept.get(key, lambda: _replay(store, draft))


def _replay(store: GameStore, draft: Draft) -> DraftReplay:
    """Replay the draft from the present, or from before the row that it edits."""
    if draft.row is None:
        start = store.open(draft.game)
    else:
        before = store.past.timeline(draft.game).before(draft.row)
        start = store.past.at(draft.game, before or 0)
    made: list[RowWithStates] = []
    for number, deed in enumerate(draft.deeds, start=1):
        before_deed = made[-1].after if made else None
        try:
            made += _play(start, before_deed or start.state, deed, start.head + len(made), number)
        except RefusedError as refused:
            fault = str(refused)
            break
    else:
        fault = ""
    last = made[-1].after if made else None
    return DraftReplay(start, last or start.state, tuple(made), fault)


def _play(start: GameView, state: State, deed: Deed, n: int, number: int) -> list[RowWithStates]:
    """Play one complete deed; its rows are numbered from ``n`` + 1. Raises RefusedError."""
    made = []
    for place, done in enumerate(carry_out(start.rules, state, deed), start=1):
        entered, outcome, before = done.entered, done.outcome, done.before
        row = LogRow(
            n=n + place,
            depth=0,
            deed=number,
            action_json=action_to_json(entered.action),
            by=entered.by,
            at=now(),
            round=before.round.id,
            status=STANDING,
            rules_version=RULES_VERSION,
            events=outcome.events,
            undone_by=None,
            undone_at=None,
            ruling=entered.ruling,
            reason=entered.reason,
        )
        made.append(RowWithStates(row, outcome.entries, (), before, outcome.state))
    return made


class DraftStore:
    """The games as a device with a draft sees them: one game with the draft, the others unchanged.

    It has the interface of :class:`GameStore` for reading and playing. ``present`` is the store
    without the draft.
    """

    def __init__(self, present: GameStore, replays: DraftReplays, draft: Draft) -> None:
        self.present = present
        self._replays = replays
        self.draft = draft
        self.last_turn = present.last_turn
        self.find_laid_tiles = present.find_laid_tiles
        self.sum_movements = present.sum_movements

    def replay(self) -> DraftReplay:
        """Replay the draft."""
        return self._replays.of(self.present, self.draft)

    def open(self, game: int, version: int | None = None) -> GameView:
        """Return the game with the draft."""
        if game != self.draft.game:
            return self.present.open(game, version)
        draft, found = self.draft, self.replay()
        base, rows, deeds = self.present.version(game), found.rows, len(draft.deeds)
        return replace(
            found.start,
            state=found.state,
            version=draft.serial,
            head=rows[-1].n if rows else found.start.head,
            undoable=deeds,
            redoable=0,
            tail=(*found.start.tail, *rows)[-TAIL:],
            then=None,
            tried=Tried(base, deeds, draft.way, draft.row, draft.base != base, found.fault),
        )

    def version(self, game: int) -> int:
        """Return the version of the draft, or of another game."""
        return self.draft.serial if game == self.draft.game else self.present.version(game)

    def rows(self, game: int) -> list[LogRow]:
        """Return the log with the rows of the draft."""
        return [*self.present.rows(game), *(made.row for made in self._new_rows(game))]

    def _new_rows(self, game: int) -> tuple[RowWithStates, ...]:
        """Return the rows that the draft appends to the log; none if it edits the past."""
        appends = game == self.draft.game and self.draft.row is None
        return self.replay().made if appends else ()

    def read_row(self, game: int, n: int) -> RowWithStates | None:
        """Return a row with its entries and states."""
        tried = self.replay().made if game == self.draft.game else ()
        return next((one for one in tried if one.row.n == n), None) or self.present.read_row(
            game, n
        )

    def entries(self, game: int, account: str | None = None) -> list[LedgerLine]:
        """Return the ledger with the entries of the draft."""
        lines = [line for made in self._new_rows(game) for line in _lines(made)]
        new = (line for line in lines if account is None or line.touches(account))
        return [*self.present.entries(game, account), *new]

    def play(
        self,
        game: int,
        version: int,
        action: Action | Entered,
        *more: Action | Entered,
        by: str = "",
        noted: Noted | None = None,
    ) -> GameView:
        """Add a deed to the draft. Raises as a game store does, and DraftTooLongError."""
        view = self._require_version(game, version)
        deed = [e if isinstance(e, Entered) else Entered(e, by) for e in (action, *more)]
        done = tuple(each.entered for each in carry_out(view.rules, view.state, deed))
        self._keep((*self.draft.deeds, done), noted)
        return self.open(game)

    def undo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Remove the last deeds from the draft."""
        self._require_version(game, version)
        if not 0 < deeds <= len(self.draft.deeds):
            raise NothingToUndoError(gettext("There is not that much to undo."))
        self._keep(self.draft.deeds[:-deeds], noted)
        return self.open(game)

    def redo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Raise NothingToUndoError: a draft keeps nothing to redo."""
        raise NothingToUndoError(gettext("There is not that much to redo."))

    def _require_version(self, game: int, version: int) -> GameView:
        view = self.open(game)
        require_version(view.version, version)
        return view

    def _keep(self, deeds: tuple[Deed, ...], noted: Noted | None) -> None:
        base, serial = self.present.version(self.draft.game), self.draft.serial + 1
        draft = replace(self.draft, deeds=deeds, serial=serial, base=base)
        self.present.drafts.keep(draft, noted)
        self.draft = draft


def _lines(made: RowWithStates) -> Iterator[LedgerLine]:
    """Yield the ledger lines of a row."""
    row = made.row
    for place, entry in enumerate(made.entries):
        told = (entry.memo, entry.about, row.round, row.by, row.at, entry.postings)
        yield LedgerLine(row.n, place, *told)
