"""Every heading of the book, every private and every open question of the sheet has its tests.

One without is a fault. Those named OPEN are still to come.
"""

import json
import re

import pytest

from companion.titles import load
from tests.support.each import for_each
from tests.support.references import BOOKS, FACTS
from tests.titles.t1839_2015.sections import (
    OPEN,
    PRIVATES,
    QUESTIONS,
    RULES_NOTHING,
    SECTIONS,
    UNTESTED,
    proofs_of,
)

BOOK = BOOKS / "1839-2015.md"
SHEET = FACTS / "1839-2015.json"
TESTED = {**SECTIONS, **PRIVATES, **QUESTIONS}


def headings(text):
    """The headings of the book with those above them."""
    above = []
    for marks, name in re.findall(r"^(#+) (.+)$", text, re.MULTILINE):
        above = [*above[: len(marks) - 1], name.strip()]
        yield " > ".join(above)


@pytest.mark.references
def test_every_heading_has_its_tests():
    heads = set(headings(BOOK.read_text()))
    of_privates = {h for h in heads if h.count(" > ") == 3 and "private companies > " in h}
    assert len(of_privates) == 29 and len(heads) > 100
    assert TESTED.keys() & OPEN == set()
    assert heads - of_privates - UNTESTED - SECTIONS.keys() == OPEN & heads
    assert SECTIONS.keys() | UNTESTED <= heads


def test_every_private_has_its_tests():
    symbols = set(load("1839-2015").data.privates)
    assert len(symbols) == 29
    assert symbols - PRIVATES.keys() == OPEN & symbols


def test_the_readings_say_what_is_played_where_the_book_is_silent_or_unclear():
    readings = {reading.about: reading for reading in load("1839-2015").data.readings}
    assert readings.keys() >= {
        "Two trains of one company at one side of a hex",
        "A FLOOD that turns back",
        "Several companies over their train limit",
        "Markers of the company and money of its director",
        "Sales of a player who leaves by bankruptcy, and their order",
        "Other prices once one is at ƒ1,000 at the end of a stock round",
    }
    assert readings["A place that another train is paid for"].because == "unclear"


@pytest.mark.references
def test_every_open_question_of_the_sheet_has_its_test():
    asked = {question["id"] for question in json.loads(SHEET.read_text())["open_questions"]}
    assert asked - QUESTIONS.keys() - RULES_NOTHING == OPEN & asked
    assert asked | set(load("1839-2015").data.privates) | set(headings(BOOK.read_text())) >= OPEN


@for_each("of", TESTED)
def test_they_are_there(of):
    assert all(map(proofs_of, TESTED[of]))
