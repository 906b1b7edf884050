"""State of a company's operating turn in 1839."""

from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating import operating_round


@register_stored("1839_operating_turn")
class Turn1839(OperatingTurn):
    """An operating turn.

    ``is_first``: it is the company's first turn (§8.3). ``extra_hexes``: hexes of tiles that a
    private laid in addition to those of the turn. ``teleport_hex``: the hex that the company has
    paid for with a private, "" for none. ``teleport_parts``: the parts placed there ("tile",
    "token"). ``inactive_cities``: cities in which the company's marker does not count in this
    round, because it was swapped. ``is_trainless``: the company had no train to run.
    """

    is_first: bool = False
    extra_hexes: tuple[str, ...] = ()
    teleport_hex: str = ""
    teleport_parts: tuple[str, ...] = ()
    inactive_cities: tuple[str, ...] = ()
    is_trainless: bool = False


def turn_of(state: State) -> Turn1839:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, Turn1839)
    return turn
