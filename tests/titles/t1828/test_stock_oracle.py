"""Stock rounds told twice, and compared from positions at random on.

All that is allowed at every moment is compared, and the results of the deeds.
"""

import os
import random
from dataclasses import replace

import pytest

from companion.rules.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from companion.rules.judge import judge
from companion.rules.shares import holdings
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.mohawk_hudson import SwapPrivate
from companion.titles.t1828.title_state import StockRound1828
from tests.oracles.t1828.stock import (
    SPACES,
    Company,
    Move,
    Space,
    StockRound,
    is_gray,
    pars,
)
from tests.support.positions import NAMES, Position

GAMES = 800 if os.environ.get("FULL") else 8
LONGEST = 60  # moves
PLACES = ("initial", "pool")


def space(cell: str) -> Space:
    row, column = cell.split(",")
    return int(row), int(column)


def cell(at: Space) -> str:
    return f"{at[0]},{at[1]}"


# --- a position at random


def begun(seed: int) -> tuple[Position, random.Random]:
    """A stock round in which some companies have pars, and some operate."""
    chance = random.Random(seed)
    names = list(NAMES[: chance.randint(3, 5)])
    order = ", ".join(chance.sample(names, len(names)))
    at = Position("1828", len(names), order=order).close_privates()
    phase = chance.choice(("Yellow", "Green", "Blue", "Brown", "Gray", "Purple"))
    for company in chance.sample(sorted(c for c in at.data.companies if c != "C&P"), 6):
        part_out(at, chance, company)
    if chance.random() < 0.5 and not at.state.companies["PRR"].started:
        at.state.certificates["PRR_1"] = chance.choice(at.state.order)
    at.phase(phase)
    if phase not in ("Gray", "Purple") and chance.random() < 0.7:
        at.privates(**{"M&H": chance.choice(at.state.order)})
    at.cash(**{p: chance.choice((0, 40, 70, 150, 300, 900)) for p in at.state.order})
    before = tuple(
        c for c, own in at.state.companies.items() if own.floated and chance.random() < 0.6
    )
    at.state.title_state = replace(at.state.title_state, companies_floated_before=before)  # type: ignore[type-var]
    return at.stock_round(chance.choice((1, 2, 3)), chance.choice(at.state.order)), chance


def part_out(at: Position, chance: random.Random, company: str) -> None:
    """Start a company, with its tenths dealt at random."""
    players = list(at.state.order)
    many = chance.random()
    places = [*players, *players[:1] * 3, *(PLACES if many < 0.7 else ())]
    own = chance.random() < 0.2
    for _ in range(20):
        dealt = [chance.choice(places) for _ in range(10 - own)]
        held = {place: dealt.count(place) for place in dealt}
        director = max(players, key=lambda player: held.get(player, 0))
        if held.get(director, 0) >= 2:
            break
    else:
        return
    percents = {place: 10 * count for place, count in held.items() if place != "initial"}
    if own:
        percents["treasury"] = 10
    at.started(company, chance.choice(sorted(pars("Yellow"))), director, **percents)
    if held.get("initial", 0) <= 4:
        at.floated(company, chance.randrange(500), home=False)
    if own:
        status = at.state.companies[company].status
        at.state.alter(company, kind="system", par=None, charters=2, status=status)
    spaces = sorted(SPACES)
    if chance.random() < 0.6:
        spaces = [place for place in spaces if is_gray(place)] or spaces
    elif chance.random() < 0.2:
        spaces = [(0, column) for column in range(15)]
    at.price(company, cell(chance.choice(spaces)))


def told_of(at: Position) -> StockRound:
    """The same, told the other way."""
    state = at.state
    companies = {}
    for company, own in state.companies.items():
        if company == "C&P":
            continue
        parts = holdings.shares(at.data, state, company)
        tenths = {"own" if owner == company else owner: part // 10 for owner, part in parts.items()}
        companies[company] = Company(
            tenths,
            space(own.cell) if own.cell else None,
            own.par,
            at.president(company) or "",
            own.floated,
            company in state.title_state.companies_floated_before,  # type: ignore[attr-defined]
            own.kind == "system",
            state.cash[company],
        )
    owner = state.privates["M&H"]
    return StockRound(
        list(state.order),
        {player: state.cash[player] for player in state.order},
        companies,
        {space(at): list(stack) for at, stack in state.stacks.items() if stack},
        state.round.number,
        state.phase,
        state.round.turn,  # type: ignore[attr-defined]
        owner if holdings.is_player(owner) else "",
    )


# --- both


def action_of(move: Move) -> Action:
    match move:
        case ("pass", player):
            return Pass(player)
        case ("sell", player, company, tenths):
            return SellShares(player, company, 10 * int(tenths))
        case ("buy", player, company, str(source)):
            return BuyShare(player, company, source)
        case ("par", player, company, _, int(par)):
            return StartCompany(player, company, par)
        case ("swap", player, company, str(source)):
            return SwapPrivate(player, "M&H", company, source)
        case ("half", player, company, source, int(par)):
            return SwapPrivate(player, "M&H", company, str(source), par)
    raise AssertionError(move)


def legal_alike(at: Position, told: StockRound) -> list[Move]:
    """Everything that is allowed, by both tellings."""
    legal = []
    for move in told.moves():
        allowed = not judge.refusals(at.rules, at.state, action_of(move))
        assert allowed == told.allows(move), move
        if allowed:
            legal.append(move)
    mergers = {(m.company, m.other_company) for m in map(merger, at.offered("merge"))}
    assert mergers == set(told.mergers())
    return legal


def merger(action: Action) -> MergeCompanies:
    assert isinstance(action, MergeCompanies)
    return action


def told_alike(at: Position, told: StockRound) -> None:
    """The state is what the second telling says."""
    state = at.state
    for company, own in told.companies.items():
        held = holdings.shares(at.data, state, company)
        parts = {("own" if o == company else o): part // 10 for o, part in held.items()}
        assert parts == {owner: tenths for owner, tenths in own.tenths.items() if tenths}, company
        assert (at.president(company) or "") == own.director, company
        assert state.companies[company].floated == own.floated, company
        assert state.cash[company] == own.treasury, company
        assert state.companies[company].cell == (cell(own.at) if own.at else None), company
    stacks = {space(at): list(stack) for at, stack in state.stacks.items() if stack}
    assert stacks == {at: stack for at, stack in told.stacks.items() if stack}
    assert list(state.order) == told.order
    if told.over:
        assert at.rules.operating_order(state) == told.operating_order()
        ended = any(SPACES[own.at].endswith("E") for own in told.companies.values() if own.at)
        assert bool(state.end_reason) == ended
        return
    round = state.playing(StockRound1828)
    assert {player: state.cash[player] for player in told.order} == told.cash
    assert (round.turn, list(round.cards)) == (told.turn, told.cards)


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_a_stock_round_agree(seed: int) -> None:
    at, chance = begun(seed)
    told = told_of(at)
    if not told.can_act():
        return  # a turn that would have ended before
    for _ in range(LONGEST):
        told_alike(at, told)
        if told.over:
            return
        legal = legal_alike(at, told)
        kinds = sorted({move[0] for move in legal})
        move: Move = ("pass", told.turn)
        if kinds and chance.random() < 0.8:
            kind = chance.choice(kinds)
            move = chance.choice([move for move in legal if move[0] == kind])
        print(move)
        assert at.allowed(action_of(move))
        told.do(move)
        at.do(action_of(move))
