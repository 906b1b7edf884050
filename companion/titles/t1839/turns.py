"""What 1839 notes of a company's operating turn."""

from dataclasses import dataclass

from companion.rules.core.rounds import Turn
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round


@register_stored("1839_operating_turn")
@dataclass(frozen=True, slots=True)
class Turn1839(Turn):
    """``first``: it is the company's first (§8.3). ``beside``: hexes of tiles laid beside those of
    the turn, by a private. ``teleport``: the hex for which the company has paid with a private, ""
    for none, and ``teleported`` what it has put there ("tile", "token"). ``unused``: cities in
    which the company's marker counts as none in this round, for it was swapped. ``trainless``: it
    had no train to run.
    """

    first: bool = False
    beside: tuple[str, ...] = ()
    teleport: str = ""
    teleported: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    trainless: bool = False


def turn_of(state: State) -> Turn1839:
    """The operating turn being taken. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, Turn1839)
    return turn
