"""What a company may do about trains, told a second time from the book: purchases, marks, a private
that becomes a train, emergency money, the director's money; what privates it may buy; what comes of
it; what privates pay; what foreign companies do by themselves; and which privates close when.

Written by other means than the rules, to be compared with them: it reads states, and shares nothing
else with them. A move is a tuple, its kind first.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.state import State, TrainCard

Move = tuple[object, ...]

PRICES = (55, 56, 59, 62, 67, 72, 80, 89, 101, 116, 135)
PRICES += (160, 192, 233, 287, 359, 454, 584, 761, 1000)
KINDS = {"2": 100, "3+": 250, "5+": 450, "7+": 700, "5D+": 1250, "FLOOD": 2000}
PHASES = ("Yellow", "Green", "Blue", "Brown", "Red", "Gray")  # each begins with its kind
LIMITS = (4, 4, 4, 3, 2, 2)
RUSTS = {"Blue": "2", "Brown": "3+", "Red": "5+", "Gray": "7+"}
STEPS = ("track", "token", "run", "dividend", "trains")
FOREIGN = ("OZ", "BEL", "D")
CHEAPER = {"3+": 100, "5+": 150, "7+": 250}  # CM
MARK, MARKS, OF_MARK = 200, 3, 50  # BP
SAVED, LAST = "saved", "last run"
FACE = {
    **dict.fromkeys(("SLC", "SLD", "SLE", "SLK", "IJR", "SZK"), 0),
    **{"LVG": 70, "SHZ": 160, "CO": 160, "RWS": 250, "SWO": 300, "VVD": 120, "LOK": 140},
    **{"AMB": 140, "GEN": 160, "BOR": 180, "IJS": 180, "WSM": 180, "PTT": 220, "NFLM": 300},
    **{"MES": 180, "VER": 180, "CM": 200, "RB": 200, "KR": 200, "NFW": 210, "BEIJ": 260},
    **{"BP": 260, "KV": 320},
}
PAYS = {  # a player, and a company where that is another sum
    **dict.fromkeys(("SLC", "SLD", "SLE", "SLK", "SHZ", "CO", "BOR", "VER", "NFW"), (20, 20)),
    **{"IJR": (10, 10), "LVG": (5, 5), "RWS": (35, 35), "SWO": (25, 25), "VVD": (15, 15)},
    **{"LOK": (15, 15), "AMB": (20, 10), "GEN": (20, 0), "IJS": (5, 0), "WSM": (15, 0)},
    **{"PTT": (15, 15), "NFLM": (0, 20), "CM": (10, 10), "RB": (30, 30), "KR": (10, 10)},
    "KV": (50, 0),
}
ONCE = {"SLC", "SLD", "SLE", "SLK", "IJR", "LVG", "SHZ", "CO", "SWO", "VVD", "WSM", "VER", "CM"}
BUILDS = {"SWO": {"C10", "D9"}, "RWS": {"F13", "G12"}}


@dataclass
class Train:
    place: str
    marks: set[str]


class Table:
    """What lies on the table, of the state that is told."""

    def __init__(self, state: State) -> None:
        own, turn = state.own, state.round.operating
        self.cash = dict(state.cash)
        self.trains = {t: Train(card.place, set(card.marks)) for t, card in state.trains.items()}
        self.privates = dict(state.privates)
        self.order = state.order
        self.phase = PHASES.index(state.phase)
        self.held: dict[str, Counter[str]] = {}
        for certificate, place in state.certificates.items():
            company, _, number = certificate.rpartition("_")
            if company in FOREIGN:
                part = 4 if int(number) < 20 else 2
            else:
                part = 20 if number == "0" else 10
            self.held.setdefault(company, Counter())[place] += part
        self.directs = {c: state.certificates[f"{c}_0"] for c in self.held if c not in FOREIGN}
        self.space = {
            c: int(company.cell.rpartition(",")[2])
            for c, company in state.companies.items()
            if company.cell is not None
        }
        floated = {c for c, company in state.companies.items() if company.floated}
        cells = sorted(state.stacks, key=lambda cell: -int(cell.rpartition(",")[2]))
        self.operating = [c for cell in cells for c in state.stacks[cell] if c in floated]
        self.finished = set(own.finished)
        self.director = own.director  # the company that came with RWS
        self.obsolete, self.ageing = set(own.obsolete), own.ageing
        self.recorded = {c: [sum for _, sum in told] for c, told in own.recorded.items()}
        self.marks, self.marks_sold = Counter(own.marks), own.marks_sold
        self.laid = set(state.board.laid)
        self.company = turn.company if turn else ""
        self.step = STEPS[turn.step] if turn and turn.step < len(STEPS) else ""
        self.payable = turn.payable if turn else None
        self.raised = own.raised
        self.said, self.sold = own.drawn, own.sold
        self.values = Counter[str]()
        self.lying: list[str] = []  # a city with two markers of the company twice
        for stop, slots in (*state.board.tokens.items(), *state.board.tops.items()):
            if self.company in slots:
                self.lying.append(stop)
                self.values[stop] = state.board.stop(stop).value(())

    # --- what there is

    def of(self, company: str) -> list[str]:
        """The trains of a company."""
        return [train for train, card in self.trains.items() if card.place == company]

    def supply(self) -> str:
        """The kind that is for sale, "" for none."""
        lying = {kind_of(train) for train in self.of("depot")}
        return next((kind for kind in KINDS if kind in lying), "")

    def next(self) -> str:
        return next(train for train in self.of("depot") if kind_of(train) == self.supply())

    def room(self, company: str) -> bool:
        return len(self.of(company)) < LIMITS[self.phase]

    def over(self) -> list[str]:
        """Who has too many trains, in operating order."""
        return [c for c in self.operating if len(self.of(c)) > LIMITS[self.phase]]

    def owns(self, private: str, company: str = "") -> bool:
        return self.privates.get(private) == (company or self.company)

    @property
    def player(self) -> str:
        return self.directs[self.company]

    @property
    def treasury(self) -> int:
        return self.cash[self.company]

    @property
    def drawn(self) -> int:
        """What the director pays of what is bought next (RB), as far as he has it."""
        return min(self.said, self.cash[self.player])

    def worth(self, company: str, percent: int) -> int:
        """What so much of a company is sold for (Selling shares)."""
        space = self.space[company]
        if company in FOREIGN:
            return PRICES[max(0, space - 1)] * percent // 2
        return PRICES[space] * percent // 10

    # --- may it be done?

    def allows(self, move: Move) -> bool:
        match move:
            case ("buy", str(train), int(price)):
                return self._trades() and self._buys(train, price)
            case ("pass",):
                owes = self.supply() and not self.of(self.company)
                bought = self.sold and self.drawn == self.said <= self.dearest(self.said)
                return not owes and not bought
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
        """Of a train of the supply, the full one first."""
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

    def forced(self) -> bool:
        """Must it buy a train that its treasury cannot pay?"""
        if self.of(self.company) or not self.supply():
            return False
        return self.treasury < min(self.prices())

    def lacking(self) -> int:
        """What is wanting for the train with all cash."""
        if not self.forced():
            return 0
        return max(0, min(self.prices()) - self.treasury - self.cash[self.player])

    def needs(self) -> int:
        """For how much the director may sell now: for what was drawn on him, or for the train."""
        if self.said > self.cash[self.player]:
            most = self.cash[self.player] + self.can_bring()
            beyond = self.said > self.dearest(most)
            return 0 if beyond else self.said - self.cash[self.player]
        return self.lacking() if self._trades() else 0

    def dearest(self, his: int) -> int:
        """What the dearest train costs that could be paid with so much of his."""
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
                self.sold |= self.said > self.cash[self.player]
                self.pay("bank", self.player, self.worth(company, percent))
                self._sell(company, percent)
            case ("private", str(private)):
                self.sold |= self.said > self.cash[self.player]
                self.pay("bank", self.player, FACE[private] // 2)
                self.close(private)
            case ("take", str(private), int(price)):
                self.pay(self.company, self.privates[private], price)
                self.privates[private] = self.company
                if private == "SWO":
                    self.laid |= BUILDS["SWO"]
            case ("draw", int(amount)):
                self.said = amount

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.cash[payer] -= amount
        self.cash[payee] += amount

    def _buy(self, train: str, price: int) -> None:
        owner = self.trains[train].place
        if owner == "depot" and price < KINDS[kind_of(train)]:
            self.used("CM")
        if self.step != "trains":
            self.used("NFW")
        help = min(price, self.drawn)
        if help:
            self.used("RB")
            self.said, self.sold = 0, False
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

    def take(self, train: str, company: str) -> None:
        """A train comes to a company: "" out of the game. The first of its kind brings a phase."""
        self.trains[train].place = company or "gone"
        if company == self.director:
            self.close("RWS")
        self.begin(kind_of(train))

    def begin(self, kind: str) -> None:
        """Phase, rust, BEIJ; the limits are looked at by all (``over``)."""
        phase = list(KINDS).index(kind)
        if phase <= self.phase:
            return
        self.phase = phase
        for train, card in self.trains.items():
            if kind_of(train) == RUSTS.get(PHASES[phase]) and card.place != "gone":
                if SAVED in card.marks:
                    card.marks.add(LAST)
                else:
                    self.trains[train] = Train("gone", set())
        if PHASES[phase] == "Brown":
            self.ageing = True
            company = self.privates["BEIJ"]
            if company in self.directs:
                self.close("BEIJ")
                self.take(self.next(), company)

    def used(self, private: str) -> None:
        if private in ONCE or private in self.obsolete:
            self.close(private)

    def close(self, private: str) -> None:
        if self.privates[private] != "gone":
            self.privates[private] = "gone"
            self.laid |= BUILDS.get(private, set())

    # --- the private step, and privates that grow old

    def pay_privates(self) -> None:
        for private, sums in PAYS.items():
            owner = self.privates[private]
            if owner != "gone":
                self.pay("bank", owner, sums[owner in self.directs])

    def close_those(self, *owners: str) -> None:
        for private in self.obsolete:
            if self.privates[private] in owners:
                self.close(private)

    def turn_over(self, company: str) -> None:
        """Those of the company close; then, if the first 7+ was bought in it, all grow old."""
        self.close_those(company)
        if self.ageing:
            self.ageing = False
            self.obsolete = {p for p, owner in self.privates.items() if owner != "gone"}

    # --- foreign companies

    def abroad(self) -> None:
        """All of them on the market operate."""
        for company in FOREIGN:
            if company in self.space:
                self._earn(company)
                self._buy_back(company)
                self._buy_trains(company)
                self.turn_over(company)

    def _earn(self, company: str) -> None:
        revenue = -(-sum(self.recorded.get(company, ())) // 200) * 100
        half = revenue // 2
        self.pay("bank", company, half)
        for place, percent in self.held[company].items():
            if place != "pool":
                self.pay("bank", place, half * percent // 100)
        self._move(company, 1 if revenue else -1)

    def _move(self, company: str, spaces: int) -> None:
        self.space[company] = min(max(self.space[company] + spaces, 0), len(PRICES) - 1)

    def _buy_back(self, company: str) -> None:
        price, held = PRICES[self.space[company]] // 2, self.held[company]
        count = min(held["pool"] // 2, self.cash[company] // price)
        self.pay(company, "bank", count * price)
        held["pool"] -= 2 * count
        held[company] += 2 * count

    def _buy_trains(self, company: str) -> None:
        while (kind := self.supply()) and KINDS[kind] <= self.cash[company]:
            self.pay(company, "bank", KINDS[kind])
            if kind == "FLOOD":
                self.begin(kind)
            else:
                self.take(self.next(), "")
            self._move(company, 1)


def kind_of(train: str) -> str:
    return train.rpartition("-")[0]


def cards(table: Table) -> dict[str, TrainCard]:
    """The trains as a state has them; of those out of the game nothing more is to be told."""
    return {
        train: TrainCard(card.place, 0, tuple(sorted(card.marks)))
        for train, card in table.trains.items()
    }
