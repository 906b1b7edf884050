"""Drafts of history edits, for tests."""

from collections.abc import Mapping

from companion.rules.amend.history_edit import Decision
from companion.store.history.drafts import Draft
from companion.store.history.log_writer import Entered


def edit(
    game: int,
    row: int,
    way: str,
    instead: tuple[Entered, ...] = (),
    decided: Mapping[int, Decision] | None = None,
) -> Draft:
    """Make the draft of an edit of one row, without a device."""
    return Draft(game, row=row, way=way, deeds=(instead,), decided=decided or {})
