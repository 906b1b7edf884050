"""Actions have a name each: what a log names is one thing, for good."""

from dataclasses import dataclass

import pytest

from companion.rules.actions import ACTIONS, Action, BadAction, action, read_action


def test_second_action_of_a_name_is_refused_where_it_is_made() -> None:
    before = dict(ACTIONS)

    @dataclass(frozen=True, slots=True)
    class Pass(Action):
        """Another one."""

        other: str

    with pytest.raises(TypeError, match="two actions are called Pass"):
        action(Pass)
    assert before == ACTIONS


def test_action_of_no_known_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(BadAction):
        read_action({"type": "PassTwice", "who": "p1"})
