"""Changes of boards that come again, and checks of lays."""

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.repeated_play import lay_faults, with_tile, with_token
from tests.board.recorded_boards import T1830


@pytest.fixture(scope="module")
def east() -> Board:
    return Board(T1830.map())


def test_the_same_changes_give_the_same_board(east: Board) -> None:
    def change(rotation: int, owner: str = "PRR") -> Board:
        return with_token(with_tile(east, "H10", "57", rotation, ()), "H10.0", owner)

    assert change(1) is change(1)
    assert change(1) is not change(2)
    assert change(1, "C&O").tokens["H10.0"] == ("C&O",)
    assert change(1).tokens["H10.0"] == ("PRR",)
    assert east.laid == {}


def test_a_lay_is_checked_for_each_board_and_company(east: Board) -> None:
    def codes(board: Board, company: str) -> list[str]:
        access = Access(company)
        found = lay_faults(board, "H10", "57", 1, access, joined=True, allotted=())
        return [fault.code for fault in found]

    assert codes(east, "PRR") == ["not_reached"]
    near = with_token(east, "H12.0", "PRR")
    assert codes(near, "PRR") == []
    assert codes(near, "C&O") == ["not_reached"]
    assert codes(east, "PRR") == ["not_reached"]
