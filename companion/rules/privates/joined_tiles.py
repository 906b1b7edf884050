"""Privates that lay two tiles that are joined to each other, one on each of two hexes.

They are laid beside the tile of the turn, free of charge, connected or not: both or neither.
The step of track waits for them.
"""

from collections.abc import Iterator

from companion.board.board import Board
from companion.rules.core.actions import Action, LayTile
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import QuestionStep
from companion.rules.operating import track
from companion.rules.operating.operating_round import TurnStep, step_of
from companion.rules.operating.private_powers import (
    JoinedTilesPower,
    close,
    closes_with_use,
    owner_refusals,
    power,
    privates_with_power,
)

JOINED_TILES = "joined_tiles"  # the key in the data


def _are_joined(board: Board, at: str, other: str) -> bool:
    """Check whether track leads from one hex to the other across their common edge."""
    there, back = board.map.edge_towards(at, other), board.map.edge_towards(other, at)
    return there in board.tile_at(at).exits and back in board.tile_at(other).exits


class JoinedTilesStep(TurnStep):
    """The first of the two tiles. The company lays it only if the second one fits then."""

    name = "joined_tiles"
    accepts: tuple[type, ...] = (LayTile,)
    only_with = CHECKED

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, LayTile):
            return False
        return bool(power(self.rules, action.private, JOINED_TILES))

    def hexes(self, state: State, private: str) -> tuple[str, ...]:
        """Return the hexes on which the private may lay a tile now."""
        own: JoinedTilesPower = power(self.rules, private, JOINED_TILES)
        is_time = step_of(self.rules, state) == track.TrackStep.name and not state.questions
        return () if not is_time or self._laid(state, own) else own.hexes

    def _laid(self, state: State, own: JoinedTilesPower) -> list[str]:
        """Return the hexes of a private that have a tile already."""
        return [at for at in own.hexes if at in state.board.laid]

    def privates(self, state: State) -> list[str]:
        """Return the privates with the power that the company has."""
        return privates_with_power(self.rules, state, self.company(state), JOINED_TILES)

    def _lays(self, state: State) -> Iterator[LayTile]:
        """Yield the lays that fit, allowed or not."""
        for private in self.privates(state):
            own: JoinedTilesPower = power(self.rules, private, JOINED_TILES)
            for at in self.hexes(state, private):
                for lay in track.legal_lays(self.rules, state, at, None, own.tiles):
                    yield LayTile(self.company(state), at, *lay, private)

    def find_allowed(self, state: State) -> Iterator[LayTile]:
        return (lay for lay in self._lays(state) if not self.refusals(state, lay))

    def offers(self, state: State) -> list[Offer]:
        lays = list(self.find_allowed(state))
        weight = 0.5 / max(1, len(lays))
        return [Offer("lay_power", lay, 0, hexes=(lay.hex,), weight=weight) for lay in lays]

    def refusals(self, state: State, action: LayTile) -> list[Refusal]:
        refuse, private = self.rules.refuse, action.private
        if found := self.not_its_turn(state, action):
            return found
        own: JoinedTilesPower = power(self.rules, private, JOINED_TILES)
        if step_of(self.rules, state) != track.TrackStep.name:
            found.append(refuse("power.track", private=private))
        found += owner_refusals(self.rules, state, action)
        found += [
            refuse("power.occupied", hex=at, private=private) for at in self._laid(state, own)
        ]
        return found or self.check_tile(state, action, own.hexes)

    def check_tile(self, state: State, action: LayTile, hexes: tuple[str, ...]) -> list[Refusal]:
        """Check a tile on one of these hexes, and that it is or can be joined to the other."""
        own: JoinedTilesPower = power(self.rules, action.private, JOINED_TILES)
        if action.hex not in hexes or action.tile not in own.tiles:
            return [self.rules.refuse("lay.power", private=action.private)]
        found = track.supply_refusals(self.rules, state, action.tile)
        found += track.geometry_refusals(self.rules, state, action, reach=False)
        if not found and not self._can_join(state, action, own):
            found.append(self.rules.refuse("power.joined", private=action.private))
        return found

    def _can_join(self, state: State, action: LayTile, own: JoinedTilesPower) -> bool:
        other = own.other(action.hex)
        change = Change(state.copy())
        track.lay(change, self.rules, action)
        after = change.state
        if other in after.board.laid:
            return _are_joined(after.board, action.hex, other)
        for lay in track.legal_lays(self.rules, after, other, None, own.tiles):
            if _are_joined(after.board.with_tile(other, *lay), action.hex, other):
                return True
        return False

    def apply(self, change: Change, action: LayTile) -> None:
        track.lay_and_pay(change, self.rules, action, 0)
        own: JoinedTilesPower = power(self.rules, action.private, JOINED_TILES)
        ids = (str(action.private), own.other(action.hex))
        change.state.ask(Question(JoinedTileStep.name, action.company, ids))


class JoinedTileStep(QuestionStep, JoinedTilesStep):
    """The second of the two tiles, directly after the first."""

    name = "joined_tile"

    def privates(self, state: State) -> list[str]:
        return [question.subjects[0] for question in self.pending(state)]

    def hexes(self, state: State, private: str) -> tuple[str, ...]:
        return (self.question(state).subjects[1],)

    def refusals(self, state: State, action: LayTile) -> list[Refusal]:
        private, at = self.question(state).subjects
        if found := self.not_its_turn(state, action):
            return found
        if action.private != private:
            return [self.rules.refuse("lay.power", private=private)]
        return self.check_tile(state, action, (at,))

    def apply(self, change: Change, action: LayTile) -> None:
        change.state.remove_question(self.question(change.state))
        track.lay_and_pay(change, self.rules, action, 0)
        if closes_with_use(self.rules, change.state, str(action.private)):
            close(change, self.rules, str(action.private))


def has_joined_tiles(data: TitleData) -> bool:
    """Check whether a private of the title has the power."""
    return any(JOINED_TILES in private.powers for private in data.private_list)
