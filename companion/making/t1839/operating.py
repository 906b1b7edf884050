"""Operating rounds (§8): what a turn is made of."""

from companion.rules.operating import TurnStep
from companion.rules.rules import Rules, Step


def steps(rules: Rules) -> tuple[TurnStep, ...]:
    """A turn from top to bottom."""
    return ()


def beside(rules: Rules) -> tuple[Step, ...]:
    """What may be done at any time of a turn."""
    return ()
