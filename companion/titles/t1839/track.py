"""Track (§8.3.1, §15.3): two lays, at most one of them an upgrade, and powers of privates."""

from collections.abc import Sequence
from typing import Any

from companion.board.map import split_stop
from companion.rules.core.actions import LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.lay_allowance import UPGRADE
from companion.rules.operating import tokens
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.private_powers import (
    close,
    owner_refusals,
    power,
    privates_with_power,
)
from companion.rules.operating.track import TrackStep, kind_of_lay, lay_and_pay, note_lay
from companion.titles.t1839.phases import figures_of
from companion.titles.t1839.turn_state import turn_of

TILE, TOKEN = "tile", "token"
EXTRA, TELEPORT = "extra_yellow", "teleport"  # powers of privates


class TrackStep1839(TrackStep):
    """Two lays, the second for a fee.

    One private adds a yellow tile. Another lays a tile, places a marker, or both, in one of its
    hexes. That hex needs no connection to the company's track.
    """

    accepts = (LayTile, PlaceToken, Pass)

    def takes(self, state: State, action: object) -> bool:
        if isinstance(action, PlaceToken):
            return action.private is not None
        return isinstance(action, LayTile | Pass)

    def waits(self, state: State) -> bool:
        return super().waits(state) or bool(self.power_offers(state))

    # --- costs and refusals of a lay

    def must_reach(self, private: str | None) -> bool:
        return not power(self.rules, private, TELEPORT)

    def ground(self, state: State, action: LayTile) -> int:
        """Return the terrain cost. A private may lay free, or for a price of its own."""
        extra = power(self.rules, action.private, EXTRA)
        free = extra and action.hex == extra["free"]
        if free or power(self.rules, action.private, TELEPORT):
            return 0
        return super().ground(state, action)

    def fee(self, state: State, action: LayTile) -> int:
        """Return the fee of a second lay, or the price that a private asks instead."""
        if power(self.rules, action.private, EXTRA):
            return figures_of(self.rules).extra_tile
        if power(self.rules, action.private, TELEPORT):
            return self.fare(state, action.private)
        return super().fee(state, action)

    def fare(self, state: State, private: str | None) -> int:
        """Return the price of a private's power. Its second part is free."""
        return (
            0 if turn_of(state).teleport_hex else int(power(self.rules, private, TELEPORT)["cost"])
        )

    def enough(self, state: State, action: LayTile) -> list[Refusal]:
        """Refuse upgrades by an additional lay, and of a tile laid in this turn."""
        turn, upgrade = turn_of(state), kind_of_lay(self.rules, action) == UPGRADE
        laid = (*turn.extra_hexes, *(at for at, _ in turn.lays))
        if upgrade and action.hex in laid:
            facts = {"company": action.company, "hex": action.hex}
            return [self.rules.refuse("lay.laid_now", **facts)]
        if power(self.rules, action.private, EXTRA):
            return [self.rules.refuse("lay.power", private=action.private)] if upgrade else []
        return super().enough(state, action)

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        return super().check_lay(state, action) + self._private_refusals(state, action, TILE)

    def _private_refusals(
        self, state: State, action: LayTile | PlaceToken, part: str
    ) -> list[Refusal]:
        """Refuse a wrong use of a private for a tile or a marker."""
        private, refuse = action.private, self.rules.refuse
        if private is None:
            return []
        teleport, extra = (power(self.rules, private, name) for name in (TELEPORT, EXTRA))
        if not teleport and not (extra and part == TILE):
            return [refuse("power.none", private=private)]
        found = owner_refusals(self.rules, state, action)
        if not teleport:
            return found
        at = action.hex if isinstance(action, LayTile) else split_stop(action.stop)[0]
        turn = turn_of(state)
        if at not in teleport["hexes"] or turn.teleport_hex not in ("", at):
            hexes = (turn.teleport_hex,) if turn.teleport_hex else tuple(teleport["hexes"])
            found.append(refuse("power.hexes", private=private, hexes=hexes))
        if part in turn.teleport_parts:
            found.append(refuse("power.once", private=private))
        return found

    # --- a marker, with a private

    def _placing(self, state: State, action: PlaceToken) -> list[Refusal]:
        """Refuse a marker placed with a private. It is the turn's one, and needs no connection."""
        company, stop, private = action.company, action.stop, action.private
        found = self._private_refusals(state, action, TOKEN)
        if any(refusal.code == "power.none" for refusal in found):
            return found
        if turn_of(state).tokens:
            found.append(self.rules.refuse("token.one", company=company))
        found += tokens.token_refusals(
            self.rules, state, company, stop, False, action.replaced_owner
        )
        cost, cash = self.fare(state, private), state.cash[company]
        if cost > cash:
            found.append(self.rules.refuse("token.cost", company=company, cost=cost, cash=cash))
        return found

    # --- the step

    def power_offers(self, state: State) -> list[Offer]:
        company, board = self.company(state), state.board
        found: list[Offer] = []
        reached = find_reach(self.rules, state, company).hexes
        for private in privates_with_power(self.rules, state, company, EXTRA):
            hexes = [at for at in self.data.map.places if at in reached]
            found += self._lays(state, private, hexes, 0.2)
        for private in privates_with_power(self.rules, state, company, TELEPORT):
            hexes = list(power(self.rules, private, TELEPORT)["hexes"])
            found += self._lays(state, private, hexes, 0.5)
            stops = [stop for stop in board.tokens if split_stop(stop)[0] in hexes]
            for stop in stops:
                for instead in (None, *tokens.yielding(self.rules, state, stop)):
                    place = PlaceToken(company, stop, private, instead)
                    if not self._placing(state, place):
                        cost = self.fare(state, private)
                        found.append(Offer("token_power", place, -cost, hexes=(stop,)))
        return found

    def _lays(self, state: State, private: str, hexes: Sequence[str], weight: float) -> list[Offer]:
        """Return lays with a private, one for each hex."""
        company, found = self.company(state), []
        for at in hexes:
            if lay := self.first_lay(state, at, private):
                ways = lay.allotments[0]
                action = LayTile(company, at, lay.tile, lay.rotation, private, ways)
                found.append(Offer("lay_power", action, -lay.cost, hexes=(at,), weight=weight))
        return found

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        if isinstance(action, PlaceToken):
            return self.not_its_turn(state, action) or self._placing(state, action)
        return super().refusals(state, action)

    def apply(self, change: Change, action: Any) -> None:
        if not isinstance(action, PlaceToken):
            super().apply(change, action)
            return
        company, stop, private = action.company, action.stop, action.private
        cost = self.fare(change.state, private)
        self._teleport(change, split_stop(stop)[0], TOKEN)
        tokens.buy_token(change, PlaceToken(company, stop, None, action.replaced_owner), cost)

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        private = action.private
        cost, fee = self.cost(change.state, action), self.fee(change.state, action)
        if power(self.rules, private, EXTRA) and private:
            lay_and_pay(change, self.rules, action, cost, fee)
            update_turn(change, extra_hexes=(*turn_of(change.state).extra_hexes, action.hex))
            close(change, self.rules, private)
        elif power(self.rules, private, TELEPORT):
            lay_and_pay(change, self.rules, action, cost, fee)
            note_lay(change, self.rules, action)
            self._teleport(change, action.hex, TILE)
        else:
            super().carry_out_lay(change, action)

    def _teleport(self, change: Change, at: str, part: str) -> None:
        """Note the use of a private."""
        done = (*turn_of(change.state).teleport_parts, part)
        update_turn(change, teleport_hex=at, teleport_parts=done)

    def end(self, change: Change) -> None:
        """Close a private that was used at the end of the step."""
        state, company = change.state, self.company(change.state)
        if turn_of(state).teleport_hex:
            for private in privates_with_power(self.rules, state, company, TELEPORT):
                close(change, self.rules, private)
        super().end(change)
