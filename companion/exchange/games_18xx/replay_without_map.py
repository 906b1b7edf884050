"""An exported game played without its map, told what the export shows."""

from dataclasses import replace

from companion.exchange.games_18xx.export_file import BadFileError
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.pass_matching import PlayedAction
from companion.exchange.games_18xx.trace_snapshot import TraceDifference
from companion.languages import format_text
from companion.rules.core.refusals import RefusedError
from companion.rules.data.options import WITHOUT_MAP
from companion.rules.without_map.followed_game import FollowedGame
from companion.titles import titles


class ToldReplay:
    """The replay of an export without the map, beside the one with it.

    Raises BadFileError if the title is not played without its map.
    """

    def __init__(self, game: ExportedGame) -> None:
        if game.rules.data.map_needed:
            facts = {"title": game.rules.data.name, "why": game.rules.data.map_needed}
            raise BadFileError(
                format_text("{title} cannot be played without its map. {why}", **facts)
            )
        options = {**game.setup.options, WITHOUT_MAP: True}
        told = titles()[game.setup.title].rules(replace(game.setup, options=options))
        self.game = FollowedGame(game.rules, told)

    def follow(self, played: PlayedAction) -> TraceDifference | None:
        """Do the action without the map, and return the first difference from the game with it."""
        waive = {refusal.code for refusal in played.overruled}
        try:
            found = self.game.follow(played.action, played.before, played.state, waive)
        except RefusedError as refused:
            return TraceDifference("without the map", str(played.action), str(refused))
        if found is None:
            return None
        return TraceDifference(f"without the map, {found.what}", found.expected, found.told)
