"""Floating: the percent sold at which a company may operate, and its starting capital."""

from companion.languages import format_text
from companion.ledger.entries import BANK
from companion.rules.core import standard_state
from companion.rules.core.change import Change
from companion.rules.core.state import FLOATED, STARTED, State
from companion.rules.data.companies import FULL, INCREMENTAL
from companion.rules.data.switches import AT_FLOAT
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market


def is_due(rules: Rules, state: State, company: str, more: int = 0) -> bool:
    """Check whether a started company floats now, or after ``more`` percent have been sold."""
    floats_at = rules.kind(state, company).floats_at
    if floats_at is None or state.companies[company].status != STARTED:
        return False
    return percent_sold(rules, state, company) + more >= floats_at


def percent_sold(rules: Rules, state: State, company: str) -> int:
    """Return the percent of a company that has left the initial offering.

    In the standard game, a company has its unsold shares itself if their buyers pay it.
    """
    unsold = holdings.percent(rules.data, state, company, holdings.INITIAL)
    is_standard = isinstance(state.title_state, standard_state.StandardState)
    if is_standard and rules.kind(state, company).capital == INCREMENTAL:
        unsold += holdings.percent(rules.data, state, company, company)
    return 100 - unsold


def describe_percent_sold(rules: Rules, state: State, company: str) -> str:
    """Return a text with the percent sold and the percent at which the company floats."""
    needed = rules.kind(state, company).floats_at
    percent = percent_sold(rules, state, company)
    return format_text("{sold}% sold; floats at {needed}%", sold=percent, needed=needed)


def float_if_sold(change: Change, rules: Rules, company: str) -> None:
    """Float a company once enough of it is sold.

    Its capital comes at once or, by the title's switch, when it begins to operate. By another
    switch its unsold shares go to the pool.
    """
    if not is_due(rules, change.state, company):
        return
    change.state.alter(company, status=FLOATED)
    if rules.data.stock.capital_paid == AT_FLOAT:
        pay_capital(change, rules, company)
    else:
        due = standard_state.game_of(change.state).companies_due_capital
        standard_state.note(change, companies_due_capital=(*due, company))
        change.tell("formed", company=company)
    rest = holdings.percent(rules.data, change.state, company, holdings.INITIAL)
    if rest and rules.data.stock.rest_to_pool:
        own = rules.data.companies[company]
        holdings.take(change, own, holdings.INITIAL, holdings.POOL, rest)
        change.tell("moved_to_pool", company=company, percent=rest)


def pay_due_capital(change: Change, rules: Rules) -> None:
    """Pay capital to the companies that begin in this operating round."""
    due = standard_state.game_of(change.state).companies_due_capital
    standard_state.note(change, companies_due_capital=())
    for company in due:
        pay_capital(change, rules, company, event="received_capital")


def capital(rules: Rules, state: State, company: str) -> int:
    """Return the capital that the bank pays when a company of this kind floats."""
    kind = rules.kind(state, company)
    if kind.capital == INCREMENTAL:
        return 0
    at_par = kind.capital == FULL
    price = state.companies[company].par if at_par else market.price(rules.data, state, company)
    return kind.value(100, price or 0)


def pay_capital(change: Change, rules: Rules, company: str, event: str = "floated") -> None:
    """Pay the company its capital from the bank, and log it as ``event``."""
    amount = capital(rules, change.state, company)
    change.pay(BANK, company, amount, "capital", company)
    change.tell(event, company=company, amount=amount)
