"""Boards as the tests set them up."""

from companion.board.board import Board


def without_tokens(board: Board, owner: str) -> Board:
    """The board without any token of an owner, those on top of others first."""
    for stop in board.top_stops(owner):
        board = board.without_top(stop, owner)
    for stop in board.token_stops(owner):
        board = board.without_token(stop, owner)
    return board
