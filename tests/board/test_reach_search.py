"""The network found quickly is the one found by walking every route there is."""

from __future__ import annotations

import random

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lays import lays
from companion.board.map import BLOCK
from tests.board.recorded_boards import RECORDED, SOH, T1830, moments

STEPS = 60_000


def every_route(board, company):
    """(sides, stops) of all walks without repetition from the tokens, or None when too many."""
    sides, stops, steps = set(), set(), 0
    moves, across = board.moves, board.map.across
    blocked = {board.map.state(s) for s in board.tokens if board.blocks(s, Access(company))}
    stack = [(board.map.state(s), 1 << board.map.state(s)) for s in board.token_stops(company)]
    while stack:
        at, used = stack.pop()
        steps += 1
        if steps > STEPS:
            return None
        if at % BLOCK < 6:
            sides |= {at, across[at]}
        else:
            stops.add(at)
        if at not in blocked:
            stack += [(to, used | bit) for to, bit in moves[at] if not used & bit]
    return sides, stops


def grown(title, seed, tiles):
    """A board after so many lays and a few tokens, drawn by lot."""
    draw = random.Random(seed)
    board = Board(title.map())
    for company, home in title.homes.items():
        board = board.with_token(home, company)
    companies = list(title.homes)
    for _ in range(tiles):
        company = draw.choice(companies)
        reached = sorted(board.reach(Access(company)).hexes)
        hexes = [h for h in reached if not board.map.hexes[h].fixed]
        hex = draw.choice(hexes)
        fits = lays(board, hex, board.map.tiles, Access(company))
        if fits:
            board = board.with_tile(hex, *draw.choice(fits))
        stop = draw.choice(sorted(board.tokens))
        if draw.random() < 0.1 and board.free_slot(stop) is not None:
            board = board.with_token(stop, company)
    return board


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("title", [T1830, SOH], ids=["1830", "soh"])
def test_on_boards_drawn_by_lot(title, seed):
    board = grown(title, seed, 20 + 5 * seed)
    compared = 0
    for company in title.homes:
        walked = every_route(board, company)
        if walked is not None:
            reach = board.reach(Access(company))
            assert (reach.side_states, reach.stop_states) == walked, company
            compared += 1
    assert compared


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_on_recorded_boards(game):
    *_, last = moments(game)
    for company in RECORDED[game].homes:
        walked = every_route(last.board, company)
        if walked is not None:
            reach = last.board.reach(Access(company))
            assert (reach.side_states, reach.stop_states) == walked
