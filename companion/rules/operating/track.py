"""Track: the lays a company may make, their costs, and the homes and tokens that move along."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.board.border_crossings import crossings
from companion.board.lay_and_route_faults import Fault
from companion.board.repeated_play import with_tile
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, LayTile, Pass
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import GONE, State
from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance, LayPermission
from companion.rules.data.title_data import Private
from companion.rules.judge.rules import Rules
from companion.rules.operating import map_answers
from companion.rules.operating.home_slots import has_home, hex_refusals, move_along, tile_refusals
from companion.rules.operating.map_answers import Allotted, find_reach
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.shares.holdings import is_player


def tile_count(rules: Rules, state: State, tile: str) -> int | None:
    """Return the number of copies of the tile, including those the table has added.

    None if there is no limit.
    """
    count = rules.data.tiles.get(tile, 0)
    return None if count is None else count + state.extra_tiles.get(tile, 0)


def tiles_left(rules: Rules, state: State, tile: str) -> int | None:
    """Return the number of copies not on the map; None if there is no limit."""
    count = tile_count(rules, state, tile)
    if count is None:
        return None
    return count - [laid.tile for laid in state.board.laid.values()].count(tile)


def supply_refusals(rules: Rules, state: State, tile: str, own: bool = False) -> list[Refusal]:
    """Refuse a tile that is not in the title or has run out, or is a private's, if not its own."""
    if tile not in rules.data.tiles:
        return [rules.refuse("lay.not_in_title", tile=tile)]
    if tile in rules.data.tiles_of_privates and not own:
        return [rules.refuse("lay.reserved", tile=tile)]
    if tiles_left(rules, state, tile) == 0:
        count = tile_count(rules, state, tile)
        where = sorted(at for at, laid in state.board.laid.items() if laid.tile == tile)
        return [rules.refuse("lay.none_left", tile=tile, count=count, hexes=where)]
    return []


def colour_refusals(rules: Rules, state: State, tile: str) -> list[Refusal]:
    """Refuse a colour that the phase does not allow yet."""
    phase = rules.phase(state)
    colour = rules.tile(tile).colour
    if colour in phase.tiles:
        return []
    facts = {"tile": tile, "colour": colour, "phase": phase.name}
    return [rules.refuse("lay.colour", allowed=phase.tiles, **facts)]


def _blocking_privates(rules: Rules, state: State) -> Iterator[Private]:
    """Yield the privates that may block hexes in this phase."""
    for private in rules.data.private_list:
        until = private.powers.get("blocks_until")
        if private.blocks and not (until and rules.data.reaches(state.phase, until)):
            yield private


def blocked_hexes(rules: Rules, state: State) -> dict[str, str]:
    """Return the blocked hexes, each with the private that blocks it.

    Nobody may lay there or, with some privates, only one company.
    """
    found: dict[str, str] = {}
    if "lay.blocked" in rules.house:
        return found
    for private in _blocking_privates(rules, state):
        owner = state.privates.get(private.symbol, GONE)
        if is_player(owner) or owner == BANK or (owner != GONE and private.powers.get("keeps_hex")):
            found.update(dict.fromkeys(private.blocks, private.symbol))
    return found


def blocking_refusals(rules: Rules, state: State, at: str, company: str) -> list[Refusal]:
    """Refuse a hex that an open private blocks, or that is closed until a company has its home.

    A private owned by a player blocks its hex. A private that keeps its hex for the company that
    owns it blocks it for all others.
    """
    found = hex_refusals(rules, state, at)
    for private in _blocking_privates(rules, state):
        owner = state.privates[private.symbol]
        if at not in private.blocks or owner in ("gone", "bank"):
            continue
        kept = owner != company and private.powers.get("keeps_hex")
        if is_player(owner) or kept:
            found += rules.refuse_unless_house_rule(
                "lay.blocked", hex=at, private=private.symbol, owner=owner
            )
    return found


def geometry_refusals(
    rules: Rules, state: State, action: LayTile, reach: bool = True
) -> list[Refusal]:
    """Check that a tile fits; with ``reach`` the company must reach it."""
    at, tile, allotted = action.hex, action.tile, action.allotment
    found = tuple(map_answers.find_lay_faults(rules, state, action, reach))
    if allotted and not rules.track.may_allot(rules, state, at):
        found += tuple(Fault("allotted", hex=at, tile=tile, text=owner) for owner, _ in allotted)
    refusals = [rules.refuse_fault("lay", fault) for fault in found]
    return refusals if has_hard(refusals) else refusals + tile_refusals(rules, state, action)


def legal_lays(
    rules: Rules, state: State, at: str, company: str | None, tiles: Iterable[str]
) -> Iterator[tuple[str, int]]:
    """Yield the tiles in supply that fit on a hex, as (tile, rotation).

    If ``company`` is None, the hex need not be reached.
    """
    for tile, rotation in map_answers.find_lays(rules, state, at, company, tiles):
        if tiles_left(rules, state, tile) != 0:  # checked last: most tiles do not fit here
            yield tile, rotation


def allotments(rules: Rules, state: State, action: LayTile, reach: bool = True) -> list[Allotted]:
    """Return the ways to put the tokens of the hex into the cities of a tile that fits.

    If the company has no choice there is one way.
    """
    if not rules.track.may_allot(rules, state, action.hex):
        return [()]
    return map_answers.find_allotments(rules, state, action, reach)


def is_first_of_cities(rules: Rules, state: State, at: str) -> bool:
    """Check whether a tile would be the first on a hex with several cities.

    The company that lays it may then choose the city of each token.
    """
    cities = [stop for stop in state.board.tile_at(at).stops if stop.kind == "city"]
    printed = state.board.map.hexes[at]
    return len(cities) > 1 and at not in state.board.laid and printed.colour == "white"


def allowed_tiles(rules: Rules, state: State) -> Sequence[str]:
    """Return the title's tiles in the colours of the phase, in catalogue order."""
    return _tiles_of_colours(rules, rules.phase(state).tiles)


@lru_cache(maxsize=64)
def _tiles_of_colours(rules: Rules, colours: tuple[str, ...]) -> Sequence[str]:
    return tuple(
        tile
        for tile in rules.data.tiles
        if rules.tile(tile).colour in colours and tile not in rules.data.tiles_of_privates
    )


def lay(change: Change, rules: Rules, action: LayTile) -> None:
    """Lay the tile. Tokens and reserved homes move with their city."""
    board, at = change.state.board, action.hex
    old = board.tile_at(at)
    change.state.board = with_tile(board, at, action.tile, action.rotation, action.allotment)
    move_along(change, at, old)
    rules.track.after_lay(change, rules, at, old)


def ground_parts(rules: Rules, state: State, action: LayTile) -> dict[str, int]:
    """Return the parts of the hex's cost.

    They are the terrain for the first tile, or the cost of the tile replaced; the fee for a tile of
    that colour; and rivers across which the tile completes a connection.
    """
    hex, old = rules.data.map.hexes[action.hex], state.board.laid.get(action.hex)
    rivers = crossings(state.board, action.hex, action.tile, action.rotation)
    return {
        "ground": rules.tile(old.tile).cost if old else sum(each.cost for each in hex.terrain),
        "hex_fee": hex.fee(rules.tile(action.tile).colour),
        "river": sum(river.cost for river in rivers),
    }


def cost_parts(
    rules: Rules, state: State, action: LayTile, cost: int, fee: int
) -> tuple[tuple[str, int], ...]:
    """Return the terms of the cost of a lay; ``fee`` is the cost of the lay itself."""
    parts = {**ground_parts(rules, state, action), "lay_fee": fee}
    rest = cost - sum(parts.values())
    if not any(parts.values()):
        return (("fixed", cost),)
    parts["discount" if rest < 0 else "more"] = rest
    return tuple((what, amount) for what, amount in parts.items() if amount)


def lay_and_pay(change: Change, rules: Rules, action: LayTile, cost: int, fee: int = 0) -> None:
    """Pay for the ground and the ``fee``, lay the tile, log the event, and pay the company."""
    rules.treasury.before_paying(change, rules, action.company, cost)
    more = {"parts": cost_parts(rules, change.state, action, cost, fee)} if cost else {}
    change.pay(action.company, BANK, cost, "terrain", action.company, action.hex)
    lay(change, rules, action)
    facts = {"company": action.company, "hex": action.hex, "tile": action.tile, "cost": cost}
    change.tell("laid_at_cost" if cost else "laid_tile", rotation=action.rotation, **facts, **more)
    rules.track.pay(change, rules, action)


def kind_of_lay(rules: Rules, action: LayTile) -> str:
    """Return how a lay counts in the turn.

    "yellow" is new track, "upgrade" replaces a tile.
    """
    return NEW if rules.tile(action.tile).colour == "yellow" else UPGRADE


def note_lay(change: Change, rules: Rules, action: LayTile) -> None:
    """Count a lay in the turn."""
    laid = (action.hex, kind_of_lay(rules, action))
    update_turn(change, lays=(*turn_of(change.state).lays, laid))


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile and rotation that fit on a hex, with the cost and any other refusals.

    ``allotments`` are the ways to put the tokens there into its cities, the usual one first.
    ``action`` lays the tile in that way.
    """

    tile: str
    rotation: int
    cost: int
    refusals: tuple[Refusal, ...]
    allotments: tuple[Allotted, ...]
    action: LayTile

    def offer(self, kind: str, weight: float = 1.0) -> Offer:
        """Return the offer of this lay."""
        return Offer(kind, self.action, -self.cost, hexes=(self.action.hex,), weight=weight)


class TrackStep(TurnStep):
    """The step that lays and upgrades tiles, as the title's data allow.

    A title overrides it for other rules and for the help of privates.
    """

    name = "track"
    deed = "track"
    accepts: tuple[type[Action], ...] = (LayTile, Pass)

    def has_acted(self, state: State) -> bool:
        return bool(turn_of(state).lays)

    def waits(self, state: State) -> bool:
        return bool(self.remaining_lays(state))

    def allowance(self, state: State) -> LayAllowance:
        """Return the lays that the company may make in a turn."""
        return self.data.track

    def remaining_lays(self, state: State) -> tuple[LayPermission, ...]:
        """Return the lays that the company may still make in this turn."""
        return self.allowance(state).remaining(turn_of(state).lays)

    def remaining_lays_with(self, state: State, action: LayTile) -> tuple[LayPermission, ...]:
        """Return the same, with the power of the private in the action."""
        return self.remaining_lays(state)

    def permission(self, state: State, action: LayTile) -> LayPermission | None:
        """Return the permission by which the tile would be laid, or None."""
        kind = kind_of_lay(self.rules, action)
        laid = {at for at, _ in turn_of(state).lays}
        fits = (one for one in self.remaining_lays_with(state, action) if kind in one.kinds)
        return next((one for one in fits if not (one.elsewhere and action.hex in laid)), None)

    def ground(self, state: State, action: LayTile) -> int:
        """Return the cost of the hex."""
        return sum(ground_parts(self.rules, state, action).values())

    def fee(self, state: State, action: LayTile) -> int:
        """Return the cost of the lay besides that of the hex."""
        return permission.fee if (permission := self.permission(state, action)) else 0

    def cost(self, state: State, action: LayTile) -> int:
        """Return the total cost of the lay to the company."""
        return self.ground(state, action) + self.fee(state, action)

    def enough(self, state: State, action: LayTile) -> list[Refusal]:
        """Refuse a lay beyond the turn's allowance."""
        if self.permission(state, action) is not None:
            return []
        left, kind = self.remaining_lays(state), kind_of_lay(self.rules, action)
        if any(kind in one.kinds for one in left):
            return [self.rules.refuse("lay.elsewhere", company=action.company, hex=action.hex)]
        return [self.rules.refuse(LayAllowance.refusal_code(left, kind), company=action.company)]

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        """Check a tile that fits: the turn's allowance, blocked hexes and money."""
        company, at = action.company, action.hex
        found = self.enough(state, action)
        found += blocking_refusals(self.rules, state, at, company)
        cost, cash = self.cost(state, action), self.rules.treasury.means(self.rules, state, company)
        if cost > cash:
            facts = {"hex": at, "cost": cost, "company": company, "cash": cash}
            found.append(self.rules.refuse("lay.cost", **facts))
        return found

    def fitting(
        self, state: State, at: str, company: str | None, private: str | None
    ) -> Iterable[tuple[str, int]]:
        """Return the tiles that fit on the hex with the private's power.

        If ``company`` is given, it must reach them.
        """
        return legal_lays(self.rules, state, at, company, allowed_tiles(self.rules, state))

    def geometry(self, state: State, action: LayTile) -> list[Refusal]:
        """Check that a tile fits and is reached if it must be."""
        return geometry_refusals(self.rules, state, action, self.must_reach(action.private))

    def possible_lays(self, state: State, at: str, private: str | None = None) -> list[Lay]:
        """Return all lays that fit on the hex in the phase's colours, reached if they must be."""
        return list(self.iterate_lays(state, at, private))

    def iterate_lays(self, state: State, at: str, private: str | None = None) -> Iterator[Lay]:
        """Yield the lays of :meth:`possible_lays` one by one."""
        company = self.company(state)
        reaching = company if self.must_reach(private) else None
        is_home = has_home(state, at)
        for tile, rotation in self.fitting(state, at, reaching, private):
            action = LayTile(company, at, tile, rotation, private)
            ways = allotments(self.rules, state, action, reaching is not None)
            against = self.check_lay(state, action)
            if is_home:
                placed = {way: replace(action, allotment=way) for way in ways}
                homes = {way: tile_refusals(self.rules, state, placed[way]) for way in ways}
                least = min(homes.values(), key=len)
                against += least
                ways = [way for way in ways if not homes[way]] or ways
            cost = self.cost(state, action)
            usual = replace(action, allotment=ways[0]) if ways and ways[0] else action
            yield Lay(tile, rotation, cost, tuple(against), tuple(ways), usual)

    def first_lay(self, state: State, at: str, private: str | None = None) -> Lay | None:
        """Return the first lay on the hex without a refusal, or None."""
        return next(
            (lay for lay in self.iterate_lays(state, at, private) if not lay.refusals), None
        )

    def hexes(self, state: State) -> list[str]:
        """Return the hexes where the company may lay a tile now."""
        return [lay.action.hex for lay in self._first_lays(state)]

    def _first_lays(self, state: State) -> Iterator[Lay]:
        """Yield the first legal lay on each of these hexes."""
        reached = find_reach(self.rules, state, self.company(state)).hexes
        for at in self.data.map.places:
            if at in reached and (lay := self.first_lay(state, at)):
                yield lay

    def offers(self, state: State) -> list[Offer]:
        found = [lay.offer("lay") for lay in self._first_lays(state)]
        return [*found, *self.power_offers(state), self.pass_offer(state, weight=0.1)]

    def power_offers(self, state: State) -> list[Offer]:
        """Return lays with the power of a private."""
        return []

    def refusals(self, state: State, action: LayTile | Pass) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        if found := supply_refusals(self.rules, state, action.tile):
            return found
        found = colour_refusals(self.rules, state, action.tile)
        return found + self.geometry(state, action) + self.check_lay(state, action)

    def must_reach(self, private: str | None) -> bool:
        """Check whether the tile must join the network; a private may waive it."""
        return True

    def apply(self, change: Change, action: LayTile | Pass) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
        else:
            self.carry_out_lay(change, action)

    def carry_out_lay(self, change: Change, action: LayTile) -> None:
        """Lay the tile, pay for it, and count it."""
        cost, fee = self.cost(change.state, action), self.fee(change.state, action)
        lay_and_pay(change, self.rules, action, cost, fee)
        note_lay(change, self.rules, action)
