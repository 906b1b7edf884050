"""Whole games on flat hexes: the hexes of 1830 turned, with letters for rows and for columns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.layout import Layout
from companion.board.map import Map
from companion.bots.simulation import play
from companion.drawing import Look, draw_map
from companion.drawing.company_colours import CompanyLook
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.titles import rules_for

SETUP = Setup("1830", ("Ada", "Bram", "Cato"), {}, 5)


@pytest.mark.parametrize("columns", [False, True])
def test_a_random_game_comes_to_its_end(columns):
    usual = rules_for(SETUP)
    printed, layout = usual.data.map, Layout(flat=True, columns=columns)
    turned = Map(printed.hexes.values(), printed.tiles, layout=layout)
    rules = type(usual)(replace(usual.data, map=turned), SETUP)
    state = judge.start(rules).state
    for action, _ in play(rules, 5):
        state = judge.apply(rules, state, action).state
        rules.inventory.check(state)
    assert state.end_reason
    assert state.board.map.layout == layout
    assert len(state.board.laid) > 5
    looks = {
        owner.symbol: CompanyLook(owner.symbol, owner.short, owner.colour)
        for owner in rules.data.token_owners
    }
    drawn = draw_map(state.board, Look(looks), rules.phase(state).clock)
    assert drawn.count("data-hex=") == len(turned.hexes)
