"""Tests of JSON forms: values survive a round trip, and anything else is refused."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from companion.rules.core.change import Event
from companion.rules.core.rounds import OperatingTurn
from companion.rules.data.codec import (
    MOST_DEEP,
    BadJSONError,
    from_json,
    read_json,
    register_stored,
    stored_kinds,
    to_json,
)
from companion.titles import get_ready


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -7,
        "Jörg",
        (),
        ("a", (1, 2)),
        {"a": {"b": (1,)}},
        OperatingTurn("PRR", step=2, lays=(("H12", "yellow"),)),
        Event("paid", {"company": "PRR", "turn": OperatingTurn("PRR")}),
    ],
)
def test_a_value_comes_back_as_it_went(value: Any) -> None:
    assert from_json(json.loads(json.dumps(to_json(value)))) == value


def test_lists_come_back_as_tuples() -> None:
    assert from_json(to_json([1, [2]])) == (1, (2,))


def test_a_value_without_a_form_is_refused_by_its_kind() -> None:
    with pytest.raises(TypeError, match="set'> has no JSON form"):
        to_json({1, 2})


def test_a_kind_that_nobody_stored_is_refused_by_its_name() -> None:
    with pytest.raises(ValueError, match="unknown kind 'Locomotive'"):
        from_json({"$type": "Locomotive"})


def test_two_kinds_of_one_name_cannot_be_stored() -> None:
    with pytest.raises(TypeError, match="two stored kinds are called operating_turn"):

        @register_stored("operating_turn")
        @dataclass(frozen=True)
        class Tour:
            """A class under the name of the rules' operating turn."""


def test_stored_names_are_words_of_their_own() -> None:
    """Check that stored names depend on no name in the code."""
    get_ready()
    for name, kind in stored_kinds().items():
        assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name), name
        assert name not in {kind.__name__, kind.__qualname__, kind.__module__}


def test_a_class_that_is_renamed_or_moved_is_stored_as_before() -> None:
    turn = OperatingTurn("PRR", step=2)
    before = json.dumps(to_json(turn))
    assert before.startswith('{"$type": "operating_turn", ')
    with renamed(OperatingTurn):
        assert OperatingTurn.__name__ == "Other"
        assert json.dumps(to_json(turn)) == before
        assert from_json(json.loads(before)) == turn


@contextmanager
def renamed(kind: type) -> Iterator[None]:
    """Rename a class and move it to another module within the context."""
    known = kind.__name__, kind.__qualname__, kind.__module__
    kind.__name__, kind.__qualname__, kind.__module__ = "Other", "Other", "elsewhere"
    try:
        yield
    finally:
        kind.__name__, kind.__qualname__, kind.__module__ = known


def test_a_class_that_is_not_registered_is_not_stored() -> None:
    @dataclass(frozen=True)
    class Tour(OperatingTurn):
        """A turn that is not registered."""

    with pytest.raises(TypeError, match="has no JSON form"):
        to_json(Tour("PRR"))


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_json_from_outside_is_read_as_deep_as_anything_of_ours_goes() -> None:
    assert read_json(nested(MOST_DEEP - 1)) is not None
    with pytest.raises(BadJSONError, match="nested too deeply"):
        read_json(nested(MOST_DEEP + 2))
    with pytest.raises(BadJSONError, match="nested too deeply"):
        read_json(nested(100_000))


def test_half_a_character_is_refused_and_a_whole_one_is_not() -> None:
    assert read_json('"\\ud83d\\ude82"') == "🚂"
    with pytest.raises(BadJSONError, match="half a character"):
        read_json('{"name": "\\ud83d"}')


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000])
def test_an_invalid_number_is_refused_and_a_large_one_is_not(number: str) -> None:
    assert read_json('{"at": 1e99}') == {"at": 1e99}
    with pytest.raises(BadJSONError, match="number"):
        read_json(f'{{"at": [{number}]}}')
