"""Games from elsewhere: set-up, and the recorded games line by line."""

import pytest

from tests.titles.t1828.recorded import first_difference, recorded


@pytest.mark.parametrize(
    ("name", "out", "row"),
    [
        ("1828-four-players", "NKP NW OS&H", "CPR GT IC MC MP"),
        ("1828-stock-market-end", "GT IC MC NKP", "CPR MP NW OS&H"),
    ],
)
def test_the_set_up_of_a_file_enters_what_its_seed_drew(name, out, row):
    setup = recorded(name).setup
    assert setup.options["discarded"] == out
    assert setup.options["row"] == row
    assert setup.options["order"] == ", ".join(setup.players)


def test_every_reading_is_one_of_the_recorded_engine():
    game = recorded("1828-four-players")
    readings = [option.key for option in game.rules.data.options if option.reading]
    assert set(game.dialect.readings) == set(readings)


@pytest.mark.parametrize(
    ("name", "last", "lines"),
    [("1828-four-players", 52, 47), ("1828-stock-market-end", 61, 40)],
)
def test_the_auction_and_the_first_stock_round(name, last, lines):
    """Their last pass is compared with what follows it, so it is left out here."""
    assert first_difference(name, last - 1) == (lines, None)
