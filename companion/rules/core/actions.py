"""Actions: deeds of players and companies, as frozen values that survive a JSON round trip.

They hold plain ids. All titles share these actions; a title may add its own with :func:`action`.
:mod:`companion.rules.core.action_parser` parses input.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from companion.ledger.entries import BANK
from companion.values import make_value

if TYPE_CHECKING:
    from companion.rules.core.state import State


@dataclass(frozen=True, slots=True)
class Action:
    """Base of every action, with its actor and its parties.

    It is stored and sent under its ``wire_name``, whatever its class is called.
    """

    wire_name: ClassVar[str] = ""

    def actor(self) -> str:
        """Return the actor: a player, or the company whose president enters it."""
        raise NotImplementedError

    def about(self) -> str:
        """Return the company or private that the action is about, or ""."""
        return ""

    def parties(self) -> tuple[str, ...]:
        """Return everybody who has to agree: the actor, and any other party."""
        return (self.actor(),)

    def partners(self, state: "State") -> tuple[str, ...]:
        """Return the further parties that depend on the state.

        They are players, and companies represented by their presidents. Ids that are no party (the
        bank, a place) are ignored.
        """
        return ()


@dataclass(frozen=True, slots=True)
class TableEntry(Action):
    """Base of entries that the table makes outside the moves of the game.

    They belong to nobody's turn, and only the banker enters them. ``reason`` is the table's remark.
    """

    reason: str = field(kw_only=True)

    def actor(self) -> str:
        return BANK

    def parties(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class PlayerAction(Action):
    """Base of actions by a player."""

    player: str

    def actor(self) -> str:
        return self.player


@dataclass(frozen=True, slots=True)
class CompanyAction(Action):
    """Base of actions by a company."""

    company: str

    def actor(self) -> str:
        return self.company

    def about(self) -> str:
        return self.company


@dataclass(frozen=True, slots=True)
class ShareAction(PlayerAction):
    """Base of a player's actions with shares of a company."""

    company: str

    def about(self) -> str:
        return self.company


@dataclass(frozen=True, slots=True)
class PrivateAction(PlayerAction):
    """Base of a player's actions with a private."""

    private: str

    def about(self) -> str:
        return self.private


A = TypeVar("A", bound=Action)
ACTIONS: dict[str, type[Action]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def action(name: str) -> Callable[[type[A]], type[A]]:
    """Make a class a frozen dataclass, and register it as an action under its stored name.

    Raises TypeError if the name is taken.
    """

    def register(cls: type[A]) -> type[A]:
        if name in ACTIONS:
            raise TypeError(f"two actions are called {name}")
        ACTIONS[name] = cls = make_value(cls)
        cls.wire_name = name
        return cls

    return register


@action("pass")
class Pass(Action):
    """A player passes or ends a turn, or a company ends the pending step."""

    party: str

    def actor(self) -> str:
        return self.party


@action("decline")
class Decline(PlayerAction):
    """A player declines a chance about which they were asked, for this round."""


@action("buy_private")
class BuyPrivate(PrivateAction):
    """A player buys the private on offer at its current price."""


@action("discount_private")
class DiscountPrivate(PrivateAction):
    """A player takes a discount off a private that is still for sale."""


@action("bid")
class Bid(PrivateAction):
    """A player bids on a private, in the first round or in its auction."""

    amount: int


@action("set_par")
class SetPar(ShareAction):
    """The owner of a president's certificate that came with a private sets the par price."""

    price: int


@dataclass(frozen=True, slots=True)
class Purchase(ShareAction):
    """Base of a player's purchases of shares, to which the limits apply."""


@action("start_company")
class StartCompany(Purchase):
    """A player starts a company at ``price`` by buying its president's certificate.

    ``percent`` is the percent bought, if the title allows a larger purchase at once.
    """

    price: int
    percent: int | None = None


@action("buy_share")
class BuyShare(Purchase):
    """A player buys a share from "initial", "pool" or the company's treasury (its symbol).

    ``percent`` is the percent bought; None means one share.
    """

    source: str
    percent: int | None = None


@action("sell_shares")
class SellShares(ShareAction):
    """A player sells ``percent`` of a company to the pool, at one price."""

    percent: int


@action("sell_holdings")
class SellHoldings(PlayerAction):
    """A player sells shares of several companies at once.

    ``sales`` lists companies, each with the percent sold. The prices fall in that order.
    """

    sales: tuple[tuple[str, int], ...]


@action("exchange_private")
class ExchangePrivate(PrivateAction):
    """The owner exchanges a private for its share, from "initial" or "pool"."""

    source: str


@action("sell_private")
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
class BuyPrivateForCompany(CompanyAction):
    """A company buys a private from a player at an agreed price."""

    private: str
    price: int

    def partners(self, state: "State") -> tuple[str, ...]:
        return _owner(state, self.private)


@action("lay_tile")
class LayTile(CompanyAction):
    """A company lays or upgrades one tile.

    ``private`` names the private whose power is used. ``allotment`` assigns tokens of the hex to
    cities of the tile, by the number of the stop on the tile. All other tokens follow their city.
    """

    hex: str
    tile: str
    rotation: int  # clockwise sixths, 0-5
    private: str | None = None
    allotment: tuple[tuple[str, int], ...] = ()

    def partners(self, state: "State") -> tuple[str, ...]:
        return _owner(state, self.private)


@action("place_token")
class PlaceToken(CompanyAction):
    """A company places a token in the city ``stop`` ("H12.0").

    ``private`` names the private whose power is used. ``replaced_owner`` names the owner of a token
    that is replaced.
    """

    stop: str
    private: str | None = None
    replaced_owner: str | None = None

    def partners(self, state: "State") -> tuple[str, ...]:
        return _owner(state, self.private)


@action("name_home")
class NameHome(CompanyAction):
    """A company that may choose its homes names one: a hex ("H12") or a city ("H12.0")."""

    home: str


@action("run_trains")
class RunTrains(CompanyAction):
    """A company's run: a list of train id and path (see :mod:`companion.board.routes`).

    ``better_revenue`` is the revenue of a better run, if the table knew of one and did not use it.
    ``is_proved`` says whether no run earns more. Both are stored, so that replay needs no search.
    """

    routes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    better_revenue: int | None = None
    is_proved: bool = True


@action("dividend")
class Dividend(CompanyAction):
    """The division of a company's revenue; ``kind`` is the name of a way: "pay", "withhold", ..."""

    kind: str


@action("buy_train")
class BuyTrain(CompanyAction):
    """A company buys ``train`` (an id, "4-1") from its present place, for ``price``.

    ``trade_in`` is the train given in exchange. ``charter`` is the charter that receives the train,
    for a company with several charters; it is None for an exchange. The president adds the missing
    money if they are obliged to.
    """

    train: str
    price: int
    trade_in: str | None = None
    charter: int | None = None

    def partners(self, state: "State") -> tuple[str, ...]:
        card = state.trains.get(self.train)
        return () if card is None else (card.place,)


@action("discard_train")
class DiscardTrain(CompanyAction):
    """A company over its train limit discards a train."""

    train: str


@action("declare_bankruptcy")
class DeclareBankruptcy(PlayerAction):
    """A player cannot raise the money for a debt; they or the company are bankrupt."""


@action("sell_own_shares")
class SellOwnShares(CompanyAction):
    """A company sells ``percent`` of itself from its treasury to the pool."""

    percent: int


@action("sell_token")
class SellToken(CompanyAction):
    """A company returns a token from the city ``stop`` to its charter, for money."""

    stop: str


@action("give_up_private")
class GiveUpPrivate(PrivateAction):
    """A player gives up a private for money; it closes."""


@action("buy_own_shares")
class BuyOwnShares(CompanyAction):
    """A company buys ``percent`` of itself from the pool."""

    percent: int


def _owner(state: "State", private: str | None) -> tuple[str, ...]:
    """Return the owner of a private that is sold or whose power is used."""
    owner = state.privates.get(private) if private else None
    return () if owner is None else (owner,)


def action_to_json(done: Action) -> dict[str, Any]:
    """Return the JSON form of an action: its fields by name, its kind under "type"."""
    body: dict[str, Any] = {"type": done.wire_name}
    for one in fields(done):
        value = getattr(done, one.name)
        if value != one.default or one.default is MISSING:
            body[one.name] = value
    return body
