"""Putting another program's game, or one of our own files, among the stored games."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from companion.exchange.export import BadFile, Sent, read_export
from companion.exchange.own import file_of, has_rows, is_own, read_own, rows_of, unpacked
from companion.exchange.own_before import read_game
from companion.exchange.playing import ExportedGame
from companion.rules.actions import Action
from companion.rules.setup import Setup
from companion.store.answers import Noted
from companion.store.records import BadRows
from companion.store.shelf import Shelf
from companion.store.writing import Entered


class Stored(NamedTuple):
    """A game that was stored: its number, and what is worth telling about it."""

    game: int
    notes: tuple[str, ...]


def store_file(shelf: Shelf, data: bytes, noted: Noted | None = None) -> Stored:
    """Store the game in a file, with who did what and when.

    Raises BadFile, saying which action and what is wrong, with nothing stored.
    """
    data = unpacked(data)
    if is_own(data):
        return Stored(_store_own(shelf, data, noted), ())
    game = ExportedGame(read_export(data))
    entered = [
        Entered(
            played.action, "" if played.put_in else _name(game, played.sent), sent_at(played.sent)
        )
        for played in game.play()
        if played.action is not None
    ]
    return Stored(shelf.import_game(game.setup, entered, noted=noted), game.notes)


def file_of_played(setup: Setup, actions: Iterable[Action]) -> bytes:
    """The file of a game that was played nowhere but here."""
    shelf = Shelf("sqlite://")
    try:
        return file_of(shelf.stored(shelf.import_game(setup, actions)))
    finally:
        shelf.close()


def _store_own(shelf: Shelf, raw: bytes, noted: Noted | None) -> int:
    data = read_own(raw)
    if not has_rows(data):
        return shelf.import_game(*read_game(data), noted=noted)
    try:
        return shelf.take_in(*rows_of(data), noted=noted)
    except BadRows as fault:
        raise BadFile(str(fault)) from None


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
