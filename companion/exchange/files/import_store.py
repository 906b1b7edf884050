"""Putting another program's game, or one of our own files, among the stored games."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from companion.exchange.files.own_file import decompress, file_of, is_own, read_own, rows_of
from companion.exchange.site.export_file import BadFile, Sent, read_export
from companion.exchange.site.export_replay import ExportedGame
from companion.exchange.site.site_result import ending_difference, tell_ending
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.store.history.idempotency import Noted
from companion.store.history.log_writer import Entered
from companion.store.history.records import BadRows


class Stored(NamedTuple):
    """A game that was stored: its number, and what is worth telling about it; ``other`` says how
    it ended otherwise than its file tells.
    """

    game: int
    notes: tuple[str, ...]
    other: str = ""


class OtherResult(BadFile):
    """The result that the file tells differs from what was played."""


def store_file(
    shelf: GameStore, data: bytes, noted: Noted | None = None, anyway: bool = False
) -> Stored:
    """Store the game in a file, with who did what and when; ``anyway`` also where the file tells
    another result than was played.

    Raises BadFile, saying which action and what is wrong, with nothing stored; OtherResult where
    all was played, and ended otherwise than the file says.
    """
    data = decompress(data)
    if is_own(data):
        return Stored(_store_own(shelf, data, noted), ())
    game = ExportedGame(read_export(data))
    state, entered = game.rules.start().state, []
    for played in game.play():
        state = played.state
        if played.action is not None:
            by = "" if played.put_in else _name(game, played.sent)
            entered.append(Entered(played.action, by, sent_at(played.sent)))
    other = ""
    if different := ending_difference(game, state):
        other = tell_ending(game, different)
        if not anyway:
            raise OtherResult(other)
    notes = (other, *game.notes) if other else game.notes
    return Stored(shelf.import_game(game.setup, entered, noted=noted), notes, other)


def file_of_played(setup: Setup, actions: Iterable[Action]) -> bytes:
    """The file of a game that was played nowhere but here."""
    shelf = GameStore("sqlite://")
    try:
        return file_of(shelf.archive.stored(shelf.import_game(setup, actions)))
    finally:
        shelf.close()


def _store_own(shelf: GameStore, raw: bytes, noted: Noted | None) -> int:
    data = read_own(raw)
    try:
        return shelf.archive.take_in(*rows_of(data), noted=noted)
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
