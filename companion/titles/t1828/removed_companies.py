"""Companies without par that leave play in phase Purple ("Stock round")."""

from companion.board.map import split_stop
from companion.rules.core.change import Change
from companion.rules.core.state import GONE, UNSTARTED, State
from companion.rules.judge.rules import Rules
from companion.rules.operating.home_slots import stops_of
from companion.rules.operating.tokens import place_somewhere, place_token
from companion.titles.t1828.title_figures import figures


def leave(change: Change, rules: Rules) -> None:
    """Take out companies that can no longer start, at the beginning of a stock round.

    Blocking markers fill all slots that could have been their homes.
    """
    state = change.state
    for company in _find_unstarted_companies(rules, state):
        homes = state.companies[company].homes
        places = [stop for home in homes for stop in stops_of(state.board, home)]
        for stop in places:
            if None not in state.board.tokens[stop]:
                continue
            if state.is_told:
                place_somewhere(change, figures(rules).blocking)
            else:
                place_token(change, figures(rules).blocking, stop)
        for certificate in rules.data.companies[company].certificates:
            state.certificates[certificate] = GONE
        state.alter(company, status=GONE, homes=())
        hexes = tuple(dict.fromkeys(split_stop(stop)[0] for stop in places))
        change.tell("left_play", company=company, hexes=hexes)


def _find_unstarted_companies(rules: Rules, state: State) -> list[str]:
    """Return the companies that could have started only in an earlier phase, and have not."""
    return [
        company
        for company, own in state.companies.items()
        if own.status == UNSTARTED
        and rules.kind(state, company).directed
        and not rules.market.pars(rules, state, company)
    ]
