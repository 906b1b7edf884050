"""A step of a turn without the map, in the place of a step with it."""

from companion.rules.core.change import Change
from companion.rules.core.map_use import TOLD
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import TurnStep


class ToldStep(TurnStep):
    """A step that stands for ``step``, and ends as that one does."""

    only_with = TOLD

    def __init__(self, rules: Rules, step: TurnStep) -> None:
        super().__init__(rules)
        self.step = step

    def has_acted(self, state: State) -> bool:
        return self.step.has_acted(state)

    def concerns(self, state: State) -> bool:
        return self.step.concerns(state)

    def end(self, change: Change) -> None:
        self.step.end(change)
