"""The state of a game that is computed: the belongings of players and companies, and prices."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .rule_book import (
    BYPASS,
    CASH,
    DIJK,
    FACE,
    FOREIGN,
    ONCE,
    PRICES,
    PRIVATES,
    PUBLIC,
    TRAINS,
)
from .track_map import Land

IPO, POOL, CHARTER = "IPO", "pool", "charter"  # where shares lie that no player has


@dataclass
class Company:
    """``held``: percent by player or place. ``price`` is the number of its space."""

    held: Counter[str]
    price: int | None = None
    par: int = 0
    director: str = ""
    floated: bool = False
    begun: bool = False  # has begun an operating turn
    operated: bool = False  # has ended one
    homes: list[str] = field(default_factory=list)


@dataclass
class Train:
    owner: str
    kind: str
    id: str
    saved: bool = False
    last: bool = False  # runs once more, and is gone


class Game:
    """The state, and the notes for the sheet.

    The notes are ``payouts``, ``rounds``, ``abroad``, ``phases`` and ``shows``.

    ``setup`` are the options as entered (Setup), and the number of players. Deeds are taken one by
    one, each with the round in which it is done and the company on turn.
    """

    def __init__(self, players: int, options: dict[str, Any], deeds: list[dict]) -> None:
        self.deeds, self.done = deeds, 0
        self.players = [f"p{n + 1}" for n in range(players)]
        self.order = [f"p{number}" for number in options["cards"].split()]
        self.cash = Counter(dict.fromkeys(self.players, CASH[players]))
        self.land, self.phase = Land(), 0
        self.pars = {c: int(p) for c, p in (x.split("=") for x in options["foreign_pars"].split())}
        self.director_of, self.share_of = options["rws"], options["swo"]
        self.private = self._privates(options["privates"].split())
        self.companies = {c: Company(Counter({IPO: 100})) for c in PUBLIC}
        self.companies |= {c: Company(Counter({CHARTER: 100})) for c in FOREIGN}
        for symbol, homes in PUBLIC.items():
            self.companies[symbol].homes = list(homes)
        self.companies[self.director_of].homes.append("D19")
        self.stacks: dict[int, list[str]] = {n: [] for n in range(len(PRICES))}
        more = {"BEIJ"} <= set(self.private) or {"VER", "CM"} <= set(self.private)
        counts = {"2": 7, "3+": 7, "5+": 5 + more, "7+": 7, "5D+": 5, "FLOOD": 9}
        self.supply = {kind: counts[kind] for kind in TRAINS}
        self.ids = {kind: [f"{kind}-{n}" for n in range(count)] for kind, count in counts.items()}
        self.trains: list[Train] = []
        self.recorded: dict[str, list[int]] = {}
        self.obsolete: set[str] = set()
        self.ageing = False
        self.money_on: Counter[str] = Counter()  # shares in the pool on which a par lies
        self.joined: set[str] = set()  # places joined to a marker, while MES is in the game
        self.marks: list[tuple[str, str]] = []  # SAVED marks bought and not given
        self.finished = ""
        self.at = "auction"
        self.payouts: list[dict] = []
        self.rounds: list[dict] = []
        self.abroad: list[dict] = []  # what foreign companies did
        self.phases: dict[str, int] = {}
        self.shows: dict[str, list[int]] = {}

    def _privates(self, drawn: list[str]) -> dict[str, str]:
        """Whose each private in the game is."""
        found = {p: private.get("company_of", "") for p, private in PRIVATES.items()}
        there = {p for p in found if PRIVATES[p]["colour"] in ("yellow", "green")} | set(drawn)
        return {private: owner for private, owner in found.items() if private in there}

    # --- deeds

    def next(self) -> dict | None:
        return self.deeds[self.done] if self.done < len(self.deeds) else None

    def take(self) -> dict:
        self.done += 1
        return self.deeds[self.done - 1]

    def show(self, what: str) -> None:
        """This deed shows that."""
        deeds = self.shows.setdefault(what, [])
        if self.done not in deeds:
            deeds.append(self.done)

    def end_round(self) -> None:
        """Note everybody's cash now."""
        cash = {who: amount for who, amount in sorted(self.cash.items()) if amount}
        assert all(amount > 0 for amount in cash.values()), cash
        self.rounds.append({"round": self.at, "after": self.done, "cash": cash})

    # --- prices

    def price(self, company: str) -> int:
        space = self.companies[company].price
        assert space is not None
        return PRICES[space]

    def put(self, company: str, space: int) -> None:
        """Under those that are there; where it does not move it keeps its place."""
        own = self.companies[company]
        if own.price == space:
            return
        if own.price is not None:
            self.stacks[own.price].remove(company)
        own.price = space
        self.stacks[space].append(company)

    def move(self, company: str, spaces: int) -> None:
        space = self.companies[company].price
        assert space is not None
        self.put(company, max(0, min(len(PRICES) - 1, space + spaces)))

    def by_price(self) -> list[str]:
        """From the top, in a space in order of arrival."""
        return [company for space in reversed(self.stacks) for company in self.stacks[space]]

    def sale_price(self, company: str) -> int:
        """The price of a sale; for a foreign company it is the next lower one."""
        if company in PUBLIC:
            return self.price(company)
        return PRICES[max(0, (self.companies[company].price or 0) - 1)]

    def units(self, company: str, percent: int) -> int:
        """How many times the price so much is."""
        return percent // (10 if company in PUBLIC else 2)

    # --- shares

    def shift(self, company: str, giver: str, taker: str, percent: int) -> None:
        held = self.companies[company].held
        assert held[giver] >= percent, (self.done, company, giver, held)
        held[giver] -= percent
        held[taker] += percent

    def sell(self, player: str, company: str, percent: int) -> None:
        """To the pool; no price moves by it."""
        own = self.companies[company]
        amount = self.sale_price(company) * self.units(company, percent)
        self.cash[player] += amount
        self.shift(company, player, POOL, percent)
        if company not in PUBLIC:
            return
        assert own.operated, (self.done, company)
        place = self.order.index(own.director)
        others = [*self.order[place + 1 :], *self.order[:place]]
        most = max(others, key=lambda other: own.held[other])
        if own.held[most] >= 20 and own.held[most] > own.held[own.director]:
            own.director = most
            self.show("new director by a sale")
        assert own.held[own.director] >= 20

    def leave_pool(self, company: str, count: int) -> None:
        """The money that lies on shares goes to their company as they leave (KR)."""
        leaving = min(count, self.money_on[company])
        amount = leaving * self.companies[company].par
        self.money_on[company] -= leaving
        self.cash[POOL] -= amount
        self.cash[company] += amount
        if leaving:
            self.show("KR: money of shares")

    def float_if_sold(self, company: str) -> None:
        own = self.companies[company]
        if not own.floated and own.price is not None and own.held[IPO] <= 40:
            own.floated = True
            self.cash[company] += 10 * own.par

    def worth(self, player: str) -> int:
        """Cash, privates at face, shares at their price (Scoring)."""
        shares = sum(
            self.price(company) * self.units(company, own.held[player])
            for company, own in self.companies.items()
            if own.price is not None
        )
        faces = sum(FACE[private] for private, owner in self.private.items() if owner == player)
        return self.cash[player] + shares + faces

    # --- privates

    def close(self, private: str) -> None:
        """Out of the game; two of them have tiles placed."""
        if self.private.get(private):
            self.private[private] = ""
            if private == "RWS":
                self.place(BYPASS, "bypass")
            if private == "SWO":
                self.place(DIJK, "dijk")

    def lay(self, deed: dict) -> None:
        """Lay a tile; the places of the hex are others by number, and are the same."""
        allotted = dict(deed.get("allotment", ()))
        becomes = self.land.lay(deed["hex"], deed["tile"], deed["rotation"], allotted)
        self.joined = {becomes.get(place, place) for place in self.joined}

    def look(self, company: str = "") -> None:
        """Pay for each place that has come to be joined to a marker.

        The owner of MES is paid if they direct the company on turn.
        """
        owner = self.private.get("MES", "")
        if not owner:
            return
        fresh = self.land.joined() - self.joined
        self.joined |= fresh
        amount = sum(self.land.value(place, self.phase) for place in fresh)
        his = owner in self.players and company and self.companies[company].director == owner
        if amount and his:
            self.cash[owner] += amount
            self.show("MES")
            self.used("MES")

    def place(self, tiles: dict[str, tuple[str, int]], what: str) -> None:
        if not set(tiles) <= set(self.land.tiles):
            for hex, (tile, turn) in tiles.items():
                self.land.lay(hex, tile, turn, {})
            self.look()  # no company has joined what it joins
            self.show(what)

    def used(self, private: str) -> None:
        """Its power was used: some close with it, and all that are obsolete."""
        if private in self.obsolete and self.private[private]:
            self.show("obsolete: used")
        if private in ONCE or private in self.obsolete:
            self.close(private)

    def close_obsolete(self, owners: list[str], what: str) -> None:
        """Those of the owners close, at one of the moments."""
        for private in sorted(self.obsolete):
            if self.private[private] in owners:
                self.close(private)
                self.show(f"obsolete: {what}")

    def outdate(self) -> None:
        """With the end of a turn in which the first 7+ came all that are open are obsolete."""
        if self.ageing:
            self.ageing = False
            self.obsolete = {private for private, owner in self.private.items() if owner}

    def owns(self, owner: str, private: str) -> bool:
        return self.private.get(private) == owner
