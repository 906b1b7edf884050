"""Games of 18Demo for its tests."""

from companion.bots.simulation import NAMES
from companion.rules.data.setup import Setup


def setup_for(seed: int) -> Setup:
    """Two, three and four players in turn."""
    return Setup("demo", NAMES[: 2 + seed % 3], {}, seed)
