"""The revenue of routes: the worth of each stop, and the train that is paid for it.

A stop is worth its printed value plus any "value" bonus. A train is paid that worth times its
multiplier, plus other bonuses. A stop that pays once pays the train that earns most by it. A train
paid only for its best stops takes those that let all trains together earn most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.values import speed_up

from .board import Board
from .company_access import Access
from .tiles import BY_TOKENS, DIESEL, Stop
from .trains import CENTRES, Fares, TrainKind


@speed_up
@dataclass(frozen=True, slots=True)
class Call:
    """A train's call at a stop, and its pay."""

    stop: str
    name: str
    kind: str
    value: int  # the worth of the stop on this route
    times: int  # the train's multiplier, if it applies here
    own: bool  # with a token of the company
    paid: bool = True
    by: str = ""  # the train that is paid for it instead

    @property
    def pay(self) -> int:
        """The train's pay for it."""
        return self.value * self.times if self.paid else 0


def calls(
    board: Board, access: Access, train: TrainKind, stops: Sequence[str], fares: Fares
) -> tuple[Call, ...]:
    """Return a route's calls in order, before any pay is left to another train.

    A city full of others' tokens is worth nothing when passed, and its value at an end. A flood has
    no path: every stop is an end to it.
    """
    own = set(board.own_stops(access))
    found, inner = [], () if train.floods else stops[1:-1]
    here = [board.stop(stop) for stop in stops]
    for stop, printed in zip(stops, here, strict=True):
        kind = printed.kind
        passed = stop in board.stacked_tokens and stop in inner and board.full(stop, access)
        found.append(
            Call(
                stop,
                board.stop_name(stop),
                kind,
                0 if passed else worth(stop, printed, fares, train),
                train.multiplier if kind in train.multiplies else 1,
                access.anywhere or stop in own,
                kind in train.pays,
            )
        )
    for i, call in enumerate(found):
        if here[i].follows:
            others = [other for j, other in enumerate(found) if j != i]
            found[i] = replace(
                call, value=value_of_following_off_board(others, 1 if train.floods else 2)
            )
        elif here[i].port:
            found[i] = _call_at_port(here[i], call, found)
    return tuple(found)


def _call_at_port(printed: Stop, call: Call, calls: Sequence[Call]) -> Call:
    """Return the call at a port with its value on a route with these calls."""
    if printed.port == BY_TOKENS:
        own = sum(other.own and other.kind == "city" for other in calls)
        return replace(call, value=call.value * own)
    others = sum(other.pay for other in calls if other.stop != call.stop)
    return replace(call, value=others // 20 * 10, times=1)


def worth(stop: str, printed: Stop, fares: Fares, train: TrainKind) -> int:
    """Return the worth of a stop now to a train, anywhere on a route.

    It is 0 for a stop whose value depends on its route.
    """
    if printed.follows:
        return 0
    value = printed.value((*fares.colours, DIESEL) if train.name == "D" else fares.colours)
    for bonus in fares.bonuses:
        if bonus.where == "value" and bonus.holds(stop, printed.kind, ""):
            value += bonus.amount
    return value


def value_of_following_off_board(others: Iterable[Call], off_boards: int = 2) -> int:
    """Return the value of an off-board whose value depends on the other stops of its route.

    It is the greatest centre's value, or ``off_boards`` times the value of the off-board at the
    other end, whichever is more.
    """
    return max((c.value * (1 if c.kind in CENTRES else off_boards) for c in others), default=0)


def bonuses(
    train: TrainKind, train_id: str, path: Sequence[str], calls: Sequence[Call], fares: Fares
) -> list[tuple[str, int]]:
    """Return the bonuses that a route earns besides its stops' values, as (name, amount)."""
    earned = []
    for bonus in fares.bonuses:
        places = {call.stop: call.kind for call in calls}
        if bonus.where == "value" or not places.keys() >= set(bonus.others):
            continue
        amount = bonus.amount * (train.multiplier if bonus.multiplied else 1)
        times = 0
        for stop, kind in places.items():
            end = not train.floods and stop in (path[0], path[-1])
            where = bonus.where == "anywhere" or end
            times += where and bonus.holds(stop, kind, train_id)
        if times:
            earned.append((bonus.name, amount * times))
    return earned


@speed_up
@dataclass(frozen=True, slots=True)
class PayClaim:
    """The calls of one train that claims their pay."""

    train: str
    kind: TrainKind
    calls: tuple[Call, ...]

    def chooses(self, call: Call) -> bool:
        """Return whether the call is of a kind of which only the best stops are paid."""
        return self.kind.best is not None and call.kind in self.kind.best.of

    def shares(self, call: Call, fares: Fares) -> bool:
        """Return whether the stop pays only one of the trains that share it."""
        return call.kind in self.kind.once and call.stop not in fares.again


_Here = list[tuple[int, int]]  # calls at a stop: index of the claim, index of its call
_Chosen = frozenset[int]  # the claims that chose a stop as one of their best
_State = tuple[tuple[int, bool], ...]  # by chooser: stops taken, and whether one has a token
_Way = tuple[int, dict[str, _Chosen]]  # revenue, and the claims that chose each stop


def settle(claims: Sequence[PayClaim], fares: Fares) -> list[tuple[Call, ...]]:
    """Decide which calls are paid so that all trains together earn most.

    Returns the calls of each claim, with those that pay another train marked.
    """
    at: dict[str, _Here] = {}
    for number, claim in enumerate(claims):
        for index, call in enumerate(claim.calls):
            if call.paid:
                at.setdefault(call.stop, []).append((number, index))
    chosen = _choose(claims, at, fares)
    settled = [list(claim.calls) for claim in claims]
    for stop, here in at.items():
        payees = _payees(claims, here, chosen.get(stop, frozenset()), fares)
        for number, index in here:
            claim, call = claims[number], claims[number].calls[index]
            if (number, index) not in payees:
                sharers = [n for n, i in payees if claims[n].shares(claims[n].calls[i], fares)]
                by = claims[sharers[0]].train if sharers and claim.shares(call, fares) else ""
                settled[number][index] = replace(call, paid=False, by=by)
    return [tuple(mine) for mine in settled]


def _payees(claims: Sequence[PayClaim], here: _Here, chosen: _Chosen, fares: Fares) -> _Here:
    """Return the paid calls at a stop, when these claims have chosen it."""
    payees, most = [], None
    for number, index in here:
        claim, call = claims[number], claims[number].calls[index]
        if claim.chooses(call) and number not in chosen:
            continue
        if not claim.shares(call, fares):
            payees.append((number, index))
        elif most is None or call.pay > claims[most[0]].calls[most[1]].pay:
            most = (number, index)
    return payees if most is None else [*payees, most]


def _choose(
    claims: Sequence[PayClaim], at: Mapping[str, _Here], fares: Fares
) -> dict[str, _Chosen]:
    """Choose the best stops of each train that is paid for a limited number.

    Every choice is followed, stop by stop. Choices agree when each train has taken the same number
    of stops, and when the same trains have one with a token. Only the best of choices that agree is
    kept.
    """
    choosers = [number for number, claim in enumerate(claims) if claim.kind.best]
    if not choosers:
        return {}
    ways: dict[_State, _Way] = {tuple((0, False) for _ in choosers): (0, {})}
    for stop, here in at.items():
        calling = {n: claims[n].calls[i] for n, i in here if claims[n].chooses(claims[n].calls[i])}
        if not calling:
            continue
        following: dict[_State, _Way] = {}
        for size in range(len(calling) + 1):
            for taken in map(frozenset, combinations(calling, size)):
                payees = _payees(claims, here, taken, fares)
                earns = sum(claims[n].calls[i].pay for n, i in payees)
                for state, (sum_, chosen) in ways.items():
                    after = _next_state(state, choosers, taken, calling)
                    if any(
                        used > best.number
                        for (used, _), n in zip(after, choosers, strict=True)
                        if (best := claims[n].kind.best) is not None
                    ):
                        continue
                    if after not in following or following[after][0] < sum_ + earns:
                        following[after] = (sum_ + earns, {**chosen, stop: taken})
        ways = following
    whole = [way for state, way in ways.items() if all(own for _, own in state)]
    return max(whole or ways.values(), key=lambda way: way[0])[1]


def _next_state(
    state: _State,
    choosers: Sequence[int],
    taken: _Chosen,
    calling: Mapping[int, Call],
) -> _State:
    return tuple(
        (used + 1, own or calling[n].own) if n in taken else (used, own)
        for (used, own), n in zip(state, choosers, strict=True)
    )
