"""Every refusal has its sentence, its place in the title's book, and a use."""

import re
from pathlib import Path

import pytest

from companion.board.faults import SENTENCES
from companion.rules.words import EVENTS, IMPOSSIBLE, REFUSALS
from companion.titles import load, titles

SOURCES = [
    path.read_text(encoding="utf-8")
    for folder in ("rules", "titles", "board")
    for path in (Path(__file__).parents[2] / "companion" / folder).rglob("*.py")
]
SHARED = {"unknown.id", "unknown.named", "unknown.sum"}  # slips of the keyboard, in no rule book


def used(pattern: str) -> set[str]:
    return {found for source in SOURCES for found in re.findall(pattern, source)}


def test_every_refusal_that_is_used_has_a_sentence():
    codes = used(r'refuse\(\s*"([a-z_.]+)"')
    own = {code for title in titles().values() for code in title.rules_class.own_refusals}
    assert codes - set(REFUSALS) - own == set()


def test_every_sentence_is_used():
    text = "\n".join(SOURCES)
    unused = [code for code in REFUSALS if text.count(f'"{code}"') < 2]
    assert unused == []


@pytest.mark.parametrize("title", sorted(titles()))
def test_every_refusal_cites_its_place_in_the_titles_book(title):
    citations = load(title).data.citations
    assert [code for code in REFUSALS if not citations.get(code) and code not in SHARED] == []
    assert citations["lay"] and citations["run"]


def test_what_no_ruling_makes_right_is_known_to_the_board():
    assert set(SENTENCES) >= IMPOSSIBLE


def test_every_event_that_is_told_has_a_sentence():
    told = used(r'tell\(\s*"([a-z_]+)"')
    assert told
    own = {kind for title in titles().values() for kind in title.rules_class.own_events}
    assert told - set(EVENTS) - own == set()


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_titles_own_refusals_cite_their_place_and_are_used(title):
    text = "\n".join(SOURCES)
    for code in load(title).rules_class.own_refusals:
        assert load(title).data.cite(code), code
        assert text.count(f'"{code}"') >= 2, code
