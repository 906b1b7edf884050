"""Powers of privates: what a title's data say under the name of each, who has it, and its end.

Most powers are a value of one of a few kinds, those here, and shared steps ask for them:
``build``, ``more_lays``, ``new_city`` and ``ground_off`` where track is laid; ``joint``,
``token_percent`` (what a token costs, of its price) and ``moves_token`` where tokens are placed;
``raises`` and ``lends`` where trains run; ``builds`` where a private changes hands or closes;
``closes_with_use`` when one was used. What a title's own rules alone read is as its data say it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.board.routes import RunReport
from companion.board.trains import Bonus, Count, Lent
from companion.rules.core.actions import LayTile
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, Own, State
from companion.rules.data.codec import register_stored
from companion.rules.data.lay_allowance import NEW, UPGRADE, Allowance
from companion.rules.judge.judge import Rules
from companion.rules.operating.track import lay

# what data call them
BUILD, MORE_LAYS, NEW_CITY, GROUND_OFF = "build", "more_lays", "new_city", "ground_off"
JOINT, TOKEN_PERCENT, MOVES_TOKEN, BUILDS = "joint", "token_percent", "moves_token", "builds"


@dataclass(frozen=True, slots=True)
class Build:
    """All lays of a turn, in place of the usual ones, for a ``fee`` beside that of each; whether
    ``tokens`` may be placed after them as if they were one.
    """

    allowance: Allowance
    fee: int = 0
    tokens: bool = False


@dataclass(frozen=True, slots=True)
class MoreLays:
    """Lays beside those of the turn, for the ground alone, and on ``free`` hexes for nothing: one
    on each of ``hexes``, in between too; without hexes one anywhere, before or after all others.
    """

    kinds: frozenset[str] = frozenset((NEW, UPGRADE))
    hexes: tuple[str, ...] = ()
    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Joint:
    """A tile and a token on it, both or none, on a hex of ``costs`` for so much in all. The tile is
    one of the turn's lays, or ``beside`` them in the step of tokens; the token is the turn's.
    Unless it is ``joined`` the company need not reach the hex.
    """

    costs: Mapping[str, int]
    beside: bool = False
    joined: bool = True


@dataclass(frozen=True, slots=True)
class NewCity:
    """A yellow tile with a town becomes a yellow city, and one with two a green city, of the same
    exits: one of the turn's lays, for so much beside the ground as ``new`` track or an ``upgrade``.
    """

    new: int
    upgrade: int


@dataclass(frozen=True, slots=True)
class Raises:
    """Stops of these kinds are worth so much more to the company that owns it."""

    amount: int
    of: frozenset[str]


@dataclass(frozen=True, slots=True)
class Lends:
    """One train of the company that owns it earns so much at each stop of these kinds, or may count
    so many ``more`` of them.
    """

    of: frozenset[str]
    amount: int = 0
    more: int = 0


@dataclass(frozen=True, slots=True)
class Builds:
    """Tiles, (hex, tile, rotation) each, that lie as soon as the private has closed, or a company
    has ``bought`` it. Nobody lays them else.
    """

    tiles: tuple[tuple[str, str, int], ...]
    bought: bool = False


@register_stored("obsolete_privates")
@dataclass(frozen=True, slots=True)
class Ageing(Own):
    """What a title notes whose privates become obsolete: those that are, and whether all that are
    open become so at the end of the turn that is played.
    """

    obsolete: tuple[str, ...] = ()
    ageing: bool = False


class UsesPrivate(Protocol):
    """An action of a company that may name a private."""

    @property
    def company(self) -> str:
        """The company."""

    @property
    def private(self) -> str | None:
        """The private by whose power it acts."""


def power(rules: Rules, private: str | None, name: str) -> Any:
    """What a private's card says of a power; None of one without it, and of no private."""
    return rules.data.privates[private].powers.get(name) if private else None


def privates_with_power(rules: Rules, state: State, owner: str, name: str) -> list[str]:
    """The privates of an owner that have the power; one of 0 is one."""
    mine = [private for private, has in state.privates.items() if has == owner]
    found = ((private, power(rules, private, name)) for private in mine)
    return [p for p, has in found if has is not None and has is not False]


def run_bonuses(rules: Rules, state: State, company: str) -> list[Bonus]:
    """The bonuses that privates bring the company: for a stop, by their names; for each stop of
    some kinds, by their symbols.
    """
    found = []
    for private in privates_with_power(rules, state, company, "bonus"):
        bonus, name = power(rules, private, "bonus"), rules.data.privates[private].name
        found.append(Bonus(name, bonus["amount"], bonus["stop"], where=bonus["where"]))
    for private in privates_with_power(rules, state, company, "raises"):
        raises = power(rules, private, "raises")
        found.append(Bonus(private, raises.amount, where="value", kinds=raises.of))
    return found


def run_lent(rules: Rules, state: State, company: str) -> list[Lent]:
    """What privates lend one train of the company, by their symbols."""
    found = [
        (p, power(rules, p, "lends")) for p in privates_with_power(rules, state, company, "lends")
    ]
    return [
        Lent(
            p,
            Bonus(p, lends.amount, kinds=lends.of) if lends.amount else None,
            Count(lends.more, lends.of) if lends.more else None,
        )
        for p, lends in found
    ]


def used_in_run(rules: Rules, state: State, company: str, report: RunReport) -> list[str]:
    """The privates whose powers made something of the company's run."""
    told = {name for route in report.routes for name, _ in route.bonuses}
    kinds = {
        state.board.stop(stop.stop).kind
        for route in report.routes
        for stop in route.stops
        if stop.counted
    }
    raising = privates_with_power(rules, state, company, "raises")
    return [p for p in raising if power(rules, p, "raises").of & kinds] + [
        p for p in privates_with_power(rules, state, company, "lends") if p in told
    ]


def owner_refusals(rules: Rules, state: State, action: UsesPrivate) -> list[Refusal]:
    """Against the use of a private that the company does not own."""
    private = action.private
    if private is None or state.privates[private] == action.company:
        return []
    return [rules.refuse("power.not_owned", company=action.company, private=private)]


def is_obsolete(state: State, private: str) -> bool:
    """Does it close when its time comes?"""
    return isinstance(state.own, Ageing) and private in state.own.obsolete


def closes_with_use(rules: Rules, state: State, private: str) -> bool:
    """Does a private close when its power is used now?"""
    return is_obsolete(state, private) or bool(power(rules, private, "closes_with_use"))


def closed_with(rules: Rules, state: State, company: str) -> list[str]:
    """The privates that lay with the company from the start and have closed."""
    of = (p.symbol for p in rules.data.private_list if p.powers.get("of") == company)
    return [private for private in of if state.privates[private] == GONE]


def use_power(change: Change, rules: Rules, company: str, private: str) -> None:
    """A company has used what a private can do: some close with it."""
    change.tell("power_used", company=company, private=private)
    if closes_with_use(rules, change.state, private):
        close(change, rules, private)


def bought(change: Change, rules: Rules, private: str) -> None:
    """A company has bought a private: some build."""
    builds = power(rules, private, BUILDS)
    if builds and builds.bought:
        _build(change, rules, private, builds)


def close(change: Change, rules: Rules, private: str) -> None:
    """The private leaves the game, and builds what it builds."""
    change.state.privates[private] = GONE
    change.tell("closed", private=private)
    if builds := power(rules, private, BUILDS):
        _build(change, rules, private, builds)


def _build(change: Change, rules: Rules, private: str, builds: Builds) -> None:
    """Its tiles lie now, for nothing, but where the table has set others right."""
    for at, tile, rotation in builds.tiles:
        if at not in change.state.board.laid:
            lay(change, rules, LayTile("", at, tile, rotation))
            change.tell("tile_of_private", private=private, hex=at, tile=tile)


def close_on_train(change: Change, rules: Rules, *companies: str) -> None:
    """These companies have come to own a train, with which some privates close."""
    for private, owner in change.state.privates.items():
        if power(rules, private, "closes_on_train_of") in companies and owner != GONE:
            close(change, rules, private)
