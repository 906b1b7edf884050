"""Every refusal has its text, its section of the title's book, and a use."""

import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest

from companion.board.lay_and_route_faults import SENTENCES
from companion.rules.accounts.account_words import WORDS as ACCOUNTS
from companion.rules.core.vocabulary import MissingWordsError, StepWords, Vocabulary
from companion.rules.data.setup import Setup
from companion.rules.standard.rules import StandardRules
from companion.rules.standard.words import WORDS
from companion.rules.words.advances import REFUSALS as ADVANCES
from companion.rules.words.corrections import REFUSALS as CORRECTIONS
from companion.rules.words.discounts import DISCOUNTS
from companion.rules.words.one_time_powers import ONE_TIME_POWERS
from companion.rules.words.opening import REFUSALS as OPENING
from companion.rules.words.own_shares import OWN_SHARES
from companion.rules.words.refusals import IMPOSSIBLE
from companion.rules.words.shared import SHARED
from companion.rules.words.single_auctions import SINGLE_AUCTIONS
from companion.rules.words.without_map import REFUSALS as TOLD
from companion.titles import Title, load, titles

ROOT = Path(__file__).parents[3]
SHARED_SOURCES = [
    path
    for folder in ("companion", "templates", "reports", "static/js")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".html", ".js") and "migrations" not in path.parts
]
SOURCES = [
    path.read_text(encoding="utf-8")
    for folder in ("rules", "titles", "board")
    for path in (Path(__file__).parents[3] / "companion" / folder).rglob("*.py")
]
# words for all titles with the same rules
PARTS = (SHARED, DISCOUNTS, ONE_TIME_POWERS, OWN_SHARES, SINGLE_AUCTIONS, WORDS)
# typing errors and corrections, which concern no rule book
NO_RULE = {"unknown.id", "unknown.named", "unknown.sum", *CORRECTIONS, *ADVANCES, *TOLD, *OPENING}


def used(pattern: str) -> set[str]:
    return {found for source in SOURCES for found in re.findall(pattern, source)}


@cache
def own(title: str) -> Vocabulary:
    """Return a title's own words beyond the shared ones."""
    said = load(title).rules_class.vocabulary
    return Vocabulary(
        **{
            kind.name: {
                name: words
                for name, words in getattr(said, kind.name).items()
                if name not in getattr(SHARED, kind.name)
            }
            for kind in fields(Vocabulary)
        }
    )


def names(kind: str) -> set[str]:
    """Return all names of a kind that have words, shared or of a title."""
    found = set(getattr(SHARED, kind)) | set(getattr(ACCOUNTS, kind))
    return found.union(*(getattr(own(title), kind) for title in titles()))


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("refusals", r'refuse\(\s*"([a-z_.]+)"'),
        ("events", r'\.tell\(\s*"([a-z_]+)"'),
        ("memos", r'change\.pay\((?:[^"()]|\([^()]*\))*"([a-z_]+)"'),
    ],
)
def test_everything_that_is_named_has_words(kind, pattern):
    found = used(pattern)
    assert len(found) > 10
    assert found - names(kind) == set()


def test_every_sentence_is_used():
    text = "\n".join(SOURCES)
    assert [code for code in names("refusals") if text.count(f'"{code}"') < 2] == []


@pytest.mark.parametrize("title", sorted(titles()))
def test_every_refusal_cites_its_place_in_the_titles_book(title):
    citations = load(title).data.citations
    assert [c for c in SHARED.refusals if not citations.get(c) and c not in NO_RULE] == []
    assert [code for code in own(title).refusals if not load(title).data.cite(code)] == []
    assert citations["lay"] and citations["run"]


def test_refusals_that_no_ruling_overrides_are_known_to_the_board():
    assert set(SENTENCES) >= IMPOSSIBLE


@cache
def named_in(path: Path) -> frozenset[str]:
    """Return all quoted names in a program or page, except texts that it shows."""
    said = r"""\b(?:_|said|translated|later)\(\s*(["'])(?:(?!\1).)*\1"""
    source = re.sub(said, "", path.read_text(encoding="utf-8"))
    return frozenset(re.findall(r"""["'](?=([\w.]+)["'])""", source))


@pytest.mark.parametrize("title", sorted(titles()))
def test_a_titles_own_words_stand_nowhere_outside_its_folder(title):
    """Check that shared parts do not use the names that only a title has words for.

    Some are left out: names of places, shared names for other things, and words of page markup and
    of page texts.
    """
    folder = load(title).folder
    parts = [name for part in PARTS for name in part.names()]
    known = {
        "top_reached",
        "subsidy",
        "set_aside",
        "assign",
        "charge",
        "surplus",
        "single",
        "float",
        *load(title).data.words,
        *(name for _, name in parts),
    }
    if load(title).rules_class is StandardRules:
        known |= {name for _, name in own(title).names()}  # of every title of these rules
    shared = [path for path in SHARED_SOURCES if folder not in path.parents]
    its_own = {name for kind, name in own(title).names() if kind != "facts"} - known
    found = {
        f"{path.relative_to(ROOT)} names {name}"
        for path in shared
        for name in its_own & named_in(path)
    }
    assert found == set()


def test_a_name_without_words_is_an_error_when_a_title_is_loaded(monkeypatch):
    """Remove a step's, an action's and a cited refusal's words in turn."""
    for kind, name in (("steps", "track"), ("actions", "lay_tile"), ("refusals", "buy.sold")):
        slug = next(iter(titles()))
        title = Title(load(slug).package, load(slug).folder)
        words = title.rules_class.vocabulary
        fewer = {key: found for key, found in getattr(words, kind).items() if key != name}
        with monkeypatch.context() as patch:
            patch.setattr(title.rules_class, "vocabulary", replace(words, **{kind: fewer}))
            with pytest.raises(MissingWordsError, match=re.escape(name)):
                title.rules(Setup(slug, ("Ann", "Bob", "Cai"), {}))


@pytest.mark.parametrize("kind", ["nothing", "nothing.C&A"])
def test_a_place_for_a_receipt_of_nothing_is_an_error_when_a_title_is_loaded(kind):
    slug = next(iter(titles()))
    title = Title(load(slug).package, load(slug).folder)
    title.data = replace(title.data, receipts={kind: "Setup"})
    with pytest.raises(MissingWordsError, match="nothing among the memos"):
        title.rules(Setup(slug, ("Ann", "Bob", "Cai"), {}))


def test_words_that_there_are_already_are_no_title_s_own():
    with pytest.raises(ValueError, match="track has words already"):
        SHARED.with_own(Vocabulary(steps={"track": StepWords("laying rails", "Rails", "lay")}))
