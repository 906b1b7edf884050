"""Drafts that edit the past, for tests."""

from collections.abc import Mapping

from companion.rules.history_edit import Decision
from companion.store.drafts import Draft
from companion.store.writing import Entered


def edit(
    game: int,
    row: int,
    way: str,
    instead: tuple[Entered, ...] = (),
    decided: Mapping[int, Decision] | None = None,
) -> Draft:
    """Make the draft of an edit of one row, without a device."""
    return Draft(game, row=row, way=way, deeds=(instead,), decided=decided or {})
