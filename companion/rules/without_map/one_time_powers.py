"""Privates that help once on the map and then close, in a game without its map."""

from collections.abc import Iterator

from companion.rules.core.actions import Pass
from companion.rules.core.change import Change
from companion.rules.core.map_use import TOLD
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import TurnStep
from companion.rules.operating.private_powers import close, power, privates_with_power, refuse_owner
from companion.rules.operating.tokens import next_cost
from companion.rules.without_map.actions import TellPower, TellToken
from companion.rules.without_map.private_uses import refuse_any_cost, refuse_outside_track
from companion.rules.without_map.tokens import ToldTokenStep, refuse_free_token
from companion.rules.without_map.track import ToldTrackStep

EXTRA_LAY, RIVER, TOKEN = "extra_lay", "river", "token"  # keys in the data


def has_one_time_power(rules: Rules, private: str) -> bool:
    """Check whether the private helps once with track."""
    return any(power(rules, private, key) for key in (EXTRA_LAY, RIVER))


class ToldOneTimeStep(TurnStep):
    """The use of such a private while its company lays track.

    One lays a tile more, free of charge. Another pays for a river: the table tells a lower cost.
    """

    name = "told_power"
    accepts = (TellPower,)
    only_with = TOLD

    def waits(self, state: State) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        return list(self._find_uses(state)) if state.round.operating else []

    def _find_uses(self, state: State) -> Iterator[Offer]:
        company = self.company(state)
        for private, owner in state.privates.items():
            use = TellPower(company, private)
            if owner == company and not self.refusals(state, use):
                yield Offer("tell_power", use, 0, weight=0.3)

    def refusals(self, state: State, action: TellPower) -> list[Refusal]:
        refuse, private, company = self.rules.refuse, action.private, action.party
        turn = state.round.operating
        if not has_one_time_power(self.rules, private):
            return [refuse("power.none", private=private)]
        if found := refuse_owner(self.rules, state, company, private):
            return found
        if turn is None or turn.company != company:
            return [refuse("told.turn", company=company)]
        found = refuse_outside_track(self.rules, state, private)
        return found + refuse_any_cost(self.rules, private, action.cost)

    def apply(self, change: Change, action: TellPower) -> None:
        change.tell("told_power", party=action.party, private=action.private)
        close(change, self.rules, action.private)


class ToldOneTimeTrackStep(ToldTrackStep):
    """The lays of a turn, and the tile of a private."""

    powers = (EXTRA_LAY,)


class ToldOneTimeTokenStep(ToldTokenStep):
    """One token of a turn, for which a private may pay once."""

    def token_offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        found = super().token_offers(state)
        if next_cost(self.rules, state, company) is not None:
            helpful = privates_with_power(self.rules, state, company, TOKEN)
            uses = (TellToken(company, 0, private) for private in helpful)
            free = (self.judge_offer(state, Offer("tell_token", use, 0)) for use in uses)
            found += [offer for offer in free if offer.allowed]
        return found

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        return refuse_free_token(self.rules, state, action, TOKEN) if action.private else []

    def apply(self, change: Change, action: TellToken | Pass) -> None:
        super().apply(change, action)
        if isinstance(action, TellToken) and action.private is not None:
            close(change, self.rules, action.private)
