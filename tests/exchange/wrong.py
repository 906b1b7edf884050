"""Files of ours with which something is wrong: nothing is stored, and a sentence says why."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from companion.exchange.export import BadFile
from companion.exchange.own import file_of
from companion.exchange.storing import store_file
from companion.rules.actions import Action
from companion.rules.setup import Setup
from companion.store.shelf import GameStore
from tests.exchange.before import game_to_json


def refused(shelf: GameStore, data: Any) -> str:
    """What is said of a file, of which nothing is stored."""
    with pytest.raises(BadFile) as caught:
        store_file(shelf, data if isinstance(data, bytes) else json.dumps(data).encode())
    assert not shelf.games()
    return str(caught.value)


def changed(
    setup: Setup,
    actions: Sequence[Action],
    number: int | None = None,
    action: dict[str, Any] | None = None,
    **head: Any,
) -> dict[str, Any]:
    """The file with another line, counted from 1, or with something else said of the game."""
    data = {**game_to_json(setup, actions), **head}
    if number is not None and action is not None:
        data["actions"][number - 1] |= action
    return data


def cut_off(setup: Setup, actions: Sequence[Action], tenths: int) -> bytes:
    """So much of the file."""
    shelf = GameStore("sqlite://")
    whole = file_of(shelf.archive.stored(shelf.import_game(setup, actions)))
    shelf.close()
    return whole[: len(whole) * tenths // 10]
