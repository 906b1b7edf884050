"""Playing all rows of a game again, each on the row it was played on, and holding what comes of it
against what is stored.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from companion.ledger.entries import LedgerFault, Posting
from companion.rules.actions import Action
from companion.rules.entering import BadAction, read_action
from companion.rules.limits import exceeded, overstepped
from companion.rules.refusals import Refused
from companion.rules.rules import Outcome
from companion.rules.rulings import BadRuling, read_ruling, rule
from companion.rules.state import FORMAT, State, state_from_json, state_to_json
from companion.rules.upgrading import upgraded
from companion.store.course import UNREADABLE, Course, Judges
from companion.store.journal import ENTRY, Followed, Plain, canonical
from companion.store.opening import winners
from companion.store.records import ON_THE_WAY
from companion.store.saving import Rows
from companion.store.tables import round_columns
from companion.store.writing import Entered, Writer

# part, row, round (worked out by who asks), facts: as ``checking.Found`` has them
Finding = tuple[str, int | None, None, Mapping[str, str]]


def finding(part: str, n: int | None = None, **facts: object) -> Finding:
    """What was found, in which row."""
    return part, n, None, {name: str(fact) for name, fact in facts.items()}


ON_THE_TABLE = ("cash", "certificates", "privates", "trains", "board", "stacks", "phase")


class Replay:
    """The rows of a game, played again. ``played`` counts those of which all was worked out anew;
    ``older`` are those of which these rules cannot tell.
    """

    def __init__(self, rows: Rows, judges: Judges, version: int, followed: Followed) -> None:
        self.judges, self.rules, self.version = judges, judges.now, version
        self.rows = rows
        self.after = {n: row.after for n, row in followed.rows.items()}
        self.before = {n for n, row in followed.rows.items() if "status" in row.mark}
        self.head = followed.head.mark["n"] if followed.head else 0
        self.books = _books(rows)
        self.snapshots: dict[int, Any] = {row["n"]: row["state"] for row in rows["snapshot"]}
        self.states: dict[int, State] = {}
        self.balances: dict[int, Counter[str]] = {}
        self.played = 0
        self.older: list[int] = []
        self._course = Course(judges, None)

    def found(self) -> Iterator[Finding]:
        """What does not hold, row by row, and at last of the game as it stands."""
        stuck: list[int] = []
        for row in self.rows["log"]:
            yield from self._balance(row["n"])
            if row["rules_version"] < self.rules.since:
                self._follow(row)
            elif self._can_play(row):
                yield from self._play(row)
            elif self.after.get(row["n"]) in self.older:
                self._follow(row)
            else:
                stuck.append(row["n"])
            yield from self._snapshot(row["n"])
            yield from self._cash(row["n"])
        if stuck:
            yield finding("stuck", stuck[0], thing=len(stuck))
        yield from self._game()

    # --- a row

    def _can_play(self, row: Plain) -> bool:
        return row["n"] == 0 or self.after.get(row["n"]) in self.states

    def _play(self, row: Plain) -> Iterator[Finding]:
        n = row["n"]
        before = self.states[self.after[n]] if n else None  # type: ignore[index]
        try:
            action = read_action(row["action"]) if n else None
            outcome = self._outcome(row, before, action)
        except (BadAction, BadRuling, Refused) as fault:
            yield finding("refused", n, why=fault)
            return
        except LedgerFault as fault:
            yield finding("nowhere", n, why=fault)
            return
        self.played += 1
        self.states[n] = outcome.state
        made = Writer(0, self.version)
        round = (before or outcome.state).round.id
        made.add(n, row["depth"], row["deed"], Entered(action) if action else None, round, outcome)
        if any(row[name] != value for name, value in round_columns(round).items()):
            yield finding("round", n)
        if self.books[n] != _books({"entry": made.entries, "posting": made.postings})[n]:
            yield finding("entries", n)
        told, now = row["events"], made.rows[0]["events"]
        if n in self.before:  # what code of before told in other words
            told, now = _with_receipts(told), _with_receipts(now)
        if not tells_alike(told, now):
            yield finding("events", n)
        if before is not None and action is not None and row["ruling"] is None:
            for excess in overstepped(self.rules, before, action, outcome.state):
                yield finding("limit", n, why=excess.says(self.rules))

    def _outcome(self, row: Plain, before: State | None, action: Action | None) -> Outcome:
        rules = self.judges.of(row["rules_version"])
        if before is None or action is None:
            return rules.start()
        if row["ruling"] is None:
            return rules.apply(before, action)
        return rule(rules, before, action, read_ruling(row["ruling"]))[0]

    def _follow(self, row: Plain) -> None:
        """A row of older rules, as far as these can follow it; else from its snapshot on."""
        n, state = row["n"], None
        self.older.append(n)
        if row["status"] in ON_THE_WAY and row["rules_version"] < self.rules.since:
            entries = [_sides(entry) for entry in self.books[n]]
            try:
                facts = [(event["kind"], event["facts"]) for event in row["events"]]
                state = self._course.go(row["rules_version"], row["action"], entries, facts)
            except UNREADABLE:
                self._course.lost = True
        kept = self._read(self.snapshots[n]) if n in self.snapshots else None
        if kept is not None:  # the game went on from there
            state = kept
            if row["status"] in ON_THE_WAY:
                self._course = Course(self.judges, kept)
        if state is not None:
            self.states[n] = state

    # --- the books

    def _balance(self, n: int) -> Iterator[Finding]:
        moved: Counter[str] = Counter()
        for place, memo, *_, sides in self.books[n]:
            if sum(amount for _, _, amount in sides):
                yield finding("unbalanced", n, thing=memo or place)
            for _, account, amount in sides:
                moved[account] += amount
        after = self.after.get(n)
        if after is None or after in self.balances:
            self.balances[n] = moved if after is None else _sum(self.balances[after], moved)

    def _cash(self, n: int) -> Iterator[Finding]:
        """Is there on every account what the books leave there? Told where it begins."""
        if n in self.states and n in self.balances:
            cash = self.states[n].cash
            for account in sorted(cash.keys() | self.balances[n].keys()):
                if cash.get(account, 0) != self.balances[n][account]:
                    yield finding("cash", n, thing=self.rules.words.names.get(account, account))
                    self.balances[n] = Counter(cash)

    # --- what is kept of states

    def _snapshot(self, n: int) -> Iterator[Finding]:
        if n in self.snapshots:
            yield from self._state("snapshot", self.snapshots[n], n, n)

    def _state(self, part: str, stored: Any, at: int, n: int | None) -> Iterator[Finding]:
        """A stored state against the one after the row ``at``."""
        if at in self.states and stored == (known := state_to_json(self.states[at])):
            return
        try:
            state = state_from_json(upgraded(self.rules, stored), self.rules.data.map)
        except UNREADABLE as fault:
            if at in self.states and at not in self.older:
                yield finding(part, n, thing=f"{type(fault).__name__}: {fault}")
            return
        try:
            self.rules.check(state)
        except LedgerFault as fault:
            yield finding("nowhere", n, why=fault)
        right = exceeded(self.rules, self.states[at]) if at in self.states else ()
        for excess in exceeded(self.rules, state):
            if excess not in right and at not in self.older:
                yield finding("limit", n, why=excess.says(self.rules))
        if at in self.states and at not in self.older:
            now = state_to_json(state)
            if stored.get("format") != FORMAT:  # less was noted then; what lies on the table was
                now, known = ({name: all[name] for name in ON_THE_TABLE} for all in (now, known))
            other = first_difference(now, known)
            if other:
                yield finding(part, n, thing=other)

    def _read(self, stored: Any) -> State | None:
        try:
            return state_from_json(upgraded(self.rules, stored), self.rules.data.map)
        except UNREADABLE:
            return None

    def _game(self) -> Iterator[Finding]:
        """The game as it stands, and what the list of games says of it."""
        (game,) = self.rows["game"]
        yield from self._state("state", game["state"], self.head, None)
        state = self.states.get(self.head)
        if state is None:
            return
        told = {
            **round_columns(state.round.id),
            "finished": state.finished,
            "title": self.rules.setup.title,
        }
        if self.head not in self.older:
            told["winners"] = winners(self.rules, state)
        for name, value in told.items():
            if game[name] != value:
                yield finding("list", thing=name)


def tells_alike(stored: Any, made: Any) -> bool:
    """Does what was told then go with what is told now? Later rules may tell more of the same."""
    if isinstance(stored, dict) and isinstance(made, dict):
        both = stored.keys() & made.keys()
        return all(tells_alike(stored[name], made[name]) for name in both)
    if isinstance(stored, list) and isinstance(made, list):
        if stored and isinstance(stored[0], dict) and stored[0].get("is") == "Event":
            there = iter(made)
            return all(any(tells_alike(event, each) for each in there) for event in stored)
        return len(stored) == len(made) and all(map(tells_alike, stored, made))
    return bool(stored == made)


def _with_receipts(events: Any) -> list[Any]:
    return [event for event in events if "receipt" in event["facts"]]


def first_difference(stored: Any, made: Any, where: str = "") -> str:
    """The first place in which two states differ ("cash p1: 40, not 50"); empty where none does."""
    if isinstance(stored, dict) and isinstance(made, dict):
        for name in sorted(stored.keys() | made.keys(), key=str):
            inner = f"{where} {name}".strip()
            if found := first_difference(stored.get(name), made.get(name), inner):
                return found
        return ""
    if canonical(stored) == canonical(made):
        return ""
    return f"{where}: {_short(stored)}, not {_short(made)}"


def _short(value: Any) -> str:
    text = canonical(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _books(rows: Mapping[str, Any]) -> defaultdict[int, list[list[Any]]]:
    """Row -> its entries: what an entry says, with its sides at last."""
    sides: defaultdict[tuple[int, int], list[Any]] = defaultdict(list)
    for side in rows["posting"]:
        sides[side["n"], side["place"]].append([side["side"], side["account"], side["amount"]])
    found: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for entry in rows["entry"]:
        told = [entry[name] for name in ENTRY]
        found[entry["n"]].append([*told, sides[entry["n"], entry["place"]]])
    return found


def _sides(entry: list[Any]) -> Any:
    return tuple(Posting(account, amount) for _, account, amount in entry[-1])


def _sum(one: Counter[str], other: Counter[str]) -> Counter[str]:
    """Both, those below zero too."""
    found = Counter(one)
    for account, amount in other.items():
        found[account] += amount
    return found
