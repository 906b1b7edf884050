"""Trains, marks, emergency money, foreign companies and the closing of privates told twice.

They are compared from positions at random on: all that may be done, and its results.

With FULL set in the environment there are many more, and whole games.
"""

import os
import random
from collections import Counter
from itertools import product
from types import SimpleNamespace

import pytest

from companion.rules.core.actions import (
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
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.privates import obsolete_privates
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.stock.private_revenue import pay_privates
from companion.titles import rules_for
from companion.titles.t1839_2015 import foreign
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.saved_trains import BuyMark, SaveTrain
from companion.titles.t1839_2015.trains import BecomeTrain
from tests.oracles.t1839_2015.table import PHASES, cards
from tests.oracles.t1839_2015.turns import Turn
from tests.support.run_cache import play
from tests.titles.t1839_2015.random_positions import begun
from tests.titles.t1839_2015.test_track_oracle import Told
from tests.titles.t1839_2015.test_whole_games import manner_for, setup_for

GAMES = 600 if os.environ.get("FULL") else 12
MOVES = 8  # from each position


# --- both


BY_COMPANY = {
    "buy": BuyTrain,
    "pass": Pass,
    "become": BecomeTrain,
    "save": SaveTrain,
    "mark": BuyMark,
    "marker": SellToken,
    "take": BuyPrivateForCompany,
    "draw": Draw,
}
BY_PLAYER = {"shares": SellShares, "private": GiveUpPrivate, "broke": DeclareBankruptcy}


def action_of(table, move):
    kind, *values = move
    if kind in BY_PLAYER:
        return BY_PLAYER[kind](table.player, *values)
    return BY_COMPANY[kind](table.company, *values)


def alike(state, table):
    """The state is what the second telling says."""
    assert state.cash == table.cash
    assert state.privates == table.privates
    assert PHASES.index(state.phase) == table.phase
    found = {t: card for t, card in state.trains.items() if card.place != "gone"}
    assert found == {t: card for t, card in cards(table).items() if card.place != "gone"}
    again = Turn(state)
    assert {c: +held for c, held in again.held.items()} == {c: +h for c, h in table.held.items()}
    assert again.directs == table.directs
    assert again.space == table.space
    assert again.laid == table.laid
    assert (again.obsolete, again.ageing) == (table.obsolete, table.ageing)
    assert +again.marks == +table.marks
    assert (again.marks_sold, again.said, again.sold) == (table.marks_sold, table.said, table.sold)
    assert again.had == table.had


def legal(at, every):
    """The moves that the second telling allows; the rules allow the same, and can do them."""
    table, found = Turn(at.state), []
    for move in every:
        action = action_of(table, move)
        codes = {refusal.code for refusal in judge.refusals(at.rules, at.state, action)}
        assert table.allows(move) == (not codes), (move, codes)
        if not codes:
            judge.apply(at.rules, at.state, action)
            found.append(move)
    return found


def done(at, move):
    """Both do it, the step alone: nothing follows of itself."""
    table, change = Turn(at.state), Change(at.state.copy())
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
        every = sorted(set(Turn(at.state).moves()), key=str)
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
    """A company with too many trains gives up any of them, before all else."""
    while at.state.questions:
        company = at.state.questions[0].actor
        mine = Turn(at.state).of(company)
        other = next(t for t, card in at.state.trains.items() if card.place != company)
        assert at.refused(DiscardTrain(company, other))
        assert at.refused(Pass(company))
        at.state = judge.apply(at.rules, at.state, DiscardTrain(company, chance.choice(mine))).state


@pytest.mark.parametrize("seed", range(GAMES))
def test_two_tellings_of_what_foreign_companies_do_agree(seed):
    start = begun(seed)
    if start is not None:
        told_abroad(start[0])


def told_abroad(at):
    change, table = Change(at.state.copy()), Turn(at.state)
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
        change, table = Change(at.state.copy()), Turn(at.state)
        if moment == "turn":
            at.rules.after_turn(change, table.company)
            table.turn_over(table.company)
        elif moment == "private step":
            pay_privates(change, at.rules)
            obsolete_privates.privates_paid(change, at.rules)
            table.pay_privates()
            table.close_those(*at.state.order)
        else:
            obsolete_privates.stock_round_starts(change, at.rules)
            table.close_those(*set(at.state.privates.values()))
        alike(change.state, table)


if os.environ.get("FULL"):

    @pytest.mark.parametrize("seed", range(40))
    def test_two_tellings_agree_along_a_whole_game(seed):
        rules, chance = rules_for(setup_for(seed)), random.Random(seed)
        passed: list[State] = []
        watch(rules, passed)
        at = SimpleNamespace(rules=rules, data=rules.data, state=judge.start(rules).state)
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
    return turn is not None and turn.company in Turn(state).directs


def told_in_game(at, chance, counts):
    """All of a moment: what is legal, and what would come next."""
    if at.state.questions or at.state.end_reason or not is_turn(at.state):
        return
    table = Turn(at.state)
    if table.step == "trains" or (table.owns("NFW") and table.step):
        counts["trains"] += 1
        skipped = table.said > table.cash[table.player] and table.step in ("track", "token")
        every = [m for m in table.moves() if not (skipped and m[0] in ("shares", "private"))]
        for move in legal(at, every):
            counts[move[0]] += 1
    if table.step == "token" and not table.sold:
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
        assert told.places(place) == (not judge.refusals(at.rules, at.state, place)), place
    for stop, to in product(at.state.board.token_stops(company), at.state.board.tokens):
        move = MoveOwnToken(company, "WSM", stop, to)
        assert told.moves(move) == (not judge.refusals(at.rules, at.state, move)), move


def nothing_was_left(at, state, counts):
    """A step that has ended by itself had nothing in it that may be done."""
    if not is_turn(state):
        return
    table, company = Turn(state), state.round.operating.company
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
