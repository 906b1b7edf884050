"""The text of each refusal stands in one pair of brackets, with names alone within it.

The facts here are made up. ``tests/test_internal_words.py`` has those of random games.
"""

import string
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.board.lay_and_route_faults import SENTENCES
from companion.bots.simulation import NAMES
from companion.rules.accounts.account_words import WORDS as ACCOUNTS
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import Rules
from companion.rules.words.formatting import Words
from companion.titles import rules_for, titles
from tests.support.pseudo_locale import mark_texts
from tests.support.whole_texts import find_fault_in_one


def facts_by_format(data: TitleData, place: str) -> Mapping[str, Any]:
    """Return a fact for each format of a template; ``place`` stands for an owner."""
    company, train = next(iter(data.companies)), f"{next(iter(data.trains))}-1"
    private = next(iter(data.privates), company)
    hexes = [*list(data.map.hexes)[:3], "A1", "B2", "C3"][:3]
    step, debt = "track", "train"
    return {
        "": 7, ",": 1000, "$": 1000, "quoted": "x", "word": "yellow", "text": "finish_stuck",
        "who": place, "the": place, "private": private, "privates": [private] * 3,
        "companies": [company] * 3, "shares": [(10, company)] * 2, "train": train, "tile": "57",
        "hex": hexes[0], "place": hexes[0], "step": step, "debt": debt, "field": "kind",
        "list": ["p1", "pool", 3], "and": ["p1", "pool", "yellow"], "or": ["p1", "pool", "yellow"],
        "phase": data.phases[0].name, "buying_phases": "",
    }  # fmt: skip


def fill(words: Words, template: str, place: str) -> str:
    """Fill a template with facts that fit it."""
    given = facts_by_format(words.data, place)
    named = [(name, spec) for _, name, spec, _ in string.Formatter().parse(template) if name]
    own = words.data.words
    return words.fill(
        template, {name: given[spec or ""] for name, spec in named if name.lower() not in own}
    )


def find_templates(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield every template of refusals of a game, with its code."""
    for code, words in (rules.vocabulary.refusals | ACCOUNTS.refusals).items():
        yield from (
            (code, text) for text in (words.says, words.short, *words.cases.values()) if text
        )
    yield from SENTENCES.items()


@pytest.mark.parametrize("title", titles())
def test_every_refusal_is_one_text(title: str) -> None:
    rules = rules_for(Setup(title, NAMES[:4], {}, 1))
    with mark_texts():
        found = [
            (code, text, why)
            for code, template in find_templates(rules)
            for place in ("p1", "pool")
            if template != "{says}"  # it repeats another refusal
            if (why := find_fault_in_one(text := fill(rules.words, template, place)))
        ]
    assert found == []
