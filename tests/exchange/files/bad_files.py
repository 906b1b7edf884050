"""Files of ours with which something is wrong: nothing is stored, and a sentence says why."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.exchange.games_18xx.export_file import BadFileError
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore


def refused(store: GameStore, data: bytes) -> str:
    """Return the refusal of a file, of which nothing is stored."""
    with pytest.raises(BadFileError) as caught:
        store_file(store, data)
    assert not store.games()
    return str(caught.value)


def changed(
    setup: Setup,
    actions: Sequence[Action],
    number: int | None = None,
    action: dict[str, Any] | None = None,
    **head: Any,
) -> bytes:
    """Make the file with another action, counted from 1, or another part of the set-up."""
    store = GameStore("sqlite://")
    rows = store.admin.read_rows(store.import_game(setup, actions))
    store.close()
    rows["game"][0]["setup"] |= head
    if number is not None and action is not None:
        rows["log"][number]["action"] |= action
    return file_of(rows)


def cut_off(setup: Setup, actions: Sequence[Action], tenths: int) -> bytes:
    """So much of the file."""
    store = GameStore("sqlite://")
    whole = file_of(store.admin.read_rows(store.import_game(setup, actions)))
    store.close()
    return whole[: len(whole) * tenths // 10]
