"""The private auction told a second time: rows of privates, and bids laid on them.

Written from the book's words and by other means than the rules, to be compared with them.
"""

from dataclasses import dataclass, field

ROWS = (("SVN", "StCT"), ("C&StL",), ("D&H", "C&P"), ("M&H", "E&K"), ("C&A",))
FACES = (20, 40, 80, 120, 160, 250)
PAYS = {"SVN": 5, "StCT": 5, "C&StL": 10, "D&H": 15, "C&P": 15, "M&H": 20, "E&K": 20, "C&A": 25}
DEAREST_PAYS = 40
PARS = (67, 71, 79)

Move = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, int]


@dataclass
class Auction:
    """``order`` are the players by their cards; ``bids`` as they were laid down."""

    order: list[str]
    cash: dict[str, int]
    dearest: tuple[str, ...]
    owner: dict[str, str] = field(default_factory=dict)
    bids: list[tuple[str, str, int]] = field(default_factory=list)
    turn: str = ""
    passed: int = 0
    contest: str = ""
    all_have_passed: bool = False
    naming: list[tuple[str, str]] = field(default_factory=list)
    named: list[tuple[str, int]] = field(default_factory=list)
    tenths: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.turn = self.turn or self.order[0]

    # --- what lies on the table

    def rows(self) -> list[list[str]]:
        """The privates that nobody has, those of the emptied rows gone."""
        left = [[s for s in row if s not in self.owner] for row in (*ROWS, self.dearest)]
        return [row for row in left if row]

    def face(self, private: str) -> int:
        for row, face in zip((*ROWS, self.dearest), FACES, strict=True):
            if private in row:
                return face
        raise KeyError(private)

    def on(self, private: str) -> list[tuple[int, str]]:
        """The bids on a private, lowest first."""
        return sorted((amount, who) for who, what, amount in self.bids if what == private)

    def laid_down(self, player: str, but: str = "") -> int:
        return sum(amount for who, what, amount in self.bids if who == player and what != but)

    def for_sale(self) -> str:
        """In the cheapest row: the only one without a bid."""
        rows = self.rows()
        bare = [s for s in rows[0] if not self.on(s)] if rows else []
        return bare[0] if len(bare) == 1 else ""

    @property
    def over(self) -> bool:
        return not self.rows() and not self.naming

    def next_after(self, player: str) -> str:
        return self.order[(self.order.index(player) + 1) % len(self.order)]

    # --- who may do what

    def who(self) -> str:
        if self.naming:
            return self.naming[0][0]
        return self.on(self.contest)[0][1] if self.contest else self.turn

    def allows(self, move: Move) -> bool:
        if self.over or move[1] != self.who():
            return False
        if self.naming:
            return move[0] == "par" and move[2] == self.naming[0][1] and move[3] in PARS
        if move[0] == "pass":
            return True
        if move[0] == "par" or move[2] in self.owner or not self._lies(move[2]):
            return False
        if move[0] == "buy":
            free = self.cash[move[1]] - self.laid_down(move[1])
            return not self.contest and move[2] == self.for_sale() and self.face(move[2]) <= free
        return self._may_bid(move[1], move[2], move[3])

    def _lies(self, private: str) -> bool:
        return any(private in row for row in self.rows())

    def _may_bid(self, player: str, private: str, amount: int) -> bool:
        if self.contest:
            if private != self.contest:
                return False
        elif private == self.for_sale():
            return False
        highest = max((other for other, _ in self.on(private)), default=self.face(private))
        free = self.cash[player] - self.laid_down(player, but=private)
        return amount % 5 == 0 and highest < amount <= free

    # --- what comes of it

    def do(self, move: Move) -> None:
        kind, player = move[:2]
        if kind == "par":
            self.naming.pop(0)
            self.named.append((move[2], move[3]))
            self._gets(player, move[2], 2)
        elif kind == "buy":
            self.passed, self.turn = 0, self.next_after(player)
            self._sold(player, move[2], self.face(move[2]))
            self._release()
        elif kind == "bid":
            self._lay_down(player, move[2], move[3])
            if not self.contest:
                self.passed, self.turn = 0, self.next_after(player)
        elif self.contest:
            self.bids = [bid for bid in self.bids if bid[:2] != (player, self.contest)]
            self._settle_contest()
        else:
            self.passed, self.turn = self.passed + 1, self.next_after(player)
            if self.passed == len(self.order):
                self.passed, self.all_have_passed = 0, True
                self._release()

    def _lay_down(self, player: str, private: str, amount: int) -> None:
        alone = private in self.dearest
        self.bids = [
            (who, what, much)
            for who, what, much in self.bids
            if what != private or (who != player and not alone)
        ]
        self.bids.append((player, private, amount))

    def _sold(self, player: str, private: str, price: int) -> None:
        self.bids = [bid for bid in self.bids if bid[1] != private]
        self.cash[player] -= price
        self.owner[private] = player
        if private == "C&A":
            self._gets(player, "PRR", 1)
        if private in self.dearest:
            self._gets(player, private, 1)
            self.naming.append((player, private))

    def _gets(self, player: str, company: str, tenths: int) -> None:
        self.tenths[player, company] = self.tenths.get((player, company), 0) + tenths

    def _release(self) -> None:
        """One private after the other goes to its bidders, until nothing more goes by itself."""
        while private := self._next_released():
            bids = self.on(private)
            if len(bids) > 1:
                self.contest = private
                return
            self._sold(bids[0][1], private, bids[0][0])
        if self.all_have_passed:
            self.all_have_passed = False
            for private, owner in self.owner.items():
                self.cash[owner] += PAYS.get(private, DEAREST_PAYS)

    def _next_released(self) -> str:
        if self.all_have_passed:
            return next((s for row in self.rows() for s in row if self.on(s)), "")
        rows = self.rows()
        return rows[0][0] if rows and all(self.on(s) for s in rows[0]) else ""

    def _settle_contest(self) -> None:
        bids = self.on(self.contest)
        if len(bids) == 1:
            private, self.contest = self.contest, ""
            self._sold(bids[0][1], private, bids[0][0])
            self._release()
