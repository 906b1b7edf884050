"""Offers: what may be done now. Screens show them,
importers and simulated players choose among them.
"""

from dataclasses import dataclass
from typing import Any

from companion.rules.core.actions import Action
from companion.rules.core.refusals import Refusal, decisive_first


@dataclass(frozen=True, slots=True)
class Span:
    """A whole number to choose: ``field`` of the action, from ``least`` to ``most`` by ``step``."""

    field: str
    least: int
    most: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be done now, or (with ``refusals``) that may not, and why.

    ``action`` is complete and legal as it stands, unless refused. ``span`` says which of its
    numbers may be varied. ``refusals`` have the reason that decides first. ``kind`` groups offers
    on the screens ("buy", "sell", "bid", "pass", ...), ``price`` is what it costs (-) or brings (+)
    the actor, ``weight`` how likely simulated players take it. Offers chosen on the map ("lay",
    "token") stand for many actions: ``hexes`` says where, and the details come from the step's own
    questions. ``facts`` are what else there is to tell: what a start "costs" at each price, the
    "private" that makes it possible. ``written`` is a text of the action that may be filled in,
    empty as it stands.
    """

    kind: str
    action: Action
    price: int | None = None
    span: Span | None = None
    refusals: tuple[Refusal, ...] = ()
    note: str = ""
    hexes: tuple[str, ...] = ()
    weight: float = 1.0
    facts: tuple[tuple[str, Any], ...] = ()
    written: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "refusals", tuple(decisive_first(self.refusals)))

    @property
    def allowed(self) -> bool:
        """Nothing speaks against it."""
        return not self.refusals

    @property
    def spends(self) -> bool:
        """Does it cost its actor money? Such an action is never chosen before a hand chooses it."""
        return (self.price or 0) < 0

    def total(self, value: int | None = None) -> int | None:
        """What it costs (-) or brings (+) with the number of its span set to ``value``.

        A percent multiplies the price, which is for one
        step; an amount of money is the price itself.
        """
        if self.price is None or self.span is None or value is None:
            return self.price
        if self.span.field == "percent":
            return self.price * value // self.span.step
        return value if self.price > 0 else -value
