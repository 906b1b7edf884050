"""Names of rounds: "SR 2", "OR 2.1"."""

from companion.languages import gettext_name
from companion.rules.core.rounds import RoundId

# kind -> name of the first round, and of any other
NAMES = {
    "auction": ("Auction", "Auction {number}"),
    "stock": ("SR {number}", "SR {number}"),
    "operating": ("OR {number}.{part}", "OR {number}.{part}"),
    "accounts": ("Accounts", "Accounts"),
    "opening": ("Opening position", "Opening position"),
}
# kind -> the same within a sentence, where it is another
WITHIN = {
    "auction": ("the auction", "auction {number}"),
    "opening": ("the opening position", "the opening position"),
    "accounts": ("the bookkeeping", "the bookkeeping"),
}
# kind -> the same in full: beside companies a short name may look like one of them
IN_FULL = {
    "stock": ("stock round {number}", "stock round {number}"),
    "operating": ("operating round {number}.{part}", "operating round {number}.{part}"),
}
SETS = {"operating": "OR {number}"}  # kind -> name of a set of rounds


def round_words(round: RoundId) -> str:
    """Return the short name of a round; for an unknown kind, the kind itself."""
    return _fill(NAMES.get(round.kind), round)


def round_within(round: RoundId) -> str:
    """Return the name of a round within a sentence: "the auction", "stock round 2"."""
    return _fill(IN_FULL[round.kind], round) if round.kind in IN_FULL else round_listed(round)


def round_listed(round: RoundId) -> str:
    """Return the name of a round within a list of many: "the auction", "SR 2"."""
    return _fill(WITHIN.get(round.kind, NAMES.get(round.kind)), round)


def _fill(names: tuple[str, str] | None, round: RoundId) -> str:
    if names is None:
        return round.kind
    first, other = names
    return gettext_name(first if round.number == 1 else other).format(**round._asdict())


def set_words(round: RoundId) -> str:
    """Return the short name of the round's set, or of the round if it belongs to no set."""
    named = SETS.get(round.kind)
    return gettext_name(named).format(**round._asdict()) if named else round_words(round)
