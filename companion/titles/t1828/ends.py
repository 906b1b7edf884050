"""How the game ends: at the top of the market, after a complete set of operating rounds in the last
phase, or when all agree who has won.
"""

from dataclasses import dataclass

from companion.rules import market
from companion.rules.actions import PlayerAction, action
from companion.rules.change import Change
from companion.rules.dividends import PayDividend
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules, Step
from companion.rules.state import State
from companion.titles.t1828.notes import game_of, note


def is_last_phase(rules: Rules, state: State) -> bool:
    """Is it the phase that brings the end?"""
    return rules.data.phases[-1].name == state.phase


def note_set(change: Change, rules: Rules, number: int) -> None:
    """A set of operating rounds begins: the first complete one in the last phase is the last."""
    if is_last_phase(rules, change.state):
        note(change, last_set=game_of(change.state).last_set or number)


class Dividends(PayDividend):
    """Pay or withhold; a dividend that brings a company to the top of the market ends the game with
    this operating round, whatever becomes of its price.
    """

    def _pay(self, change: Change, company: str, kind: str) -> None:
        super()._pay(change, company, kind)
        cell = market.cell_of(self.data, change.state, company)
        if kind != "withhold" and cell is not None and "end" in cell.kinds:
            note(change, top=company)


@action
@dataclass(frozen=True, slots=True)
class AgreeWinner(PlayerAction):
    """All players agree that one of them has won."""


class Agreement(Step):
    """The game ends at any time when all agree who has won."""

    name = "agreement"
    accepts = (AgreeWinner,)

    def actor(self, state: State) -> str:
        return state.order[0]

    def offers(self, state: State) -> list[Offer]:
        if state.questions:
            return []  # somebody has to answer, and is not asked another thing
        return [Offer("agree", AgreeWinner(player), weight=0.0) for player in state.order]

    def refusals(self, state: State, action: AgreeWinner) -> list[Refusal]:
        return []

    def apply(self, change: Change, action: AgreeWinner) -> None:
        note(change, winner=action.player)
        change.tell("agreed", player=action.player)
        self.rules.finish(change, "agreed")
