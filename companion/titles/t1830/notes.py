"""What 1830 notes of a game and of a company's turn beyond what every title does."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules import operating
from companion.rules.change import Change
from companion.rules.codec import stored
from companion.rules.rounds import Turn
from companion.rules.state import Own, State


@stored
@dataclass(frozen=True, slots=True)
class Game1830(Own):
    """``open_homes``: companies whose token lies in either city until the hex has track, with the
    hex. ``capital_due``: companies that are paid when the next operating round begins.
    """

    open_homes: Mapping[str, str] = field(default_factory=dict)
    capital_due: tuple[str, ...] = ()


@stored
@dataclass(frozen=True, slots=True)
class Turn1830(Turn):
    """``tiles`` are the privates that laid their tile."""

    tiles: tuple[str, ...] = ()


def game_of(state: State) -> Game1830:
    """What is noted of the game."""
    assert isinstance(state.own, Game1830)
    return state.own


def note(change: Change, **changes: Any) -> None:
    """Note more of the game."""
    change.state.own = replace(game_of(change.state), **changes)


def turn_of(state: State) -> Turn1830:
    """The operating turn being taken. Raises ValueError outside one."""
    turn = operating.turn_of(state)
    assert isinstance(turn, Turn1830)
    return turn


def upgrade(body: dict[str, Any], memory: Mapping[str, Any]) -> None:
    """From format 1: its flags were "DH token" and "CS tile"."""
    kept = {key: memory[key] for key in ("open_homes", "capital_due") if key in memory}
    body["own"] = {"is": Game1830.__name__, **kept}
    turn = body["round"].get("turn")
    if isinstance(turn, dict):
        pairs = [flag.split() for flag in turn["flags"]]
        tiles = [private for private, what in pairs if what in ("token", "tile")]
        turn["tiles"] = [private for private in tiles if private != "late"]
        if "late" in tiles:  # the token of a tile laid after the token step was asked about
            asked = {"is": "Question", "step": "token", "actor": turn["company"], "about": []}
            body["questions"].append(asked)
        turn["is"] = Turn1830.__name__
