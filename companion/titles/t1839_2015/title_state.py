"""State of 1839 of 2015 for a game and its auction."""

from collections.abc import Mapping
from dataclasses import field

from companion.rules.core.change import note as note
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.operating.private_powers import ObsoletePrivatesState
from companion.rules.stock.discount_sale import DiscountRound


@register_stored("1839_2015_state")
class State2015(ObsoletePrivatesState):
    """Own state of a game, in addition to that of every title.

    ``pars``: the price at which each foreign company enters. ``director_company`` and
    ``share_company``: the companies that come with privates. ``offboard_visits``: for each foreign
    company the visitors to its off-boards in this round, with the income.
    ``told_incomes``: the foreign companies with an income that was told in this round.
    ``foreign_companies_done``: foreign companies that have operated in this round. ``train_buyer``:
    the one that buys trains now.

    ``operated_companies``: public companies that have ended an operating turn, so that they may be
    sold. ``unassigned_marks``: bought SAVED marks not yet given to a train, as (private, company).
    ``mark_sale_count``: number of sold marks.

    ``float_question_round``: the stock round at whose end the owner of the private that floats
    companies was asked. ``shares_with_money``: by company, the number of shares in the pool with
    par in money on them. ``float_buyers``: companies that a purchase has floated in this stock
    round, with the buyer, as long as they keep their par. ``joined_stops``: cities and towns that
    are or were joined to a marker, while the private that is paid for them is in the game.

    ``director_payment``: payment of the director of the company on turn for its next expense.
    ``has_director_sold``: the director has sold for that. ``money_without_last_share``: the
    director's money with one share less in the last of these sales. ``has_marker_money``: the
    company has money from markers. ``told_visits``: without the map, the foreign companies that the
    last run of each company has reached. ``told_marker_sum``: what ``told_marker_count`` markers of
    the company on turn would bring, all but the cheapest.
    """

    pars: Mapping[str, int] = field(default_factory=dict)
    director_company: str = ""
    share_company: str = ""
    offboard_visits: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    foreign_companies_done: tuple[str, ...] = ()
    train_buyer: str = ""
    operated_companies: tuple[str, ...] = ()
    unassigned_marks: tuple[tuple[str, str], ...] = ()
    mark_sale_count: int = 0
    float_question_round: int = 0
    shares_with_money: Mapping[str, int] = field(default_factory=dict)
    float_buyers: tuple[tuple[str, str], ...] = ()
    joined_stops: tuple[str, ...] = ()
    director_payment: int = 0
    has_director_sold: bool = False
    money_without_last_share: int = 0
    has_marker_money: bool = False
    told_visits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told_marker_count: int = 0
    told_marker_sum: int = 0
    told_incomes: tuple[str, ...] = ()


@register_stored("1839_2015_auction")
class SumsRound(DiscountRound):
    """The auction with its preparation.

    ``reductions`` are the sums on privates. ``has_redealt`` tells whether the cards were dealt
    again afterwards.
    """

    has_redealt: bool = False


def game_of(state: State) -> State2015:
    """Return the own state of the game."""
    assert isinstance(state.title_state, State2015)
    return state.title_state


def has_operated(state: State, company: str) -> bool:
    """Has the company ended an operating turn?"""
    return company in game_of(state).operated_companies
