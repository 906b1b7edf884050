"""Import of files into the game store: exports of other programs and our own game files."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from companion.exchange.files.own_file import decompress, file_of, is_own, read_own, rows_of
from companion.exchange.games_18xx.export_file import BadFileError, ExportedAction, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.site_result import ending_difference, tell_ending
from companion.languages import format_text, gettext
from companion.rules.amend.rulings import Ruling
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.opening.opening_step import position_of
from companion.store.games.game_store import GameStore
from companion.store.history.answered_forms import Noted
from companion.store.history.log_writer import Entered
from companion.store.history.records import BadRowsError


class StoredGame(NamedTuple):
    """A game that was stored: its number and the notes about it.

    ``other`` says how the replay ended if the file states another result.
    """

    game: int
    notes: tuple[str, ...]
    other: str = ""


class OtherResultError(BadFileError):
    """The file states another result than the replay gave."""


def store_file(
    store: GameStore, data: bytes, noted: Noted | None = None, anyway: bool = False
) -> StoredGame:
    """Store the game in a file, with the author and time of each action.

    ``anyway`` stores it even if the file states another result than the replay gave.

    Raises BadFileError with the action and the problem; nothing is stored then. Raises
    OtherResultError if every action could be played, but the game ended differently.
    """
    data = decompress(data)
    if is_own(data):
        return StoredGame(_store_own(store, data, noted), ())
    game = ExportedGame(read_export(data))
    state, entered = judge.start(game.rules).state, []
    for played in game.play():
        state = played.state
        if played.action is not None:
            by = "" if played.put_in else _name(game, played.sent)
            entered.append(Entered(played.action, by, sent_at(played.sent), played.ruling))
    other = ""
    if different := ending_difference(game, state):
        other = tell_ending(game, different)
        if not anyway:
            raise OtherResultError(other)
    notes = (other, *game.notes) if other else game.notes
    return StoredGame(store.import_game(game.setup, entered, noted=noted), notes, other)


def store_position(
    store: GameStore, data: bytes, after: int, noted: Noted | None = None
) -> StoredGame:
    """Store a game that begins with the position after an action of an 18xx.games export.

    Raises BadFileError, with nothing stored.
    """
    data = decompress(data)
    if is_own(data):
        raise BadFileError(gettext("Only an 18xx.games export can be imported from an action on."))
    game = ExportedGame(read_export(data))
    state, last = judge.start(game.rules).state, 0
    for played in game.play():
        if played.sent.id > after:
            break
        state, last = played.state, played.sent.id
    if not last or last < after:
        raise BadFileError(
            format_text(
                "The export has no action {after}: its last is {last}.", after=after, last=last
            )
        )
    if state.end_reason or state.questions or state.round.kind == "auction":
        raise BadFileError(
            format_text(
                "After action {after} an auction or a question is open, or the game is over:"
                " choose another action.",
                after=after,
            )
        )
    opening = position_of(game.rules, state)
    unusual = judge.refusals(game.rules, judge.start(game.rules).state, opening)
    codes = tuple(dict.fromkeys(refusal.code for refusal in unusual))
    ruling = Ruling(codes, "").to_json() if codes else None
    entered = [Entered(opening, ruling=ruling)]
    return StoredGame(store.import_game(game.setup, entered, noted=noted), game.notes)


def file_of_played(setup: Setup, actions: Iterable[Action]) -> bytes:
    """Return the file of a game that was not stored before."""
    store = GameStore("sqlite://")
    try:
        return file_of(store.admin.read_rows(store.import_game(setup, actions)))
    finally:
        store.close()


def _store_own(store: GameStore, raw: bytes, noted: Noted | None) -> int:
    data = read_own(raw)
    try:
        return store.admin.take_in(*rows_of(data), noted=noted)
    except BadRowsError as fault:
        raise BadFileError(str(fault)) from None


def _name(game: ExportedGame, sent: ExportedAction) -> str:
    """Return the name of the action's author if the export has it. A player may act for another."""
    id = str(sent.body.get("user", sent.entity))
    seat = game.seats.get(id)
    return game.rules.words.names[seat] if seat else ""


def sent_at(sent: ExportedAction) -> datetime | None:
    """Return the time of an action if the export has it."""
    at = sent.body.get("created_at")
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 < at < 4e9:
        return None
    return datetime.fromtimestamp(at, UTC)
