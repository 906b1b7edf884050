"""The initial state of a game, and the starting money."""

from functools import lru_cache

from companion.board.board import Board
from companion.board.repeated_play import with_token
from companion.ledger.entries import BANK, BOX, Entry, Posting
from companion.rules.core.change import Change
from companion.rules.core.derived_dict import DerivedDict
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.rounds import Round
from companion.rules.core.state import DEPOT, CompanyState, State, TrainCard
from companion.rules.data.options import WITHOUT_MAP
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings


def first_state(rules: Rules) -> State:
    """Return the initial state from a title's data, with all balances at zero."""
    cash = {
        BOX: 0,
        BANK: 0,
        **dict.fromkeys(rules.seats, 0),
        **dict.fromkeys(rules.data.companies, 0),
        **dict.fromkeys(rules.treasury.accounts, 0),
    }
    state = State(
        cash=cash,
        certificates=DerivedDict(dict.fromkeys(rules.data.percents, holdings.INITIAL)),
        privates={private.symbol: BANK for private in rules.data.private_list},
        trains=DerivedDict(),
        board=_board(rules),
        companies={
            company.symbol: CompanyState(
                company.kind.name, homes=company.homes, tokens=company.token_count
            )
            for company in rules.data.company_list
        },
        stacks={},
        phase=rules.data.phases[0].name,
        round=Round(),
        priority=rules.seats[0],
        order=rules.seats,
        title_state=rules.own,
        map=TOLD if rules.options.get(WITHOUT_MAP) or not rules.data.has_map else CHECKED,
    )
    for train in rules.data.train_types:
        for number in range(train.copies(len(rules.seats))):
            state.trains[f"{train.name}-{number}"] = TrainCard(DEPOT)
    return state


_bare = lru_cache(maxsize=16)(Board)  # by map: a board is never changed


def _board(rules: Rules) -> Board:
    """Return the map with the markers that lie on it at the start."""
    board = _bare(rules.data.map)
    for marker in rules.data.marker_list:
        for stop in marker.at:
            board = with_token(board, stop, marker.symbol)
    return board


def pay_players(change: Change, rules: Rules) -> None:
    """Fill the bank, and pay the players their starting money."""
    if rules.bank_size:
        change.post(Entry("bank", (Posting(BOX, -rules.bank_size), Posting(BANK, rules.bank_size))))
    start_cash = rules.data.cash[len(rules.seats)]
    for seat in rules.seats:
        change.pay(BANK, seat, start_cash, "starting_cash")
    change.state.is_bank_broken = False
    change.tell("began", cash=start_cash)
