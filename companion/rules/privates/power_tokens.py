"""Tokens placed with the powers of privates.

A power lowers the price, places a token together with a tile, or moves a token on the map.
"""

from collections.abc import Iterator

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, CompanyAction, LayTile, Pass, PlaceToken, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.operating import tokens
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import turn_of, update_turn
from companion.rules.operating.private_powers import (
    JOINT,
    MOVES_TOKEN,
    TOKEN_PERCENT,
    owner_refusals,
    power,
    privates_with_power,
    use_power,
)
from companion.rules.privates.tile_with_token import joint_lays, joint_of, joint_refusals, lay_joint


@action("move_own_token")
class MoveOwnToken(CompanyAction):
    """The move of a company's token from the city ``stop`` to ``destination``, by ``private``."""

    private: str
    stop: str
    destination: str


class PowerTokenStep(tokens.TokenStep):
    """The token step with powers, which allows one token action in a turn.

    The company places a token, places one together with a tile, or moves one. A token goes in a
    slot or, if the title allows it, on top of the company's own.
    """

    accepts = (PlaceToken, LayTile, MoveOwnToken, Pass)

    def takes(self, state: State, action: object) -> bool:
        if isinstance(action, LayTile):
            joint = joint_of(self.rules, action)
            return joint is not None and joint.beside
        return isinstance(action, self.accepts)

    # --- overridden by titles

    def check_any_token(self, state: State) -> list[Refusal]:
        """Check any token now, except one that comes with a tile."""
        return []

    def refuse_spending(self, state: State, company: str, cost: int) -> list[Refusal]:
        """Refuse to spend money that was raised for something else."""
        return []

    def placing(
        self,
        state: State,
        company: str,
        stop: str,
        reach: bool = True,
        instead: str | None = None,
    ) -> list[Refusal]:
        """Check a token in this city, apart from money and other actions of the turn."""
        return tokens.token_refusals(self.rules, state, company, stop, reach, instead)

    # --- checks

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        if isinstance(action, LayTile):
            return joint_refusals(self.rules, self, state, action)
        assert isinstance(action, PlaceToken | MoveOwnToken)
        if turn_of(state).tokens:
            found.append(self.rules.refuse("token.one", company=action.company))
        found += self.check_any_token(state)
        if isinstance(action, MoveOwnToken):
            return found + self._moving(state, action)
        return found + self._buying(state, action)

    def _buying(self, state: State, action: PlaceToken) -> list[Refusal]:
        """Check a token that is paid for, maybe at a lower price with a private."""
        refuse, company, private = self.rules.refuse, action.company, action.private
        if power(self.rules, private, JOINT):
            return [refuse("power.joint", private=private)]
        if private and power(self.rules, private, TOKEN_PERCENT) is None:
            return [refuse("power.none", private=private)]
        found = owner_refusals(self.rules, state, action)
        found += self.placing(state, company, action.stop, instead=action.replaced_owner)
        if action.stop not in state.board.tokens:
            return found
        cost, cash = (
            self.price(state, action),
            self.rules.treasury.means(self.rules, state, company),
        )
        if cost > cash:
            found.append(refuse("token.cost", company=company, cost=cost, cash=cash))
        return found

    def _moving(self, state: State, action: MoveOwnToken) -> list[Refusal]:
        """Check a move: with the token taken up, the company could place one there."""
        refuse, company, private = self.rules.refuse, action.company, action.private
        if not power(self.rules, private, MOVES_TOKEN):
            return [refuse("power.none", private=private)]
        found = owner_refusals(self.rules, state, action)
        if company not in state.board.tokens[action.stop]:
            return [*found, refuse("token.not_there", company=company, stop=action.stop)]
        if action.stop == action.destination:
            return [*found, refuse("token.same", stop=action.stop)]
        change = Change(state.copy())
        tokens.take_up(change, company, action.stop)
        return found + self.placing(change.state, company, action.destination)

    # --- the step

    def cities(self, state: State) -> list[str]:
        company = self.company(state)
        reached = find_reach(self.rules, state, company).stops
        near = (stop for stop in state.board.tokens if stop in reached)
        return [stop for stop in near if not self.placing(state, company, stop)]

    def waits(self, state: State) -> bool:
        if turn_of(state).tokens:
            return False
        return any(offer.allowed for offer in self._deeds(state))

    def offers(self, state: State) -> list[Offer]:
        return [*self._deeds(state), self.pass_offer(state)]

    def _deeds(self, state: State) -> Iterator[Offer]:
        company = self.company(state)
        private = privates_with_power(self.rules, state, company, TOKEN_PERCENT)
        cities = [] if self.check_any_token(state) else self.cities(state)
        for by in (None, *private):
            for stop in cities:
                place, kind = PlaceToken(company, stop, by), "token_power" if by else "token"
                cost = self.price(state, place)
                yield self.judge_offer(state, Offer(kind, place, -cost, hexes=(stop,), weight=0.5))
        for by in privates_with_power(self.rules, state, company, JOINT):
            lays = joint_lays(self.rules, self, state, company, by)
            for lay, cost in lays:
                if self.takes(state, lay):
                    share = 0.5 / len(lays)
                    yield Offer("lay_power", lay, -cost, hexes=(lay.hex,), weight=share)
        yield from self._moves(state)

    def _moves(self, state: State) -> Iterator[Offer]:
        """Yield an offer for each legal move."""
        company, board = self.company(state), state.board
        moves = [
            MoveOwnToken(company, by, stop, to)
            for by in privates_with_power(self.rules, state, company, MOVES_TOKEN)
            for stop in board.token_stops(company)
            for to in board.tokens
        ]
        legal = [move for move in moves if not self.refusals(state, move)]
        yield from (Offer("move_own_token", m, 0, weight=0.3 / len(legal)) for m in legal)

    # --- effects

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
            return
        if isinstance(action, LayTile):
            lay_joint(change, self.rules, self, action)
        elif isinstance(action, MoveOwnToken):
            self._move(change, action)
        else:
            assert isinstance(action, PlaceToken)
            self.place(change, action, self.price(change.state, action))
            if action.private:
                use_power(change, self.rules, action.company, action.private)
        self.end(change)

    def place(self, change: Change, action: PlaceToken, cost: int) -> None:
        """Pay for a token and place it as the turn's one token."""
        company, stop = action.company, action.stop
        on_top = company in change.state.board.tokens[stop]
        self.rules.treasury.before_paying(change, self.rules, company, cost)
        change.pay(company, BANK, cost, "token", company, stop)
        tokens.put_down(change, company, stop)
        kind = "token_on_top" if on_top else "token"
        change.tell(kind, company=company, stop=stop, cost=cost)
        update_turn(change, tokens=turn_of(change.state).tokens + 1)

    def _move(self, change: Change, action: MoveOwnToken) -> None:
        company, stop, to = action.company, action.stop, action.destination
        tokens.take_up(change, company, stop)
        tokens.put_down(change, company, to)
        change.tell("moved_own_token", company=company, stop=stop, destination=to)
        update_turn(change, tokens=turn_of(change.state).tokens + 1)
        use_power(change, self.rules, company, action.private)
