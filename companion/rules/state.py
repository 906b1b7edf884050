"""The state of a game: what the actions made of the set-up. Dicts of plain ids to immutable values.

A state that has been handed out is never changed:
``copy`` gives the draft that one action works on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from companion.board.board import Board
from companion.board.map import Map
from companion.rules import codec
from companion.rules.rounds import Round

Played = TypeVar("Played", bound=Round)


@dataclass(slots=True)
class State:
    """Everything that can differ between two moments of a game.

    ``cash`` account -> balance (all sum to zero) · ``certificates`` id -> owner or place ·
    ``privates``
    symbol -> owner, "bank" or "gone" · ``trains`` id -> company, "depot", "pool" or "gone" ·
    ``par`` company
    -> price · ``cells`` company -> market cell id · ``stacks`` cell id -> companies, top first ·
    ``floated``
    company -> True · ``round`` the round being played ·
    ``memory`` what lasts longer than a round and belongs to no other field.
    """

    cash: dict[str, int]
    certificates: dict[str, str]
    privates: dict[str, str]
    trains: dict[str, str]
    board: Board
    par: dict[str, int]
    cells: dict[str, str]
    stacks: dict[str, tuple[str, ...]]
    floated: dict[str, bool]
    phase: str
    round: Round
    priority: str
    memory: dict[str, Any]
    finished: str = ""  # why the game is over: "bank", "bankruptcy", ...

    def playing(self, kind: type[Played]) -> Played:
        """The round being played, which is one of that kind. Raises TypeError when it is not."""
        if not isinstance(self.round, kind):
            raise TypeError(f"{type(self.round).__name__} is played, not {kind.__name__}")
        return self.round

    def copy(self) -> "State":
        """A draft that shares every immutable value."""
        return State(
            dict(self.cash),
            dict(self.certificates),
            dict(self.privates),
            dict(self.trains),
            self.board,
            dict(self.par),
            dict(self.cells),
            dict(self.stacks),
            dict(self.floated),
            self.phase,
            self.round,
            self.priority,
            dict(self.memory),
            self.finished,
        )


def type_of(train: str) -> str:
    """The type in a train's id: "2-0" is a "2". A type is itself."""
    return train.rpartition("-")[0] or train


def state_to_json(state: State) -> dict[str, Any]:
    """Plain JSON of a state; the map itself is the title's and is not in it."""
    body = {
        f.name: codec.to_json(getattr(state, f.name)) for f in fields(state) if f.name != "board"
    }
    laid = {at: [tile.tile, tile.rotation] for at, tile in state.board.laid.items()}
    tokens = {stop: list(slots) for stop, slots in state.board.tokens.items() if any(slots)}
    body["board"] = {"laid": laid, "tokens": tokens}
    return body


def state_from_json(data: Mapping[str, Any], the_map: Map) -> State:
    """Rebuild what :func:`state_to_json` wrote. Raises
    ValueError or KeyError on data it did not write.
    """
    values = {key: codec.from_json(value) for key, value in data.items() if key != "board"}
    board = Board(the_map)
    for at, (tile, rotation) in data["board"]["laid"].items():
        board = board.with_tile(at, tile, rotation)
    for stop, slots in data["board"]["tokens"].items():
        for slot, company in enumerate(slots):
            if company is not None:
                board = board.with_token(stop, company, slot)
    return State(board=board, **values)
