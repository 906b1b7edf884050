"""18Demo is a folder, which nothing outside it knows, and is found where its package is named."""

import re

import pytest

from companion.board.tiles import DataError
from companion.titles import MORE, load, titles
from tests.rules.core.test_refusals import own
from tests.test_titles_are_folders import SOURCES, names, says


def test_a_title_is_found_as_long_as_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "demo" in titles()
    monkeypatch.delenv(MORE)
    assert "demo" not in titles()


def test_a_package_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MORE, "tests.titles, nowhere.at_all")
    with pytest.raises(DataError, match=r"COMPANION_TITLES names 'nowhere\.at_all'"):
        titles()


def test_no_shipped_file_names_the_title_or_what_it_brings() -> None:
    title = load("demo")
    owners = (*title.data.company_list, *title.data.private_list)
    brought = {owner.name for owner in owners} | {name for _, name in own("demo").names()}
    found = {
        f"{path} names {name}"
        for path in SOURCES
        for name in names(title) - {"demo"}
        if says(path.read_text(encoding="utf-8"), name)
    }
    found |= {
        f"{path} knows {name}"
        for path in SOURCES
        if path.suffix == ".py"
        for name in brought
        if re.search(rf"""["']{re.escape(name)}["']""", path.read_text(encoding="utf-8"))
    }
    assert found == set()
