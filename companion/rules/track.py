"""Laying track: what a company may lay where, what it costs, and the homes and tokens that move
along.
"""

from collections.abc import Iterable

from companion.board.board import stop_map
from companion.board.lays import faults, lays
from companion.rules.actions import LayTile
from companion.rules.change import Change
from companion.rules.holdings import is_player
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State


def tiles_left(rules: Rules, state: State, tile: str) -> int | None:
    """Copies of the tile that are not on the map; None is without limit."""
    count = rules.data.tiles.get(tile, 0)
    if count is None:
        return None
    return count - sum(laid.tile == tile for laid in state.board.laid.values())


def supply_refusals(rules: Rules, state: State, tile: str) -> list[Refusal]:
    """Against a tile the title has not, or of which none is left."""
    if tile not in rules.data.tiles:
        return [rules.refuse("lay.not_in_title", tile=tile)]
    if tiles_left(rules, state, tile) == 0:
        where = ", ".join(sorted(at for at, laid in state.board.laid.items() if laid.tile == tile))
        return [rules.refuse("lay.none_left", tile=tile, count=rules.data.tiles[tile], where=where)]
    return []


def colour_refusals(rules: Rules, state: State, tile: str) -> list[Refusal]:
    """Against a colour that the phase does not have yet."""
    phase = rules.phase(state)
    colour = rules.tile(tile).colour
    if colour in phase.tiles:
        return []
    allowed = " and ".join(phase.tiles)
    return [rules.refuse("lay.colour", tile=tile, colour=colour, allowed=allowed, phase=phase.name)]


def blocking_refusals(rules: Rules, state: State, at: str, company: str) -> list[Refusal]:
    """Against a hex that an open private keeps: one that a player owns, and that of a power until
    it is sold.
    """
    found = []
    for private in rules.data.private_list:
        owner = state.privates[private.symbol]
        if at not in private.blocks or owner in ("gone", "bank"):
            continue
        kept = bool((private.powers or {}).get("keeps_hex"))
        if is_player(owner) or (kept and owner != company):
            found.append(rules.refuse("lay.blocked", hex=at, private=private.symbol, owner=owner))
    return found


def geometry_refusals(
    rules: Rules, state: State, action: LayTile, reach: bool = True
) -> list[Refusal]:
    """Against a tile that does not fit so; ``reach`` whether the company has to reach it."""
    company = action.company if reach else None
    found = faults(state.board, action.hex, action.tile, action.rotation, company)
    return [rules.refuse_fault("lay", fault) for fault in found]


def legal_lays(
    rules: Rules, state: State, at: str, company: str | None, tiles: Iterable[str]
) -> list[tuple[str, int]]:
    """What fits on a hex, of tiles that are left, as (tile, rotation); ``company`` None: unreached
    too.
    """
    left = [tile for tile in tiles if tiles_left(rules, state, tile) != 0]
    return list(lays(state.board, at, left, company))


def allowed_tiles(rules: Rules, state: State) -> list[str]:
    """Tiles of the title in the colours of the phase, in catalogue order."""
    colours = rules.phase(state).tiles
    return [tile for tile in rules.data.tiles if rules.tile(tile).colour in colours]


def lay(change: Change, rules: Rules, action: LayTile) -> None:
    """Put the tile down. Tokens go with their city, homes kept for companies likewise."""
    state = change.state
    old = state.board.at(action.hex)
    state.board = state.board.with_tile(action.hex, action.tile, action.rotation)
    moved = stop_map(old, state.board.at(action.hex))
    homes = {}
    for company, stops in state.memory["homes"].items():
        homes[company] = tuple(_moved(stop, action.hex, moved) for stop in stops)
    state.memory["homes"] = homes


def _moved(stop: str, at: str, moved: tuple[int | None, ...]) -> str:
    where, index = stop.split(".")
    if where != at or (to := moved[int(index)]) is None:
        return stop
    return f"{at}.{to}"
