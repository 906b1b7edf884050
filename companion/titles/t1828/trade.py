"""The trade of a merger while it goes on: who gets which tenths, and what is paid for them.

Its parts stand in :mod:`.pairs`, :mod:`.certificates` and :mod:`.singles`, their order in
:mod:`.course`.
"""

from typing import Any, Protocol

from companion.rules.core.copying import replace
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.tenths import (
    ALL,
    CERTIFICATE,
    DISCARDS,
    OTHER,
    SURVIVOR,
    WHOM,
    Asked,
    Hand,
    Readings,
    Side,
    Trading,
)


class Till(Protocol):
    """Who keeps the money while tenths are traded, and notes what happens."""

    def cash(self, player: str) -> int:
        """What a player has."""

    def settle(self, player: str, amount: int, memo: str, company: str) -> None:
        """The bank pays a player so much; he pays the bank where it is below 0."""

    def tell(self, kind: str, **facts: Any) -> None:
        """Note what happened."""


class Trade:
    """A trading that goes on. ``whom`` is the player whom the trader has just named."""

    def __init__(self, trading: Trading, readings: Readings, till: Till) -> None:
        self.now = trading
        self.readings = readings
        self.till = till
        self.hands = dict(trading.hands)
        self.whom = ""

    @property
    def value(self) -> Trading:
        """How far it has got."""
        return replace(self.now, hands=dict(self.hands))

    # --- tenths

    def hand(self, owner: str) -> Hand:
        """What a player or place has now."""
        return self.hands.get(owner, Hand())

    def loosen(self, owner: str, side: Side, count: int = 1) -> None:
        """So many single tenths more, or fewer."""
        hand = self.hand(owner)
        self.hands[owner] = replace(hand, loose=hand.loose.plus(side, count))

    def bind(self, owner: str, side: Side, count: int) -> None:
        """So many tenths more in a director's certificate, or fewer."""
        hand = self.hand(owner)
        self.hands[owner] = replace(hand, whole=hand.whole.plus(side, count))

    def discard(self, owner: str, side: Side, count: int = 1) -> None:
        """Lay single tenths on the discards."""
        self.loosen(owner, side, -count)
        self.loosen(DISCARDS, side, count)

    def set_aside(self, player: str, side: Side) -> None:
        """Set one tenth aside; a director's certificate is broken for it if need be."""
        hand = self.hand(player)
        if not hand.loose.of(side):
            hand = replace(
                hand,
                loose=hand.loose.plus(side, hand.whole.of(side)),
                whole=hand.whole.plus(side, -hand.whole.of(side)),
            )
        self.hands[player] = replace(hand, loose=hand.loose.plus(side, -1), aside=side)
        self.till.tell("merger_aside", player=player, company=self.now.company(side))

    def grant(self, owner: str, count: int, whole: bool = False, top: bool = False) -> None:
        """Give shares of the system for tenths of the survivor that are used up. ``whole``: they
        are the director's certificate, where nobody has that yet. By another reading a share from
        the ``top`` may be that too, and counts for two.
        """
        if top and count < CERTIFICATE and self._has_double():
            count, whole = CERTIFICATE, True
        hand = self.hand(owner)
        self.hands[owner] = replace(hand, shares=hand.shares + count)
        handed = (owner, count, whole and not self.now.issued)
        self.now = replace(self.now, handed=(*self.now.handed, handed))
        if owner in self.now.order:
            self._settle_director(owner)

    def _has_double(self) -> bool:
        """Does the director's certificate lie on top of what is handed out?"""
        left = ALL - sum(hand.shares for hand in self.hands.values())
        return self.readings.unissued_double and not self.now.issued and left >= CERTIFICATE

    def _settle_director(self, player: str) -> None:
        """The first with as many shares as a director's certificate, then whoever has more than
        the director, is director.
        """
        before, shares = self.now.director, self.hand(player).shares
        if shares > self.hand(before).shares if before else shares >= CERTIFICATE:
            self.now = replace(self.now, director=player)

    # --- a tenth of the survivor from somebody else

    def source(self, owner: str, singles: int = 1) -> str | Asked | None:
        """Where a tenth of the survivor is taken from, among so many single ones of both companies;
        a question where that is one of several players; None where there is none.
        """
        others = self.others(owner)
        fit = [
            place
            for place in (DISCARDS, *others, INITIAL, POOL)
            if place != owner and self._gives(place, singles)
        ]
        if not fit or fit[0] not in others:
            return fit[0] if fit else None
        players = [place for place in fit if place in others]
        if len(players) == 1:
            return players[0]
        named, self.whom = self.whom, ""
        return named if named in players else Asked(WHOM, owner, tuple(players))

    def _gives(self, place: str, singles: int) -> bool:
        hand = self.hand(place)
        return bool(hand.singles(SURVIVOR)) and (
            hand.singles(SURVIVOR) + hand.singles(OTHER) >= singles
        )

    def others(self, owner: str) -> tuple[str, ...]:
        """The other players from a player on; of those who come to single tenths, who come after
        him.
        """
        order = self.now.order
        if owner not in order:
            return ()
        if self.now.stage == "singles":
            return self.now.left[1:]
        at = order.index(owner)
        return order[at + 1 :] + order[:at]

    def swap(self, owner: str, source: str) -> None:
        """Take one single tenth of the survivor, and give one of the other company for it."""
        was_aside = self.take(source, SURVIVOR)
        self.loosen(owner, OTHER, -1)
        self.loosen(owner, SURVIVOR)
        if was_aside:
            self.hands[source] = replace(self.hand(source), aside=OTHER)
        else:
            self.loosen(source, OTHER)
        facts = {"player": owner, "company": self.now.survivor, "other": self.now.other}
        self.till.tell("merger_swapped", source=source, **facts)
        if source in self.now.order:
            self._even_out(source, was_aside)

    def take(self, source: str, side: Side) -> bool:
        """Take a single tenth off somebody; was it the one that he had set aside?"""
        hand = self.hand(source)
        if hand.loose.of(side):
            self.loosen(source, side, -1)
            return False
        self.hands[source] = replace(hand, aside="")
        return True

    def _even_out(self, player: str, was_aside: bool) -> None:
        """Settle the difference in price for a tenth that will not be paired."""
        odd = self.hand(player).total % 2 == 1
        if not (odd if self.readings.settle_when_odd else was_aside):
            return
        prices, company = self.now.prices, self.now.survivor
        more = prices.survivor - prices.other
        if more == 0:
            return
        if self.till.cash(player) + more >= 0:
            self.till.settle(player, more, "merger_difference", company)
            kind = "merger_got_difference" if more > 0 else "merger_paid_difference"
            both = ((company, prices.survivor), (self.now.other, prices.other))
            dearer, cheaper = both if more > 0 else both[::-1]
            terms = (dearer, (cheaper[0], -cheaper[1]))
            self.till.tell(kind, player=player, company=company, amount=abs(more), terms=terms)
            return
        if was_aside:
            self.hands[player] = replace(self.hand(player), aside="")
            self.loosen(DISCARDS, OTHER)
        else:
            self.discard(player, OTHER)
            self._take_back(player)
        received = self.readings.settle_when_odd
        self.sells(player, prices.other if received else prices.survivor, OTHER)

    def _take_back(self, player: str) -> None:
        """Who has an even number has none set aside."""
        hand = self.hand(player)
        if hand.aside:
            loose = hand.loose.plus(hand.aside)
            self.hands[player] = replace(hand, loose=loose, aside="")

    def sells(self, player: str, amount: int, side: Side) -> None:
        """A tenth is surrendered, which counts as a sale of the system."""
        company = self.now.company(side)
        self.till.settle(player, amount, "merger_surrender", company)
        facts = {"company": company, "amount": amount, "terms": ((company, amount),)}
        self.till.tell("merger_surrendered", player=player, **facts)
        if player not in self.now.sold:
            self.now = replace(self.now, sold=(*self.now.sold, player))

    # --- the turns

    def next_stage(self, stage: str, left: tuple[str, ...]) -> None:
        """What comes next, and who does it."""
        self.now = replace(self.now, stage=stage, left=left)

    def done(self) -> None:
        """The first who was left has done it."""
        self.now = replace(self.now, left=self.now.left[1:], pays=False)

    def pays(self) -> None:
        """The first who is left pays for a share."""
        self.now = replace(self.now, pays=True)
