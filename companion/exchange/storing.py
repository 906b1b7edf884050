"""Putting another program's game, or one of our own files, among the stored games."""

from datetime import UTC, datetime
from typing import NamedTuple

from companion.exchange.export import BadFile, Sent, read_export
from companion.exchange.own import is_own, read_game
from companion.exchange.playing import ExportedGame
from companion.languages import translated
from companion.store.saving import FORMAT as ROWS
from companion.store.shelf import Shelf
from companion.store.writing import Entered


class Stored(NamedTuple):
    """A game that was stored: its number, and what is worth telling about it."""

    game: int
    notes: tuple[str, ...]


def store_file(shelf: Shelf, data: bytes) -> Stored:
    """Store the game in a file, with the times at which its actions were sent.

    Raises BadFile, saying which action and what is wrong, with nothing stored.
    """
    if f'"{ROWS}"'.encode() in data[:200]:
        raise BadFile(
            translated(
                "This file holds the rows of a game that could not be opened, for whoever mends it."
                " It cannot be taken in."
            )
        )
    if is_own(data):
        return Stored(shelf.import_game(*read_game(data)), ())
    game = ExportedGame(read_export(data))
    entered = [
        Entered(
            played.action, "" if played.put_in else _name(game, played.sent), sent_at(played.sent)
        )
        for played in game.play()
        if played.action is not None
    ]
    return Stored(shelf.import_game(game.setup, entered), game.notes)


def _name(game: ExportedGame, sent: Sent) -> str:
    """Who sent an action, where the export says it: a player may act for another."""
    id = str(sent.body.get("user", sent.entity))
    seat = game.seats.get(id)
    return game.rules.words.names[seat] if seat else ""


def sent_at(sent: Sent) -> datetime | None:
    """When an action was sent, where the export says it."""
    at = sent.body.get("created_at")
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 < at < 4e9:
        return None
    return datetime.fromtimestamp(at, UTC)
