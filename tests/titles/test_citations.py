"""Every refusal, every kind of receipt and every reading of a title cites a place of its book.

The book says it there, by the tables of :mod:`tests.titles.citations`.
"""

from itertools import chain, zip_longest

import pytest

from companion.titles import load
from tests.titles.citations import (
    BOOKS,
    EDITIONS,
    GROUNDS,
    begins_there,
    data_of,
    own_table_of,
    parts_of,
    places_of,
    sections_of,
    table_of,
    words_of,
)

ALL = sorted(BOOKS)


@pytest.mark.parametrize("book", ALL)
def test_everything_that_is_cited_has_a_row(book):
    for kind, places in places_of(book).items():
        assert table_of(book)[kind].keys() == places.keys(), kind


@pytest.mark.parametrize("book", ALL)
def test_the_rows_name_the_places_that_the_title_cites(book):
    data, places = data_of(book), places_of(book)
    wrong = {
        name: (row["place"], places[kind].get(name))
        for kind, rows in table_of(book).items()
        for name, row in rows.items()
        if data.place(row["place"]) != places[kind].get(name)
    }
    assert wrong == {}


@pytest.mark.parametrize("book", ALL)
def test_every_row_has_its_ground(book):
    readings = {reading.about for reading in data_of(book).readings}
    for kind, rows in table_of(book).items():
        for name, row in rows.items():
            grounds = row.keys() - {"place", "sheet"}
            assert len(grounds) == 1 and grounds <= set(GROUNDS), name
            assert row.get("reading", next(iter(readings))) in readings, name
            if "words" in row:
                words, parts = words_of(row), parts_of(row.get("sheet", row["place"]))
                assert len(words) == len(parts), name
                for part, each in zip(parts, words, strict=True):
                    assert (0 if part.startswith("tabel ") else 1) <= len(each.split()) <= 5, name
            elif kind == "readings":
                assert "practice" in row, name


@pytest.mark.references
@pytest.mark.parametrize("book", ALL)
def test_the_book_has_those_words_at_the_place(book):
    sections = sections_of(book)
    rows = [*chain.from_iterable(each.items() for each in own_table_of(book).values())]
    by_sheet = any("sheet" in row for _, row in rows)
    places = {name: parts_of(row.get("sheet", row["place"])) for name, row in rows}
    found = [
        (name, part, words)
        for name, row in rows
        if "sheet" in row or not by_sheet
        for part, words in zip_longest(places[name], words_of(row), fillvalue="")
        if not part.startswith("tabel ")
    ]
    assert [
        (name, part, words)
        for name, part, words in found
        if part not in sections or not begins_there(words, sections[part])
    ] == []


@pytest.mark.references
@pytest.mark.parametrize(
    "title", [t for t in ALL if BOOKS[t][0].startswith("rules/") and t not in EDITIONS]
)
def test_the_options_of_a_title_name_sections_of_its_book(title):
    sections, options = sections_of(title), load(title).data.options
    named = {(option.key, part) for option in options for part in parts_of(option.rule)}
    assert named
    assert [
        (key, part)
        for key, part in sorted(named)
        if part not in sections and not part.startswith("tabel ")
    ] == []
