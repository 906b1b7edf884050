"""Tokens: put down and taken off, and bought in cities that a company reaches."""

from companion.board.board import split_stop
from companion.ledger.entries import BANK
from companion.rules.actions import Pass, PlaceToken
from companion.rules.change import Change
from companion.rules.offers import Offer
from companion.rules.operating import TurnStep, turn_of, with_turn
from companion.rules.refusals import Refusal
from companion.rules.reservations import circle_refusals
from companion.rules.rules import Rules
from companion.rules.state import State


def next_cost(rules: Rules, state: State, company: str) -> int | None:
    """What the company's next token costs; None when it has none left."""
    costs, left = rules.data.companies[company].token_costs, state.companies[company].tokens
    return costs[len(costs) - left] if left else None


def token_refusals(
    rules: Rules, state: State, company: str, stop: str, reach: bool = True
) -> list[Refusal]:
    """Against a token in a city: none left, no free circle, another in the hex, out of reach."""
    refuse = rules.refuse
    board = state.board
    if stop not in board.tokens:
        return [refuse("token.city", stop=stop)]
    found = []
    if next_cost(rules, state, company) is None:
        found.append(refuse("token.none", company=company))
    if None not in board.tokens[stop]:
        found.append(refuse("token.full", stop=stop))
    else:
        found += circle_refusals(rules, state, company, stop)
    at = split_stop(stop)[0]
    if any(company in slots for other, slots in board.tokens.items() if split_stop(other)[0] == at):
        found.append(refuse("token.hex", company=company, hex=at))
    if reach and stop not in board.reach(rules.access(state, company)).stops:
        found.append(refuse("token.unreached", company=company, stop=stop))
    return found


def put(change: Change, company: str, stop: str) -> None:
    """Put a token of the charter down."""
    state = change.state
    state.board = state.board.with_token(stop, company)
    state.alter(company, tokens=state.companies[company].tokens - 1)


def take_up(change: Change, company: str, stop: str) -> None:
    """Put a token back on the charter."""
    state = change.state
    state.board = state.board.without_token(stop, company)
    state.alter(company, tokens=state.companies[company].tokens + 1)


def take_out(change: Change, company: str) -> None:
    """Take all tokens of a company out of the game."""
    state = change.state
    own = state.companies[company]
    lying = sum(slots.count(company) for slots in state.board.tokens.values())
    state.board = state.board.without_tokens(company)
    state.alter(company, tokens=0, tokens_gone=own.tokens_gone + own.tokens + lying)


class PlaceTokens(TurnStep):
    """Place one token in a city the company reaches."""

    name = "token"
    deed = "token"
    accepts = (PlaceToken, Pass)

    def acted(self, state: State) -> bool:
        return bool(turn_of(state).tokens)

    def takes(self, state: State, action: object) -> bool:
        if isinstance(action, PlaceToken):
            return action.private is None
        return isinstance(action, Pass)

    def waits(self, state: State) -> bool:
        if turn_of(state).tokens:
            return False
        company = self.company(state)
        cost = next_cost(self.rules, state, company)
        if cost is None or cost > state.cash[company]:
            return False
        return bool(self.cities(state))

    def cities(self, state: State) -> list[str]:
        """The cities where the company may place its token now, money apart."""
        company = self.company(state)
        reached = state.board.reach(self.rules.access(state, company)).stops
        return [
            stop
            for stop in state.board.tokens
            if stop in reached and not token_refusals(self.rules, state, company, stop)
        ]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        cost = next_cost(self.rules, state, company)
        found = [
            self.judged(
                state,
                Offer("token", PlaceToken(company, stop), -(cost or 0), hexes=(stop,), weight=0.5),
            )
            for stop in self.cities(state)
        ]
        return [*found, self.pass_offer(state)]

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        company = action.company
        if turn_of(state).tokens:
            found.append(self.rules.refuse("token.one", company=company))
        found += token_refusals(self.rules, state, company, action.stop)
        cost = next_cost(self.rules, state, company) or 0
        if cost > state.cash[company]:
            cash = state.cash[company]
            found.append(self.rules.refuse("token.cost", company=company, cost=cost, cash=cash))
        return found

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        if isinstance(action, PlaceToken):
            cost = next_cost(self.rules, change.state, action.company) or 0
            buy_token(change, action.company, action.stop, cost)
            self.end(change)
        else:
            self.pass_on(change)


def buy_token(change: Change, company: str, stop: str, cost: int) -> None:
    """Pay for a token and put it down."""
    state = change.state
    change.pay(company, BANK, cost, "token", company, stop)
    put(change, company, stop)
    change.tell("token", company=company, stop=stop, cost=cost)
    with_turn(change, tokens=turn_of(state).tokens + 1)
