"""Privates that help once with track or a token of their company, and then close.

One lays one more tile, one pays for rivers, and one pays for a token.
"""

from companion.board.border_crossings import crossings
from companion.rules.core.actions import LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import track
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import current_step, update_turn
from companion.rules.operating.own_shares import turn_of
from companion.rules.operating.private_powers import (
    close,
    owner_refusals,
    power,
    privates_with_power,
)
from companion.rules.operating.running import can_run
from companion.rules.operating.tokens import TokenStep, buy_token, next_cost
from companion.rules.operating.track import TrackStep
from companion.rules.shares import holdings


def buyable(rules: Rules, state: State, company: str) -> list[str]:
    """Return the privates that the company could buy from players now."""
    if not rules.phase(state).privates_for_companies or not state.cash[company]:
        return []
    return [private for private, owner in state.privates.items() if holdings.is_player(owner)]


# --- on the map


class OneTimeTrackStep(TrackStep):
    """The lays of a turn, with privates that help once."""

    powers: tuple[str, ...] = ("extra_lay", "river")

    def waits(self, state: State) -> bool:
        return super().waits(state) or self._extra(state) or self._may_come(state)

    def _extra(self, state: State) -> bool:
        """Has the company a private whose extra tile belongs to this step?"""
        return bool(privates_with_power(self.rules, state, self.company(state), "extra_lay"))

    def _may_come(self, state: State) -> bool:
        """Might the company still buy a private for this step?

        It might only if privates are bought at any time.
        """
        return self.data.private_use.any_time and any(
            any(power(self.rules, private, name) for name in self.powers)
            for private in buyable(self.rules, state, self.company(state))
        )

    def river_costs(self, state: State, action: LayTile) -> list[int]:
        """Return the cost of each river across which the tile completes a connection."""
        found = crossings(state.board, action.hex, action.tile, action.rotation)
        return [crossing.cost for crossing in found]

    def ground(self, state: State, action: LayTile) -> int:
        """Charge each connection across a river. One private pays for one, another for all."""
        if power(self.rules, action.private, "extra_lay"):
            return 0
        rivers, paid = (
            self.river_costs(state, action),
            power(self.rules, action.private, "river") or 0,
        )
        if power(self.rules, action.private, "every_river"):
            return sum(max(0, cost - paid) for cost in rivers)
        return max(0, sum(rivers) - paid)

    def must_reach(self, private: str | None) -> bool:
        """Check whether the tile must join the network; a private may lay anywhere."""
        return not power(self.rules, private, "lays_anywhere")

    def enough(self, state: State, action: LayTile) -> list[Refusal]:
        if power(self.rules, action.private, "extra_lay"):
            return []
        return super().enough(state, action)

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().check_lay(state, action)
        private, refuse = action.private, self.rules.refuse
        if private is None:
            return found
        extra, river = (power(self.rules, private, name) for name in ("extra_lay", "river"))
        if not extra and not river:
            return [*found, refuse("power.none", private=private)]
        if not_owned := owner_refusals(self.rules, state, action):
            return found + not_owned
        in_vain = power(self.rules, private, "every_river")
        if river and not in_vain and not self.river_costs(state, action):
            found.append(refuse("power.no_river", private=private))
        return found

    def power_offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        reached = find_reach(self.rules, state, company).hexes
        found = []
        for private in (
            p for name in self.powers for p in privates_with_power(self.rules, state, company, name)
        ):
            for at in self.data.map.places:
                if at in reached or not self.must_reach(private):
                    for lay in self.possible_lays(state, at, private):
                        if not lay.refusals:
                            action = LayTile(company, at, lay.tile, lay.rotation, private)
                            offer = Offer("lay_power", action, -lay.cost, hexes=(at,), weight=0.02)
                            found.append(offer)
        return found

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        if power(self.rules, action.private, "extra_lay"):
            track.lay_and_pay(change, self.rules, action, 0)
        else:
            super().carry_out_lay(change, action)
        if action.private is not None:
            close(change, self.rules, action.private)


class OneTimeTokenStep(TokenStep):
    """Place a token. A private may pay for it once."""

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        if super().waits(state):
            return True
        helped = privates_with_power(self.rules, state, self.company(state), "token")
        return bool(helped and not turn_of(state).tokens and self.has_city(state))

    def is_last(self, state: State) -> bool:
        """Is this the last chance to place a token in the turn?

        The turn is in this step, a token is left, and no train can run. If a train could run, the
        step could come back before it (see :class:`LateTokenStep`).
        """
        company = self.company(state)
        return (
            current_step(self.rules, state) is self
            and not turn_of(state).tokens
            and next_cost(self.rules, state, company) is not None
            and not can_run(self.rules, state, company)
            and self.has_city(state)
        )

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        helpful = privates_with_power(self.rules, state, company, "token")
        free = [PlaceToken(company, stop, p) for p in helpful for stop in self.find_cities(state)]
        helped = [Offer("token", act, 0, hexes=(act.stop,), weight=2) for act in free]
        return [*helped, *super().offers(state)]

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, Pass) or action.private is None:
            return found
        if not power(self.rules, action.private, "token"):
            return [self.rules.refuse("power.none", private=action.private)]
        found = [refusal for refusal in found if refusal.code != "token.cost"]
        return found + owner_refusals(self.rules, state, action)

    def pass_on(self, change: Change) -> None:
        super().pass_on(change)
        update_turn(change, has_passed_token=True)

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        if isinstance(action, Pass) or action.private is None:
            super().apply(change, action)
            return
        buy_token(change, action, 0)
        close(change, self.rules, action.private)
        self.end(change)


class LateTokenStep(OneTimeTokenStep):
    """A token step that comes back, for privates and own shares traded at any time.

    It comes back until trains run, when a private or money makes a token possible that was
    impossible before. By a switch only a private that pays for a token brings it back.
    """

    def takes(self, state: State, action: object) -> bool:
        if not isinstance(action, PlaceToken) or not self.is_late(state):
            return False
        return action.private is not None or not self.data.own_shares.once

    def is_late(self, state: State) -> bool:
        """Did the step end by itself, with the trains still to run?"""
        turn = turn_of(state)
        awaited = self.rules.waiting(state)
        return awaited is not None and awaited.name == "run" and not turn.has_passed_token

    def offers(self, state: State) -> list[Offer]:
        if not self.is_late(state) or not self.waits(state):
            return []
        found = [offer for offer in super().offers(state) if offer.kind != "pass"]
        return [offer for offer in found if self.takes(state, offer.action)]

    def end(self, change: Change) -> None:
        """Leave the turn where it was."""
