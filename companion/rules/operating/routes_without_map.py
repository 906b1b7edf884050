"""The question whether a company without a train has a route, in a game without its map."""

from companion.rules.core.actions import CompanyAction, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.title_data import ALWAYS, NEVER
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.running import trains_of


@action("tell_route")
class TellRoute(CompanyAction):
    """The president of a company without a train says that it has a route.

    The company must own a train, for the rest of the game.
    """


@action("tell_no_route")
class TellNoRoute(CompanyAction):
    """The president of a company without a train says that it has no route in this turn."""


def is_route_asked(rules: Rules, state: State, company: str) -> bool:
    """Check whether the president is asked before the company ends its turn without a train."""
    return (
        state.is_told
        and rules.data.must_own not in (ALWAYS, NEVER)
        and company not in state.told.routes
        and not trains_of(state, company)
        and bool(trains_and_phases.trains_on_sale(rules, state))
    )


def offer_routes(company: str) -> list[Offer]:
    """Return the two answers."""
    return [Offer("route", answer(company), weight=0.5) for answer in (TellRoute, TellNoRoute)]


def route_refusals(rules: Rules, state: State, company: str) -> list[Refusal]:
    """Refuse an answer when nobody is asked."""
    is_asked = is_route_asked(rules, state, company)
    return [] if is_asked else [rules.refuse("route.not_asked", company=company)]


def note_route(change: Change, action: TellRoute | TellNoRoute) -> None:
    """Note the answer. A route stays for the rest of the game."""
    state, company = change.state, action.company
    if isinstance(action, TellNoRoute):
        change.tell("has_no_route", company=company)
        return
    state.told = replace(state.told, routes=(*state.told.routes, company))
    change.tell("has_route", company=company)
