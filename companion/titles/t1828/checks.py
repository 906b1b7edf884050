"""What must always hold in 1828, beside what holds in every title."""

from companion.ledger.entries import LedgerFault
from companion.rules import holdings
from companion.rules.rules import Rules
from companion.rules.state import GONE, State
from companion.titles.t1828.cobourg import RAILWAY, is_open
from companion.titles.t1828.notes import COALFIELD, TUNNEL, Game1828, game_of


def check(rules: Rules, state: State) -> None:
    """Count coal markers, the own tenth of each system, and the money of those that are gone.

    Raises LedgerFault.
    """
    _check_coal(rules, state)
    for company, own in state.companies.items():
        left = own.status == GONE or (company == RAILWAY and not is_open(rules, state))
        if left and state.cash[company]:
            raise LedgerFault(f"{company} has left play with {state.cash[company]}")
    if state.questions:
        return  # a merger is half done
    for company, other in game_of(state).systems:
        if state.companies[other].status != GONE:
            raise LedgerFault(f"{other} plays, and is part of {company}")
        if holdings.percent(rules.data, state, company, company) != 10:
            raise LedgerFault(f"{company} has not its own tenth")


def _check_coal(rules: Rules, state: State) -> None:
    coal = game_of(state).coal
    companies = [place for place in coal if place not in (COALFIELD, TUNNEL)]
    if len(coal) != len(Game1828().coal) or len(set(companies)) < len(companies):
        raise LedgerFault(f"coal markers lie at {', '.join(coal)}")
    if unknown := [place for place in companies if not state.companies[place].floated]:
        raise LedgerFault(f"{unknown[0]} has coal, and does not operate")
    if (TUNNEL in coal) == (TUNNEL in state.board.laid):
        raise LedgerFault("a coal marker lies in the tunnel as long as it is not built")
