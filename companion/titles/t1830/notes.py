"""State of 1830 games and turns, in addition to that of every title."""

from dataclasses import dataclass
from typing import Any

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State, TitleState
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round


@register_stored("1830_state")
@dataclass(frozen=True, slots=True)
class State1830(TitleState):
    """Own state of a game.

    ``companies_due_capital`` are the companies that receive their capital when the next operating
    round begins.
    """

    companies_due_capital: tuple[str, ...] = ()


@register_stored("1830_operating_turn")
@dataclass(frozen=True, slots=True)
class Turn1830(OperatingTurn):
    """An operating turn. ``tile_privates`` are the privates that laid their tile."""

    tile_privates: tuple[str, ...] = ()


def game_of(state: State) -> State1830:
    """Return the own state of the game."""
    assert isinstance(state.title_state, State1830)
    return state.title_state


def note(change: Change, **changes: Any) -> None:
    """Change the own state of the game."""
    change.state.title_state = replace(game_of(change.state), **changes)


def turn_of(state: State) -> Turn1830:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, Turn1830)
    return turn
