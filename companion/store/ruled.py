"""What the table has ruled: an action carried out by its ruling; the list of a game's rulings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.refusals import Refusal
from companion.rules.rules import Outcome, Rules
from companion.rules.rulings import BadRuling, read_ruling, rule, told
from companion.rules.state import State
from companion.store.records import STANDING, LogRow
from companion.store.writing import Entered


def carried_out(rules: Rules, state: State, entered: Entered) -> tuple[Outcome, Entered]:
    """What comes of an action, by its ruling where it has one, and the action as it is to be
    written: with exactly what was overruled. Raises Refused; BadRuling.
    """
    if entered.ruling is None:
        return rules.apply(state, entered.action), entered
    outcome, kept = rule(rules, state, entered.action, read_ruling(entered.ruling))
    return outcome, replace(entered, ruling=kept.to_json() if kept else None)


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling as it is told: why, and what was overruled, as far as these rules have words."""

    why: str
    refusals: tuple[Refusal, ...]


def told_of(rules: Rules, ruling: Mapping[str, Any] | None) -> Told | None:
    """A stored ruling as it is told; None where there is none that can be read."""
    try:
        found = None if ruling is None else read_ruling(ruling)
    except BadRuling:
        return None
    return Told(found.why, tuple(told(rules, found))) if found else None


BESIDE = frozenset(("ran_less", "ran_less_found", "advanced", "repaid"))  # told with the rulings


@dataclass(frozen=True, slots=True)
class Ruled:
    """A row of the log that is listed with the rulings: by one, or as a lesser run, an advance of
    the bank or what was paid back of it (None).
    """

    row: LogRow
    told: Told | None


def rulings(rules: Rules, rows: Iterable[LogRow]) -> list[Ruled]:
    """The rulings that stand, and what is told with them, in order."""
    found = []
    for row in rows:
        if row.status != STANDING or row.action_json is None:
            continue
        ruled = told_of(rules, row.ruling)
        if ruled is not None or _is_beside(row):
            found.append(Ruled(row, ruled))
    return found


def _is_beside(row: LogRow) -> bool:
    """By what was told: the action may be one that these rules do not know."""
    return any(event.kind in BESIDE for event in row.events)
