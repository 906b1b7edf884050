"""A stock round told a second time: all that may be done, and its results.

The headings are Stock Rounds, and of the privates Kabinet-Rochussen and Ketwich & Voombergh.

This is written from the book's words and by other means than the rules, to be compared with them.
Shares of public companies are counted in tenths, those of foreign ones in fiftieths.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

ROW = (
    *(55, 56, 59, 62, 67, 72, 80, 89, 101, 116, 135, 160, 192, 233, 287, 359, 454, 584, 761, 1000),
)
PARS = {"Yellow": (67, 72, 80), "Green": (89, 101), "Blue": (116,), "Brown": (135,)}
PHASES = ("Yellow", "Green", "Blue", "Brown", "Red", "Gray")
LIMITS = {2: 32, 3: 21, 4: 16, 5: 15, 6: 11}
FOREIGN = ("OZ", "BEL", "D")  # in the order in which they operate
IPO, POOL = "initial", "pool"

Move = tuple[object, ...]


@dataclass
class Company:
    """A company.

    ``parts`` are those of players, of the IPO or its charter, and of the pool: tenths of a public
    company, fiftieths of a foreign one. ``price`` is None without par. ``lain`` are the shares in
    the pool on which its par lies in money.
    """

    parts: dict[str, int]
    price: int | None = None
    par: int = 0
    director: str = ""
    floated: bool = False
    operated: bool = False
    treasury: int = 0
    lain: int = 0

    def of(self, owner: str) -> int:
        return self.parts.get(owner, 0)

    def moved(self, steps: int) -> int:
        """The price so many spaces on, no further than the ends."""
        assert self.price is not None
        return ROW[min(max(ROW.index(self.price) + steps, 0), len(ROW) - 1)]

    def hand(self, giver: str, taker: str, count: int) -> None:
        self.parts[giver] = self.of(giver) - count
        self.parts[taker] = self.of(taker) + count


@dataclass
class StockRound:
    """A stock round.

    ``order`` are the players by their cards, ``cards`` those of the other colour as they are taken.
    ``stacks`` are the companies by price, the first on top. ``privates`` counts a player's
    privates. ``floats`` has Kabinet-Rochussen, ``repars`` Ketwich & Voombergh, "" for no player.
    """

    order: list[str]
    cash: dict[str, int]
    public: dict[str, Company]
    foreign: dict[str, Company]
    stacks: dict[int, list[str]]
    privates: dict[str, int]
    number: int
    phase: str
    turn: str
    floats: str = ""
    repars: str = ""
    cards: list[str] = field(default_factory=list)
    bought: bool = False
    acted: bool = False
    sold: set[tuple[str, str]] = field(default_factory=set)
    floated_by: dict[str, str] = field(default_factory=dict)
    asked: bool = False
    over: bool = False
    moves_of_prices: list[tuple[str, int, int]] = field(default_factory=list)

    def reaches(self, phase: str) -> bool:
        return PHASES.index(self.phase) >= PHASES.index(phase)

    def pars(self) -> list[int]:
        return [par for phase, pars in PARS.items() if self.reaches(phase) for par in pars]

    # --- the limit

    def certificates(self, player: str) -> int:
        """The director's certificate is one for two tenths."""
        held = (own.of(player) - (own.director == player) for own in self.public.values())
        return self.privates[player] + sum(held)

    def limit(self, player: str) -> int:
        large = sum(own.of(player) >= 8 for own in self.public.values())
        return LIMITS[len(self.order)] + 2 * large

    def must_sell(self, player: str) -> bool:
        """Over the limit, with something to sell that counts."""
        if self.certificates(player) <= self.limit(player):
            return False
        return any(
            self._may_sell(player, company, tenths)
            for company, own in self.public.items()
            for tenths in range(1, own.of(player) + 1)
        )

    # --- what may be done

    def allows(self, move: Move) -> bool:
        if self.over:
            return False
        kind, who = move[0], str(move[1])
        if self.asked:
            if who != self.floats or kind not in ("pass", "float"):
                return False
            return kind == "pass" or move[2] in self.to_float()
        if who != self.turn:
            return False
        match move:
            case ("pass", _):
                return not self.must_sell(who)
            case ("sell", _, str(company), int(count)):
                return self._may_sell(who, company, count)
            case ("float", *_):
                return False
        if self.bought or self.must_sell(who):
            return False
        match move:
            case ("buy", _, str(company), str(source), int(count)) if company in self.foreign:
                return self._may_buy_foreign(company, source, count)
            case ("buy", _, str(company), str(source), int(tenths)):
                there = tenths == 1 and source in (IPO, POOL)
                return there and self._may_buy(company, int(source == IPO), int(source == POOL))
            case ("bundle", _, str(company), int(initial), int(pooled)):
                directs = company in self.public and self.public[company].director == who
                so_many = initial + pooled in (2, 3)
                return directs and so_many and self._may_buy(company, initial, pooled)
            case ("start", _, str(company), int(par), int(tenths)):
                return self._may_start(company, par, tenths)
            case ("repar", _, str(company), int(par)):
                mine = who == self.repars and self.floated_by.get(company) == who
                return mine and par in self.pars() and par != self.public[company].par
        raise AssertionError(move)

    def _may_sell(self, player: str, company: str, count: int) -> bool:
        own = self.public.get(company) or self.foreign[company]
        if self.number == 1 or own.price is None or not 0 < count <= own.of(player):
            return False
        keeps = own.of(player) - count
        certain = own.director != player or keeps >= 2 or self.heir(own, keeps)
        return company in self.foreign or (own.operated and bool(certain))

    def heir(self, own: Company, keeps: int) -> str:
        """The next director after a director who keeps that much, if there is anybody."""
        at = self.order.index(own.director)
        others = self.order[at + 1 :] + self.order[:at]
        may = [player for player in others if own.of(player) > max(keeps, 1)]
        return max(may, key=own.of, default="")  # the first of those with the most

    def _may_buy(self, company: str, initial: int, pooled: int) -> bool:
        """So many certificates from each place, one after the other."""
        own, player = self.public[company], self.turn
        if own.price is None or (player, company) in self.sold:
            return False
        count, limit, held = self.certificates(player), self.limit(player), own.of(player)
        for source in [IPO] * initial + [POOL] * pooled:
            if count >= limit or (source == IPO and held >= 6):
                return False
            count, held = count + 1, held + 1
            limit += 2 if held == 8 else 0
        there = 0 <= initial <= own.of(IPO) and 0 <= pooled <= own.of(POOL)
        return there and initial + pooled > 0 and self._pays(initial + pooled, own.price)

    def _pays(self, count: int, price: int) -> bool:
        return count * price <= self.cash[self.turn]

    def _may_buy_foreign(self, company: str, source: str, count: int) -> bool:
        own = self.foreign[company]
        if own.price is None or not self.reaches("Green") or (self.turn, company) in self.sold:
            return False
        there = source in (company, POOL) and own.of(source) >= count
        return there and count in (1, 2) and self._pays(count, own.price)

    def _may_start(self, company: str, par: int, tenths: int) -> bool:
        if company in self.foreign or self.public[company].price is not None:
            return False
        room = self.limit(self.turn) - self.certificates(self.turn) >= tenths - 1
        return tenths in (2, 3) and room and par in self.pars() and self._pays(tenths, par)

    def to_float(self) -> list[str]:
        """Companies of which three tenths or more are out of the IPO, and that have not floated."""
        return [
            company
            for company, own in self.public.items()
            if own.price is not None and not own.floated and own.of(IPO) <= 7
        ]

    def can_act(self) -> bool:
        return any(move[0] != "pass" and self.allows(move) for move in self.moves())

    def moves(self) -> Iterator[Move]:
        """All that somebody might try; something of another player too."""
        me, other = (self.floats if self.asked else self.turn), self.order[-1]
        for player in dict.fromkeys((me, other)):
            yield "pass", player
            yield from (("float", player, company) for company in self.public)
        for company, own in {**self.public, **self.foreign}.items():
            for count in range(1, max(own.of(self.turn), 1) + 2):
                yield "sell", self.turn, company, count
            yield "sell", other, company, 1
            for source in (IPO, POOL, company):
                yield from (("buy", self.turn, company, source, count) for count in (1, 2, 3))
            for par in (62, 67, 72, 80, 89, 101, 116, 135, 160):
                yield "repar", self.turn, company, par
                yield from (("start", self.turn, company, par, tenths) for tenths in (2, 3, 4))
            yield "bundle", other, company, 2, 0
            for initial in range(5):
                for pooled in range(5 - initial):
                    yield "bundle", self.turn, company, initial, pooled

    # --- what comes of it

    def do(self, move: Move) -> None:
        if self.asked:
            if move[0] == "float":
                self._float_early(str(move[2]))
            if move[0] == "pass" or not self.to_float():
                self._close()
            return
        if move[0] != "pass":
            self._act(move)
            self.acted = True
        if move[0] == "pass" or not self.can_act():
            self._end_turn()
            while not self.over and not self.asked and not self.can_act():
                self._end_turn()

    def _act(self, move: Move) -> None:
        if move[0] == "sell":
            self._sell(str(move[2]), int(str(move[3])))
            return
        self.bought = True
        match move:
            case ("buy", _, str(company), str(source), int(count)) if company in self.foreign:
                self._buy_foreign(self.foreign[company], company, source, count)
            case ("buy", _, str(company), str(source), int()):
                self._buy(company, int(source == IPO), int(source == POOL))
            case ("bundle", _, str(company), int(initial), int(pooled)):
                self._buy(company, initial, pooled)
            case ("start", _, str(company), int(par), int(tenths)):
                own = self.public[company]
                self._stand(own, company, par)
                own.par, own.director = par, self.turn
                self._buy(company, tenths, 0)
            case ("repar", _, str(company), int(par)):
                own = self.public[company]
                own.treasury += 10 * (par - own.par)
                own.par = par
                self._stand(own, company, par)
                del self.floated_by[company]

    def _buy(self, company: str, initial: int, pooled: int) -> None:
        own, player = self.public[company], self.turn
        assert own.price is not None
        self.cash[player] -= (initial + pooled) * own.price
        own.hand(IPO, player, initial)
        own.hand(POOL, player, pooled)
        own.treasury += min(pooled, own.lain) * own.par
        own.lain -= min(pooled, own.lain)
        if own.of(player) > own.of(own.director):
            own.director = player
        if own.of(IPO) <= 4 and not own.floated:
            own.floated = True
            own.treasury += 10 * own.par
            self.floated_by[company] = player

    def _buy_foreign(self, own: Company, company: str, source: str, count: int) -> None:
        assert own.price is not None
        price = count * own.price
        self.cash[self.turn] -= price
        own.hand(source, self.turn, count)
        if source == company:
            own.treasury += price if self.reaches("Brown") else price - price // 2

    def _sell(self, company: str, count: int) -> None:
        player = self.turn
        own = self.public.get(company) or self.foreign[company]
        assert own.price is not None
        self.cash[player] += count * (own.moved(-1) if company in self.foreign else own.price)
        if own.director == player:
            own.director = self.heir(own, own.of(player) - count) or player
        own.hand(player, POOL, count)
        self.sold.add((player, company))

    def _float_early(self, company: str) -> None:
        own = self.public[company]
        own.floated, own.lain = True, 3
        own.treasury += 7 * own.par
        own.hand(IPO, POOL, 3)

    def _stand(self, own: Company, company: str, price: int) -> None:
        if own.price == price:
            return
        if own.price is not None:
            self.stacks[own.price].remove(company)
            self.moves_of_prices.append((company, own.price, price))
        own.price = price
        self.stacks.setdefault(price, []).append(company)

    def _end_turn(self) -> None:
        if self.acted and self.turn in self.cards:
            self.cards.remove(self.turn)
        if not self.acted and self.turn not in self.cards:
            self.cards.append(self.turn)
        self.turn = self.order[(self.order.index(self.turn) + 1) % len(self.order)]
        self.bought, self.acted = False, False
        if len(self.cards) == len(self.order):
            self.asked = bool(self.floats and self.to_float())
            if not self.asked:
                self._close()

    def _close(self) -> None:
        """Public companies by price from the top, then foreign ones in their order."""
        self.over, self.asked, self.order = True, False, self.cards
        symbols = [company for price in reversed(ROW) for company in self.stacks.get(price, ())]
        for company in symbols:
            if company in self.public and (own := self.public[company]).floated:
                self._stand(own, company, own.moved(-own.of(POOL)))
        for company in FOREIGN:
            own = self.foreign[company]
            if own.price is None:
                continue
            elsewhere = own.of(POOL) or own.of(company)
            self._stand(own, company, own.moved(-1 if own.of(POOL) else not elsewhere))
            if own.price == ROW[-1]:
                break  # the game is over
