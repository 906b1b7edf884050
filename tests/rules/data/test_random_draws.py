"""Tests of random draws, which depend on the seed alone."""

from companion.rules.data.random_draws import Draws

EIGHT = ("CPR", "GT", "IC", "MC", "MP", "NKP", "NW", "OSH")


def test_a_shuffle_is_that_of_recorded_games() -> None:
    assert set(Draws(23366).shuffle(EIGHT)[:3]) == {"NKP", "NW", "OSH"}
    assert set(Draws(809403741).shuffle(EIGHT)[:4]) == {"GT", "IC", "MC", "NKP"}


def test_the_sequence_goes_on() -> None:
    draws = Draws(7)
    first, second = draws.shuffle(EIGHT), draws.shuffle(EIGHT)
    assert first != second
    assert Draws(7 + 2**31).shuffle(EIGHT) == first
