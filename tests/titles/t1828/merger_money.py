"""The money of a merger, without a game."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Purse:
    """Players' money, and what was told."""

    money: dict[str, int]
    told: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def cash(self, player: str) -> int:
        return self.money[player]

    def settle(self, player: str, amount: int, memo: str, company: str) -> None:
        self.money[player] += amount
        assert self.money[player] >= 0

    def tell(self, kind: str, **facts: Any) -> None:
        self.told.append((kind, facts))
