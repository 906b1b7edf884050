"""Tenths: what is traded when two companies merge ("Merger process").

Each company is ten tenths. A director's certificate is two of them: as long as it is whole, nobody
but its holder can part them. Here is who has what of the two, and what of the system he has got.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.rules.core.copying import replace
from companion.rules.data.codec import register_stored
from companion.rules.shares.holdings import INITIAL, POOL

Side = Literal["survivor", "other"]
SURVIVOR: Side = "survivor"  # the company that goes on, whose tenths become shares of the system
OTHER: Side = "other"  # the company that leaves the game
SIDES = (SURVIVOR, OTHER)
ALL = 10  # tenths of a company, and shares of a system
SHARE = 100 // ALL  # percent of each
CERTIFICATE = 2  # tenths of a director's certificate, and shares of a system in it
NEEDED = CERTIFICATE + 1  # shares that a system's director has got: one he donates

DISCARDS = "discards"
OTHERS_INITIAL = "other's initial"  # see Readings.sources_by_single
PLACES = (POOL, INITIAL, OTHERS_INITIAL, DISCARDS)  # owners of tenths who are no players


@register_stored("1828_shares_of_both")
@dataclass(frozen=True, slots=True)
class Tenths:
    """So many tenths of each of the two companies."""

    survivor: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """Of both together."""
        return self.survivor + self.other

    def of(self, side: Side) -> int:
        """Of one of them."""
        return self.survivor if side == SURVIVOR else self.other

    def plus(self, side: Side, count: int = 1) -> "Tenths":
        """With so many more of one of them, fewer where ``count`` is below 0."""
        if side == SURVIVOR:
            return replace(self, survivor=self.survivor + count)
        return replace(self, other=self.other + count)


NONE = Tenths()


@register_stored("1828_merger_holding")
@dataclass(frozen=True, slots=True)
class Hand:
    """What one player or place has in a merger.

    ``loose`` are single tenths, ``whole`` those in director's certificates; ``aside`` is the
    company of the tenth that is set aside, "" where none is; ``shares`` those of the system that
    have been received, which are not traded.
    """

    loose: Tenths = NONE
    whole: Tenths = NONE
    aside: Side | Literal[""] = ""
    shares: int = 0

    @property
    def to_pair(self) -> int:
        """How many tenths are there for pairs: all but the one that is set aside."""
        return self.loose.total + self.whole.total

    @property
    def total(self) -> int:
        """How many tenths are there."""
        return self.to_pair + bool(self.aside)

    def of(self, side: Side) -> int:
        """How many tenths of a company are there."""
        return self.loose.of(side) + self.whole.of(side) + (self.aside == side)

    def singles(self, side: Side) -> int:
        """How many tenths of a company can be taken: single ones, the one set aside too."""
        return self.loose.of(side) + (self.aside == side)

    @property
    def broken_up(self) -> "Hand":
        """The same with single tenths for every director's certificate."""
        loose = Tenths(
            self.loose.survivor + self.whole.survivor, self.loose.other + self.whole.other
        )
        return replace(self, loose=loose, whole=NONE)


@dataclass(frozen=True, slots=True)
class Readings:
    """How the book is read: the options of these names, each as a recorded engine has it.

    With ``sources_by_single`` the other company's certificates in the initial offering are apart
    from the survivor's, as OTHERS_INITIAL, until those of the offering are traded.
    """

    odd_share_in_turn: bool = False
    settle_when_odd: bool = False
    sources_by_single: bool = False
    lone_director_double: bool = False
    director_as_traded: bool = False
    unissued_double: bool = False


@register_stored("1828_share_exchange")
@dataclass(frozen=True, slots=True)
class Trading:
    """How far the trading of a merger has got.

    ``survivor`` and ``other`` are the companies, ``prices`` theirs, ``price`` the system's;
    ``hands`` what each player and each of PLACES has; ``order`` the players from the acting one on;
    ``sold`` those who have sold of either company in this round; ``stage`` what is being done, and
    ``left`` who has still to do it, the first one now; ``pays`` whether that one pays for a share;
    ``director`` who would be director as far as was traded, where it is settled by and by;
    ``handed`` who got how many shares of the system, one after the other, and whether they are the
    director's certificate.
    """

    survivor: str
    other: str
    prices: Tenths
    price: int
    hands: Mapping[str, Hand]
    order: tuple[str, ...]
    sold: tuple[str, ...] = ()
    stage: str = ""
    left: tuple[str, ...] = ()
    pays: bool = False
    director: str = ""
    handed: tuple[tuple[str, int, bool], ...] = ()

    @property
    def issued(self) -> bool:
        """Has anybody got the system's director's certificate?"""
        return any(whole for _, _, whole in self.handed)

    def company(self, side: Side) -> str:
        """The symbol of one of the two companies."""
        return self.survivor if side == SURVIVOR else self.other

    def side(self, company: str) -> Side:
        """Which of the two a company is."""
        return SURVIVOR if company == self.survivor else OTHER

    def hand(self, owner: str) -> Hand:
        """What a player or place has."""
        return self.hands.get(owner, Hand())

    @property
    def promises(self) -> bool:
        """Can anybody get as many shares of the system as its director needs, two tenths for each:
        or with one tenth less, without having sold of either company?
        """
        most = 2 * NEEDED
        totals = {player: self.hand(player).total for player in self.order}
        return any(
            total >= most or (total == most - 1 and player not in self.sold)
            for player, total in totals.items()
        )

    def most(self) -> str:
        """The player who has most shares of the system; of several the first from the acting player
        on.
        """
        return max(self.order, key=lambda player: self.hand(player).shares)


@register_stored("1828_share_choice")
@dataclass(frozen=True, slots=True)
class Asked:
    """What a player has to choose: ``kind`` is ASIDE, WHOM or SINGLE."""

    kind: str
    player: str
    choices: tuple[str, ...] = ()


ASIDE = "set_aside"  # of which company the odd tenth is; choices are the companies
WHOM = "whom"  # who gives a tenth of the survivor; choices are players
SINGLE = "single"  # PAY or SURRENDER
PAY, SURRENDER = "pay", "surrender"
