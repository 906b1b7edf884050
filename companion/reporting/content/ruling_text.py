"""The text of a ruling in the report."""

from companion.rules.judge.rules import Rules
from companion.store.history.records import LogRow
from companion.store.history.rulings import told_of


def ruling_of(rules: Rules, row: LogRow) -> str:
    """Return the reason of a ruling on a row and the refusals that it overruled.

    Returns "" if there was no ruling.
    """
    told = told_of(rules, row.ruling)
    if told is None:
        return ""
    why = told.why if told.why.endswith((".", "!", "?")) else f"{told.why}."
    return " ".join((*([why] if told.why else ()), *map(str, told.refusals)))
