"""Trying: the games with one of them shown, and going on, as a device tries it.

Nothing is written but the draft. So every screen shows the outcome of the deeds that are tried, and
every deed there is one more.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Lock

from companion.languages import translated
from companion.ledger.entries import Entry
from companion.rules.actions import Action, action_to_json
from companion.rules.refusals import Refused
from companion.rules.rounds import RoundId
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.store.answers import Noted
from companion.store.drafts import Deed, Draft
from companion.store.past import Made
from companion.store.records import (
    STANDING,
    GameView,
    LedgerLine,
    LogRow,
    NothingThere,
    StaleVersion,
    Tried,
)
from companion.store.ruled import carried_out
from companion.store.shelf import GameStore
from companion.store.views import TAIL
from companion.store.writing import Entered, now

KEPT = 16  # games as somebody tries them, in memory


@dataclass(frozen=True, slots=True)
class Course:
    """What is tried, carried out: the ``start`` and what became of it, row by row; ``fault`` is why
    no more of it can be done.
    """

    start: GameView
    state: State
    made: tuple[Made, ...]
    fault: str

    @property
    def rows(self) -> tuple[LogRow, ...]:
        """The rows, as the log would have them."""
        return tuple(made.row for made in self.made)


class Trials:
    """The games that are tried, as they were carried out last."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._guard = Lock()
        self._kept: OrderedDict[tuple[int, int, int, int], Course] = OrderedDict()

    def course(self, shelf: GameStore, draft: Draft) -> Course:
        """What becomes of the draft as the game stands now. Raises as ``GameStore.open`` does, and
        CannotRebuild.
        """
        version = shelf.version(draft.game)
        key = (draft.game, draft.device, draft.serial, version)
        with self._guard:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        found = _carried_out(_start(shelf, draft), draft)
        with self._guard:
            self._kept[key] = found
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found


def _start(shelf: GameStore, draft: Draft) -> GameView:
    """The game as it stands, or before the row that is to be mended."""
    if draft.row is None:
        return shelf.open(draft.game)
    before = shelf.past.timeline(draft.game).before(draft.row)
    return shelf.past.at(draft.game, before or 0)


def _carried_out(start: GameView, draft: Draft) -> Course:
    state, n, fault = start.state, start.head, ""
    rows: list[Made] = []
    for number, deed in enumerate(draft.deeds, start=1):
        try:
            done = list(_one(start.rules, state, deed, n, number))
        except Refused as refused:
            fault = str(refused)
            break
        rows += done
        n, state = n + len(done), done[-1].after or state
    return Course(start, state, tuple(rows), fault)


def _one(rules: Rules, state: State, deed: Deed, n: int, number: int) -> Iterator[Made]:
    """Carry out one deed: its rows, as the log would have them. Raises Refused."""
    for place, each in enumerate(deed, start=1):
        outcome, entered = carried_out(rules, state, each)
        row = LogRow(
            n=n + place,
            depth=0,
            deed=number,
            action_json=action_to_json(entered.action),
            by=entered.by,
            at=now(),
            round=state.round.id,
            status=STANDING,
            rules_version=rules.version,
            events=outcome.events,
            undone_by=None,
            undone_at=None,
            ruling=entered.ruling,
            reason=entered.reason,
        )
        yield Made(row, outcome.entries, (), state, outcome.state)
        state = outcome.state


class TriedStore:
    """The games as a device sees them that tries something in one; ``present`` has that as it is.

    It is looked at and played as a :class:`GameStore`.
    """

    def __init__(self, present: GameStore, trials: Trials, draft: Draft) -> None:
        self.present = present
        self._trials = trials
        self.draft = draft
        self.last_turn = present.last_turn
        self.moved = present.moved

    def course(self) -> Course:
        """What is tried, carried out."""
        return self._trials.course(self.present, self.draft)

    def open(self, game: int) -> GameView:
        if game != self.draft.game:
            return self.present.open(game)
        draft, course = self.draft, self.course()
        version = self.present.version(game)
        tried = Tried(
            version, len(draft.deeds), draft.way, draft.row, draft.base != version, course.fault
        )
        rows = course.rows
        return replace(
            course.start,
            state=course.state,
            version=draft.serial,
            head=rows[-1].n if rows else course.start.head,
            undoable=len(draft.deeds),
            redoable=0,
            tail=(*course.start.tail, *rows)[-TAIL:],
            then=None,
            tried=tried,
        )

    def version(self, game: int) -> int:
        return self.draft.serial if game == self.draft.game else self.present.version(game)

    def rows(self, game: int) -> list[LogRow]:
        found = self.present.rows(game)
        if game != self.draft.game or self.draft.row is not None:
            return found
        return [*found, *self.course().rows]

    def made(self, game: int, n: int) -> Made | None:
        tried = self.course().made if game == self.draft.game else ()
        return next((one for one in tried if one.row.n == n), None) or self.present.made(game, n)

    def entries(
        self, game: int, account: str | None = None, round: RoundId | None = None
    ) -> list[LedgerLine]:
        found = self.present.entries(game, account, round)
        if game != self.draft.game or self.draft.row is not None:
            return found
        made = self.course().made
        lines = (_line(one.row, n, e) for one in made for n, e in enumerate(one.entries))
        return [
            *found,
            *(
                line
                for line in lines
                if (account is None or any(p.account == account for p in line.postings))
                and round in (None, line.round)
            ),
        ]

    def play(
        self,
        game: int,
        version: int,
        action: Action | Entered,
        *more: Action | Entered,
        by: str = "",
        noted: Noted | None = None,
    ) -> GameView:
        """Try one deed more. Raises as on any shelf, and TooMuch."""
        view = self._fresh_view(game, version)
        deed = tuple(e if isinstance(e, Entered) else Entered(e, by) for e in (action, *more))
        kept = []
        state = view.state
        for each in deed:
            outcome, entered = carried_out(view.rules, state, each)
            kept.append(entered)
            state = outcome.state
        self._keep((*self.draft.deeds, tuple(kept)), noted)
        return self.open(game)

    def undo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Try the last deeds no more."""
        self._fresh_view(game, version)
        if not 0 < deeds <= len(self.draft.deeds):
            raise NothingThere(translated("There is not that much to undo."))
        self._keep(self.draft.deeds[:-deeds], noted)
        return self.open(game)

    def redo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        raise NothingThere(translated("There is not that much to redo."))

    def _fresh_view(self, game: int, version: int) -> GameView:
        view = self.open(game)
        if view.version != version:
            raise StaleVersion(view.version)
        return view

    def _keep(self, deeds: tuple[Deed, ...], noted: Noted | None) -> None:
        base = self.present.version(self.draft.game)
        draft = replace(self.draft, deeds=deeds, serial=self.draft.serial + 1, base=base)
        self.present.drafts.keep(draft, noted)
        self.draft = draft


def _line(row: LogRow, place: int, entry: Entry) -> LedgerLine:
    return LedgerLine(
        n=row.n,
        place=place,
        memo=entry.memo,
        about=entry.about,
        round=row.round,
        by=row.by,
        at=row.at,
        postings=entry.postings,
    )
