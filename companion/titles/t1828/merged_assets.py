"""The assets of two merging companies, joined at the announcement ("Merger process").

They are money, privates, coal, trains and markers. If the merger fails, they are parted again.
"""

from collections.abc import Mapping
from dataclasses import field

from companion.board.map import split_stop
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import CompanyState, State, TitleState, TrainCard
from companion.rules.data.codec import register_stored
from companion.rules.data.companies import Home
from companion.rules.judge.rules import Rules
from companion.rules.operating import tokens
from companion.rules.operating.private_powers import close_on_train
from companion.rules.operating.running import trains_of
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of, note


@register_stored("1828_merger_payment")
class MergerPayment:
    """A payment that was made during a merger."""

    payer: str
    payee: str
    amount: int


@register_stored("1828_merger_start")
class MergerStart:
    """The positions at the announcement of all that a merger moves."""

    companies: Mapping[str, CompanyState]
    trains: Mapping[str, TrainCard]
    privates: Mapping[str, str]
    markers: Mapping[str, tuple[str | None, ...]]
    title_state: TitleState
    told_tokens: Mapping[str, int] = field(default_factory=dict)


def positions_before(state: State, survivor: str, other: str) -> MergerStart:
    """Return the current positions of two companies' assets."""
    both = (survivor, other)
    stops = [stop for company in both for stop in state.board.token_stops(company)]
    return MergerStart(
        {company: state.companies[company] for company in both},
        {train: card for train, card in state.trains.items() if card.place in both},
        dict(state.privates),
        {stop: state.board.tokens[stop] for stop in stops},
        state.title_state,
        state.told.tokens,
    )


def part(change: Change, then: MergerStart) -> None:
    """Put everything back to its old position."""
    state = change.state
    state.companies.update(then.companies)
    state.trains.update(then.trains)
    state.privates.update(then.privates)
    state.title_state = then.title_state
    for stop, slots in then.markers.items():
        state.board = state.board.with_slots(stop, slots)
    state.told = replace(state.told, tokens=then.told_tokens)


def join(change: Change, rules: Rules, survivor: str, other: str) -> None:
    """Give the other company's privates, coal and trains to the survivor.

    The trains lie on the second charter, if there are two.
    """
    state, charters = change.state, figures(rules).merger.charters
    state.alter(survivor, charters=charters)
    for train in trains_of(state, other):
        state.move_train(train, survivor, charter=charters - 1)
    for private, owner in state.privates.items():
        if owner == other:
            state.privates[private] = survivor
    if trains_of(state, survivor):
        close_on_train(change, rules, survivor, other)
    _join_coal(change, rules, survivor, other)


def _join_coal(change: Change, rules: Rules, survivor: str, other: str) -> None:
    """Keep one coal marker. A second one goes back to the coalfields."""
    coal, field = game_of(change.state).coal_markers, figures(rules).coal.field
    if survivor in coal and other in coal:
        note(change, coal_markers=tuple(field if place == other else place for place in coal))
        change.tell("coal_returned", company=other, hex=field)
    else:
        note(change, coal_markers=tuple(survivor if place == other else place for place in coal))


# --- markers


def clash(state: State, survivor: str, other: str) -> tuple[str, str] | None:
    """Return the next two stops of one hex with a marker of each company.

    They may be the same stop.
    """
    for stop in state.board.token_stops(survivor):
        for its in state.board.token_stops(other):
            if split_stop(stop)[0] == split_stop(its)[0]:
                return stop, its
    return None


def block(change: Change, rules: Rules, company: str, stop: str, lost: bool = False) -> None:
    """Replace a company's marker by a blocking one.

    The marker goes back to the charter, or out of the game if it is ``lost``.
    """
    tokens.take_up(change, company, stop, leaving=figures(rules).blocking)
    if lost:
        _lose_marker(change, company)
    change.tell("merger_blocked", company=company, stop=stop)


def most_shared(state: State, survivor: str, other: str) -> int:
    """Return in how many hexes two companies may have a marker or a home, as far as is told.

    A company has placed all its homes, or none and no marker either.
    """
    told = sum(state.told.tokens.get(company, 0) for company in (survivor, other))
    lying = [tokens.count_placed(state, company) for company in (survivor, other)]
    places = [
        count or len(state.companies[company].homes)
        for count, company in zip(lying, (survivor, other), strict=True)
    ]
    return min(*places, told) if any(lying) else 0


def share_hex(change: Change, rules: Rules, survivor: str, other: str) -> None:
    """Leave one marker of two companies in a hex whose place is not told.

    A home that is not placed yet makes room for a marker of the other company.
    """
    state = change.state
    for company in (survivor, other):
        if homes := state.companies[company].homes:
            state.alter(company, homes=homes[1:])
            return
    block_somewhere(change, rules, other if state.told.tokens.get(other) else survivor)


def block_somewhere(change: Change, rules: Rules, company: str, lost: bool = False) -> None:
    """Replace a company's marker, whose place is not told, by a blocking one."""
    tokens.take_up_somewhere(change, company, leaving=figures(rules).blocking)
    if lost:
        _lose_marker(change, company)
    change.tell("told_blocked", company=company)


def _lose_marker(change: Change, company: str) -> None:
    """Take a marker on the charter out of the game."""
    own = change.state.companies[company]
    change.state.alter(company, tokens=own.tokens - 1, tokens_removed=own.tokens_removed + 1)


def join_markers(change: Change, survivor: str, other: str) -> None:
    """Give all markers of the other company, and its homes to be placed, to the survivor.

    A home in a hex with a marker of the survivor is not placed again.
    """
    tokens.take_over(change, survivor, other)
    state = change.state
    homes = state.companies[survivor].homes
    left = tuple(home for home in homes if not _stands(state, survivor, home))
    state.alter(survivor, homes=left)


def has_surplus(rules: Rules, state: State, company: str) -> bool:
    """Has a system more markers, on its charter and on the map, than it may have?"""
    most, own = figures(rules).merger.most_markers, state.companies[company]
    return most is not None and own.tokens + tokens.count_placed(state, company) > most


def discard_marker(change: Change, company: str) -> bool:
    """Take an unplaced marker that no home needs out of the game. Returns whether there is one."""
    own = change.state.companies[company]
    if own.tokens <= len(own.homes):
        return False
    _lose_marker(change, company)
    change.tell("merger_marker_gone", company=company)
    return True


def _stands(state: State, company: str, home: Home) -> bool:
    """Has the company a marker in a hex of that home?"""
    hexes = {place.partition(".")[0] for place in home}
    return any(split_stop(stop)[0] in hexes for stop in state.board.token_stops(company))
