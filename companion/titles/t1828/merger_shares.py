"""Tenths: the units of trade when two companies merge ("Merger process").

Each company has ten tenths, two of them in the director's certificate. As long as that is whole,
only its holder can part them. The classes here hold each owner's tenths of both companies, and the
shares of the system received so far.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules.core.copying import replace
from companion.rules.data.codec import register_stored
from companion.rules.shares.holdings import INITIAL, POOL

Side = Literal["survivor", "other"]
SURVIVOR: Side = "survivor"  # the company that goes on; its tenths become shares of the system
OTHER: Side = "other"  # the company that leaves the game
SIDES = (SURVIVOR, OTHER)
ALL = 10  # tenths of a company, and shares of a system
SHARE = 100 // ALL  # percent of each
CERTIFICATE = 2  # tenths of a director's certificate, and shares of a system in it
NEEDED = CERTIFICATE + 1  # shares that a system's director needs: one is donated

DISCARDS = "discards"
OTHERS_INITIAL = "other's initial"  # see Readings.sources_by_single
PLACES = (POOL, INITIAL, OTHERS_INITIAL, DISCARDS)  # owners of tenths that are not players


@register_stored("1828_shares_of_both")
class Tenths:
    """Numbers of tenths of the two companies."""

    survivor: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """Number of tenths of both companies together."""
        return self.survivor + self.other

    def count_of(self, side: Side) -> int:
        """Return the number of tenths of one company."""
        return self.survivor if side == SURVIVOR else self.other

    def plus(self, side: Side, count: int = 1) -> "Tenths":
        """Return a copy with more tenths of one company, or fewer if ``count`` is negative."""
        if side == SURVIVOR:
            return replace(self, survivor=self.survivor + count)
        return replace(self, other=self.other + count)


NONE = Tenths()


@register_stored("1828_merger_holding")
class MergerHolding:
    """The holdings of one player or place in a merger.

    ``single_tenths`` are single tenths, ``director_tenths`` those in director's certificates.
    ``side_set_aside`` is the company of the tenth that is set aside, "" for none. ``shares`` are
    shares of the system received so far, which are not traded.
    """

    single_tenths: Tenths = NONE
    director_tenths: Tenths = NONE
    side_set_aside: Side | Literal[""] = ""
    shares: int = 0

    @property
    def to_pair(self) -> int:
        """Number of tenths for pairs: all but the one that is set aside."""
        return self.single_tenths.total + self.director_tenths.total

    @property
    def total(self) -> int:
        """Number of all tenths."""
        return self.to_pair + bool(self.side_set_aside)

    def count_of(self, side: Side) -> int:
        """Return the number of tenths of a company."""
        return (
            self.single_tenths.count_of(side)
            + self.director_tenths.count_of(side)
            + (self.side_set_aside == side)
        )

    def singles(self, side: Side) -> int:
        """Return the number of tenths of a company that others can take.

        These are single ones, including the one set aside.
        """
        return self.single_tenths.count_of(side) + (self.side_set_aside == side)

    @property
    def broken_up(self) -> "MergerHolding":
        """A copy with single tenths in place of every director's certificate."""
        loose = Tenths(
            self.single_tenths.survivor + self.director_tenths.survivor,
            self.single_tenths.other + self.director_tenths.other,
        )
        return replace(self, single_tenths=loose, director_tenths=NONE)


@dataclass(frozen=True, slots=True)
class TradingReadings:
    """Readings of the book. The first are options, each as a recorded engine has it.

    With ``sources_by_single`` the other company's certificates in the initial offering are apart
    from the survivor's, as OTHERS_INITIAL. They stay apart until the offering is traded.

    The rest are the title's figures of mergers, by their names.
    """

    odd_share_in_turn: bool = False
    settle_when_odd: bool = False
    sources_by_single: bool = False
    lone_director_double: bool = False
    director_as_traded: bool = False
    unissued_double: bool = False
    odd_named: str = "before"
    puts_back: bool = True
    difference: str = "both_ways"
    surrendered_to: str = DISCARDS
    initial_trades: bool = True
    earlier_sale_forces: bool = True


@register_stored("1828_share_exchange")
class TradingState:
    """The progress of a merger's trading.

    ``survivor`` and ``other`` are the companies, ``prices`` their prices, ``price`` that of the
    system. ``holdings`` are the holdings of each player and each of PLACES. ``order`` are the
    players from the acting one on. ``sellers`` are those who have sold shares of either company in
    this round. ``stage`` is the current stage, and ``players_left`` the players still to act in it,
    the current one first. ``is_paying`` tells whether that player pays for a share. ``director`` is
    the director so far, if that is settled during the trading. ``grants`` lists each grant of
    system shares: owner, number, and whether it is the director's certificate.
    """

    survivor: str
    other: str
    prices: Tenths
    price: int
    holdings: Mapping[str, MergerHolding]
    order: tuple[str, ...]
    sellers: tuple[str, ...] = ()
    stage: str = ""
    players_left: tuple[str, ...] = ()
    is_paying: bool = False
    director: str = ""
    grants: tuple[tuple[str, int, bool], ...] = ()

    @property
    def issued(self) -> bool:
        """Has anybody got the system's director's certificate?"""
        return any(whole for _, _, whole in self.grants)

    def company(self, side: Side) -> str:
        """Return the symbol of one of the two companies."""
        return self.survivor if side == SURVIVOR else self.other

    def side(self, company: str) -> Side:
        """Return which of the two a company is."""
        return SURVIVOR if company == self.survivor else OTHER

    def hand(self, owner: str) -> MergerHolding:
        """Return the holdings of a player or place."""
        return self.holdings.get(owner, MergerHolding())

    def promises(self, readings: TradingReadings) -> bool:
        """Can anybody get the shares that the system's director needs?

        It takes two tenths for each share, or one tenth less of a player who may pay.
        """
        most = 2 * NEEDED
        totals = {player: self.hand(player).total for player in self.order}
        return any(
            total >= most or (total == most - 1 and not self.must_surrender(player, readings))
            for player, total in totals.items()
        )

    def must_surrender(self, player: str, readings: TradingReadings) -> bool:
        """Has a player, by an earlier sale, to give their single tenth up?"""
        return readings.earlier_sale_forces and player in self.sellers

    def most(self) -> str:
        """Return the player with most system shares.

        A tie goes to the first player from the acting one on.
        """
        return max(self.order, key=lambda player: self.hand(player).shares)


@register_stored("1828_share_choice")
class TradingChoice:
    """A choice of a player. ``kind`` is ASIDE, WHOM or SINGLE."""

    kind: str
    player: str
    choices: tuple[str, ...] = ()


ASIDE = "set_aside"  # the company of the odd tenth; choices are the companies
WHOM = "whom"  # the player who gives a tenth of the survivor; choices are players
SINGLE = "single"  # PAY or SURRENDER
PAY, SURRENDER = "pay", "surrender"
