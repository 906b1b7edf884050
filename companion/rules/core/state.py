"""The state of a game: dicts of plain ids to immutable values.

A published state never changes; ``copy`` returns the draft that one action works on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, TypeVar

from companion.board.board import Board, PlacedTile
from companion.board.map import Map
from companion.rules.core.copying import replace
from companion.rules.core.derived_dict import DerivedDict
from companion.rules.core.map_use import CHECKED, TOLD, ToldFacts
from companion.rules.core.rounds import Round
from companion.rules.data import codec
from companion.rules.data.codec import register_stored
from companion.rules.data.companies import Homes

# Status of a company: not started; started, with a price; floated, so that it operates; out of the
# game.
UNSTARTED, STARTED, FLOATED, GONE = "unstarted", "started", "floated", "gone"
# Places of trains that no company or player owns.
DEPOT, POOL = "depot", "pool"
# Marks on a train's card. RAN: it has run (noted if that matters when it rusts). LAST_RUN: it has
# rusted, and leaves the game after its next run. SAVED: it stays when its type rusts.
RAN, LAST_RUN, SAVED = "ran", "last run", "saved"
# Moments at which the table may agree to stop, and the reason of that end.
NOW, AFTER_ROUND, AFTER_SET, NEVER = "stop_now", "stop_round", "stop_set", "stop_never"
MOMENTS = (NOW, AFTER_ROUND, AFTER_SET, NEVER)
STOPPED = "stopped"
FORMAT = 1  # of stored states


@register_stored("company")
class CompanyState:
    """The state of a company.

    ``kind`` is its kind. ``status`` is UNSTARTED, STARTED, FLOATED or GONE. ``cell`` is the id of
    its market cell, None without a price. ``par`` is its par price. ``homes`` are the homes it
    still has to take, each as a list of possible places. ``has_operated`` says whether it has begun
    a turn.

    ``tokens`` counts the tokens on its charter, ``tokens_removed`` those out of the game; the
    others are on the map. ``tokens_taken_over`` counts tokens taken over from other companies. It
    is negative if another company has taken over its own. ``charters`` is the number of charters
    for its trains; it is more than one after a merger.
    """

    kind: str = "public"
    status: str = UNSTARTED
    cell: str | None = None
    par: int | None = None
    homes: Homes = ()
    has_operated: bool = False
    tokens: int = 0
    tokens_removed: int = 0
    tokens_taken_over: int = 0
    charters: int = 1

    @property
    def started(self) -> bool:
        """Whether it has a price on the market."""
        return self.cell is not None

    @property
    def floated(self) -> bool:
        """Whether it operates."""
        return self.status == FLOATED


@register_stored("train")
class TrainCard:
    """The card of a train: its place and its marks.

    ``place`` is a company, a player, DEPOT, POOL or GONE. ``charter`` is the index of the company's
    charter, from 0. ``marks`` are sorted: RAN, LAST_RUN, SAVED, and marks of the title.
    """

    place: str
    charter: int = 0
    marks: tuple[str, ...] = ()

    def with_mark(self, mark: str) -> "TrainCard":
        """Return the card with one more mark."""
        return replace(self, marks=tuple(sorted({*self.marks, mark})))


@register_stored("question")
class Question:
    """A decision that one person has to make before the game continues.

    ``step`` is the name of the step that asks. ``actor`` is the player who answers, or the company
    whose president answers. ``subjects`` are the ids the question concerns.
    """

    step: str
    actor: str
    subjects: tuple[str, ...] = ()


@register_stored("title_state")
class TitleState:
    """Base of the title's own part of the state."""


Played = TypeVar("Played", bound=Round)


@dataclass(slots=True)
class State:
    """Everything that can differ between two moments of a game.

    Dictionaries and what they map:

    - ``cash``: account to balance; the sum is zero.
    - ``certificates``: id to owner or place.
    - ``privates``: symbol to owner, "bank" or "gone".
    - ``trains``: id to card.
    - ``companies``: symbol to state; those with a price last, in order of their start.
    - ``stacks``: market cell id to companies, top first.
    - ``forgone_effects`` and ``declined_chances``: answers about chances (see
      :mod:`companion.rules.operating.last_chances`).
    - ``extra_tiles``: tile to the number of extra copies that the table has made.
    - ``advances``: player or company to the bank's advance.
    - ``surplus``: excess over limits by rulings (see :mod:`companion.rules.judge.allowed_excess`).

    Other fields:

    - ``round``: the current round.
    - ``order``: the players still in the game, in the order of play.
    - ``train_types_in_play``: the train types of which one train has come into play.
    - ``questions``: pending questions, first one first.
    - ``title_state``: the title's own state.
    - ``map``: CHECKED or TOLD (see :mod:`companion.rules.core.map_use`).
    - ``told``: what the table has told about the map.
    """

    cash: dict[str, int]
    certificates: DerivedDict[str, str]
    privates: dict[str, str]
    trains: DerivedDict[str, TrainCard]
    board: Board
    companies: dict[str, CompanyState]
    stacks: dict[str, tuple[str, ...]]
    phase: str
    round: Round
    priority: str
    order: tuple[str, ...]
    title_state: TitleState
    train_types_in_play: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    forgone_effects: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    declined_chances: Mapping[str, str] = field(default_factory=dict)
    extra_tiles: Mapping[str, int] = field(default_factory=dict)
    advances: Mapping[str, int] = field(default_factory=dict)
    surplus: Mapping[str, int] = field(default_factory=dict)
    is_bank_broken: bool = False
    end_reason: str = ""  # the reason for the end: "bank", "bankruptcy", ...
    stop: str = ""  # AFTER_ROUND or AFTER_SET if the table has agreed to stop then
    map: str = CHECKED
    told: ToldFacts = field(default_factory=ToldFacts)

    @property
    def is_told(self) -> bool:
        """Whether the game is played without its map."""
        return self.map == TOLD

    def playing(self, kind: type[Played]) -> Played:
        """Return the current round as that kind. Raises TypeError if it is of another kind."""
        if not isinstance(self.round, kind):
            raise TypeError(f"{type(self.round).__name__} is played, not {kind.__name__}")
        return self.round

    def player_after(self, player: str) -> str:
        """Return the next player in the order of play."""
        return self.order[(self.order.index(player) + 1) % len(self.order)]

    def copy(self) -> "State":
        """Return a draft that shares every immutable value."""
        return replace(
            self,
            cash=dict(self.cash),
            certificates=self.certificates.copy(),
            privates=dict(self.privates),
            trains=self.trains.copy(),
            companies=dict(self.companies),
            stacks=dict(self.stacks),
        )

    def place_of(self, train: str) -> str:
        """Return the place of a train. Raises KeyError if there is no such train."""
        return self.trains[train].place

    # --- changes of a draft

    def alter(self, company: str, **changes: Any) -> None:
        """Change fields of a company's state."""
        self.companies[company] = replace(self.companies[company], **changes)

    def move_train(self, train: str, place: str, charter: int = 0) -> None:
        """Move a train, with its marks, to another place."""
        self.trains[train] = replace(self.trains[train], place=place, charter=charter)

    def ask(self, question: Question) -> None:
        """Add a question after the pending ones."""
        self.questions = (*self.questions, question)

    def remove_question(self, question: Question) -> None:
        """Remove one occurrence of the question from the pending ones."""
        at = self.questions.index(question)
        self.questions = (*self.questions[:at], *self.questions[at + 1 :])


@lru_cache(maxsize=4096)  # more than the trains of all titles
def type_of(train: str) -> str:
    """Return the type of a train id: "2" for "2-0". A type is returned unchanged."""
    return train.rpartition("-")[0] or train


def state_to_json(state: State) -> dict[str, Any]:
    """Return the plain JSON form of a state.

    The map itself belongs to the title and is not included. A train is written as its place if
    there is nothing else to store. A surplus and told facts are written only if there are any.
    """
    body = {
        f.name: codec.to_json(getattr(state, f.name))
        for f in fields(state)
        if f.name not in ("board", "trains", "surplus", "map", "told", "stop")
    }
    if state.surplus:
        body["surplus"] = codec.to_json(state.surplus)
    if state.stop:
        body["stop"] = state.stop
    if state.is_told:
        body["map"] = state.map
    if state.told != ToldFacts():
        body["told"] = codec.to_json(state.told)
    body["trains"] = {
        train: codec.to_json(card) if card.charter or card.marks else card.place
        for train, card in state.trains.items()
    }
    laid = {at: [tile.tile, tile.rotation] for at, tile in state.board.laid.items()}
    tokens = {stop: list(slots) for stop, slots in state.board.tokens.items() if any(slots)}
    board: dict[str, Any] = {"tiles": laid, "tokens": tokens}
    if state.board.stacked_tokens:
        board["stacked_tokens"] = {
            stop: list(owners) for stop, owners in state.board.stacked_tokens.items()
        }
    return {"format": FORMAT, **body, "board": board}


def state_from_json(data: Mapping[str, Any], the_map: Map) -> State:
    """Rebuild a state that :func:`state_to_json` wrote.

    Raises ValueError, TypeError or KeyError on other data.
    """
    if data["format"] != FORMAT:
        raise ValueError(f"a state of format {data['format']} is not one of format {FORMAT}")
    plain = ("format", "board")
    values = {key: codec.from_json(value) for key, value in data.items() if key not in plain}
    cards = values["trains"].items()
    values["trains"] = DerivedDict(
        (train, TrainCard(card) if isinstance(card, str) else card) for train, card in cards
    )
    values["certificates"] = DerivedDict(values["certificates"])
    board = data["board"]
    laid = {at: PlacedTile(tile, rotation) for at, (tile, rotation) in board["tiles"].items()}
    return State(
        board=Board.restore(the_map, laid, board["tokens"], board.get("stacked_tokens", {})),
        **values,
    )
