"""Running trains (§8.3.3, §16): what a company may pass and enter, and whether it had a train."""

from companion.board.access import Access
from companion.making.t1839.phases import figures_of, has_begun
from companion.making.t1839.starting import LOCAL
from companion.making.t1839.turns import Turn1839
from companion.rules.change import Change
from companion.rules.operating import turn_of, with_turn
from companion.rules.rules import Rules
from companion.rules.running import Run, trains_of
from companion.rules.state import State

STATE = "NS"  # the owner of the government's markers


def access(rules: Rules, state: State, company: str) -> Access:
    """What a company may do on the map now (§14.3.2.2, §14.4, §16.2).

    A local passes the government's markers, and comes to no off-board. Nobody crosses a barrier
    before they open. A marker that the company has swapped in this round counts as none of its own.
    """
    local = state.companies[company].kind == LOCAL
    turn = state.round.operating
    swapped = turn.unused if isinstance(turn, Turn1839) and turn.company == company else ()
    return Access(
        company,
        passes=frozenset((STATE,)) if local else frozenset(),
        ignored=frozenset(swapped),
        barriers=has_begun(rules.data, state, figures_of(rules).barriers_open_in),
        off_boards=not local,
    )


class Running(Run):
    """Run all trains. Whether there was one to run is noted, for the price hangs on it (§13.2)."""

    def end(self, change: Change) -> None:
        turn = turn_of(change.state)
        had = bool(turn.routes) or bool(trains_of(change.state, turn.company))
        with_turn(change, trainless=not had)
        super().end(change)
