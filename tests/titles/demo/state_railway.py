"""The State Railway (§3): a company without a director, which begins by itself with phase 3."""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import FLOATED, UNSTARTED
from companion.rules.judge.rules import Rules
from companion.rules.shares import market
from tests.titles.demo.stock import own_shares

KIND = "state"
PRICE = 50
MONEY = 200


def begin(change: Change, rules: Rules) -> None:
    """It begins with the State's money, and has all its shares itself."""
    state = change.state
    for company in rules.data.companies:
        own = state.companies[company]
        if own.kind != KIND or own.status != UNSTARTED or state.phase == "2":
            continue
        market.start(change, company, rules.market.pars(rules, state, company)[PRICE])
        own_shares(change, rules, company)
        state.alter(company, status=FLOATED)
        change.pay(BANK, company, MONEY, "state_money", company)
        change.tell("state_begins", company=company, price=PRICE, amount=MONEY)
