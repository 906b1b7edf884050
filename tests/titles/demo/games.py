"""Games of 18Demo for its tests."""

from companion.rules.setup import Setup
from companion.simulate import NAMES


def setup_for(seed: int) -> Setup:
    """Two, three and four players in turn."""
    return Setup("demo", NAMES[: 2 + seed % 3], {}, seed)
