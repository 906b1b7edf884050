"""How a title's games without the map follow those with it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.rules.core.actions import Action
from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.judge.policies import nothing


@dataclass(frozen=True)
class PlayedAction:
    """An action of a game with its map, and the states before and after it."""

    action: Action
    before: State
    after: State
    find_events: Callable[[], Sequence[Event]]

    @cached_property
    def events(self) -> Sequence[Event]:
        """The events of the action."""
        return self.find_events()


@dataclass(frozen=True, slots=True)
class ToldPolicy:
    """Actions and answers of a title's games without the map that are not as usual.

    ``tell`` returns the told actions for an action with the map; None for the usual ones.
    ``answer`` returns the answer to a question that only the game without the map asks. It reads
    the answer from the actions ``since`` the turn before the question; None if it is not known yet.
    """

    tell: Callable[[Any, State, PlayedAction], Iterable[Action] | None] = nothing
    answer: Callable[[Any, State, Sequence[PlayedAction]], Action | None] = nothing
