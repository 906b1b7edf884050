"""Comparison of an export's end with the replayed game: over or not, and each player's worth."""

from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.trace_snapshot import TraceDifference, worth_there
from companion.languages import format_text, gettext
from companion.rules.core.state import State


def ending_difference(game: ExportedGame, state: State) -> TraceDifference | None:
    """Return the first difference from the export's result, if it states one."""
    export = game.export
    if export.status and bool(state.end_reason) != game.over:
        return TraceDifference("finished", game.over, bool(state.end_reason))
    if not (state.end_reason or export.finished):
        return None
    for id, expected in export.result.items():
        seat = game.seats[id]
        ours = worth_there(game.rules, game.adapter, state, seat)
        if ours != expected:
            return TraceDifference(f"result.{game.rules.words.names[seat]}", expected, ours)
    return None


def tell_ending(game: ExportedGame, difference: TraceDifference) -> str:
    """Return the difference in a sentence."""
    if difference.path == "finished":
        if difference.expected:
            return gettext("In the file the game is over; played here it is not.")
        return gettext("In the file the game is not over; played here it is.")
    return format_text(
        "The file has another result: {player} is worth {theirs} in it, but {ours} as played here.",
        player=difference.path.partition(".")[2],
        theirs=game.rules.data.money(difference.expected),
        ours=game.rules.data.money(difference.ours),
    )
