"""Ways to divide a company's revenue between the company and its shares."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Division:
    """One way to divide revenue, identified by its ``name``.

    The company keeps the fraction ``keeps``, rounded down to a multiple of ``step``; the rest is
    paid to the shares. An owner's part is rounded down to a whole sum, but up for players if
    ``players_up`` is set. With ``price_stays`` the price does not move.
    """

    name: str
    keeps: Fraction = Fraction(0)
    step: int = 1
    players_up: bool = False
    price_stays: bool = False

    def company_part(self, revenue: int) -> int:
        """Return the part of ``revenue`` that the company keeps."""
        kept = self.keeps.numerator * revenue // self.keeps.denominator
        return kept // self.step * self.step

    def part(self, shared: int, percent: int, is_player: bool) -> int:
        """Return the part of the ``shared`` sum that the owner of ``percent`` receives."""
        amount, rest = divmod(shared * percent, 100)
        return amount + bool(rest and is_player and self.players_up)


PAY = Division("pay")
WITHHOLD = Division("withhold", keeps=Fraction(1))
HALF = Division("half", keeps=Fraction(1, 2), step=10)
