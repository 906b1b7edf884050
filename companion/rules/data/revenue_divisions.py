"""Ways to divide a company's revenue between the company and its shares."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Way:
    """One way to divide revenue, by its ``name``.

    The company keeps the part ``keeps`` of it, rounded down to a multiple of ``step``; all the rest
    is shared out. What an owner gets of that is rounded down to a whole sum, for a player up where
    ``players_up``.
    """

    name: str
    keeps: Fraction = Fraction(0)
    step: int = 1
    players_up: bool = False

    def kept(self, revenue: int) -> int:
        """What the company keeps of ``revenue``."""
        kept = self.keeps.numerator * revenue // self.keeps.denominator
        return kept // self.step * self.step

    def part(self, shared: int, percent: int, is_player: bool) -> int:
        """What the owner of ``percent`` gets of what is ``shared`` out."""
        amount, rest = divmod(shared * percent, 100)
        return amount + bool(rest and is_player and self.players_up)


PAY = Way("pay")
WITHHOLD = Way("withhold", keeps=Fraction(1))
