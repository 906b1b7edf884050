"""Calls: what a device is called for when that begins: a turn of its own, or its consent."""

from collections.abc import Sequence

from companion.languages import gettext
from companion.rules.explain.summary_rows import Table
from companion.store.history.records import GameView
from companion.web.access.identity import asker
from companion.web.play.consent import Shown


def describe_call(view: GameView, table: Table, proposed: Sequence[Shown]) -> str | None:
    """What the device that asks is called for, in words; empty for nothing now, and None for one
    without a seat, which is never called: also who enters everything is not, for others' turns.
    """
    seats = asker(view.id).seats
    if not seats:
        return None
    if table.acting in seats:
        return gettext("Your turn")
    return gettext("You are asked") if any(one.ours for one in proposed) else ""
