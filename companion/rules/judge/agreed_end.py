"""The agreed end: all players agree on a winner, or agree to stop here."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, PlayerAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import (
    AFTER_ROUND,
    AFTER_SET,
    MOMENTS,
    NEVER,
    NOW,
    STOPPED,
    State,
)
from companion.rules.judge.rules import Rules, Step
from companion.rules.judge.table_step import TableStep


@action("agree_winner")
class AgreeWinner(PlayerAction):
    """All players agree that one of them has won."""

    def partners(self, state: State) -> tuple[str, ...]:
        return state.order


class Agreement(Step):
    """The step that ends the game by agreement; it is available at any time."""

    name = "agreement"
    accepts = (AgreeWinner,)
    apart = "agree"

    def note(self, change: Change, winner: str) -> None:
        """Record the winner in the title's own state."""
        raise NotImplementedError

    def actor(self, state: State) -> str:
        return state.order[0]

    def offers(self, state: State) -> list[Offer]:
        if state.questions:
            return []  # a pending question must be answered first
        return [Offer(self.apart, AgreeWinner(player), weight=0.0) for player in state.order]

    def refusals(self, state: State, action: AgreeWinner) -> list[Refusal]:
        return []

    def apply(self, change: Change, action: AgreeWinner) -> None:
        self.note(change, action.player)
        change.tell("agreed_winner", player=action.player)
        self.rules.finish(change, "agreed")


@action("stop_game")
class StopGame(Action):
    """All players agree that the game ends at a ``moment``, one of MOMENTS.

    AFTER_SET is the end of the operating rounds before the next stock round. NEVER takes an earlier
    agreement back.
    """

    moment: str

    def actor(self) -> str:
        return BANK

    def partners(self, state: State) -> tuple[str, ...]:
        return state.order


class AgreedStop(TableStep):
    """The step in which the table agrees to stop here.

    The game then ends as it stands, by the worth of the players.
    """

    name = "stop"
    accepts = (StopGame,)
    apart = "stop"

    def offers(self, state: State) -> list[Offer]:
        if state.end_reason:
            return []
        left = [moment for moment in MOMENTS if moment != (state.stop or NEVER)]
        return [Offer(self.apart, StopGame(moment), weight=0.0) for moment in left]

    def refusals(self, state: State, action: StopGame) -> list[Refusal]:
        if state.end_reason:
            return [self.rules.refuse("turn.over")]
        if action.moment == (state.stop or NEVER):
            return [self.rules.refuse("correct.nothing")]
        return []

    def apply(self, change: Change, action: StopGame) -> None:
        if action.moment == NOW:
            self.rules.finish(change, STOPPED)
        elif action.moment == NEVER:
            change.state.stop = ""
            change.tell("stop_dropped")
        else:
            change.state.stop = action.moment
            change.tell("stop_agreed", moment=action.moment)


def stop_after_round(rules: Rules, change: Change, is_last: bool = False) -> bool:
    """End the game after this round if the table has agreed to stop here.

    ``is_last`` is true for the last operating round of its set.
    """
    if change.state.end_reason:
        return False
    stops = change.state.stop == AFTER_ROUND or (is_last and change.state.stop == AFTER_SET)
    if stops:
        rules.finish(change, STOPPED)
    return stops
