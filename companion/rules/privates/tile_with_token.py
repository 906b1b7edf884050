"""A tile laid together with a token by the power of a private; both or neither."""

from typing import Protocol

from companion.rules.core.actions import LayTile, PlaceToken
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.home_slots import cities
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.private_powers import (
    JOINT,
    TileWithTokenPower,
    owner_refusals,
    power,
    use_power,
)
from companion.rules.operating.track import (
    allowed_tiles,
    blocking_refusals,
    colour_refusals,
    geometry_refusals,
    lay,
    lay_and_pay,
    legal_lays,
    supply_refusals,
)


class TokenPlacement(Protocol):
    """The token step, as far as it concerns a token with a tile."""

    def placing(self, state: State, company: str, stop: str, reach: bool = True) -> list[Refusal]:
        """Check a token in this city, apart from money and other actions of the turn."""

    def refuse_spending(self, state: State, company: str, cost: int) -> list[Refusal]:
        """Refuse to spend money that was raised for something else."""

    def place(self, change: Change, action: PlaceToken, cost: int) -> None:
        """Pay for a token and place it as the turn's one token."""


def joint_of(rules: Rules, action: LayTile) -> TileWithTokenPower | None:
    """Return the power that lays a tile with a token; None for another lay."""
    found: TileWithTokenPower | None = power(rules, action.private, JOINT)
    return found


def joint_lays(
    rules: Rules, tokens: TokenPlacement, state: State, company: str, private: str
) -> list[tuple[LayTile, int]]:
    """Return the joint lays that the company may make now, with their costs.

    The number of lays in the turn is not checked.
    """
    joint: TileWithTokenPower = power(rules, private, JOINT)
    tiles, reaching = allowed_tiles(rules, state), company if joint.joined else None
    lays = [
        (LayTile(company, at, tile, rotation, private), cost)
        for at, cost in joint.costs.items()
        for tile, rotation in legal_lays(rules, state, at, reaching, tiles)
    ]
    return [(lay, cost) for lay, cost in lays if not joint_refusals(rules, tokens, state, lay)]


def joint_refusals(
    rules: Rules, tokens: TokenPlacement, state: State, action: LayTile
) -> list[Refusal]:
    """Check the tile and the token, apart from the number of lays in the turn."""
    joint = joint_of(rules, action)
    assert joint is not None
    company, at = action.company, action.hex
    found = owner_refusals(rules, state, action)
    if at not in joint.costs:
        hexes = tuple(joint.costs)
        found.append(rules.refuse("power.hexes", private=action.private, hexes=hexes))
    if found := found or supply_refusals(rules, state, action.tile):
        return found
    found = colour_refusals(rules, state, action.tile)
    fits = geometry_refusals(rules, state, action, joint.joined)
    found += fits + blocking_refusals(rules, state, at, company)
    cost, cash = joint.costs[at], rules.treasury.means(rules, state, company)
    if cost > cash:
        facts = {"hex": at, "cost": cost, "company": company, "cash": cash}
        found.append(rules.refuse("lay.cost", **facts))
    found += tokens.refuse_spending(state, company, cost)
    if turn_of(state).tokens:
        found.append(rules.refuse("token.one", company=company))
    return found if has_hard(fits) else found + _placing(rules, tokens, state, action, joint)


def _placing(
    rules: Rules, tokens: TokenPlacement, state: State, action: LayTile, joint: TileWithTokenPower
) -> list[Refusal]:
    """Check the token as if the tile were laid."""
    change = Change(state.copy())
    lay(change, rules, action)
    city = _city(change.state, action.hex)
    return tokens.placing(change.state, action.company, city, joint.joined)


def _city(state: State, at: str) -> str:
    """Return the city for the token, the first one of the hex."""
    return cities(state.board, at)[0]


def lay_joint(change: Change, rules: Rules, tokens: TokenPlacement, action: LayTile) -> None:
    """Lay the tile and place the token at their joint cost."""
    joint, private = joint_of(rules, action), action.private
    assert joint is not None and private is not None
    lay_and_pay(change, rules, action, joint.costs[action.hex])
    tokens.place(change, PlaceToken(action.company, _city(change.state, action.hex)), 0)
    use_power(change, rules, action.company, private)
