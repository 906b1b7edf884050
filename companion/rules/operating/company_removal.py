"""Companies that leave the game, with everything they have."""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import GONE, TrainCard
from companion.rules.judge.rules import Rules
from companion.rules.operating import tokens
from companion.rules.operating.operating_round import update_turn
from companion.rules.operating.private_powers import close
from companion.rules.operating.running import trains_of
from companion.rules.shares import market

ENDED = 99  # a step after all steps of a turn


def remove_company(
    change: Change,
    rules: Rules,
    company: str,
    memo: str,
    certificates: str = GONE,
    leaving: str | None = None,
) -> None:
    """Remove a company from the game. Its trains, privates and price go, and its money to the bank.

    The home that it has not taken is free for others. Nothing that was told of its turns stays.

    ``memo`` is that of the payment, ``certificates`` the place where its shares go, and ``leaving``
    the owner of the tokens that replace its own. If it is the company's turn, that turn is over.
    """
    state = change.state
    change.pay(company, BANK, state.cash[company], memo, company)
    tokens.take_out(change, company, leaving=leaving)
    for train in trains_of(state, company):
        state.trains[train] = TrainCard(GONE)
    for private, owner in state.privates.items():
        if owner == company:
            close(change, rules, private)
    for certificate in rules.data.companies[company].certificates:
        state.certificates[certificate] = certificates
    market.remove(change, company)
    state.alter(company, homes=())
    state.told = state.told.without_turns(company)
    turn = state.round.operating
    if turn is not None and turn.company == company:
        update_turn(change, step=ENDED)
