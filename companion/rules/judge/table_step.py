"""The base of steps that the whole table takes beside the turns of players and companies."""

from companion.ledger.entries import BANK
from companion.rules.core.offers import Offer
from companion.rules.core.state import State
from companion.rules.judge.rules import Step


class TableStep(Step):
    """A step that is available at any moment; the game never waits for it.

    It makes no offers, because only the table knows what it wants.
    """

    def waits(self, state: State) -> bool:
        return False

    def actor(self, state: State) -> str:
        return BANK

    def offers(self, state: State) -> list[Offer]:
        return []
