"""The price of a system, by every example of both books' procedures, and for all pairs."""

import json
from itertools import combinations_with_replacement

import pytest

from companion.rules.data.printed_markets import Cell, PrintedMarket
from companion.titles import load
from companion.titles.t1828.merger_price import merger_path
from tests.support.references import FACTS

Place = tuple[int, int]
CHART = load("1828").data.chart

# the row and column of the dearer and of the other; price of the band; price of the column
TABLE: list[tuple[Place, Place, int, Place, int]] = [
    ((10, 6), (13, 7), 108, (9, 9), 109),
    ((9, 5), (13, 8), 115, (8, 9), 111),
    ((5, 3), (13, 7), 127, (5, 8), 119),
    ((1, 1), (2, 1), 164, (1, 6), 167),
    ((5, 4), (5, 2), 141, (5, 9), 138),
    ((12, 6), (12, 6), 101, (10, 9), 102),
    ((13, 4), (13, 1), 79, (12, 8), 80),
    ((16, 6), (17, 6), 74, (13, 8), 71),
    ((0, 2), (7, 10), 191, (0, 7), 191),
    ((5, 1), (7, 4), 127, (5, 8), 120),
    ((8, 10), (9, 9), 167, (6, 11), 171),
    ((1, 13), (1, 12), 443, (1, 14), 500),
    ((0, 13), (0, 8), 500, (0, 14), 500),
]


def cell(place: Place, chart: PrintedMarket = CHART) -> Cell:
    found = chart.cell(*place)
    assert found is not None
    return found


def price(path: str, one: Place, other: Place) -> tuple[int, Place]:
    """The price of a system, and its space; the order of the two makes no difference."""
    there, back = (
        max(merger_path(CHART, path, *pair), key=lambda cell: cell.price)
        for pair in ((cell(one), cell(other)), (cell(other), cell(one)))
    )
    assert there == back
    return there.price, (there.row, there.column)


@pytest.mark.parametrize(
    ("one", "other", "found", "at"),
    [
        ((13, 7), (10, 6), 109, (5, 6)),
        ((13, 8), (9, 5), 111, (4, 5)),
        ((5, 3), (13, 7), 119, (2, 3)),
        ((1, 1), (2, 1), 167, (0, 5)),
        ((5, 4), (5, 2), 138, (0, 2)),
        ((0, 13), (0, 8), 500, (0, 14)),
        ((0, 13), (17, 2), 412, (0, 13)),  # nothing between 412 and 500
    ],
)
def test_it_is_found_up_the_column_further_left_and_along_the_top_row(
    one: Place, other: Place, found: int, at: Place
) -> None:
    assert price("column", one, other) == (found, at)


@pytest.mark.parametrize(("one", "other", "found", "at", "column"), TABLE)
def test_it_is_found_along_the_dearer_s_row_and_up_the_band(
    one: Place, other: Place, found: int, at: Place, column: int
) -> None:
    assert price("band", one, other) == (found, at)
    assert price("column", one, other)[0] == column


def test_the_upper_of_two_at_one_price_is_the_dearer() -> None:
    """From the lower of 138 it were 202, from the lower of 86 it were 123."""
    assert price("band", (7, 10), (0, 2))[0] == 191
    assert [at.price for at in merger_path(CHART, "band", cell((7, 10)), cell((7, 10)))][-1] == 202
    assert price("band", (7, 4), (5, 1))[0] == 127
    assert price("band", (7, 4), (7, 4))[0] == 123


def test_the_path_leads_from_the_dearer_along_its_row_and_the_ends_of_the_rows_above() -> None:
    path = merger_path(CHART, "band", cell((16, 6)), cell((17, 6)))
    assert [at.price for at in path] == [52, 55, 59, 64, 67, 74]
    path = merger_path(CHART, "band", cell((10, 6)), cell((13, 7)))
    assert [at.price for at in path] == [78, 82, 91, 101, 108]


def band_by_hand(place: Place) -> list[Place]:
    """All spaces from a space on, told by the lengths of the rows."""
    row, column = place
    found = [place]
    while True:
        if column + 1 < len(CHART.rows[row]):
            column += 1
        elif row > 1:
            row -= 1
        else:
            return found
        found.append((row, column))


def test_for_every_pair_of_spaces_it_is_the_last_of_the_path_that_is_not_above_the_limit() -> None:
    spaces = [at for row in CHART.rows for at in row if at is not None]
    pairs = list(combinations_with_replacement(spaces, 2))
    assert len(pairs) == 18_915
    for one, other in pairs:
        dearer, cheaper = sorted((one, other), key=lambda at: (-at.price, at.row))
        limit = dearer.price + cheaper.price // 2
        path = band_by_hand((dearer.row, dearer.column))
        found, at = price("band", (one.row, one.column), (other.row, other.column))
        assert at in path and found <= limit
        after = path[path.index(at) + 1 :]
        assert cell(after[0]).price > limit if after else found in (443, 500)
        assert (found == 500) is (at == (0, 14)) and (found != 500 or dearer.row == 0)


@pytest.mark.references
def test_the_table_stands_on_the_market_of_the_fact_sheet() -> None:
    sheet = json.loads((FACTS / "1828.json").read_text(encoding="utf-8"))
    rows = sheet["market"]["rows"]
    for one, other, found, at, _ in TABLE:
        printed = [rows[row][column][0] for row, column in (one, other, at)]
        assert printed == [cell(one).price, cell(other).price, found]
