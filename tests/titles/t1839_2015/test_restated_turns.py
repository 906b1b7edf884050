"""Trains, marks, emergency money, foreign companies and the closing of privates told twice, and
compared from positions at random on: all that may be done, and what comes of it.

With FULL set in the environment from many more, and along whole games.
"""

import os
import random
from collections import Counter
from itertools import product
from types import SimpleNamespace

import pytest

from companion.rules import closing, holdings
from companion.rules.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    GiveUpPrivate,
    Pass,
    PlaceToken,
    SellShares,
    SellToken,
)
from companion.rules.auction import pay_privates
from companion.rules.change import Change
from companion.rules.power_tokens import MoveOwnToken
from companion.rules.powers import close
from companion.rules.state import LAST_RUN, State, TrainCard
from companion.rules.tokens import put_on_top
from companion.titles import rules_for
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.notes import note
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.saving import SAVED, BuyMark, SaveTrain
from companion.titles.t1839_2015.trains import BecomeTrain
from tests.kept import play
from tests.titles.t1839_2015.restated_turns import (
    BUILDS,
    FACE,
    FOREIGN,
    KINDS,
    PHASES,
    PRICES,
    Table,
    cards,
)
from tests.titles.t1839_2015.table import entered, floated, priced, stock_round
from tests.titles.t1839_2015.test_restated_track import Told
from tests.titles.t1839_2015.test_whole_games import manner_for, setup_for

GAMES = 600 if os.environ.get("FULL") else 12
MOVES = 8  # from each position
OWNED = ("CM", "BEIJ", "BP", "VER", "NFW", "RB")  # what helps a company in its train step
CITIES = ("I12.0", "G10.0", "H13.0", "I4.0", "K8.0", "N15.0", "B19.0", "E10.0")


# --- positions at random


def begun(seed):
    """A company on turn, most often in its train step, among others that have trains and cash."""
    chance = random.Random(seed)
    phase = chance.choice(PHASES)
    at = stock_round(players=chance.randint(2, 5)).phase(phase)
    companies = chance.sample(list(Table(at.state).directs), 5)
    for company in companies:
        if company != "NFLM":
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
    note(Change(at.state), drawn=said, director=chance.choice(mine))
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
        company, chance.choice(sorted(at.rules.pars(at.state, company))), director, **percents
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
    recorded = {**at.state.own.recorded, company: tuple(("X", n) for n in somes(chance))}
    note(Change(at.state), recorded=recorded)


def somes(chance):
    return [chance.choice((0, 50, 90, 130, 260)) for _ in range(chance.randint(0, 3))]


def deal_trains(at, chance, companies, phase):
    """Trains that have not rusted with companies, some with marks; few are left of some kinds."""
    number = PHASES.index(phase)
    kinds = list(KINDS)[max(0, number - 1) : number + 1]
    limit = at.rules.train_limit(at.state, companies[0])
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
    at.state.begun = tuple(KINDS)[: number + 1]


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
        note(Change(at.state), marks=held, marks_sold=chance.randint(1, 3))
    if late:
        there = [p for p, owner in at.state.privates.items() if owner != "gone"]
        note(Change(at.state), obsolete=tuple(chance.sample(there, len(there) // 2)))


# --- both


def action_of(table, move):
    company, player = table.company, table.player
    match move:
        case ("buy", train, price):
            return BuyTrain(company, train, price)
        case ("pass",):
            return Pass(company)
        case ("become", private):
            return BecomeTrain(company, private)
        case ("save", train, private):
            return SaveTrain(company, train, private)
        case ("mark", private):
            return BuyMark(company, private)
        case ("marker", stop):
            return SellToken(company, stop)
        case ("shares", of, percent):
            return SellShares(player, of, percent)
        case ("private", private):
            return GiveUpPrivate(player, private)
        case ("take", private, price):
            return BuyPrivateForCompany(company, private, price)
        case ("draw", amount):
            return Draw(company, amount)
        case ("broke",):
            return DeclareBankruptcy(player)
    raise AssertionError(move)


def alike(state, table):
    """The state is what the second telling says."""
    assert state.cash == table.cash
    assert state.privates == table.privates
    assert PHASES.index(state.phase) == table.phase
    found = {t: card for t, card in state.trains.items() if card.place != "gone"}
    assert found == {t: card for t, card in cards(table).items() if card.place != "gone"}
    again = Table(state)
    assert {c: +held for c, held in again.held.items()} == {c: +h for c, h in table.held.items()}
    assert again.directs == table.directs
    assert again.space == table.space
    assert again.laid == table.laid
    assert (again.obsolete, again.ageing) == (table.obsolete, table.ageing)
    assert +again.marks == +table.marks
    assert (again.marks_sold, again.said, again.sold) == (table.marks_sold, table.said, table.sold)


def legal(at, every):
    """What the second telling allows; the rules allow the same, and can do it."""
    table, found = Table(at.state), []
    for move in every:
        action = action_of(table, move)
        codes = {refusal.code for refusal in at.rules.refusals(at.state, action)}
        assert table.allows(move) == (not codes), (move, codes)
        if not codes:
            at.rules.apply(at.state, action)
            found.append(move)
    return found


def done(at, move):
    """Both do it, the step alone: nothing follows of itself."""
    table, change = Table(at.state), Change(at.state.copy())
    action = action_of(table, move)
    step = next(step for step in at.rules.accepting(at.state) if step.takes(at.state, action))
    step.apply(change, action)
    table.do(move)
    alike(change.state, table)
    asked = [q.actor for q in change.state.questions if q.step == "discard"]
    assert asked == table.over()
    at.state = change.state


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_trains_and_of_money_for_them_agree(seed):
    start = begun(seed)
    if start is None:
        return
    at, chance = start
    for _ in range(MOVES):
        every = sorted(set(Table(at.state).moves()), key=str)
        found = legal(at, chance.sample(every, min(len(every), 120)))
        found = [move for move in found if move[0] not in ("pass", "broke")]
        if not found:
            return
        kind = chance.choice(sorted({str(move[0]) for move in found}))
        move = chance.choice([move for move in found if move[0] == kind])
        print(move)
        done(at, move)
        give_up(at, chance)


def give_up(at, chance):
    """Who has too many trains gives up any of them, before all else."""
    while at.state.questions:
        company = at.state.questions[0].actor
        mine = Table(at.state).of(company)
        other = next(t for t, card in at.state.trains.items() if card.place != company)
        assert at.refused(DiscardTrain(company, other))
        assert at.refused(Pass(company))
        at.state = at.rules.apply(at.state, DiscardTrain(company, chance.choice(mine))).state


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_what_foreign_companies_do_agree(seed):
    start = begun(seed)
    if start is not None:
        told_abroad(start[0])


def told_abroad(at):
    change, table = Change(at.state.copy()), Table(at.state)
    while foreign.go_on(change, at.rules):
        pass
    table.abroad()
    alike(change.state, table)
    assert [q.actor for q in change.state.questions if q.step == "discard"] == table.over()


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_when_privates_close_agree(seed):
    start = begun(seed)
    if start is not None:
        told_closing(*start)


def told_closing(at, chance):
    for moment in ("turn", "private step", "stock round"):
        change, table = Change(at.state.copy()), Table(at.state)
        if moment == "turn":
            at.rules.after_turn(change, table.company)
            table.turn_over(table.company)
        elif moment == "private step":
            pay_privates(change, at.rules)
            closing.privates_paid(change, at.rules)
            table.pay_privates()
            table.close_those(*at.state.order)
        else:
            closing.stock_round_starts(change, at.rules)
            table.close_those(*set(at.state.privates.values()))
        alike(change.state, table)


if os.environ.get("FULL"):

    @pytest.mark.parametrize("seed", range(40))
    def test_two_tellings_agree_along_a_whole_game(seed):
        rules, chance = rules_for(setup_for(seed)), random.Random(seed)
        passed: list[State] = []
        watch(rules, passed)
        at = SimpleNamespace(rules=rules, data=rules.data, state=rules.start().state)
        counts = Counter()
        for _, outcome in play(rules, seed, manner=manner_for(seed)):
            at.state = outcome.state
            if not any(q.step == "chance" for q in at.state.questions):
                for state in passed:
                    nothing_was_left(at, state, counts)
            passed.clear()
            told_in_game(at, chance, counts)
            passed.clear()
        print(dict(counts))


def watch(rules, passed):
    """Note the states in which a step or a turn ends by itself."""
    go_on = rules.operating.go_on

    def noted(change):
        passed.append(change.state.copy())
        go_on(change)

    rules.operating.go_on = noted


def is_turn(state):
    turn = state.round.operating
    return turn is not None and turn.company in Table(state).directs and turn.company != "NFLM"


def told_in_game(at, chance, counts):
    """All of a moment: what is legal, and what would come next."""
    if at.state.questions or at.state.finished or not is_turn(at.state):
        return
    table = Table(at.state)
    if table.step == "trains" or (table.owns("NFW") and table.step):
        counts["trains"] += 1
        skipped = table.said > table.cash[table.player] and table.step in ("track", "token")
        every = [m for m in table.moves() if not (skipped and m[0] in ("shares", "private"))]
        for move in legal(at, every):
            counts[move[0]] += 1
    if table.step == "token":
        counts["token"] += 1
        told_markers(at, table.company)
    if table.step == "trains":
        counts["abroad"] += 1
        told_abroad(at)
        told_closing(at, chance)


def told_markers(at, company):
    told = Told(at, company)
    for stop, private in product(at.state.board.tokens, (None, "CO", "SWO")):
        place = PlaceToken(company, stop, private)
        assert told.places(place) == (not at.rules.refusals(at.state, place)), place
    for stop, to in product(at.state.board.token_stops(company), at.state.board.tokens):
        move = MoveOwnToken(company, "WSM", stop, to)
        assert told.moves(move) == (not at.rules.refusals(at.state, move)), move


def nothing_was_left(at, state, counts):
    """A step that has ended by itself had nothing in it that may be done."""
    if not is_turn(state):
        return
    table, company = Table(state), state.round.operating.company
    if table.step == "trains":
        counts["trains passed"] += 1
        idle = ("pass", "draw")  # the director may always be drawn on, be there anything to pay
        assert not [m for m in table.moves() if m[0] not in idle and table.allows(m)]
        most = table.cash[table.player] + table.can_bring()
        assert not (table.owns("RB") and table.dearest(most))
    elif table.step == "token":
        counts["token passed"] += 1
        told = Told(SimpleNamespace(rules=at.rules, data=at.data, state=state), company)
        stops, own = state.board.tokens, state.board.token_stops(company)
        ways = product(stops, (None, "CO", "SWO"))
        assert not any(told.places(PlaceToken(company, stop, by)) for stop, by in ways)
        assert not any(told.moves(MoveOwnToken(company, "WSM", a, b)) for a in own for b in stops)
