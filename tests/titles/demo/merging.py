"""Two light railways merge into one with two charters (§3)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.board.map import split_stop
from companion.ledger.entries import BANK
from companion.rules.core.actions import ShareAction, action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.operating import tokens
from companion.rules.operating.trains_and_phases import trains_of
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import POOL
from tests.titles.demo.prices import LIGHT


@action("merge")
@dataclass(frozen=True, slots=True)
class Merge(ShareAction):
    """A director merges their company with another one that they own shares of, and that ends."""

    other_company: str


def pairs(rules: Rules, state: State, player: str) -> Iterator[Merge]:
    """The mergers that the player might think of."""
    for company in rules.data.companies:
        if rules.holdings.director(rules, state, company) == player and may_merge(state, company):
            for other in rules.data.companies:
                if other != company and may_merge(state, other):
                    yield Merge(player, company, other)


def may_merge(state: State, company: str) -> bool:
    """Is it a light railway that operates, and no merged one?"""
    own = state.companies[company]
    return own.floated and own.kind == LIGHT and own.charters == 1


def refusals(rules: Rules, state: State, action: Merge) -> list[Refusal]:
    """Against a merger."""
    both = (action.company, action.other_company)
    found = []
    for company in both:
        if not may_merge(state, company):
            return [rules.refuse("merge.kind", company=company)]
    if action.company == action.other_company:
        return [rules.refuse("merge.kind", company=action.company)]
    if holdings.president(rules.data, state, action.company) != action.player:
        found.append(rules.refuse("merge.director", **_facts(action)))
    if not holdings.percent(rules.data, state, action.other_company, action.player):
        found.append(
            rules.refuse("merge.share", player=action.player, company=action.other_company)
        )
    if not director(rules, state, action):
        found.append(rules.refuse("merge.nobody", company=action.company))
    return found


def _facts(action: Merge) -> dict[str, str]:
    return {"player": action.player, "company": action.company}


def halves(rules: Rules, state: State, action: Merge) -> Counter[str]:
    """Everybody's share of both together, halved: in percents of the merged company."""
    found: Counter[str] = Counter()
    for company in (action.company, action.other_company):
        for place, percent in holdings.shares(rules.data, state, company).items():
            found[action.company if place == company else place] += percent
    return Counter({place: percent // 2 for place, percent in found.items()})


def whole(rules: Rules, state: State, action: Merge) -> dict[str, int]:
    """The shares everybody gets, in percents; what is left over goes to the pool."""
    unit = rules.kind(state, action.company).unit
    found = {
        place: percent - percent % unit
        for place, percent in halves(rules, state, action).items()
        if place not in (POOL, GONE)
    }
    return {**found, POOL: 100 - sum(found.values())}


def director(rules: Rules, state: State, action: Merge) -> str:
    """The director of the merged company: the player with most of it, first in the order of play.

    It is "" where nobody has as much as the director's certificate.
    """
    sums = whole(rules, state, action)
    most = max(state.order, key=lambda player: sums.get(player, 0))
    least = rules.data.companies[action.company].shares[0]
    return most if sums.get(most, 0) >= least else ""


def merged_cell(rules: Rules, state: State, action: Merge) -> Cell:
    """The dearer of the two prices."""
    cells = (market.cell_of(rules.data, state, c) for c in (action.company, action.other_company))
    return max((cell for cell in cells if cell), key=lambda cell: cell.price)


def merge(change: Change, rules: Rules, action: Merge) -> None:
    """Put money, trains and tokens together, and halve everybody's shares of both.

    The bank pays for the odd halves.
    """
    state, company, other = change.state, action.company, action.other_company
    cell, new = merged_cell(rules, state, action), director(rules, state, action)
    sums, kind = whole(rules, state, action), rules.kind(state, company)
    before = halves(rules, state, action)
    change.tell(
        "merged", player=action.player, company=company, other_company=other, price=cell.price
    )
    change.pay(other, company, state.cash[other], "merger", other)
    for player in state.order:
        odd = before[player] - sums.get(player, 0)
        change.pay(BANK, player, kind.value(odd, cell.price), "odd_half", company)
    state.alter(company, charters=2)
    for train in trains_of(state, other):
        state.move_train(train, company, charter=1)
    for stop in state.board.token_stops(other):
        if any(
            split_stop(own)[0] == split_stop(stop)[0] for own in state.board.token_stops(company)
        ):
            tokens.take_up(change, other, stop, leaving="closed")
    tokens.take_over(change, company, other)
    for certificate in rules.data.companies[other].certificates:
        state.certificates[certificate] = GONE
    now = rules.holdings.director(rules, state, company)
    holdings.deal(change, rules.data.companies[company], sums, new)
    if now != new:
        change.tell("president", company=company, player=new, before=now)
    market.remove(change, other)
    market.move(change, rules.data, company, cell)
