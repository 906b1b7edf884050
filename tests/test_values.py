"""Tests of the faster constructor of values."""

from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from companion.values import speed_up


@dataclass(frozen=True, slots=True)
class Base:
    first: int
    remark: str = field(kw_only=True, default="")


@speed_up
@dataclass(frozen=True, slots=True)
class Value(Base):
    second: tuple[int, ...] = (2,)
    third: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "second", tuple(sorted(self.second)))


def test_a_value_is_made_as_dataclasses_make_it() -> None:
    assert Value(1) == Value(1, (2,), [], remark="")
    assert Value(1).third is not Value(1).third
    made = Value(1, second=(3, 2), remark="so")
    assert (made.first, made.second, made.third, made.remark) == (1, (2, 3), [], "so")
    with pytest.raises(FrozenInstanceError):
        made.first = 2  # type: ignore[misc]


def test_wrong_arguments_are_refused() -> None:
    for wrong in ({}, {"first": 1, "fourth": 2}):
        with pytest.raises(TypeError):
            Value(**wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Value(1, (2,), [], "a remark has to be named")  # type: ignore[misc]


def test_a_class_without_slots_stays_as_it_is() -> None:
    @dataclass(frozen=True)
    class Plain:
        first: int

    made = Plain.__init__
    assert speed_up(Plain).__init__ is made
