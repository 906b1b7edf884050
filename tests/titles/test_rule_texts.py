"""A title without a book has the text of each rule that it cites."""

from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.titles import load, titles
from companion.titles.loading import load_data
from tests.titles.citations import places_of
from tests.titles.title_copy import change, copy_of

TITLES = [slug for slug, title in titles().items() if not title.data.has_book]


def test_there_are_titles_without_a_book():
    assert "18nl" in TITLES


@pytest.mark.parametrize("slug", TITLES)
def test_everything_that_is_cited_has_its_text(slug):
    data = load(slug).data
    places = [place for kind in places_of(slug).values() for place in kind.values()]
    places += [data.place(option.rule) for option in data.choices]
    missing = [place for place in places if place and not data.rule_texts(place)]
    assert missing == []


@pytest.mark.parametrize("slug", TITLES)
def test_every_refusal_is_cited(slug):
    assert [code for code, place in places_of(slug)["refusals"].items() if not place] == []


def test_a_place_may_name_several_rules():
    texts = load("18nl").data.rule_texts("18NL 8, C4.3")
    assert list(texts) == ["8", "C4.3"] and all(texts.values())


def test_a_title_with_a_book_has_no_texts_of_rules():
    data = load("1830").data
    assert data.rules == {} == data.rule_texts(data.cite("buy.cash"))


def test_a_number_without_a_text_is_a_fault(tmp_path: Path):
    folder = copy_of("18nl", tmp_path)
    change(folder / "title.toml", '"lay.closed" = "8"', '"lay.closed" = "8, 99"')
    with pytest.raises(DataError) as fault:
        load_data(folder)
    assert 'citations."lay.closed": is "8, 99"; the number of a rule with a text' in str(
        fault.value
    )


def test_a_title_has_its_own_text_for_a_shared_rule(tmp_path: Path):
    folder = copy_of("18nl", tmp_path)
    change(folder / "title.toml", "[rules]", '[rules]\n"C4.5" = "A limit of its own."')
    rules = load_data(folder).rules
    assert (
        rules["C4.5"] == "A limit of its own." and rules["C4.6"] == load("18nl").data.rules["C4.6"]
    )
