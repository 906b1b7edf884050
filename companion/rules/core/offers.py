"""Offers: the actions that are possible now.

Screens show offers; importers and simulated players choose among them.
"""

from dataclasses import dataclass
from typing import Any

from companion.rules.core.actions import Action
from companion.rules.core.refusals import Refusal, decisive_first
from companion.values import speed_up


@speed_up
@dataclass(frozen=True, slots=True)
class Span:
    """A whole number to choose: ``field`` of the action, from ``least`` to ``most`` by ``step``."""

    field: str
    least: int
    most: int
    step: int = 1


@speed_up
@dataclass(frozen=True, slots=True)
class Offer:
    """One possible action, or a refused one with its ``refusals``.

    ``action`` is complete and legal, unless refused. ``span`` says which of its numbers may vary.
    The decisive refusal comes first in ``refusals``. ``kind`` groups offers on the screens ("buy",
    "sell", "bid", "pass", ...). ``price`` is the actor's cost (-) or income (+). ``weight`` is the
    relative likelihood that simulated players choose it. Offers chosen on the map ("lay", "token")
    stand for many actions: ``hexes`` says where they are possible, and the step's own questions
    give the details. ``facts`` holds further facts: the "costs" of a start at each price, or the
    "private" that makes it possible. ``written`` names a text field of the action that the user may
    fill in.
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
        if len(self.refusals) > 1:
            object.__setattr__(self, "refusals", tuple(decisive_first(self.refusals)))

    @property
    def allowed(self) -> bool:
        """Whether there is no refusal."""
        return not self.refusals

    def total(self, value: int | None = None) -> int | None:
        """Return the cost (-) or income (+) when the number of the span is ``value``.

        A percent multiplies the price, which is for one step. An amount of money is the price
        itself.
        """
        if self.price is None or self.span is None or value is None:
            return self.price
        if self.span.field == "percent":
            return self.price * value // self.span.step
        return value if self.price > 0 else -value
