"""Games of other programs, read and played whole, and games as rows for their files."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from companion.exchange import ExportedGame, read_export
from companion.exchange.games_18xx.divergence import PlayedRow
from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules


class Imported(NamedTuple):
    """A game to store: its set-up, its actions in order, and notes about it."""

    setup: Setup
    actions: list[Action]
    notes: tuple[str, ...]


def import_file(source: bytes | Path | str) -> Imported:
    """Read an export and check every action of it. Raises BadFileError."""
    game = ExportedGame(read_export(source))
    actions = [played.action for played in game.play() if played.action is not None]
    return Imported(game.setup, actions, game.notes)


def rows_of(ours: Rules, start: State, actions: Iterable[Action]) -> list[PlayedRow]:
    """Return the rows of a game that was not stored, from its actions."""
    rows, before = [], start
    for n, action in enumerate(actions, start=1):
        after = judge.apply(ours, before, action).state
        rows.append(PlayedRow(n, action, before, after))
        before = after
    return rows
