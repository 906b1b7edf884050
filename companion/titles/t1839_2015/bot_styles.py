"""Simulated players with another style.

They bring games of 1839 of 2015 to the last phase before a foreign company reaches the end of the
market.
"""

from companion.bots.playing_styles import Manner, TableManner, careless, usual
from companion.rules.core.actions import LayTile
from companion.rules.core.offers import Offer
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules


def inland(rules: Rules, state: State, offer: Offer) -> float:
    """Weigh an offer as usual, but without track to off-boards before phase Red.

    Companies buy all the trains that they can.
    """
    action, more = offer.action, 1.0
    if isinstance(action, LayTile) and not rules.data.reaches(state.phase, "Red"):
        more = 0.02 if _is_beside_off_board(rules, action.hex) else 1.0
    elif offer.kind == "buy_train":
        more = 4.0
    return more * usual(rules, state, offer)


def _is_beside_off_board(rules: Rules, at: str) -> bool:
    around = (rules.data.map.neighbour(at, edge) for edge in range(6))
    return any(rules.data.map.hexes[other].colour == "red" for other in around if other)


# --- players and options of simulated games

MANNERS: tuple[Manner, ...] = (usual, inland, inland, usual, inland, careless)


def table(seed: int, players: int) -> TableManner:
    """Return the style of the players of a game, and its options: all of them in turn."""
    options = {"gentle": seed % 3 == 1, "gray_four": seed % 4 == 3}
    return TableManner(MANNERS[seed // 5 % len(MANNERS)], options)
