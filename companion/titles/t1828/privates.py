"""Privates that companies buy from players."""

from companion.rules.core.actions import BuyPrivateForCompany, Pass
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.titles.t1828 import cobourg
from companion.titles.t1828.forced_sale_money import train_first
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.track import FirstTileStep


class PrivatePurchaseStep1828(PrivatePurchaseStep):
    """Buy at any moment of the turn, in the phases that allow it."""

    def __init__(self, rules: Rules, first_tile: FirstTileStep) -> None:
        super().__init__(rules)
        self.first_tile = first_tile
        self.figures = figures(rules)

    def refusals(self, state: State, action: BuyPrivateForCompany | Pass) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, Pass):
            return found
        return found + train_first(self.rules, state, action.company)

    def apply(self, change: Change, action: BuyPrivateForCompany | Pass) -> None:
        super().apply(change, action)
        if isinstance(action, BuyPrivateForCompany):
            self.first_tile.ask(change, action.company, action.private)
            if action.private == self.figures.railway.private:
                cobourg.handle_purchase(change, self.rules, action.company)
