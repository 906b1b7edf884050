"""Deeds that a made title's rules do not know: the table says that a player did something else.

The table enters the moves as corrections. The deed counts as the player's own: it is no pass.
"""

from companion.rules.core.actions import PlayerAction, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Step
from companion.rules.stock.share_trading import StockRound


@action("tell_deed")
class TellDeed(PlayerAction):
    """A player does something in their turn of a stock round that the rules do not know."""


class ToldDeedStep(Step):
    """The step that takes such deeds, once in a turn."""

    name = "told_deed"
    accepts = (TellDeed,)

    def actor(self, state: State) -> str:
        return state.playing(StockRound).turn

    def offers(self, state: State) -> list[Offer]:
        if state.playing(StockRound).has_acted:
            return []
        return [Offer("tell_deed", TellDeed(self.actor(state)), weight=0.0)]

    def refusals(self, state: State, action: TellDeed) -> list[Refusal]:
        actor = self.actor(state)
        if action.player != actor:
            return [self.rules.refuse("turn.not_yours", actor=actor, party=action.player)]
        if state.playing(StockRound).has_acted:
            return [self.rules.refuse("told.acted", player=actor)]
        return []

    def apply(self, change: Change, action: TellDeed) -> None:
        turn = change.state.playing(StockRound)
        change.state.round = replace(turn, has_acted=True, last_actor=action.player)
        change.tell("told_deed", player=action.player)
