"""Tokens: placing, removing, replacing, swapping and moving them, and buying them in a turn.

The tokens of a company are counted: on the map, on its charter and out of the game. Other owners,
such as a government or neutral tokens, have an unlimited number.
"""

from collections.abc import Container, Iterator

from companion.board.map import split_stop
from companion.board.repeated_play import with_token
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.companies import Homes
from companion.rules.judge.rules import Rules
from companion.rules.operating.home_slots import circle_refusals
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.operating.private_powers import TOKEN_PERCENT, power


def next_cost(rules: Rules, state: State, company: str) -> int | None:
    """Return the cost of the company's next token; None if it has none left.

    Each token used, and each token taken over on the map, moves one step along the list of costs.
    The last cost applies to all further tokens.
    """
    costs, own = rules.data.companies[company].token_costs, state.companies[company]
    used = len(costs) + own.tokens_taken_over - own.tokens
    return costs[min(used, len(costs) - 1)] if own.tokens and costs else None


def token_refusals(
    rules: Rules,
    state: State,
    company: str,
    stop: str,
    reach: bool = True,
    instead: str | None = None,
) -> list[Refusal]:
    """Check a token in a city: tokens left, slot, other tokens in the hex, and reach.

    With ``instead``, the token must replace one of that owner.
    """
    refuse = rules.refuse
    board = state.board
    if stop not in board.tokens:
        return [refuse("token.city", stop=stop)]
    found = []
    if next_cost(rules, state, company) is None:
        found.append(refuse("token.none", company=company))
    found += place_refusals(rules, state, company, stop, instead)
    at = split_stop(stop)[0]
    if any(company in slots for slots in board.slots_of(at)):
        found.append(refuse("token.hex", company=company, hex=at))
    if reach and stop not in find_reach(rules, state, company).stops:
        found.append(refuse("token.unreached", company=company, stop=stop))
    return found


def place_refusals(
    rules: Rules,
    state: State,
    company: str,
    stop: str,
    instead: str | None = None,
    own: Homes = (),
) -> list[Refusal]:
    """Check that the city has a slot that is free and not reserved.

    ``own`` are reserved homes of the company itself. With ``instead``, the token must replace one
    of that owner.
    """
    slots = state.board.tokens[stop]
    if instead is not None and (instead not in slots or instead not in rules.tokens.replaceable):
        return [rules.refuse("token.instead", stop=stop, owner=instead)]
    if instead is None and None not in slots:
        return [rules.refuse("token.full", stop=stop)]
    return circle_refusals(rules, state, company, stop, instead, own)


def yielding(rules: Rules, state: State, stop: str) -> list[str]:
    """Return the owners in a city whose token a company may replace."""
    return [
        owner
        for owner in dict.fromkeys(state.board.tokens[stop])
        if owner in rules.tokens.replaceable
    ]


# effects on tokens


def place_token(change: Change, owner: str, stop: str, instead: str | None = None) -> None:
    """Place a token; a company's comes from its charter.

    With ``instead`` it replaces a token of that owner, who gets it back.
    """
    board = change.state.board
    if instead is None:
        change.state.board = with_token(board, stop, owner)
    else:
        change.state.board = board.with_other_owner(stop, instead, owner)
        _count(change.state, instead, charter=1)
    _count(change.state, owner, charter=-1)


def place_somewhere(change: Change, company: str) -> None:
    """Place a token of the company on the map, where the table does not tell the place."""
    _add_untold(change.state, company, 1)
    _count(change.state, company, charter=-1)


def count_placed(state: State, company: str) -> int:
    """Return how many tokens of the company are on the map, in places that are told or not."""
    board = state.board
    known = (*board.token_stops(company), *board.top_stops(company))
    return len(known) + state.told.tokens.get(company, 0)


def tokens_in_hex(state: State, company: str, at: str) -> list[str]:
    """Return the cities of a hex with a token of the company."""
    return [stop for stop in state.board.token_stops(company) if split_stop(stop)[0] == at]


def forget_places(change: Change, company: str, kept: Container[str] = ()) -> None:
    """Leave open where the tokens of the company lie that may have been moved.

    Tokens on the ``kept`` hexes stay.
    """
    board = change.state.board
    for stop in (*board.top_stops(company), *board.token_stops(company)):
        if split_stop(stop)[0] not in kept:
            is_top = stop in board.top_stops(company)
            board = (board.without_top if is_top else board.without_token)(stop, company)
            _add_untold(change.state, company, 1)
    change.state.board = board


def take_up_somewhere(change: Change, company: str, leaving: str | None = None) -> None:
    """Return a token, whose place is not told, to the charter. One of ``leaving`` replaces it.

    If all places are told, a token on the board stands for it.
    """
    if company not in change.state.told.tokens:
        take_up(change, company, change.state.board.token_stops(company)[0], leaving)
        return
    _add_untold(change.state, company, -1)
    _count(change.state, company, charter=1)
    if leaving is not None:
        place_somewhere(change, leaving)


def put_on_top(change: Change, owner: str, stop: str) -> None:
    """Place a token from the charter on top of the owner's token in a city."""
    change.state.board = change.state.board.with_top(stop, owner)
    _count(change.state, owner, charter=-1)


def put_down(change: Change, owner: str, stop: str) -> None:
    """Place a token from the charter, on top of the owner's token in the city if there is one."""
    on_top = owner in change.state.board.tokens[stop]
    (put_on_top if on_top else place_token)(change, owner, stop)


def take_off_top(change: Change, owner: str, stop: str) -> None:
    """Return a token that lies on top of another to the charter."""
    change.state.board = change.state.board.without_top(stop, owner)
    _count(change.state, owner, charter=1)


def take_up(change: Change, owner: str, stop: str, leaving: str | None = None) -> None:
    """Return a token to the charter, the upper one of two.

    With ``leaving``, a token of that owner replaces it.
    """
    if leaving is not None:
        place_token(change, leaving, stop, instead=owner)
        return
    if stop in change.state.board.top_stops(owner):
        take_off_top(change, owner, stop)
        return
    change.state.board = change.state.board.without_token(stop, owner)
    _count(change.state, owner, charter=1)


def move(
    change: Change,
    owner: str,
    stop: str,
    to: str,
    leaving: str | None = None,
    instead: str | None = None,
) -> None:
    """Move a token to another city.

    With ``leaving``, a token of that owner stays behind. With ``instead``, it replaces a token of
    that owner.
    """
    take_up(change, owner, stop, leaving)
    place_token(change, owner, to, instead)


def swap(change: Change, owner: str, stop: str, other: str, at: str) -> None:
    """Swap the tokens of two owners."""
    board = change.state.board.with_other_owner(stop, owner, other)
    change.state.board = board.with_other_owner(at, other, owner)


def take_out(change: Change, company: str, leaving: str | None = None) -> None:
    """Remove all tokens of a company from the game.

    With ``leaving``, tokens of that owner replace those on the map.
    """
    state = change.state
    for stop in state.board.top_stops(company):
        take_off_top(change, company, stop)
    for stop in state.board.token_stops(company):
        for _ in range(state.board.tokens[stop].count(company)):
            take_up(change, company, stop, leaving)
    left, untold = state.companies[company].tokens, state.told.tokens.get(company, 0)
    _count(state, company, charter=-left, gone=left + untold)
    if untold:
        _add_untold(state, company, -untold)
    if untold and leaving:
        _add_untold(state, leaving, untold)


def take_over(change: Change, company: str, other: str) -> None:
    """Give all tokens of another company to this one, on the map and on the charter.

    Homes that the other company has not taken yet are transferred too.
    """
    state = change.state
    own, theirs = state.companies[company], state.companies[other]
    lying = 0
    for stop in state.board.token_stops(other):
        for _ in range(state.board.tokens[stop].count(other)):
            state.board = state.board.with_other_owner(stop, other, company)
            lying += 1
    untold = state.told.tokens.get(other, 0)
    if untold:
        _add_untold(state, company, untold)
        _add_untold(state, other, -untold)
    count = lying + untold + theirs.tokens
    homes, tokens = own.homes + theirs.homes, own.tokens + theirs.tokens
    state.alter(
        company, homes=homes, tokens=tokens, tokens_taken_over=own.tokens_taken_over + count
    )
    state.alter(other, homes=(), tokens=0, tokens_taken_over=theirs.tokens_taken_over - count)


def _add_untold(state: State, company: str, more: int) -> None:
    """Add to the tokens of the company that lie on the map with no place told."""
    count = state.told.tokens.get(company, 0) + more
    others = {who: number for who, number in state.told.tokens.items() if who != company}
    state.told = replace(state.told, tokens={**others, company: count} if count else others)


def _count(state: State, owner: str, charter: int = 0, gone: int = 0) -> None:
    """Add to a company's tokens on the charter and out of the game; ignore other owners."""
    own = state.companies.get(owner)
    if own is not None:
        state.alter(owner, tokens=own.tokens + charter, tokens_removed=own.tokens_removed + gone)


class TokenStep(TurnStep):
    """The step that places one token in a city the company reaches."""

    name = "token"
    deed = "token"
    accepts: tuple[type[Action], ...] = (PlaceToken, Pass)

    def has_acted(self, state: State) -> bool:
        return bool(turn_of(state).tokens)

    def takes(self, state: State, action: object) -> bool:
        if isinstance(action, PlaceToken):
            return action.private is None
        return isinstance(action, Pass)

    def cost(self, state: State, stop: str) -> int:
        """Return the cost of a token in that city."""
        return next_cost(self.rules, state, self.company(state)) or 0

    def price(self, state: State, action: PlaceToken) -> int:
        """Return the price of the token, with the power of the private in the action."""
        percent = power(self.rules, action.private, TOKEN_PERCENT)
        return self.cost(state, action.stop) * (100 if percent is None else percent) // 100

    def describe_cost(self, state: State, stop: str) -> str:
        """Return how the cost is calculated, such as "40 × 2"; "" for a printed cost."""
        return ""

    def waits(self, state: State) -> bool:
        if turn_of(state).tokens:
            return False
        company = self.company(state)
        cost = next_cost(self.rules, state, company)
        if cost is None or cost > state.cash[company]:
            return False
        return self.has_city(state) or bool(self.replaceable_tokens(state))

    def find_cities(self, state: State) -> Iterator[str]:
        """Yield the cities where the company may place its token now, apart from money."""
        company = self.company(state)
        reached = find_reach(self.rules, state, company).stops
        return (
            stop
            for stop, slots in state.board.tokens.items()
            if None in slots  # else it would be refused, which takes longer
            and stop in reached
            and not token_refusals(self.rules, state, company, stop)
        )

    def has_city(self, state: State) -> bool:
        """Check whether there is such a city."""
        return any(True for _ in self.find_cities(state))

    def replaceable_tokens(self, state: State) -> list[tuple[str, str]]:
        """Return the cities where the company may replace a token, each with its owner."""
        company = self.company(state)
        if not self.rules.tokens.replaceable:
            return []
        reached = find_reach(self.rules, state, company).stops
        return [
            (stop, owner)
            for stop in state.board.tokens
            if stop in reached
            for owner in yielding(self.rules, state, stop)
            if not token_refusals(self.rules, state, company, stop, instead=owner)
        ]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        places = [PlaceToken(company, stop) for stop in self.find_cities(state)]
        places += [
            PlaceToken(company, stop, replaced_owner=owner)
            for stop, owner in self.replaceable_tokens(state)
        ]
        found = [
            self.judge_offer(
                state,
                Offer(
                    "token",
                    place,
                    -self.cost(state, place.stop),
                    hexes=(place.stop,),
                    weight=0.5,
                ),
            )
            for place in places
        ]
        return [*found, self.pass_offer(state)]

    def refusals(self, state: State, action: PlaceToken | Pass) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        company = action.company
        if turn_of(state).tokens:
            found.append(self.rules.refuse("token.one", company=company))
        found += token_refusals(
            self.rules, state, company, action.stop, True, action.replaced_owner
        )
        cost = self.price(state, action)
        if cost > state.cash[company]:
            cash = state.cash[company]
            found.append(self.rules.refuse("token.cost", company=company, cost=cost, cash=cash))
        return found

    def apply(self, change: Change, action: PlaceToken | Pass) -> None:
        if isinstance(action, PlaceToken):
            cost = self.price(change.state, action)
            buy_token(change, action, cost)
            self.end(change)
        else:
            self.pass_on(change)


def buy_token(change: Change, action: PlaceToken, cost: int) -> None:
    """Pay for a token and place it."""
    company, stop, instead = action.company, action.stop, action.replaced_owner
    change.pay(company, BANK, cost, "token", company, stop)
    place_token(change, company, stop, instead)
    change.tell("token", company=company, stop=stop, cost=cost)
    if instead is not None:
        change.tell("token_replaced", owner=instead, stop=stop)
    update_turn(change, tokens=turn_of(change.state).tokens + 1)
