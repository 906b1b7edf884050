"""The money and the prices of titles with the shared rules (C2 to C9), told a second time.

It takes the figures of a title from its data, and the deeds of a game with what nobody can reckon
without the map: the sum of each train's run. All else is worked out: payments, the order of the
companies, the rounds, phases and presidents, and the space of each marker on the market.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

BANK, INITIAL, POOL = "bank", "initial", "pool"
TILE_COSTS = {"438": 80, "439": 80}  # what the replacement of a tile costs (C6.3)
DEPOT, GONE = "depot", "gone"
AFTER_RUN = ("trains", "privates")  # steps of a company's turn after its dividend


class Deed(NamedTuple):
    """A deed as its JSON, with the moment in which it was done.

    ``at`` is the kind, number and part of the round, ``company`` the one whose turn it is, ``step``
    the step that waits. ``sums`` are what each train of a run earns.
    """

    body: Mapping[str, Any]
    at: tuple[str, int, int]
    company: str
    step: str
    sums: tuple[int, ...] = ()


class Money:
    """The parties, their money and shares, and the market, after the deeds so far."""

    def __init__(self, data: Any, bank: int, players: Sequence[str], war: str = "") -> None:
        self.data, self.players, self.war = data, list(players), war
        start = data.cash[len(players)]
        self.cash = dict.fromkeys([*players, *data.companies], 0)
        self.cash |= {**dict.fromkeys(players, start), BANK: bank - start * len(players)}
        self.shares = {c: {INITIAL: 100} for c in data.companies}
        self.president: dict[str, str] = {}
        self.par: dict[str, int] = {}
        self.place: dict[str, tuple[int, int]] = {}
        self.came: dict[str, int] = {}  # when a marker came to its space
        self.moves = 0
        self.floated: list[str] = []
        self.tokens = {c.symbol: len(c.homes) for c in data.company_list}
        self.tiles: dict[str, str] = {}
        self.owner: dict[str, str] = dict.fromkeys(data.privates, "")
        types = [(t.name, n) for t in data.train_types for n in range(t.copies(len(players)))]
        self.trains = {f"{name}-{number}": DEPOT for name, number in types}
        for private in data.private_list:
            if free := private.powers.get("free_train"):
                self.trains[[t for t in self.trains if _type(t) == free][-1]] = BANK
        self.begun: list[str] = []
        self.phase = data.phases[0]
        self.at_war: list[str] = []
        self.unsold, self.less, self.passes = list(data.privates), dict[str, int](), 0
        self.bids: dict[str, dict[str, int]] = {}
        self.contested = ""
        self.at, self.parts = ("stock", 1, 0), 1
        self.coming: list[str] = []  # companies that operate after the present one
        self.turn, self.paid = "", True
        self.bankrupt = False

    # --- money and prices

    def pay(self, giver: str, taker: str, amount: int) -> None:
        self.cash[giver] -= amount
        self.cash[taker] += amount

    def price(self, company: str) -> int:
        return int(self._cell(*self.place[company]).price)

    def _cell(self, row: int, column: int) -> Any:
        rows = self.data.chart.rows
        inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
        return rows[row][column] if inside else None

    def _put(self, company: str, row: int, column: int) -> None:
        """A marker lies below those that are on its space already."""
        if self._cell(row, column) and self.place.get(company) != (row, column):
            self.moves += 1
            self.place[company], self.came[company] = (row, column), self.moves

    def _move(self, company: str, step: int) -> None:
        """Right or up at the end, left or down at the end (C4.11)."""
        row, column = self.place[company]
        sideways = self._cell(row, column + step)
        self._put(company, *((row, column + step) if sideways else (row - step, column)))

    def in_order(self) -> list[str]:
        """The companies by price, column, row and age of their markers (C5.2)."""
        keys = {c: (-self.price(c), -at[1], at[0], self.came[c]) for c, at in self.place.items()}
        return sorted(keys, key=lambda company: keys[company])

    def deal(self, owners: Mapping[str, str]) -> None:
        """Sell the privates that are dealt before the game, for their prices."""
        for private, player in owners.items():
            self._sell(private, player, self._face(private))

    # --- rounds

    def see(self, deed: Deed) -> None:
        """Go on to the moment of a deed: rounds, private revenue, companies without deeds."""
        while self.at != deed.at:
            assert self.at[1] <= deed.at[1], f"{deed.at} does not come after {self.at}"
            self._next_round()
        while deed.company and self.turn != deed.company:
            assert self.coming, f"{deed.company} does not operate now"
            self._next_turn()
        if self.turn and deed.step in AFTER_RUN:
            self._end_run()

    def end(self) -> None:
        """The game is over: with a bankruptcy at once, else when the round has been played."""
        while not self.bankrupt and (self.turn or self.coming):
            self._next_turn()

    def worth(self, player: str) -> int:
        """Cash, shares at their prices, privates at face value (C2.3)."""
        held = ((c, self.shares[c].get(player, 0)) for c in self.place)
        shares = sum(self.price(company) * percent // 10 for company, percent in held)
        privates = [p for p, owner in self.owner.items() if owner == player]
        return self.cash[player] + shares + sum(map(self._face, privates))

    def _next_round(self) -> None:
        kind, number, part = self.at
        if kind != "operating":
            self._rise()
            self.parts = self.phase.operating_rounds
            self.at = ("operating", number, 1)
        else:
            while self.turn or self.coming:
                self._next_turn()
            self.at = ("operating", number, part + 1)
            if part == self.parts:
                self._export()
                self.at = ("stock", number + 1, 0)
        if self.at[0] == "operating":
            self.pay_privates()
            self.coming = [c for c in self.in_order() if c in self.floated]

    def _next_turn(self) -> None:
        self._end_run()
        self.turn, self.paid = (self.coming.pop(0), False) if self.coming else ("", True)

    def _end_run(self) -> None:
        """Nothing came of the run: the price goes left, if a war does not hold it."""
        if self.turn and not self.paid:
            mine = [t for t, place in self.trains.items() if place == self.turn]
            if not (self.turn in self.at_war and len(mine) == 1):
                self._move(self.turn, -1)
            self._has_paid()

    def _has_paid(self) -> None:
        self.paid = True
        self.at_war = [c for c in self.at_war if c != self.turn]

    def pay_privates(self) -> None:
        for private in self.data.private_list:
            if owner := self.owner[private.symbol]:
                begun = [p.name for p in self.data.phases[: self.data.phases.index(self.phase) + 1]]
                later = private.powers.get("revenues", {}).items()
                revenue = [private.revenue, *(r for phase, r in later if str(phase) in begun)][-1]
                self.pay(BANK, owner, revenue)

    def _rise(self) -> None:
        for company in self.in_order():
            if not (self.shares[company].get(INITIAL) or self.shares[company].get(POOL)):
                row, column = self.place[company]
                self._put(company, row - 1, column)

    # --- phases

    def _begin(self, train: str) -> None:
        """Begin a phase with the first train of a type (C8.3, C9.3)."""
        type = self.data.trains[_type(train)]
        if type.name in self.begun:
            return
        self.begun.append(type.name)
        self.phase = next((p for p in self.data.phases if p.name == type.brings), self.phase)
        for one, place in self.trains.items():
            if place != DEPOT and self.data.trains[_type(one)].rusted_by == self.phase.name:
                self.trains[one] = GONE
        if type.name == self.war:
            owners = {*self.trains.values(), self.turn}
            self.at_war = [c for c in self.floated if c in owners]
        if self.phase.privates_close:
            for private in self.data.private_list:
                stays = (
                    private.powers.get("stays_open") and self.owner[private.symbol] in self.players
                )
                if not stays:
                    self.owner[private.symbol] = ""

    def _export(self) -> None:
        train = next((t for t, place in self.trains.items() if place == DEPOT), "")
        if _type(train) in self.data.train_sale.exported:
            self.trains[train] = GONE
            self._begin(train)

    def _close(self, key: str, company: str) -> None:
        for private in self.data.private_list:
            if private.powers.get(key) == company:
                self.owner[private.symbol] = ""

    # --- deeds

    def do(self, deed: Deed) -> None:
        handle = getattr(self, f"_{deed.body['type']}", None)
        if handle:
            handle(deed, deed.body)

    def _pass(self, deed: Deed, body: Mapping[str, Any]) -> None:
        if deed.step != "auction":
            return
        if self.contested:
            del self.bids[self.contested][body["party"]]
            self._resolve()
            return
        self.passes += 1
        if self.passes == len(self.players):
            self.passes = 0
            first = self.unsold[0]
            if list(self.data.privates).index(first) < self.data.opening.falling:
                self.less[first] = self.less.get(first, 0) + 5
            else:
                self.pay_privates()
                self._export()

    def _bid(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self.passes = 0
        self.bids.setdefault(body["private"], {})[body["player"]] = body["amount"]

    def _buy_private(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self.passes = 0
        private = body["private"]
        self._sell(private, body["player"], self._face(private) - self.less.get(private, 0))
        self._resolve()

    def _face(self, private: str) -> int:
        return int(self.data.privates[private].price)

    def _resolve(self) -> None:
        """Sell what has one bidder; several contest it (C3.3)."""
        self.contested = ""
        while self.unsold and (bids := self.bids.get(self.unsold[0])):
            if len(bids) > 1:
                self.contested = self.unsold[0]
                return
            self._sell(self.unsold[0], *next(iter(bids.items())))

    def _sell(self, private: str, player: str, price: int) -> None:
        self.pay(player, BANK, price)
        self.owner[private] = player
        self.unsold.remove(private)
        self.bids.pop(private, None)
        if company := self.data.privates[private].powers.get("share"):
            self._shift(company, INITIAL, player, 10)

    def _shift(self, company: str, giver: str, taker: str, percent: int) -> None:
        """Move shares; the president may change and the company float (C4.8, C4.9)."""
        held = self.shares[company]
        held[giver] -= percent
        held[taker] = held.get(taker, 0) + percent
        self._settle(company)
        floats = self.data.companies[company].kind.floats_at
        if company in self.par and company not in self.floated and 100 - held[INITIAL] >= floats:
            self.floated.append(company)
            self.pay(BANK, company, 10 * self.par[company])

    def _settle(self, company: str) -> None:
        held, old = self.shares[company], self.president.get(company)
        most = max(held.get(player, 0) for player in self.players)
        if old and held.get(old, 0) < most:
            at = self.players.index(old)
            left = self.players[at + 1 :] + self.players[:at]
            self.president[company] = next(p for p in left if held.get(p, 0) == most)

    def _begin_company(self, company: str, player: str, par: int) -> None:
        self.par[company], self.president[company] = par, player
        rows = self.data.chart.rows
        cells = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell]
        self._put(company, *next(at for at in cells if self._is_par(at, par)))
        self._shift(company, INITIAL, player, self.data.companies[company].shares[0])

    def _is_par(self, at: tuple[int, int], par: int) -> bool:
        cell = self._cell(*at)
        marked = any("par" in each.kinds for row in self.data.chart.rows for each in row if each)
        return cell.price == par and ("par" in cell.kinds or not marked)

    def _set_par(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self._begin_company(body["company"], body["player"], body["price"])
        self._close("closes_with_par", body["company"])

    def _start_company(self, deed: Deed, body: Mapping[str, Any]) -> None:
        company, player, par = body["company"], body["player"], body["price"]
        self.pay(player, BANK, par * self.data.companies[company].shares[0] // 10)
        self._begin_company(company, player, par)

    def _buy_share(self, deed: Deed, body: Mapping[str, Any]) -> None:
        company, percent = body["company"], body.get("percent") or 10
        price = self.par[company] if body["source"] == INITIAL else self.price(company)
        self.pay(body["player"], BANK, price * percent // 10)
        self._shift(company, body["source"], body["player"], percent)

    def _sell_shares(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self._sell_block(body["player"], body["company"], body["percent"])
        self.coming = [c for c in self.in_order() if c in self.coming]

    def _sell_block(self, player: str, company: str, percent: int) -> None:
        self.pay(BANK, player, self.price(company) * percent // 10)
        row, column = self.place[company]
        fall = percent // 10
        while fall and self._cell(row + 1, column):
            row, fall = row + 1, fall - 1
        self._shift(company, player, POOL, percent)
        self._put(company, row, column)

    def _exchange_private(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self._shift(
            self.data.privates[body["private"]].powers["exchange"],
            body["source"],
            body["player"],
            10,
        )
        self.owner[body["private"]] = ""

    def _sell_private(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self.pay(body["buyer"], body["seller"], body["price"])
        self.owner[body["private"]] = body["buyer"]

    def _buy_private_for_company(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self.pay(body["company"], self.owner[body["private"]], body["price"])
        self.owner[body["private"]] = body["company"]

    # --- turns of companies

    def _lay_tile(self, deed: Deed, body: Mapping[str, Any]) -> None:
        """The first tile of a hex pays for its terrain; some tiles cost again (C6.3)."""
        at, private = body["hex"], body.get("private")
        cost = sum(each.cost for each in self.data.map.hexes[at].terrain)
        kinds = {each.kind for each in self.data.map.hexes[at].terrain}
        mine = [p for p, owner in self.owner.items() if owner == body["company"]]
        if kinds <= {self.data.privates[p].powers.get("free_terrain") for p in mine}:
            cost = 0
        if at in self.tiles:
            cost = TILE_COSTS.get(self.tiles[at], 0)
        if private:
            powers = self.data.privates[private].powers
            extra = powers.get("additional_tile")
            less = (extra.discount if extra else None) or cost
            cost = cost if "distant_tile" in powers else max(0, cost - less)
        self.tiles[at] = body["tile"]
        if cost:
            self.pay(body["company"], BANK, cost)

    def _place_token(self, deed: Deed, body: Mapping[str, Any]) -> None:
        if deed.step != "token":
            return
        company = body["company"]
        own = self.data.companies[company]
        cost = own.token_costs[self.tokens[company]]
        self.tokens[company] += 1
        bonus = (own.token_bonuses or {}).get(body["stop"].partition(".")[0], 0)
        self.pay(company, BANK, (0 if body.get("private") else cost) - bonus)

    def _run_trains(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self.revenue = sum(deed.sums)
        trains = [t for t, place in self.trains.items() if place == body["company"]]
        if body["company"] in self.at_war and len(deed.sums) == len(trains):
            self.revenue -= min(deed.sums)

    revenue = 0

    def _dividend(self, deed: Deed, body: Mapping[str, Any]) -> None:
        """Pay the shares of players and those of the pool, or keep all (C7.4)."""
        company = body["company"]
        if body["kind"] == "withhold":
            self.pay(BANK, company, self.revenue)
        else:
            for holder, percent in self.shares[company].items():
                if holder != INITIAL:
                    to = company if holder == POOL else holder
                    self.pay(BANK, to, -(-self.revenue * percent // 100))
        self._move(company, -1 if body["kind"] == "withhold" else 1)
        self._has_paid()

    def _buy_train(self, deed: Deed, body: Mapping[str, Any]) -> None:
        """Pay for a train; the president adds what the company lacks (C8.7)."""
        company, train, price = body["company"], body["train"], body["price"]
        seller = self.trains.get(train, DEPOT)  # of some types there is no end
        of_bank = seller in (DEPOT, POOL)
        lacking = max(0, price - self.cash[company])
        self.pay(self.president[company], company, lacking)
        self.pay(company, BANK if of_bank else seller, price)
        self.trains[train] = company
        if given := body.get("trade_in"):
            self.trains[given] = POOL
        elif of_bank and price < self.data.trains[_type(train)].price:
            for private in self.data.private_list:
                if private.powers.get("closes_with_use") and self.owner[private.symbol] == company:
                    self.owner[private.symbol] = ""
        self._close("closes_on_train_of", company)
        if seller == DEPOT:
            self._begin(train)

    def _discard_train(self, deed: Deed, body: Mapping[str, Any]) -> None:
        self.trains[body["train"]] = POOL

    def _declare_bankruptcy(self, deed: Deed, body: Mapping[str, Any]) -> None:
        """The player sells what they can, each company once, and loses all cash (C8.9)."""
        player = body["player"]
        for company in self.in_order():
            if most := self._most_sold(player, company):
                self._sell_block(player, company, most)
        self.pay(player, BANK, self.cash[player])
        self.bankrupt = True

    def _most_sold(self, player: str, company: str) -> int:
        """The most that the pool takes and that leaves a president who may be one (C8.8)."""
        held, size = self.shares[company], self.data.companies[company].shares[0]
        most = max(held.get(other, 0) for other in self.players if other != player)
        moves = company != self.turn and self.data.train_sale.sales_move_presidents
        found = 0
        for percent in range(10, held.get(player, 0) + 1, 10):
            rest = held[player] - percent
            keeps = self.president[company] != player or (rest >= most and rest >= size)
            hands_over = moves and most >= size and rest < most
            if held.get(POOL, 0) + percent <= 50 and (keeps or hands_over):
                found = percent
        return found


def _type(train: str) -> str:
    return train.rpartition("-")[0]
