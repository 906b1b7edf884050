"""Questions of 18xx.games in 1828 that differ from ours."""

from collections.abc import Mapping

from companion.rules.core.state import State
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.private_powers import power
from companion.rules.operating.tokens import next_cost, token_refusals
from companion.rules.operating.track import TrackStep
from companion.rules.shares import holdings
from companion.titles.site_adapter import Asks, TurnHistory
from companion.titles.t1828.coal import with_coal
from companion.titles.t1828.title_state import game_of, turn_of
from companion.titles.t1828.tokens import TokenStep1828
from companion.titles.t1828.track import TrackStep1828
from companion.titles.t1828.trains import TrainStep1828


def asks_about_track(step: TrackStep, state: State, course: TurnHistory) -> bool:
    """Ask a company for track until it passes, if it has or could buy a private with one more tile.

    A tile that costs money needs enough cash.
    """
    company = step.company(state)
    if any(one.fee <= state.cash[company] for one in step.remaining_lays(state)):
        return True
    if not isinstance(step, TrackStep1828):
        return False
    buys = step.rules.phase(state).privates_for_companies and state.cash[company] > 0
    spent = game_of(state).used_privates
    return any(
        power(step.rules, private, "extra_yellow")
        and ((owner == company and private not in spent) or (buys and holdings.is_player(owner)))
        for private, owner in state.privates.items()
    )


def asks_about_token(step: TokenStep1828, state: State, course: TurnHistory) -> bool:
    """Ask for a token. Cities beyond the coalfields count as reached, with coal or without."""
    company = step.company(state)
    cost = next_cost(step.rules, state, company)
    if step.waits(state) or turn_of(state).tokens or cost is None or cost > state.cash[company]:
        return step.waits(state)
    reached = find_reach(step.rules, state, company, with_coal(step.rules, state, company)).stops
    return any(
        not token_refusals(step.rules, state, company, stop, reach=False)
        for stop in state.board.tokens
        if stop in reached
    )


def asks_about_trains(step: TrainStep1828, state: State, course: TurnHistory) -> bool:
    """Ask a company without money only if it must buy a train, or has an empty shell."""
    if state.cash[step.company(state)]:
        return step.waits(state)
    return step.must_buy(state) or step.filling(state) is not None


ASKS: Mapping[str, Asks] = {
    "track": asks_about_track,
    "token": asks_about_token,
    "trains": asks_about_trains,
}
