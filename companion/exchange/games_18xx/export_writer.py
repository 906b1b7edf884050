"""Export of a game as an 18xx.games file, which can be opened and checked there.

The game is replayed as that site plays it (:mod:`companion.exchange.games_18xx.site_replay`). It is
written as long as both games agree. If they diverge, the result names the row, the reason and the
reading that causes it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.exchange.games_18xx.action_writer import Body, Sender
from companion.exchange.games_18xx.divergence import (
    DivergenceCheck,
    DivergenceError,
    PlayedRow,
    are_alike,
)
from companion.exchange.games_18xx.export_header import add_date, whole
from companion.exchange.games_18xx.piece_names import Supply
from companion.exchange.games_18xx.reordering import find_turn, is_same_turn, other_orders
from companion.exchange.games_18xx.site_replay import Following, SiteRefusedError, SiteStep
from companion.exchange.games_18xx.site_setup import SiteSetup, setup_there
from companion.languages import format_text, gettext
from companion.rules.amend.correction_actions import Correction, CorrectMap
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.opening.opening_step import OpenPosition
from companion.rules.words.rounds import round_words
from companion.store.games.game_store import GameStore
from companion.store.history.records import LogRow


@dataclass(frozen=True, slots=True)
class DivergencePoint:
    """The point where the two games diverge: row ``n``, and the reason in a sentence.

    ``reached`` counts the rows that are the same in both.
    """

    n: int
    reached: int
    why: str


@dataclass(slots=True)
class Written:
    """The written export, and where it stops short of our game, if it does."""

    body: dict[str, Any]
    stop: DivergencePoint | None = None


@dataclass(slots=True)
class PlayedGame:
    """A game as played there: its actions, its last state, and where it stops."""

    elsewhere: SiteSetup
    state: State
    actions: list[Body] = field(default_factory=list)
    stop: DivergencePoint | None = None


def write_game(ours: Rules, rows: Sequence[PlayedRow], number: int = 1) -> Written:
    """Return the export of a game with these rows.

    Raises BadFileError if the game cannot be set up there.
    """
    elsewhere = setup_there(ours)
    played = _play(ours, elsewhere, rows)
    if played.stop:
        played.stop = _with_reading(ours, elsewhere, rows, played.stop)
    moments = [row.at for row in rows if row.at]
    why = played.stop.why if played.stop else ""
    body = whole(ours, elsewhere, played.state, played.actions, moments, number=number, why=why)
    return Written(body, played.stop)


# --- playing


def _play(ours: Rules, elsewhere: SiteSetup, rows: Sequence[PlayedRow]) -> PlayedGame:
    """Replay the game there as long as it agrees with ours."""
    writing = Writing(ours, elsewhere, rows)
    found, sure = writing.found, writing.sure
    try:
        writing.write()
    except DivergenceError as parting:
        place = next(n for n, row in enumerate(rows) if row.n == parting.row.n)
        found.stop = DivergencePoint(parting.row.n, place, str(parting))
        if place < sure.place or sure.place == len(rows):  # the divergence was noticed only later
            short = _play(ours, elsewhere, rows[:place])
            found.actions, found.state = short.actions, short.state
    return found


class RowRefusedError(DivergenceError):
    """Their game refuses a row in our order."""


class Writing:
    """A game that is being written: the site's actions for each of our rows."""

    def __init__(self, ours: Rules, elsewhere: SiteSetup, rows: Sequence[PlayedRow]) -> None:
        rules, adapter = elsewhere.judge(), elsewhere.adapter
        self.rows = rows
        self.following = Following(rules, adapter, ours)
        start = self.following.state
        ids = {seat: id for id, seat in enumerate(start.order, start=1)}
        self.sender = Sender(rules, adapter, Supply(rules, adapter, start, ids))
        self.found = PlayedGame(elsewhere, start)
        self.sure = DivergenceCheck(ours, rules, adapter)
        self.calm = 0, start  # number of actions and state before the last question

    def write(self) -> None:
        """Write all rows. Raises DivergenceError."""
        place, mark = 0, self._mark()
        while place < len(self.rows):
            row = self.rows[place]
            begins = place == 0 or not is_same_turn(self.rows[place - 1], row)
            if begins and row.before.round.operating:
                mark = self._mark()
            self.sure.set_row(place)
            try:
                if place not in self.sure.ahead:
                    self._do(row)
                self.sure.ahead.discard(place)
                place += 1
            except RowRefusedError as refused:
                place = self._in_other_order(place, mark) or self._answer_first(place, refused)
            self.found.state = self.following.state
        if self.rows:
            last = self.rows[-1]
            self._lead(last)
            self.found.state = self.following.state
            self.sure.compare(last, last.after, self.found.state)
            self.sure.end(last)

    def _lead(self, row: PlayedRow) -> None:
        """Write the passes that bring their game to the state of ours after a row."""
        for step in self.following.lead(row.after):
            for body in self.sender.sent(step.action, step.before, step.after) or ():
                self.found.actions.append(add_date(body, row.at))

    def _do(self, row: PlayedRow, compare: bool = True) -> None:
        """Write a row. Raises DivergenceError."""
        adapter, actions = self.sender.adapter, self.found.actions
        for step, bodies in _row(self.following, self.sender, row, self.sure if compare else None):
            if not step.before.questions:
                self.calm = len(actions), step.before
            actions += (add_date(body, row.at) for body in bodies)
            instead = adapter.withdrawn and adapter.withdrawn(step.action, step.before, step.after)
            if instead:  # the site has nothing of the questions since then
                count, before = self.calm
                told = self.sender.sent(instead, before, step.after) or ()
                actions[count:] = [add_date(body, row.at) for body in told]

    # --- in another order

    def _mark(self) -> tuple[Any, ...]:
        """Return a mark of the current progress, for ``_back``."""
        sender = self.sender
        saved = self.following.save(), sender.supply.save(), sender.private_with_token
        return *saved, len(self.found.actions), self.calm

    def _back(self, mark: tuple[Any, ...]) -> None:
        """Return to a mark."""
        following, supply, private, count, self.calm = mark
        self.following.restore(following)
        self.sender.supply.restore(supply)
        self.sender.private_with_token = private
        del self.found.actions[count:]

    def _in_other_order(self, place: int, mark: tuple[Any, ...]) -> int:
        """Write the turn of a refused row with one deed earlier, if the result is the same.

        Returns the place of the first row after the turn, or 0 if no order works.
        """
        if self.rows[place].before.round.operating is None or self.sure.ahead:
            return 0
        first, end = find_turn(self.rows, place)
        last = self.rows[end - 1]
        for order in other_orders(self.rows[first:end], place - first):
            self._back(mark)
            try:
                for row in order:
                    self._do(row, compare=False)
                self._lead(last)
            except DivergenceError:
                continue
            if are_alike(last.after, self.following.state):
                self.sure.agree(last)
                return end
        self._back(mark)
        self._write_again(first, place)
        return 0

    def _write_again(self, first: int, end: int) -> None:
        """Write rows again in their own order."""
        for row in self.rows[first:end]:
            self._do(row, compare=False)

    def _answer_first(self, place: int, refused: RowRefusedError) -> int:
        """Give the answer that is asked later in our game, then return to the refused row.

        Raises the refusal if no later row answers the question.
        """
        step = self.following.rules.waiting(self.following.state)
        asked = step is not None and self.following.state.questions
        for later in range(place + 1, len(self.rows) if asked else 0):
            row = self.rows[later]
            refusals = judge.refusals(self.following.rules, self.following.state, row.action)
            new = later not in self.sure.ahead
            if new and step and step.takes(self.following.state, row.action) and not refusals:
                self._do(row._replace(before=self.rows[place].before), compare=False)
                self.sure.ahead.add(later)
                return place
        raise refused


def _row(
    following: Following, sender: Sender, row: PlayedRow, sure: DivergenceCheck | None
) -> Iterator[tuple[SiteStep, list[Body]]]:
    """Yield the steps of a row in their game. Raises DivergenceError."""
    if row.apart:
        raise DivergenceError(row, row.apart)
    aligned = False
    try:
        for step in following.do(row.before, row.action):
            if step.action == row.action and not aligned:
                aligned = True
                if sure:
                    sure.compare(row, row.before, step.before)
            fails = sender.adapter.fails
            if fails and fails(*step):
                raise DivergenceError(
                    row, gettext("18xx.games fails on it with an error of its own.")
                )
            bodies = sender.sent(step.action, step.before, step.after)
            if bodies is None:
                raise DivergenceError(row, gettext("18xx.games has no such action."))
            yield step, bodies
    except SiteRefusedError as refusing:
        raise RowRefusedError(row, _why_not(following, row, refusing)) from None


def _why_not(following: Following, row: PlayedRow, refusing: SiteRefusedError) -> str:
    """Return a sentence that says why their game refuses an action."""
    if not refusing.refusals:
        return gettext("18xx.games has no such action at that point.")
    mine, theirs = row.before.round.id, following.state.round.id
    if mine != theirs:
        names = {"theirs": round_words(theirs), "ours": round_words(mine)}
        return format_text(
            "On 18xx.games it is {theirs} at that point; here it is {ours}.", **names
        )
    refused = gettext("18xx.games would not allow it.")
    return " ".join((refused, *(refusal.says for refusal in refusing.refusals)))


def _with_reading(
    ours: Rules, elsewhere: SiteSetup, rows: Sequence[PlayedRow], stop: DivergencePoint
) -> DivergencePoint:
    """Add to the stop the readings that cause it.

    A reading is named if both games went on together with our value for it.
    """
    if rows[stop.reached].apart:
        return stop
    short = rows[: stop.reached + 1]
    found = []
    for option in elsewhere.readings:
        options = {**elsewhere.setup.options, option.key: ours.options[option.key]}
        other = replace(elsewhere, setup=replace(elsewhere.setup, options=options))
        again = _play(ours, other, rows[: stop.reached + 40])
        if again.stop is None or again.stop.reached >= len(short):
            found.append(gettext(option.says))
    if not found:
        return stop
    differently = gettext("18xx.games reads it differently")
    return replace(stop, why=f"{stop.why} {differently} – {' · '.join(found)}")


def write_stored(store: GameStore, game: int) -> Written:
    """Return the export of a stored game. Raises NoGameError, CannotOpenError, BadFileError."""
    ours = store.open(game).rules
    rows: list[PlayedRow] = []
    before: State | None = None
    depth = -1
    for row, state in store.past.walk(game):
        if before is not None and row.action is not None:
            apart = _apart(row, gap=row.depth > depth + 1)
            rows.append(PlayedRow(row.n, row.action, before, state, row.at, apart))
        before, depth = state, row.depth
    return write_game(ours, rows, game)


def _apart(row: LogRow, gap: bool) -> str:
    """Return why a row cannot be written, else "".

    The reason is a ruling, a correction or a gap in the log.
    """
    if gap:
        return gettext("Earlier rows cannot be rebuilt.")
    if isinstance(row.action, OpenPosition):
        return gettext("The game began on paper: 18xx.games does not know what came before.")
    if row.ruling:
        return format_text("The table ruled on it: {why}", why=row.ruling["why"])
    if isinstance(row.action, CorrectMap):
        return gettext(
            "18xx.games always uses the map, but from here on this game stops or starts using it."
        )
    if isinstance(row.action, Correction):
        return format_text("It is a correction: {why}", why=row.action.reason)
    return ""


def file_of(written: Written) -> bytes:
    """Return the file of an export."""
    return json.dumps(written.body, ensure_ascii=False).encode()
