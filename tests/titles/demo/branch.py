"""The branch line (§7): a private that operates before the companies, for its owner.

Its railway is a company of one certificate, which goes with the private: so it has an account, a
marker and a train like any other, and its turn is made of the ordinary steps.
"""

from companion.ledger.entries import BANK
from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.running import RunStep
from companion.rules.operating.tokens import take_out
from companion.rules.operating.track import TrackStep
from companion.rules.privates.private_railway import PrivateOperatingRound, PrivateOperatingRules
from companion.rules.shares.holdings import is_player

TRAIN = "R"  # the type of train that it always has, and nobody else


def railways(rules: Rules) -> dict[str, str]:
    """Private -> its railway, for those that operate."""
    powers = {private.symbol: private.powers for private in rules.data.private_list}
    return {private: str(own["share"]) for private, own in powers.items() if "share" in own}


def is_branch(rules: Rules, company: str) -> bool:
    """Is it the railway of a private?"""
    return company in railways(rules).values()


def begin(change: Change, rules: Rules) -> None:
    """At the start of the game each railway has its train."""
    for railway in railways(rules).values():
        change.state.move_train(f"{TRAIN}-0", railway)


def close(change: Change, rules: Rules) -> None:
    """Close the circle of a railway whose private has closed; its money and train are gone."""
    state = change.state
    for private, railway in railways(rules).items():
        certificate = rules.data.companies[railway].certificates[0]
        if state.privates[private] != GONE or state.certificates[certificate] == GONE:
            continue
        state.certificates[certificate] = GONE
        state.move_train(f"{TRAIN}-0", GONE)
        take_out(change, railway, leaving="closed")
        state.alter(railway, homes=())
        change.pay(railway, BANK, state.cash[railway], "branch_half", railway)
        change.tell("branch_closed", company=railway)


class BranchRun(RunStep):
    """Half of the revenue is paid to the owner, half is kept."""

    def apply(self, change: Change, action: RunTrains) -> None:
        owner, company = self.actor(change.state), action.company
        super().apply(change, action)
        half = (turn_of(change.state).revenue or 0) // 2
        change.pay(BANK, owner, half, "branch_half", company)
        change.pay(BANK, company, half, "branch_half", company)
        change.tell("branch_paid", company=company, player=owner, amount=half)


class BranchRules(PrivateOperatingRules):
    """The turns of the branch lines that belong to players."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, (TrackStep(rules), BranchRun(rules)))

    def begin(self, change: Change, number: int, part: int, parts: int) -> None:
        owners = change.state.privates
        playing = tuple(r for p, r in railways(self.rules).items() if is_player(owners[p]))
        self.rules.begin_round(change, PrivateOperatingRound(number, part, parts, playing))
