"""The stock round (§3): turns by the number cards, and the next order of play from the passes."""

from dataclasses import replace

from companion.rules.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import FLOATED, GONE, State
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.operating import homes
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL
from companion.rules.stock.number_cards import CardRound, CardRules, CardTurn
from tests.titles.demo import leaving, merging
from tests.titles.demo.leaving import LeaveGame
from tests.titles.demo.merging import Merge
from tests.titles.demo.prices import LIGHT, moved


def own_shares(change: Change, rules: Rules, company: str) -> None:
    """Put all shares that are not sold yet into the company's own treasury."""
    left = holdings.percent(rules.data, change.state, company, INITIAL)
    holdings.take(change, rules.data.companies[company], INITIAL, company, left)


def is_gone(state: State, company: str) -> bool:
    """Has the company merged into another one?"""
    return state.companies[company].status == GONE


class Turn(CardTurn):
    """Sell any number of shares, then start a company, buy a share, merge two, or leave."""

    accepts = (SellShares, BuyShare, StartCompany, Merge, LeaveGame, Pass)
    start_weight = 5.0

    def price_after_sale(self, state: State, action: SellShares) -> Cell:
        """One to the left, however many were sold."""
        return moved(self.rules, state, action.company, -1)

    def start_limits(self, state: State, action: StartCompany) -> list[Refusal]:
        """No company that has merged into another one."""
        if is_gone(state, action.company):
            return [self.rules.refuse("start.merged", company=action.company)]
        return []

    def start(self, change: Change, action: StartCompany) -> None:
        """A light railway floats at once, has the other shares itself, and may be given a home."""
        super().start(change, action)
        state, company = change.state, action.company
        if self.rules.kind(state, company).name == LIGHT:
            own_shares(change, self.rules, company)
            state.alter(company, status=FLOATED)
            if not state.companies[company].homes:
                homes.ask_names(change, company, action.player, 1)

    def apply_purchase(self, change: Change, company: str) -> None:
        super().apply_purchase(change, company)
        self.end_turn(change)

    # --- mergers, and players who leave

    def offers(self, state: State) -> list[Offer]:
        player = self.actor(state)
        found = [
            offer
            for offer in super().offers(state)
            if offer.kind != "start" or not is_gone(state, offer.action.about())
        ]
        for pair in merging.pairs(self.rules, state, player):
            found.append(self.judge_offer(state, Offer("merge", pair, weight=2)))
        leave = self.judge_offer(state, Offer("leave_game", LeaveGame(player), weight=0.03))
        return [*found, leave] if leave.allowed else found

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if action.actor() == self.actor(state) and isinstance(action, LeaveGame):
            return leaving.refusals(self.rules, state)
        if action.actor() == self.actor(state) and isinstance(action, Merge):
            return merging.refusals(self.rules, state, action)
        return super().refusals(state, action)

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, LeaveGame):
            leaving.leave(change, self.rules, action.player)
        elif isinstance(action, Merge):
            merging.merge(change, self.rules, action)
            change.state.round = replace(change.state.playing(CardRound), has_acted=True)
            self.end_turn(change)
        else:
            super().apply(change, action)


class Turns(CardRules):
    """Turns until all cards are taken: all have passed one after the other."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, Turn(rules))
