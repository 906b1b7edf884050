"""Tests of translation catalogues and of the current language."""

import ast
import re
import string
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.pofile import read_po

from companion import languages
from companion.languages import (
    CATALOGUES,
    ENGLISH,
    format_count,
    format_number,
    format_text,
    gettext,
    speaking,
)
from companion.rules.core.change import Event
from companion.rules.data.setup import Setup
from companion.titles import rules_for
from tests.support.pseudo_locale import Foreign, foreign, use_texts

FILES = sorted(CATALOGUES.glob("*.po"))


@cache
def script() -> ModuleType:
    """Load the script that updates the catalogues. It extracts all texts once."""
    where = Path(__file__).resolve().parents[1] / "scripts" / "update_catalogues.py"
    spec = spec_from_file_location("texts", where)
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.texts = cache(module.texts)  # type: ignore[attr-defined]
    return module


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_catalogue_has_nothing_that_is_not_said(file: Path) -> None:
    assert script().brought_up_to_date(file) == file.read_bytes(), "make texts brings it up to date"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_catalogue_has_every_text(file: Path) -> None:
    with file.open("rb") as body:
        done = {(m.context, m.id) for m in read_po(body, locale=file.stem) if m.id and m.string}
    said = [(m.context, m.id) for m in script().texts() if m.id]
    assert len(said) > 1000
    assert [text for text in said if text not in done] == []


def test_no_text_is_chosen_inside_a_call() -> None:
    """A choice between two texts in one call would be extracted as one long text."""
    says = {"_", "gettext", "lazy_gettext", "format_text"}
    found = [
        (str(file), call.lineno)
        for file in (Path(languages.__file__).parent).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in says and call.args
        if isinstance(choice := call.args[0], ast.IfExp)
        if isinstance(choice.body, ast.Constant) or isinstance(choice.orelse, ast.Constant)
    ]
    assert found == []


def test_every_text_of_the_program_is_collected() -> None:
    """A text within an f-string, or within brackets of its own, would be left out."""
    collected = {form for m in script().texts() if m.id for form in forms(m.id)}
    says = {"gettext": 0, "lazy_gettext": 0, "format_text": 0, "format_count": 0, "pgettext": 1}
    found = [
        (str(file), call.lineno)
        for file in (Path(languages.__file__).parent).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(call, ast.Call) and (called := getattr(call.func, "id", "")) in says
        if isinstance(text := [*call.args, None, None][says[called]], ast.Constant)
        if text.value not in collected
    ]
    assert found == []


def facts(text: str) -> list[str]:
    """Return the placeholders of a text, in both notations."""
    named = [f"{name}:{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name]
    return sorted(named + re.findall(r"%\((\w+)\)", text))


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return the plural forms of a text, with the last for several, or its only form."""
    return (text,) if isinstance(text, str) else tuple(text)


def test_a_call_gives_all_facts_that_its_texts_name() -> None:
    """Facts in a dictionary are left out, and texts whose facts a template fills in."""
    texts = {"format_text": 1, "format_count": 2}
    found = [
        (str(file), call.lineno, missing)
        for file in (Path(languages.__file__).parent).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(call, ast.Call) and (count := texts.get(getattr(call.func, "id", "")))
        if (given := {fact.arg for fact in call.keywords}) and None not in given
        for text in call.args[:count]
        if isinstance(text, ast.Constant)
        if (missing := {fact.split(":")[0] for fact in facts(text.value)} - given)
    ]
    assert found == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_names_the_facts_that_its_text_names(file: Path) -> None:
    with file.open("rb") as body:
        texts = [message for message in read_po(body, locale=file.stem) if message.id]
    found = [pair for m in texts for pair in zip(forms(m.id), forms(m.string), strict=True)]
    assert len(found) > 20
    assert [text for text, format_text in found if facts(text) != facts(format_text)] == []


@pytest.mark.parametrize(
    ("code", "figures", "money"), [("en", "12,345.5", "$1,000"), ("nl", "12.345,5", "$1.000")]
)
def test_numbers_are_written_as_the_language_does(code: str, figures: str, money: str) -> None:
    rules = rules_for(Setup("1830", ("A", "B", "C")))
    with speaking(code):
        assert format_number(12345.5) == format_text("{sum:,}", sum=12345.5) == figures
        assert rules.data.money(1000) == rules.words.fill("{sum:$}", {"sum": 1000}) == money
        assert rules.data.money(-1000) == f"−{money}"
        assert format_number(-12345.5) == f"−{figures}"


def test_english_has_an_8_and_a_clause_begins_small() -> None:
    words = rules_for(Setup("1830", ("A", "B", "C"))).words
    for type, told in (("8E", "an 8E"), ("18", "an 18"), ("5", "a 5"), ("D", "a D")):
        assert words.fill("bought a {type}", {"type": type}) == f"bought {told}"
    assert words.fill("{company} 80", {"company": "C&A"}) == "C&A 80"
    facts = {"tile": "57", "hex": "F6", "private": "CS"}
    for code, says in (("en", "tile 57 was laid on F6"), ("nl", "tegel 57 werd met")):
        with speaking(code):
            assert words.clause(Event("placed_private_tile", facts)).startswith(says)


def test_a_name_keeps_its_full_stop_at_the_end_of_a_clause() -> None:
    words = rules_for(Setup("18al", ("A", "B", "C"))).words
    facts = {"player": "A", "private": "BLC", "price": 70}
    for code, ends in (("en", "Brown & Sons Lumber Co. for $70"), ("nl", "voor $70")):
        with speaking(code):
            assert words.clause(Event("bought_private", facts)).endswith(ends)
    bid = Event("bid", {"player": "A", "private": "BLC", "amount": 75})
    for code in ("en", "nl"):
        with speaking(code):
            assert words.clause(bid).endswith("Brown & Sons Lumber Co.")
            assert words.tell(bid).endswith("Brown & Sons Lumber Co.")


def test_an_untranslated_text_stays_english() -> None:
    with speaking("nl"):
        assert gettext("New game") == "Nieuw spel"
        assert gettext("a text that nobody says") == "a text that nobody says"
        assert format_count("one lay", "several lays", 2) == "several lays"
    assert gettext("New game") == "New game"


def test_a_language_has_its_own_name() -> None:
    assert languages.languages()[ENGLISH] == "English"
    assert languages.languages()["nl"] == "Nederlands"


def test_sentences_are_made_when_they_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build a refusal in one language and show it in another; names of people stay."""
    rules = rules_for(Setup("1830", ("Track", "pool", "Cai"), {}))
    refusal = rules.refuse(
        "sell.pool", player="p1", company="PRR", pool="pool", pool_percent=50, limit=50
    )
    plain = refusal.says
    use_texts(monkeypatch, Foreign())
    with speaking("nl"):
        assert refusal.says == (
            f"{foreign('The')} {foreign('pool')} {foreign('holds')} 50% {foreign('of')} PRR; 50%"
            f" {foreign('is the most it takes.')}"
        )
        named = rules.refuse("turn.not_yours", actor="p1", party="p2").says
        assert "Track" in named and "pool" in named
    assert refusal.says == plain == "The pool holds 50% of PRR; 50% is the most it takes."
