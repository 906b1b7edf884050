"""Powers of privates: their kinds in a title's data, their owners and their end.

Most powers are a value of one of the kinds below, which shared steps use. Laying track uses
``build``, ``more_lays``, ``new_city`` and ``ground_off``. Placing tokens uses ``joint``,
``token_percent`` (a percentage of the token's cost) and ``moves_token``. Running trains uses
``raises`` and ``lends``. ``builds`` applies when a private is bought or closes, ``closes_with_use``
after a power is used. A power that only a title's own rules use stays as written in its data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from companion.board.run_reports import RunReport
from companion.board.trains import Bonus, LentBenefit, StopCount
from companion.ledger.entries import BANK
from companion.rules.core.actions import LayTile
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State, TitleState
from companion.rules.data.codec import register_stored
from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance
from companion.rules.judge.rules import Rules
from companion.rules.operating.track import lay

# keys in the data
BUILD, MORE_LAYS, NEW_CITY, GROUND_OFF = "build", "more_lays", "new_city", "ground_off"
JOINT, TOKEN_PERCENT, MOVES_TOKEN, BUILDS = "joint", "token_percent", "moves_token", "builds"
TOKEN_MOVE = "token_move"  # once, of a token on the map, and a tile where it goes
# also the keys of titles that have such powers of their own
EXTRA_TILES, TELEPORTS = ("extra_tile", "additional_tile"), ("teleport", "distant_tile")


@dataclass(frozen=True, slots=True)
class ReplacementLaysPower:
    """A power that replaces the turn's usual lays.

    ``fee`` is paid once, in addition to the fee of the first lay. ``tokens`` allows placing tokens
    afterwards.
    """

    allowance: LayAllowance
    fee: int = 0
    tokens: bool = False


@dataclass(frozen=True, slots=True)
class ExtraLaysPower:
    """Lays in addition to those of the turn, for the cost of the ground alone.

    Lays on ``free`` hexes cost nothing. With ``hexes``, one tile may be laid on each, at any time
    between other lays. Without, one tile may be laid anywhere, before or after all other lays.
    """

    kinds: frozenset[str] = frozenset((NEW, UPGRADE))
    hexes: tuple[str, ...] = ()
    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TileWithTokenPower:
    """A tile laid together with a token, both or neither.

    ``costs`` gives the hexes with their total cost. The tile is one of the turn's lays or, with
    ``beside``, an additional one in the token step. The token is the turn's token. Unless
    ``joined`` is set, the company need not reach the hex.
    """

    costs: Mapping[str, int]
    beside: bool = False
    joined: bool = True


@dataclass(frozen=True, slots=True)
class NewCityPower:
    """A lay that turns towns into a city with the same exits.

    A yellow tile with one town becomes a yellow city, one with two a green city. It is one of the
    turn's lays. ``yellow`` or ``upgrade`` is its cost besides the ground.
    """

    yellow: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class StopValuePower:
    """A power that raises the value of stops of these kinds for the owning company."""

    amount: int
    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class SharedTrainPower:
    """A power for one train of the owning company.

    The train earns ``amount`` at each stop of these kinds, or may count ``more`` of them.
    """

    of: frozenset[str]
    amount: int = 0
    more: int = 0


@dataclass(frozen=True, slots=True)
class BuiltTilesPower:
    """Tiles, as (hex, tile, rotation), that are laid when the private closes.

    With ``bought``, they are also laid when a company buys it. Nobody else may lay them.
    """

    tiles: tuple[tuple[str, str, int], ...]
    bought: bool = False


@register_stored("obsolete_privates")
class ObsoletePrivatesState(TitleState):
    """The state of a title whose privates become obsolete.

    ``obsolete_privates`` lists those that are. ``is_obsolescence_due`` is true if all open ones
    become so at the end of the current turn.
    """

    obsolete_privates: tuple[str, ...] = ()
    is_obsolescence_due: bool = False


@dataclass(frozen=True, slots=True)
class ExtraTilePower:
    """A tile on one of the private's hexes besides those of the turn, connected or not.

    It costs nothing or, with a ``discount``, that much less than the ground. It is laid at any
    moment of the turn or, with ``in_track_step``, only in the step of track. ``reserved`` tiles are
    laid by nobody else, and may bring a stop to a hex without one. Without ``hexes`` the tile is
    laid anywhere on the company's network, under the rules of the turn's own tiles. ``number`` is
    the number of tiles, all in one turn. With ``joined`` the company must reach the hex.
    """

    hexes: tuple[str, ...]
    tiles: tuple[str, ...]
    discount: int | None = None
    in_track_step: bool = False
    reserved: bool = False
    number: int = 1
    joined: bool = False


@dataclass(frozen=True, slots=True)
class FreeTokenPower:
    """The next token of the company, free of charge or cheap, on one of these hexes.

    The company need not reach the hex. The token is the turn's token or, with ``beside``, one more.
    It is placed once, for its ``price``. Unless ``on_track`` is set, the hex must be without track.
    """

    hexes: tuple[str, ...]
    on_track: bool = False
    price: int = 0
    beside: bool = False


@dataclass(frozen=True, slots=True)
class TokenMovePower:
    """A token of the company moves once to a city on one of the hexes ``to``, with a tile.

    It does not come from hexes in ``never_from``.
    """

    to: tuple[str, ...]
    never_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrainDiscountPower:
    """A discount on one train of the bank, of one of these types: a percent, or a sum."""

    trains: tuple[str, ...]
    percent: int = 0
    amount: int = 0

    def reduce(self, price: int) -> int:
        """Return the price with the discount."""
        return max(0, price - price * self.percent // 100 - self.amount)


@dataclass(frozen=True, slots=True)
class CityMarkerPower:
    """A marker that the owning company places once on one of these cities that it reaches.

    Each of its trains earns ``bonus`` more there, also after the private has closed, until the
    phase ``until``. With ``in_range`` one of its trains must be able to run there.
    """

    cities: tuple[str, ...]
    bonus: int
    until: str
    in_range: bool = False


@dataclass(frozen=True, slots=True)
class JoinedTilesPower:
    """Two tiles that are joined, one on each of two hexes, free of charge and connected or not."""

    hexes: tuple[str, ...]
    tiles: tuple[str, ...]

    def other(self, hex: str) -> str:
        """Return the other hex."""
        return next(at for at in self.hexes if at != hex)


class UsesPrivate(Protocol):
    """An action of a company that may name a private."""

    @property
    def company(self) -> str:
        """The company that acts."""

    @property
    def private(self) -> str | None:
        """The private whose power it uses, or None."""


def power(rules: Rules, private: str | None, name: str) -> Any:
    """Return the value of a private's power; None if it has none or there is no private."""
    return rules.data.privates[private].powers.get(name) if private else None


def privates_with_power(rules: Rules, state: State, owner: str, name: str) -> list[str]:
    """Return the owner's privates that have the power; a value of 0 counts."""
    return [
        private for private in privates_of_power(rules, name) if state.privates[private] == owner
    ]


@lru_cache(maxsize=256)  # it is asked for very often
def privates_of_power(rules: Rules, name: str) -> tuple[str, ...]:
    """Return the privates of the game that have the power, owned or not."""
    found = ((private, power(rules, private, name)) for private in rules.data.privates)
    return tuple(p for p, has in found if has is not None and has is not False)


def current_revenue(rules: Rules, state: State, private: str) -> int:
    """Return the revenue of a private in this phase."""
    found: int = rules.data.privates[private].revenue
    for phase, amount in (power(rules, private, "revenues") or {}).items():
        if rules.data.reaches(state.phase, phase):
            found = amount
    return found


def has_stayed_open(rules: Rules, state: State, private: str) -> bool:
    """Check whether a private has stayed open when the others closed."""
    closing = (phase.name for phase in rules.data.phases if phase.privates_close)
    return bool(power(rules, private, "stays_open")) and any(
        rules.data.reaches(state.phase, phase) for phase in closing
    )


def run_bonuses(rules: Rules, state: State, company: str) -> list[Bonus]:
    """Return the bonuses that privates bring the company.

    A bonus for one stop has the private's name. A bonus for all stops of some kinds has its symbol.
    """
    found = []
    for private in privates_with_power(rules, state, company, "bonus"):
        bonus, name = power(rules, private, "bonus"), rules.data.privates[private].name
        found.append(Bonus(name, bonus["amount"], bonus["stop"], where=bonus["where"]))
    for private in privates_with_power(rules, state, company, "raises"):
        raises = power(rules, private, "raises")
        found.append(Bonus(private, raises.amount, where="value", kinds=raises.of))
    return found


def powers_lent_to_run(rules: Rules, state: State, company: str) -> list[LentBenefit]:
    """Return the powers that privates lend to one train of the company, by their symbols."""
    found = [
        (p, power(rules, p, "lends")) for p in privates_with_power(rules, state, company, "lends")
    ]
    return [
        LentBenefit(
            p,
            Bonus(p, lends.amount, kinds=lends.of) if lends.amount else None,
            StopCount(lends.more, lends.of) if lends.more else None,
        )
        for p, lends in found
    ]


def privates_used_in_run(rules: Rules, state: State, company: str, report: RunReport) -> list[str]:
    """Return the privates whose powers contributed to the company's run."""
    raising = privates_with_power(rules, state, company, "raises")
    lending = privates_with_power(rules, state, company, "lends")
    if not raising and not lending:
        return []
    told = {name for route in report.routes for name, _ in route.bonuses}
    kinds = {
        state.board.stop(stop.stop).kind
        for route in report.routes
        for stop in route.stops
        if stop.counted
    }
    used = [p for p in raising if power(rules, p, "raises").of & kinds]
    return used + [p for p in lending if p in told]


def refuse_owner(rules: Rules, state: State, owner: str, private: str) -> list[Refusal]:
    """Refuse a private of another owner."""
    if state.privates[private] == owner:
        return []
    return [rules.refuse("power.not_owned", company=owner, private=private)]


def owner_refusals(rules: Rules, state: State, action: UsesPrivate) -> list[Refusal]:
    """Refuse the use of a private that the company does not own."""
    return refuse_owner(rules, state, action.company, action.private) if action.private else []


def is_obsolete(state: State, private: str) -> bool:
    """Check whether the private closes at its next moment."""
    return (
        isinstance(state.title_state, ObsoletePrivatesState)
        and private in state.title_state.obsolete_privates
    )


def closes_with_use(rules: Rules, state: State, private: str) -> bool:
    """Check whether a private closes if its power is used now."""
    return is_obsolete(state, private) or bool(power(rules, private, "closes_with_use"))


def privates_closed_with(rules: Rules, state: State, company: str) -> list[str]:
    """Return the closed privates that belonged to the company from the start."""
    of = (p.symbol for p in rules.data.private_list if p.powers.get("of") == company)
    return [private for private in of if state.privates[private] == GONE]


def pay_crossings(change: Change, rules: Rules, count: int) -> None:
    """Pay the owners of privates with an income from crossings, for this many."""
    for private, owner in change.state.privates.items():
        each = power(rules, private, "crossing_income")
        if each and count and owner not in (BANK, GONE):
            change.pay(BANK, owner, each * count, "crossing_income", private)
            facts = {"private": private, "owner": owner, "amount": each * count}
            change.tell("crossing_income", count=count, **facts)


def use_power(change: Change, rules: Rules, company: str, private: str) -> None:
    """Log that a company has used a private's power, and close it if it closes with use."""
    change.tell("power_used", company=company, private=private)
    if closes_with_use(rules, change.state, private):
        close(change, rules, private)


def build_tiles(change: Change, rules: Rules, private: str) -> None:
    """Lay the tiles that a private builds when a company buys it."""
    builds = power(rules, private, BUILDS)
    if builds and builds.bought:
        _build(change, rules, private, builds)


def close(change: Change, rules: Rules, private: str) -> None:
    """Remove the private from the game and lay the tiles it builds then."""
    change.state.privates[private] = GONE
    change.tell("private_closed", private=private)
    if builds := power(rules, private, BUILDS):
        _build(change, rules, private, builds)


def _build(change: Change, rules: Rules, private: str, builds: BuiltTilesPower) -> None:
    """Lay its tiles for free, except on hexes that already have a tile."""
    for at, tile, rotation in builds.tiles:
        if at not in change.state.board.laid:
            lay(change, rules, LayTile("", at, tile, rotation))
            change.tell("placed_private_tile", private=private, hex=at, tile=tile)


def close_on_train(change: Change, rules: Rules, *companies: str) -> None:
    """Close the privates that close when one of these companies owns a train."""
    for private, owner in change.state.privates.items():
        if power(rules, private, "closes_on_train_of") in companies and owner != GONE:
            close(change, rules, private)
