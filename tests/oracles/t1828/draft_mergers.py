"""The trading of a merger by the draft of 1828 told a second time: heaps of letters, one a tenth.

Written from the rules' text alone and by other means than the rules, to be compared with them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Choose = Callable[[str, str, tuple[str, ...]], str]


@dataclass
class DraftMerger:
    """One merger of the company "S", which survives, with "O".

    A heap holds the letters of the tenths that lie loose with somebody, or in a place. ``bound``
    are those in directors' certificates, ``left_out`` the odd ones.
    """

    players: list[str]  # in the order of the cards, the acting one first
    cash: dict[str, int]
    worth: dict[str, int]  # of "S", "O" and "system"
    heaps: dict[str, list[str]]  # of players, "ipo" and "pool"
    bound: dict[str, list[str]]
    choose: Choose
    shares: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, str] = field(default_factory=dict)
    sold: set[str] = field(default_factory=set)
    discards: Counter[str] = field(default_factory=Counter)
    pairs_without_source: int = 0
    singles_without_share: int = 0

    def run(self) -> None:
        for at, player in enumerate(self.players):
            self.leave_one_out(player)
            self.trade_pairs(player, self.players[at + 1 :] + self.players[:at])
        around = self.players[1:] + self.players[:1]
        for at, player in enumerate(around):
            if player in self.left_out:
                self.trade_single(player, around[at + 1 :])
        self.trade_pool()
        self.shares["ipo"] += self.heaps["ipo"].count("S")
        self.shares["pool"] += self.discards["S"]

    # --- pairs

    def leave_one_out(self, player: str) -> None:
        """Break all certificates up, and leave one tenth of an odd number."""
        heap = self.heaps[player]
        heap += self.bound.pop(player, [])
        if len(heap) % 2:
            named = heap[0]
            if len(set(heap)) == 2:
                named = self.choose("set_aside", player, ("S", "O"))
            heap.remove(named)
            self.left_out[player] = named

    def trade_pairs(self, player: str, others: Sequence[str]) -> None:
        heap = self.heaps[player]
        while "S" in heap:
            heap.remove("S")
            second = "O" if "O" in heap else "S"
            heap.remove(second)
            self.discards[second] += 1
            self.shares[player] += 1
        while heap:
            del heap[:2]
            giver = self.giver(player, others)
            if giver is None:  # all that is left is in a director's certificate that is whole
                assert any("S" in tenths for tenths in self.bound.values())
                self.pairs_without_source += 1
            else:
                self.take(giver)
                self.shares[player] += 1

    # --- where a tenth of the survivor comes from

    def giver(self, player: str, others: Sequence[str]) -> str | None:
        if self.discards["S"]:
            return "discards"
        having = tuple(p for p in others if "S" in self.heaps[p] or self.left_out.get(p) == "S")
        if len(having) > 1:
            return self.choose("whom", player, having)
        places = [place for place in ("ipo", "pool") if "S" in self.heaps[place]]
        return next(iter((*having, *places)), None)

    def take(self, giver: str) -> None:
        """Take one; a player gets one of the other company, and more if theirs was the dearer."""
        if giver == "discards":
            self.discards["S"] -= 1
            return
        if "S" in self.heaps[giver]:
            self.heaps[giver].remove("S")
            if giver in self.players:
                self.heaps[giver].append("O")
        else:
            self.left_out[giver] = "O"
        if giver in self.players:
            self.cash[giver] += max(0, self.worth["S"] - self.worth["O"])

    # --- singles

    def trade_single(self, player: str, later: Sequence[str]) -> None:
        tenth = self.left_out[player]
        price = self.worth["system"] - self.worth[tenth]
        is_there = tenth == "S" or self.discards["S"] or self.lies_somewhere(later)
        self.singles_without_share += not is_there
        if self.cash[player] < price or not is_there:
            answer = "surrender"
        else:
            answer = self.choose("single", player, ("pay", "surrender"))
        if answer == "pay":
            if tenth == "O":
                giver = self.giver(player, later)
                assert giver is not None
                self.take(giver)
            self.cash[player] -= price
            self.shares[player] += 1
        else:
            self.cash[player] += self.worth[tenth]
            self.heaps["pool"].append(tenth)
            self.sold.add(player)
        del self.left_out[player]

    def lies_somewhere(self, later: Sequence[str]) -> bool:
        aside = (self.left_out.get(player) for player in later)
        return "S" in (*aside, *self.heaps["ipo"], *self.heaps["pool"])

    # --- the pool

    def trade_pool(self) -> None:
        own, others = self.heaps["pool"].count("S"), self.heaps["pool"].count("O")
        self.shares["pool"] += own
        for _ in range(max(0, others - own) // 2):
            if self.discards["S"]:
                self.discards["S"] -= 1
            elif "S" in self.heaps["ipo"]:
                self.heaps["ipo"].remove("S")
            else:
                break
            self.shares["pool"] += 1
