"""Actions: what somebody did, as frozen values of plain ids that survive a JSON round trip.

Shared by every title; a title may add its own with :func:`action`. ``read_action`` turns untrusted
JSON or a form into an action, or says what is wrong with it.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.languages import later, said, translated

# a whole number as people write it: 1000, 1,000 or 1.000; "80.5" is none
WHOLE = re.compile(r"[-−]?(\d{1,8}|\d{1,3}([,.]\d{3}){1,2})", re.ASCII)
MOST_ITEMS = 400  # of a list; the longest run on any map has fewer
MOST_SHOWN = 24  # letters of what was sent, where a message repeats it

# field -> what it is called at the table, for every field an action has
FIELDS = {
    "player": "player",
    "seller": "seller",
    "buyer": "buyer",
    "who": "player or company",
    "company": "company",
    "other": "other company",
    "private": "private",
    "source": "place of the share",
    "hex": "hex",
    "tile": "tile",
    "rotation": "turn of the tile",
    "stop": "city",
    "home": "home",
    "instead": "token that makes room",
    "allotment": "city of a token",
    "routes": "run",
    "possible": "better run",
    "proved": "proof of the best run",
    "kind": "choice",
    "train": "train",
    "trade_in": "train given in exchange",
    "charter": "charter for the train",
    "amount": "amount",
    "price": "price",
    "percent": "percentage",
}


class BadAction(ValueError):
    """The input is no action at all; the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Action:
    """Base of every action. Who enters it and whom it is about is told here and nowhere else."""

    def actor(self) -> str:
        """Who enters it: a player, or the company for which its president does."""
        raise NotImplementedError

    def about(self) -> str:
        """The company or private it is about, "" where it is about none."""
        return ""

    def parties(self) -> tuple[str, ...]:
        """Everybody who has to agree to it: the actor, and whoever it is made with."""
        return (self.actor(),)


@dataclass(frozen=True, slots=True)
class PlayerAction(Action):
    """Base of what a player does."""

    player: str

    def actor(self) -> str:
        return self.player


@dataclass(frozen=True, slots=True)
class CompanyAction(Action):
    """Base of what a company does."""

    company: str

    def actor(self) -> str:
        return self.company

    def about(self) -> str:
        return self.company


@dataclass(frozen=True, slots=True)
class ShareAction(PlayerAction):
    """Base of what a player does with shares of a company."""

    company: str

    def about(self) -> str:
        return self.company


@dataclass(frozen=True, slots=True)
class PrivateAction(PlayerAction):
    """Base of what a player does with a private."""

    private: str

    def about(self) -> str:
        return self.private


ACTIONS: dict[str, type[Action]] = {}


def action(cls: type[Action]) -> type[Action]:
    """Register an action under its class name. Raises TypeError when the name is taken."""
    if cls.__name__ in ACTIONS:
        raise TypeError(f"two actions are called {cls.__name__}")
    ACTIONS[cls.__name__] = cls
    return cls


@action
@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A player passes or ends a turn; a company ends the step that waits."""

    who: str

    def actor(self) -> str:
        return self.who


@action
@dataclass(frozen=True, slots=True)
class Decline(PlayerAction):
    """A player who is asked whether he uses a chance does not, and is not asked again about it in
    this round.
    """


@action
@dataclass(frozen=True, slots=True)
class BuyPrivate(PrivateAction):
    """A player buys the private on offer at its present price."""


@action
@dataclass(frozen=True, slots=True)
class Bid(PrivateAction):
    """A player bids on a private, in the first round or in its auction."""

    amount: int


@action
@dataclass(frozen=True, slots=True)
class SetPar(ShareAction):
    """The owner of a president's certificate that came with a private names the par price."""

    price: int


@action
@dataclass(frozen=True, slots=True)
class StartCompany(ShareAction):
    """A player starts a company at ``price``: buys its
    president's certificate (and what the title asks).
    """

    price: int


@action
@dataclass(frozen=True, slots=True)
class BuyShare(ShareAction):
    """A player buys from "initial", "pool" or the company's treasury (its symbol): ``percent`` of
    the company, one share unless said.
    """

    source: str
    percent: int | None = None


@action
@dataclass(frozen=True, slots=True)
class SellShares(ShareAction):
    """A player sells ``percent`` of a company to the pool, at one price."""

    percent: int


@action
@dataclass(frozen=True, slots=True)
class ExchangePrivate(PrivateAction):
    """The owner swaps a private for the share it promises, from "initial" or "pool"."""

    source: str


@action
@dataclass(frozen=True, slots=True)
class SellPrivate(Action):
    """One player sells a private to another at an agreed price."""

    seller: str
    buyer: str
    private: str
    price: int

    def actor(self) -> str:
        return self.seller

    def about(self) -> str:
        return self.private

    def parties(self) -> tuple[str, ...]:
        return self.seller, self.buyer


@action
@dataclass(frozen=True, slots=True)
class BuyPrivateForCompany(CompanyAction):
    """A company buys a private from a player at an agreed price."""

    private: str
    price: int


@action
@dataclass(frozen=True, slots=True)
class LayTile(CompanyAction):
    """A company lays or upgrades one tile; ``private`` names the private whose power it uses.
    ``allotment`` are the tokens of the hex that it puts into a city of the tile, by the stop's
    number there; all others go along with their city.
    """

    hex: str
    tile: str
    rotation: int  # clockwise sixths, 0-5
    private: str | None = None
    allotment: tuple[tuple[str, int], ...] = ()


@action
@dataclass(frozen=True, slots=True)
class PlaceToken(CompanyAction):
    """A company places a token in the city ``stop`` ("H12.0"); ``private`` as with a tile. It takes
    the place of a token of ``instead`` where that is named.
    """

    stop: str
    private: str | None = None
    instead: str | None = None


@action
@dataclass(frozen=True, slots=True)
class NameHome(CompanyAction):
    """A company that may choose its homes names one: a hex ("H12"), or one city of it ("H12.0")."""

    home: str


@action
@dataclass(frozen=True, slots=True)
class RunTrains(CompanyAction):
    """A company's runs: (train id, path) each; a path as in :mod:`companion.board.routes`.

    Where the table knew of a better run and kept to this one, ``possible`` is what that would have
    earned, and ``proved`` whether no run earns more. It stays with the action, so that a game is
    rebuilt without a search.
    """

    routes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    possible: int | None = None
    proved: bool = True


@action
@dataclass(frozen=True, slots=True)
class Dividend(CompanyAction):
    """How a company divides its revenue: ``kind`` is the name of a way, "pay" or "withhold"."""

    kind: str


@action
@dataclass(frozen=True, slots=True)
class BuyTrain(CompanyAction):
    """A company buys ``train`` (an id, "4-1") from where it lies, for ``price``.

    ``trade_in`` is the train given in exchange; ``charter``, of a company with several, the one it
    comes to, if not in exchange. The president adds what the treasury lacks where he must.
    """

    train: str
    price: int
    trade_in: str | None = None
    charter: int | None = None


@action
@dataclass(frozen=True, slots=True)
class DiscardTrain(CompanyAction):
    """A company over its train limit gives up a train."""

    train: str


@action
@dataclass(frozen=True, slots=True)
class DeclareBankruptcy(PlayerAction):
    """A player who does not raise the money for a debt gives up: he or the company is bankrupt."""


@action
@dataclass(frozen=True, slots=True)
class SellOwnShares(CompanyAction):
    """A company sells ``percent`` of itself from its treasury to the pool."""

    percent: int


@action
@dataclass(frozen=True, slots=True)
class BuyOwnShares(CompanyAction):
    """A company buys ``percent`` of itself back from the pool."""

    percent: int


def action_to_json(done: Action) -> dict[str, Any]:
    """The JSON form of an action: its fields under their names, its kind under "type"."""
    body: dict[str, Any] = {"type": type(done).__name__}
    for field in fields(done):
        value = getattr(done, field.name)
        if value != field.default or field.default is MISSING:
            body[field.name] = value
    return body


def stored_actor(data: Mapping[str, Any]) -> str:
    """Who entered an action that was stored; of one that no game knows any more, whom it names
    first.
    """
    try:
        return read_action(data).actor()
    except BadAction:
        named = (value for key, value in data.items() if key != "type" and isinstance(value, str))
        return next(named, "")


def read_action(data: Mapping[str, Any]) -> Action:
    """The action that ``data`` (JSON, or a form's fields as text) describes. Raises BadAction."""
    kind = data.get("type")
    cls = ACTIONS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise BadAction(
            said("What is to be done is {kind}; no game knows such an action.", kind=quoted(kind))
        )
    hints = get_type_hints(cls)
    unknown = sorted(set(data) - {"type"} - set(hints))
    if unknown:
        raise BadAction(said("That action has no place for {field}.", field=quoted(unknown[0])))
    values = {}
    for field in fields(cls):
        if field.name in data:
            values[field.name] = _read(field.name, data[field.name], hints[field.name])
        elif field.default is MISSING:
            raise BadAction(said("The {field} is missing.", field=field_words(field.name)))
    return cls(**values)


def _read(field: str, value: Any, hint: Any) -> Any:
    """``value`` as ``hint`` asks; whole numbers may come as text, as forms send them."""
    if get_origin(hint) is tuple:
        if not isinstance(value, (list, tuple)):
            raise _wrong(later("The {field} is {value}; a list is needed."), field, value)
        if len(value) > MOST_ITEMS:
            raise _wrong(later("The {field} has {count} parts; {most} is the most."), field, value)
        parts = get_args(hint)
        if len(parts) == 2 and parts[1] is Ellipsis:
            return tuple(_read(field, item, parts[0]) for item in value)
        if len(parts) != len(value):
            raise _wrong(
                later("The {field} has {count} parts; {needed} are needed."),
                field,
                value,
                len(parts),
            )
        return tuple(_read(field, item, part) for item, part in zip(value, parts, strict=True))
    if (get_origin(hint) is not None and type(None) in get_args(hint)) or hint is Union:
        if value is None or value == "":
            return None
        return _read(field, value, next(arg for arg in get_args(hint) if arg is not type(None)))
    if hint is bool:
        if isinstance(value, bool):
            return value
        raise _wrong(later("The {field} is {value}; true or false is needed."), field, value)
    if hint is int:
        if isinstance(value, str):
            number = whole(value)
            if number is not None:
                return number
        elif isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
            return value
        raise _wrong(later("The {field} is {value}; a whole number is needed."), field, value)
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= 64:
        raise _wrong(later("The {field} is {value}; a short text is needed."), field, value)
    return value


def _wrong(text: str, field: str, value: Any, needed: int = 0) -> BadAction:
    """What is wrong with a field."""
    count = len(value) if isinstance(value, (list, tuple)) else 1
    facts = {"field": field_words(field), "value": quoted(value), "count": count}
    return BadAction(said(text, **facts, most=MOST_ITEMS, needed=needed))


def field_words(name: str) -> str:
    """A field of an action, as it is called at the table; any other as it stands."""
    return translated(FIELDS.get(name, name))


def whole(text: str) -> int | None:
    """The whole number that is written there, or None."""
    text = text.strip()
    if not WHOLE.fullmatch(text):
        return None
    return int(re.sub(r"[,.]", "", text).replace("−", "-"))


def quoted(value: Any) -> str:
    """What was sent, as a message repeats it: “80.5”, no more than a few letters of it."""
    if value is None or value == "":
        return translated("empty")
    if isinstance(value, (list, tuple, dict)):
        return translated("a list")
    text = "".join(char if char.isprintable() else "\ufffd" for char in str(value))
    return f"“{text}”" if len(text) <= MOST_SHOWN else f"“{text[:MOST_SHOWN]}…”"
