"""Invariants of 1828, in addition to those of every title."""

from functools import partial

from companion.ledger.entries import LedgerError
from companion.rules.core.state import GONE, State
from companion.rules.judge.conservation import Inventory
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings
from companion.titles.t1828.cobourg import is_open
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of


def add_counts(inventory: Inventory, rules: Rules) -> None:
    """Count coal markers, the assets of companies out of the game, and each system's own tenth."""
    inventory.add(partial(_count_coal, rules), "title_state", "companies", "board.laid")
    inventory.add(partial(_count_money_left, rules), "certificates", "companies", "cash")
    systems = ("title_state", "companies", "certificates", "questions")
    inventory.add(partial(_count_systems, rules), *systems)


def _count_money_left(rules: Rules, state: State) -> None:
    railway = figures(rules).railway.company
    for company, own in state.companies.items():
        left = own.status == GONE or (company == railway and not is_open(rules, state))
        if left and state.cash[company]:
            raise LedgerError(f"{company} has left play with {state.cash[company]}")


def _count_systems(rules: Rules, state: State) -> None:
    if state.questions:
        return  # a merger is half done
    for company, other in game_of(state).systems:
        if state.companies[other].status != GONE:
            raise LedgerError(f"{other} plays, and is part of {company}")
        unit = rules.kind(state, company).unit
        if holdings.percent(rules.data, state, company, company) != unit:
            raise LedgerError(f"{company} has not its own tenth")


def _count_coal(rules: Rules, state: State) -> None:
    coal, own = game_of(state).coal_markers, figures(rules).coal
    companies = [place for place in coal if place not in own.lies]
    if len(coal) != len(own.lies) or len(set(companies)) < len(companies):
        raise LedgerError(f"coal markers lie at {', '.join(coal)}")
    if unknown := [place for place in companies if not state.companies[place].floated]:
        raise LedgerError(f"{unknown[0]} has coal, and does not operate")
    if not state.is_told and (own.tunnel in coal) == (own.tunnel in state.board.laid):
        raise LedgerError("a coal marker lies in the tunnel as long as it is not built")
