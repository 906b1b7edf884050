"""Editions: a title's data in one of several books, each chosen by the option ``edition``."""

import re
from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.rules.data.setup import BadSetupError, Setup, drop_unknown_choices
from companion.titles import load, rules_for, titles
from companion.titles.loading import load_data
from tests.titles.title_copy import change, copy_of

NAMES = ("Ann", "Bob", "Cem", "Dag", "Eva", "Fay", "Gus")
DRAFT = {"edition": "draft"}


def find_refusal(players: int, title: str = "1828", **options: object) -> str:
    """Return the reason why a game cannot be played."""
    with pytest.raises(BadSetupError) as caught:
        rules_for(Setup(title, NAMES[:players], options))
    return str(caught.value)


@pytest.mark.parametrize("slug", titles())
def test_the_files_of_all_editions_have_no_faults(slug: str) -> None:
    for data in titles()[slug].every_edition:
        assert data.slug == slug


def test_the_usual_edition_is_chosen_with_or_without_its_name() -> None:
    title = load("1828")
    for options in ({}, {"edition": "published"}):
        assert title.data_for(Setup("1828", NAMES[:4], options)) is title.data
    assert title.data.edition_key == "published"


def test_an_edition_is_one_value_and_shares_nothing_with_the_usual_one_that_differs() -> None:
    title = load("1828")
    draft = title.data_for(Setup("1828", NAMES[:4], DRAFT))
    assert draft is title.data_for(Setup("1828", NAMES[:6], DRAFT, seed=5))
    assert (draft.trains["6"].price, title.data.trains["6"].price) == (600, 650)
    assert (draft.privates["B&O"].price, "B&O" in title.data.privates) == (200, False)
    assert draft.map.hexes == title.data.map.hexes
    assert draft.chart.rows == title.data.chart.rows


def test_numbers_of_players_are_those_of_the_edition() -> None:
    assert "3 to 5 players" in find_refusal(6)
    for count in (2, 7):
        assert "3 to 6 players" in find_refusal(count, **DRAFT)
    for count, cash in {3: 900, 4: 700, 5: 580, 6: 500}.items():
        assert rules_for(Setup("1828", NAMES[:count], DRAFT)).data.cash[count] == cash


def test_an_option_of_another_edition_is_refused_by_name() -> None:
    assert "(row)" in find_refusal(4, row="B&O", **DRAFT)
    assert "(merge_if_operated)" in find_refusal(4, merge_if_operated=False, **DRAFT)
    assert rules_for(Setup("1828", NAMES[:3], {"order": "Bob,Ann,Cem", **DRAFT})).drawn.order == (
        1,
        0,
        2,
    )


def test_an_option_of_another_edition_keeps_its_default() -> None:
    rules = rules_for(Setup("1828", NAMES[:4], DRAFT))
    assert rules.options["failed_merger_spends"] is False
    assert [option.key for option in rules.data.offered_options] == ["order"]


def test_an_edition_that_is_not_there_is_refused_by_name() -> None:
    assert find_refusal(4, edition="proof") == (
        "1828 has no edition “proof”; there are published, draft."
    )
    assert find_refusal(4, edition=["draft"]).startswith("1828 has no edition a list")
    assert (
        find_refusal(4, "1830", edition="draft") == "1830 has no edition “draft”: it has only one."
    )


def test_an_edition_of_a_stored_game_is_never_dropped() -> None:
    choices = load("1830").data.choices
    setup = Setup("1830", NAMES[:4], {"edition": "draft", "no_such_option": True})
    assert drop_unknown_choices(choices, setup).options == {"edition": "draft"}


def test_no_rule_of_the_title_asks_for_the_edition() -> None:
    folder = load("1828").folder
    for file in folder.glob("*.py"):
        assert not re.search(r"[\"']edition|edition_key|EDITION", file.read_text("utf-8")), file


# --- faults


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A title's folder to spoil."""
    return copy_of("1828", tmp_path)


def spoil(folder: Path, old: str, new: str, file: str = "draft.toml") -> str:
    """Return the faults of the draft when a line is another."""
    change(folder / file, old, new)
    with pytest.raises(DataError) as caught:
        load_data(folder, edition="draft")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("price = 600", "price = -600", "trains[4].price: is -600; a whole number"),
        ("price = 200\n", "", 'privates."B&O".price: is missing; a whole number'),
        ("revenue = 25\n", "revenue = true\n", 'privates."B&O".revenue: is true; '),
        ('"StCT", ', '"StCT", "XYZ", ', 'privates.without: is "XYZ"; a table is needed'),
        ("[players]", "[plyers]", "plyers: is no key here; known are "),
        ("6 = 500", "6 = 1.5", "players.cash.6: is 1.5; "),
        ('edition = "', 'name = "1829"\nedition = "', "name: stands in title.toml alone"),
    ],
)
def test_a_fault_of_an_edition_names_its_file_and_key(
    folder: Path, old: str, new: str, says: str
) -> None:
    line = spoil(folder, old, new).splitlines()[0]
    assert re.match(r"draft\.toml(, line \d+)?, ", line)
    assert says in line


def test_a_fault_of_the_title_still_names_the_title(folder: Path) -> None:
    old, new = 'symbol = "C&A"\nname = "Camden & Amboy"\nprice = 160', 'symbol = "C&A"\nname = 7'
    says = spoil(folder, old, new, "title.toml")
    line = (folder / "title.toml").read_text("utf-8").split("name = 7")[0].count("\n") + 1
    assert f"title.toml, line {line}, privates[7].name: is 7; " in says


def test_an_edition_without_its_file_is_a_fault_of_the_title(folder: Path) -> None:
    (folder / "draft.toml").unlink()
    with pytest.raises(DataError, match=r"title\.toml, line \d+, .*: there is no file draft\.toml"):
        load_data(folder)


@pytest.mark.parametrize("name", ["../draft", "Draft", ""])
def test_an_edition_has_the_name_of_a_file(folder: Path, name: str) -> None:
    old = 'choices = ["published", "draft"]'
    change(folder / "title.toml", old, f'choices = ["published", "{name}"]')
    with pytest.raises(DataError, match="choices"):
        load_data(folder)


def test_an_option_names_editions_that_there_are(folder: Path) -> None:
    change(folder / "title.toml", 'editions = ["published"]', 'editions = ["publshed"]')
    with pytest.raises(DataError, match="known are published, draft"):
        load_data(folder)
