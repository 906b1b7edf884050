"""Actions: what somebody did, as frozen values of plain ids that survive a JSON round trip.

Shared by every title; a title may add its own with :func:`action`. What is sent is read by
:mod:`companion.rules.core.action_parser`.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from companion.ledger.entries import BANK

if TYPE_CHECKING:
    from companion.rules.core.state import State


@dataclass(frozen=True, slots=True)
class Action:
    """Base of every action. Who enters it and whom it is about is told here and nowhere else.

    ``wire_name`` is the name it is stored and sent with, whatever the class is called.
    """

    wire_name: ClassVar[str] = ""

    def actor(self) -> str:
        """Who enters it: a player, or the company for which its president does."""
        raise NotImplementedError

    def about(self) -> str:
        """The company or private it is about, "" where it is about none."""
        return ""

    def parties(self) -> tuple[str, ...]:
        """Everybody who has to agree to it: the actor, and whoever it is made with."""
        return (self.actor(),)

    def partners(self, state: "State") -> tuple[str, ...]:
        """Whoever else has to agree, as the game stands: players, and companies by their directors.
        What is no party (the bank, a place) does not count.
        """
        return ()


@dataclass(frozen=True, slots=True)
class TableEntry(Action):
    """Base of what the table enters beside the deeds of the game: nobody's turn, and the banker's
    alone. ``reason`` is what the table says of it.
    """

    reason: str = field(kw_only=True)

    def actor(self) -> str:
        return BANK

    def parties(self) -> tuple[str, ...]:
        return ()


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


A = TypeVar("A", bound=Action)
ACTIONS: dict[str, type[Action]] = {}


def action(name: str) -> Callable[[type[A]], type[A]]:
    """Register an action under the name it is stored with. Raises TypeError if it is taken."""

    def register(cls: type[A]) -> type[A]:
        if name in ACTIONS:
            raise TypeError(f"two actions are called {name}")
        ACTIONS[name] = cls
        cls.wire_name = name
        return cls

    return register


@action("pass")
@dataclass(frozen=True, slots=True)
class Pass(Action):
    """A player passes or ends a turn; a company ends the step that waits."""

    who: str

    def actor(self) -> str:
        return self.who


@action("decline")
@dataclass(frozen=True, slots=True)
class Decline(PlayerAction):
    """A player who is asked whether he uses a chance does not, and is not asked again about it in
    this round.
    """


@action("buy_private")
@dataclass(frozen=True, slots=True)
class BuyPrivate(PrivateAction):
    """A player buys the private on offer at its present price."""


@action("discount_private")
@dataclass(frozen=True, slots=True)
class DiscountPrivate(PrivateAction):
    """A player takes a discount off a private that is still for sale."""


@action("bid")
@dataclass(frozen=True, slots=True)
class Bid(PrivateAction):
    """A player bids on a private, in the first round or in its auction."""

    amount: int


@action("set_par")
@dataclass(frozen=True, slots=True)
class SetPar(ShareAction):
    """The owner of a president's certificate that came with a private names the par price."""

    price: int


@dataclass(frozen=True, slots=True)
class Purchase(ShareAction):
    """Base of what a player buys shares with, so that limits bind him."""


@action("start_company")
@dataclass(frozen=True, slots=True)
class StartCompany(Purchase):
    """A player starts a company at ``price``: buys its president's certificate, or ``percent`` of
    it, where the title lets him buy more at once.
    """

    price: int
    percent: int | None = None


@action("buy_share")
@dataclass(frozen=True, slots=True)
class BuyShare(Purchase):
    """A player buys from "initial", "pool" or the company's treasury (its symbol): ``percent`` of
    the company, one share unless said.
    """

    source: str
    percent: int | None = None


@action("sell_shares")
@dataclass(frozen=True, slots=True)
class SellShares(ShareAction):
    """A player sells ``percent`` of a company to the pool, at one price."""

    percent: int


@action("sell_holdings")
@dataclass(frozen=True, slots=True)
class SellHoldings(PlayerAction):
    """A player sells shares of several companies at once, as ``sales`` says: a company and percent
    of it each; their prices fall in that order.
    """

    sales: tuple[tuple[str, int], ...]


@action("exchange_private")
@dataclass(frozen=True, slots=True)
class ExchangePrivate(PrivateAction):
    """The owner swaps a private for the share it promises, from "initial" or "pool"."""

    source: str


@action("sell_private")
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


@action("buy_private_for_company")
@dataclass(frozen=True, slots=True)
class BuyPrivateForCompany(CompanyAction):
    """A company buys a private from a player at an agreed price."""

    private: str
    price: int

    def partners(self, state: "State") -> tuple[str, ...]:
        return _owner(state, self.private)


@action("lay_tile")
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

    def partners(self, state: "State") -> tuple[str, ...]:
        return _owner(state, self.private)


@action("place_token")
@dataclass(frozen=True, slots=True)
class PlaceToken(CompanyAction):
    """A company places a token in the city ``stop`` ("H12.0"); ``private`` as with a tile. It takes
    the place of a token of ``instead`` where that is named.
    """

    stop: str
    private: str | None = None
    instead: str | None = None

    def partners(self, state: "State") -> tuple[str, ...]:
        return _owner(state, self.private)


@action("name_home")
@dataclass(frozen=True, slots=True)
class NameHome(CompanyAction):
    """A company that may choose its homes names one: a hex ("H12"), or one city of it ("H12.0")."""

    home: str


@action("run_trains")
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


@action("dividend")
@dataclass(frozen=True, slots=True)
class Dividend(CompanyAction):
    """How a company divides its revenue: ``kind`` is the name of a way, "pay" or "withhold"."""

    kind: str


@action("buy_train")
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

    def partners(self, state: "State") -> tuple[str, ...]:
        card = state.trains.get(self.train)
        return () if card is None else (card.place,)


@action("discard_train")
@dataclass(frozen=True, slots=True)
class DiscardTrain(CompanyAction):
    """A company over its train limit gives up a train."""

    train: str


@action("declare_bankruptcy")
@dataclass(frozen=True, slots=True)
class DeclareBankruptcy(PlayerAction):
    """A player who does not raise the money for a debt gives up: he or the company is bankrupt."""


@action("sell_own_shares")
@dataclass(frozen=True, slots=True)
class SellOwnShares(CompanyAction):
    """A company sells ``percent`` of itself from its treasury to the pool."""

    percent: int


@action("sell_token")
@dataclass(frozen=True, slots=True)
class SellToken(CompanyAction):
    """A company gives a token in the city ``stop`` back to its charter, for money."""

    stop: str


@action("give_up_private")
@dataclass(frozen=True, slots=True)
class GiveUpPrivate(PrivateAction):
    """A player gives a private up for money: it closes."""


@action("buy_own_shares")
@dataclass(frozen=True, slots=True)
class BuyOwnShares(CompanyAction):
    """A company buys ``percent`` of itself back from the pool."""

    percent: int


def _owner(state: "State", private: str | None) -> tuple[str, ...]:
    """Whose a private is that is sold, or whose power is used."""
    owner = state.privates.get(private) if private else None
    return () if owner is None else (owner,)


def action_to_json(done: Action) -> dict[str, Any]:
    """The JSON form of an action: its fields under their names, its kind under "type"."""
    body: dict[str, Any] = {"type": done.wire_name}
    for one in fields(done):
        value = getattr(done, one.name)
        if value != one.default or one.default is MISSING:
            body[one.name] = value
    return body
