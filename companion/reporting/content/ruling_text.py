"""The text of a ruling in the report."""

from companion.languages import format_text, gettext
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
    agreed = gettext("The table agreed.")
    if told.why:
        why = told.why if told.why.endswith((".", "!", "?")) else f"{told.why}."
        agreed = format_text("The table agreed: {why}", why=why)
    overruled = [said for refusal in told.refusals for said in (refusal.says, refusal.rule) if said]
    return " ".join((agreed, " · ".join(overruled))).rstrip()
