"""Stock rounds made of turns, and the passes that end them."""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge.agreed_end import stop_after_round
from companion.rules.judge.rules import RoundRules, Rules, Step
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_turn import StockTurn


class StockRules(RoundRules):
    """A stock round of turns in clockwise order that ends when all players pass in a row."""

    def __init__(self, rules: Rules, turn: StockTurn, anytime: tuple[Step, ...] = ()) -> None:
        super().__init__(rules)
        self.turn = turn
        self.anytime = anytime

    def waiting(self, state: State) -> Step:
        return self.turn

    def close(self, change: Change) -> None:
        """End the round after all have passed: set the next priority and move prices."""
        raise NotImplementedError

    def is_over(self, state: State) -> bool:
        """Check whether all players have passed in a row."""
        return state.playing(StockRound).passes >= len(state.order)

    def waits(self, state: State) -> bool:
        return not self.is_over(state) and self.rules.waits_in(self.turn, state)

    def go_on(self, change: Change) -> None:
        if self.is_over(change.state):
            self.close(change)
            if not stop_after_round(self.rules, change):
                self.rules.after_stock_round(change)
        else:
            turn = change.state.playing(StockRound)
            if not turn.has_acted:
                change.tell("could_not_act", party=turn.turn)
            self.turn.end_turn(change)


def stock_turn(rules: Rules) -> StockTurn:
    """Return the turn step of the title's stock rounds."""
    return next(round.turn for round in rules.rounds.values() if isinstance(round, StockRules))
