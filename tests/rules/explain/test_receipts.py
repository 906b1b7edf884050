"""Tests of receipts: every posting of random games is in one whose terms add up to it.

Every transfer of certificates, privates and other things is in a receipt, too.
"""

import os
from collections import Counter

import pytest

from companion.bots.simulation import NAMES
from companion.ledger.entries import BANK
from companion.ledger.receipts import PriceLine, Receipt, Term, TransferLine
from companion.rules.core.actions import Action, BuyTrain, SellShares
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.titles import rules_for, titles
from tests.support.positions import Position
from tests.support.run_cache import play

SEEDS = range(20) if os.environ.get("FULL") else (3,)


def after(place: Position, action: Action) -> Receipt:
    """Return the receipt of an action in a position."""
    state, rules = place.state, place.rules
    outcome = judge.apply(rules, state, action)
    deed = LogRecord(1, action, outcome.events, outcome.entries)
    return receipt_of(rules, deed, (), state, outcome.state)


def selling() -> Position:
    """Return a position in which p2 becomes president of PRR if p1 sells."""
    position = Position("1830", 3).close_privates()
    return position.started("PRR", 100, "p1", p1=40, p2=30, pool=0).stock_round()


@pytest.mark.in_part(2)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", sorted(titles()))
def test_every_posting_of_a_game_is_in_a_receipt_that_adds_up_to_it(title: str, seed: int) -> None:
    rules = rules_for(Setup(title, NAMES[:4], {}, seed))
    start = judge.start(rules)
    state, earlier, unreckoned = start.state, [], Counter[str]()
    for number, (action, outcome) in enumerate(play(rules, seed), 1):
        deed = LogRecord(number, action, outcome.events, outcome.entries)
        found = receipt_of(rules, deed, earlier, state, outcome.state)
        posted = Counter[str]()
        for entry in outcome.entries:
            for posting in entry.postings:
                posted[posting.account] += posting.amount
        assert found.sum_by_account() == {who: sum for who, sum in posted.items() if sum}, number
        for line in found.money:
            assert not line.terms or sum(t.amount for t in line.terms) == line.amount, number
            if not line.terms:
                unreckoned[line.memo] += 1
        assert_nothing_is_left_out(rules, state, outcome, found)
        assert all(led < number for led in found.led)
        assert_is_cited(found)
        earlier.append(deed)
        state = outcome.state
    assert not unreckoned


def assert_nothing_is_left_out(
    rules: Rules, before: State, outcome: Outcome, found: Receipt
) -> None:
    """Check that holdings after a row are those before it plus the receipt's transfers."""
    for sort, count in (
        (("share", "president"), shares_of),
        (("private",), lambda _, state: Counter(f"{o} {p}" for p, o in state.privates.items())),
    ):
        had = count(rules, before)
        for line in found.handed:
            if line.sort in sort:
                worth = line.count * (line.percent or 1)
                had[f"{line.giver} {line.thing}"] -= worth
                had[f"{line.taker} {line.thing}"] += worth
        assert +had == count(rules, outcome.state)
        assert min(had.values(), default=0) >= 0


def assert_is_cited(found: Receipt) -> None:
    """Check that a receipt with transfers cites a section of the book.

    A closing that follows by itself has no section of its own.
    """
    things = [line for line in found.handed if line.sort not in ("tile", "private")]
    assert not (things or found.money) or found.rules or found.payouts, found


def shares_of(rules: Rules, state: State) -> Counter[str]:
    """Return the percent of every company by owner."""
    found = Counter[str]()
    for certificate, owner in state.certificates.items():
        company = certificate.rpartition("_")[0]
        found[f"{owner} {company}"] += rules.data.percents[certificate]
    return found


def test_a_sale_tells_its_price_each_step_of_the_fall_and_the_certificates() -> None:
    place = selling()
    found = after(place, SellShares("p1", "PRR", 20))
    (line,) = found.money
    assert line.terms == (Term("market", 100, 2),)
    assert (line.amount, line.rule) == (200, "1830 §15.0")
    assert found.handed == (
        TransferLine("president", "PRR", "p1", "p2", percent=20, swapped=True),
        TransferLine("share", "PRR", "p2", "p1", 2, 10, swapped=True),
        TransferLine("share", "PRR", "p1", "pool", 2, 10),
    )
    (move,) = found.prices
    chart = place.rules.data.cells
    assert [chart[id].price for id in move.cells] == [100, 90, 82]
    assert (move.before, move.after) == (100, 82)


def test_a_train_tells_its_list_price_and_what_was_given_for_it() -> None:
    place = selling().floated("PRR", 2000).trains("PRR", "5").trains("NYC", "6").phase("6")
    place.operating("PRR", "trains", division="pay")
    train = next(t for t in place.state.trains if t.startswith("D-"))
    given = next(t for t, c in place.state.trains.items() if c.place == "PRR")
    found = after(place, BuyTrain("PRR", train, 800, given))
    line = next(line for line in found.money if line.memo == "train")
    assert line.terms == (Term("list", 1100, of=("D",)), Term("traded_in", -300, of=("5",)))
    sorts = {(line.thing, line.giver, line.taker) for line in found.handed if line.sort == "train"}
    assert {("D", "depot", "PRR"), ("5", "PRR", "pool")} <= sorts


def test_a_train_that_the_president_helps_with_tells_the_debt_and_whose_money_it_was() -> None:
    place = selling().floated("PRR", 50).tile("H10", "57", 1)
    place.cash(p1=500).operating("PRR", "trains", division="withhold")
    train = next(t for t in place.state.trains if t.startswith("2-"))
    found = after(place, BuyTrain("PRR", train, 80))
    help, price = found.money
    assert help.terms == (Term("due", 80), Term("treasury", -50, of=("PRR",)))
    assert (price.memo, price.amount) == ("train", 80)
    assert found.debt is not None
    assert (found.debt.amount, found.debt.treasury, found.debt.adds) == (80, 50, 30)


def test_without_states_the_books_and_the_history_are_told() -> None:
    place = selling()
    state = place.state
    action = SellShares("p1", "PRR", 10)
    outcome = judge.apply(place.rules, state, action)
    found = receipt_of(place.rules, LogRecord(1, action, outcome.events, outcome.entries))
    assert found.sum_by_account() == {BANK: -100, "p1": 100}
    assert not found.whole and not found.handed and len(found.prices) == 1


def test_an_event_of_before_that_told_no_cells_tells_the_prices() -> None:
    place = selling()
    state = place.state
    outcome = judge.apply(place.rules, state, SellShares("p1", "PRR", 10))
    for event in outcome.events:
        event.facts.pop("cells", None)
    deed = LogRecord(1, SellShares("p1", "PRR", 10), outcome.events, outcome.entries)
    found = receipt_of(place.rules, deed, (), state, outcome.state)
    assert found.prices == (PriceLine("PRR", 100, 90, ()),)
