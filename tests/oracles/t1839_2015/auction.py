"""The private auction told again: the sums, the deal, the sale, and the order that follows.

The headings are Setup and Private auction.

This is written from the book's words and by other means than the rules, to be compared with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

GREEN = {"LVG": 70, "SHZ": 160, "CO": 160, "RWS": 250, "SWO": 300}
BLUE = {
    **{"VVD": 120, "LOK": 140, "AMB": 140, "GEN": 160, "BOR": 180, "IJS": 180, "WSM": 180},
    **{"PTT": 220, "NFLM": 300},
}
BROWN = {
    **{"MES": 180, "VER": 180, "CM": 200, "KR": 200, "RB": 200, "NFW": 210, "BEIJ": 260},
    **{"BP": 260, "KV": 320},
}
YELLOW = ("SLC", "SLD", "SLE", "IJR", "SLK", "SZK")
FACES = {**GREEN, **BLUE, **BROWN}
CASH = {2: 1300, 3: 900, 4: 700, 5: 580, 6: 500}
SUMS = (60, 60, 60, 40, 40, 40)
DISCOUNT = 20
PAR = 101  # of the company that comes with Rijkswaterstaat

Move = tuple[object, ...]


@dataclass
class Auction:
    """An auction.

    ``order`` are the players by their cards. ``prices`` are the prices of unsold privates, which
    may be below nothing. ``tenths`` are by company and player. ``whole`` is the company whose
    director's certificate lies with Rijkswaterstaat, ``tenth`` the one with a tenth beside
    Spoorwegwerken Oost.
    """

    order: list[str]
    cash: dict[str, int]
    prices: dict[str, int]
    whole: str
    tenth: str
    sums: list[int] = field(default_factory=lambda: list(SUMS))
    dealt: bool = False
    turn: str = ""
    owners: dict[str, str] = field(default_factory=dict)
    tenths: dict[str, dict[str, int]] = field(default_factory=dict)
    pars: dict[str, int] = field(default_factory=dict)
    over: bool = False

    def __post_init__(self) -> None:
        self.turn = self.turn or self.order[0]

    def moves(self) -> Iterator[Move]:
        """Everything that who is on turn might think of, and a little of the others."""
        for player in self.order:
            yield "pass", player
            known = (*FACES, *YELLOW)
            for private in known if player == self.turn else tuple(self.prices)[:1]:
                yield "buy", player, private
                yield "discount", player, private
                yield from (("sum", player, private, amount) for amount in (20, 40, 50, 60))
            yield "deal", player, tuple(reversed(self.order))
            yield "deal", player, (*self.order[1:], self.order[1])

    def allows(self, move: Move) -> bool:
        if self.over:
            return False
        must = [private for private, price in self.prices.items() if price <= 0]
        match move:
            case ("sum", player, private, amount) if self.sums:
                return player == self.turn and private in self.prices and amount in self.sums
            case ("deal", player, tuple(order)) if not self.sums and not self.dealt:
                return player == self.order[0] and sorted(order) == sorted(self.order)
            case ("buy", player, str(private)) if self.dealt:
                mine = player == self.turn and (private in must or not must)
                price = self.prices.get(private)
                return mine and price is not None and price <= self.cash[self.turn]
            case ("discount", player, private) if self.dealt:
                return player == self.turn and not must and private in self.prices
        return False

    def do(self, move: Move) -> None:
        match move:
            case ("sum", _, str(private), int(amount)):
                self.sums.remove(amount)
                self.prices[private] -= amount
                self._next()
            case ("deal", _, tuple(order)):
                self.order, self.dealt = list(order), True
                self.turn = self.order[0]
            case ("buy", _, str(private)):
                self.cash[self.turn] -= max(0, self.prices.pop(private))
                self.owners[private] = self.turn
                self._give(private)
                self._next()
            case ("discount", _, str(private)):
                self.prices[private] -= DISCOUNT
                self._next()

    def _give(self, private: str) -> None:
        """The shares that lie with two of them; the par of one of the companies."""
        if private == "RWS":
            self.tenths.setdefault(self.whole, {})[self.turn] = 2
            self.pars[self.whole] = PAR
        if private == "SWO":
            self.tenths.setdefault(self.tenth, {})[self.turn] = 1

    def _next(self) -> None:
        self.turn = self.order[(self.order.index(self.turn) + 1) % len(self.order)]
        if not self.prices:
            self.over = True
            self.order.sort(key=lambda player: self.cash[player])  # ties keep their order
