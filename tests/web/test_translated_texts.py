"""Every text of every page goes through the catalogue, for every title.

In a language whose letters are all foreign, names are the only English texts left.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest
from babel.dates import get_month_names
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from companion import languages
from companion.exchange.games_18xx.export_file import in_words
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.languages import CATALOGUES
from companion.reporting.content.chronicle import gather
from companion.reporting.content.moments import moments_of_stored_game
from companion.reporting.report_html import report_html, sheet_html
from companion.rules.data.title_data import TitleData
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.game_stages import NAMES, Until, played
from tests.support.pseudo_locale import Foreign, use_texts
from tests.web import all_pages as pages

# scripts and styles, the letters on keys, addresses, codes, and what was sent, which is repeated
UNSEEN = re.compile(r"<(script|style|kbd|data)\b.*?</\1>|<!doctype[^>]*>|“[^”]*”", re.DOTALL)
SAID = re.compile(r'\b(?:aria-label|title|alt|placeholder|data-says|data-acts)="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
LETTER = re.compile("[A-Za-z]")
FACT = re.compile(r"\{[^}]*\}|%\(\w+\)s")
# what the tour of pages sends, and messages repeat: another program's words for its own things
SENT = ("game.json", "bid", "nothing", "unheard of", "XX")


@cache
def dutch() -> frozenset[tuple[str, str | None]]:
    """Every text of the Dutch catalogue, with its context; each plural form is one."""
    with (CATALOGUES / "nl.po").open("rb") as file:
        found = [(message.id, message.context) for message in read_po(file) if message.id]
    forms = ((id if isinstance(id, tuple) else (id,), context) for id, context in found)
    return frozenset((form, context) for ids, context in forms for form in ids)


class Listening(Foreign):
    """A foreign language that keeps which texts were asked for, with their contexts."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str | None]] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((message, None))
        return super().gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((message, context))
        return super().pgettext(context, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((msgid1, None))
        return super().ngettext(msgid1, msgid2, n)


@pytest.fixture(autouse=True)
def foreign(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A device that is spoken to in a foreign language. Each text that it hears is in Dutch too."""
    listening = Listening()
    use_texts(monkeypatch, listening)
    client.set_cookie("language", "nl")
    yield
    untranslated = {text for text, _ in listening.asked - dutch() if unnamed(FACT.sub(" ", text))}
    assert untranslated == set()


def names_of(data: TitleData) -> Iterator[str]:
    """The texts that are the same in every language: names, ids, and places in the rule book."""
    yield from (data.name, data.currency)
    for company in data.token_owners:
        yield from (company.symbol, company.name, company.short)
    for private in data.private_list:
        yield from (private.symbol, private.name)
    yield from (*data.trains, *(phase.name for phase in data.phases))
    yield from ("".join(word[0] for word in phase.name.split()) for phase in data.phases)
    for at, hex in data.map.hexes.items():
        yield from (at, at.lower(), at.rstrip("0123456789"), hex.label or "")
        yield from (hex.name or "", *(hex.name or "").split())  # on the map in two lines
    yield from data.tiles
    yield from data.map.future_labels
    sections = {reading.section for reading in data.readings}
    for section in sections.union(data.citations.values(), data.receipts.values()):
        yield from (section, data.place(section), *section.split("; "))
    for option in data.choices:
        yield from (option.rule, *option.choices)


@cache
def names() -> re.Pattern[str]:
    """Matches each of them, of every title, the longest first."""
    found = {"Companion", *NAMES, *languages.languages().values(), *SENT}
    found |= {*get_month_names(locale="nl").values(), *titles()}
    found |= {name for title in titles().values() for name in names_of(title.data)}
    for adapter in site_adapters().values():
        found |= {adapter.name, *map(in_words, adapter.rules)}
    longest = sorted((re.escape(name) for name in found if name), key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(longest)})(?![A-Za-z])")


def english(page: str) -> set[str]:
    """The texts of a page that still have English letters."""
    page = UNSEEN.sub(" ", page)
    said = [*SAID.findall(page), *TAG.split(page)]
    whole = {unescape(text).replace("\N{SOFT HYPHEN}", "") for text in said}
    return {left for text in whole if (left := unnamed(text))}


@cache
def unnamed(text: str) -> str:
    """A text without its names, if that still has an English letter."""
    left = names().sub(" ", text) if LETTER.search(text) else ""
    return " ".join(left.split()) if LETTER.search(left) else ""


@pages.for_each_part
def test_every_text_of_every_page_is_translated(
    client: FlaskClient,
    store: GameStore,
    title: str,
    part: pages.Part,
) -> None:
    assert pages.find_places(part(client, store, title), english) == {}


@pages.for_each_report
def test_every_text_of_a_report_and_a_rebuild_sheet_is_translated(
    store: GameStore, title: str, until: Until
) -> None:
    game = played(store, until, title)
    view = store.open(game)
    with languages.speaking("nl"):
        report = report_html(gather(*moments_of_stored_game(store, game)))
        sheet = sheet_html(view.rules, view.state, packed=b"a log")
    assert english(report) | english(sheet) == set()
