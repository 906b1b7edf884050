"""Stock rounds told twice, and compared from positions at random on.

All that is allowed at every moment is compared, the results of the deeds, and the turns that have
passed by themselves.
"""

import os
import random

import pytest

from companion.rules.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.rules.shares import holdings
from companion.rules.stock.number_cards import CardRound
from companion.titles import rules_for
from companion.titles.t1839_2015.ketwich import Repar
from companion.titles.t1839_2015.rochussen import FloatCompany
from companion.titles.t1839_2015.stock import BuyBundle
from companion.titles.t1839_2015.title_state import game_of, note
from tests.oracles.t1839_2015.stock import (
    FOREIGN,
    IPO,
    LIMITS,
    PHASES,
    POOL,
    ROW,
    Company,
    Move,
    StockRound,
)
from tests.support.run_cache import play
from tests.titles.t1839_2015.game_start import entered, floated, priced, table
from tests.titles.t1839_2015.test_whole_games import manner_for, setup_for

FULL = bool(os.environ.get("FULL"))
GAMES = 500 if FULL else 8
LONGEST = 60  # moves
TRIED = 80  # moves at each moment, without FULL
WHOLE = range(40) if FULL else (60,)
PUBLIC = ("AMS", "HIJSM", "NBDS", "NCS", "NRS", "NWS", "SS", "ZHESM")
OWNERS = {"KR": "floats", "KV": "repars"}


# --- a position at random


def begun(seed):
    """A stock round in which some companies have prices, and some have operated."""
    chance = random.Random(seed)
    players = 2 + seed % 5
    cards = chance.sample(range(1, players + 1), players)
    at = table(players, cards=" ".join(map(str, cards))).close_privates()
    at.phase(chance.choice(PHASES))
    for company in chance.sample(PUBLIC, chance.randint(3, 8)):
        part_out(at, chance, company)
    for company in FOREIGN:
        if chance.random() < 0.7:
            enters(at, chance, company)
    hand_privates_out(at, chance)
    at.cash(**{player: chance.choice((0, 70, 150, 300, 900)) for player in at.state.order})
    number = chance.choice((1, 2, 3, 4))
    return at.stock_round(number, chance.choice(at.state.order)), chance


def part_out(at, chance, company):
    """Start a company, with its tenths dealt at random, or hand a tenth of it out."""
    players = list(at.state.order)
    lying = [IPO] * chance.choice((1, 1, 3, 5)) + [POOL] * chance.randint(0, 2)
    places = [*players, chance.choice(players), *lying]
    most = chance.choice((0, 0, 3, 6, 7))
    dealt = [chance.choice(players)] * most + [chance.choice(places) for _ in range(10 - most)]
    held = {player: dealt.count(player) for player in players}
    director = chance.choice([p for p in players if held[p] == max(held.values())])
    sold = {place: 10 * dealt.count(place) for place in dealt if place != IPO}
    if held[director] < 2:
        at.state.certificates[at.data.companies[company].certificates[1]] = chance.choice(players)
        return
    floats = sum(sold.values()) >= 60 or (POOL in sold and sum(sold.values()) >= 30)
    if not floats:
        sold.pop(POOL, None)
    par = chance.choice(sorted(at.rules.market.pars(at.rules, at.state, company)))
    at.started(company, par, director, **sold)
    if floats and chance.random() < 0.15:
        floated_now(at, company, chance.choice(players))
    elif floats:
        priced(at, company, chance.choice(ROW[:-1]))
        floated(at, company, operated=chance.random() < 0.8)
        at.cash(**{company: chance.choice((0, 70, 500))})
        put_money_on(at, company, chance.choice((0, 0, 1, 3)))


def floated_now(at, company, player):
    """A purchase of the player has floated it in this round."""
    capital = 10 * at.state.companies[company].par
    floated(at, company, operated=False).cash(**{company: capital})
    note(Change(at.state), float_buyers=(*game_of(at.state).float_buyers, (company, player)))


def put_money_on(at, company, count):
    """So many of its shares in the pool have its par lying on them."""
    lain = min(count, at.percent(company, POOL) // 10)
    if lain:
        note(
            Change(at.state),
            shares_with_money={**game_of(at.state).shares_with_money, company: lain},
        )
        at.cash(pool=at.state.cash[POOL] + lain * at.state.companies[company].par)


def enters(at, chance, company):
    """A foreign company on the market, its shares dealt at random."""
    entered(at, company, chance.choice((67, 72, 80)))
    priced(at, company, chance.choice(ROW[:-1]))
    at.cash(**{company: chance.choice((0, 67, 400))})
    places = list(at.state.order) + chance.choice(([], [company], [POOL], [company, POOL]))
    dealt = [chance.choice(places) for _ in range(50)]
    wanted = {place: 2 * dealt.count(place) for place in dealt}
    holdings.deal(Change(at.state), at.data.companies[company], wanted)


def hand_privates_out(at, chance):
    """Hand out privates, so that some players are near their limit or over it.

    Returns the owners of two of the privates.
    """
    names = [private for private in at.data.privates if private not in (*OWNERS, "NFLM")]
    chance.shuffle(names)
    told = told_of(at.stock_round())
    for player in at.state.order:
        room = told.limit(player) - told.certificates(player)
        wanted = chance.choice((0, 1, room - 2, room - 1, room - 1, room, room + 1, room + 2))
        for private in names[: max(0, wanted)]:
            at.state.privates[private] = player
            names.remove(private)
    for private in OWNERS:
        at.state.privates[private] = chance.choice((*at.state.order, "SS", "gone"))


# --- both


def told_of(at):
    """The same, told the other way."""
    state, round = at.state, at.state.round
    owners = {deed: state.privates[private] for private, deed in OWNERS.items()}
    return StockRound(
        list(state.order),
        {player: state.cash[player] for player in state.order},
        {company: company_of(at, company) for company in PUBLIC},
        {company: company_of(at, company) for company in FOREIGN},
        stacks_of(at),
        {player: list(state.privates.values()).count(player) for player in state.order},
        round.number,
        state.phase,
        round.turn,
        cards=list(round.cards),
        floated_by=dict(game_of(state).float_buyers),
        **{deed: owner if owner in state.order else "" for deed, owner in owners.items()},
    )


def company_of(at, company):
    own = at.state.companies[company]
    parts = holdings.shares(at.data, at.state, company)
    return Company(
        {owner: part // unit(company) for owner, part in parts.items()},
        at.at(company) if own.cell else None,
        own.par or 0,
        at.president(company) or "",
        own.floated,
        company in game_of(at.state).operated_companies,
        at.state.cash[company],
        game_of(at.state).shares_with_money.get(company, 0),
    )


def stacks_of(at):
    stacks = {at.data.cells[cell].price: list(stack) for cell, stack in at.state.stacks.items()}
    return {price: stack for price, stack in stacks.items() if stack}


def action_of(move: Move) -> Action:
    match move:
        case ("pass", str(player)):
            return Pass(player)
        case ("sell", str(player), str(company), int(count)):
            return SellShares(player, company, count * unit(company))
        case ("buy", str(player), str(company), str(source), int(count)):
            return BuyShare(player, company, source, None if count == 1 else count * unit(company))
        case ("bundle", str(player), str(company), int(initial), int(pooled)):
            return BuyBundle(player, company, 10 * initial, 10 * pooled)
        case ("start", str(player), str(company), int(par), int(tenths)):
            return StartCompany(player, company, par, None if tenths == 2 else 10 * tenths)
        case ("repar", str(player), str(company), int(par)):
            return Repar(player, company, par)
        case ("float", str(player), str(company)):
            return FloatCompany(player, "KR", company)
    raise AssertionError(move)


def unit(company):
    """Percent of a share."""
    return 2 if company in FOREIGN else 10


def move_of(action: Action) -> Move:
    match action:
        case Pass(player):
            return "pass", player
        case SellShares(player, company, percent):
            return "sell", player, company, percent // unit(company)
        case BuyShare(player, company, source, percent):
            return "buy", player, company, source, (percent or unit(company)) // unit(company)
        case BuyBundle(player, company, initial, pooled):
            return "bundle", player, company, initial // 10, pooled // 10
        case StartCompany(player, company, price, percent):
            return "start", player, company, price, (percent or 20) // 10
        case Repar(player, company, price):
            return "repar", player, company, price
        case FloatCompany(player, _, company):
            return "float", player, company
    raise AssertionError(action)


def told_alike(at, told):
    """The state is what the second telling says."""
    state = at.state
    for company, own in told.public.items():
        now = company_of(at, company)
        parts = {owner: tenths for owner, tenths in own.parts.items() if tenths}
        assert (now.parts, now.director, now.floated) == (parts, own.director, own.floated), company
        assert (now.par, now.lain) == (own.par, own.lain), company
    if told.over:
        ended_alike(at, told)
        return
    for company, own in {**told.public, **told.foreign}.items():
        assert state.cash[company] == own.treasury, company
    for company, own in told.foreign.items():
        parts = {owner: count for owner, count in own.parts.items() if count}
        assert company_of(at, company).parts == parts, company
    assert stacks_of(at) == {price: stack for price, stack in told.stacks.items() if stack}
    assert {player: state.cash[player] for player in told.order} == told.cash
    assert (state.round.turn, list(state.round.cards)) == (told.turn, told.cards)
    assert list(state.order) == told.order
    asks = ("floats", told.floats) if told.asked else ("shares", told.turn)
    assert (at.waiting(), at.rules.actor(state)) == asks


def ended_alike(at, told):
    """The prices have moved as they are told to, and the order of play is the new one."""
    moves = []
    for event in at.events:
        if event.kind == "round" and event.facts["round"][0] != "stock":
            break
        if event.kind == "price":
            moves.append(tuple(event.facts[fact] for fact in ("company", "before", "after")))
    assert moves == told.moves_of_prices
    if any(own.price == ROW[-1] for own in told.foreign.values()):
        assert at.state.end_reason == "market"
    else:
        assert [event for event in at.events if event.kind == "round"]
    if at.state.round.number == told.number:  # with no company that operates rounds go by
        assert list(at.state.order) == told.order


def chosen(legal, chance):
    """One of the allowed moves: often a rare one, else any kind and company alike.

    Often nobody does anything.
    """
    kinds = sorted({str(move[0]) for move in legal} - {"pass"})
    passes = [move for move in legal if move[0] == "pass"]
    if not kinds or (passes and chance.random() < 0.4):
        return passes[0]
    rare = [kind for kind in ("float", "repar") if kind in kinds and chance.random() < 0.7]
    kind = (rare or [chance.choice(kinds)])[0]
    company = chance.choice([move[2] for move in legal if move[0] == kind])
    return chance.choice([move for move in legal if (move[0], *move[2:3]) == (kind, company)])


def offered_moves(at):
    """All that is offered, with everything between that may be chosen."""
    for offer in judge.offers(at.rules, at.state):
        move = move_of(offer.action)
        if not offer.allowed:
            continue
        if move[0] == "sell":
            most = offer.span.most // unit(move[2])
            yield from ((*move[:3], count) for count in range(1, most + 1))
        elif move[0] == "start":
            cash = at.state.cash[move[1]]
            pars = (par for par, cost in dict(offer.facts)["costs"] if cost <= cash)
            yield from ((*move[:3], par, move[4]) for par in pars)
        else:
            yield move


def judged_alike(at, told, chance):
    """The same is allowed, and just that is offered; answers what it is."""
    every = list(told.moves())
    for move in every if FULL else chance.sample(every, min(len(every), TRIED)):
        assert (not judge.refusals(at.rules, at.state, action_of(move))) == told.allows(move), move
    legal = [move for move in every if told.allows(move)]
    assert set(offered_moves(at)) == set(legal)
    return legal


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_a_stock_round_agree(seed):
    at, chance = begun(seed)
    told = told_of(at)
    assert LIMITS[len(told.order)] == at.data.certificate_limit[len(told.order)]
    if not told.can_act():
        return  # a turn that would have ended before
    for _ in range(LONGEST):
        told_alike(at, told)
        if told.over:
            return
        move = chosen(judged_alike(at, told, chance), chance)
        print(move)
        assert at.allowed(action_of(move))
        told.moves_of_prices.clear()
        told.do(move)
        at.do(action_of(move))


@pytest.mark.in_part(0)
@pytest.mark.parametrize("seed", WHOLE)
def test_two_tellings_agree_in_the_stock_rounds_of_a_whole_game(seed):
    at, told, chance = table(), None, random.Random(seed)
    at.rules = rules_for(setup_for(seed))
    for action, outcome in play(at.rules, seed, manner=manner_for(seed)):
        at.state, at.events = outcome.state, outcome.events
        if told:
            print(action)
            told.moves_of_prices.clear()
            told.do(move_of(action))
            told_alike(at, told)
        if told is None or told.over:
            in_round = isinstance(at.state.round, CardRound) and not at.state.end_reason
            told = told_of(at) if in_round else None
        if told:
            assert told.asked or told.can_act()
            judged_alike(at, told, chance)
