"""The example of each title: small, and a whole game by the present rules."""

import pytest

from companion.rules.judge import judge
from companion.titles import load, titles
from companion.titles.examples import LARGEST, has_example, read_example
from companion.titles.packs import EXAMPLE


@pytest.mark.parametrize("slug", titles())
def test_an_example_is_small_and_ends_by_the_present_rules(slug: str) -> None:
    title = load(slug)
    assert has_example(title)
    assert (title.folder / EXAMPLE).stat().st_size <= LARGEST
    example = read_example(title)
    rules = title.rules(example.setup)
    state = judge.start(rules).state
    for number, action in enumerate(example.actions, start=1):
        state = judge.apply(rules, state, action).state
        if number == example.middle:
            assert state.round.operating
            assert not state.end_reason
    assert state.end_reason
    assert 0 < example.middle < len(example.actions)
