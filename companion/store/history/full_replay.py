"""The full replay: play all rows of a game again, and compare the results with the stored ones.

Each row is played on its predecessor.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from companion.ledger.entries import LedgerError
from companion.rules.amend.limits import find_excesses, find_new_excesses
from companion.rules.amend.rulings import BadRulingError, read_ruling, rule
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.core.actions import Action
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import State, state_from_json, state_to_json
from companion.rules.data import codec
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.store.db.tables import round_columns
from companion.store.history.game_loader import winners
from companion.store.history.hash_journal import ENTRY, Followed, Plain, canonical
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.log_writer import Entered, Writer
from companion.store.history.row_values import Rows

# part, row, round (which the audit fills in) and facts, as in ``audit.AuditFinding``
Finding = tuple[str, int | None, None, Mapping[str, str]]


def finding(part: str, n: int | None = None, **facts: object) -> Finding:
    """Return a finding about row ``n``."""
    return part, n, None, {name: str(fact) for name, fact in facts.items()}


class Replay:
    """A replay of the rows of a game; ``played`` counts the replayed rows."""

    def __init__(self, rows: Rows, rules: Rules, version: int, followed: Followed) -> None:
        self.rules, self.version = rules, version
        self.rows = rows
        self.after = {n: row.after for n, row in followed.rows.items()}
        self.head = followed.head.mark["number"] if followed.head else 0
        self.books = _books(rows)
        self.snapshots: dict[int, Any] = {row["row"]: row["state"] for row in rows["snapshot"]}
        self.states: dict[int, State] = {}
        self.balances: dict[int, Counter[str]] = {}
        self.played = 0

    def found(self) -> Iterator[Finding]:
        """Yield everything that is wrong, row by row, and at the end about the game's own row."""
        stuck: list[int] = []
        for row in self.rows["log"]:
            yield from self._balance(row["number"])
            if self._can_play(row):
                yield from self._play(row)
            else:
                stuck.append(row["number"])
            yield from self._snapshot(row["number"])
            yield from self._cash(row["number"])
        if stuck:
            yield finding("stuck", stuck[0], thing=len(stuck))
        yield from self._game()

    # --- a row

    def _can_play(self, row: Plain) -> bool:
        return row["number"] == 0 or self.after.get(row["number"]) in self.states

    def _play(self, row: Plain) -> Iterator[Finding]:
        n = row["number"]
        before = self.states[self.after[n]] if n else None  # type: ignore[index]
        try:
            action = read_action(row["action"]) if n else None
            outcome = self._outcome(row, before, action)
        except (BadActionError, BadRulingError, RefusedError) as fault:
            yield finding("refused", n, why=fault)
            return
        except LedgerError as fault:
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
        if not tells_alike(row["events"], made.rows[0]["events"]):
            yield finding("events", n)
        if before is not None and action is not None and row["ruling"] is None:
            for excess in find_new_excesses(self.rules, before, action, outcome.state):
                yield finding("limit", n, why=excess.says(self.rules))

    def _outcome(self, row: Plain, before: State | None, action: Action | None) -> Outcome:
        if before is None or action is None:
            return judge.start(self.rules)
        if row["ruling"] is None:
            return judge.apply(self.rules, before, action)
        return rule(self.rules, before, action, read_ruling(row["ruling"]))[0]

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
        """Compare the cash of every account with the ledger.

        A difference is reported only where it begins.
        """
        if n in self.states and n in self.balances:
            cash = self.states[n].cash
            for account in sorted(cash.keys() | self.balances[n].keys()):
                if cash.get(account, 0) != self.balances[n][account]:
                    yield finding("cash", n, thing=self.rules.words.names.get(account, account))
                    self.balances[n] = Counter(cash)

    # --- snapshots and states

    def _snapshot(self, n: int) -> Iterator[Finding]:
        if n in self.snapshots:
            yield from self._state("snapshot", self.snapshots[n], n, n)

    def _state(self, part: str, stored: Any, at: int, n: int | None) -> Iterator[Finding]:
        """Compare a stored state with the one after the row ``at``."""
        if at in self.states and stored == (known := state_to_json(self.states[at])):
            return
        try:
            state = state_from_json(stored, self.rules.data.map)
        except UNREADABLE as fault:
            if at in self.states:
                yield finding(part, n, thing=f"{type(fault).__name__}: {fault}")
            return
        try:
            self.rules.inventory.check(state)
        except LedgerError as fault:
            yield finding("nowhere", n, why=fault)
        right = find_excesses(self.rules, self.states[at]) if at in self.states else ()
        for excess in find_excesses(self.rules, state):
            if excess not in right:
                yield finding("limit", n, why=excess.says(self.rules))
        if at in self.states and (other := first_difference(state_to_json(state), known)):
            yield finding(part, n, thing=other)

    def _game(self) -> Iterator[Finding]:
        """Check the stored state of the game, and its columns for the list of games."""
        (game,) = self.rows["game"]
        yield from self._state("state", game["state"], self.head, None)
        state = self.states.get(self.head)
        if state is None:
            return
        told = {
            **round_columns(state.round.id),
            "end_reason": state.end_reason,
            "title": self.rules.setup.title,
            "winners": winners(self.rules, state),
        }
        for name, value in told.items():
            if game[name] != value:
                yield finding("list", thing=name)


def tells_alike(stored: Any, made: Any) -> bool:
    """Check that the stored events match the new ones; later rules may add facts and events."""
    if isinstance(stored, dict) and isinstance(made, dict):
        both = stored.keys() & made.keys()
        return all(tells_alike(stored[name], made[name]) for name in both)
    if isinstance(stored, list) and isinstance(made, list):
        if stored and isinstance(stored[0], dict) and stored[0].get(codec.TYPE_KEY) == "event":
            there = iter(made)
            return all(any(tells_alike(event, each) for each in there) for event in stored)
        return len(stored) == len(made) and all(map(tells_alike, stored, made))
    return bool(stored == made)


def first_difference(stored: Any, made: Any, where: str = "") -> str:
    """Return the first difference of two states ("cash p1: 40, not 50"); "" if they are equal."""
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
    """Return row -> its entries; each entry has its columns, and last its postings."""
    sides: defaultdict[tuple[int, int], list[Any]] = defaultdict(list)
    for side in rows["posting"]:
        sides[side["row"], side["position"]].append([side["side"], side["account"], side["amount"]])
    found: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for entry in rows["entry"]:
        told = [entry[name] for name in ENTRY]
        found[entry["row"]].append([*told, sides[entry["row"], entry["position"]]])
    return found


def _sum(one: Counter[str], other: Counter[str]) -> Counter[str]:
    """Add two counters, keeping negative amounts."""
    found = Counter(one)
    for account, amount in other.items():
        found[account] += amount
    return found
