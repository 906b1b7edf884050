"""The exchange of tenths in a merger and the payments for it.

Its parts are in :mod:`.pairs` and :mod:`.singles`, their order in :mod:`.course`, and the
certificates in :mod:`.dealing`.
"""

from typing import Any, Protocol

from companion.rules.core.copying import replace
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_shares import (
    ALL,
    CERTIFICATE,
    DISCARDS,
    OTHER,
    SURVIVOR,
    WHOM,
    MergerHolding,
    Side,
    TradingChoice,
    TradingReadings,
    TradingState,
)

UPWARD = "upward"  # a difference in price is only paid out, and for any tenth


class TradingBooks(Protocol):
    """The cash and the events of a trading."""

    def cash(self, player: str) -> int:
        """Return the player's cash."""

    def settle(self, player: str, amount: int, memo: str, company: str) -> None:
        """Pay an amount from the bank to a player, or from the player if it is negative."""

    def tell(self, kind: str, **facts: Any) -> None:
        """Note an event."""


class TradingProcess:
    """A trading in progress.

    It keeps the source that a player has just named until the next exchange.
    """

    def __init__(
        self, trading: TradingState, readings: TradingReadings, till: TradingBooks
    ) -> None:
        self.now = trading
        self.readings = readings
        self.till = till
        self.hands = dict(trading.holdings)
        self.whom = ""

    @property
    def value(self) -> TradingState:
        """The progress of the trading as a stored value."""
        return replace(self.now, holdings=dict(self.hands))

    # --- tenths

    def hand(self, owner: str) -> MergerHolding:
        """Return the current holdings of a player or place."""
        return self.hands.get(owner, MergerHolding())

    def loosen(self, owner: str, side: Side, count: int = 1) -> None:
        """Add single tenths, or remove them if ``count`` is negative."""
        hand = self.hand(owner)
        self.hands[owner] = replace(hand, single_tenths=hand.single_tenths.plus(side, count))

    def bind(self, owner: str, side: Side, count: int) -> None:
        """Add tenths to a director's certificate, or remove them if ``count`` is negative."""
        hand = self.hand(owner)
        self.hands[owner] = replace(hand, director_tenths=hand.director_tenths.plus(side, count))

    def discard(self, owner: str, side: Side, count: int = 1) -> None:
        """Move single tenths to the discards."""
        self.loosen(owner, side, -count)
        self.loosen(DISCARDS, side, count)

    def set_aside(self, player: str, side: Side) -> None:
        """Set one tenth aside. A director's certificate is broken up for it if necessary."""
        hand = self.hand(player)
        if not hand.single_tenths.count_of(side):
            hand = replace(
                hand,
                single_tenths=hand.single_tenths.plus(side, hand.director_tenths.count_of(side)),
                director_tenths=hand.director_tenths.plus(
                    side, -hand.director_tenths.count_of(side)
                ),
            )
        self.hands[player] = replace(
            hand, single_tenths=hand.single_tenths.plus(side, -1), side_set_aside=side
        )
        self.till.tell("merger_set_aside", player=player, company=self.now.company(side))

    def grant(self, owner: str, count: int, whole: bool = False, top: bool = False) -> None:
        """Give shares of the system for tenths of the survivor that are used up.

        If ``whole`` is set, they are the director's certificate, unless somebody has that already.
        By another reading, a share from the ``top`` may be that certificate too, and counts as two.
        """
        if top and count < CERTIFICATE and self._has_double():
            count, whole = CERTIFICATE, True
        hand = self.hand(owner)
        self.hands[owner] = replace(hand, shares=hand.shares + count)
        handed = (owner, count, whole and not self.now.issued)
        self.now = replace(self.now, grants=(*self.now.grants, handed))
        if owner in self.now.order:
            self._settle_director(owner)

    def _has_double(self) -> bool:
        """Is the director's certificate the next to be handed out?"""
        left = ALL - sum(hand.shares for hand in self.hands.values())
        return self.readings.unissued_double and not self.now.issued and left >= CERTIFICATE

    def _settle_director(self, player: str) -> None:
        """Make a player director who has enough shares.

        The first director has as many as a director's certificate. Later ones have more than the
        director.
        """
        before, shares = self.now.director, self.hand(player).shares
        if shares > self.hand(before).shares if before else shares >= CERTIFICATE:
            self.now = replace(self.now, director=player)

    # --- exchange of a tenth of the survivor with another owner

    def source(self, owner: str, singles: int = 1) -> str | TradingChoice | None:
        """Return the source of a tenth of the survivor.

        The source has at least this many single tenths of both companies. Returns a question if
        several players are possible, and None without any source.
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
        return named if named in players else TradingChoice(WHOM, owner, tuple(players))

    def _gives(self, place: str, singles: int) -> bool:
        hand = self.hand(place)
        return bool(hand.singles(SURVIVOR)) and (
            hand.singles(SURVIVOR) + hand.singles(OTHER) >= singles
        )

    def others(self, owner: str) -> tuple[str, ...]:
        """Return the other players in order, from the given player on.

        While single tenths are traded, they are only the players still to act.
        """
        order = self.now.order
        if owner not in order:
            return ()
        if self.now.stage == "singles":
            return self.now.players_left[1:]
        at = order.index(owner)
        return order[at + 1 :] + order[:at]

    def swap(self, owner: str, source: str) -> None:
        """Take one single tenth of the survivor, and give one of the other company for it.

        If nothing is put back in the pool and the IPO, it is discarded.
        """
        was_aside = self.take(source, SURVIVOR)
        self.loosen(owner, OTHER, -1)
        self.loosen(owner, SURVIVOR)
        if was_aside:
            self.hands[source] = replace(self.hand(source), side_set_aside=OTHER)
        else:
            kept = self.readings.puts_back or source in self.now.order
            self.loosen(source if kept else DISCARDS, OTHER)
        facts = {"player": owner, "company": self.now.survivor, "other_company": self.now.other}
        self.till.tell("merger_swapped", source=source, **facts)
        if source in self.now.order:
            self._settle_price(source, was_aside)

    def take(self, source: str, side: Side) -> bool:
        """Take a single tenth from an owner. Returns whether it was the one set aside."""
        hand = self.hand(source)
        if hand.single_tenths.count_of(side):
            self.loosen(source, side, -1)
            return False
        self.hands[source] = replace(hand, side_set_aside="")
        return True

    def _settle_price(self, player: str, was_aside: bool) -> None:
        """Settle the difference in price for a tenth that was taken from a player."""
        if self.readings.difference == UPWARD:
            self._pay_for_dearer(player)
        else:
            self._even_out(player, was_aside)

    def _pay_for_dearer(self, player: str) -> None:
        """Pay a player the difference if the tenth that was taken was the dearer one."""
        prices, now = self.now.prices, self.now
        more = prices.survivor - prices.other
        if more <= 0:
            return
        self.till.settle(player, more, "merger_taken", now.survivor)
        terms = ((now.survivor, prices.survivor), (now.other, -prices.other))
        facts = {"player": player, "company": now.survivor, "terms": terms}
        self.till.tell("merger_paid_for_taken", amount=more, **facts)

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
            self.hands[player] = replace(self.hand(player), side_set_aside="")
            self.loosen(DISCARDS, OTHER)
        else:
            self.discard(player, OTHER)
            self._take_back(player)
        received = self.readings.settle_when_odd
        self.sells(player, prices.other if received else prices.survivor, OTHER)

    def _take_back(self, player: str) -> None:
        """Return the tenth set aside of a player with an even number."""
        hand = self.hand(player)
        if hand.side_set_aside:
            loose = hand.single_tenths.plus(hand.side_set_aside)
            self.hands[player] = replace(hand, single_tenths=loose, side_set_aside="")

    def sells(self, player: str, amount: int, side: Side) -> None:
        """Surrender a tenth for money, which counts as a sale of the system."""
        company = self.now.company(side)
        self.till.settle(player, amount, "merger_surrender", company)
        facts = {"company": company, "amount": amount, "terms": ((company, amount),)}
        self.till.tell("merger_surrendered", player=player, **facts)
        if player not in self.now.sellers:
            self.now = replace(self.now, sellers=(*self.now.sellers, player))

    # --- the turns

    def next_stage(self, stage: str, left: tuple[str, ...]) -> None:
        """Set the next stage and the players to act in it."""
        self.now = replace(self.now, stage=stage, players_left=left)

    def remove_current_player(self) -> None:
        """Remove the current player from those still to act."""
        self.now = replace(self.now, players_left=self.now.players_left[1:], is_paying=False)

    def pays(self) -> None:
        """Note that the current player pays for a share."""
        self.now = replace(self.now, is_paying=True)
