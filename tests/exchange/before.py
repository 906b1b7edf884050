"""Our own files as they were before they held rows: the set-up and the actions that stood."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.exchange import own_before
from companion.exchange.own import FORMAT, read_own
from companion.rules.actions import Action, action_to_json
from companion.rules.setup import Setup
from companion.rules.title import RULES_VERSION


def game_to_json(setup: Setup, actions: Iterable[Action]) -> dict[str, Any]:
    """The file's content as plain JSON."""
    return {
        "format": FORMAT,
        "rules_version": RULES_VERSION,
        "title": setup.title,
        "players": list(setup.players),
        "options": dict(setup.options),
        "seed": setup.seed,
        "actions": [action_to_json(done) for done in actions],
    }


def write_game(file: Path, setup: Setup, actions: Iterable[Action]) -> None:
    """Write a game to a file, as it was done then."""
    file.write_text(json.dumps(game_to_json(setup, actions), ensure_ascii=False), encoding="utf-8")


def read_game(source: Path | bytes) -> own_before.OwnGame:
    """Read a game that was written so. Raises BadFile."""
    raw = source if isinstance(source, bytes) else source.read_bytes()
    return own_before.read_game(read_own(raw))
