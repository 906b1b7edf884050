"""Trains and phases in a title's data: limits, counts, rust; and faults in the data."""

from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.rules.data.title_data import ALWAYS, WITH_ROUTE
from companion.titles.loading import load_data
from tests.titles.title_copy import change, copy_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A title's folder to change."""
    return copy_of("1830", tmp_path)


def test_a_limit_holds_for_every_kind_of_company_or_is_given_by_kind(folder: Path) -> None:
    change(folder / "title.toml", "train_limit = 4", "train_limit = { public = 3, minor = 1 }")
    with (folder / "title.toml").open("a") as file:
        file.write('[[kinds]]\nname = "minor"\ncertificates = [100]\nholding_limit = 100\n')
    first, second = load_data(folder).phases[:2]
    assert (first.train_limit("public"), first.train_limit("minor")) == (3, 1)
    assert (second.train_limit("public"), second.train_limit("minor")) == (4, 4)


def test_trains_may_be_counted_by_players(folder: Path) -> None:
    change(folder / "title.toml", "count = 2\n", "count = { 2 = 2, 3 = 2, 4 = 3, 5 = 3, 6 = 4 }\n")
    assert load_data(folder).trains["6"].count == {2: 2, 3: 2, 4: 3, 5: 3, 6: 4}
    assert load_data(folder).trains["D"].count is None


def test_phases_have_names_of_their_own(folder: Path) -> None:
    text = (folder / "title.toml").read_text()
    text = text.replace('[[phases]]\nname = "4"', '[[phases]]\nname = "Blue"')
    text = text.replace('rusted_by = "4"', 'rusted_by = "Blue"\nlast_run = true')
    text = text.replace("reach = 4\n", 'reach = 4\nphase = "Blue"\n')
    (folder / "title.toml").write_text(text)
    trains = load_data(folder).trains
    assert (trains["4"].brings, trains["2"].rusted_by, trains["2"].last_run) == ("Blue",) * 2 + (
        True,
    )
    assert (trains["3"].brings, trains["3"].last_run) == ("3", False)


def test_a_company_must_own_a_train_if_it_has_a_route_unless_the_data_say_always(
    folder: Path,
) -> None:
    assert load_data(folder).must_own == WITH_ROUTE
    change(folder / "title.toml", 'currency = "$"', 'currency = "$"\nmust_own = "always"')
    assert load_data(folder).must_own == ALWAYS


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("train_limit = 4", "train_limit = true", "phases[0].train_limit: is true; a whole number"),
        ("train_limit = 4", "train_limit = { public = -1 }", "phases[0].train_limit.public: is -1"),
        (
            "train_limit = 4",
            'train_limit = { public = "3" }',
            'phases[0].train_limit.public: is "3"',
        ),
        ("train_limit = 4", "train_limit = { minor = 3 }", 'minor: is "minor"; a kind of company'),
        ("train_limit = 4", "train_limit = {}", "one for each kind of company is needed: public"),
        ("count = 6", 'count = "many"', 'trains[0].count: is "many"; a number, or "unlimited"'),
        ("count = 6", "count = { 2 = 2.5 }", "trains[0].count.2: is 2.5; a whole number"),
        (
            "count = 6",
            "count = { two = 2 }",
            'trains[0].count.two: is "two"; a whole number from 1',
        ),
        (
            "count = 6",
            "count = { 2 = 2 }",
            "one for each number of players is needed: 2, 3, 4, 5, 6",
        ),
        (
            'rusted_by = "4"',
            'rusted_by = "7"',
            'trains[0].rusted_by: is "7"; a phase is needed; kn',
        ),
        (
            "reach = 2",
            'reach = 2\nphase = "Red"',
            'trains[0].phase: is "Red"; a phase is needed; kn',
        ),
        ("reach = 2", "reach = 2\nlast_run = 1", "trains[0].last_run: is 1; true or false"),
        ('after = "6"', 'after = "7"', 'trains[5].after: is "7"; a type of train is needed; known'),
        (
            "trade_in = { 4",
            "trade_in = { 7",
            'trade_in.7: is "7"; a type of train is needed; known',
        ),
        (
            'currency = "$"',
            'currency = "$"\nmust_own = "seldom"',
            'must_own: is "seldom"; one of with',
        ),
    ],
)
def test_faults_are_named_by_file_and_key(folder: Path, old: str, new: str, says: str) -> None:
    change(folder / "title.toml", old, new)
    with pytest.raises(DataError) as caught:
        load_data(folder)
    assert str(caught.value).startswith("title.toml, line ") and says in str(caught.value)
