"""The stock round (§3): turns by the number cards, and the next order of play from the passes."""

from dataclasses import dataclass, replace

from companion.ledger.entries import BANK
from companion.rules import holdings, market
from companion.rules.actions import (
    Action,
    BuyShare,
    Pass,
    PlayerAction,
    SellShares,
    StartCompany,
    action,
)
from companion.rules.change import Change
from companion.rules.data import Cell
from companion.rules.holdings import INITIAL, POOL
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import FLOATED, State
from companion.rules.stock_turn import StockRules, StockTurn
from tests.titles.demo.branch import is_branch
from tests.titles.demo.notes import CardRound

FEWEST = 2  # players who stay in the game


@action
@dataclass(frozen=True, slots=True)
class LeaveGame(PlayerAction):
    """A player leaves, and the others play on."""


class Turn(StockTurn):
    """Sell any number of shares, then start a company or buy one; or leave."""

    accepts = (SellShares, BuyShare, StartCompany, LeaveGame, Pass)
    start_weight = 5.0

    def sources(self, company: str) -> tuple[str, ...]:
        return company, POOL

    def payee(self, company: str, source: str) -> str:
        return company if source == company else BANK

    def fallen(self, state: State, action: SellShares) -> Cell:
        """One to the left, however many were sold."""
        cell = market.cell_of(self.data, state, action.company)
        assert cell is not None
        return market.along(self.data.chart, cell, -1)

    def start_limits(self, state: State, action: StartCompany) -> list[Refusal]:
        if is_branch(self.rules, action.company):
            return [self.rules.refuse("start.branch", company=action.company)]
        return []

    def start(self, change: Change, action: StartCompany) -> None:
        """The director pays the company; the other shares are its own, and it floats at once."""
        state, company = change.state, action.company
        own = self.data.companies[company]
        cost = self.rules.kind(state, company).value(own.shares[0], action.price)
        change.pay(action.player, company, cost, "shares", company)
        state.certificates[own.certificates[0]] = action.player
        holdings.take(change, own, INITIAL, company, 100 - own.shares[0])
        state.alter(company, status=FLOATED)

    def bought(self, change: Change, company: str) -> None:
        self.end_turn(change)

    # --- the cards

    def end_turn(self, change: Change) -> None:
        """Who passes takes the next card, unless he has one; who acted gives his back."""
        state = change.state
        turn = state.playing(CardRound)
        others = tuple(player for player in turn.cards if player != turn.turn)
        if turn.acted:
            state.round = replace(turn, cards=others)
        elif turn.turn not in turn.cards:
            state.round = replace(turn, cards=(*others, turn.turn))
        super().end_turn(change)

    # --- a player who leaves

    def offers(self, state: State) -> list[Offer]:
        leave = Offer("leave_game", LeaveGame(self.actor(state)), weight=0.03)
        found = [offer for offer in super().offers(state) if not self._is_of_branch(offer)]
        return [*found, self.judged(state, leave)]

    def _is_of_branch(self, offer: Offer) -> bool:
        return offer.kind == "start" and is_branch(self.rules, offer.action.about())

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if not isinstance(action, LeaveGame) or action.player != self.actor(state):
            return super().refusals(state, action)
        return [] if len(state.order) > FEWEST else [self.rules.refuse("leave.few")]

    def apply(self, change: Change, action: Action) -> None:
        if not isinstance(action, LeaveGame):
            super().apply(change, action)
            return
        state, player = change.state, action.player
        turn = state.playing(CardRound)
        left = tuple(other for other in turn.cards if other != player)
        state.round = replace(
            turn, turn=state.left_of(player), cards=left, acted=False, sold_now=()
        )
        leave(change, self.rules, player)


def leave(change: Change, rules: Rules, player: str) -> None:
    """His shares go to the pool, his privates close, his money to the bank; he has no turns.

    The director's certificate of a company goes to who has most of it; where nobody has as much as
    it is, out of the game, and who holds card 1 acts for the company.
    """
    state = change.state
    for company in rules.data.companies:
        if holdings.president(rules.data, state, company) == player:
            successor = holdings.successor(rules.data, state, company, keeps=0)
            if successor:
                holdings.pass_presidency(change, rules.data, company, successor)
            else:
                state.certificates[rules.data.companies[company].certificates[0]] = "gone"
    for certificate, owner in state.certificates.items():
        if owner == player:
            state.certificates[certificate] = POOL
    for private, owner in state.privates.items():
        if owner == player:
            state.privates[private] = "gone"
            change.tell("closed", private=private)
    change.pay(player, BANK, state.cash[player], "left_game", player)
    state.order = tuple(other for other in state.order if other != player)
    change.tell("left_game", player=player)


class Turns(StockRules):
    """Turns until all cards are taken: all have passed one after the other."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, Turn(rules))

    def is_over(self, state: State) -> bool:
        return len(state.playing(CardRound).cards) == len(state.order)

    def close(self, change: Change) -> None:
        """The cards are the new order of play."""
        state = change.state
        state.order = state.playing(CardRound).cards
        state.priority = state.order[0]
        change.tell("cards", players=state.order)
