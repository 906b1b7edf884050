"""The price of a system, by every example of the book's procedure."""

import pytest

from companion.titles import load
from companion.titles.t1828.merger_price import merger_cell


@pytest.mark.parametrize(
    ("one", "other", "price", "at"),
    [
        ((67, 13, 7), (78, 10, 6), 109, (5, 6)),
        ((74, 13, 8), (79, 9, 5), 111, (4, 5)),
        ((94, 5, 3), (67, 13, 7), 119, (2, 3)),
        ((120, 1, 1), (107, 2, 1), 167, (0, 5)),
        ((99, 5, 4), (90, 5, 2), 138, (0, 2)),
        ((412, 0, 13), (213, 0, 8), 500, (0, 14)),
        ((412, 0, 13), (40, 17, 2), 412, (0, 13)),  # nothing between 412 and 500
    ],
)
def test_it_is_found_up_the_column_further_left_and_along_the_top_row(
    one: tuple[int, int, int], other: tuple[int, int, int], price: int, at: tuple[int, int]
) -> None:
    chart = load("1828").data.chart
    cells = [chart.cell(row, column) for _, row, column in (one, other)]
    assert [cell.price for cell in cells if cell] == [one[0], other[0]]
    for pair in (cells, cells[::-1]):
        assert pair[0] and pair[1]
        found = merger_cell(chart, pair[0], pair[1])
        assert (found.price, (found.row, found.column)) == (price, at)
