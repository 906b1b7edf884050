"""Stock rounds told twice, and compared from positions at random on.

All that is allowed at every moment is compared, and the results of the deeds.
"""

import os
import random
from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    Action,
    BuyShare,
    NameHome,
    Pass,
    SellHoldings,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.judge import judge
from companion.rules.shares import holdings
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.title_state import game_of, note
from tests.oracles.t1839.stock import LINES, RANKS, Company, Move, StockRound
from tests.titles.t1839.game_start import table
from tests.titles.t1839.operating_positions import HOMES
from tests.titles.t1839.test_trains import PHASES

GAMES = 500 if os.environ.get("FULL") else 8
LONGEST = 50  # moves
PLACES = ("initial", "initial", "pool")
BIG = ("G10", "K8", "G8", "J7", "I12")
PRINTED = {"G10": 40}  # §12; other cities that locals may be at home in are blank, or gray


# --- a position at random


def begun(seed):
    """A stock round in which some companies have prices, and some have operated."""
    chance = random.Random(seed)
    players = chance.randint(2, 4)
    cards = chance.sample(range(1, players + 1), players)
    at = table(players, cards=" ".join(map(str, cards))).close_privates()
    for company in chance.sample(sorted(at.data.companies), chance.randint(4, 10)):
        part_out(at, chance, company)
    for company, own in at.state.companies.items():
        if own.started or company.startswith("L"):
            continue
        if chance.random() < 0.2:
            at.state.alter(company, status=GONE, homes=())
        elif chance.random() < 0.3:
            at.state.certificates[f"{company}_1"] = chance.choice(at.state.order)
    at.phase(chance.choice(PHASES))
    at.cash(**{player: chance.choice((0, 45, 90, 150, 300, 900)) for player in at.state.order})
    barred = tuple(player for player in at.state.order if chance.random() < 0.2)
    note(Change(at.state), nationalisers=barred)
    return at.stock_round(chance.choice((1, 2, 3, 4)), chance.choice(at.state.order)), chance


def part_out(at, chance, company):
    """Start a company, with its tenths dealt at random; it floats where enough is dealt."""
    players = list(at.state.order)
    places = [*players, *players[:1] * 2, *PLACES[: chance.randint(0, 3)]]
    dealt = [chance.choice(places) for _ in range(10)]
    held = {place: min(dealt.count(place), 6) for place in dealt}
    director = max(players, key=lambda player: held.get(player, 0))
    percents = {place: 10 * count for place, count in held.items() if place != "initial"}
    pars = sorted(at.rules.market.pars(at.rules, at.state, company))
    if percents.get(director, 0) < 20 or not pars:
        return
    if sum(percents.values()) >= 60 and chance.random() < 0.4:
        lying = 100 - sum(percents.values())
        percents["treasury"] = min(lying, chance.choice((10, 20)))
    at.started(company, chance.choice(pars), director, **percents)
    line = at.data.markets[at.rules.kind(at.state, company).market]
    at.price(company, chance.choice(sorted(line.cells)))
    if sum(percents.values()) >= 60:
        at.floated(company, chance.choice((0, 70, 200, 500)), home=False)
    elif chance.random() < 0.3 and all(percents.get(p, 0) <= 20 for p in players):
        hand_back(at, company, director)
    settle_down(at, chance, company)


def hand_back(at, company, director):
    """Its director has left the game: their certificate lies in the IPO."""
    own = at.data.companies[company]
    at.state.certificates[own.certificates[0]] = "initial"
    for player in at.state.order:
        for certificate in holdings.ordinary(own, at.state, player)[1:]:
            at.state.certificates[certificate] = "pool"


def settle_down(at, chance, company):
    """Homes: placed where the company has operated, else kept for it."""
    state, told = at.state, told_of(at)
    if company.startswith("L"):
        pairs = list(told.pairs_of_homes())
        if not pairs:
            return
        homes = tuple((home,) for home in chance.choice(pairs))
        state.alter(company, homes=homes)
    if state.companies[company].floated and chance.random() < 0.6:
        homes, state.companies[company] = (
            state.companies[company].homes,
            replace(state.companies[company], homes=(), has_operated=True),
        )
        for home in homes:
            places(at, company, home)
        note(Change(state), operated_companies=(*game_of(state).operated_companies, company))


def places(at, company, home):
    """Place one home, so that all others can still be taken."""
    before = at.state
    hexes = {place.partition(".")[0] for place in home}
    for stop, slots in before.board.tokens.items():
        if stop.partition(".")[0] in hexes and None in slots:
            at.state = before.copy()
            at.token(stop, company)
            if told_of(at).all_find_room():
                return
    at.state = before


def told_of(at):
    """The same, told the other way."""
    state, companies = at.state, {}
    for company, own in state.companies.items():
        parts = holdings.shares(at.data, state, company)
        tenths = {"own" if owner == company else owner: part // 10 for owner, part in parts.items()}
        line = "local" if company.startswith("L") else "major"
        companies[company] = Company(
            line,
            tenths,
            LINES[line][int(own.cell.partition(",")[2])] if own.cell else None,
            at.president(company) or "",
            own.floated,
            company in game_of(state).operated_companies,
            own.status == GONE,
            state.cash[company],
            [tuple(place.partition(".")[0] for place in home) for home in own.homes],
        )
    stacks = {}
    for cell, stack in state.stacks.items():
        line, _, place = cell.partition(":")
        stacks[line, LINES[line][int(place.partition(",")[2])]] = list(stack)
    room, cities = {}, {}
    for stop, slots in state.board.tokens.items():
        hex = stop.partition(".")[0]
        room[hex] = room.get(hex, 0) + slots.count(None) + slots.count("NS")
        cities[hex] = cities.get(hex, 0) + 1
    twins = {hex for hex, count in cities.items() if count > 1 or hex in BIG}
    round = state.round
    return StockRound(
        list(state.order),
        {player: state.cash[player] for player in state.order},
        companies,
        stacks,
        round.number,
        RANKS[PHASES.index(state.phase)],
        round.turn,
        set(game_of(state).nationalisers),
        room,
        {hex: PRINTED.get(hex, 30 if hex in twins else 20) for hex in room},
        twins,
    )


# --- both


def action_of(move: Move) -> Action:
    match move:
        case ("pass", str(player)):
            return Pass(player)
        case ("sell", str(player), ((company, tenths),)):
            return SellShares(player, company, 10 * tenths)
        case ("sell", str(player), tuple(parts)):
            return SellHoldings(player, tuple((c, 10 * tenths) for c, tenths in parts))
        case ("buy", str(player), str(company), str(source), int(tenths)):
            place = company if source == "own" else source
            return BuyShare(player, company, place, None if tenths == 1 else 10 * tenths)
        case ("redeem", _, str(company), int(tenths)) | ("yes", str(company), int(tenths)):
            return RedeemShares(company, 10 * tenths)
        case ("no", str(company)):
            return Pass(company)
        case ("start", str(player), str(company), int(par)):
            return StartCompany(player, company, par)
        case ("home", str(company), str(at)):
            return NameHome(company, at)
    raise AssertionError(move)


def told_alike(at, told):
    """The state is what the second telling says."""
    state = at.state
    if told.over:
        moves = []
        for event in at.events:
            if event.kind == "round" and event.facts["round"][0] == "operating":
                break
            if event.kind == "price":
                moves.append(tuple(event.facts[fact] for fact in ("company", "before", "after")))
        assert moves == told.moves_of_prices
        assert list(state.order) == told.order
        assert (state.end_reason == "market") == any(
            c.price == 300 for c in told.companies.values()
        )
        return
    for company, own in told.companies.items():
        held = holdings.shares(at.data, state, company)
        parts = {("own" if o == company else o): part // 10 for o, part in held.items()}
        assert parts == {owner: tenths for owner, tenths in own.tenths.items() if tenths}, company
        assert (at.president(company) or "") == own.director, company
        assert state.companies[company].floated == own.floated, company
        assert state.cash[company] == own.treasury, company
        assert (at.at(company) if state.companies[company].cell else None) == own.price, company
        homes = [tuple(p.partition(".")[0] for p in h) for h in state.companies[company].homes]
        assert homes == own.homes, company
    stacks = {key: stack for key, stack in told_of_stacks(state).items() if stack}
    assert stacks == {key: stack for key, stack in told.stacks.items() if stack}
    assert {player: state.cash[player] for player in told.order} == told.cash
    assert (state.round.turn, list(state.round.cards)) == (told.turn, told.cards)
    assert list(state.order) == told.order


def told_of_stacks(state):
    found = {}
    for cell, stack in state.stacks.items():
        line, _, place = cell.partition(":")
        found[line, LINES[line][int(place.partition(",")[2])]] = list(stack)
    return found


def several(told, chance):
    """A sale of several companies, legal or not."""
    held = [c for c, own in told.companies.items() if own.of(told.turn)]
    some = chance.sample(held, min(len(held), chance.randint(2, 3)))
    parts = ((c, chance.randint(1, told.companies[c].of(told.turn))) for c in some)
    return "sell", told.turn, tuple(parts) or (("MSS", 7),)


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_a_stock_round_agree(seed):
    at, chance = begun(seed)
    told = told_of(at)
    if not told.can_act():
        return  # a turn that would have ended before
    for _ in range(LONGEST):
        told_alike(at, told)
        if told.over:
            return
        every = [*told.moves(), *(several(told, chance) for _ in range(4))]
        for move in chance.sample(every, min(len(every), 100)):
            assert (not judge.refusals(at.rules, at.state, action_of(move))) == told.allows(move), (
                move
            )
        legal = [move for move in every if told.allows(move)]
        kinds = sorted({str(move[0]) for move in legal})
        move = ("pass", told.turn)
        if kinds and (told.naming or told.asked or chance.random() < 0.75):
            kind = chance.choice(kinds)
            move = chance.choice([move for move in legal if move[0] == kind])
        print(move)
        assert at.allowed(action_of(move))
        told.moves_of_prices.clear()
        told.do(move)
        if told.short:
            return
        at.do(action_of(move))


def test_homes_are_those_of_the_table():
    """Table 14.1, and Rijssen where it lies."""
    at = table()
    for company, stops in HOMES.items():
        homes = [{p.partition(".")[0] for p in h} for h in at.data.companies[company].homes]
        assert {stop.partition(".")[0] for stop in stops} <= set().union(*homes)
    assert {"I16", "K16"} in [set(h) for h in at.data.companies["NRS"].homes]
