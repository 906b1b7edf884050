"""A ruling as the report tells it."""

from companion.rules.judge.judge import Rules
from companion.store.history.records import LogRow
from companion.store.history.rulings import told_of


def ruling_of(rules: Rules, row: LogRow) -> str:
    """Why the table allowed what a row did, where it said so, and what it overruled; empty where it
    ruled nothing.
    """
    told = told_of(rules, row.ruling)
    if told is None:
        return ""
    why = told.why if told.why.endswith((".", "!", "?")) else f"{told.why}."
    return " ".join((*([why] if told.why else ()), *map(str, told.refusals)))
