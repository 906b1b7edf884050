"""The table of a state, told a second time from the book.

It covers trains and the phases that they bring, the pay of privates and their closing, and the
automatic actions of foreign companies.

This is written by other means than the rules, to be compared with them. It reads states, and shares
nothing else with them.
"""

from collections import Counter
from dataclasses import dataclass

from companion.rules.core.state import State, TrainCard

PRICES = (55, 56, 59, 62, 67, 72, 80, 89, 101, 116, 135)
PRICES += (160, 192, 233, 287, 359, 454, 584, 761, 1000)
KINDS = {"2": 100, "3+": 250, "5+": 450, "7+": 700, "5D+": 1250, "FLOOD": 2000}
PHASES = ("Yellow", "Green", "Blue", "Brown", "Red", "Gray")  # each begins with its kind
LIMITS = (4, 4, 4, 3, 2, 2)
RUSTS = {"Blue": "2", "Brown": "3+", "Red": "5+", "Gray": "7+"}
STEPS = ("track", "token", "run", "dividend", "trains")
FOREIGN = ("OZ", "BEL", "D")
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
    """The table in the state that is told."""

    def __init__(self, state: State) -> None:
        own, turn = state.title_state, state.round.operating
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
        self.directs = {
            c: state.certificates[f"{c}_0"] for c in self.held if c not in (*FOREIGN, "NFLM")
        }
        self.space = {
            c: int(company.cell.rpartition(",")[2])
            for c, company in state.companies.items()
            if company.cell is not None
        }
        floated = {c for c, company in state.companies.items() if company.floated}
        cells = sorted(state.stacks, key=lambda cell: -int(cell.rpartition(",")[2]))
        self.operating = [c for cell in cells for c in state.stacks[cell] if c in floated]
        self.finished = set(own.operated_companies)
        self.director = own.director_company  # the company that came with RWS
        self.obsolete, self.ageing = set(own.obsolete_privates), own.is_obsolescence_due
        self.recorded = {c: [sum for _, sum in told] for c, told in own.offboard_visits.items()}
        self.marks, self.marks_sold = Counter(own.unassigned_marks), own.mark_sale_count
        self.laid = set(state.board.laid)
        self.company = turn.company if turn else ""
        self.step = STEPS[turn.step] if turn and turn.step < len(STEPS) else ""
        self.payable = turn.money_without_last_share if turn else None
        self.raised = own.has_marker_money
        self.said, self.sold, self.had = (
            own.director_payment,
            own.has_director_sold,
            own.money_without_last_share,
        )
        self.values = Counter[str]()
        self.lying: list[str] = []  # a city with two markers of the company twice
        for stop, slots in (*state.board.tokens.items(), *state.board.stacked_tokens.items()):
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
        """The companies with too many trains, in operating order."""
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
        """The director's payment for the next purchase (RB), as far as their cash goes."""
        return min(self.said, self.cash[self.player])

    def worth(self, company: str, percent: int) -> int:
        """The proceeds for that much of a company (Selling shares)."""
        space = self.space[company]
        if company in FOREIGN:
            return PRICES[max(0, space - 1)] * percent // 2
        return PRICES[space] * percent // 10

    # --- money, trains, privates

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.cash[payer] -= amount
        self.cash[payee] += amount

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
