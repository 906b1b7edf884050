"""The state of a game: what the actions made of the set-up. Dicts of plain ids to immutable values.

A state that has been handed out is never changed:
``copy`` gives the draft that one action works on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from companion.board.board import Board, Laid
from companion.board.map import Map
from companion.rules.core.copying import replace
from companion.rules.core.rounds import Round
from companion.rules.data import codec
from companion.rules.data.codec import register_stored
from companion.rules.data.title_data import Homes

# What has become of a company: not begun; started, with a price; floated, so that it operates; out
# of the game.
UNSTARTED, STARTED, FLOATED, GONE = "unstarted", "started", "floated", "gone"
# Where a train lies when no company (or player) has it.
DEPOT, POOL = "depot", "pool"
# What a train's card is marked with: it has run, as is noted where that matters once it rusts; or
# it has rusted, and leaves the game after its next run.
RAN, LAST_RUN, SAVED = "ran", "last run", "saved"
FORMAT = 1  # of stored states


@register_stored("company")
@dataclass(frozen=True, slots=True)
class CompanyState:
    """What a company is and has come to.

    ``kind`` is what sort of company it is; ``status`` UNSTARTED, STARTED, FLOATED or GONE; ``cell``
    the id of its market cell, None without a price; ``par`` its par price; ``homes`` those it
    has still to take, each the places of which one is to be it; ``operated`` whether it has begun a
    turn. Of its tokens ``tokens`` are left on its charter, ``tokens_gone`` out of the game; the
    others lie on the map. ``tokens_more`` are those taken over from others; below 0 another has
    taken over its own.
    ``charters`` is on how many charters its trains lie, more than one where companies have merged.
    """

    kind: str = "public"
    status: str = UNSTARTED
    cell: str | None = None
    par: int | None = None
    homes: Homes = ()
    operated: bool = False
    tokens: int = 0
    tokens_gone: int = 0
    tokens_more: int = 0
    charters: int = 1

    @property
    def started(self) -> bool:
        """Has it a price on the market?"""
        return self.cell is not None

    @property
    def floated(self) -> bool:
        """Does it operate?"""
        return self.status == FLOATED


@register_stored("train")
@dataclass(frozen=True, slots=True)
class TrainCard:
    """The card of a train: where it lies, and what has become of it.

    ``place`` is a company, a player who keeps it, DEPOT, POOL or GONE; ``charter`` on which of the
    company's charters it lies, from 0; ``marks`` are sorted: RAN, LAST_RUN,
    SAVED, and those that a title adds.
    """

    place: str
    charter: int = 0
    marks: tuple[str, ...] = ()

    def marked(self, mark: str) -> "TrainCard":
        """The card with a mark more."""
        return replace(self, marks=tuple(sorted({*self.marks, mark})))


@register_stored("question")
@dataclass(frozen=True, slots=True)
class Question:
    """Something that one person has to answer before the game goes on.

    ``step`` is the name of the step that asks; ``actor`` the player who answers, or the company
    whose president does; ``about`` the ids of what is asked about.
    """

    step: str
    actor: str
    about: tuple[str, ...] = ()


@register_stored("title_state")
@dataclass(frozen=True, slots=True)
class Own:
    """What a title notes of a game beyond what every title has: the base of the title's value."""


Played = TypeVar("Played", bound=Round)


@dataclass(slots=True)
class State:
    """Everything that can differ between two moments of a game.

    ``cash`` account -> balance (all sum to zero) · ``certificates`` id -> owner or place ·
    ``privates`` symbol -> owner, "bank" or "gone" · ``trains`` id -> its card · ``companies``
    symbol -> what it has come to, those with a price last, as they came on the market · ``stacks``
    market cell id -> companies, top first · ``round`` the round being played · ``order`` the
    players still in the game, in the order of play · ``begun`` the types of train of which one has
    come into play · ``questions`` what is to be answered before anything else,
    the first one first · ``let_go`` and ``declined`` what was answered about chances (see
    :mod:`companion.rules.operating.last_chances`) · ``tiles_more`` how many more of a tile the
    table has cut itself · ``owed`` player or company -> what the bank has advanced · ``surplus``
    what rulings allow over limits (see :mod:`companion.rules.judge.surplus`) · ``own`` what the
    title notes beyond all this.
    """

    cash: dict[str, int]
    certificates: dict[str, str]
    privates: dict[str, str]
    trains: dict[str, TrainCard]
    board: Board
    companies: dict[str, CompanyState]
    stacks: dict[str, tuple[str, ...]]
    phase: str
    round: Round
    priority: str
    order: tuple[str, ...]
    own: Own
    begun: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    let_go: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    declined: Mapping[str, str] = field(default_factory=dict)
    tiles_more: Mapping[str, int] = field(default_factory=dict)
    owed: Mapping[str, int] = field(default_factory=dict)
    surplus: Mapping[str, int] = field(default_factory=dict)
    bank_broke: bool = False
    finished: str = ""  # why the game is over: "bank", "bankruptcy", ...

    def playing(self, kind: type[Played]) -> Played:
        """The round being played, which is one of that kind. Raises TypeError when it is not."""
        if not isinstance(self.round, kind):
            raise TypeError(f"{type(self.round).__name__} is played, not {kind.__name__}")
        return self.round

    def left_of(self, player: str) -> str:
        """Who comes after the player in the order of play."""
        return self.order[(self.order.index(player) + 1) % len(self.order)]

    def copy(self) -> "State":
        """A draft that shares every immutable value."""
        draft = object.__new__(State)
        for read, write in _SLOTS:
            write(draft, read(self))
        draft.cash = dict(self.cash)
        draft.certificates = dict(self.certificates)
        draft.privates = dict(self.privates)
        draft.trains = dict(self.trains)
        draft.companies = dict(self.companies)
        draft.stacks = dict(self.stacks)
        return draft

    def place_of(self, train: str) -> str:
        """Where a train lies. Raises KeyError for one that there is not."""
        return self.trains[train].place

    # --- changes of a draft

    def alter(self, company: str, **changes: Any) -> None:
        """Note what has become of a company."""
        self.companies[company] = replace(self.companies[company], **changes)

    def move_train(self, train: str, place: str, charter: int = 0) -> None:
        """Put a train somewhere else, with its marks."""
        self.trains[train] = replace(self.trains[train], place=place, charter=charter)

    def ask(self, question: Question) -> None:
        """Wait for an answer, after those that are waited for already."""
        self.questions = (*self.questions, question)

    def answered(self, question: Question) -> None:
        """Wait for that answer no longer; where two alike were asked, for the other still."""
        at = self.questions.index(question)
        self.questions = (*self.questions[:at], *self.questions[at + 1 :])


# How each field of a state is read and written; a state is copied for each action.
_SLOTS = tuple(
    (slot.__get__, slot.__set__) for slot in (State.__dict__[f.name] for f in fields(State))
)


def type_of(train: str) -> str:
    """The type in a train's id: "2-0" is a "2". A type is itself."""
    return train.rpartition("-")[0] or train


def state_to_json(state: State) -> dict[str, Any]:
    """Plain JSON of a state; the map itself is the title's and is not in it. A train of which
    nothing else is to be said is written as its place; a surplus is written where there is one.
    """
    body = {
        f.name: codec.to_json(getattr(state, f.name))
        for f in fields(state)
        if f.name not in ("board", "trains", "surplus")
    }
    if state.surplus:
        body["surplus"] = codec.to_json(state.surplus)
    body["trains"] = {
        train: codec.to_json(card) if card.charter or card.marks else card.place
        for train, card in state.trains.items()
    }
    laid = {at: [tile.tile, tile.rotation] for at, tile in state.board.laid.items()}
    tokens = {stop: list(slots) for stop, slots in state.board.tokens.items() if any(slots)}
    board: dict[str, Any] = {"laid": laid, "tokens": tokens}
    if state.board.tops:
        board["tops"] = {stop: list(owners) for stop, owners in state.board.tops.items()}
    return {"format": FORMAT, **body, "board": board}


def state_from_json(data: Mapping[str, Any], the_map: Map) -> State:
    """Rebuild what :func:`state_to_json` wrote. Raises
    ValueError, TypeError or KeyError on data it did not write.
    """
    if data["format"] != FORMAT:
        raise ValueError(f"a state of format {data['format']} is not one of format {FORMAT}")
    plain = ("format", "board")
    values = {key: codec.from_json(value) for key, value in data.items() if key not in plain}
    values["trains"] = {
        train: TrainCard(card) if isinstance(card, str) else card
        for train, card in values["trains"].items()
    }
    board = data["board"]
    laid = {at: Laid(tile, rotation) for at, (tile, rotation) in board["laid"].items()}
    return State(
        board=Board.restored(the_map, laid, board["tokens"], board.get("tops", {})), **values
    )
