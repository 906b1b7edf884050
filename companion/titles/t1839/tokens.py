"""Station markers (§8.3.2): place one, swap two, or move one with a private, once a turn.

When a company leaves a slot, the government's marker takes it (§14.4).
"""

from collections.abc import Iterator

from companion.board.map import split_stop
from companion.ledger.entries import BANK
from companion.rules.core.actions import (
    Action,
    CompanyAction,
    Pass,
    PlaceToken,
    PlayerAction,
    action,
)
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.judge.rules import QuestionStep
from companion.rules.operating import tokens
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.private_powers import close, power
from companion.rules.shares.holdings import is_player
from companion.titles.t1839.phases import figures_of
from companion.titles.t1839.running import STATE
from companion.titles.t1839.title_state import has_operated
from companion.titles.t1839.turn_state import turn_of


@action("swap_tokens")
class SwapTokens(CompanyAction):
    """A company swaps its token in ``stop`` for that of ``other_company`` in ``other_stop``."""

    stop: str
    other_company: str
    other_stop: str

    def parties(self) -> tuple[str, ...]:
        return self.company, self.other_company


@action("move_token")
class MoveToken(PlayerAction):
    """The owner of ``private`` moves a company's token from one city to another.

    It may replace the token of ``replaced_owner``.
    """

    private: str
    company: str
    stop: str
    destination: str
    replaced_owner: str | None = None

    def about(self) -> str:
        return self.company

    def parties(self) -> tuple[str, ...]:
        return self.player, self.company


@action("return_token")
class ReturnToken(CompanyAction):
    """A company with two tokens in a hex takes back the one in the city ``stop``."""

    stop: str


class TokenStep1839(tokens.TokenStep):
    """Place a marker, swap two, or let the owner of a private move one."""

    accepts = (PlaceToken, SwapTokens, MoveToken, Pass)

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, SwapTokens | MoveToken) or super().takes(state, action)

    def waits(self, state: State) -> bool:
        if turn_of(state).tokens:
            return False
        return (
            super().waits(state)
            or any(not self.swapping(state, swap) for swap in self._swaps(state))
            or any(not self.moving(state, move) for move in self._moves(state))
        )

    # --- swaps

    def _swaps(self, state: State) -> Iterator[SwapTokens]:
        """Yield all conceivable swaps, if the company can pay for one."""
        company = self.company(state)
        if state.cash[company] < figures_of(self.rules).swap or not has_operated(state, company):
            return
        others = [c for c in self.rules.operating_order(state) if c != company]
        for stop in state.board.token_stops(company):
            for other in others:
                for at in state.board.token_stops(other):
                    yield SwapTokens(company, stop, other, at)

    def swapping(self, state: State, action: SwapTokens) -> list[Refusal]:
        """Return refusals of a swap (§8.3.2.3)."""
        refuse, company, other = self.rules.refuse, action.company, action.other_company
        if other == company:
            return [refuse("token.swap_own", company=company)]
        for owner, stop in ((company, action.stop), (other, action.other_stop)):
            if owner not in state.board.tokens.get(stop, ()):
                return [refuse("token.not_there", company=owner, stop=stop)]
        found = [
            refuse("token.not_operated", company=owner)
            for owner in (company, other)
            if not has_operated(state, owner)
        ]
        left = [stop for stop in state.board.token_stops(company) if stop != action.stop]
        if len({split_stop(stop)[0] for stop in (*left, action.other_stop)}) == 1:
            found.append(
                refuse("token.one_hex", company=company, hex=split_stop(action.other_stop)[0])
            )
        cost, cash = figures_of(self.rules).swap, state.cash[company]
        if cost > cash:
            found.append(refuse("token.cost", company=company, cost=cost, cash=cash))
        return found

    def _swap(self, change: Change, action: SwapTokens) -> None:
        company, other = action.company, action.other_company
        stop, at = action.stop, action.other_stop
        cost = figures_of(self.rules).swap
        change.pay(company, BANK, cost, "token", company, stop)
        tokens.swap(change, company, stop, other, at)
        facts = {"company": company, "other_company": other, "stop": stop, "other_stop": at}
        change.tell("swapped_tokens", cost=cost, **facts)
        update_turn(change, inactive_cities=(stop, at))
        for owner, to in ((company, at), (other, stop)):
            ask_return(change, owner, to)

    # --- moves

    def _moves(self, state: State) -> Iterator[MoveToken]:
        """Yield all conceivable moves, if a player has a private that moves a marker now."""
        board, company = state.board, self.company(state)
        reached = find_reach(self.rules, state, company).stops
        for private, player in state.privates.items():
            if not is_player(player) or not self._may_move_now(state, private):
                continue
            for stop in board.token_stops(company):
                for to, slots in board.tokens.items():
                    if to != stop and to in reached:
                        ways = [None] if None in slots else []
                        for instead in (*ways, *tokens.yielding(self.rules, state, to)):
                            yield MoveToken(player, private, company, stop, to, instead)

    def _may_move_now(self, state: State, private: str) -> bool:
        since = power(self.rules, private, "moves_from")
        return bool(since) and self.data.reaches(state.phase, since)

    def moving(self, state: State, action: MoveToken) -> list[Refusal]:
        """Return refusals of a move (§14.2.3.2.1).

        The company could place a marker there, apart from money, markers left, and another of its
        own in that hex.
        """
        refuse, company, private = self.rules.refuse, action.company, action.private
        if company != self.company(state):
            return [refuse("turn.not_yours", actor=self.company(state), party=company)]
        if state.privates[private] != action.player:
            return [refuse("power.not_yours", player=action.player, private=private)]
        if not power(self.rules, private, "moves_from"):
            return [refuse("power.none", private=private)]
        if company not in state.board.tokens.get(action.stop, ()):
            return [refuse("token.not_there", company=company, stop=action.stop)]
        found = []
        if not self._may_move_now(state, private):
            since = power(self.rules, private, "moves_from")
            found.append(refuse("power.not_yet", private=private, phase=since))
        against = tokens.token_refusals(
            self.rules, state, company, action.destination, True, action.replaced_owner
        )
        apart = ("token.none", "token.hex")
        found += [refusal for refusal in against if refusal.code not in apart]
        if action.destination == action.stop:
            found.append(refuse("token.full", stop=action.destination))
        return found

    def _move(self, change: Change, action: MoveToken) -> None:
        company, stop, to = action.company, action.stop, action.destination
        tokens.move(change, company, stop, to, leaving=STATE, instead=action.replaced_owner)
        facts = {"player": action.player, "private": action.private, "company": company}
        change.tell("moved_token", stop=stop, destination=to, **facts)
        update_turn(change, tokens=turn_of(change.state).tokens + 1)
        ask_return(change, company, to)
        close(change, self.rules, action.private)

    # --- the step

    def offers(self, state: State) -> list[Offer]:
        *found, end = super().offers(state)
        cost = figures_of(self.rules).swap
        swaps = [s for s in self._swaps(state) if not self.swapping(state, s)]
        moves = [m for m in self._moves(state) if not self.moving(state, m)]
        for swap in swaps:
            found.append(Offer("swap_tokens", swap, -cost, weight=0.1 / len(swaps)))
        for move in moves:
            found.append(Offer("move_token", move, 0, weight=0.3 / len(moves)))
        return [*found, end]

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        one = []
        if turn_of(state).tokens and not isinstance(action, Pass):
            one = [self.rules.refuse("token.one", company=self.company(state))]
        if isinstance(action, MoveToken):
            return one + self.moving(state, action)
        if isinstance(action, SwapTokens):
            return self.not_its_turn(state, action) or one + self.swapping(state, action)
        assert isinstance(action, PlaceToken | Pass)
        return super().refusals(state, action)

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, SwapTokens):
            self._swap(change, action)
            update_turn(change, tokens=turn_of(change.state).tokens + 1)
            self.end(change)
        elif isinstance(action, MoveToken):
            self._move(change, action)
            self.end(change)
        else:
            assert isinstance(action, PlaceToken | Pass)
            super().apply(change, action)


def ask_return(change: Change, company: str, stop: str) -> None:
    """Return one marker if a company has two in the hex of a city.

    The company is asked which one, unless both are in that city.
    """
    state, at = change.state, split_stop(stop)[0]
    if state.board.tokens[stop].count(company) > 1:
        return_token(change, company, stop)
    elif len(tokens.tokens_in_hex(state, company, at)) > 1:
        state.ask(Question(TokenReturnStep.name, company, (company, at)))


def return_token(change: Change, company: str, stop: str) -> None:
    """Return a marker to the charter. The government's marker takes its place.

    If it was swapped in this turn, its city is no longer marked as unused.
    """
    tokens.take_up(change, company, stop, leaving=STATE)
    change.tell("returned_token", company=company, stop=stop)
    turn = change.state.round.operating
    if turn and turn.company == company:
        unused = tuple(other for other in turn_of(change.state).inactive_cities if other != stop)
        update_turn(change, inactive_cities=unused)


class TokenReturnStep(QuestionStep):
    """A company with two markers in a hex chooses the one that returns to its charter."""

    name = "returned"
    accepts = (ReturnToken,)

    def offers(self, state: State) -> list[Offer]:
        company, at = self.question(state).subjects
        back = [ReturnToken(company, stop) for stop in tokens.tokens_in_hex(state, company, at)]
        return [self.judge_offer(state, Offer("returned", each, hexes=(at,))) for each in back]

    def refusals(self, state: State, action: ReturnToken) -> list[Refusal]:
        if found := self.refuse_others(state, action):
            return found
        company, at = self.question(state).subjects
        if action.stop in tokens.tokens_in_hex(state, company, at):
            return []
        return [self.rules.refuse("token.not_there", company=company, stop=action.stop)]

    def apply(self, change: Change, action: ReturnToken) -> None:
        change.state.remove_question(self.question(change.state))
        return_token(change, action.company, action.stop)
