"""Python collects again when the last who asked it not to has ended, in whatever order they end."""

import gc
from contextlib import ExitStack

import pytest

from companion.gc_pause import pause_gc


@pytest.mark.parametrize("first", [0, 1])
def test_it_is_collected_again_when_the_last_has_ended(first):
    assert gc.isenabled()
    stacks = [ExitStack(), ExitStack()]
    for stack in stacks:
        stack.enter_context(pause_gc())
        assert not gc.isenabled()
    stacks[first].close()
    assert not gc.isenabled()
    stacks[1 - first].close()
    assert gc.isenabled()


def test_a_program_that_does_not_collect_at_all_is_left_alone():
    gc.disable()
    try:
        with pause_gc():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_fault_inside_leaves_nothing_behind():
    with pytest.raises(ValueError, match="fault"), pause_gc():
        raise ValueError("fault")
    assert gc.isenabled()
