"""Markers (Place exchange or station marker): homes, of which a company places as many as it likes,
and one marker a turn at a price that grows with it.
"""

from companion.board.board import split_stop
from companion.rules import tokens
from companion.rules.actions import Action, Pass, PlaceToken
from companion.rules.change import Change
from companion.rules.homes import HomeToken, ask_home, place_homes
from companion.rules.offers import Offer
from companion.rules.operating import turn_of
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State


class Homes(HomeToken):
    """A company that operates for the first time places one home at least. Those that it does not
    place are given up for good, with the places that were kept for them.
    """

    accepts = (PlaceToken, Pass)

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        done = self.judged(state, Offer("pass", Pass(self.company(state)), weight=0.3))
        return [*found, done] if done.allowed else found

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, PlaceToken):
            return super().refusals(state, action)
        company = self.company(state)
        if action.actor() != company:
            return [self.rules.refuse("turn.not_yours", actor=company, who=action.actor())]
        if not state.board.token_stops(company):
            return [self.rules.refuse("token.one_home", company=company)]
        return []

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, PlaceToken):
            super().apply(change, action)
            return
        company = self.company(change.state)
        change.state.answered(self.question(change.state))
        change.state.alter(company, homes=())
        change.tell("homes_given_up", company=company)


def begin_homes(change: Change, rules: Rules, company: str) -> None:
    """Where a company has several homes its director says which it places."""
    homes = change.state.companies[company].homes
    if len(homes) > 1:
        ask_home(change, company)
    elif homes:
        place_homes(change, rules, company)


class Markers(tokens.PlaceTokens):
    """One station marker a turn, not after a second tile."""

    def waits(self, state: State) -> bool:
        return super().waits(state) and bool(self.payable(state))

    def payable(self, state: State) -> list[str]:
        """The cities in which the company could place one, and pay it."""
        if len(turn_of(state).laid) > 1:
            return []
        cash = state.cash[self.company(state)]
        return [stop for stop in self.cities(state) if self.cost(state, stop) <= cash]

    def cost(self, state: State, stop: str) -> int:
        """The value printed there, times the hexes in which the company has markers then."""
        at, index = split_stop(stop)
        value = state.board.at(at).stops[index].value(self.rules.phase(state).clock)
        lying = {split_stop(other)[0] for other in state.board.token_stops(self.company(state))}
        return value * len({*lying, at})

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, PlaceToken) and len(turn_of(state).laid) > 1:
            found.append(self.rules.refuse("token.two_tiles", company=action.company))
        return found
