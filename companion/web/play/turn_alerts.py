"""Turn alerts: a device alerts its player when their turn begins or their consent is needed."""

from collections.abc import Sequence

from companion.languages import gettext
from companion.rules.explain.summary_rows import GameSummary
from companion.store.history.records import GameView
from companion.web.access.identity import current_device
from companion.web.play.consent import ShownProposal


def describe_call(
    view: GameView, table: GameSummary, proposed: Sequence[ShownProposal]
) -> str | None:
    """Return the words of the device's alert; empty if nothing is asked of its player now.

    None for a device without a seat, which is never alerted. So the banker's device is not alerted
    to the turns of others.
    """
    seats = current_device(view.id).seats
    if not seats:
        return None
    if table.acting in seats:
        return gettext("Your turn")
    return gettext("You are asked") if any(one.ours for one in proposed) else ""
