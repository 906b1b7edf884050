"""A game of ours in the form of an 18xx.games export, so that it can be opened and checked there.

It is played again as that site plays it (:mod:`companion.exchange.following`), and written as far
as both are the same game. Where they part is told: at which row, why, and by which reading.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.exchange.elsewhere import Elsewhere, set_up
from companion.exchange.following import Following, Refusing, Step
from companion.exchange.parting import Done, Parting, Sure
from companion.exchange.sending import Body, Sender
from companion.exchange.site_file import dated, whole
from companion.exchange.supply import Supply
from companion.languages import said, translated
from companion.rules.actions import Action
from companion.rules.corrections import Correction
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.words.rounds import round_words
from companion.store.records import LogRow
from companion.store.shelf import Shelf
from companion.titles.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the two games part: at row ``n``, and why, in a sentence. ``reached`` counts the rows
    that are the same in both.
    """

    n: int
    reached: int
    why: str


@dataclass(slots=True)
class Written:
    """What was written: the export, and where it stops short of our game, if it does."""

    body: dict[str, Any]
    stop: Stop | None = None


@dataclass(slots=True)
class Played:
    """A game as it was played there: its actions, the state it came to, where it stops."""

    elsewhere: Elsewhere
    state: State
    actions: list[Body] = field(default_factory=list)
    stop: Stop | None = None


def write_game(ours: Rules, rows: Sequence[Done], number: int = 1) -> Written:
    """The export of a game with these rows. Raises BadFile where it cannot be set up there."""
    elsewhere = set_up(ours)
    played = _play(ours, elsewhere, rows)
    if played.stop:
        played.stop = _with_reading(ours, elsewhere, rows, played.stop)
    moments = [row.at for row in rows if row.at]
    why = played.stop.why if played.stop else ""
    body = whole(ours, elsewhere, played.state, played.actions, moments, number, why)
    return Written(body, played.stop)


# --- playing


def _play(ours: Rules, elsewhere: Elsewhere, rows: Sequence[Done]) -> Played:
    """The game there, as far as it is the same as ours."""
    rules, dialect = elsewhere.judge(), elsewhere.dialect
    following = Following(rules, dialect, ours)
    start = following.state
    ids = {seat: id for id, seat in enumerate(start.order, start=1)}
    sender = Sender(rules, dialect, Supply(rules, dialect, start, ids))
    found = Played(elsewhere, start)
    sure, calm = Sure(ours, rules, dialect), (0, start)
    try:
        for place, row in enumerate(rows):
            sure.reached(place)
            for step, bodies in _row(following, sender, row, sure):
                if not step.before.questions:
                    calm = len(found.actions), step.before
                found.actions += (dated(body, row.at) for body in bodies)
                instead = dialect.withdrawn and dialect.withdrawn(
                    step.action, step.before, step.after
                )
                if instead:  # all that was asked since is not there
                    count, before = calm
                    found.actions[count:] = [
                        dated(body, row.at)
                        for body in sender.sent(instead, before, step.after) or ()
                    ]
            found.state = following.state
        if rows:
            for step in following.lead(rows[-1].after):
                for body in sender.sent(step.action, step.before, step.after) or ():
                    found.actions.append(dated(body, rows[-1].at))
            found.state = following.state
            sure.compare(rows[-1], rows[-1].after, found.state)
            sure.end(rows[-1])
    except Parting as parting:
        place = next(n for n, row in enumerate(rows) if row.n == parting.row.n)
        found.stop = Stop(parting.row.n, place, str(parting))
        if place < sure.place or sure.place == len(rows):  # it was noticed only later
            short = _play(ours, elsewhere, rows[:place])
            found.actions, found.state = short.actions, short.state
    return found


def _instead(dialect: Dialect, step: Step) -> Action | None:
    """What stands there for all since nothing was asked, where it came to nothing with a step."""
    if dialect.withdrawn is None:
        return None
    return dialect.withdrawn(step.action, step.before, step.after)


def _row(
    following: Following, sender: Sender, row: Done, sure: Sure
) -> Iterator[tuple[Step, list[Body]]]:
    """What a row is there, step by step. Raises Parting."""
    if row.apart:
        raise Parting(row, row.apart)
    aligned = False
    try:
        for step in following.do(row.before, row.action):
            if step.action == row.action and not aligned:
                aligned = True
                sure.compare(row, row.before, step.before)
            bodies = sender.sent(step.action, step.before, step.after)
            if bodies is None:
                raise Parting(row, translated("18xx.games knows no such action."))
            yield step, bodies
    except Refusing as refusing:
        raise Parting(row, _why_not(following, row, refusing)) from None


def _why_not(following: Following, row: Done, refusing: Refusing) -> str:
    """Why an action is not taken there, in a sentence."""
    if not refusing.refusals:
        return translated("18xx.games knows no such action at that moment.")
    mine, theirs = row.before.round.id, following.state.round.id
    if mine != theirs:
        names = {"theirs": round_words(theirs), "ours": round_words(mine)}
        return said("On 18xx.games it is {theirs} by then; here it is {ours}.", **names)
    reasons = " ".join(str(refusal) for refusal in refusing.refusals)
    return said("18xx.games would not allow it: {why}", why=reasons)


def _with_reading(ours: Rules, elsewhere: Elsewhere, rows: Sequence[Done], stop: Stop) -> Stop:
    """The same with the readings by which the games part there: each with which alone, if it were
    read there as here, they would go on together.
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
            found.append(translated(option.says))
    if not found:
        return stop
    named = said("It is read otherwise there: {readings}.", readings="; ".join(found))
    return replace(stop, why=f"{stop.why} {named}")


def write_stored(shelf: Shelf, game: int) -> Written:
    """The export of a stored game. Raises NoGame, CannotOpen, BadFile."""
    ours = shelf.open(game).rules
    rows: list[Done] = []
    before: State | None = None
    depth = -1
    for row, state in shelf.walk(game):
        if before is not None and row.action is not None:
            apart = _apart(row, gap=row.depth > depth + 1)
            rows.append(Done(row.n, row.action, before, state, row.at, apart))
        before, depth = state, row.depth
    return write_game(ours, rows, game)


def _apart(row: LogRow, gap: bool) -> str:
    """Why a row cannot be written, where the table went its own way."""
    if gap:
        return translated("Rows before it were played under older rules.")
    if row.ruling:
        return said("The table ruled it: {why}", why=row.ruling["why"])
    if isinstance(row.action, Correction):
        return said("It is a correction: {why}", why=row.action.reason)
    return ""


def file_of(written: Written) -> bytes:
    """The file of an export."""
    return json.dumps(written.body, ensure_ascii=False).encode()


def rows_of(ours: Rules, start: State, actions: Iterable[Action]) -> list[Done]:
    """The rows of a game that was played nowhere but here, by its actions."""
    rows, before = [], start
    for n, action in enumerate(actions, start=1):
        after = ours.apply(before, action).state
        rows.append(Done(n, action, before, after))
        before = after
    return rows
