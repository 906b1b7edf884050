"""The agreed end: a game ends at any time if all players agree on a winner."""

from dataclasses import dataclass

from companion.rules.core.actions import PlayerAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Step


@action("agree_winner")
@dataclass(frozen=True, slots=True)
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
