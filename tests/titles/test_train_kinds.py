"""A type of train in a title's data: every way to say how far it runs and what it is paid."""

import pytest

from companion.board.tiles import DataError
from companion.board.trains import CENTRES, EVERY, StopCount, TrainKind
from companion.titles.schema.trains import TrainTable
from tests.titles.schema_check import check

CITY, OFF_BOARD = frozenset({"city"}), frozenset({"offboard"})


def kind(text: str) -> TrainKind:
    return check(TrainTable, f'name = "T"\nprice = 100\ncount = 3\n{text}').build().kind


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
        ("", "title.toml: either reach or limits is needed"),
        ("reach = 2\nlimits = [{ number = 2 }]", "either reach or limits is needed"),
        ('reach = "far"', 'line 4, reach: is "far"; a number, or "unlimited" is needed'),
        ("reach = true", "line 4, reach: is true; a whole number from 1 to 99"),
        ("reach = 0", "line 4, reach: is 0; a whole number from 1 to 99"),
        ('limits = [{ number = 2, of = ["village"] }]', 'limits[0].of[0]: is "village"; one of'),
        ("limits = [{ number = 0 }]", "limits[0].number: is 0; a whole number from 1 to 99"),
        ('limits = [{ of = ["city"] }]', "limits[0].number: is missing; a whole number from 1"),
        (
            "reach = 2\nbest = { number = 2, off = 1 }",
            "best.off: is no key here; known are number,",
        ),
        ('reach = 2\nonce = ["village"]', 'line 5, once[0]: is "village"; one of city, town'),
        ("reach = 2\npays = []", "line 5, pays: has 0; 1 or more are needed"),
        ("reach = 2\nfloods = 1", "line 5, floods: is 1; true or false is needed"),
        ("reach = 2\nflood = true", "line 5, flood: is no key here; known are name, price"),
    ],
)
def test_faults_are_named(text, says):
    with pytest.raises(DataError) as caught:
        kind(text)
    assert says in str(caught.value)


def test_nothing_else_is_assumed():
    plain = kind("reach = 2")
    assert (plain.pays, plain.ends, plain.multiplies) == (EVERY, EVERY, EVERY)
    assert (plain.least, plain.best, plain.once, plain.floods) == (
        StopCount(2),
        None,
        frozenset(),
        False,
    )
