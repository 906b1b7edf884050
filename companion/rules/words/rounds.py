"""Names of rounds: "SR 2", "OR 2.1"."""

from companion.languages import gettext
from companion.rules.core.rounds import RoundId

# kind -> name of the first round, and of any other
NAMES = {
    "auction": ("Auction", "Auction {number}"),
    "stock": ("SR {number}", "SR {number}"),
    "operating": ("OR {number}.{part}", "OR {number}.{part}"),
    "accounts": ("Accounts", "Accounts"),
}
SETS = {"operating": "OR {number}"}  # kind -> name of a set of rounds


def round_words(round: RoundId) -> str:
    """Return the short name of a round; for an unknown kind, the kind itself."""
    if round.kind not in NAMES:
        return round.kind
    first, other = NAMES[round.kind]
    return gettext(first if round.number == 1 else other).format(**round._asdict())


def set_words(round: RoundId) -> str:
    """Return the short name of the round's set, or of the round if it belongs to no set."""
    named = SETS.get(round.kind)
    return gettext(named).format(**round._asdict()) if named else round_words(round)
