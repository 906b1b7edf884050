"""The simple rules, told a second time.

They are prices, dividends, trains, tiles, markers and the order of companies.

This is written from the book's words with figures of its own, and checks a game while it is played.
It reads the deeds off the events, and computes their results itself.
"""

from collections import Counter
from typing import Any

from companion.board.path_completion import links
from companion.rules.core.actions import (
    Action,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    PlaceToken,
    SellShares,
)
from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.stock.share_trading import StockRound
from companion.titles.t1828.title_state import game_of

GRID = [
    row.split()
    for row in """
122 130 138 147 157 167 178 191 213 240 272 312 357 412 500
112 120 127 136 145 154 164 176 197 221 251 287 329 380 443
102 107 113 119 126 133 140 149 165 184 207 235 267 305 353
95 100 105 111 117 124 130 139 153 171 192 218 248 284 328
87 92 96 101 106 111 117 124 136 151 169 191 216 246 283
81 86 90 94 99 104 109 116 127 141 158 179 202 230
76 80 84 88 93 97 102 108 119 132 148 167 189
71# 75 78 82 86 91 95 101 111 123 138 156
66# 70# 73 77 81 85 89 94 104 115 129
62# 65# 69 72 76 79 83 88 97 108
58# 61# 64# 67 71 74 78 82 91 101
54# 57# 60# 63# 66 69 71 77 85
51# 53# 56# 59# 62 65 68 72 79
47# 50# 52# 55# 58# 60 64 67 74
. 47# 49# 51# 54# 57# 59
. 43# 46# 48# 50# 53# 55#
. . 43# 45# 47# 49# 52#
. . 40# 42# 44# 46# 48#
""".strip().splitlines()
]
PARS = {67: (13, 7), 71: (11, 6), 79: (9, 5), 86: (7, 4), 94: (5, 3), 105: (3, 2), 120: (1, 1)}
PARS_FROM = {86: "Green", 94: "Green", 105: "Blue", 120: "Brown"}
PHASES = ["Yellow", "Green", "Blue", "Brown", "Red", "Gray", "Purple"]
LIMIT = dict(zip(PHASES, (4, 4, 4, 3, 2, 2, 2), strict=True))
ROUNDS = dict(zip(PHASES, (1, 2, 2, 3, 3, 3, 4), strict=True))
TRAINS = {"2": 80, "3": 160, "5": 250, "3+D": 350, "6": 650, "8E": 800, "D": 900}
RUSTS = {"2": "Blue", "3": "Red", "5": "Gray", "3+D": "Purple"}
WATER = [
    "B6",
    "B8",
    "B14",
    "B22",
    "C15",
    "C23",
    "D6",
    "D14",
    "E9",
    "E11",
    "F8",
    "F26",
    "G23",
    "H2",
    "I3",
    "I21",
    "J2",
    "J18",
]
MOUNTAIN = ["C21", "C25", "D26", "E21", "E25", "F20", "G17", "G19", "I15", "J14", "J16", "K13"]
BLOCKED = {
    **{"SVN": "G19", "StCT": "D10", "C&StL": "B24", "D&H": "F20", "C&P": "C15", "M&H": "D22"},
    **{"E&K": "E7", "C&A": "H22"},
}
PRICES = {"SVN": 20, "StCT": 20, "C&StL": 40, "D&H": 80, "C&P": 80, "M&H": 120, "E&K": 120}
PRICES |= {"C&A": 160} | dict.fromkeys(("CPR", "GT", "IC", "MC", "MP", "NKP", "NW", "OS&H"), 250)
Place = tuple[int, int]


def price(at: Place) -> int:
    return int(GRID[at[0]][at[1]].strip("#"))


def there(row: int, column: int) -> bool:
    inside = 0 <= row < len(GRID) and 0 <= column < len(GRID[row])
    return inside and GRID[row][column] != "."


def down(at: Place) -> Place:
    return (at[0] + 1, at[1]) if there(at[0] + 1, at[1]) else at


def up(at: Place) -> Place:
    if there(at[0] - 1, at[1]):
        return (at[0] - 1, at[1])
    return (at[0], at[1] + 1) if there(at[0], at[1] + 1) else at


def right(at: Place) -> Place:
    return (at[0], at[1] + 1) if there(at[0], at[1] + 1) else up(at)


def left(at: Place) -> Place:
    return (at[0], at[1] - 1) if there(at[0], at[1] - 1) else down(at)


def merged(one: Place, two: Place) -> Place:
    most = max(price(one), price(two)) + min(price(one), price(two)) // 2
    start = min((one, two), key=lambda at: at[1])
    line = [(row, start[1]) for row in range(start[0], -1, -1) if there(row, start[1])]
    line += [(0, column) for column in range(start[1] + 1, len(GRID[0]))]
    return max((at for at in line if price(at) <= most), key=price)


class Market:
    """The place of each company: the cells, with the company on top first."""

    def __init__(self) -> None:
        self.cells: dict[Place, list[str]] = {}
        self.at: dict[str, Place] = {}

    def put(self, company: str, to: Place) -> None:
        if self.at.get(company) == to:
            return
        self.take(company)
        self.at[company] = to
        self.cells.setdefault(to, []).append(company)

    def take(self, company: str) -> None:
        if company in self.at:
            self.cells[self.at.pop(company)].remove(company)

    def order(self) -> list[str]:
        def key(company: str) -> tuple[int, int, int]:
            at = self.at[company]
            return (-price(at), -at[1], self.cells[at].index(company))

        return sorted(self.at, key=key)

    @property
    def stacks(self) -> dict[str, tuple[str, ...]]:
        return {f"{r},{c}": tuple(own) for (r, c), own in self.cells.items() if own}


class Onlooker:
    """Looks on at a game, and finds what is not as it should be. Raises AssertionError."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.market = Market()
        self.parts: dict[str, tuple[str, ...]] = {}
        self.seen: Counter[str] = Counter()
        self.fresh: dict[str, list[str]] = {}  # hexes a company laid on in its turn
        self.lays = Counter[str]()  # what was laid in the turn
        count = len(rules.seats)
        self.depot = Counter({"2": 6, "3": 9, "5": 4, "3+D": 6, "6": 3 if count < 5 else 4})
        self.depot |= Counter({"8E": 3})
        self.phase = "Yellow"
        self.last_set = 0

    # --- what is read off a state

    def shares(self, state: State, company: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for certificate, place in state.certificates.items():
            symbol, _, number = certificate.rpartition("_")
            if symbol == company:
                found[place] += 20 if number == "0" else 10
        return found

    def owned(self, state: State, company: str) -> list[tuple[str, int]]:
        cards = state.trains.items()
        return [(t.rpartition("-")[0], card.charter) for t, card in cards if card.place == company]

    def has_route(self, state: State, company: str) -> bool:
        """From a city with an own marker a track leads to another centre: then there is one."""
        coal = company in game_of(state).coal_markers
        return any(
            link.stop != stop and (coal or link.stop != "K11.0")
            for stop in state.board.token_stops(company)
            for link in links(state.board, stop)
        )

    def director(self, state: State, company: str) -> str:
        return state.certificates[f"{company}_0"]

    # --- looking on

    def see(self, before: State, action: Action, outcome: Outcome) -> None:
        self._acted(before, action, outcome)
        for event in outcome.events:
            self._told(event)
        state = outcome.state
        if self._ends_stock_round(before, state):
            self._rise(state)
            self.seen["rise"] += 1
        self._all_in_order(before, state)

    def _ends_stock_round(self, before: State, state: State) -> bool:
        if not isinstance(before.round, StockRound):
            return False
        return not isinstance(state.round, StockRound) or bool(state.end_reason)

    def _rise(self, state: State) -> None:
        for company in self.market.order():
            held = self.shares(state, company)
            if not state.companies[company].floated or held["initial"] or held["pool"]:
                continue
            at = self.market.at[company]
            times = 1 + (held[self.director(state, company)] >= 80)
            times += GRID[at[0]][at[1]].endswith("#")
            for _ in range(times):
                at = up(at)
            self.market.put(company, at)

    def _told(self, event: Event) -> None:
        facts: dict[str, Any] = event.facts
        company, kind = str(facts.get("company", "")), event.kind
        if kind in ("started_company", "swapped_private_half"):
            self.market.put(company, PARS[facts["price"]])
            from_phase = PARS_FROM.get(facts["price"], "Yellow")
            assert PHASES.index(from_phase) <= PHASES.index(self.phase) < 6, "par of the phase"
        elif kind in ("paid", "withheld", "did_not_run"):
            moves = right if kind == "paid" else left
            self.market.put(company, moves(self.market.at[company]))
            self.seen[kind] += 1
        elif kind == "sold_shares":
            at = self.market.at[company]
            assert facts["amount"] == price(at) * facts["percent"] // 10, "a lot at the old price"
            for _ in range(facts["percent"] // 10):
                at = down(at)
            self.market.put(company, at)
        elif kind == "merged":
            other = str(facts["other_company"])
            to = merged(self.market.at[company], self.market.at[other])
            assert facts["price"] == price(to)
            self.market.take(other)
            self.market.take(company)
            self.market.put(company, to)
            self.parts[company] = (company, other)
            self.seen["merged"] += 1
        elif kind == "round" and facts["round"][0] == "operating" and facts["round"][2] == 1:
            self.seen["set"] += 1

    # --- deeds

    def _acted(self, before: State, action: Action, outcome: Outcome) -> None:
        if isinstance(action, BuyTrain):
            self._bought(before, action, outcome)
        elif isinstance(action, LayTile):
            self._laid(before, action, outcome)
        elif isinstance(action, PlaceToken):
            self._placed(action, outcome)
        elif isinstance(action, SellShares) and isinstance(before.round, OperatingRound):
            self._sold_for_a_train(before, action, outcome)
        elif isinstance(action, DeclareBankruptcy):
            self._bankrupt(before, action)
        if before.round.operating is not None and before.round.operating.revenue:
            self._divided(before, outcome)

    def _divided(self, before: State, outcome: Outcome) -> None:
        """All or nothing: players for theirs, the company for the pool's and its own."""
        turn = before.round.operating
        assert turn is not None
        company, revenue = turn.company, turn.revenue or 0
        told = [e for e in outcome.events if e.kind in ("paid", "withheld")]
        if not [e for e in told if e.facts["company"] == company]:
            return
        assert revenue % 10 == 0
        got: Counter[str] = Counter()
        for entry in outcome.entries:
            if entry.memo in ("dividend", "withheld") and entry.about == (company,):
                got.update({p.account: p.amount for p in entry.postings if p.account != "bank"})
        if told[0].kind == "withheld":
            assert got == {company: revenue}
            return
        due: Counter[str] = Counter()
        for place, percent in self.shares(before, company).items():
            if place != "initial":
                payee = place if place in self.rules.seats else company
                due[payee] += revenue * percent // 100
        assert +got == +due
        self.seen["divided"] += 1

    def _bought(self, before: State, action: BuyTrain, outcome: Outcome) -> None:
        kind, company = action.train.rpartition("-")[0], action.company
        seller = before.trains[action.train].place
        shell = action.charter or 0
        held = sum(charter == shell for _, charter in self.owned(before, company))
        assert held < LIMIT[self.phase], "room before the purchase"
        if seller == "depot":
            first = next((name for name in TRAINS if name == "D" or self.depot[name]), "D")
            assert (kind, action.price) == (first, TRAINS[first]), "one kind, in order, at face"
            if kind != "D":
                self.depot[kind] -= 1
            brought = PHASES[list(TRAINS).index(kind)]
            self.phase = max(self.phase, brought, key=PHASES.index)
        else:
            assert action.price >= 1
        lacking = action.price - before.cash[company]
        if lacking <= 0:
            return
        director = self.director(before, company)
        paid = [p for e in outcome.entries if e.memo == "president_help" for p in e.postings]
        assert {p.account: p.amount for p in paid} == {director: -lacking, company: lacking}
        assert action.price <= TRAINS[kind], "with help no more than face"
        assert self.has_route(before, company)
        empty = {0, 1} if company in self.parts else {0}
        assert not self.owned(before, company) or shell in empty - {
            charter for _, charter in self.owned(before, company)
        }
        self.seen["helped"] += 1

    def _bank(self) -> int:
        return TRAINS[next((name for name in TRAINS if name == "D" or self.depot[name]), "D")]

    def _sold_for_a_train(self, before: State, action: SellShares, outcome: Outcome) -> None:
        turn = before.round.operating
        assert turn is not None
        company, player = turn.company, action.player
        assert self.director(before, company) == player == self.director(outcome.state, company)
        cash = before.cash[company] + before.cash[player]
        worth = price(self.market.at[action.company])
        less = cash + worth * (action.percent // 10 - 1)
        assert less < self._bank(), "no more than needed"
        assert not self.owned(before, company) or company in self.parts
        assert self.has_route(before, company)
        self.seen["sold for a train"] += 1

    def _sellable(self, state: State, player: str, company: str, keep: bool) -> int:
        held = self.shares(state, company)
        mine = held[player]
        if self.director(state, company) != player:
            return mine
        others = [held[seat] for seat in self.rules.seats if seat != player and held[seat] >= 20]
        for percent in range(mine, 0, -10):
            passes = any(theirs > mine - percent for theirs in others)
            if passes and keep:
                continue
            if passes or mine - percent >= 20:
                return percent
        return 0

    def _bankrupt(self, before: State, action: DeclareBankruptcy) -> None:
        turn = before.round.operating
        assert turn is not None
        company, player = turn.company, self.director(before, turn.company)
        assert action.actor() == player
        assert not self.owned(before, company) and self.has_route(before, company)
        total = before.cash[company] + before.cash[player]
        for other, at in self.market.at.items():
            total += self._sellable(before, player, other, other == company) // 10 * price(at)
        assert total < self._bank(), "bankrupt only who cannot pay the bank's train"
        self.seen["bankrupt"] += 1

    def _laid(self, before: State, action: LayTile, outcome: Outcome) -> None:
        company, at = action.company, action.hex
        colour = self.rules.tile(action.tile).colour
        allowed = {"yellow": 0, "green": 1, "brown": 3}[colour]
        assert PHASES.index(self.phase) >= allowed, "colours of the phase"
        first = at not in before.board.laid
        ground = 0 if not first else 80 * (at in WATER) + 120 * (at in MOUNTAIN)
        paid = sum(
            -posting.amount
            for entry in outcome.entries
            if entry.memo == "terrain" and at in entry.about
            for posting in entry.postings
            if posting.account == company
        )
        for private, hex in BLOCKED.items():
            if hex == at and company != private:
                assert before.privates[private] not in self.rules.seats, "a hex that is kept"
        extra = {"D&H": {120}, "C&StL": {0}, "E&K": {0, ground + 20}}
        usual = {ground, ground + 40} if {"B&M", "NYH"} & {*self._parts(company)} else {ground}
        assert paid in extra.get(action.private or "", usual), "terrain, once; or $40, $20, $120"
        if at == "K13":
            assert (action.tile, action.rotation % 3, paid) == ("4", 1, 120)
        assert at not in self.fresh.get(company, []) or colour == "yellow"
        self.fresh.setdefault(company, []).append(at)
        self._count_lays(action, colour, paid - ground)
        self.seen["laid"] += 1

    def _parts(self, company: str) -> tuple[str, ...]:
        return self.parts.get(company, (company,))

    def _count_lays(self, action: LayTile, colour: str, fee: int) -> None:
        """Actions of the turn; with an upgrade nothing for $40 or $20."""
        if action.company == "C&P" or action.private == "C&StL":
            return
        if action.private == "E&K" and action.hex == "E7" and not fee:
            return
        kind = "upgrade" if colour != "yellow" else "new"
        if action.private == "E&K":
            kind = "E&K"
        elif fee == 40 and action.private is None:
            kind = "$40"
        self.lays[kind] += 1
        actions = len(self._parts(action.company))
        forty = len({"B&M", "NYH"} & {*self._parts(action.company)})
        assert self.lays["new"] + self.lays["upgrade"] <= actions
        assert self.lays["upgrade"] <= 1 and self.lays["E&K"] <= 1
        assert self.lays["$40"] <= forty
        assert not (self.lays["upgrade"] and (self.lays["$40"] or self.lays["E&K"]))

    def _placed(self, action: PlaceToken, outcome: Outcome) -> None:
        company, at = action.company, action.stop.partition(".")[0]
        assert at != "K11", "no marker on the coalfields"
        token = [e for e in outcome.entries if e.memo == "token" and e.about[0] == company]
        told = [e for e in outcome.events if e.kind == "token" and e.facts["company"] == company]
        if not told:
            return  # a home
        cost = 0 if action.private in ("D&H", "C&P") else 100
        assert sum(-p.amount for e in token for p in e.postings if p.account == company) == cost
        slots = [s for stop, s in outcome.state.board.tokens.items() if stop.startswith(f"{at}.")]
        assert sum(own.count(company) for own in slots) == 1, "one a hex"
        self.seen["token"] += 1

    # --- what always holds

    def _all_in_order(self, before: State, state: State) -> None:
        assert state.phase == self.phase
        if not any(question.step == "merger" for question in state.questions):
            assert {c: own for c, own in state.stacks.items() if own} == self.market.stacks
        waiting = any(question.step == "discard" for question in state.questions)
        gone = {name for name, by in RUSTS.items() if PHASES.index(by) <= self._now}
        for company in state.companies:
            owned = self.owned(state, company)
            shells = Counter(charter for _, charter in owned)
            if company == "C&P":
                continue
            arranging = company in self.parts and state.round.operating is not None
            if not waiting and not arranging:
                assert all(count <= LIMIT[self.phase] for count in shells.values())
            assert not gone & {name for name, _ in owned}, "rust"
            if owned and not any(question.step == "merger" for question in state.questions):
                for part in self._parts(company):
                    assert state.privates.get(part, "gone") == "gone"
        if self._now >= PHASES.index("Red"):
            assert set(state.privates.values()) == {"gone"}
        self._turns(before, state)

    @property
    def _now(self) -> int:
        return PHASES.index(self.phase)

    def _turns(self, before: State, state: State) -> None:
        """Whose turn it is, who has a train at the end of it, how many rounds there are."""
        was, now = before.round, state.round
        if isinstance(was, StockRound) and isinstance(now, OperatingRound):
            assert now.parts == ROUNDS[self.phase]
            if self.phase == "Purple" and not self.last_set:
                self.last_set = now.number
        if state.end_reason == "purple":
            assert (was.number, getattr(was, "part", 0)) == (self.last_set, 4)
            self.seen["purple"] += 1
        if was.operating is not None and not state.end_reason:
            company = was.operating.company
            same = now.operating is not None and now.operating.company == company
            same &= (was.number, getattr(was, "part", 0)) == (now.number, getattr(now, "part", 0))
            if not same:
                self.fresh.pop(company, None)
                self.lays.clear()
                self.seen["turn"] += 1
            if company != "C&P" and not same:
                assert self.owned(state, company) or not self.has_route(state, company)
        new = now.operating
        if new is not None and new.company != "C&P" and isinstance(now, OperatingRound):
            before_it = was.operating.company if was.operating else ""
            if new.company != before_it and not state.questions:
                waiting = [c for c in self.market.order() if state.companies[c].floated]
                left = [c for c in waiting if c in now.companies and c not in now.companies_done]
                assert left[0] == new.company

    def worth(self, state: State, player: str) -> int:
        """Cash, privates at face, shares at market."""
        shares = sum(
            self.shares(state, company)[player] // 10 * price(at)
            for company, at in self.market.at.items()
        )
        privates = sum(PRICES[p] for p, owner in state.privates.items() if owner == player)
        return state.cash[player] + shares + privates
