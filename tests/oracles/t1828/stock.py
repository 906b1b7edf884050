"""A stock round told a second time: what may be done in a turn, and what comes of it.

Written from the book's words and by other means than the rules, to be compared with them. Shares
are counted in tenths; mergers are only announced here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

GRID = """
122  130  138  147  157  167  178  191  213  240  272  312  357  412  500E
112  120n 127  136  145  154  164  176  197  221  251  287  329  380  443
102  107  113  119  126  133  140  149  165  184  207  235  267  305  353
95   100  105b 111  117  124  130  139  153  171  192  218  248  284  328
87   92   96   101  106  111  117  124  136  151  169  191  216  246  283
81   86   90   94g  99   104  109  116  127  141  158  179  202  230
76   80   84   88   93   97   102  108  119  132  148  167  189
71#  75   78   82   86g  91   95   101  111  123  138  156
66#  70#  73   77   81   85   89   94   104  115  129
62#  65#  69   72   76   79y  83   88   97   108
58#  61#  64#  67   71   74   78   82   91   101
54#  57#  60#  63#  66   69   71y  77   85
51#  53#  56#  59#  62   65   68   72   79
47#  50#  52#  55#  58#  60   64   67y  74
.    47#  49#  51#  54#  57#  59
.    43#  46#  48#  50#  53#  55#
.    .    43#  45#  47#  49#  52#
.    .    40#  42#  44#  46#  48#
"""
SPACES = {
    (row, column): text
    for row, line in enumerate(GRID.strip().splitlines())
    for column, text in enumerate(line.split())
    if text != "."
}
LETTERS = {"Yellow": "y", "Green": "yg", "Blue": "ygb", "Purple": ""}
EVERY_LETTER = "ygbn"

Space = tuple[int, int]
Sell = tuple[str, str, str, int]
Move = tuple[str, str] | tuple[str, str, str, str] | Sell | tuple[str, str, str, str, int]


def price(at: Space) -> int:
    return int(SPACES[at].rstrip("#Eygbn"))


def is_gray(at: Space) -> bool:
    return SPACES[at].endswith("#")


def pars(phase: str) -> dict[int, Space]:
    """The par prices of a phase, with where they are."""
    letters = LETTERS.get(phase, EVERY_LETTER)
    return {price(at): at for at, text in SPACES.items() if text[-1] in letters}


@dataclass
class Company:
    """A company.

    ``tenths`` are those of players, "initial", "pool" and of a system itself, "own". ``at`` is the
    cell of its price, None without par.
    """

    tenths: dict[str, int]
    at: Space | None = None
    par: int | None = None
    director: str = ""
    floated: bool = False
    floated_before: bool = False
    system: bool = False
    treasury: int = 0

    def of(self, owner: str) -> int:
        return self.tenths.get(owner, 0)


@dataclass
class StockRound:
    """A stock round.

    ``order`` are the players by their cards. ``stacks`` are the companies by the cells of their
    prices, the first on top. ``deed`` is the deed of the player on turn beside sales.
    ``next_of_two`` is the gray company of which they may buy another certificate now.
    """

    order: list[str]
    cash: dict[str, int]
    companies: dict[str, Company]
    stacks: dict[Space, list[str]]
    number: int
    phase: str
    turn: str
    swapper: str = ""  # who has the M&H
    deed: bool = False
    next_of_two: str = ""
    acted: bool = False
    cards: list[str] = field(default_factory=list)
    sold: set[tuple[str, str]] = field(default_factory=set)
    over: bool = False

    # --- what may be done

    def allows(self, move: Move) -> bool:
        if self.over or move[1] != self.turn:
            return False
        match move:
            case ("pass", _):
                return True
            case ("sell", player, company, tenths):
                return self._may_sell(player, self.companies[company], int(tenths))
            case ("buy", player, company, str(source)):
                return self._may_buy(player, company, source)
            case ("par", player, company, _, int(par)):
                return self._may_par(self.companies[company], par, 2 * par <= self.cash[player])
            case ("swap", player, company, str(source)):
                own = self.companies[company]
                return self._may_swap(player) and own.at is not None and own.of(source) > 0
            case ("half", player, company, _, int(par)):
                payable = par <= self.cash[player]
                return self._may_swap(player) and self._may_par(
                    self.companies[company], par, payable
                )
        raise AssertionError(move)

    def _may_sell(self, player: str, own: Company, tenths: int) -> bool:
        if self.number == 1 or own.at is None or not 0 < tenths <= own.of(player):
            return False
        keeps = own.of(player) - tenths
        return player != own.director or keeps >= 2 or bool(self._heirs(own, player, keeps))

    def _heirs(self, own: Company, before: str, keeps: int) -> list[str]:
        """The possible directors after one who keeps that much, the next in order first."""
        at = self.order.index(before)
        others = self.order[at + 1 :] + self.order[:at]
        return [p for p in others if own.of(p) >= 2 and own.of(p) > keeps]

    def _may_buy(self, player: str, company: str, source: str) -> bool:
        own = self.companies[company]
        if own.at is None or not own.of(source) or (player, company) in self.sold:
            return False
        if self.deed and self.next_of_two != company:
            return False
        if own.of(player) >= 6 and not is_gray(own.at):
            return False
        return self.cost(own, source) <= self.cash[player]

    @staticmethod
    def cost(own: Company, source: str) -> int:
        assert own.at is not None
        if source == "initial" and not own.system:
            assert own.par is not None
            return own.par
        return price(own.at)

    def _may_par(self, own: Company, par: int, payable: bool) -> bool:
        return own.at is None and par in pars(self.phase) and not self.deed and payable

    def _may_swap(self, player: str) -> bool:
        return player == self.swapper and not self.deed

    def mergers(self) -> Iterator[tuple[str, str]]:
        """The pairs that the player on turn may merge, the survivor first."""
        if self.deed:
            return
        for one, own in self.companies.items():
            for two, other in self.companies.items():
                if one == two or own.system or other.system or not (own.at and other.at):
                    continue
                first = own.floated_before and other.floated_before
                second = not (own.floated_before or other.floated_before)
                second = second and (own.floated or other.floated)
                directs = self.turn in (own.director, other.director)
                if directs and (first or second) and self._three_come_of(one, two):
                    yield one, two

    def _three_come_of(self, one: str, two: str) -> bool:
        for player in self.order:
            held = self.companies[one].of(player) + self.companies[two].of(player)
            has_sold = bool({(player, one), (player, two)} & self.sold)
            if held > 5 or (held == 5 and not has_sold):
                return True
        return False

    def moves(self) -> Iterator[Move]:
        """All that the player on turn might try, but for a pass."""
        every = sorted({*pars("Brown"), 66, 122})
        for company in self.companies:
            for tenths in range(1, 11):
                yield "sell", self.turn, company, tenths
            for source in ("initial", "pool"):
                yield "buy", self.turn, company, source
                yield "swap", self.turn, company, source
            for par in every:
                yield "par", self.turn, company, "initial", par
                yield "half", self.turn, company, "initial", par

    def can_act(self) -> bool:
        return any(self.allows(move) for move in self.moves()) or any(self.mergers())

    # --- what comes of it

    def do(self, move: Move) -> None:
        kind, player = move[:2]
        if kind != "pass":
            self._act(kind, player, move)
            self.acted = True
        if kind == "pass" or not self.can_act():
            self._end_turn()
            while not self.over and not self.can_act():
                self._end_turn()

    def _act(self, kind: str, player: str, move: Move) -> None:
        company = str(move[2])
        own = self.companies[company]
        gray_director = bool(own.at and is_gray(own.at) and own.director == player)
        if kind == "sell":
            self._sell(player, company, int(move[3]))
            self.next_of_two = ""
            return
        if kind in ("par", "half"):
            par = int(move[-1])
            self.cash[player] -= par if kind == "half" else 2 * par
            own.par = par
            self._stand(company, pars(self.phase)[par])
            own.director = player
            self._hand(own, "initial", player, 2)
        else:
            if kind == "buy":
                self.cash[player] -= self.cost(own, str(move[3]))
            self._hand(own, str(move[3]), player, 1)
            if own.of(player) > own.of(own.director):
                own.director = player
        if kind in ("swap", "half"):
            self.swapper = ""
        first = not self.deed
        self.deed = True
        self.next_of_two = company if kind == "buy" and gray_director and first else ""
        if not own.floated and own.of("initial") <= 4:
            own.floated = True
            assert own.at is not None
            own.treasury += 10 * (price(own.at) if own.system else own.par or 0)

    def _sell(self, player: str, company: str, tenths: int) -> None:
        own = self.companies[company]
        assert own.at is not None
        self.cash[player] += tenths * price(own.at)
        self._hand(own, player, "pool", tenths)
        if own.director == player:
            heirs = self._heirs(own, player, own.of(player))
            if heirs:
                most = max(own.of(heir) for heir in heirs)
                own.director = next(heir for heir in heirs if own.of(heir) == most)
        self.sold.add((player, company))
        row, column = own.at
        for _ in range(tenths):
            row += (row + 1, column) in SPACES
        self._stand(company, (row, column))

    @staticmethod
    def _hand(own: Company, giver: str, taker: str, tenths: int) -> None:
        own.tenths[giver] -= tenths
        own.tenths[taker] = own.of(taker) + tenths

    def _stand(self, company: str, at: Space) -> None:
        own = self.companies[company]
        if own.at == at:
            return
        if own.at:
            self.stacks[own.at].remove(company)
        own.at = at
        self.stacks.setdefault(at, []).append(company)

    def _end_turn(self) -> None:
        if self.acted and self.turn in self.cards:
            self.cards.remove(self.turn)
        if not self.acted and self.turn not in self.cards:
            self.cards.append(self.turn)
        self.turn = self.order[(self.order.index(self.turn) + 1) % len(self.order)]
        self.deed, self.next_of_two, self.acted = False, "", False
        if len(self.cards) == len(self.order):
            self._close()

    def _close(self) -> None:
        self.over, self.order = True, self.cards
        for company in self.operating_order():
            own = self.companies[company]
            assert own.at is not None
            if own.of("initial") or own.of("pool"):
                continue
            times = 1 + (own.of(own.director) >= 8) + is_gray(own.at)
            row, column = own.at
            for _ in range(times):
                if row:
                    row -= 1
                elif (row, column + 1) in SPACES:
                    column += 1
            self._stand(company, (row, column))

    def operating_order(self) -> list[str]:
        """By price, then further right, then as they lie."""
        found = []
        for at, stack in self.stacks.items():
            for place, company in enumerate(stack):
                if self.companies[company].floated:
                    found.append((-price(at), -at[1], place, company))
        return [company for *_, company in sorted(found)]
