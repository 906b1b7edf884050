"""A game of ours in the form of an 18xx.games export, so that it can be opened and checked there.

It is played again as that site plays it (:mod:`companion.exchange.following`), and written as far
as both are the same game. Where they part is told: at which row, why, and by which reading.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from companion.exchange.elsewhere import Elsewhere, set_up
from companion.exchange.following import Following, Refusing
from companion.exchange.sending import Body, Sender
from companion.exchange.snapshot import Difference, differences, snapshot
from companion.exchange.supply import Supply
from companion.languages import later, said, translated
from companion.rules.actions import Action
from companion.rules.rounds import RoundId
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.words.rounds import round_words
from companion.store.shelf import Shelf

PARTS = ("players", "companies")
KEYS = {
    "at": later("place on the market"),
    "bank": later("bank"),
    "cash": later("money"),
    "certs": later("certificates"),
    "depot": later("trains of the bank"),
    "discarded": later("discarded trains"),
    "floated": later("floated"),
    "ipo": later("initial offering"),
    "open_privates": later("open privates"),
    "par": later("par price"),
    "phase": later("phase"),
    "pool": later("pool"),
    "president": later("president"),
    "price": later("price"),
    "priority": later("priority"),
    "privates": later("privates"),
    "round": later("round"),
    "shares": later("shares"),
    "stack": later("place in the stack"),
    "tiles": later("tiles"),
    "tokens": later("tokens"),
    "trains": later("trains"),
    "treasury": later("treasury"),
    "value": later("worth"),
}


class Done(NamedTuple):
    """A standing row of our log: its action, the states before and after it, when it was entered.
    ``apart`` says why it cannot be written, where the table went its own way.
    """

    n: int
    action: Action
    before: State
    after: State
    at: datetime | None = None
    apart: str = ""


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
    return Written(_body(ours, played, number, [row.at for row in rows if row.at]), played.stop)


# --- playing


class _Parting(Exception):
    """The games part at a row."""

    def __init__(self, row: Done, why: str) -> None:
        super().__init__(why)
        self.row = row


def _play(ours: Rules, elsewhere: Elsewhere, rows: Sequence[Done]) -> Played:
    """The game there, as far as it is the same as ours."""
    rules, dialect = elsewhere.judge(), elsewhere.dialect
    following = Following(rules, dialect, ours)
    start = following.state
    ids = {seat: id for id, seat in enumerate(start.order, start=1)}
    sender = Sender(rules, dialect, Supply(rules, dialect, start, ids))
    found = Played(elsewhere, start)
    sure = _Sure(ours, rules, elsewhere)
    try:
        for place, row in enumerate(rows):
            sure.reached(place)
            for body in _row(following, sender, row, sure):
                found.actions.append(_dated(body, row.at))
            found.state = following.state
        if rows:
            for step in following.lead(rows[-1].after):
                for body in sender.sent(step.action, step.before, step.after) or ():
                    found.actions.append(_dated(body, rows[-1].at))
            found.state = following.state
            sure.compare(rows[-1], rows[-1].after, found.state)
            sure.end(rows[-1])
    except _Parting as parting:
        place = next(n for n, row in enumerate(rows) if row.n == parting.row.n)
        found.stop = Stop(parting.row.n, place, str(parting))
        if place < sure.place or sure.place == len(rows):  # it was noticed only later
            short = _play(ours, elsewhere, rows[:place])
            found.actions, found.state = short.actions, short.state
    return found


def _row(following: Following, sender: Sender, row: Done, sure: "_Sure") -> Iterator[Body]:
    """What a row is there. Raises _Parting."""
    if row.apart:
        raise _Parting(row, row.apart)
    aligned = False
    try:
        for step in following.do(row.before, row.action):
            if step.action == row.action and not aligned:
                aligned = True
                sure.compare(row, row.before, step.before)
            bodies = sender.sent(step.action, step.before, step.after)
            if bodies is None:
                raise _Parting(row, translated("18xx.games knows no such action."))
            yield from bodies
    except Refusing as refusing:
        raise _Parting(row, _why_not(following, row, refusing)) from None


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


class _Sure:
    """Whether both games are the same, row by row. What differs only for a while, as money that is
    paid sooner there, is none once a round has begun with both alike.
    """

    def __init__(self, ours: Rules, rules: Rules, elsewhere: Elsewhere) -> None:
        self.ours, self.rules, self.elsewhere = ours, rules, elsewhere
        self.place = 0
        self._before: Done | None = None
        self._parted: tuple[Done, str, RoundId] | None = None

    def reached(self, place: int) -> None:
        """So many rows have been played."""
        self.place = place

    def compare(self, row: Done, mine: State, theirs: State) -> None:
        """Compare before a row (or after the last). Raises _Parting once it is sure."""
        if _alike(mine, theirs):
            self._parted = None
        elif self._parted is None:
            self._parted = self._before or row, self._told(mine, theirs), mine.round.id
        elif self._parted[2] != mine.round.id:
            self.end(row)
        self._before = row

    def end(self, row: Done) -> None:
        """What differs at the end stays so. Raises _Parting."""
        if self._parted:
            parted, why, _ = self._parted
            raise _Parting(parted, why)

    def _told(self, mine: State, theirs: State) -> str:
        dialect = self.elsewhere.dialect
        here = snapshot(self.ours, dialect, mine)
        there = snapshot(self.rules, dialect, theirs)
        found = min(differences(there, here), key=_telling, default=None)
        if found is None:
            return translated("On 18xx.games it comes to something else.")
        return said(
            "It comes to something else on 18xx.games: {what} is {theirs} there, {ours} here.",
            what=", ".join(_words(found.path)),
            theirs=json.dumps(found.expected, ensure_ascii=False),
            ours=json.dumps(found.ours, ensure_ascii=False),
        )


def _telling(difference: Difference) -> bool:
    """Of prices and treasuries is told first; what players are worth follows from them."""
    return not difference.path.startswith("companies")


def _words(path: str) -> Iterator[str]:
    """A place in a snapshot, in words: "companies.PRR.cash" is "PRR" and "cash"."""
    for part in path.split("."):
        if part not in PARTS:
            yield translated(KEYS[part]) if part in KEYS else part


def _alike(mine: State, theirs: State) -> bool:
    """Are money, certificates, privates, trains, prices and the map the same?"""
    return (
        mine.cash == theirs.cash
        and mine.certificates == theirs.certificates
        and mine.privates == theirs.privates
        and mine.stacks == theirs.stacks
        and mine.board.laid == theirs.board.laid
        and mine.board.tokens == theirs.board.tokens
        and {train: card.place for train, card in mine.trains.items()}
        == {train: card.place for train, card in theirs.trains.items()}
        and mine.finished == theirs.finished
    )


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


# --- the file


def _dated(body: Body, at: datetime | None) -> Body:
    """An action with its moment, if that is known, where exports have it."""
    if at is None:
        return body
    first = {key: body[key] for key in ("type", "entity", "entity_type")}
    return {**first, "created_at": int(at.timestamp()), **body}


def _body(ours: Rules, played: Played, number: int, moments: Sequence[datetime]) -> dict[str, Any]:
    """The whole file, with the keys that exports have in their order."""
    elsewhere, state = played.elsewhere, played.state
    rules = elsewhere.judge()
    ids = {seat: id for id, seat in enumerate(rules.start().state.order, start=1)}
    counts = ours.data.cash
    over = bool(state.finished)
    actor = None if over else rules.actor(state)
    begun, changed = (int(at.timestamp()) if at else 0 for at in _span(moments))
    ended = {"finished_at": changed} if over else {}
    kinds = {"auction": "Auction Round", "stock": "Stock Round", "operating": "Operating Round"}
    why = {"game_end_reason": elsewhere.dialect.ends.get(state.finished, state.finished)}
    return {
        "id": number,
        "description": played.stop.why if played.stop else "",
        "user": {"id": 0, "name": "You"},
        "players": [{"id": id, "name": ours.words.names[seat]} for seat, id in ids.items()],
        "min_players": min(counts),
        "max_players": max(counts),
        "title": elsewhere.dialect.name,
        "settings": {
            "seed": elsewhere.setup.seed,
            "is_async": True,
            "unlisted": True,
            "auto_routing": True,
            "player_order": None,
            "optional_rules": list(elsewhere.rules),
        },
        "user_settings": None,
        "status": "finished" if over else "active",
        "turn": state.round.id.number,
        "round": kinds.get(state.round.id.kind, "Stock Round"),
        "acting": [ids[seat] for seat in ids if over or seat == actor],
        "result": {str(ids[seat]): rules.worth(state, seat) for seat in ids} if over else {},
        "actions": [_numbered(body, id) for id, body in enumerate(played.actions, start=1)],
        "loaded": True,
        "created_at": begun,
        "updated_at": changed,
        **ended,
        **(why if over else {}),
    }


def _span(moments: Sequence[datetime]) -> tuple[datetime | None, datetime | None]:
    return (min(moments), max(moments)) if moments else (None, None)


def _numbered(body: Body, id: int) -> Body:
    """An action with its number, which exports have after who sent it."""
    first = {key: body[key] for key in ("type", "entity", "entity_type")}
    return {**first, "id": id, **{key: value for key, value in body.items() if key not in first}}


def write_stored(shelf: Shelf, game: int) -> Written:
    """The export of a stored game. Raises NoGame, CannotOpen, BadFile."""
    ours = shelf.open(game).rules
    rows: list[Done] = []
    before: State | None = None
    depth = -1
    for row, state in shelf.walk(game):
        if before is not None and row.action is not None:
            gap = row.depth > depth + 1
            apart = translated("Rows before it were played under older rules.") if gap else ""
            rows.append(Done(row.n, row.action, before, state, row.at, apart))
        before, depth = state, row.depth
    return write_game(ours, rows, game)


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
