"""Virginia Coalfields: three coal markers, at most one for each company.

Without one, a company can neither enter the coalfields nor pass through them.
"""

from collections import Counter
from functools import lru_cache

from companion.board.company_access import Access
from companion.languages import gettext, pgettext
from companion.ledger.entries import BANK
from companion.rules.core.actions import CompanyAction, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.operating_round import TurnStep
from companion.titles.t1828.forced_sale_money import train_first
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of, note


@action("buy_coal")
class BuyCoal(CompanyAction):
    """A company buys one of the coal markers on the coalfields."""


def has_coal(state: State, company: str) -> bool:
    """Has the company a coal marker?"""
    return company in game_of(state).coal_markers


def lying(rules: Rules, state: State) -> dict[str, str]:
    """Return the hexes with coal and the number of markers in each."""
    own = figures(rules).coal
    found = Counter(
        place for place in game_of(state).coal_markers if place in (own.field, own.tunnel)
    )
    return {at: pgettext("name", "coal {count}").format(count=count) for at, count in found.items()}


def markers(rules: Rules, state: State) -> dict[str, tuple[str, list[str]]]:
    """Return the coal markers, each with its hex or company and all permitted places."""
    without = [c for c in rules.operating_order(state) if not has_coal(state, c)]
    places = [figures(rules).coal.field, *(c for c in without if rules.kind(state, c).directed)]
    return {f"coal {n}": (at, places) for n, at in enumerate(game_of(state).coal_markers, start=1)}


def move_coal(change: Change, place: str, to: str) -> None:
    """Move one coal marker from a hex or company to another."""
    markers = list(game_of(change.state).coal_markers)
    markers[markers.index(place)] = to
    note(change, coal_markers=tuple(markers))


def move_marker(change: Change, rules: Rules, marker: str, to: str) -> None:
    """Move the given marker to another place."""
    move_coal(change, markers(rules, change.state)[marker][0], to)


def belongings(rules: Rules, state: State, company: str) -> tuple[str, ...]:
    """Return coal if the company has some."""
    return (gettext("coal"),) if has_coal(state, company) else ()


def open_tunnel(change: Change, rules: Rules, layer: str) -> None:
    """Give the coal in the tunnel to the company that has built it.

    If that is no public company or has coal already, the marker goes to the coalfields, for sale.
    """
    state, own = change.state, figures(rules).coal
    if own.tunnel not in game_of(state).coal_markers:
        return  # the table has told so before
    takes = may_take_coal(rules, state, layer)
    move_coal(change, own.tunnel, layer if takes else own.field)
    change.tell("coal_taken" if takes else "coal_for_sale", company=layer)


def may_take_coal(rules: Rules, state: State, company: str) -> bool:
    """Would the company have the coal of a tunnel that it builds?"""
    return rules.kind(state, company).directed and not has_coal(state, company)


def is_tunnel_open(rules: Rules, state: State) -> bool:
    """Has somebody built the tunnel?"""
    return figures(rules).coal.tunnel not in game_of(state).coal_markers


class CoalStep(TurnStep):
    """Buy coal at any time of the turn, with a track to the coalfields."""

    name = "coal"
    accepts = (BuyCoal,)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.figures = figures(rules).coal

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        if has_coal(state, company) or self.figures.field not in game_of(state).coal_markers:
            return []
        price = self.figures.price
        return [self.judge_offer(state, Offer("coal", BuyCoal(company), -price, weight=0.5))]

    def refusals(self, state: State, action: BuyCoal) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found:
            return found
        refuse, company, own = self.rules.refuse, action.company, self.figures
        if has_coal(state, company):
            return [refuse("coal.one", company=company)]
        if own.field not in game_of(state).coal_markers:
            found.append(refuse("coal.none", hex=own.field))
        if not (state.is_told or reaches(self.rules, state, company)):
            found.append(refuse("coal.unreached", company=company, hex=own.field))
        if (cash := state.cash[company]) < own.price:
            found.append(refuse("coal.cost", company=company, cash=cash, cost=own.price))
        return found + train_first(self.rules, state, company)

    def apply(self, change: Change, action: BuyCoal) -> None:
        company, own = action.company, self.figures
        change.pay(company, BANK, own.price, "coal", company)
        move_coal(change, own.field, company)
        change.tell("coal_bought", company=company, cost=own.price)


def reaches(rules: Rules, state: State, company: str) -> bool:
    """Does a track lead from a marker of the company to the coalfields?"""
    field = figures(rules).coal.field
    return f"{field}.0" in find_reach(rules, state, company, with_coal(rules, state, company)).stops


def with_coal(rules: Rules, state: State, company: str) -> Access:
    """Return the access that the company would have with coal."""
    return replace(rules.access.of(rules, state, company), closed=frozenset())


def access(rules: Rules, state: State, company: str) -> Access:
    """Close the Virginia Coalfields to a company without coal.

    The route of the private that operates needs no marker.
    """
    own = figures(rules)
    closed = "" if has_coal(state, company) else own.coal.field
    return _access(company, closed, company == own.railway.company)


@lru_cache(maxsize=256)  # it is asked for very often
def _access(company: str, closed: str, anywhere: bool) -> Access:
    """Return the access without the hex ``closed``, or to everything."""
    return Access(company, closed=frozenset((closed,) if closed else ()), anywhere=anywhere)
