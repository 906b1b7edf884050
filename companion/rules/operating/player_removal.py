"""Players who leave the game, with everything they have."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import SellShares
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.company_removal import remove_company
from companion.rules.operating.private_powers import close
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock.stock_rounds import stock_turn


def remove_player(
    change: Change, rules: Rules, player: str, memo: str, falls: bool = False
) -> None:
    """Remove a player from the game. ``memo`` is that of the payment of their cash to the bank.

    Their privates close, and their shares go to the pool, above its limit too. Each of their
    companies passes to another player, or leaves the game. With ``falls`` prices fall as by sales.
    """
    state = change.state
    for private, owner in state.privates.items():
        if owner == player:
            close(change, rules, private)
    for company in rules.market_order(state):
        _release(change, rules, company, player, memo, falls)
    return_unpriced(change.state, rules, player)
    change.pay(player, BANK, state.cash[player], memo, player)
    if state.priority == player:
        state.priority = state.player_after(player)
    state.order = tuple(other for other in state.order if other != player)
    change.tell("left_game", player=player)


def _release(
    change: Change, rules: Rules, company: str, player: str, memo: str, falls: bool
) -> None:
    """Move a player's shares of a company to the pool.

    If they are its president and nobody can follow, the company leaves the game.
    """
    data, state = rules.data, change.state
    held = holdings.percent(data, state, company, player)
    if not held:
        return
    sale = SellShares(player, company, held)
    cell = stock_turn(rules).price_after_sale(state, sale) if falls else None
    if holdings.president(data, state, company) == player:
        successor = holdings.successor(data, state, company, keeps=0)
        if successor is None:
            remove_company(change, rules, company, memo)
            change.tell("company_bankrupt", company=company)
            return
        holdings.pass_presidency(change, data, company, successor)
    holdings.take(change, data.companies[company], player, POOL, held)
    change.tell("shares_released", player=player, company=company, percent=held, place=POOL)
    if cell is not None:
        market.move(change, data, company, cell)


def return_unpriced(state: State, rules: Rules, player: str) -> None:
    """Return a player's shares of companies without a price to the initial offering."""
    for certificate, owner in state.certificates.items():
        if owner == player and not state.companies[rules.data.issuers[certificate]].started:
            state.certificates[certificate] = INITIAL
