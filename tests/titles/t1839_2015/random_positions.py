"""Positions at random, of any phase: a company on turn among others.

Trains, privates, cash and shares are anywhere.
"""

import random
from collections import Counter

from companion.rules.core.change import Change
from companion.rules.core.state import LAST_RUN, TrainCard
from companion.rules.operating.private_powers import close
from companion.rules.operating.tokens import put_on_top
from companion.rules.shares import company_kinds, holdings
from companion.titles.t1839_2015.saved_trains import SAVED
from companion.titles.t1839_2015.title_state import note
from tests.oracles.t1839_2015.table import (
    BUILDS,
    FACE,
    FOREIGN,
    KINDS,
    PHASES,
    PRICES,
    Table,
)
from tests.titles.t1839_2015.game_start import entered, floated, priced, stock_round

OWNED = ("CM", "BEIJ", "BP", "VER", "NFW", "RB")  # what helps a company in its train step
CITIES = ("I12.0", "G10.0", "H13.0", "I4.0", "K8.0", "N15.0", "B19.0", "E10.0")


def begun(seed):
    """A company on turn, most often in its train step, among others that have trains and cash."""
    chance = random.Random(seed)
    phase = chance.choice(PHASES)
    at = stock_round(players=chance.randint(2, 5)).phase(phase)
    companies = chance.sample(list(Table(at.state).directs), 5)
    for company in companies:
        part_out(at, chance, company)
    for company in FOREIGN:
        if chance.random() < 0.7:
            part_out_abroad(at, chance, company)
    mine = [c for c in companies if at.state.companies[c].floated]
    if not mine:
        return None
    deal_trains(at, chance, mine, phase)
    company = mine[0]
    deal_privates(at, chance, mine, phase)
    at.cash(**{c: chance.choice((0, 40, 90, 160, 260, 450, 720, 2100)) for c in mine})
    at.cash(**{player: chance.choice((0, 20, 80, 200, 600)) for player in at.state.order})
    for stop in chance.sample(CITIES, chance.randint(1, 4)):
        if None in at.state.board.tokens[stop]:
            at.token(stop, company)
    if chance.random() < 0.3:
        put_on_top(Change(at.state), company, at.state.board.token_stops(company)[0])
    step = "trains" if chance.random() < 0.8 else chance.choice(("track", "run"))
    at.operating(company, step)
    draws = at.state.privates["RB"] == company and step != "track"
    said = chance.choice((0, 0, 60, 150)) if draws else 0
    note(Change(at.state), director_payment=said, director_company=chance.choice(mine))
    at.state.questions = ()
    return at, chance


def part_out(at, chance, company):
    """Start a company with its tenths dealt at random; it floats where enough is dealt."""
    players = list(at.state.order)
    places = [*players, *players[:1] * 2, *("initial", "pool")[: chance.randint(0, 2)]]
    dealt = Counter(chance.choice(places) for _ in range(10))
    director = max(players, key=lambda player: dealt[player])
    percents = {place: 10 * count for place, count in dealt.items() if place != "initial"}
    if percents.get(director, 0) < 20:
        return
    at.started(
        company,
        chance.choice(sorted(at.rules.market.pars(at.rules, at.state, company))),
        director,
        **percents,
    )
    priced(at, company, chance.choice(PRICES[:12]))
    if sum(percents.values()) >= 60:
        floated(at, company, chance.random() < 0.8)
    at.state.alter(company, homes=())


def part_out_abroad(at, chance, company):
    """A foreign company on the market, with its shares anywhere."""
    entered(at, company, chance.choice(PRICES[:10]))
    wanted = Counter({company: 100})
    for place in (*at.state.order, "pool"):
        part = 2 * chance.randint(0, 6)
        wanted[place] += part
        wanted[company] -= part
    holdings.deal(Change(at.state), at.data.companies[company], +wanted)
    at.cash(**{company: chance.choice((0, 60, 150, 330, 900, 3000))})
    recorded = {
        **at.state.title_state.offboard_visits,
        company: tuple(("X", n) for n in somes(chance)),
    }
    note(Change(at.state), offboard_visits=recorded)


def somes(chance):
    return [chance.choice((0, 50, 90, 130, 260)) for _ in range(chance.randint(0, 3))]


def deal_trains(at, chance, companies, phase):
    """Trains that have not rusted with companies, some with marks; few are left of some kinds."""
    number = PHASES.index(phase)
    kinds = list(KINDS)[max(0, number - 1) : number + 1]
    limit = company_kinds.train_limit(at.rules.data, at.state, companies[0])
    for place, company in enumerate(companies):
        for _ in range(chance.randint(0, limit) if place or chance.random() < 0.5 else 0):
            free = [t for t, c in at.state.trains.items() if c.place == "depot"]
            fits = [t for t in free if t.rpartition("-")[0] in kinds]
            if fits:
                marks = (SAVED,) if chance.random() < 0.3 else ()
                at.state.trains[chance.choice(fits)] = TrainCard(company, 0, marks)
    gone = chance.choice((0, 0, 1))
    for kind in list(KINDS)[: number + gone]:
        for train, card in at.state.trains.items():
            if train.rpartition("-")[0] == kind and card.place == "depot":
                at.state.trains[train] = TrainCard("gone")
    if chance.random() < 0.1:
        for train, card in at.state.trains.items():
            if card.place == "depot":
                at.state.trains[train] = TrainCard("gone")
    if number > 1 and chance.random() < 0.3:
        rusted = f"{list(KINDS)[number - 2]}-0"
        company = chance.choice(companies)
        if Table(at.state).room(company):
            at.state.trains[rusted] = TrainCard(company, 0, (LAST_RUN, SAVED))
    at.state.train_types_in_play = tuple(KINDS)[: number + 1]


def deal_privates(at, chance, companies, phase):
    """Those that have to do with trains anywhere; in late phases some are obsolete."""
    players, late = list(at.state.order), PHASES.index(phase) > 2
    for private in OWNED:
        owners = [companies[0], companies[0], companies[-1], players[0], "gone"]
        if private == "BEIJ" and late:
            owners = [players[0], "gone"]
        at.state.privates[private] = chance.choice(owners)
    for private in sorted(set(FACE) - {*OWNED, "NFLM"}):
        owners = (*players, "gone") if private in BUILDS else (*companies, *players, "gone")
        at.state.privates[private] = chance.choice(owners)
    for private in ("RWS", "SWO"):
        if at.state.privates[private] == "gone":
            close(Change(at.state), at.rules, private)  # so that its track lies
    if chance.random() < 0.3 and at.state.privates["BP"] != "gone":
        held = (("BP", companies[0]),)
        note(Change(at.state), unassigned_marks=held, mark_sale_count=chance.randint(1, 3))
    if late:
        there = [p for p, owner in at.state.privates.items() if owner != "gone"]
        note(Change(at.state), obsolete_privates=tuple(chance.sample(there, len(there) // 2)))
