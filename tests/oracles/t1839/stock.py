"""A stock round told a second time (§7, §13, §14.3.3): what may be done, and what comes of it.

Written from the book's words and by other means than the rules, to be compared with them. Shares
are counted in tenths. Nobody leaves, and no debt is more than a director has.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

MAJOR = [40, 43, 47, 51, 56, 61, 67, 74, 82, 91, 101, 113, 126, 141, 159, 179, 202, 227, 254, 300]
LOCAL = [10, 13, 16, 20, 25, 31, 38, 46, 55, 65]
LINES = {"major": MAJOR, "local": LOCAL}
PARS = {"local": {20: None, 31: None, 46: None}, "major": {67: None, 74: "R5", 82: "4+"}}
RANKS = ("2", "2+1", "3", "3+", "4+", "R5", "R4+1", "R4", "PR2+", "PR3+1", "4", "7")

Move = tuple[object, ...]


@dataclass
class Company:
    """A company.

    ``tenths`` are those of players, "initial", "pool" and of the company itself, "own". ``price``
    is None without par. ``homes`` are hexes that are kept, several where there is a choice.
    ``started`` is whether it has finished an operating turn.
    """

    line: str
    tenths: dict[str, int]
    price: int | None = None
    director: str = ""
    floated: bool = False
    finished: bool = False
    gone: bool = False
    treasury: int = 0
    homes: list[tuple[str, ...]] = field(default_factory=list)

    def of(self, owner: str) -> int:
        return self.tenths.get(owner, 0)

    def moved(self, steps: int) -> int:
        """The price so many spaces on, no further than the ends."""
        line = LINES[self.line]
        assert self.price is not None
        return line[min(max(line.index(self.price) + steps, 0), len(line) - 1)]

    @property
    def fetches(self) -> int:
        return self.moved(0 if self.finished else -1)


@dataclass
class StockRound:
    """A stock round.

    ``order`` are the players by their cards. ``stacks`` are the companies by market and price, the
    first on top. ``room`` are circles of a hex that are empty or the State's. ``worth`` is the
    value of a home. ``twins`` are hexes with two cities or a big one. ``asked`` are redemptions to
    be decided.
    """

    order: list[str]
    cash: dict[str, int]
    companies: dict[str, Company]
    stacks: dict[tuple[str, int], list[str]]
    number: int
    rank: str
    turn: str
    barred: set[str]
    room: dict[str, int]
    worth: dict[str, int]
    twins: set[str]
    deed: bool = False
    acted: bool = False
    cards: list[str] = field(default_factory=list)
    sold: set[tuple[str, str]] = field(default_factory=set)
    step: set[str] = field(default_factory=set)
    asked: list[tuple[str, int]] = field(default_factory=list)
    falling: list[tuple[str, int]] = field(default_factory=list)
    naming: str = ""
    moves_of_prices: list[tuple[str, int, int]] = field(default_factory=list)
    over: bool = False
    short: bool = False  # somebody owes more than they have

    # --- what may be done

    def allows(self, move: Move) -> bool:
        if self.over:
            return False
        kind, who = move[0], str(move[1])
        if self.naming:
            return kind == "home" and who == self.naming and self._may_be_home(str(move[2]))
        if self.asked:
            company, tenths = self.asked[0]
            return who == company and (kind == "no" or move == ("yes", company, tenths))
        if kind in ("home", "yes", "no") or who != self.turn:
            return False
        match move:
            case ("pass", _):
                return True
            case ("sell", player, tuple(parts)):
                return self._may_sell(str(player), parts)
            case ("buy", player, str(company), str(source), int(tenths)):
                return not self.deed and self._may_buy(str(player), company, source, tenths)
            case ("redeem", player, str(company), int(tenths)):
                own = self.companies[company]
                payable = own.price is not None and own.treasury >= tenths * own.price
                mine = own.floated and own.director == player
                return not self.deed and mine and tenths <= own.of("pool") and payable
            case ("start", player, str(company), int(par)):
                return not self.deed and self._may_start(str(player), company, par)
        raise AssertionError(move)

    def _may_sell(self, player: str, parts: tuple[tuple[str, int], ...]) -> bool:
        for company, tenths in parts:
            own = self.companies[company]
            if own.price is None or not 0 < tenths <= own.of(player) or company in self.step:
                return False
            keeps = own.of(player) - tenths
            if own.director == player and keeps < 2 and not self.heir(own, player, keeps):
                return False
        return self.number > 1

    def heir(self, own: Company, before: str, keeps: int) -> str:
        """The next director after one who keeps that much, if there is anybody."""
        at = self.order.index(before)
        others = self.order[at + 1 :] + self.order[:at]
        may = [player for player in others if own.of(player) > max(keeps, 1)]
        return max(may, key=own.of, default="")  # the first of those with the most

    def _may_buy(self, player: str, company: str, source: str, tenths: int) -> bool:
        own = self.companies[company]
        if own.price is None or (player, company) in self.sold or own.of(player) >= 6:
            return False
        if not own.director:  # its certificate lies in the IPO, and comes first
            if (source, tenths) != ("initial", 2) or player in self.barred:
                return False
        elif tenths != 1 or own.of(source) < 1 or (source == "own" and own.of("initial")):
            return False
        return tenths * own.price <= self.cash[player]

    def _may_start(self, player: str, company: str, par: int) -> bool:
        own = self.companies[company]
        until = PARS[own.line].get(par, "2")
        in_time = until is None or RANKS.index(self.rank) < RANKS.index(until)
        there = sum(other.price == par for other in self.companies.values())
        if own.gone or own.price is not None or player in self.barred or not in_time:
            return False
        at_home = own.line == "major" or any(True for _ in self.pairs_of_homes())
        return at_home and there < 2 and 2 * par <= self.cash[player]

    def pairs_of_homes(self) -> Iterator[tuple[str, str]]:
        """The pairs of hexes in which a local could be at home."""
        for one, two in combinations(self.room, 2):
            if not {one, two} <= self.twins and self.all_find_room((one,), (two,)):
                yield one, two

    def all_find_room(self, *more: tuple[str, ...]) -> bool:
        """Can all homes be taken that are kept, and these?"""
        kept = [home for own in self.companies.values() for home in own.homes]
        for chosen in product(*kept, *more):
            if all(chosen.count(at) <= self.room.get(at, 0) for at in set(chosen)):
                return True
        return False

    def _may_be_home(self, at: str) -> bool:
        own = self.companies[self.naming]
        if at not in self.room:
            return False
        if not own.homes:
            return any(at in pair for pair in self.pairs_of_homes())
        ((first,),) = own.homes
        both_big = {first, at} <= self.twins
        return at != first and not both_big and self.all_find_room((at,))

    def can_act(self) -> bool:
        return any(self.allows(move) for move in self.moves())

    def moves(self) -> Iterator[Move]:
        """All that somebody might try, but for a pass, and for sales of several companies."""
        if self.naming:
            yield from (("home", self.naming, at) for at in [*self.room, "A14"])
            return
        if self.asked:
            for company in self.companies:
                yield "no", company
                yield from (("yes", company, tenths) for tenths in (1, 2, 3, 4))
            return
        for company in self.companies:
            for tenths in range(1, 8):
                yield "sell", self.turn, ((company, tenths),)
                yield "redeem", self.turn, company, tenths
            for source in ("initial", "pool", "own"):
                yield "buy", self.turn, company, source, 1
            yield "buy", self.turn, company, "initial", 2
            for par in (20, 25, 31, 46, 67, 74, 82):
                yield "start", self.turn, company, par

    # --- what comes of it

    def do(self, move: Move) -> None:
        kind = move[0]
        if kind in ("home", "yes", "no"):
            self._answer(move)
        elif kind != "pass":
            self._act(move)
            self.acted = True
        if self.naming or self.asked:
            return
        if kind == "pass" or not self.can_act():
            self._end_turn()
            while not self.over and not self.can_act():
                self._end_turn()

    def _answer(self, move: Move) -> None:
        match move:
            case ("home", str(company), str(at)):
                own = self.companies[company]
                own.homes.append((at,))
                self.naming = company if len(own.homes) < 2 else ""
                return
            case ("yes", str(company), int(tenths)):
                self._redeem(company, tenths)
                self.falling.remove((company, tenths))
        self.asked.pop(0)
        if not self.asked:
            self._fall()

    def _redeem(self, company: str, tenths: int) -> None:
        own = self.companies[company]
        assert own.price is not None
        own.treasury -= tenths * own.price
        self._hand(own, "pool", "own", tenths)

    def _fall(self) -> None:
        for company, tenths in self.falling:
            self._stand(company, self.companies[company].moved(-tenths))
        self.falling = []

    def _act(self, move: Move) -> None:
        player = str(move[1])
        if move[0] == "sell":
            self._sell(player, move[2])  # type: ignore[arg-type]
            return
        self.deed, self.step = True, set()
        company = str(move[2])
        own = self.companies[company]
        match move:
            case ("redeem", _, _, int(tenths)):
                self._redeem(company, tenths)
                return
            case ("start", _, _, int(par)):
                self._stand(company, par)
                self.cash[player] -= 2 * par
                self._hand(own, "initial", player, 2)
                own.director = player
                self.naming = company if own.line == "local" else ""
            case ("buy", _, _, str(source), int(tenths)):
                assert own.price is not None
                self.cash[player] -= tenths * own.price
                own.treasury += tenths * own.price if source == "own" else 0
                self._hand(own, source, player, tenths)
                if not own.director or own.of(player) > own.of(own.director):
                    own.director = player
        if own.of("initial") <= 4 and not own.floated:
            self._float(own)

    def _float(self, own: Company) -> None:
        """Ten times the price now; a local pays twice what its homes are worth at once."""
        assert own.price is not None
        own.floated = True
        own.treasury = 10 * own.price
        if own.line == "local":
            own.treasury -= 2 * sum(self.worth[at] for (at,) in own.homes)
            helps = max(0, -own.treasury)
            self.short = self.cash[own.director] < helps
            self.cash[own.director] -= helps
            own.treasury += helps

    def _sell(self, player: str, parts: tuple[tuple[str, int], ...]) -> None:
        for company, tenths in parts:
            own = self.companies[company]
            assert own.price is not None
            self.cash[player] += tenths * own.fetches
            self._hand(own, player, "pool", tenths)
            if own.director == player:
                own.director = self.heir(own, player, own.of(player)) or player
            if own.floated and own.treasury >= tenths * own.price:
                self.asked.append((company, tenths))
            self.step.add(company)
            self.sold.add((player, company))
            self.falling.append((company, tenths))
        if not self.asked:
            self._fall()

    @staticmethod
    def _hand(own: Company, giver: str, taker: str, tenths: int) -> None:
        own.tenths[giver] -= tenths
        own.tenths[taker] = own.of(taker) + tenths

    def _stand(self, company: str, price: int) -> None:
        own = self.companies[company]
        if own.price == price:
            return
        if own.price is not None:
            self.stacks[own.line, own.price].remove(company)
            self.moves_of_prices.append((company, own.price, price))
        own.price = price
        self.stacks.setdefault((own.line, price), []).append(company)

    def _end_turn(self) -> None:
        if self.acted and self.turn in self.cards:
            self.cards.remove(self.turn)
        if not self.acted and self.turn not in self.cards:
            self.cards.append(self.turn)
        self.turn = self.order[(self.order.index(self.turn) + 1) % len(self.order)]
        self.deed, self.acted, self.step = False, False, set()
        if len(self.cards) == len(self.order):
            self._close()

    def _close(self) -> None:
        """Lefts, then rights, both in the order of operating as it was before."""
        self.over, self.order = True, self.cards
        inorder = [
            company
            for line in ("major", "local")
            for price in reversed(LINES[line])
            for company in self.stacks.get((line, price), ())
        ]
        own = self.companies
        lefts = [company for company in inorder if own[company].of("pool")]
        rights = [c for c in inorder if not own[c].of("pool") and not own[c].of("initial")]
        for company in lefts:
            self._stand(company, own[company].moved(-1))
        for company in rights:
            self._stand(company, own[company].moved(1))
            if own[company].price == MAJOR[-1]:
                break  # the game is over
