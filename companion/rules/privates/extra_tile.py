"""Privates that lay extra tiles on their own hexes, or anywhere on the network of their company."""

from collections.abc import Iterable, Iterator
from itertools import product

from companion.board.lays import faults
from companion.board.tiles import EDGES
from companion.rules.core.actions import Action, LayTile
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import game_of, note_used, turn_of
from companion.rules.core.state import State
from companion.rules.operating import track
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import TurnStep, step_of, update_turn
from companion.rules.operating.private_powers import (
    ExtraTilePower,
    close,
    closes_with_use,
    owner_refusals,
    power,
    privates_with_power,
)
from companion.rules.operating.running import RunStep
from companion.rules.operating.tokens import TokenStep


def note_tile(change: Change, private: str) -> None:
    """Note that a private has laid its tile in this turn."""
    update_turn(change, tile_privates=(*turn_of(change.state).tile_privates, private))


class ExtraTileStep(TurnStep):
    """The extra tiles of a private, in one turn of the game."""

    name = "extra_tile"
    accepts = (LayTile,)
    only_with = CHECKED

    def takes(self, state: State, action: Action) -> bool:
        if not isinstance(action, LayTile) or action.private is None:
            return False
        # That other power uses the tile of the turn.
        return not power(self.rules, action.private, "distant_tile")

    def _lays(self, state: State) -> Iterator[LayTile]:
        """Yield the lays that fit, allowed or not."""
        company = self.company(state)
        for private in privates_with_power(self.rules, state, company, "additional_tile"):
            own: ExtraTilePower = power(self.rules, private, "additional_tile")
            if self._is_used(state, private, own) or not self._is_time(state, own):
                continue
            for at in own.hexes or sorted(find_reach(self.rules, state, company).hexes):
                if not (own.hexes and at in state.board.laid):
                    for tile, rotation in self._fitting(state, at, own):
                        yield LayTile(company, at, tile, rotation, private)

    def _fitting(self, state: State, at: str, own: ExtraTilePower) -> Iterable[tuple[str, int]]:
        """Return the tiles that may fit on the hex."""
        if not own.hexes:
            company, colours = self.company(state), self.rules.phase(state).tiles
            tiles = [tile for tile in own.tiles if self.rules.tile(tile).colour in colours]
            return track.legal_lays(self.rules, state, at, company, tiles)
        if own.reserved:
            return [
                (tile, rotation)
                for tile, rotation in product(own.tiles, EDGES)
                if all(f.code == "stops" for f in faults(state.board, at, tile, rotation))
            ]
        reaching = self.company(state) if own.joined else None
        return track.legal_lays(self.rules, state, at, reaching, own.tiles)

    def _is_used(self, state: State, private: str, own: ExtraTilePower) -> bool:
        """Check whether the private has laid its tiles, or one of them in another turn."""
        laid = turn_of(state).tile_privates.count(private)
        if own.number > 1 and laid:
            return laid >= own.number
        return private in game_of(state).used_privates

    def _is_time(self, state: State, own: ExtraTilePower) -> bool:
        """Check the moment: in the step of track, or after the lay before anything else is done."""
        step, turn = step_of(self.rules, state), turn_of(state)
        if not own.in_track_step or step == track.TrackStep.name:
            return True
        is_next = step in (TokenStep.name, RunStep.name) and turn.revenue is None
        return is_next and bool(turn.lays) and not turn.tokens

    def _cost(self, state: State, action: LayTile) -> int:
        own: ExtraTilePower = power(self.rules, action.private, "additional_tile")
        if own.discount is None:
            return 0
        ground = sum(track.ground_parts(self.rules, state, action).values())
        return max(0, ground - own.discount)

    def offers(self, state: State) -> list[Offer]:
        offers = (
            Offer("lay_power", lay, -self._cost(state, lay), hexes=(lay.hex,), weight=0.1)
            for lay in self._lays(state)
        )
        return [self.judge_offer(state, offer) for offer in offers]

    def find_allowed(self, state: State) -> Iterator[LayTile]:
        return (lay for lay in self._lays(state) if not self.refusals(state, lay))

    def refusals(self, state: State, action: LayTile) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action)
        if found:
            return found
        own: ExtraTilePower | None = power(self.rules, action.private, "additional_tile")
        if own is None:
            return [refuse("power.none", private=action.private)]
        if (own.hexes and action.hex not in own.hexes) or action.tile not in own.tiles:
            found.append(refuse("lay.power", private=action.private))
        if self._is_used(state, str(action.private), own):
            found.append(refuse("power.used", private=action.private))
        if not self._is_time(state, own):
            found.append(refuse("power.track", private=action.private))
        if (cost := self._cost(state, action)) > (cash := state.cash[action.company]):
            facts = {"hex": action.hex, "cost": cost, "company": action.company}
            found.append(refuse("lay.cost", cash=cash, **facts))
        found += owner_refusals(self.rules, state, action)
        if own.hexes and action.hex in state.board.laid:
            found.append(refuse("power.occupied", hex=action.hex, private=action.private))
        if not own.hexes:
            found += track.colour_refusals(self.rules, state, action.tile)
            found += track.blocking_refusals(self.rules, state, action.hex, action.company)
        found += track.supply_refusals(self.rules, state, action.tile, own.reserved)
        reach = own.joined or not own.hexes
        placing = track.geometry_refusals(self.rules, state, action, reach)
        return found + [r for r in placing if not (own.reserved and r.code == "lay.stops")]

    def apply(self, change: Change, action: LayTile) -> None:
        track.lay_and_pay(change, self.rules, action, self._cost(change.state, action))
        assert action.private is not None
        note_tile(change, action.private)
        own: ExtraTilePower = power(self.rules, action.private, "additional_tile")
        is_noted = action.private in game_of(change.state).used_privates
        if len(own.hexes) != 1 and not is_noted:  # one hex shows that it is used
            note_used(change, action.private)
        laid = turn_of(change.state).tile_privates.count(action.private)
        if laid >= own.number and closes_with_use(self.rules, change.state, action.private):
            close(change, self.rules, action.private)
