"""A company's options about trains, told a second time from the book, and their results.

They are purchases, marks, a private that becomes a train, emergency money, the director's money,
and privates that the company may buy. A move is a tuple, its kind first.
"""

from collections.abc import Iterator

from tests.oracles.t1839_2015.table import (
    BUILDS,
    FACE,
    FOREIGN,
    KINDS,
    LAST,
    PHASES,
    SAVED,
    Table,
    kind_of,
)

Move = tuple[object, ...]

CHEAPER = {"3+": 100, "5+": 150, "7+": 250}  # CM
MARK, MARKS, OF_MARK = 200, 3, 50  # BP


class Turn(Table):
    """The turn of a public company."""

    # --- may it be done?

    def allows(self, move: Move) -> bool:
        match move:
            case ("buy", str(train), int(price)):
                return self._trades() and self._buys(train, price)
            case ("pass",):
                owes = self.supply() and not self.of(self.company)
                return not owes and not self.bound()
            case ("become", str(private)):
                return (
                    (private, self.step) == ("BEIJ", "trains")
                    and self.owns(private)
                    and bool(self.supply())
                    and self.room(self.company)
                )
            case ("save", str(train), str(private)):
                mine = self.trains[train].place == self.company
                if self.step != "trains" or not mine or SAVED in self.trains[train].marks:
                    return False
                if private == "VER":
                    return self.owns("VER")
                held = self.marks[private, self.company] and self.privates[private] != "gone"
                return bool(held) or self._buys_mark(private)
            case ("mark", str(private)):
                return self.step == "trains" and self._buys_mark(private)
            case ("marker", str(stop)):
                return self._trades() and self.forced() and self._sells_marker(stop)
            case ("shares", str(company), int(percent)):
                need = self.needs()
                return need > 0 and self._sells(company, percent, need)
            case ("private", str(private)):
                return self.needs() > 0 and self.owns(private, self.player)
            case ("take", str(private), int(price)):
                return (
                    self.privates[private] in self.order
                    and PHASES[self.phase] in ("Green", "Blue")
                    and private != "RWS"
                    and 1 <= price <= min(FACE[private], self.treasury)
                )
            case ("draw", int(amount)):
                most = self.cash[self.player] + self.can_bring()
                least = self.said if self.sold else 1
                return self.owns("RB") and least <= amount <= most
            case ("broke",):
                lack = self.lacking()
                helps = self.owns("BEIJ")
                return self.step == "trains" and lack > self.can_bring(True) and not helps
        raise AssertionError(move)

    def _trades(self) -> bool:
        return self.step == "trains" or self.owns("NFW")

    def prices(self) -> list[int]:
        """The prices of a train of the supply, the full one first."""
        full, off = KINDS[self.supply()], CHEAPER.get(self.supply(), 0)
        return [full, full - off] if off and self.owns("CM") else [full]

    def _buys(self, train: str, price: int) -> bool:
        owner, kind = self.trains[train].place, kind_of(train)
        if kind not in KINDS or not self.room(self.company) or owner == self.company:
            return False
        supplied = owner == "depot"
        if supplied:
            if kind != self.supply() or price not in self.prices():
                return False
        elif owner not in self.directs or price < 1 or LAST in self.trains[train].marks:
            return False
        forced = self.forced()
        his = min(price, self.drawn)
        his += max(0, price - his - self.treasury)
        if self.bound() and 0 < his <= self.had:  # it needed no sale
            return False
        if not supplied:
            # with the director's money, or what markers have brought: its face at most
            if price > KINDS[kind] and (self.drawn or self.raised or price > self.treasury):
                return False
            # shares were sold for it: what could be paid before is not bought
            owes = bool(self.supply()) and not self.of(self.company)
            if owes and self.payable is not None and price <= self.payable:
                return False
        if price <= self.treasury + self.drawn:
            return True
        if not forced or (supplied and price != min(self.prices())):
            return False
        return price <= self.treasury + self.cash[self.player]

    def bound(self) -> bool:
        """Has the director sold for something that the company can pay for?"""
        return self.sold and self.drawn == self.said <= self.dearest(self.said)

    def forced(self) -> bool:
        """Must it buy a train that its treasury cannot pay?"""
        if self.of(self.company) or not self.supply():
            return False
        return self.treasury < min(self.prices())

    def lacking(self) -> int:
        """The sum that all cash lacks for the train."""
        if not self.forced():
            return 0
        return max(0, min(self.prices()) - self.treasury - self.cash[self.player])

    def needs(self) -> int:
        """The sum that the director may raise now: the one drawn on them, or that for the train."""
        if self.said > self.cash[self.player]:
            most = self.cash[self.player] + self.can_bring()
            beyond = self.said > self.dearest(most)
            return 0 if beyond else self.said - self.cash[self.player]
        return self.lacking() if self._trades() else 0

    def dearest(self, his: int) -> int:
        """The price of the dearest train that could be paid with that much of the director's."""
        if not self._trades() or not self.room(self.company):
            return 0
        most = self.treasury + his
        prices = [price for price in self.prices() if price <= most] if self.supply() else []
        owes = bool(self.supply()) and not self.of(self.company)
        least = self.payable + 1 if owes and self.payable is not None else 1
        for train, card in self.trains.items():
            of_others = card.place in self.directs and card.place != self.company
            if of_others and kind_of(train) in KINDS and LAST not in card.marks:
                price = min(KINDS[kind_of(train)], most)
                prices += [price] if price >= least else []
        return max(prices, default=0)

    def _sells_marker(self, stop: str) -> bool:
        return stop in self.lying and len(self.lying) > 1

    def may_sell(self, company: str, percent: int) -> bool:
        """By the usual rules, and so that the company on turn keeps its director."""
        unit, held = (2 if company in FOREIGN else 10), self.held[company]
        if company not in self.space or percent <= 0 or percent % unit:
            return False
        if percent > held[self.player]:
            return False
        if company in FOREIGN:
            return True
        if company not in self.finished:
            return False
        if self.directs[company] != self.player:
            return True
        left = held[self.player] - percent
        most = max((held[other] for other in self.order if other != self.player), default=0)
        if most >= 20 and left < most:
            return company != self.company
        return left >= 20

    def _sells(self, company: str, percent: int, need: int) -> bool:
        unit = 2 if company in FOREIGN else 10
        return self.may_sell(company, percent) and self.worth(company, percent - unit) < need

    def most(self, company: str) -> int:
        return max((p for p in range(2, 101, 2) if self.may_sell(company, p)), default=0)

    def can_bring(self, markers: bool = False) -> int:
        """All that the director may sell and give up; and the markers that may be sold."""
        shares = sum(self.worth(company, self.most(company)) for company in self.space)
        given = sum(FACE[p] // 2 for p, owner in self.privates.items() if owner == self.player)
        worth = [self.values[stop] for stop in self.lying]
        return shares + given + (sum(worth) - min(worth, default=0) if markers else 0)

    def _buys_mark(self, private: str) -> bool:
        owner = self.privates[private]
        sold = private == "BP" and owner in self.directs and owner != self.company
        return sold and self.marks_sold < MARKS and self.treasury >= MARK

    def moves(self) -> Iterator[Move]:
        """All that is worth asking about, legal or not."""
        seen = set()
        for train, card in self.trains.items():
            alike = (card.place, kind_of(train), tuple(sorted(card.marks)))
            if alike in seen or kind_of(train) not in KINDS:
                continue
            seen.add(alike)
            face, both = KINDS[kind_of(train)], self.treasury + self.cash[self.player]
            less = CHEAPER.get(kind_of(train), 50)
            asked = {0, 1, face, face - 1, face + 1, face - less, self.treasury, both, both + 1}
            asked |= {self.treasury + self.drawn, (self.payable or 0) + 1, self.treasury + 1}
            yield from (("buy", train, price) for price in sorted(asked) if price >= 0)
            yield from (("save", train, private) for private in ("VER", "BP", "CM"))
        yield from (("become", private) for private in ("BEIJ", "CM"))
        yield from (("mark", private) for private in ("VER", "BP"))
        yield from (("marker", stop) for stop in {*self.lying, "I12.0"})
        for company in self.held:
            if company in self.directs or company in FOREIGN:
                yield from (("shares", company, p) for p in (2, 4, 10, 12, 20, 30, 40, 70))
        most = self.cash[self.player] + self.can_bring()
        yield from (("draw", amount) for amount in (0, 1, 60, most, most + 1))
        for private, face in FACE.items():
            yield ("private", private)
            yield from (("take", private, price) for price in (0, 1, face, face + 1))
        if self.step == "trains":
            yield from (("pass",), ("broke",))

    # --- what comes of it

    def do(self, move: Move) -> None:
        match move:
            case ("buy", str(train), int(price)):
                self._buy(train, price)
            case ("become", str(private)):
                train = self.next()
                self.close(private)
                self.take(train, self.company)
            case ("save", str(train), str(private)):
                self.trains[train].marks.add(SAVED)
                if private == "BP" and self.marks[private, self.company]:
                    self.marks[private, self.company] -= 1
                    return
                if private == "BP":
                    self._buy_mark()
                    self.marks[private, self.company] -= 1
                self.used(private)
            case ("mark", str(private)):
                self._buy_mark()
                self.used(private)
            case ("marker", str(stop)):
                self.pay("bank", self.company, self.values[stop])
                self.lying.remove(stop)
            case ("shares", str(company), int(percent)):
                self._sells_for()
                self.pay("bank", self.player, self.worth(company, percent))
                self._sell(company, percent)
            case ("private", str(private)):
                self._sells_for()
                self.pay("bank", self.player, FACE[private] // 2)
                self.close(private)
            case ("take", str(private), int(price)):
                self.pay(self.company, self.privates[private], price)
                self.privates[private] = self.company
                if private == "SWO":
                    self.laid |= BUILDS["SWO"]
            case ("draw", int(amount)):
                self.said = amount

    def _sells_for(self) -> None:
        """The director sells for their payment, if they have less."""
        if self.said > self.cash[self.player]:
            self.sold, self.had = True, self.cash[self.player]

    def _buy(self, train: str, price: int) -> None:
        owner = self.trains[train].place
        if owner == "depot" and price < KINDS[kind_of(train)]:
            self.used("CM")
        if self.step != "trains":
            self.used("NFW")
        help = min(price, self.drawn)
        if help:
            self.used("RB")
            self.said, self.sold, self.had = 0, False, 0
        help += max(0, price - help - self.treasury)
        self.pay(self.player, self.company, help)
        self.pay(self.company, "bank" if owner == "depot" else owner, price)
        if owner != "depot":
            self.trains[train].marks.clear()
        self.take(train, self.company)

    def _buy_mark(self) -> None:
        self.pay(self.company, self.privates["BP"], OF_MARK)
        self.pay(self.company, "bank", MARK - OF_MARK)
        self.marks["BP", self.company] += 1
        self.marks_sold += 1

    def _sell(self, company: str, percent: int) -> None:
        held, player = self.held[company], self.player
        held[player] -= percent
        held["pool"] += percent
        if self.directs.get(company) == player:
            place = self.order.index(player)
            others = (*self.order[place + 1 :], *self.order[:place])
            heir = max(others, key=lambda other: held[other])
            if held[heir] >= 20 and held[heir] > held[player]:
                self.directs[company] = heir
