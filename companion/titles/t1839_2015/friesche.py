"""Noord Friesche Locaalspoorweg-Maatschappij: a private with a turn (Blue private companies).

In the private step its owner lays a yellow tile, and is paid for a route of two places that
includes it.
"""

from collections.abc import Iterator

from companion.board.company_access import Access
from companion.board.direct_routes import direct_routes, stops_beside
from companion.board.routes import Path
from companion.ledger.entries import BANK
from companion.rules.core.actions import LayTile, RunTrains
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.data.lay_allowance import NEW, LayAllowance, LayPermission
from companion.rules.judge.rules import Rules
from companion.rules.operating.emergency_money import add_help
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.private_powers import power, privates_of_power
from companion.rules.operating.running import report_run, trains_of, type_of
from companion.rules.operating.track import TrackStep
from companion.rules.privates.private_railway import (
    ChosenRunStep,
    PrivateOperatingRound,
    PrivateOperatingRules,
    receipt,
)
from companion.rules.shares.holdings import is_player, president
from companion.titles.t1839_2015.foreign import record
from companion.titles.t1839_2015.running import foreign_companies_reached

RECORDED = 2  # factor of its income in the record of an off-board's country


def railway(rules: Rules) -> str:
    """Return the symbol of the private, which is also that of its railway company."""
    return privates_of_power(rules, "runs_from")[0]


def owner(rules: Rules, state: State) -> str | None:
    """Return the player who owns it, or None. It does nothing for a company."""
    has = state.privates[railway(rules)]
    return has if is_player(has) else None


def settle(change: Change, rules: Rules) -> None:
    """Remove its one certificate and its train once the private is out of the game."""
    company = railway(rules)
    if change.state.privates[company] == GONE:
        (certificate,) = rules.data.companies[company].certificates
        change.state.certificates[certificate] = GONE
        for train in trains_of(change.state, company):
            change.state.move_train(train, GONE)


def set_up(change: Change, rules: Rules) -> None:
    """Give it its train at the start of the game."""
    company = railway(rules)
    for train in change.state.trains:
        if type_of(train) == company:
            change.state.move_train(train, company)
    settle(change, rules)


def begin(change: Change, rules: Rules, number: int, part: int, parts: int) -> bool:
    """Begin its owner's turn at the start of an operating round. Returns whether there is one."""
    settle(change, rules)
    if owner(rules, change.state) is None:
        return False
    rules.begin_round(change, PrivateOperatingRound(number, part, parts, (railway(rules),)))
    return True


def access(rules: Rules, state: State, company: str) -> Access:
    """Return the access of the railway, which needs no marker.

    Its track is joined to cities of some hexes, and it runs anywhere.
    """
    if company != railway(rules):
        return Access(company)
    hexes = power(rules, company, "runs_from")
    starts = (
        f"{at}.{index}" for at in hexes for index in range(len(state.board.tile_at(at).stops))
    )
    return Access(company, starts=frozenset(starts), anywhere=True)


def means(rules: Rules, state: State) -> int:
    """Return the money for its track: its owner's cash."""
    player = owner(rules, state)
    return state.cash[player] if player else 0


def before_paying(change: Change, rules: Rules, cost: int) -> None:
    """Take the cost from its owner."""
    add_help(change, rules.decider(change.state, railway(rules)), railway(rules), cost)


class FriescheTrackStep(TrackStep):
    """Lay one yellow tile, on its hexes or joined to a city there.

    Its owner pays the terrain cost.
    """

    def allowance(self, state: State) -> LayAllowance:
        return LayAllowance((LayPermission(frozenset((NEW,))),))

    def check_lay(self, state: State, action: LayTile) -> list[Refusal]:
        found = super().check_lay(state, action)
        if action.private:
            found.append(self.rules.refuse("power.none", private=action.private))
        return found


class FriescheRunStep(ChosenRunStep):
    """Run a route of two places that the owner chooses, and pay the owner.

    The income is recorded with the country of an off-board. It brings no foreign company on the
    market.
    """

    may_stay = True

    def not_so(self, state: State, action: RunTrains) -> Refusal:
        return self.rules.refuse("run.not_so", private=action.company)

    def apply(self, change: Change, action: RunTrains) -> None:
        super().apply(change, action)
        state, company = change.state, action.company
        pay_owner(change, self.rules)
        for country in foreign_companies_reached(self.rules, state, action):
            record(change, country, company, RECORDED * (turn_of(state).revenue or 0))


def pay_owner(change: Change, rules: Rules) -> None:
    """Pay the revenue of the turn to its owner."""
    turn = turn_of(change.state)
    paid = receipt(rules, change.state, "owner", turn.revenue or 0, 0, "run.not_so")
    (line,) = paid.payees
    change.pay(BANK, line.owner, line.amount, "private_revenue", turn.company)
    facts = {"private": turn.company, "player": line.owner, "amount": line.amount}
    change.tell("owner_paid", receipt=paid, **facts)


def turn(rules: Rules) -> PrivateOperatingRules:
    """Return the rules of its turn: a tile and a route."""
    return PrivateOperatingRules(rules, (FriescheTrackStep(rules), FriescheRunStep(rules)))


# --- its routes


def free_routes(rules: Rules, state: State, company: str) -> tuple[Path, ...] | None:
    """Return the routes from which its owner chooses, or None for other companies.

    Without a tile there is no route. Other companies run the best routes.
    """
    if company != railway(rules):
        return None
    turn = state.round.operating
    if turn is None or turn.company != company or not turn.lays:
        return ()
    tiles = dict.fromkeys(at for at, _ in turn.lays)  # several only by rulings
    paths = dict.fromkeys(path for at in tiles for path in _candidates(rules, state, at))
    return tuple(path for path in paths if _runs(rules, state, path))


def _candidates(rules: Rules, state: State, at: str) -> Iterator[Path]:
    """Yield paths between two places, with or without an extension to an off-board.

    They are on the tile if that has a place, and otherwise across it.
    """
    board, open_to = state.board, access(rules, state, railway(rules))
    here = [f"{at}.{index}" for index in range(len(board.tile_at(at).stops))]
    beside = [stop for stop in stops_beside(board, at) if not _is_off_board(state, stop)]
    for path in direct_routes(board, open_to, here or beside):
        if _is_off_board(state, path[0]) or _is_off_board(state, path[-1]):
            continue
        ways = [path]
        for way in (path, path[::-1]):
            ways += [(*way, *more) for more in _onward(rules, state, way[-1])]
        yield from (way for way in ways if here or at in way)


def _onward(rules: Rules, state: State, stop: str) -> tuple[Path, ...]:
    """Return the extensions of a route from a place to an off-board."""
    found = direct_routes(state.board, access(rules, state, railway(rules)), [stop])
    ways = (path if path[0] == stop else path[::-1] for path in found)
    return tuple(way[1:] for way in ways if _is_off_board(state, way[-1]))


def _is_off_board(state: State, stop: str) -> bool:
    return state.board.stop(stop).kind == "offboard"


def _runs(rules: Rules, state: State, path: Path) -> bool:
    """Is it a valid route? It may not end in a city that other companies' markers block."""
    company, board = railway(rules), state.board
    plain = Access(company)
    stops = [stop for stop in path if "." in stop and not _is_off_board(state, stop)]
    if any(board.blocks(stop, plain) for stop in stops):
        return False
    (train,) = trains_of(state, company)
    return not report_run(rules, state, RunTrains(company, ((train, path),))).all_faults


def director(rules: Rules, state: State, company: str) -> str | None:
    """Return the player who acts for a company; for a private's railway, its owner."""
    if company == railway(rules):
        return owner(rules, state)
    return president(rules.data, state, company)
