"""The trading of a merger told a second time: certificates as things that lie with somebody.

Written from the book's words and by other means than the rules, to be compared with them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Choose = Callable[[str, str, tuple[str, ...]], str]


@dataclass(eq=False)
class Paper:
    """A certificate of so many tenths, or a tenth of a broken one."""

    company: str
    size: int
    owner: str
    aside: bool = False


@dataclass
class Merger:
    """One merger of the company "S", which survives, with "O"."""

    players: list[str]  # in turn order, the acting one first
    cash: dict[str, int]
    sold: set[str]
    worth: dict[str, int]  # of "S", "O" and "system"
    papers: list[Paper]
    choose: Choose
    options: frozenset[str] = frozenset()
    shares: dict[str, int] = field(default_factory=dict)
    director: str | None = None

    def of(self, owner: str, company: str | None = None, single: bool = False) -> list[Paper]:
        return [
            p
            for p in self.papers
            if p.owner == owner and company in (None, p.company) and not (single and p.size > 1)
        ]

    def tenths(self, owner: str) -> int:
        return sum(p.size for p in self.of(owner))

    def split(self, paper: Paper) -> list[Paper]:
        self.papers.remove(paper)
        parts = [Paper(paper.company, 1, paper.owner) for _ in range(paper.size)]
        self.papers += parts
        return parts

    # --- the whole

    def run(self) -> None:
        late = "odd_share_in_turn" in self.options
        for player in [] if late else self.players:
            self.odd(player, {p.company for p in self.of(player)})
        for player in self.players:
            if late:
                self.odd(player, {p.company for p in self.of(player, single=True)})
            self.pairs(player)
        turn = self.players[1:] + self.players[:1]
        for at, player in enumerate(turn):
            self.single(player, turn[at + 1 :])
        for place, home in (("pool", "pool"), ("ipo", "ipo")):
            for paper in self.of("ipo apart") if place == "ipo" else []:
                paper.owner = "ipo"
            self.pairs(home)
            self.unpaid(home)
        left = self.of("discards", "S")
        self.give("pool", sum(p.size for p in left))
        for paper in left:
            paper.owner = "used"
        self.shares["ipo"] = self.shares.get("ipo", 0) + 10 - sum(self.shares.values())

    def odd(self, player: str, companies: set[str]) -> None:
        if self.tenths(player) % 2:
            both = len(companies) > 1
            which = self.choose("set_aside", player, ("S", "O")) if both else companies.pop()
            self.lay_aside(player, which)

    def lay_aside(self, player: str, company: str) -> None:
        singles = self.of(player, company, single=True)
        if not singles:
            singles = self.split(self.of(player, company)[0])
        singles[0].aside = True

    # --- shares of the system

    def give(self, owner: str, count: int) -> None:
        self.shares[owner] = self.shares.get(owner, 0) + count
        if owner in self.players:
            now = self.shares[owner]
            if now > self.shares.get(self.director, 0) if self.director else now >= 2:
                self.director = owner

    # --- pairs

    def pairs(self, owner: str) -> None:
        if "sources_by_single" in self.options:
            self.pairs_of_certificates(owner)
            return
        mine = [p for p in self.of(owner) if not p.aside]
        if "lone_director_double" in self.options and [(p.company, p.size) for p in mine] == [
            ("S", 2)
        ]:
            mine[0].owner = "used"
            self.give(owner, 2)
            return
        for paper in mine:
            if paper.size > 1:
                self.split(paper)
        while len(mine := [p for p in self.of(owner) if not p.aside]) >= 2:
            own = [p for p in mine if p.company == "S"]
            others = [p for p in mine if p.company == "O"]
            if own:
                own[0].owner = "used"
                (others or own[1:])[0].owner = "discards"
                self.give(owner, 1)
                continue
            found = self.find(owner, 1)
            if found is None:
                others[0].owner = others[1].owner = "discards"
                continue
            self.exchange(owner, others[0], found)
            self.of_owner_not_aside(owner, "S").owner = "used"
            others[1].owner = "discards"
            self.give(owner, 1)

    def of_owner_not_aside(self, owner: str, company: str) -> Paper:
        return next(p for p in self.of(owner, company) if not p.aside)

    def pairs_of_certificates(self, owner: str) -> None:
        while len(mine := [p for p in self.of(owner) if not p.aside]) > 1 or any(
            p.size == 2 for p in mine
        ):
            heads = [p for p in mine if p.size == 2]
            need = 2 if heads else 1
            own = sorted((p for p in mine if p.company == "S"), key=lambda p: -p.size)
            others = sorted((p for p in mine if p.company == "O"), key=lambda p: -p.size)
            if sum(p.size for p in own) >= need:
                if len(mine) == 1 and "lone_director_double" not in self.options:
                    self.split(mine[0])
                    continue
                used = own[:1] if own[0].size == 2 else own[:need]
                for paper in used:
                    paper.owner = "used"
                left = [p for p in own if p not in used]
                gone = others[:1] if others and others[0].size == 2 else (others + left)[:need]
                for paper in gone:
                    paper.owner = "discards"
                self.give(owner, need)
                continue
            found = self.find(owner, need)
            if found is None:
                for paper in others:
                    paper.owner = "discards"
                return
            if need == 1:
                self.exchange(owner, others[0], found)
            else:
                kept = [self.kept(found, company) for company in ("S", "O")]
                others[0].owner = found
                for paper in (kept[0][0], (kept[1] + kept[0][1:])[0]):
                    paper.owner, paper.aside = owner, False
            self.of_owner_not_aside(owner, "S").owner = "used"
            rest = [p for c in ("O", "S") for p in self.of(owner, c, single=True) if not p.aside]
            rest[0].owner = "discards"
            self.give(owner, 1)

    def kept(self, owner: str, company: str) -> list[Paper]:
        """Single ones, the one that is set aside last."""
        return sorted(self.of(owner, company, single=True), key=lambda p: p.aside)

    def find(self, owner: str, need: int, of: Sequence[str] | None = None) -> str | None:
        def has(place: str) -> bool:
            singles = self.of(place, single=True)
            return any(p.company == "S" for p in singles) and len(singles) >= need

        if owner not in self.players:
            around: list[str] = []
        elif of is not None:
            around = list(of)
        else:
            at = self.players.index(owner)
            around = self.players[at + 1 :] + self.players[:at]
        if has("discards"):
            return "discards"
        have = [player for player in around if has(player)]
        if len(have) > 1:
            return self.choose("whom", owner, tuple(have))
        return next(
            (place for place in (*have, "ipo", "pool") if place != owner and has(place)), None
        )

    def exchange(self, owner: str, mine: Paper, found: str) -> None:
        theirs = self.kept(found, "S")[0]
        was_aside = theirs.aside
        theirs.owner, theirs.aside = owner, False
        mine.owner, mine.aside = found, was_aside
        if found not in self.players:
            return
        if not (self.tenths(found) % 2 if "settle_when_odd" in self.options else was_aside):
            return
        more = self.worth["S"] - self.worth["O"]
        if self.cash[found] + more >= 0:
            self.cash[found] += more
            return
        mine.owner, mine.aside = "discards", False
        for paper in self.of(found):
            paper.aside = False
        self.cash[found] += self.worth["O" if "settle_when_odd" in self.options else "S"]
        self.sold.add(found)

    # --- singles

    def single(self, player: str, later: Sequence[str]) -> None:
        mine = sorted(self.of(player), key=lambda p: p.company != "S")
        if not mine:
            return
        paper = mine[0]
        cost = self.worth["system"] - self.worth[paper.company]
        places = ("discards", "ipo", "pool", *later)
        there_is = paper.company == "S" or any(self.of(p, "S", single=True) for p in places)
        forced = player in self.sold or self.cash[player] < cost or not there_is
        if forced or self.choose("single", player, ("pay", "surrender")) == "surrender":
            self.cash[player] += self.worth[paper.company]
            self.sold.add(player)
            paper.owner, paper.aside = "discards", False
            return
        if paper.company == "O":
            found = self.find(player, 1, later)
            assert found is not None
            self.exchange(player, paper, found)
            paper = self.of(player, "S")[0]
        self.cash[player] -= cost
        paper.owner, paper.aside = "used", False
        self.give(player, 1)

    def unpaid(self, place: str) -> None:
        mine = sorted(self.of(place), key=lambda p: p.company != "S")
        if not mine:
            return
        if mine[0].company == "O":
            found = self.find(place, 1)
            if found is None:
                mine[0].owner = "discards"
                return
            self.exchange(place, mine[0], found)
        self.of(place, "S")[0].owner = "used"
        self.give(place, 1)
