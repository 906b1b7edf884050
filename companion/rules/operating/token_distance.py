"""Tokens whose cost depends on their distance, by a switch."""

from companion.board.map import split_stop
from companion.board.tiles import EDGES
from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.judge.rules import Rules


def count_hexes(rules: Rules, state: State, company: str, stop: str) -> int:
    """Return the hexes from the company's nearest token to the city, with that of the city.

    The way is the shortest over the map. It is 1 for a company without a token.
    """
    found = compute_once(
        state, ("token distances", company), lambda: _find_distances(rules, state, company)
    )
    return max(1, found.get(split_stop(stop)[0], 1))


def _find_distances(rules: Rules, state: State, company: str) -> dict[str, int]:
    """Return the distance of every hex from the company's nearest token."""
    current = {split_stop(stop)[0] for stop in state.board.token_stops(company)}
    found: dict[str, int] = {}
    steps = 0
    while current:
        found.update(dict.fromkeys(current, steps))
        around = {rules.data.map.neighbour(at, edge) for at in current for edge in EDGES}
        current = {at for at in around if at is not None and at not in found}
        steps += 1
    return found
