"""Rulings in the log: apply actions with their rulings, and list the rulings of a game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.amend.rulings import BadRulingError, read_ruling, rebuild_refusals, rule
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.store.history.log_writer import Entered
from companion.store.history.records import STANDING, LogRow

BESIDE = frozenset(
    ("ran_less", "ran_less_found", "advanced_money", "repaid_advance")
)  # events listed with rulings


@dataclass(frozen=True, slots=True)
class AppliedAction:
    """An applied action as it is written, the state ``before`` it, and its outcome."""

    entered: Entered
    before: State
    outcome: Outcome


def carry_out(rules: Rules, state: State, entered: Iterable[Entered]) -> Iterator[AppliedAction]:
    """Apply the actions in order, each with its ruling if it has one.

    Raises RefusedError, BadRulingError.

    The ruling is written with exactly the refusals that it overrules.
    """
    for one in entered:
        if one.ruling is None:
            done = AppliedAction(one, state, judge.apply(rules, state, one.action))
        else:
            outcome, kept = rule(rules, state, one.action, read_ruling(one.ruling))
            done = AppliedAction(
                replace(one, ruling=kept.to_json() if kept else None), state, outcome
            )
        yield done
        state = done.outcome.state


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling to show: the reason, and the refusals that these rules have words for."""

    why: str
    refusals: tuple[Refusal, ...]


def told_of(rules: Rules, ruling: Mapping[str, Any] | None) -> ShownRuling | None:
    """Read a stored ruling; None if there is none that can be read."""
    try:
        found = None if ruling is None else read_ruling(ruling)
    except BadRulingError:
        return None
    return ShownRuling(found.why, tuple(rebuild_refusals(rules, found))) if found else None


@dataclass(frozen=True, slots=True)
class Ruled:
    """A row in the list of rulings.

    A row without a ruling is a run below the best, or an advance of the bank or its repayment.
    """

    row: LogRow
    told: ShownRuling | None


def rulings(rules: Rules, rows: Iterable[LogRow]) -> list[Ruled]:
    """List the standing rulings, and the other listed rows, in order."""
    standing = (row for row in rows if row.status == STANDING and row.action_json is not None)
    found = (Ruled(row, told_of(rules, row.ruling)) for row in standing)
    # uses the events, because these rules may not know the action
    return [
        one for one in found if one.told or any(event.kind in BESIDE for event in one.row.events)
    ]
