"""The recorded games of 1828, compared line by line with their traces."""

import json
from pathlib import Path
from typing import Any

from companion.exchange.games_18xx.export_file import BadFileError, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.replay_command import PlacedDifference, Trace, compare
from tests.support.references import GAMES

RECORDED = ("1828-four-players", "1828-stock-market-end")


def exported(name: str, last: int | None = None) -> dict[str, Any]:
    """Read the file of a recorded game, up to its action of that number."""
    file = GAMES / f"{name}.json"
    export: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if last is not None:
        export["actions"] = [action for action in export["actions"] if action["id"] <= last]
        export["status"] = "active"
    return export


def recorded(name: str, last: int | None = None) -> ExportedGame:
    """A recorded game, up to its action of that number."""
    return ExportedGame(read_export(json.dumps(exported(name, last)).encode()))


def first_difference(
    name: str, last: int | None = None, trace: Path | None = None
) -> tuple[int, PlacedDifference | BadFileError | None]:
    """The number of lines that agree with the trace, or None where all of them agree.

    It counts up to the first line that does not agree or cannot be read.
    """
    game, count = recorded(name, last), 0
    lines = Trace(trace or GAMES / f"{name}.trace.jsonl")
    try:
        for played, found in compare(game, lines):
            if found:
                return count, found
            count += played.last
    except BadFileError as problem:
        return count, problem
    return count, None
