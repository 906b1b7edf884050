"""Markets in a title's data: one without a name or several with names.

Tests also cover where companies may be started.
"""

import re
from collections import Counter

import pytest

from companion.board.tiles import DataError
from companion.rules.data.printed_markets import PrintedMarket
from companion.titles.schema.markets import MarketsTable
from companion.titles.schema.names import Names
from tests.titles.schema_check import check

ONE = '[market]\nmarks = { p = "par" }\nrows = ["50 55p 60"]'
TWO = """
[[markets]]
name = "upper"
title = "Major companies"
marks = { a = "par", b = "early par", e = "end" }
rows = ["61 67a 74b 82b 300e"]

[[markets]]
name = "lower"
marks = { a = "par" }
rows = ["10 20a 31a"]
par_room = 2
"""
PARS = frozenset(("par", "early par"))


def charts(text: str) -> tuple[PrintedMarket, ...]:
    names = Names({"market": Counter(re.findall('name = "(.*)"', text))})
    return check(MarketsTable, text, names).charts(PARS)


def test_the_only_market_has_no_name_and_its_cells_the_plainest_ids() -> None:
    (chart,) = charts(ONE)
    assert (chart.name, chart.title, chart.par_room) == ("", "", None)
    assert list(chart.cells) == ["0,0", "0,1", "0,2"]
    assert list(chart.pars) == [55]


def test_several_markets_have_names_and_no_cell_of_one_is_taken_for_another_s() -> None:
    upper, lower = charts(TWO)
    assert (upper.name, upper.title) == ("upper", "Major companies")
    assert (lower.name, lower.title, lower.par_room) == ("lower", "Lower", 2)
    assert list(lower.cells) == ["lower:0,0", "lower:0,1", "lower:0,2"]
    assert not upper.cells.keys() & lower.cells.keys()
    assert {cell.market for cell in lower.cells.values()} == {"lower"}


def test_a_par_cell_is_one_of_any_phase() -> None:
    upper, lower = charts(TWO)
    assert list(upper.pars) == [82, 74, 67]
    assert list(lower.pars) == [31, 20]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "either market (one without a name) or markets"),
        (ONE + TWO, "either market (one without a name) or markets"),
        (TWO.replace('name = "lower"', ""), "line 8, markets[1].name: is missing; a word of 1"),
        (
            TWO.replace('"lower"', '"upper"'),
            'markets[0].name: is "upper"; another (it stands 2',
        ),
        (TWO.replace('"lower"', '"lower:"'), 'markets[1].name: is "lower:"; a word of 1 to 20'),
        (TWO.replace("par_room = 2", "par_room = 0"), "markets[1].par_room: is 0; a whole number"),
        (TWO.replace("31a", "31c"), "markets[1].rows: row 0: 31c is no price with known marks"),
        (TWO.replace("par_room", "room"), "line 12, markets[1].room: is no key here; known are"),
        (ONE.replace('p = "par"', '1 = "par"'), 'line 2, market.marks.1: is "1"; one character'),
        (ONE.replace("55p", "5555555p"), "row 0: 5555555p is no price"),
        (ONE + "\nzones = { red = [] }", "market.zones: red is no kind of space of marks"),
        (ONE + '\nzones = { par = ["free"] }', 'zones.par[0]: is "free"; one of uncounted,'),
        (ONE + '\nnotes = { star = "a" }', 'notes.star: is "star"; one of ring, dash is needed'),
        (ONE + '\ntitle = "a\\u202eb"', 'title: is "a\\u202eb"; a text of 1 to 60 characters'),
    ],
)
def test_faults_are_named(text: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        charts(text)
    assert says in str(caught.value)
