"""The private auction told again (§6, §4): what may be done in a turn, and what comes of it.

Written from the book's words and by other means than the rules, to be compared with them.
"""

from dataclasses import dataclass, field

FACES = {
    **{"LP": 90, "JJB": 100, "HLVVDG": 90, "SRV": 100, "KR": 110, "KFVSEAW": 120},
    **{"DERTU": 130, "CM": 140, "WCTS": 240, "CO": 200, "AB": 210, "AV": 240},
}
PARS = (67, 74, 82)
BROWN = ("CO", "AB", "AV")
BESIDE = {"WCTS": ("AV", 2), "JJB": ("AB", 1)}  # tenths of another's company

Move = tuple[str, str, str] | tuple[str, str, str, int]


def for_sale(players: int) -> list[str]:
    """All twelve with four players; without CM with three, and without KFVSEAW with two."""
    missing = {4: (), 3: ("CM",), 2: ("CM", "KFVSEAW")}[players]
    return [private for private in FACES if private not in missing]


@dataclass
class Auction:
    """An auction.

    ``order`` are the players by their cards. ``prices`` are those of unsold privates. ``tenths``
    are by company and player. ``to_par`` is the brown private whose company is parred before all
    else.
    """

    order: list[str]
    cash: dict[str, int]
    pairing: dict[str, str]
    prices: dict[str, int]
    owners: dict[str, str] = field(default_factory=dict)
    tenths: dict[str, dict[str, int]] = field(default_factory=dict)
    pars: dict[str, int] = field(default_factory=dict)
    turn: str = ""
    to_par: str = ""
    deeds: int = 0
    over: bool = False
    # of the moment at which the turn began
    free: set[str] = field(default_factory=set)
    alone: bool = False
    touched: set[str] = field(default_factory=set)

    def begin_turn(self, player: str) -> None:
        others = [self.cash[other] for other in self.order if other != player]
        self.turn, self.deeds, self.touched = player, 0, set()
        self.free = {private for private, price in self.prices.items() if price <= 0}
        self.alone = not any(
            max(price, 0) <= money for price in self.prices.values() for money in others
        )

    def moves(self) -> list[Move]:
        """Everything that somebody might think of."""
        found: list[Move] = []
        for player in self.order:
            for private in FACES:
                found += [("buy", player, private), ("discount", player, private)]
            for company in self.pairing.values():
                found += [("par", player, company, par) for par in (*PARS, 46, 91)]
        return found

    def allows(self, move: Move) -> bool:
        kind, player, what = move[:3]
        if self.over or player != self.turn:
            return False
        if self.to_par:
            mine = kind == "par" and what == self.pairing[self.to_par]
            return mine and move[-1] in PARS and move[-1] not in self.pars.values()
        if kind == "par" or what not in self.prices:
            return False
        must = self.free & set(self.prices)  # "must be bought at no cost"
        if kind == "buy":
            spare = 2 - self.deeds > len(must)
            payable = max(self.prices[what], 0) <= self.cash[player]
            return what not in self.touched and payable and (what in must or spare)
        could = any(
            price <= self.cash[player]
            for private, price in self.prices.items()
            if private not in self.touched
        )
        return not must and not (self.alone and could)

    def do(self, move: Move) -> None:
        kind, player, what = move[:3]
        if kind == "par":
            self._par(what, int(move[-1]))
        elif kind == "discount":
            self.prices[what] -= 20
            self.touched.add(what)
            self._done()
        else:
            self.cash[player] -= max(self.prices.pop(what), 0)
            self.owners[what] = player
            self._give(what, player)

    def _give(self, private: str, player: str) -> None:
        """The shares that come with it; the par of a brown one's company is set at once."""
        of, count = BESIDE.get(private, (private, 3 if private in BROWN else 0))
        if count:
            held = self.tenths.setdefault(self.pairing[of], {})
            held[player] = held.get(player, 0) + count
        if private not in BROWN:
            self._done()
            return
        self.to_par = private
        left = [par for par in PARS if par not in self.pars.values()]
        if len(left) == 1:
            self._par(self.pairing[private], left[0])

    def _par(self, company: str, par: int) -> None:
        self.pars[company] = par
        self.to_par = ""
        self._done()

    def _done(self) -> None:
        """A deed is done: the turn is over with the second, or when nothing is left."""
        self.deeds += 1
        if not self.prices:
            self.over = True
            self.order.sort(key=lambda player: self.cash[player])  # ties keep their order
        elif self.deeds == 2:
            following = self.order.index(self.turn) + 1
            self.begin_turn(self.order[following % len(self.order)])

    def directors(self) -> dict[str, str]:
        """The director of each company that is parred.

        It is the owner of its director's certificate. A player with more becomes director as soon
        as it is parred.
        """
        found = {}
        for private in BROWN:
            company = self.pairing[private]
            if company in self.pars:
                held, owner = self.tenths[company], self.owners[private]
                found[company] = max(held, key=lambda p: (held[p], p == owner))
        return found
