"""What rounds are called: "SR 2", "OR 2.1"."""

from companion.languages import gettext
from companion.rules.core.rounds import RoundId

# kind -> the first round of it, and any other
NAMES = {
    "auction": ("Auction", "Auction {number}"),
    "stock": ("SR {number}", "SR {number}"),
    "operating": ("OR {number}.{part}", "OR {number}.{part}"),
}
SETS = {"operating": "OR {number}"}  # a set of rounds, where the rounds of a kind come in sets


def round_words(round: RoundId) -> str:
    """The short name of a round; of a kind that is not known, the kind itself."""
    if round.kind not in NAMES:
        return round.kind
    first, other = NAMES[round.kind]
    return gettext(first if round.number == 1 else other).format(**round._asdict())


def set_words(round: RoundId) -> str:
    """The short name of the set that a round is part of, or of the round that is part of none."""
    named = SETS.get(round.kind)
    return gettext(named).format(**round._asdict()) if named else round_words(round)
