"""Receipts of 1839 say how each sum comes about: lays, homes, capital."""

import pytest

from companion.ledger.receipts import Receipt, Term
from companion.rules.core.actions import Action, BuyShare, LayTile, PlaceToken
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.judge import judge
from companion.rules.words.receipts import TERMS
from tests.support.positions import Position
from tests.titles.t1839.game_start import priced
from tests.titles.t1839.test_starting import floating
from tests.titles.t1839.test_track import laying


def after(at: Position, action: Action) -> Receipt:
    """The receipt of what is done in a position."""
    outcome = judge.apply(at.rules, at.state, action)
    deed = LogRecord(1, action, outcome.events, outcome.entries)
    return receipt_of(at.rules, deed, (), at.state, outcome.state)


def terms(receipt: Receipt, memo: str) -> tuple[Term, ...]:
    """The terms of the sum with that reason."""
    (found,) = (line.terms for line in receipt.money if line.memo == memo)
    return found


def in_words(at: Position, term: Term) -> str:
    """The receipt's words for a term."""
    facts = {"count": term.count, "each": term.each, "of": term.of}
    return at.rules.words.fill(TERMS[term.what], facts)


WATER = LayTile("NRS", "I12", "U6", 4)
PLAIN = LayTile("NRS", "I10", "9", 1)


def test_a_first_tile_on_water_costs_what_is_printed() -> None:
    assert terms(after(laying(), WATER), "terrain") == (Term("ground", 80),)


def test_the_fee_of_a_second_tile_is_no_terrain() -> None:
    at = laying().do(WATER)
    assert terms(after(at, PLAIN), "terrain") == (Term("lay_fee", 20),)
    at = laying(lays=(("I10", "yellow"),))
    assert terms(after(at, WATER), "terrain") == (Term("ground", 80), Term("lay_fee", 20))
    assert at.rules.words.fill(at.rules.vocabulary.memos["terrain"], {}) == "track"


def test_the_fee_of_a_big_city_is_no_terrain() -> None:
    at = laying().tile("I12", "U6", 4)
    lay = next(
        LayTile("NRS", "I12", lay.tile, lay.rotation)
        for lay in at.rules.operating.steps[1].possible_lays(at.state, "I12")
        if not lay.refusals
    )
    assert terms(after(at, lay), "terrain") == (Term("hex_fee", 80),)


@pytest.mark.parametrize(
    ("action", "section"),
    [
        (LayTile("AMS", "I16", "57", 0, "SRV"), "§14.2.2.1.2"),
        (PlaceToken("AMS", "I16.0", "SRV"), "§14.2.2.1.2"),
        (LayTile("NRS", "I10", "9", 1, "HLVVDG"), "§14.2.2.1.1"),
        (WATER, "§8.3.1"),
    ],
)
def test_a_lay_of_a_private_is_paid_by_its_own_section(
    action: LayTile | PlaceToken, section: str
) -> None:
    at = laying(action.company, privates=("SRV", "HLVVDG"))
    if isinstance(action, PlaceToken):
        at.tile("I16", "57", 0)
    elif action.private == "HLVVDG":
        at.do(WATER)
    (line,) = after(at, action).money
    assert line.rule == at.data.place(section)


def test_the_fee_for_homes_tells_both_homes() -> None:
    """Amsterdam counts 40 and Gouda 20."""
    at = floating("G10", "I8")
    (found,) = terms(after(at, BuyShare("p1", "L1", "initial")), "home_fee")
    assert found.amount == 120
    assert in_words(at, found) == "2 × (ƒ40 for G10 Amsterdam + ƒ20 for I8 Gouda)"


@pytest.mark.parametrize(
    ("price", "term"), [(25, Term("par", 25, 10)), (20, Term("market", 20, 10))]
)
def test_capital_is_ten_times_the_price_and_not_eight_times_the_par(price: int, term: Term) -> None:
    at = floating("I8", "I16", par=31)
    cells = at.data.markets["local"].cells.values()
    at.state.alter("L1", par=25)
    assert price in {cell.price for cell in cells}
    priced(at, "L1", price)
    assert terms(after(at, BuyShare("p1", "L1", "initial")), "capital") == (term,)
