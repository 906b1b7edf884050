"""Place station marker: $100 each, one a turn; none on the coalfields.

With the tile of a private one may be placed without paying.
"""

from collections.abc import Iterator

from companion.board.map import split_stop
from companion.rules.core.actions import Action, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.map_use import CHECKED
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating import tokens
from companion.rules.operating.home_slots import cities
from companion.rules.operating.operating_round import TurnStep, steps_to_come
from companion.rules.operating.private_powers import power
from companion.rules.operating.tokens import TokenStep
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import turn_of


class TileMarkerStep(TurnStep):
    """The marker that comes with the tile of a private, connected or not, before any other tile.

    It is the marker of the turn.
    """

    name = "token"
    accepts = (PlaceToken,)
    only_with = CHECKED

    def takes(self, state: State, action: Action) -> bool:
        return isinstance(action, PlaceToken) and action.private is not None

    def offers(self, state: State) -> list[Offer]:
        places = self.places(state)
        return [Offer("token", place, 0, hexes=(place.stop,), weight=3) for place in places]

    def places(self, state: State) -> list[PlaceToken]:
        """Return the places where it may be placed now."""
        company, private = self.company(state), turn_of(state).marker_private
        if not private:
            return []
        at = power(self.rules, private, "teleport")["hex"]
        found = [PlaceToken(company, stop, private) for stop in cities(state.board, at)]
        return [place for place in found if not self.refusals(state, place)]

    def refusals(self, state: State, action: PlaceToken) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found:
            return found
        refuse, private, turn = self.rules.refuse, str(action.private), turn_of(state)
        own = power(self.rules, private, "teleport")
        if not own:
            return [refuse("power.none", private=private)]
        if private != turn.marker_private or self._is_over(state):
            found.append(refuse("token.with_tile", private=private))
        if split_stop(action.stop)[0] != own["hex"]:
            found.append(refuse("lay.power", private=private))
        return found + self._as_any(state, action)

    def _is_over(self, state: State) -> bool:
        """Is the step over in which the turn's marker is placed?"""
        return all(step.name != self.name for step in steps_to_come(self.rules, state))

    def _as_any(self, state: State, action: PlaceToken) -> list[Refusal]:
        """Return refusals as for any marker, except for money and reach."""
        company, found = action.company, []
        if turn_of(state).tokens:
            found.append(self.rules.refuse("token.one", company=company))
        return found + tokens.token_refusals(
            self.rules, state, company, action.stop, reach=False, instead=action.replaced_owner
        )

    def apply(self, change: Change, action: PlaceToken) -> None:
        tokens.buy_token(change, action, 0)


class TokenStep1828(TokenStep):
    """Place one marker for money."""

    def __init__(self, rules: Rules, free: TileMarkerStep) -> None:
        super().__init__(rules)
        self.free = free
        self.coalfield = figures(rules).coal.field

    def waits(self, state: State) -> bool:
        return bool(self.free.places(state)) or super().waits(state)

    def find_cities(self, state: State) -> Iterator[str]:
        found = super().find_cities(state)
        return (stop for stop in found if split_stop(stop)[0] != self.coalfield)

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, PlaceToken) and split_stop(action.stop)[0] == self.coalfield:
            found.append(self.rules.refuse("token.coalfield", hex=self.coalfield))
        return found
