"""The check of a game from outside, before it is stored.

Every row is played again under these rules. The results are stored, whatever the file says about
them.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from companion.languages import format_text, gettext
from companion.rules.amend.rulings import BadRulingError, read_ruling, rule
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.core.actions import Action
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import State, state_to_json
from companion.rules.data import codec
from companion.rules.data.player_names import check_names
from companion.rules.data.setup import BadSetupError, Setup, drop_unknown_choices
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.store.history.hash_journal import Plain, follow, marks
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.log_writer import Entered, Writer
from companion.store.history.records import (
    CORRECTED,
    DROPPED,
    ON_THE_WAY,
    STANDING,
    UNDONE,
    BadRowsError,
    describe_newer_rules,
)
from companion.store.history.row_values import Rows
from companion.titles import load, rules_for

After = dict[int, int | None]  # row -> its predecessor

# the columns that do not follow from an action by the rules
_TAKEN_BACK = ("status", "undone_by", "undone_at")
KEPT = ("created_at", *_TAKEN_BACK, "rules_version", "ruling", "reason", "repeated_row")


def check_rows(rows: Rows, version: int, *, by_books: bool = True) -> Rows:
    """Return the rows as they may be stored, by rules of that version.

    Raises BadRowsError.

    Without ``by_books``, the ledger in the file is ignored.
    """
    (game,) = rows["game"]
    log = sorted(rows["log"], key=lambda row: int(row["number"]))
    newest = max((row["rules_version"] for row in (game, *log)), default=0)
    if newest > version:
        raise BadRowsError(describe_newer_rules(newest, version))
    rules = rules_of(game["setup"])
    after = _after(rows, log)
    _check_course(game, log, after)
    return _ImportReplay(rules, version, by_books).play_rows(rows, log, after)


def rules_of(stored: Any) -> Rules:
    try:
        setup = codec.from_json(stored)
    except UNREADABLE:
        setup = None
    if (
        not isinstance(setup, Setup)
        or not isinstance(setup.title, str)
        or not isinstance(setup.players, tuple)
        or not all(isinstance(name, str) for name in setup.players)
        or not isinstance(setup.options, dict)
        or type(setup.seed) is not int
    ):
        raise BadRowsError(gettext("The set-up of the game in the file cannot be read."))
    try:
        check_names(setup.players)
        return rules_for(drop_unknown_choices(load(setup.title).data.choices, setup))
    except BadSetupError as problem:
        raise BadRowsError(str(problem)) from None


def _after(rows: Rows, log: list[dict[str, Any]]) -> After:
    """Return the row that each row was played on.

    Raises BadRowsError.

    The journal tells it; otherwise it is the last earlier row with less depth.
    """
    found: After = {}
    path: list[int] = []
    for row in log:
        depth = row["depth"]
        found[row["number"]] = path[depth - 1] if 0 < depth <= len(path) else None
        path[depth:] = [row["number"]]
    try:
        return found | {n: row.after for n, row in follow(rows["journal"]).rows.items()}
    except UNREADABLE:
        raise BadRowsError(gettext("The journal of the game in the file cannot be read.")) from None


def _check_course(game: dict[str, Any], log: list[dict[str, Any]], after: After) -> None:
    """Check that each row follows an earlier one, and that the standing rows lead to the head.

    Raises BadRowsError.
    """
    for n, row in enumerate(log):
        depth, deed, on = row["depth"], row["deed"], after.get(n)
        before = None
        if on is not None and 0 <= on < n and log[on]["depth"] == depth - 1:
            before = log[on]["deed"]
        good = (
            row["number"] == n
            and (depth == 0) == (n == 0) == (row["action"] is None)
            and row["status"] in (STANDING, UNDONE, DROPPED, CORRECTED)
            and (deed == 0 if n == 0 else before is not None and 0 <= deed - before <= 1)
        )
        if not good:
            raise _contradiction_fault(n)
    path = [row for row in log if row["status"] in ON_THE_WAY]
    if any(row["repeated_row"] is not None for row in path):  # redo uses the links
        path = [row for row in path if row["status"] == STANDING]
    if [row["depth"] for row in path] != list(range(len(path))):
        raise _contradiction_fault(
            next((r["number"] for d, r in enumerate(path) if r["depth"] != d), 0)
        )
    standing = [row for row in path if row["status"] == STANDING]
    head = standing[-1] if standing else None
    if (
        head is None
        or standing != path[: len(standing)]
        or game["row_count"] != log[-1]["number"]
        or (game["head"], game["depth"], game["deed_count"])
        != (head["number"], head["depth"], head["deed"])
        or game["version"] < 1
    ):
        raise BadRowsError(gettext("The log in the file does not lead to the state of the game."))


def _contradiction_fault(n: int) -> BadRowsError:
    return BadRowsError(
        format_text("Row {number} of the log does not match those before it.", number=n), n
    )


class Judged:
    """Replays rows one by one, each on a given row, to search for valid ones."""

    def __init__(self, rules: Rules, version: int) -> None:
        self._again = _ImportReplay(rules, version, by_books=False)
        self._states: dict[int | None, State | None] = {None: None}

    def marks_after(self, on: int | None, row: dict[str, Any]) -> Plain:
        """Play the row on the row ``on``, and return the marks of the result.

        Raises BadRowsError, and the errors of reading a damaged row (UNREADABLE); the row is not
        kept then.
        """
        writer = Writer(0, self._again.version)
        self._states[row["number"]] = self._again.play_row(writer, self._states[on], row)
        (made,) = marks(writer.rows, writer.entries, writer.postings)
        return made


@dataclass
class _ImportReplay:
    """Replays all rows of a game, undone and dropped ones too."""

    rules: Rules
    version: int
    by_books: bool

    def play_rows(self, rows: Rows, log: list[dict[str, Any]], after: After) -> Rows:
        """Return the replayed rows. Raises BadRowsError when the ledger in the file differs."""
        writer = Writer(0, self.version)
        states: dict[int, State] = {}
        for row in log:
            on = after.get(row["number"])
            states[row["number"]] = self.play_row(writer, None if on is None else states[on], row)
        head = states[rows["game"][0]["head"]]
        if self.by_books:
            self._compare(writer, rows)
        (game,) = rows["game"]
        return {
            **rows,
            "game": [{**game, "state": state_to_json(head)}],
            "log": [
                {**made, **{key: row[key] for key in KEPT}}
                for made, row in zip(writer.rows, log, strict=True)
            ],
            "entry": writer.entries,
            "posting": writer.postings,
            "snapshot": writer.snapshots,
        }

    def play_row(self, writer: Writer, before: State | None, row: dict[str, Any]) -> State:
        """Play a row, add it to the writer, and return the state after it. Raises BadRowsError."""
        n, depth = row["number"], row["depth"]
        if before is None:
            outcome = judge.start(self.rules)
            writer.add(0, 0, 0, None, outcome.state.round.id, outcome)
            writer.rows[-1]["author"] = row["author"]
            return outcome.state
        try:
            if not isinstance(row["action"], dict):
                raise BadActionError(gettext("it is not an object."))
            action = read_action(row["action"])
            outcome = self._outcome(self.rules, before, action, row["ruling"])
        except BadRulingError as problem:
            raise BadRowsError(
                format_text("The ruling of action {number}: {why}", number=n, why=problem), n
            ) from None
        except BadActionError as problem:
            raise BadRowsError(
                format_text("Action {number} cannot be read: {why}", number=n, why=problem), n
            ) from None
        except RefusedError as refused:
            raise BadRowsError(
                format_text("Action {number} is not allowed: {why}", number=n, why=refused), n
            ) from None
        writer.add(n, depth, row["deed"], Entered(action, row["author"]), before.round.id, outcome)
        return outcome.state

    @staticmethod
    def _outcome(rules: Rules, before: State, action: Action, ruling: Any) -> Outcome:
        """Apply an action by exactly the ruling that is stored with it."""
        if ruling is None:
            return judge.apply(rules, before, action)
        outcome, kept = rule(rules, before, action, read_ruling(ruling))
        if kept is None or {*kept.waived} != {*ruling["waived"]}:
            raise BadRulingError(gettext("it does not say which rule speaks against the action."))
        return outcome

    @staticmethod
    def _compare(writer: Writer, rows: Rows) -> None:
        ours, theirs = _books(writer.postings), _books(rows["posting"])
        wrong = {n for n in ours.keys() | theirs.keys() if ours.get(n) != theirs.get(n)}
        if wrong:
            raise BadRowsError(
                format_text(
                    "The books of action {number} do not match what the action does.",
                    number=min(wrong),
                )
            )


def _books(postings: list[dict[str, Any]]) -> dict[int, list[tuple[Any, ...]]]:
    """Return the postings of each row."""
    found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in postings:
        side = (row["position"], row["side"], row["account"], row["amount"])
        found[row["row"]].append(side)
    return {n: sorted(sides) for n, sides in found.items()}
