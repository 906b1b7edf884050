"""The revenue of privates, which the bank pays to their owners."""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.judge.rules import Rules


def pay_privates(change: Change, rules: Rules) -> None:
    """Pay the revenue of every open private to its owner."""
    for private in rules.data.private_list:
        owner = change.state.privates[private.symbol]
        amount = rules.privates.revenue(rules, change.state, private.symbol)
        if owner not in (BANK, GONE) and amount:
            change.pay(BANK, owner, amount, "private_revenue", private.symbol)
            change.tell("private_paid", private=private.symbol, owner=owner, amount=amount)
