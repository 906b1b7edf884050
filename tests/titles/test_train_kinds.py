"""A type of train in a title's data: every way to say how far it runs and what it is paid."""

import tomllib

import pytest

from companion.board.tiles import DataError
from companion.board.trains import CENTRES, EVERY, StopCount, TrainKind
from companion.titles.loading import TomlTable, _train

CITY, OFF_BOARD = frozenset({"city"}), frozenset({"offboard"})


def kind(text: str) -> TrainKind:
    entry = tomllib.loads(f'name = "T"\nprice = 100\ncount = 3\n{text}')
    return _train(TomlTable(entry, "title.toml: trains[0]")).kind


def test_a_reach_is_one_limit():
    assert kind("reach = 3") == TrainKind("T", (StopCount(3),))
    assert kind('reach = 3\ncounts = ["city"]') == TrainKind("T", (StopCount(3, CITY),))
    assert kind('reach = "unlimited"') == TrainKind("T")


def test_several_limits_are_a_list():
    found = kind(
        """limits = [{ number = 2, of = ["city"] }, { number = 3, of = ["city", "town"] },
                     { number = 1, of = ["offboard"] }]
           least = { number = 2, of = ["city", "town"] }
           once = ["city", "town"]"""
    )
    limits = (StopCount(2, CITY), StopCount(3, CENTRES), StopCount(1, OFF_BOARD))
    assert found == TrainKind("T", limits, StopCount(2, CENTRES), once=CENTRES)


def test_a_train_may_be_paid_for_its_best_and_multiply_some_kinds_only():
    found = kind(
        """reach = "unlimited"
           best = { number = 5, of = ["city"] }
           multiplier = 2
           multiplies = ["city", "town"]"""
    )
    assert found == TrainKind("T", multiplier=2, multiplies=CENTRES, best=StopCount(5, CITY))


def test_a_train_may_flood():
    assert kind('reach = "unlimited"\nfloods = true') == TrainKind("T", floods=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "either reach"),
        ("reach = 2\nlimits = [{ number = 2 }]", "either reach"),
        ('reach = "far"', "'far'"),
        ('limits = [{ number = 2, of = ["village"] }]', "'village' is no kind of stop"),
        ("limits = [{ number = 0 }]", "1 or more"),
        ('limits = [{ of = ["city"] }]', "number is missing"),
        ("reach = 2\nbest = { number = 2, off = 1 }", "'off'"),
        ('reach = 2\nonce = ["village"]', "'village' is no kind of stop"),
        ("reach = 2\nfloods = 1", "true or false"),
        ("reach = 2\nflood = true", "'flood'"),
    ],
)
def test_faults_are_named(text, says):
    with pytest.raises(DataError, match=says) as caught:
        kind(text)
    assert "title.toml: trains[0]" in str(caught.value)


def test_nothing_else_is_assumed():
    plain = kind("reach = 2")
    assert (plain.pays, plain.ends, plain.multiplies) == (EVERY, EVERY, EVERY)
    assert (plain.least, plain.best, plain.once, plain.floods) == (
        StopCount(2),
        None,
        frozenset(),
        False,
    )
