"""A player who leaves, or has to, and the others play on (§3, §8)."""

from dataclasses import dataclass, replace

from companion.ledger.entries import BANK
from companion.rules.core.actions import PlayerAction, action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings
from companion.rules.shares.holdings import POOL
from companion.rules.stock.number_cards import CardRound
from tests.titles.demo import branch

FEWEST = 2  # players who stay in the game


@action("leave_game")
@dataclass(frozen=True, slots=True)
class LeaveGame(PlayerAction):
    """A player leaves in their turn of a stock round."""


def refusals(rules: Rules, state: State) -> list[Refusal]:
    """Against leaving."""
    return [] if len(state.order) > FEWEST else [rules.refuse("leave.few")]


def leave(change: Change, rules: Rules, player: str) -> None:
    """The player's shares go to the pool, their privates close, their money goes to the bank.

    They have no more turns. The director's certificate of a company goes to the player with most of
    it. If nobody has as much as it is, it leaves the game, and the holder of card 1 acts for the
    company.
    """
    state = change.state
    for company in rules.data.company_list:
        if holdings.president(rules.data, state, company.symbol) == player:
            successor = holdings.successor(rules.data, state, company.symbol, keeps=0)
            if successor:
                holdings.pass_presidency(change, rules.data, company.symbol, successor)
            else:
                state.certificates[company.certificates[0]] = GONE
    for private, owner in state.privates.items():
        if owner == player:
            state.privates[private] = GONE
            change.tell("private_closed", private=private)
    branch.close(change, rules)
    for certificate, owner in state.certificates.items():
        if owner == player:
            state.certificates[certificate] = POOL
    change.pay(player, BANK, state.cash[player], "leaver_cash", player)
    if isinstance(turn := state.round, CardRound):
        left = tuple(other for other in turn.cards if other != player)
        after = state.player_after(player)
        state.round = replace(turn, turn=after, cards=left, has_acted=False, sales_in_turn=())
    state.order = tuple(other for other in state.order if other != player)
    state.priority = state.order[0]
    change.tell("left_game", player=player)
    if len(state.order) == 1:
        rules.finish(change, "alone")
