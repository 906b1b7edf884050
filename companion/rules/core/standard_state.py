"""State of the standard game and its operating turns, in addition to that of every title."""

from companion.rules.core.change import Change
from companion.rules.core.change import note as note
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State, TitleState
from companion.rules.data.codec import register_stored


@register_stored("standard_state")
class StandardState(TitleState):
    """Own state of a game.

    ``companies_due_capital`` are the companies that receive their capital when the next operating
    round begins. ``used_privates`` are the privates whose power is used up. ``goal_company`` is the
    first company whose price has come to the end of the market. ``city_markers`` are markers of
    privates, each as (company, private, city). ``pair_bonuses`` are the companies that have bonuses
    for pairs of stops, each as (company, private, president). ``private_sellers`` are the players
    who sold a private at face value in the first operating round. ``operating_rounds`` is the
    number of operating rounds that have begun, if the title counts them. ``neutral_placers`` are
    the companies that have placed their neutral token. ``is_last_train_sold`` is true if the bank
    has sold its last train and that ends the game.
    """

    companies_due_capital: tuple[str, ...] = ()
    used_privates: tuple[str, ...] = ()
    goal_company: str = ""
    city_markers: tuple[tuple[str, str, str], ...] = ()
    pair_bonuses: tuple[tuple[str, str, str], ...] = ()
    private_sellers: tuple[str, ...] = ()
    operating_rounds: int = 0
    neutral_placers: tuple[str, ...] = ()
    is_last_train_sold: bool = False


@register_stored("standard_operating_turn")
class StandardTurn(OperatingTurn):
    """An operating turn.

    ``tile_privates`` are the privates that laid their tile. ``bank_train_types`` are the types of
    the trains bought from the bank. ``is_first`` is true in the first turn of a company, if its
    lays are others.
    """

    tile_privates: tuple[str, ...] = ()
    bank_train_types: tuple[str, ...] = ()
    is_first: bool = False

    @property
    def begun(self) -> "StandardTurn":
        return type(self)(self.company, is_first=self.is_first)


def game_of(state: State) -> StandardState:
    """Return the own state of the game."""
    assert isinstance(state.title_state, StandardState)
    return state.title_state


def note_used(change: Change, private: str) -> None:
    """Note that the power of a private is used up."""
    note(change, used_privates=(*game_of(change.state).used_privates, private))


def turn_of(state: State) -> StandardTurn:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = state.round.operating
    if not isinstance(turn, StandardTurn):
        raise ValueError("no company is operating")
    return turn
