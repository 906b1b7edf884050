"""Positions of random games become sheets, and the games play on from them to the same end."""

import json
import os
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.refusals import ALL_SOFT
from companion.rules.core.state import State
from companion.rules.data.options import WITHOUT_MAP
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.opening.opening_step import OpenPosition, position_of, start_state
from companion.rules.opening.position_sheet import (
    BadSheetError,
    PositionSheet,
    read_sheet,
    renumber_trains,
    sheet_of,
)
from companion.titles import rules_for, titles
from tests.support.run_cache import play
from tests.test_random_games import setup_for

GAMES, POSITIONS = (4, 12) if os.environ.get("FULL") else (1, 2)


def renamed(action: Action, numbers: Mapping[str, str]) -> Action:
    """Return the action with the trains of the game that began with the sheet."""

    def rename(value: Any) -> Any:
        if isinstance(value, (tuple, list)):
            return [rename(item) for item in value]
        return numbers.get(value, value) if isinstance(value, str) else value

    return read_action({key: rename(value) for key, value in action_to_json(action).items()})


def without_turn(rules: Rules, state: State) -> PositionSheet:
    """Return the sheet without the turn and the order of tokens in a city."""
    sheet = sheet_of(rules, state, start_state(rules))
    tokens = {stop: tuple(sorted(filter(None, slots))) for stop, slots in sheet.tokens.items()}
    return replace(sheet, round=state.round.id, told={}, tokens=tokens)


def is_between_turns(state: State) -> bool:
    """Return whether nobody has done anything in the turn, and nothing is open."""
    turn = state.round.operating
    acted = state.round.has_acted or (turn is not None and (turn.lays or turn.division))
    acted = acted or (state.is_told and turn is not None and turn.step > 0)  # a step was passed
    return not (state.questions or state.end_reason or acted or state.round.kind == "auction")


@pytest.mark.in_part(2)
@pytest.mark.parametrize("is_told", [False, True], ids=["checked", "told"])
@pytest.mark.parametrize("title", sorted(titles()))
def test_a_game_plays_on_from_the_sheet_of_its_position_to_the_same_end(
    title: str, is_told: bool
) -> None:
    for seed in range(GAMES):
        setup = setup_for(title, seed)
        if is_told:
            if rules_for(setup).data.map_needed:
                pytest.skip("the title is not played without its map")
            setup = replace(setup, options={**setup.options, WITHOUT_MAP: True})
        rules = rules_for(setup)
        start = start_state(rules)
        states, actions = [start], []
        for action, outcome in play(rules, seed):
            actions.append(action)
            states.append(outcome.state)
        moments = [n for n, state in enumerate(states) if is_between_turns(state)]
        for moment in random.Random(seed).sample(moments, POSITIONS):
            print(f"{title}: seed {seed}, after action {moment}")
            stored = json.loads(json.dumps(action_to_json(position_of(rules, states[moment]))))
            opening = read_action(stored)
            state = judge.apply(rules, start, opening, ALL_SOFT).state
            assert sheet_of(rules, state, start) == sheet_of(rules, states[moment], start)
            numbers = renumber_trains(states[moment])
            for action in actions[moment:]:
                state = judge.apply(rules, state, renamed(action, numbers)).state
            assert state.end_reason == states[-1].end_reason
            assert without_turn(rules, state) == without_turn(rules, states[-1])


def test_no_position_is_told_after_the_first_deed() -> None:
    rules = rules_for(setup_for("1830", 0))
    _, outcome = next(iter(play(rules, 0)))
    opening = position_of(rules, outcome.state)
    assert judge.refusals(rules, start_state(rules), opening) == []
    assert [r.code for r in judge.refusals(rules, outcome.state, opening)] == ["opening.moment"]


HEAD = '"round": {}, "phase": "2", "priority": "p1"}'
NO_SHEETS = ("", "[]", "{}", '{"format": 1}', '{"format": 2, ' + HEAD, "[" * 9_000)


@pytest.mark.parametrize("text", NO_SHEETS)
def test_a_text_that_is_no_sheet_is_refused(text: str) -> None:
    rules = rules_for(setup_for("1830", 0))
    with pytest.raises(BadSheetError):
        read_sheet(text)
    found = judge.refusals(rules, start_state(rules), OpenPosition(text))
    assert [refusal.code for refusal in found] == ["opening.sheet"]


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_damaged_sheet_is_refused_and_nothing_fails(title: str) -> None:
    """Replace each value of a sheet by others, also by such of another type."""
    rules = rules_for(setup_for(title, 0))
    start, states = start_state(rules), [start_state(rules)]
    states += [outcome.state for _, outcome in play(rules, 0)]
    moments = [state for state in states if is_between_turns(state)]
    dice = random.Random(title)
    whole = json.loads(position_of(rules, moments[len(moments) * 2 // 3]).sheet)
    for _ in range(300 if GAMES > 1 else 20):
        sheet = json.loads(json.dumps(whole))
        here = sheet
        while True:
            key = dice.choice([*(here if isinstance(here, dict) else range(len(here)))])
            if isinstance(here[key], (dict, list)) and here[key] and dice.random() < 0.8:
                here = here[key]
                continue
            here[key] = dice.choice([-1, 10**8, "", "p9", "XYZ", None, [], {}, [1], {"a": "b"}])
            break
        action = OpenPosition(json.dumps(sheet))
        found = judge.refusals(rules, start, action)
        assert all(refusal.says for refusal in found)
        if all(refusal.may_rule for refusal in found):
            after = judge.apply(rules, start, action, ALL_SOFT).state
            assert judge.offers(rules, after) or after.end_reason
